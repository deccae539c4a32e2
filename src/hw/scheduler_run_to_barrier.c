/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler_run_to_barrier.c - one warp until it ends or stops at a barrier, then another one.
 * PasTiS does so because the real policy is unknown (PAS-6). assumed: the next one is the
 * lowest-numbered ready warp. */
#include "hw/scheduler.h"

const struct scheduler_ops scheduler_run_to_barrier = {
    .name = "run_to_barrier",
    .alias = "run-to-barrier",
    .about = "one warp until it ends or stops at a barrier, even while it waits for memory",
    .exclusive = true,
    .order = ORDER_LOWEST,
};
