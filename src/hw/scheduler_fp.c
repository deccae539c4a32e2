/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_fp.c - fixed priority: the lowest-numbered ready warp (Vortex's own fetch, SWAS-12). */
#include "hw/scheduler.h"

const struct scheduler_ops scheduler_fp = {
    .name = "fp",
    .about = "fixed priority: the lowest-numbered ready warp",
    .order = ORDER_LOWEST,
};
