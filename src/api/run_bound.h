/* SPDX-License-Identifier: Apache-2.0 */
/* run_bound.h - the worst-case bound of a job's launches, with their run or without it. */
#ifndef WARPCLOCK_API_RUN_BOUND_H
#define WARPCLOCK_API_RUN_BOUND_H

#include "api/run_data.h"

/* As soon as the machine is known: refuses options that need a run, and a machine without an
 * analysis. */
enum wc_status run_bound_admit(struct run *run, const struct wc_run_options *options);
/* Before the first launch: refuses names in `loops:` that match no loop. */
enum wc_status run_bound_prepare(struct run *run, const struct wc_run_options *options);

/* Of a run without a bound: if the job gives bounds of loops, they are compared with the run all
 * the same. A name that matches no loop is refused. */
enum wc_status run_bound_watch_facts(struct run *run, const struct wc_run_options *options);
/* ... after it: a loop with more iterations than the job says is WC_MISMATCH. */
enum wc_status run_bound_verify_facts(struct run *run);

/* The bound of a launch whose image is in memory, before it runs. */
enum wc_status run_bound_launch(struct run *run, size_t launch,
                                const struct wc_run_options *options,
                                const struct run_control *control);

/* After the last launch, however it ended (`status`): stores the loops with bounds in the result.
 * If the run succeeded, or exceeded its bound before it was stopped, a loop with more iterations
 * than its bound is WC_MISMATCH, and so is a run that took longer than its bound, or either above
 * the deadline. */
enum wc_status run_bound_finish(struct run *run, const struct wc_run_options *options,
                                enum wc_status status);

/* The cycles after which a launch with a bound is stopped if the caller set no limit: data for
 * which a loop never ends would run forever, and by then a bound is refuted. 0: no limit. */
uint64_t run_bound_limit(const struct run *run, size_t launch);

/* Adds the observers that compare the run of a launch with its bound; false: there are none. */
bool run_bound_observe(const struct run *run, size_t launch, struct observers *observers);
/* After a launch has run, however it ended: what its bound predicted and what was observed. */
void run_bound_expect(struct run *run, size_t launch);

/* After a launch has run: what its bound assumes of the program. Accesses have stayed in their
 * buffers, and bytes that it takes as constant have not changed. */
enum wc_status run_bound_check_assumed(struct run *run, size_t launch);

/* WC_MISMATCH if the run or the bound takes longer than the deadline. */
enum wc_status run_hold_deadline(struct run *run);

#endif
