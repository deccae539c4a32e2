/* SPDX-License-Identifier: Apache-2.0 */
/* run_build.c - what a run needs before its first launch: binaries, machine, decoded programs. */
#include "api/run_build.h"

#include <string.h>

#include "api/clock.h"
#include "api/files.h"
#include "api/split.h"
#include "machine/machine.h"

/* The split points of a launch: the caller's, or the job's own. */
static const char *table_of(const struct run *run, size_t launch)
{
    return run->handle->split ? run->handle->split : run->handle->job.launches[launch].split;
}

static bool is_binary(const struct binary *binary, const char *path, const char *split)
{
    return strcmp(binary->path, path) == 0 && !binary->split == !split &&
           (!split || strcmp(binary->split, split) == 0);
}

static enum wc_status open_image(const struct run *run, const char *path, struct image **image)
{
    for (size_t i = 0; i < run->handle->replaced_count; i++) {
        const struct replaced_file *file = &run->handle->replaced[i];
        if (strcmp(file->path, path) == 0)
            return image_parse(run->err, path, file->bytes, file->size, image);
    }
    return image_open(run->err, path, image);
}

enum wc_status run_build_images(struct run *run)
{
    struct job *job = &run->handle->job;
    run->binaries = arena_array(&run->result->arena, job->launch_count, sizeof *run->binaries);
    run->launch_binary =
        arena_array(&run->result->arena, job->launch_count, sizeof *run->launch_binary);
    for (size_t i = 0; i < job->launch_count; i++) {
        const char *path = job->launches[i].kernel, *split = table_of(run, i);
        size_t known = 0;
        while (known < run->binary_count && !is_binary(&run->binaries[known], path, split))
            known++;
        if (known == run->binary_count) {
            struct binary *binary = &run->binaries[run->binary_count++];
            binary->path = path;
            binary->split = split;
            enum wc_status status = open_image(run, path, &binary->image);
            if (status == WC_OK && split && (status = split_by_table(run->err, split,
                                                                     &binary->image)) != WC_OK)
                return status;
            if (status != WC_OK) {
                if (job->path)
                    hint(run->err, "'kernel:' in %s:%d:%d names this file", job->path,
                         job->launches[i].kernel_place.line, job->launches[i].kernel_place.column);
                return status;
            }
        }
        run->launch_binary[i] = known;
    }
    return WC_OK;
}

static enum wc_status apply_sets(struct run *run)
{
    const wc_job *handle = run->handle;
    enum wc_status status = WC_OK;
    for (size_t i = 0; status == WC_OK && i < handle->job.set_count; i++)
        status = parameters_set(run->err, &run->parameters, handle->job.sets[i].key,
                                handle->job.sets[i].value, handle->job.sets[i].origin);
    for (size_t i = 0; status == WC_OK && i < handle->set_count; i++)
        status = parameters_set(run->err, &run->parameters, handle->sets[i].key,
                                handle->sets[i].value, handle->sets[i].origin);
    return status;
}

/* Settings that differ from the machine file: without them a result means little. */
static void note_settings(struct run *run)
{
    struct wc_result *result = run->result;
    result->settings =
        arena_array(&result->arena, run->parameters.count, sizeof *result->settings);
    for (size_t i = 0; i < run->parameters.count; i++) {
        const struct parameter *parameter = &run->parameters.list[i];
        if (parameter->origin && strcmp(parameter->value.text, parameter->standard.text))
            result->settings[result->setting_count++] = (struct result_setting){
                arena_strdup(&result->arena, parameter->name),
                arena_strdup(&result->arena, parameter->value.text)};
    }
}

/* A parameter that the model ignores would be set without effect. */
static enum wc_status check_unread(struct run *run)
{
    size_t i = 0;
    const struct parameter *unread = parameters_unread(&run->parameters, &i);
    if (!unread)
        return WC_OK;
    return fail_at(run->err, WC_BAD_INPUT, unread->file, unread->line, unread->column,
                   "the model '%s' has no parameter '%s'", run->parameters.model, unread->name);
}

