/* SPDX-License-Identifier: Apache-2.0 */
/* run_bound.c - derives the worst-case bound of a job's launches.
 *
 * The analysis belongs to the machine. Here it gets the loop bounds of job and source, and what
 * earlier launches may have stored in memory that it takes as constant. */
#include "api/run_bound.h"

#include <inttypes.h>
#include <string.h>

#include "api/run_exact.h"
#include "api/run_periodic.h"
#include "bound/engine/loop_bounds.h"
#include "bound/engine/loop_watch.h"
#include "bound/models.h"

/* ---- before the first launch ---- */

static enum wc_status refuse_options(struct error *err, const struct wc_run_options *options)
{
    if (!options->no_run)
        return WC_OK;
    if (options->trace || options->check || options->every_cycle || options->functional ||
        options->steps || options->dump)
        return fail(err, WC_BAD_INPUT, "a bound without a run has %s",
                    options->trace        ? "no timeline"
                    : options->functional ? "no functional results"
                    : options->steps      ? "no steps"
                                          : "no cycles to observe");
    return WC_OK;
}

static bound_fn *analysis_of(const struct run *run)
{
    return bound_find(run->machine->ops->model, run->binaries[0].image->isa);
}

bool run_bound_has_analysis(const struct run *run)
{
    return analysis_of(run) != NULL;
}

static void hint_models(struct run *run)
{
    struct text models = {0};
    bound_write_models(&models);
    hint(run->err, "machines of these models have one: %s; '--method exact' bounds any code whose "
                   "time does not depend on data", text_string(&models));
    text_free(&models);
}

static enum wc_status require_analysis(struct run *run)
{
    if (run_bound_has_analysis(run))
        return WC_OK;
    fail(run->err, WC_BAD_INPUT,
         "no worst-case analysis for machine %s and %s code in this version",
         run->parameters.name, run->binaries[0].image->isa);
    hint_models(run);
    return WC_BAD_INPUT;
}

static enum wc_status resolve_loops(struct run *run)
{
    const struct job *job = &run->handle->job;
    enum wc_status status = WC_OK;
    run->loops = arena_array(&run->result->arena, job->launch_count, sizeof *run->loops);
    for (size_t i = 0; status == WC_OK && i < job->launch_count; i++)
        status = loop_bounds_resolve(run->err, &run->result->arena, run->launches[i].program, job,
                                     &job->launches[i], !run_bound_has_analysis(run),
                                     &run->loops[i]);
    return status;
}

/* A given loop bound is always checked against the data. */
static void watch_loops(struct run *run, const struct wc_run_options *options)
{
    if (run->loops && !options->no_run && !options->functional)
        run->loop_watch = loop_watch_new(&run->result->arena, run->launches, run->loops,
                                         run->handle->job.launch_count);
}

enum wc_status run_bound_tolerate(struct run *run, const struct wc_run_options *options,
                                  enum wc_status status)
{
    if (status == WC_OK || !options->bound_may_fail || options->no_run ||
        status == WC_INTERRUPTED || status == WC_INTERNAL)
        return status;
    run->result->bound_problem =
        run->err->hint ? arena_format(&run->result->arena, "%s\n  hint: %s", run->err->message,
                                      run->err->hint)
                       : arena_strdup(&run->result->arena, run->err->message);
    error_clear(run->err);
    return WC_OK;
}

static void note_facts(struct run *run)
{
    const struct job *job = &run->handle->job;
    struct wc_result *result = run->result;
    result->fixed = arena_array(&result->arena, job->buffer_count, sizeof *result->fixed);
    result->assumed = arena_array(&result->arena, job->buffer_count, sizeof *result->assumed);
    for (size_t i = 0; i < job->buffer_count; i++) {
        const char *name = arena_strdup(&result->arena, job->buffers[i].name);
        if (job->buffers[i].fixed)
            result->fixed[result->fixed_count++] = name;
        if (job->buffers[i].assumed)
            result->assumed[result->assumed_count++] = name;
    }
}

