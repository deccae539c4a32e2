/* SPDX-License-Identifier: Apache-2.0 */
/* run_observers.c - the timeline, the checks of the model and those of loops beside a run. */
#include "api/run_observers.h"

#include "bound/loop_watch.h"

static void listen(struct run_observers *observers, struct observer *observer)
{
    observers->observers.list[observers->observers.count++] = observer;
}

static enum wc_status refuse_functional(struct error *err, const struct wc_run_options *options)
{
    if (options->trace)
        return fail(err, WC_BAD_INPUT, "a functional run has no timeline");
    if (options->check || options->every_cycle)
        return fail(err, WC_BAD_INPUT, "a functional run has no cycles to %s",
                    options->check ? "check" : "step through");
    return WC_OK;
}

enum wc_status run_observers_open(struct run *run, const struct wc_run_options *options,
                                  struct run_observers *observers)
{
    struct error *err = run->err;
    *observers = (struct run_observers){0};
    if (options->functional)
        return refuse_functional(err, options);
    if (options->trace) {
        enum wc_status status = trace_open(err, options->trace, &observers->trace);
        if (status != WC_OK)
            return status;
        listen(observers, trace_observer(observers->trace));
    }
    if (options->check) {
        observers->invariants = invariants_new();
        if (!observers->invariants) {
            trace_close(err, observers->trace, false);
            return fail(err, WC_INTERNAL, "out of memory");
        }
        listen(observers, invariants_observer(observers->invariants));
    }
    if (run->loop_watch)
        listen(observers, loop_watch_observer(run->loop_watch));
    return WC_OK;
}

const struct observers *run_observers_list(const struct run_observers *observers)
{
    return observers->observers.count ? &observers->observers : NULL;
}

/* A breach is a defect of ours, and whatever the run ended with may come from it. */
static enum wc_status close_invariants(struct error *err, struct run_observers *observers,
                                       enum wc_status status)
{
    struct error breach = {0};
    if (invariants_result(&breach, observers->invariants) != WC_OK) {
        error_clear(err);
        *err = breach;
        status = breach.status;
    }
    invariants_free(observers->invariants);
    return status;
}

enum wc_status run_observers_close(struct error *err, struct run_observers *observers,
                                   enum wc_status status, bool keep)
{
    if (observers->invariants)
        status = close_invariants(err, observers, status);
    enum wc_status written = trace_close(err, observers->trace, keep);
    return status == WC_OK ? written : status;
}