/* A deadline in nanoseconds allows the cycles that end before it. */
static void set_deadline(struct run *run, const struct wc_run_options *options)
{
    const double cycles = options->deadline_ns * run->result->clock_mhz * 1e-3;
    run->result->deadline = options->deadline;
    if (options->deadline_ns > 0)
        run->result->deadline = cycles < 1 ? 1 : cycles < 0x1p62 ? (uint64_t)cycles : 1ull << 62;
}

/* A periodic kernel starts at any time: its bound must hold for every phase of refreshes. */
static enum wc_status forget_phase(struct run *run)
{
    static const char key[] = "refresh.known";
    if (!job_is_periodic(&run->handle->job) || !parameters_find(&run->parameters, key))
        return WC_OK;
    return parameters_set(run->err, &run->parameters, key, "false", "period");
}

enum wc_status run_build_machine(struct run *run, const struct wc_run_options *options)
{
    const wc_job *handle = run->handle;
    const char *name = handle->machine ? handle->machine
                       : handle->job.machine ? handle->job.machine
                                             : machine_default(run->binaries[0].image);
    const struct machine_ops *ops;
    enum wc_status status = context_load_machine(handle->context, name, &run->parameters);
    enum wc_status added = machine_add_files(run->err, &run->parameters, &run->files);
    if (status == WC_OK)
        status = added;
    if (status != WC_OK && !handle->machine && handle->job.machine)
        error_locate(run->err, handle->job.path, 0, 0);
    if (status != WC_OK || (status = apply_sets(run)) != WC_OK ||
        (status = forget_phase(run)) != WC_OK ||
        (status = machine_find(run->err, &run->parameters, &ops)) != WC_OK ||
        (status = ops->create(run->err, &run->parameters, &run->machine)) != WC_OK ||
        (status = machine_clock_mhz(run->err, &run->parameters,
                                    &run->result->clock_mhz)) != WC_OK ||
        (status = check_unread(run)) != WC_OK)
        return status;
    run->result->machine = arena_strdup(&run->result->arena, run->parameters.name);
    set_deadline(run, options);
    ops->topology(run->machine, &run->result->topology);
    note_settings(run);
    return ops->map(run->err, run->machine, &run->memory);
}

enum wc_status run_build_programs(struct run *run)
{
    const struct machine_ops *ops = run->machine->ops;
    uint64_t bytes = 0;
    for (size_t i = 0; i < run->binary_count; i++) {
        struct binary *binary = &run->binaries[i];
        const struct isa *isa = isa_find(binary->image->isa);
        enum wc_status status =
            machine_check_isa(run->err, binary->path, binary->image, &run->parameters);
        if (status == WC_OK)
            status = isa->decode(run->err, binary->image, ops->features(run->machine, isa),
                                 &binary->program);
        if (status == WC_OK) {
            bytes += binary->image->file_bytes + program_bytes(binary->program);
            status = allow_memory(run->err, "decoding all binaries", bytes);
        }
        if (status != WC_OK)
            return status;
    }
    const struct image *first = run->binaries[0].image;
    run->result->isa = arena_strdup(&run->result->arena, first->chip ? first->chip : first->isa);
    return WC_OK;
}

/* A launch that may be saved begins on a machine that has run no other one (common/checkpoint.h).
 * Its memory is there already. */
enum wc_status run_build_again(struct run *run)
{
    const struct machine_ops *ops = run->machine->ops;
    struct memory mapped = {0};
    ops->destroy(run->machine);
    run->machine = NULL;
    enum wc_status status = ops->create(run->err, &run->parameters, &run->machine);
    if (status == WC_OK)
        status = ops->map(run->err, run->machine, &mapped);
    memory_free(&mapped);
    return status;
}
