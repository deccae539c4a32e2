/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_fp.c - fixed priority: the lowest-numbered ready warp (Vortex's own fetch, SWAS-12). */
#include "hw/scheduler.h"

static uint32_t pick(const struct scheduler *scheduler, uint64_t ready)
{
    (void)scheduler;
    return (uint32_t)__builtin_ctzll(ready);
}

const struct scheduler_ops scheduler_fp = {
    .name = "fp",
    .about = "fixed priority: the lowest-numbered ready warp",
    .pick = pick,
};
