/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_lrr.c - loose round-robin: the next ready warp in turn (SWAS-15). */
#include "hw/scheduler.h"

const struct scheduler_ops scheduler_lrr = {
    .name = "lrr",
    .about = "loose round-robin: the next ready warp in order",
    .order = ORDER_CIRCLE,
};
