/* SPDX-License-Identifier: Apache-2.0 */
/* run_observers.h - who listens to a run, as the caller's options ask for it. */
#ifndef WARPCLOCK_API_RUN_OBSERVERS_H
#define WARPCLOCK_API_RUN_OBSERVERS_H

#include "api/run_data.h"
#include "machine/common/invariants.h"
#include "machine/common/observer.h"
#include "machine/common/state_dump.h"
#include "machine/common/steps.h"
#include "report/trace.h"
#include "report/trace_csv.h"

struct run_observers {
    struct observers observers;
    struct trace *trace;    /* or NULL */
    struct trace_csv *csv;  /* the same as a table, or NULL */
    struct invariants *invariants;
    struct steps *steps;
    struct state_dump *dump;
};

/* Refuses what a functional run cannot do. On failure nothing is left to close. Bounds of loops are
 * watched where the run has a watch for them (run_bound_prepare). */
enum wc_status run_observers_open(struct run *run, const struct wc_run_options *options,
                                  struct run_observers *observers);

/* For struct run_control: NULL when nobody listens, so that the silent loop runs. */
const struct observers *run_observers_list(const struct run_observers *observers);

/* Returns how the run ended, `status`, unless the checks found a breach, or all went well but the
 * timeline could not be written. `keep`: a launch began, so there is a timeline to look at. */
enum wc_status run_observers_close(struct error *err, struct run_observers *observers,
                                   enum wc_status status, bool keep);

#endif
