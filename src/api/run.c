/* SPDX-License-Identifier: Apache-2.0 */
/* run.c - a job from its files to its result. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "api/arguments.h"
#include "api/files.h"
#include "api/options.h"
#include "api/run_bound.h"
#include "api/run_build.h"
#include "api/run_checkpoint.h"
#include "api/run_costs.h"
#include "api/run_exact.h"
#include "api/run_data.h"
#include "api/run_doubts.h"
#include "api/run_observers.h"
#include "api/run_sas.h"
#include "api/run_verdict.h"
#include "api/what_if.h"
#include "machine/machine.h"
#include "report/page.h"
#include "report/reference.h"
#include "report/result.h"

const char *wc_job_machine_name(wc_job *handle)
{
    struct image *image;
    struct error *err = job_begin(handle);
    if (!err)
        return NULL;
    if (handle->machine || handle->job.machine)
        return handle->machine ? handle->machine : handle->job.machine;
    if (image_open(err, handle->job.launches[0].kernel, &image) != WC_OK)
        return NULL;
    const char *name = machine_default(image);
    image_free(image);
    return name;
}

static void release(struct run *run)
{
    run_checkpoint_close(run->checkpoint);
    run_abandon_saves(run);
    files_free(&run->files);
    run_costs_free(run);
    for (size_t i = 0; i < run->binary_count; i++) {
        program_free(run->binaries[i].program);
        image_free(run->binaries[i].image);
    }
    if (run->machine)
        run->machine->ops->destroy(run->machine);
    memory_free(&run->memory);
    run_exact_free(run);
    parameters_free(&run->parameters);
}

/* ---- launching ---- */

static enum wc_status resolve_kernel(struct run *run, const struct job_launch *from,
                                     struct launch *launch)
{
    if (!from->has_grid && !from->has_block && !from->has_ndrange) {
        launch->name = from->entry ? from->entry : "program";
        return WC_OK;
    }
    enum wc_status status = image_kernel(run->err, launch->image, from->entry, &launch->kernel);
    if (status != WC_OK)
        return status;
    launch->name = launch->kernel->name;
    memcpy(launch->grid, from->grid, sizeof launch->grid);
    memcpy(launch->block, from->block, sizeof launch->block);
    if (from->has_ndrange)
        run_resolve_ndrange(from, launch);
    else
        for (unsigned i = 0; i < 2; i++)
            launch->ndrange[i] = from->grid[i] * from->block[i];
    return WC_OK;
}

/* The job's line of an argument that does not fit, or of the first if their number is wrong. */
static void locate_argument(struct run *run, const struct job_launch *from, size_t argument)
{
    if (from->arg_count) {
        const struct job_place *place =
            &from->args[argument < from->arg_count ? argument : 0].place;
        error_locate(run->err, run->handle->job.path, place->line, place->column);
    }
}

static enum wc_status resolve(struct run *run, size_t i, struct launch *launch)
{
    const struct job_launch *from = &run->handle->job.launches[i];
    const struct binary *binary = &run->binaries[run->launch_binary[i]];
    struct argument *args =
        arena_array(&run->result->arena, from->arg_count, sizeof *args);
    for (size_t k = 0; k < from->arg_count; k++) {
        enum wc_status status = run_resolve_argument(run, &from->args[k], &args[k]);
        if (status != WC_OK)
            return status;
    }
    *launch = (struct launch){.image = binary->image, .program = binary->program,
                              .shared = from->shared, .stack = (uint32_t)from->stack,
                              .cooperative = from->cooperative, .textures = run->textures,
                              .texture_count = run->texture_count, .args = args,
                              .arg_count = from->arg_count};
    enum wc_status status = resolve_kernel(run, from, launch);
    size_t argument = 0;
    if (status == WC_OK && (status = machine_check_arguments(run->err, launch, &argument)) != WC_OK)
        locate_argument(run, from, argument);
    if (status == WC_OK)
        status = machine_admit(run->err, run->machine, launch);
    if (status != WC_OK)
        error_locate(run->err, run->handle->job.path, from->place.line, from->place.column);
    if (status == WC_OK)
        status = machine_preflight(run->err, launch);
    return status;
}

