/* SPDX-License-Identifier: Apache-2.0 */
/* warp.c - the active mask, as a word and spread over the lanes. */
#include "isa/warp.h"

/* Vector code shifts words of 32 bits: half of the lanes at a time. */
LANEWISE void warp_set_mask(struct warp *warp, uint64_t mask)
{
    warp->mask = mask;
    warp->active_count = (uint32_t)__builtin_popcountll(mask);
    for (unsigned half = 0; half < LANES_MAX; half += 32) {
        const uint32_t bits = (uint32_t)(mask >> half);
        for (unsigned lane = 0; lane < 32; lane++)
            warp->active[half + lane] = -(bits >> lane & 1);
    }
}

LANEWISE uint64_t warp_predicate(const struct warp *warp, const uint32_t *row)
{
    const size_t lanes = lane_count(warp->stride);
    uint64_t mask = 0;
    for (unsigned half = 0; half < lanes; half += 32) {
        const size_t end = lanes - half < 32 ? lane_count((unsigned)lanes - half) : 32;
        uint32_t bits = 0;
        for (size_t lane = 0; lane < end; lane++)
            bits |= (row[half + lane] & 1) << lane;
        mask |= (uint64_t)bits << half;
    }
    return mask & warp->mask;
}
