/* SPDX-License-Identifier: Apache-2.0 */
/* limits.h - stops a launch: on an interrupt, at its limit, or on a deadlock.
 *
 * All three messages say where the warps are. */
#ifndef WARPCLOCK_MACHINE_COMMON_LIMITS_H
#define WARPCLOCK_MACHINE_COMMON_LIMITS_H

#include "machine/common/run_state.h"

/* Checks interrupts and the limit, and reports progress. `cycles` so far, in the limit's unit. */
enum wc_status limits_check(const struct run_state *run, uint64_t cycles);
/* The same before a warp runs some instructions of a functional run, where the limit counts
 * instructions: at most *max of them. The limit is exact, so a launch that ends there has ended. */
enum wc_status limits_slice(const struct run_state *run, uint64_t *max);
/* Time advances to `due`, the next possible event, but not past the limit. */
enum wc_status limits_advance(const struct run_state *run, uint64_t due, uint64_t *now);
/* Nothing can run: reports what each warp waits for. */
enum wc_status limits_deadlock(const struct run_state *run);

#endif
