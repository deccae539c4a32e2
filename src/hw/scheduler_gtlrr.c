/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_gtlrr.c - greedy, then loose round-robin: stays with a warp while it is ready
 * (SWAS-16). */
#include "hw/scheduler.h"

const struct scheduler_ops scheduler_gtlrr = {
    .name = "gtlrr",
    .about = "greedy, then loose round-robin: stay with a warp while it is ready",
    .greedy = true,
    .order = ORDER_CIRCLE,
};
