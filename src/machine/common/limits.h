/* SPDX-License-Identifier: Apache-2.0 */
/* limits.h - how a launch is cut short: by an interrupt, by its limit, or because nothing can run.
 *
 * All three tell where the warps are; a model says so in its own words. */
#ifndef WARPCLOCK_MACHINE_COMMON_LIMITS_H
#define WARPCLOCK_MACHINE_COMMON_LIMITS_H

#include "base/text.h"
#include "machine/machine.h"

/* A line for each warp that has not ended, the first few of them; returns how many there are. */
typedef uint32_t describe_warps_fn(const struct machine *machine, struct text *out);

struct limits {
    struct error *err;
    const struct machine *machine;
    const struct run_control *control;
    const struct outcome *outcome;
    describe_warps_fn *describe;
    const char *warps; /* what the model calls them: "warp", "wavefront" */
};

/* Interrupts, the limit, and progress. `cycles` so far, in the unit that the limit counts. */
enum wc_status limits_check(const struct limits *limits, uint64_t cycles);
/* The same before a warp runs some instructions without a clock, where the limit counts those:
 * *max of them at most. It is kept to the instruction, so that a launch which ends exactly there
 * has ended. */
enum wc_status limits_slice(const struct limits *limits, uint64_t *max);
/* Time goes on to `due`, when something can happen next, but not past the limit. */
enum wc_status limits_advance(const struct limits *limits, uint64_t due, uint64_t *now);
/* Nothing can run: says who waits for what. */
enum wc_status limits_deadlock(const struct limits *limits);

#endif
