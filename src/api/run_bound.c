/* SPDX-License-Identifier: Apache-2.0 */
/* run_bound.c - the worst-case bound of a job's launches: what it needs, and what a run says of it.
 *
 * The analysis is the machine's. Here it gets the loops' bounds that job and source give, and a run
 * that exceeds its bound is told as what it is, a defect of ours. */
#include "api/run_bound.h"

#include <inttypes.h>
#include <string.h>

#include "bound/loop_bounds.h"
#include "flow/loop_name.h"

/* ---- before the first launch ---- */

static enum wc_status refuse_options(struct error *err, const struct wc_run_options *options)
{
    if (!options->no_run)
        return WC_OK;
    if (options->trace || options->check || options->every_cycle || options->functional)
        return fail(err, WC_BAD_INPUT, "a bound without a run has %s",
                    options->trace        ? "no timeline"
                    : options->functional ? "no functional results"
                                          : "no cycles to look at");
    return WC_OK;
}

static enum wc_status require_analysis(struct run *run)
{
    if (run->machine->ops->bound)
        return WC_OK;
    fail(run->err, WC_BAD_INPUT, "no worst-case analysis for machine %s in this version",
         run->parameters.name);
    hint(run->err, "there is one for machine vortex-swas");
    return WC_BAD_INPUT;
}

/* The line that the loop which begins with this instruction is called by, if any. */
static struct source_line loop_line(struct arena *arena, const struct program *program,
                                    const struct function *function, uint32_t header)
{
    const struct cfg cfg = cfg_make(arena, program, function);
    const struct source_line *names = loop_names(arena, &cfg);
    for (uint32_t i = 0; i < cfg.loops.count; i++) {
        if (cfg.blocks[cfg.loops.loop[i].header].first == header)
            return names[i];
    }
    return (struct source_line){0};
}

static struct result_loop describe_loop(struct arena *keep, const struct program *program,
                                        const struct function *function,
                                        const struct walk_bound *bound)
{
    struct arena work = {0};
    struct source_line line = loop_line(&work, program, function, bound->header);
    arena_free(&work);
    return (struct result_loop){.function = arena_strdup(keep, function->name),
                                .file = line.file ? arena_strdup(keep, line.file) : NULL,
                                .line = line.line,
                                .address = program->insns[bound->header].pc,
                                .iterations = bound->iterations};
}

/* A file may hold other kernels: their loops are not this launch's. */
static bool may_run(const struct launch *launch, const struct function *function)
{
    return function && (!launch->kernel || !function->is_kernel ||
                        strcmp(function->name, launch->kernel->name) == 0);
}

static void note_loops(struct run *run, size_t index)
{
    struct arena *arena = &run->result->arena;
    const struct launch *launch = &run->launches[index];
    const struct walk_bounds *bounds = &run->loops[index];
    struct result_loop *loops = arena_array(arena, bounds->count, sizeof *loops);
    struct result_launch *to = &run->result->launches[index];
    for (size_t i = 0; i < bounds->count; i++) {
        const struct function *function =
            program_function(launch->program, launch->program->insns[bounds->list[i].header].pc);
        if (may_run(launch, function))
            loops[to->loop_count++] =
                describe_loop(arena, launch->program, function, &bounds->list[i]);
    }
    to->loops = loops;
}

static enum wc_status resolve_loops(struct run *run)
{
    const struct job *job = &run->handle->job;
    enum wc_status status = WC_OK;
    run->loops = arena_array(&run->result->arena, job->launch_count, sizeof *run->loops);
    for (size_t i = 0; status == WC_OK && i < job->launch_count; i++) {
        status = loop_bounds_resolve(run->err, &run->result->arena, run->launches[i].program, job,
                                     &job->launches[i], &run->loops[i]);
        if (status == WC_OK)
            note_loops(run, i);
    }
    return status;
}

/* Where a bound may be missing, what stands in its way is kept and the run goes on; an interrupt
 * and a defect of ours are no property of the job. */
static enum wc_status tolerate(struct run *run, const struct wc_run_options *options,
                               enum wc_status status)
{
    if (status == WC_OK || !options->bound_may_fail || options->no_run ||
        status == WC_INTERRUPTED || status == WC_INTERNAL)
        return status;
    run->result->bound_problem = arena_strdup(&run->result->arena, run->err->message);
    error_clear(run->err);
    return WC_OK;
}

enum wc_status run_bound_prepare(struct run *run, const struct wc_run_options *options)
{
    enum wc_status status = refuse_options(run->err, options);
    if (status != WC_OK)
        return status;
    status = require_analysis(run);
    if (status == WC_OK)
        status = resolve_loops(run);
    return tolerate(run, options, status);
}

/* ---- a launch ---- */

enum wc_status run_bound_launch(struct run *run, size_t launch,
                                const struct wc_run_options *options)
{
    const struct job *job = &run->handle->job;
    struct result_launch *to = &run->result->launches[launch];
    if (run->result->bound_problem)
        return WC_OK;
    if (run->handle->context->interrupted)
        return fail(run->err, WC_INTERRUPTED, "interrupted before the bound of launch %zu of %zu",
                    launch + 1, job->launch_count);
    enum wc_status status = run->machine->ops->bound(
        run->err, run->machine, &run->memory, &run->launches[launch], &run->loops[launch],
        &run->handle->context->interrupted, &to->bound);
    if (status == WC_BAD_INPUT && to->bound.missing_count)
        status = loop_bounds_missing(run->err, run->launches[launch].program, job,
                                     &job->launches[launch], to->bound.missing,
                                     to->bound.missing_count);
    to->has_bound = status == WC_OK;
    return tolerate(run, options, status);
}

/* ---- behind the last launch ---- */

/* Of every launch by itself: the sum could hide one. */
enum wc_status run_bound_verify(struct run *run)
{
    const struct wc_result *result = run->result;
    for (size_t i = 0; i < result->launch_count; i++) {
        const struct result_launch *launch = &result->launches[i];
        uint64_t cycles = launch->statistics.count[STAT_CYCLES];
        if (!(result_launch_tightness(result, launch) > 0) || cycles <= launch->bound.cycles)
            continue;
        fail(run->err, WC_MISMATCH,
             "launch %zu of %s took %" PRIu64 " cycles, more than its bound of %" PRIu64
             ": a defect of warpclock",
             i + 1, launch->kernel, cycles, launch->bound.cycles);
        hint(run->err, "please report it, with the job and its binary");
        return WC_MISMATCH;
    }
    return WC_OK;
}
