/* SPDX-License-Identifier: Apache-2.0 */
/* run_observers.c - the observers of a run: timeline, step log, states, model checks, loop
 * checks. */
#include "api/run_observers.h"

#include "bound/engine/loop_watch.h"
#include "report/page.h"

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
    if (options->profile || options->profile_file)
        return fail(err, WC_BAD_INPUT, "a functional run has no cycles to profile");
    if (options->dump)
        return fail(err, WC_BAD_INPUT, "a functional run has no cycles at which to dump the state");
    return WC_OK;
}

/* The file name selects the format. */
static enum wc_status open_format(struct run *run, const char *path,
                                  struct run_observers *observers, struct observer **out)
{
    struct topology topology;
    enum wc_status status;
    run->machine->ops->topology(run->machine, &topology);
    if (trace_csv_wanted(path)) {
        status = trace_csv_open(run->err, path, &topology, &observers->csv);
        *out = status == WC_OK ? trace_csv_observer(observers->csv) : NULL;
    } else if (trace_kanata_wanted(path)) {
        status = trace_kanata_open(run->err, path, &topology, &observers->kanata);
        *out = status == WC_OK ? trace_kanata_observer(observers->kanata) : NULL;
    } else {
        status = trace_open(run->err, path, &topology, &observers->trace);
        *out = status == WC_OK ? trace_observer(observers->trace) : NULL;
    }
    return status;
}

static enum wc_status open_trace(struct run *run, const struct wc_run_options *options,
                                 struct run_observers *observers)
{
    const bool part = options->trace_begin || options->trace_end;
    struct observer *trace;
    if (!options->trace && part)
        return fail(run->err, WC_BAD_INPUT,
                    "a window of the timeline without a timeline; --trace-window needs --trace");
    if (!options->trace)
        return WC_OK;
    enum wc_status status = open_format(run, options->trace, observers, &trace);
    if (status != WC_OK)
        return status;
    trace_window_open(&observers->window, options->trace_begin, options->trace_end, trace);
    listen(observers, part ? &observers->window.observer : trace);
    return WC_OK;
}

static enum wc_status close_trace(struct error *err, struct run_observers *observers, bool keep)
{
    if (observers->csv)
        return trace_csv_close(err, observers->csv, keep);
    return observers->kanata ? trace_kanata_close(err, observers->kanata, keep)
                             : trace_close(err, observers->trace, keep);
}

static enum wc_status open_invariants(struct error *err, bool wanted,
                                      struct run_observers *observers)
{
    if (!wanted)
        return WC_OK;
    observers->invariants = invariants_new();
    if (!observers->invariants)
        return fail_memory(err);
    listen(observers, invariants_observer(observers->invariants));
    return WC_OK;
}

static enum wc_status open_profiler(struct error *err, const struct wc_run_options *options,
                                    struct run_observers *observers)
{
    enum wc_status status = WC_OK;
    if (options->profile_file)
        status = output_open_packed(err, options->profile_file, &observers->profile);
    if (status != WC_OK || (!options->profile && !options->profile_file && !options->report))
        return status;
    observers->profiler = profiler_new();
    if (!observers->profiler)
        return fail_memory(err);
    listen(observers, profiler_observer(observers->profiler));
    return WC_OK;
}

static enum wc_status open_timeline(struct run *run, bool wanted, struct run_observers *observers)
{
    if (!wanted)
        return WC_OK;
    observers->timeline = timeline_new(&run->result->topology);
    if (!observers->timeline)
        return fail_memory(run->err);
    listen(observers, timeline_observer(observers->timeline));
    return WC_OK;
}

static enum wc_status open_dump(struct run *run, const struct wc_run_options *options,
                                struct run_observers *observers)
{
    if (!options->dump)
        return WC_OK;
    if (!run->machine->ops->state)
        return fail(run->err, WC_BAD_INPUT, "the model '%s' cannot dump its state",
                    run->machine->ops->model);
    return state_dump_open(run->err, options->dump, options->dump_at, options->dump_at_count,
                           &observers->dump);
}