/* All launches are checked before the first one runs: nobody should wait an hour for a typing error
 * in the last one. */
static enum wc_status resolve_all(struct run *run)
{
    size_t count = run->handle->job.launch_count;
    enum wc_status status = run_resolve_textures(run);
    run->launches = arena_array(&run->result->arena, count, sizeof *run->launches);
    for (size_t i = 0; status == WC_OK && i < count; i++)
        status = resolve(run, i, &run->launches[i]);
    return status;
}

void run_add_outcome(struct run *run, size_t launch, const struct outcome *outcome, bool ended)
{
    struct wc_result *result = run->result;
    struct result_launch *to = &result->launches[result->launch_count++];
    to->kernel = arena_strdup(&result->arena, run->launches[launch].name);
    to->ended = ended;
    to->statistics = outcome->statistics;
    statistics_add(&result->statistics, &outcome->statistics);
    if (outcome->has_verdict && !result->verdict) { /* the first error is kept */
        result->verdict = outcome->verdict;
        result->illegal_at = outcome->illegal_at;
    }
    if (outcome->has_exit_code)
        result->exit_code = outcome->exit_code;
    result->has_verdict |= outcome->has_verdict;
    result->has_exit_code |= outcome->has_exit_code;
}

double run_seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void run_tell_progress(void *user, const struct launch_progress *progress)
{
    struct run *run = user;
    double now = run_seconds_now();
    if (now - run->told_at < 0.1)
        return;
    run->told_at = now;
    const struct wc_result *result = run->result;
    context_tell_progress(
        run->handle->context,
        &(struct wc_progress){
            .activity = run->launch_name,
            .done = result->launch_count,
            .total = result->launches_planned,
            .instructions = result->statistics.count[STAT_WARP_INSTRUCTIONS] +
                            progress->instructions,
            .cycles = result->statistics.count[STAT_CYCLES] + progress->cycles,
            .share = progress->share});
}

void run_tell_steps(void *user, uint64_t steps)
{
    run_tell_progress(user, &(struct launch_progress){.instructions = steps});
}

static void tell_console(void *user, const char *bytes, size_t length)
{
    struct run *run = user;
    context_tell_console(run->handle->context, bytes, length);
}

static enum wc_status simulate_launch(struct run *run, size_t i,
                                      const struct run_control *control)
{
    struct outcome outcome = {0};
    run->launch_began = run_seconds_now();
    const struct machine_ops *ops = run->machine->ops;
    enum wc_status status = (run->result->functional ? ops->run_functional : ops->run_timed)(
        run->err, run->machine, &run->memory, &run->launches[i], control, &outcome);
    run->result->host_seconds += run_seconds_now() - run->launch_began;
    if (control->dump)
        state_dump_launch_ended(control->dump, outcome.statistics.count[STAT_CYCLES]);
    if (status != WC_BAD_INPUT) /* refused before its first instruction: nothing to report */
        run_add_outcome(run, i, &outcome, status == WC_OK);
    return status;
}

static enum wc_status bound_launch(struct run *run, size_t i, const struct wc_run_options *options,
                                   const struct run_control *control)
{
    const char *kernel = run->launch_name;
    run->launch_name = arena_format(&run->result->arena, "bound of %s", kernel);
    if (run->handle->context->progress)
        run_tell_steps(run, 0);
    double start = run_seconds_now();
    enum wc_status status = run_bound_launch(run, i, options, control);
    run->result->bound_seconds += run_seconds_now() - start;
    run->launch_name = kernel;
    return status;
}

