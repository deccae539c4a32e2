/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_oldest.c - the ready warp that started first (PWS-60: gem5's OLDEST-FIRST). Warps whose
 * start was not reported have the same age; the lowest-numbered wins. */
#include "hw/scheduler.h"

static uint32_t pick(const struct scheduler *scheduler, uint64_t ready)
{
    uint32_t oldest = (uint32_t)__builtin_ctzll(ready);
    for (ready &= ready - 1; ready; ready &= ready - 1) {
        uint32_t warp = (uint32_t)__builtin_ctzll(ready);
        if (scheduler->started[warp] < scheduler->started[oldest])
            oldest = warp;
    }
    return oldest;
}

const struct scheduler_ops scheduler_oldest = {
    .name = "oldest",
    .about = "the ready warp that started first",
    .pick = pick,
};
