/* SPDX-License-Identifier: Apache-2.0 */
/* run_costs.h - where the warps of a run waited, counted for its summary. */
#ifndef WARPCLOCK_API_RUN_COSTS_H
#define WARPCLOCK_API_RUN_COSTS_H

#include "api/run_data.h"

/* Before the first launch: makes room for the counts of every binary. Nothing is counted without a
 * clock. */
enum wc_status run_costs_open(struct run *run);
/* For struct run_control: the counts of a launch's binary; NULL: not counted. */
uint64_t *run_costs_of(const struct run *run, size_t launch);
/* After the last launch, also of a run that was cut short: what cost most, into the result. */
void run_costs_keep(struct run *run);
void run_costs_free(struct run *run);

#endif