enum wc_status run_bound_admit(struct run *run, const struct wc_run_options *options)
{
    enum wc_status status = refuse_options(run->err, options);
    note_facts(run);
    run->result->explain_asked = options->explain;
    if (status != WC_OK)
        return status;
    if (options->bound_method == WC_BOUND_ANALYSIS)
        status = require_analysis(run);
    return run_bound_tolerate(run, options, status);
}

enum wc_status run_bound_prepare(struct run *run, const struct wc_run_options *options)
{
    if (run->result->bound_problem)
        return WC_OK;
    enum wc_status status = resolve_loops(run);
    if (status == WC_OK)
        status = run_periodic_prepare(run);
    if (status == WC_OK)
        watch_loops(run, options);
    return run_bound_tolerate(run, options, status);
}

static bool gives_loops(const struct job *job)
{
    bool found = false;
    for (size_t i = 0; i < job->launch_count; i++)
        found |= job->launches[i].loop_count != 0;
    return found;
}

enum wc_status run_bound_watch_facts(struct run *run, const struct wc_run_options *options)
{
    enum wc_status status = gives_loops(&run->handle->job) ? resolve_loops(run) : WC_OK;
    if (status == WC_OK)
        watch_loops(run, options);
    return status;
}

/* ---- a launch ---- */

/* Sums beyond 64 bits come from huge bounds: a hint names the largest one. */
static void suspect_loop(struct run *run, size_t launch)
{
    enum { ENORMOUS = 1 << 24 };
    const struct walk_bounds *bounds = &run->loops[launch];
    const struct program *program = run->launches[launch].program;
    const struct walk_bound *largest = NULL;
    for (size_t i = 0; i < bounds->count; i++) {
        if (!largest || bounds->list[i].iterations > largest->iterations)
            largest = &bounds->list[i];
    }
    if (!largest || largest->iterations < ENORMOUS)
        return;
    struct source_line line = loop_bounds_line(program, largest->header);
    if (line.file)
        hint(run->err, "the largest loop bound is %" PRIu64 ", at %s:%" PRIu32,
             largest->iterations, line.file, line.line);
    else
        hint(run->err, "the largest loop bound is %" PRIu64 ", at 0x%08" PRIx64,
             largest->iterations, program->insns[largest->header].pc);
}

const struct allocation *run_bound_buffer(const struct run *run,
                                          const struct walk_changed *changed)
{
    const struct allocation *a = memory_find(&run->memory, changed->base, 1);
    return a && a->kind == ALLOCATION_BUFFER ? a : NULL;
}

/* A new image has its first contents; buffers stay. */
static void drop_image(struct run *run)
{
    struct walk_changes *changes = &run->changes;
    uint32_t kept = 0;
    changes->arena = &run->result->arena;
    for (uint32_t i = 0; i < changes->count; i++) {
        if (run_bound_buffer(run, &changes->list[i]))
            changes->list[kept++] = changes->list[i];
    }
    changes->count = kept;
}

/* What earlier launches have stored in variables of the image and in fixed buffers is not known. */
static void follow_image(struct run *run, size_t launch)
{
    if (run->changed_image != run->placed)
        drop_image(run);
    run->changed_image = run->placed;
    if (run->loops)
        run->loops[launch].changes = &run->changes;
}

static void keep_image(struct run *run)
{
    for (uint32_t i = 0; i < run->changes.count; i++) {
        struct walk_changed *segment = &run->changes.list[i];
        if (!segment->before)
            segment->before = arena_alloc(&run->result->arena, segment->bytes);
        memcpy(segment->before, memory_bytes(&run->memory, segment->base, segment->bytes),
               segment->bytes);
    }
}

struct watch run_bound_watch_over(struct run *run, const struct wc_run_options *options)
{
    struct watch watch = {.interrupt = &run->handle->context->interrupted,
                          .seconds = (double)options->max_seconds,
                          .progress = run->handle->context->progress ? run_tell_steps : NULL,
                          .user = run};
    if (options->max_seconds)
        watch.ends = watch_now() + watch.seconds - run->result->bound_seconds;
    return watch;
}

static bool is_of(const struct program *program, const struct insn *insn)
{
    return insn >= program->insns && insn < program->insns + program->count;
}

