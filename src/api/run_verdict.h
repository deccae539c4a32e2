/* SPDX-License-Identifier: Apache-2.0 */
/* run_verdict.h - whether a run keeps what was said about it: by the bound of its launches, by the
 * facts of the job, by the deadline. */
#ifndef WARPCLOCK_API_RUN_VERDICT_H
#define WARPCLOCK_API_RUN_VERDICT_H

#include "api/run_data.h"

/* The cycles after which a launch with a bound is stopped if the caller set no limit: data for
 * which a loop never ends would run forever, and by then a bound is refuted. 0: no limit. */
uint64_t run_verdict_limit(const struct run *run, size_t launch);

/* Adds the observers that compare the run of a launch with its bound; false: there are none. */
bool run_verdict_observe(const struct run *run, size_t launch, struct observers *observers);
/* After a launch has run, however it ended: what its bound predicted and what was observed. */
void run_verdict_expect(struct run *run, size_t launch);

/* After a launch has run: what its bound assumes of the program. Accesses have stayed in their
 * buffers, and bytes that it takes as constant have not changed. */
enum wc_status run_verdict_assumed(struct run *run, size_t launch);

/* A file may have other kernels: their loops do not belong to this launch. */
bool run_verdict_may_enter(const struct launch *launch, const struct function *function);

/* Of a run without a bound: a loop with more iterations than the job says is WC_MISMATCH. */
enum wc_status run_verdict_facts(struct run *run);

/* After the last launch, however it ended (`status`): stores the loops with bounds in the result.
 * If the run succeeded, or exceeded its bound before it was stopped, a loop with more iterations
 * than its bound is WC_MISMATCH, and so is a run that took longer than its bound, or either above
 * the deadline. */
enum wc_status run_verdict_finish(struct run *run, const struct wc_run_options *options,
                                  enum wc_status status);

/* WC_MISMATCH if the run or the bound takes longer than the deadline. */
enum wc_status run_verdict_deadline(struct run *run);

#endif
