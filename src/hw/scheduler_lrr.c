/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_lrr.c - loose round-robin: the next ready warp in turn (SWAS-15). */
#include "hw/scheduler.h"

static uint32_t pick(const struct scheduler *scheduler, uint64_t ready)
{
    return scheduler_next_after(scheduler, ready);
}

const struct scheduler_ops scheduler_lrr = {
    .name = "lrr",
    .about = "loose round-robin: the next ready warp in order",
    .pick = pick,
};
