/* SPDX-License-Identifier: Apache-2.0 */
/* run_checkpoint.h - a run that is saved in a file and continues from it (docs/long-runs.md). */
#ifndef WARPCLOCK_API_RUN_CHECKPOINT_H
#define WARPCLOCK_API_RUN_CHECKPOINT_H

#include "api/run_data.h"

/* Before the first launch, when everything else is ready: refuses runs that have state elsewhere.
 * If the file exists, the results of the launches that were over are in run->result, and the next
 * launch will continue. */
enum wc_status run_checkpoint_open(struct run *run, const struct wc_run_options *options);
/* For struct run_control. Of NULL: NULL. */
struct checkpoint *run_checkpoint_control(struct run_checkpoint *checkpoint);
/* The run is complete: removes the file. NULL is nothing, here and below. */
void run_checkpoint_done(struct run_checkpoint *checkpoint);
void run_checkpoint_close(struct run_checkpoint *checkpoint);

#endif
