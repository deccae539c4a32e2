/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_gtlo.c - greedy, then oldest: stays with a warp while it is ready, then takes the
 * oldest. Warps are numbered in the order of their start, so the lowest number is the oldest
 * (SWAS-17). */
#include "hw/scheduler.h"

const struct scheduler_ops scheduler_gtlo = {
    .name = "gtlo",
    .alias = "gto",
    .about = "greedy, then oldest: stay with a warp while it is ready, then the lowest-numbered",
    .greedy = true,
    .order = ORDER_LOWEST,
};
