/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_gtlrr.c - greedy, then loose round-robin: stays with a warp while it is ready
 * (SWAS-16). */
#include "hw/scheduler.h"

static uint32_t pick(const struct scheduler *scheduler, uint64_t ready)
{
    if (scheduler_may_stay(scheduler, ready))
        return scheduler->last;
    return scheduler_next_after(scheduler, ready);
}

const struct scheduler_ops scheduler_gtlrr = {
    .name = "gtlrr",
    .about = "greedy, then loose round-robin: stay with a warp while it is ready",
    .greedy = true,
    .pick = pick,
};
