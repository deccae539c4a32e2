/* SPDX-License-Identifier: Apache-2.0 */
/* limits.h - how a launch is cut short: by an interrupt, by its limit, or because nothing can run.
 *
 * All three report where the warps are. */
#ifndef WARPCLOCK_MACHINE_COMMON_LIMITS_H
#define WARPCLOCK_MACHINE_COMMON_LIMITS_H

#include "machine/common/run_state.h"

/* Interrupts, the limit, and progress. `cycles` so far, in the unit that the limit counts. */
enum wc_status limits_check(const struct run_state *run, uint64_t cycles);
/* The same before a warp runs some instructions without a clock, where the limit counts those:
 * *max of them at most. It is kept to the instruction, so that a launch which ends exactly there
 * has ended. */
enum wc_status limits_slice(const struct run_state *run, uint64_t *max);
/* Time advances to `due`, when something can happen next, but not past the limit. */
enum wc_status limits_advance(const struct run_state *run, uint64_t due, uint64_t *now);
/* Nothing can run: says who waits for what. */
enum wc_status limits_deadlock(const struct run_state *run);

#endif
