/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_oldest.c - the ready warp that started first (PWS-60: gem5's OLDEST-FIRST). Warps whose
 * start was not reported have the same age; the lowest-numbered wins. */
#include "hw/scheduler.h"

const struct scheduler_ops scheduler_oldest = {
    .name = "oldest",
    .about = "the ready warp that started first",
    .order = ORDER_AGE,
};