static enum wc_status open_clocked(struct run *run, const struct wc_run_options *options,
                                   struct run_observers *observers)
{
    enum wc_status status = open_dump(run, options, observers);
    if (status == WC_OK)
        status = open_trace(run, options, observers);
    if (status == WC_OK)
        status = open_invariants(run->err, options->check, observers);
    if (status == WC_OK)
        status = open_profiler(run->err, options, observers);
    if (status == WC_OK)
        status = open_timeline(run, options->report, observers);
    if (status == WC_OK && run->loop_watch)
        listen(observers, loop_watch_observer(run->loop_watch));
    if (status == WC_OK && run->handle->observer)
        listen(observers, run->handle->observer);
    return status;
}

static enum wc_status close_profile(struct error *err, struct output *output, bool keep)
{
    if (keep && output->file)
        return output_commit(err, output);
    output_abandon(output);
    return WC_OK;
}

/* Closes all files; the first error is reported. */
static enum wc_status close_files(struct error *err, struct run_observers *observers, bool keep)
{
    enum wc_status status = close_trace(err, observers, keep);
    enum wc_status steps = steps_close(err, observers->steps, keep);
    enum wc_status dump = state_dump_close(err, observers->dump, keep);
    enum wc_status profile = close_profile(err, &observers->profile, keep);
    const enum wc_status all[] = {status, steps, dump, profile};
    unsigned i = 0;
    while (i + 1 < sizeof all / sizeof *all && all[i] == WC_OK)
        i++;
    return all[i];
}

enum wc_status run_observers_open(struct run *run, const struct wc_run_options *options,
                                  struct run_observers *observers)
{
    enum wc_status status = WC_OK;
    *observers = (struct run_observers){0};
    if (options->functional)
        status = refuse_functional(run->err, options);
    if (status == WC_OK && options->steps)
        status = steps_open(run->err, options->steps, &observers->steps);
    if (status == WC_OK && !options->functional)
        status = open_clocked(run, options, observers);
    if (status != WC_OK) {
        close_files(run->err, observers, false);
        profiler_free(observers->profiler);
        timeline_free(observers->timeline);
    }
    return status;
}

const struct observers *run_observers_list(const struct run_observers *observers)
{
    return observers->observers.count ? &observers->observers : NULL;
}

/* A violation is our bug, and may have caused whatever ended the run. */
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

static void keep_profile(struct run *run, const struct wc_run_options *options,
                         struct run_observers *observers)
{
    struct text text = {0};
    const struct run_profile *profile =
        profiler_result(observers->profiler, &run->result->arena);
    run->result->profile_asked = options->profile;
    if (options->profile || options->report)
        run->result->profile = profile;
    if (!profile || !observers->profile.file)
        return;
    profile_write_file(profile, run->launch_name, options->profile_file, &text);
    if (text.length)
        fwrite(text.bytes, 1, text.length, observers->profile.file);
    text_free(&text);
}

void run_observers_keep(struct run *run, const struct wc_run_options *options,
                        struct run_observers *observers)
{
    if (observers->profiler)
        keep_profile(run, options, observers);
    if (observers->timeline && run->result->launch_count)
        run->result->page.timeline =
            page_keep(&run->result->arena, timeline_json(observers->timeline));
}

/* A run that has failed keeps its status, and says first why. */
static enum wc_status report_unwritten(struct error *err, enum wc_status status,
                                       struct error *unwritten)
{
    if (status != WC_OK) {
        error_add(err, "%s: %s", unwritten->place ? unwritten->place : "outputs",
                  unwritten->message);
        error_clear(unwritten);
        return status;
    }
    *err = *unwritten;
    return err->status;
}

enum wc_status run_observers_close(struct error *err, struct run_observers *observers,
                                   enum wc_status status, bool keep)
{
    if (observers->invariants)
        status = close_invariants(err, observers, status);
    profiler_free(observers->profiler);
    timeline_free(observers->timeline);
    struct error unwritten = {.allowance = err->allowance};
    enum wc_status written = close_files(&unwritten, observers, keep);
    return written == WC_OK ? status : report_unwritten(err, status, &unwritten);
}