static enum wc_status run_launch(struct run *run, size_t i, const struct wc_run_options *options,
                                 const struct run_control *control)
{
    enum wc_status status = run_place_image(run, i);
    run->launch_name = run->launches[i].name;
    if (i < run->result->launch_count) /* a checkpoint has its result */
        return status;
    if (status == WC_OK && run->checkpoint && i && i >= run->result->continued_launch)
        status = run_build_again(run);
    if (status == WC_OK)
        status = run_check_assumed(run, i);
    if (status == WC_OK && run->result->bound_asked)
        status = bound_launch(run, i, options, control);
    if (status == WC_OK && !run->result->no_run) {
        struct run_control limited = *control;
        limited.waits = run_costs_of(run, i);
        if (!limited.max_cycles)
            limited.max_cycles = run_verdict_limit(run, i);
        struct observers observers = control->observers ? *control->observers
                                                        : (struct observers){0};
        if (run_verdict_observe(run, i, &observers))
            limited.observers = &observers;
        status = simulate_launch(run, i, &limited);
        run_verdict_expect(run, i);
        return status == WC_OK && run->result->bound_asked ? run_verdict_assumed(run, i)
                                                           : status;
    }
    if (status == WC_OK)
        run_add_outcome(run, i,
                        &(struct outcome){.statistics.table = run->machine->ops->statistics},
                        false);
    return status;
}

static enum wc_status run_launches(struct run *run, const struct wc_run_options *options,
                                   const struct run_observers *observers)
{
    wc_context *context = run->handle->context;
    run->result->tolerated.arena = &run->result->arena;
    struct run_control control = {.max_cycles = options->max_cycles,
                                  .interrupt = &context->interrupted,
                                  .progress = context->progress ? run_tell_progress : NULL,
                                  .console = context->console ? tell_console : NULL,
                                  .user = run,
                                  .observers = observers ? run_observers_list(observers) : NULL,
                                  .steps = observers ? observers->steps : NULL,
                                  .dump = observers ? observers->dump : NULL,
                                  .checkpoint = run_checkpoint_control(run->checkpoint),
                                  .tolerated = run->handle->job.tolerant ? &run->result->tolerated
                                                                         : NULL,
                                  .step_every_cycle = options->every_cycle};
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < run->handle->job.launch_count; i++) {
        status = run_launch(run, i, options, &control);
        uint64_t done = run->result->statistics.count[run->result->functional
                                                          ? STAT_WARP_INSTRUCTIONS : STAT_CYCLES];
        if (control.max_cycles && status == WC_OK && i + 1 < run->handle->job.launch_count) {
            if (done >= options->max_cycles)
                return fail(run->err, WC_DEADLOCK, "cycle limit of %llu reached",
                            (unsigned long long)options->max_cycles);
            control.max_cycles = options->max_cycles - done;
        }
    }
    return status;
}

static bool lacks_memory(const struct run *run)
{
    return memory_is_short() || run->err->lacks_memory;
}

/* Outputs are collected before the timeline is closed: a timeline that cannot be written does not
 * lose them. */
static enum wc_status run_observed(struct run *run, const struct wc_run_options *options)
{
    struct run_observers observers;
    if (run->result->no_run)
        return run_launches(run, options, NULL);
    enum wc_status status = run_costs_open(run);
    if (status == WC_OK && options->checkpoint)
        status = run_checkpoint_open(run, options);
    if (status == WC_OK)
        status = run_observers_open(run, options, &observers);
    if (status != WC_OK)
        return status;
    status = run_launches(run, options, &observers);
    run_observers_keep(run, options, &observers);
    run_costs_keep(run);
    if (status == WC_OK)
        status = run_collect(run);
    if (status == WC_OK || status == WC_MISMATCH)
        run_checkpoint_done(run->checkpoint);
    if (status == WC_OK)
        status = memory_check(run->err);
    bool complete = status != WC_INTERNAL || !lacks_memory(run); /* lines may be missing */
    return run_observers_close(run->err, &observers, status,
                               run->result->launch_count > 0 && complete);
}

/* ---- the whole ---- */

