/* SPDX-License-Identifier: Apache-2.0 */
/* warp.c - the active mask, as a word and spread over the lanes. */
#include "isa/warp.h"

void warp_set_mask(struct warp *warp, uint64_t mask)
{
    warp->mask = mask;
    warp->active_count = (uint32_t)__builtin_popcountll(mask);
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        warp->active[lane] = -(uint32_t)(mask >> lane & 1);
}

uint64_t warp_predicate(const struct warp *warp, const uint32_t *row)
{
    uint64_t mask = 0;
    for (unsigned lane = 0; lane < warp->stride; lane++)
        mask |= (uint64_t)(row[lane] & 1) << lane;
    return mask & warp->mask;
}