/* "\n  (fixed buffer len may be stored to, at 0x80000410, st.cl:3: what is stored is unknown)" */
static void tell_stores(const struct run *run, const struct program *program, struct text *out)
{
    for (uint32_t i = 0; i < run->changes.count; i++) {
        const struct walk_changed *changed = &run->changes.list[i];
        const struct allocation *buffer = run_bound_buffer(run, changed);
        struct source_line line;
        if (!buffer || !buffer->fixed || !changed->by)
            continue;
        text_add(out, "\n  (fixed %s may be stored to", buffer->name);
        if (is_of(program, changed->by))
            text_add(out, ", at 0x%08" PRIx64, changed->by->pc);
        if (is_of(program, changed->by) &&
            image_source_line(program->image, changed->by->pc, &line))
            text_add(out, ", %s:%" PRIu32, line.file, line.line);
        text_add(out, ": what is stored is unknown)");
    }
}

static enum wc_status miss_loops(struct run *run, size_t launch)
{
    const struct job *job = &run->handle->job;
    const struct bound *bound = &run->result->launches[launch].bound;
    struct text stores = {0};
    tell_stores(run, run->launches[launch].program, &stores);
    loop_bounds_missing(run->err, run->launches[launch].program, job, &job->launches[launch],
                        bound->missing, bound->missing_count, text_string(&stores));
    text_free(&stores);
    return WC_BAD_INPUT;
}

static enum wc_status analyse(struct run *run, size_t launch, const struct wc_run_options *options,
                              struct watch *watch)
{
    struct result_launch *to = &run->result->launches[launch];
    bound_fn *bound = analysis_of(run);
    run->loops[launch].watched = !run->result->no_run && !run->result->functional;
    const struct bound_request request = {.watch = watch,
                                          .explain = options->explain || options->report,
                                          .tolerant = run->handle->job.tolerant};
    enum wc_status status =
        bound(run->err, run->machine, &run->memory, &run->launches[launch], &run->loops[launch],
              &request, &run->result->arena, &to->bound);
    if (status == WC_BAD_INPUT && to->bound.missing_count)
        return miss_loops(run, launch);
    if (status == WC_BAD_INPUT)
        suspect_loop(run, launch);
    to->has_bound = status == WC_OK;
    return status;
}

/* A launch without a bound does not keep the others from theirs: run_verdict_finish reports it. */
static enum wc_status derive(struct run *run, size_t launch, const struct wc_run_options *options,
                             const struct run_control *control)
{
    struct result_launch *to = &run->result->launches[launch];
    struct watch watch = run_bound_watch_over(run, options);
    const bool analyses = options->bound_method != WC_BOUND_EXACT && run_bound_has_analysis(run);
    if (options->bound_method != WC_BOUND_ANALYSIS) {
        enum wc_status status = run_exact_launch(run, launch, control, &watch);
        to->has_bound = to->exact;
        if (analyses && !options->bound_may_fail &&
            (status == WC_DEADLOCK || status == WC_INTERRUPTED))
            hint(run->err, "the analysis had not started; '--method analysis' begins with it");
        if (status != WC_OK || to->exact)
            return status;
    }
    return analyses ? analyse(run, launch, options, &watch) : WC_OK;
}

enum wc_status run_bound_launch(struct run *run, size_t launch,
                                const struct wc_run_options *options,
                                const struct run_control *control)
{
    struct result_launch *to = &run->result->launches[launch];
    if (run->result->bound_problem)
        return WC_OK;
    if (atomic_load(&run->handle->context->interrupted))
        return fail(run->err, WC_INTERRUPTED, "interrupted before the bound of launch %zu of %zu",
                    launch + 1, run->handle->job.launch_count);
    follow_image(run, launch);
    enum wc_status status = derive(run, launch, options, control);
    if (status == WC_OK && to->has_bound) {
        status = memory_check(run->err); /* before a look at what it may lack */
        status = status == WC_OK ? bound_check(run->err, &to->bound) : status;
        to->has_bound = status == WC_OK;
    }
    if (to->has_bound)
        bound_add(&run->result->arena, &run->result->bound, &to->bound);
    if (to->has_bound && !to->exact && !options->no_run)
        keep_image(run);
    return run_bound_tolerate(run, options, status);
}
