/* SPDX-License-Identifier: Apache-2.0 */
/* run_observers.h - the observers of a run, as selected by the caller's options. */
#ifndef WARPCLOCK_API_RUN_OBSERVERS_H
#define WARPCLOCK_API_RUN_OBSERVERS_H

#include "api/run_data.h"
#include "machine/common/invariants.h"
#include "machine/common/observer.h"
#include "machine/common/state_dump.h"
#include "machine/common/steps.h"
#include "report/profile.h"
#include "report/timeline.h"
#include "report/trace.h"
#include "report/trace_csv.h"
#include "report/trace_kanata.h"
#include "report/trace_window.h"

struct run_observers {
    struct observers observers;
    struct trace *trace;    /* or NULL */
    struct trace_csv *csv;  /* the same as a table, or NULL */
    struct trace_kanata *kanata; /* the same as a pipeline log, or NULL */
    struct trace_window window; /* the part of the run that they see */
    struct invariants *invariants;
    struct steps *steps;
    struct state_dump *dump;
    struct profiler *profiler; /* or NULL */
    struct output profile;     /* its file, if there is one */
    struct timeline *timeline; /* of a page, or NULL */
};

/* Refuses what a functional run cannot do. On failure nothing is left to close. Loop bounds are
 * watched if the run has a watch for them (run_bound_prepare). */
enum wc_status run_observers_open(struct run *run, const struct wc_run_options *options,
                                  struct run_observers *observers);

/* For struct run_control: NULL without observers, so that the fast loop runs. */
const struct observers *run_observers_list(const struct run_observers *observers);

/* After the launches, also of a run that was cut short: puts the profile and the timeline of a page
 * where they were asked for. */
void run_observers_keep(struct run *run, const struct wc_run_options *options,
                           struct run_observers *observers);

/* Returns `status`, the end of the run, unless the checks found a violation, or the run succeeded
 * but the timeline could not be written. `keep`: a launch began, so there is a timeline. */
enum wc_status run_observers_close(struct error *err, struct run_observers *observers,
                                   enum wc_status status, bool keep);

#endif