static void name_kernels(struct wc_result *result)
{
    struct text names = {0};
    enum { NAMED_MOST = 16 };
    const char *named[NAMED_MOST];
    size_t count = 0;
    for (size_t i = 0; i < result->launch_count && count < NAMED_MOST; i++) {
        bool seen = false;
        for (size_t k = 0; k < count; k++)
            seen |= strcmp(named[k], result->launches[i].kernel) == 0;
        if (!seen)
            named[count++] = result->launches[i].kernel;
    }
    for (size_t k = 0; k < count; k++)
        text_add(&names, "%s%s", k ? "," : "", named[k]);
    result->kernel = arena_strdup(&result->arena, text_string(&names));
    text_free(&names);
}

/* Refuses outputs that would replace an input or another output, before anything is opened. The
 * machine's files follow when they are known. */
static enum wc_status add_files(struct run *run, const struct wc_run_options *options)
{
    const struct {
        const char *path, *what;
    } outputs[] = {{options->trace, "the timeline"},
                   {options->steps, "the step log"},
                   {options->dump, "the state dump"},
                   {options->profile_file, "the profile"},
                   {options->checkpoint, "the checkpoint"}};
    enum wc_status status = WC_OK;
    run->files.outer = &run->handle->context->files;
    if (!run->handle->files_known)
        status = job_add_files(run->err, run->handle, &run->files);
    for (size_t i = 0; status == WC_OK && i < sizeof outputs / sizeof *outputs; i++) {
        if (outputs[i].path)
            status = files_add_output(run->err, &run->files, outputs[i].path, outputs[i].what);
    }
    return status;
}

/* Where gp is the exit code, a program that never sets one leaves an address or 0 there. */
static bool is_failure(uint32_t exit_code)
{
    enum { EXIT_CODE_MAX = 255 };
    return exit_code && exit_code <= EXIT_CODE_MAX;
}

static enum wc_status run_all(struct run *run, const struct wc_run_options *options)
{
    struct wc_result *result = run->result;
    struct job *job = &run->handle->job;
    result->launches = arena_array(&result->arena, job->launch_count, sizeof *result->launches);
    result->launches_planned = job->launch_count;
    enum wc_status status = job_check(run->err, job); /* one built by calls was not checked yet */
    if (status != WC_OK || (status = add_files(run, options)) != WC_OK ||
        (status = run_build_images(run)) != WC_OK ||
        (status = run_build_machine(run, options)) != WC_OK ||
        (result->bound_asked && (status = run_bound_admit(run, options)) != WC_OK) ||
        (status = run_build_programs(run)) != WC_OK || (status = run_place_buffers(run)) != WC_OK ||
        (status = run_lend_memory(run)) != WC_OK || (status = run_place_heap(run)) != WC_OK ||
        (status = resolve_all(run)) != WC_OK || (status = memory_check(run->err)) != WC_OK ||
        (result->bound_asked && (status = run_bound_prepare(run, options)) != WC_OK))
        return status;
    if (!result->bound_asked && (status = run_bound_watch_facts(run, options)) != WC_OK)
        return status;
    status = run_observed(run, options);
    if (result->bound_asked)
        status = run_verdict_finish(run, options, status);
    else if (status == WC_OK)
        status = run_verdict_facts(run);
    run_note_doubts(run);
    if (status == WC_OK && !result->bound_asked)
        status = run_verdict_deadline(run);
    if (status == WC_OK && result->has_verdict && result->verdict) {
        status = fail(run->err, WC_MISMATCH,
                      "the program reports failure of test %u through tohost",
                      result->verdict);
        if (result->illegal_at)
            hint(run->err, "its last trap was the instruction at 0x%llx, which this machine does "
                 "not have", (unsigned long long)result->illegal_at);
    }
    if (status == WC_OK && result->has_exit_code && !result->has_verdict &&
        is_failure(result->exit_code))
        status = fail(run->err, WC_MISMATCH, "the program ended with exit code %u",
                      result->exit_code);
    return status;
}

