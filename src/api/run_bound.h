/* SPDX-License-Identifier: Apache-2.0 */
/* run_bound.h - derives the worst-case bound of a job's launches. */
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

/* The bound of a launch whose image is in memory, before it runs. */
enum wc_status run_bound_launch(struct run *run, size_t launch,
                                const struct wc_run_options *options,
                                const struct run_control *control);

/* If a bound may be missing, its error is kept and the run continues; an interrupt and an internal
 * error are not properties of the job. */
enum wc_status run_bound_tolerate(struct run *run, const struct wc_run_options *options,
                                  enum wc_status status);

/* The machine has an analysis for the job's binaries. */
bool run_bound_has_analysis(const struct run *run);

/* The buffer that a segment of the changes is, or NULL. */
const struct allocation *run_bound_buffer(const struct run *run,
                                          const struct walk_changed *changed);

/* The limit is for the analyses of all launches together. */
struct watch run_bound_watch_over(struct run *run, const struct wc_run_options *options);

#endif
