/* SPDX-License-Identifier: Apache-2.0 */
/* run_bound.h - the worst-case bound of a job's launches, beside their run or instead of it. */
#ifndef WARPCLOCK_API_RUN_BOUND_H
#define WARPCLOCK_API_RUN_BOUND_H

#include "api/run_data.h"

/* Before the first launch: refuses what a bound alone cannot do, a machine without an analysis, and
 * names in `loops:` that no loop has. */
enum wc_status run_bound_prepare(struct run *run, const struct wc_run_options *options);

/* The bound of a launch whose image is in memory, before it runs. */
enum wc_status run_bound_launch(struct run *run, size_t launch,
                                const struct wc_run_options *options);

/* Behind the last launch, however it ended (`status`): notes the loops with bounds in the result.
 * Where all went well, or the bound was passed before the run was cut off, a loop
 * whose body ran more often than its bound says is WC_MISMATCH, and so is a run that took longer
 * than its bound, or one of the two that is above the deadline. */
enum wc_status run_bound_finish(struct run *run, const struct wc_run_options *options,
                                enum wc_status status);

/* The cycles after which a launch with a bound is cut off where the caller set no limit: data that
 * never end a loop would run forever, and by then something is refuted. 0: no limit. */
uint64_t run_bound_limit(const struct run *run, size_t launch);

#endif