/* What a page shows and the result does not have: programs and parameters are still there. */
static void keep_page(struct run *run)
{
    struct wc_result *result = run->result;
    const struct program **programs =
        arena_array(&result->arena, run->binary_count, sizeof *programs);
    size_t count = 0;
    while (count < run->binary_count && run->binaries[count].program) {
        programs[count] = run->binaries[count].program;
        count++;
    }
    result->page.code = page_keep(&result->arena, page_code_json(result, programs, count));
    result->page.machine =
        page_keep(&result->arena, reference_machine_json(&run->parameters));
}

static void copy_error(struct wc_result *result, const struct error *err)
{
    result->error.message = arena_strdup(&result->arena, err->message);
    if (err->place)
        result->error.place = arena_strdup(&result->arena, err->place);
    if (err->hint)
        result->error.hint = arena_strdup(&result->arena, err->hint);
}

enum wc_status job_run(wc_job *handle, const struct wc_run_options *options, wc_result **out)
{
    struct error *err = &handle->context->error;
    struct wc_result *result = calloc(1, sizeof *result);
    if (!result)
        return fail_memory(err);
    struct run run = {.handle = handle, .err = err, .result = result};
    result->functional = options->functional;
    result->no_run = options->no_run;
    result->bound_asked = options->bound || options->no_run;
    result->verbose = options->verbose;
    result->job = handle->job.path ? arena_strdup(&result->arena, handle->job.path) : NULL;
    const uint64_t max_memory = handle->context->allowance.max_memory;
    if (options->max_memory)
        handle->context->allowance.max_memory = options->max_memory;
    enum wc_status status = run_all(&run, options);
    if (options->report && result->launch_count)
        keep_page(&run);
    handle->context->allowance.max_memory = max_memory;
    if (memory_lacks_anything()) /* source lines, for example: no message would be complete */
        status = error_out_of_memory(err);
    result->status = status;
    /* Served: it was asked for before or during this run. */
    atomic_store(&handle->context->interrupted, false);
    name_kernels(result);
    if (status != WC_OK)
        copy_error(result, err);
    release(&run);
    if (result->launch_count)
        *out = result;
    else
        wc_result_free(result);
    return status;
}

/* The page of a run says what would help. */
static enum wc_status add_what_ifs(wc_job *handle, const struct wc_run_options *options,
                                   enum wc_status status, wc_result *result)
{
    if (!options->report || (status != WC_OK && status != WC_MISMATCH) || !result)
        return status;
    if (what_ifs_try(handle, options, result) == WC_OK)
        return status;
    result->status = WC_INTERRUPTED;
    copy_error(result, &handle->context->error);
    return WC_INTERRUPTED;
}

static enum wc_status check_options(struct error *err, const struct wc_run_options *options)
{
    if ((unsigned)options->bound_method > (unsigned)WC_BOUND_ANALYSIS)
        return fail(err, WC_BAD_INPUT, "unknown bound_method %d", (int)options->bound_method);
    if (options->checkpoint_seconds && !options->checkpoint)
        return fail(err, WC_BAD_INPUT, "seconds between checkpoints without a checkpoint; "
                    "--checkpoint-every needs --checkpoint");
    if (options->functional && (options->deadline || options->deadline_ns > 0))
        return fail(err, WC_BAD_INPUT, "a run without a clock meets no deadline");
    return argument_readable(err, options->dump_at, options->dump_at_count,
                             sizeof *options->dump_at, "dump_at")
               ? WC_OK
               : WC_BAD_INPUT;
}

enum wc_status wc_run(wc_job *handle, const struct wc_run_options *from, wc_result **out)
{
    struct wc_run_options options;
    struct error *err = job_begin(handle);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    enum wc_status status = options_read(err, "wc_run_options", from, &options, sizeof options);
    if (status == WC_OK)
        status = check_options(err, &options);
    if (status != WC_OK)
        return status;
    handle->running = true;
    status = job_run(handle, &options, out);
    status = add_what_ifs(handle, &options, status, *out);
    handle->running = false;
    if (handle->released) /* in a callback */
        wc_job_free(handle);
    return status;
}
