/* SPDX-License-Identifier: Apache-2.0 */
/* job.c - jobs from files, and jobs built call by call. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "api/arguments.h"
#include "api/files.h"
#include "load/yaml.h"

static wc_job *job_handle(wc_context *context)
{
    wc_job *job = calloc(1, sizeof *job);
    if (job)
        job->context = context_keep(context);
    return job;
}

struct error *job_begin(wc_job *job)
{
    return job ? context_begin(job->context) : NULL;
}

/* A file that is not a job is an input all the same. The files of a job that was opened before are
 * known. */
static enum wc_status remember_files(struct error *err, wc_job *job, const char *path,
                                     enum wc_status status)
{
    struct files *files = &job->context->files;
    const struct file_use *known = files_find(files, path, false);
    job->files_known = status == WC_OK;
    if (status != WC_OK)
        files_add_input(err, files, path, "the job");
    else if (!known || strcmp(known->what, "the job") != 0)
        status = job_add_files(err, job, files);
    return status;
}

enum wc_status wc_job_open(wc_context *context, const char *path, wc_job **out)
{
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, path, "path") || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    wc_job *job = job_handle(context);
    if (!job)
        return fail_memory(err);
    enum wc_status status = job_load(err, path, &job->job);
    if (status == WC_OK)
        status = memory_check(err);
    if (context->protects)
        status = remember_files(err, job, path, status);
    if (status == WC_OK)
        *out = job;
    else
        wc_job_free(job);
    return status;
}

enum wc_status wc_job_parse(wc_context *context, const char *path, const char *text, size_t length,
                            wc_job **out)
{
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, path, "path") || !argument_given(err, text, "text") ||
        !argument_readable(err, text, length, 1, "text") || !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    if (length > YAML_BYTES_MAX)
        return fail(err, WC_BAD_INPUT, "a job of %zu bytes; the maximum is %d", length,
                    YAML_BYTES_MAX);
    wc_job *job = job_handle(context);
    if (!job)
        return fail_memory(err);
    enum wc_status status = job_parse(err, path, text, length, &job->job);
    if (status == WC_OK)
        status = memory_check(err);
    if (status == WC_OK && context->protects)
        status = job_add_files(err, job, &context->files);
    if (status == WC_OK)
        *out = job;
    else
        wc_job_free(job);
    return status;
}

void wc_job_free(wc_job *job)
{
    if (!job)
        return;
    job->released = job->running;
    if (job->released)
        return;
    job_free(&job->job);
    context_drop(job->context);
    free(job);
}

enum wc_status wc_job_new(wc_context *context, const char *kernel_file, const char *entry,
                          wc_job **out)
{
    struct error *err = context_begin(context);
    if (out)
        *out = NULL;
    if (!err || !argument_given(err, kernel_file, "kernel_file") ||
        !argument_given(err, out, "out"))
        return WC_BAD_INPUT;
    *out = job_handle(context);
    if (!*out)
        return fail_memory(err);
    struct job *job = &(*out)->job;
    job_init(job);
    (*out)->built = true;
    struct job_launch *launch = job_add_launch(job, kernel_file);
    launch->entry = entry ? arena_strdup(&job->arena, entry) : NULL;
    return WC_OK;
}

enum wc_status wc_job_launch(wc_job *handle, const char *kernel_file, const char *entry)
{
    struct error *err = job_begin(handle);
    if (!err)
        return WC_BAD_INPUT;
    if (!handle->built)
        return fail(err, WC_BAD_INPUT, "the launches of this job are in its file");
    struct job *job = &handle->job;
    if (job->launch_count >= JOB_LAUNCHES_MAX)
        return fail(err, WC_BAD_INPUT, "more than the maximum of %d launches", JOB_LAUNCHES_MAX);
    struct job_launch *launch =
        job_add_launch(job, kernel_file ? kernel_file : job->launches[0].kernel);
    launch->entry = entry ? arena_strdup(&job->arena, entry) : NULL;
    return WC_OK;
}

/* The launch that calls can change, or NULL, with an error where there is a context. */
static struct job_launch *only_launch(wc_job *job)
{
    struct error *err = job_begin(job);
    if (!err)
        return NULL;
    if (job->job.launch_count == 1 || job->built)
        return &job->job.launches[job->job.launch_count - 1];
    fail(err, WC_BAD_INPUT, "the job has %zu launches; a call can change a job with one",
         job->job.launch_count);
    return NULL;
}

enum wc_status wc_job_grid(wc_job *job, const uint32_t grid[3], const uint32_t block[3])
{
    struct job_launch *launch = only_launch(job);
    if (!launch || !argument_given(&job->context->error, grid, "grid") ||
        !argument_given(&job->context->error, block, "block"))
        return WC_BAD_INPUT;
    memcpy(launch->grid, grid, sizeof launch->grid);
    memcpy(launch->block, block, sizeof launch->block);
    launch->has_grid = launch->has_block = true;
    return WC_OK;
}

enum wc_status wc_job_ndrange(wc_job *job, const uint32_t ndrange[2], uint32_t width)
{
    struct job_launch *launch = only_launch(job);
    if (!launch || !argument_given(&job->context->error, ndrange, "ndrange"))
        return WC_BAD_INPUT;
    if (!ndrange[0] || !ndrange[1])
        return fail(&job->context->error, WC_BAD_INPUT,
                    "ndrange: %u x %u work-items; expected at least 1", ndrange[0], ndrange[1]);
    memcpy(launch->ndrange, ndrange, sizeof launch->ndrange);
    launch->width = width;
    launch->has_ndrange = true;
    return WC_OK;
}

enum wc_status wc_job_shared(wc_job *job, uint32_t bytes)
{
    struct job_launch *launch = only_launch(job);
    if (!launch)
        return WC_BAD_INPUT;
    launch->shared = bytes;
    return WC_OK;
}

enum wc_status wc_job_stack(wc_job *job, uint32_t bytes)
{
    enum { STACK_MAX = 512 << 10 };
    struct job_launch *launch = only_launch(job);
    if (!launch)
        return WC_BAD_INPUT;
    if (bytes > STACK_MAX)
        return fail(&job->context->error, WC_BAD_INPUT,
                    "%u bytes of stack per thread; the maximum is %d", bytes, STACK_MAX);
    launch->stack = bytes;
    return WC_OK;
}

enum wc_status wc_job_cooperative(wc_job *job, bool cooperative)
{
    struct job_launch *launch = only_launch(job);
    if (!launch)
        return WC_BAD_INPUT;
    launch->cooperative = cooperative;
    return WC_OK;
}

static bool is_loop_bound(uint64_t max, uint64_t total)
{
    return (max || total) && max <= LOOP_BOUND_MAX && total <= LOOP_BOUND_MAX;
}

enum wc_status wc_job_loop(wc_job *job, const char *name, uint64_t max, uint64_t total)
{
    struct job_launch *launch = only_launch(job);
    if (!launch || !argument_given(&job->context->error, name, "name"))
        return WC_BAD_INPUT;
    struct error *err = &job->context->error;
    if (!job_is_loop_name(name))
        return fail(err, WC_BAD_INPUT,
                    "expected a loop's address (\"0x1a8\") or source line (\"k.cl:17\"), found "
                    "'%.64s'", name);
    for (size_t i = 0; i < launch->loop_count; i++) {
        if (!strcmp(launch->loops[i].name, name))
            return fail(err, WC_BAD_INPUT, "loop '%.64s' already has a bound", name);
    }
    if (!is_loop_bound(max, total))
        return fail(err, WC_BAD_INPUT, "loop '%.64s': expected 1 to 2^40 iterations", name);
    struct job_loop *loop = job_add_loop(&job->job, launch, name);
    loop->max = max;
    loop->total = total;
    job_loop_complete(loop);
    return WC_OK;
}

enum wc_status wc_job_on_out_of_bounds(wc_job *job, enum wc_out_of_bounds action)
{
    struct error *err = job_begin(job);
    if (!err)
        return WC_BAD_INPUT;
    if (action != WC_OUT_OF_BOUNDS_STOP && action != WC_OUT_OF_BOUNDS_WARN)
        return fail(err, WC_BAD_INPUT, "no action %d for accesses out of bounds", (int)action);
    job->job.tolerant = action == WC_OUT_OF_BOUNDS_WARN;
    return WC_OK;
}

static enum wc_status check_array(struct error *err, const char *name, enum wc_type type,
                                  uint64_t count)
{
    uint64_t elements;
    enum wc_status status = array_count(err, name, type, 1, &count, &elements);
    return status == WC_OK ? allow_memory(err, name, elements * type_bytes(type)) : status;
}

enum wc_status wc_job_symbol(wc_job *job, const char *name, enum wc_type type, uint64_t count,
                             void *host, bool read_only)
{
    struct error *err = job_begin(job);
    if (!err || !argument_given(err, name, "name") || !argument_type(err, type) ||
        !argument_given(err, host, "host"))
        return WC_BAD_INPUT;
    for (size_t i = 0; i < job->job.symbol_count; i++) {
        if (!strcmp(job->job.symbols[i].name, name))
            return fail(err, WC_BAD_INPUT, "symbol '%s' is already bound", name);
    }
    enum wc_status status = check_array(err, name, type, count);
    if (status != WC_OK)
        return status;
    struct job_buffer *symbol = job_add_symbol(&job->job, name);
    symbol->source = JOB_SOURCE_MEMORY;
    symbol->declared =
        (struct array_declared){.has_type = true, .type = type, .has_shape = true, .rank = 1};
    symbol->declared.shape[0] = count;
    job->symbols = arena_grow(&job->job.arena, job->symbols, job->symbol_count,
                              sizeof *job->symbols);
    job->symbols[job->symbol_count++] =
        (struct bound_memory){job->job.symbol_count - 1, host, read_only};
    return WC_OK;
}

enum wc_status wc_job_buffer(wc_job *job, const char *name, enum wc_type type, uint64_t count,
                             void *host, bool read_only)
{
    struct error *err = job_begin(job);
    if (!err || !argument_given(err, name, "name") || !argument_type(err, type))
        return WC_BAD_INPUT;
    if (job_find_buffer(&job->job, name) != JOB_NO_BUFFER)
        return fail(err, WC_BAD_INPUT, "buffer '%s' is already bound", name);
    enum wc_status status = check_array(err, name, type, count);
    if (status != WC_OK)
        return status;
    struct job_buffer *buffer = job_add_buffer(&job->job, name);
    buffer->source = JOB_SOURCE_MEMORY;
    buffer->declared =
        (struct array_declared){.has_type = true, .type = type, .has_shape = true, .rank = 1};
    buffer->declared.shape[0] = count;
    struct arena *arena = &job->job.arena;
    job->bound = arena_grow(arena, job->bound, job->bound_count, sizeof *job->bound);
    job->bound[job->bound_count++] =
        (struct bound_memory){job->job.buffer_count - 1, host, read_only};
    return WC_OK;
}

static enum wc_status find_buffer(wc_job *job, const char *name, size_t *buffer)
{
    struct error *err = job_begin(job);
    if (!err || !argument_given(err, name, "name"))
        return WC_BAD_INPUT;
    *buffer = job_find_buffer(&job->job, name);
    return *buffer == JOB_NO_BUFFER ? fail(err, WC_BAD_INPUT, "no buffer '%s' is bound", name)
                                    : WC_OK;
}

enum wc_status wc_job_buffer_shape(wc_job *job, const char *name, const uint64_t *shape,
                                   size_t rank)
{
    size_t index;
    uint64_t count, wanted;
    enum wc_status status = find_buffer(job, name, &index);
    if (status != WC_OK)
        return status;
    struct error *err = &job->context->error;
    struct array_declared *declared = &job->job.buffers[index].declared;
    if (job->job.buffers[index].source != JOB_SOURCE_MEMORY)
        return fail(err, WC_BAD_INPUT, "buffer '%s' has the shape that its job file gives", name);
    if (!rank || rank > ARRAY_RANK_MAX)
        return fail(err, WC_BAD_INPUT, "buffer '%s' has 1 to %d extents, not %zu", name,
                    ARRAY_RANK_MAX, rank);
    if (!argument_readable(err, shape, rank, sizeof *shape, "shape"))
        return WC_BAD_INPUT;
    array_count(err, name, declared->type, declared->rank, declared->shape, &count);
    status = array_count(err, name, declared->type, (unsigned)rank, shape, &wanted);
    if (status != WC_OK)
        return status;
    if (wanted != count)
        return fail(err, WC_BAD_INPUT, "buffer '%s' has %" PRIu64 " elements; its shape has %"
                    PRIu64, name, count, wanted);
    declared->rank = (unsigned)rank;
    memcpy(declared->shape, shape, rank * sizeof *shape);
    return WC_OK;
}

enum wc_status wc_job_buffer_fixed(wc_job *job, const char *name)
{
    size_t buffer;
    enum wc_status status = find_buffer(job, name, &buffer);
    if (status == WC_OK)
        job->job.buffers[buffer].fixed = true;
    return status;
}

static uint64_t element_bits(enum wc_type type, const void *value)
{
    uint64_t bits = 0;
    memcpy(&bits, value, type_bytes(type));
    return bits;
}

enum wc_status wc_job_buffer_assume(wc_job *job, const char *name, const void *min,
                                    const void *max)
{
    size_t index;
    enum wc_status status = find_buffer(job, name, &index);
    if (status != WC_OK)
        return status;
    struct job_buffer *buffer = &job->job.buffers[index];
    const enum wc_type type = buffer->declared.type;
    struct value_range range = value_range_all(type);
    if (!buffer->declared.has_type)
        return fail(&job->context->error, WC_BAD_INPUT,
                    "buffer '%s' has the type of its file; the job does not state it", name);
    if (min)
        value_range_set_min(&range, type, element_bits(type, min));
    if (max)
        value_range_set_max(&range, type, element_bits(type, max));
    if (!value_range_is_ordered(&range, type))
        return fail(&job->context->error, WC_BAD_INPUT, "buffer '%s': expected min <= max", name);
    buffer->assumed = true;
    buffer->assume = range;
    return WC_OK;
}

enum wc_status wc_job_arg_buffer(wc_job *job, const char *name)
{
    struct job_launch *launch = only_launch(job);
    size_t buffer;
    if (!launch)
        return WC_BAD_INPUT;
    enum wc_status status = find_buffer(job, name, &buffer);
    if (status != WC_OK)
        return status;
    job_add_arg(&job->job, launch, JOB_ARG_BUFFER)->buffer = buffer;
    return WC_OK;
}

enum wc_status wc_job_arg_buffer_at(wc_job *job, const char *name, uint64_t offset)
{
    enum wc_status status = wc_job_arg_buffer(job, name);
    if (status != WC_OK)
        return status;
    struct job_launch *launch = only_launch(job);
    launch->args[launch->arg_count - 1].offset = offset;
    return WC_OK;
}

enum wc_status wc_job_arg_scalar(wc_job *job, enum wc_type type, const void *value)
{
    struct job_launch *launch = only_launch(job);
    if (!launch || !argument_type(&job->context->error, type) ||
        !argument_given(&job->context->error, value, "value"))
        return WC_BAD_INPUT;
    struct job_arg *arg = job_add_arg(&job->job, launch, JOB_ARG_SCALAR);
    arg->type = type;
    memcpy(&arg->bits, value, type_bytes(type));
    return WC_OK;
}

enum wc_status wc_job_arg_pointer(wc_job *job, void *host, uint64_t bytes)
{
    struct job_launch *launch = only_launch(job);
    if (!launch)
        return WC_BAD_INPUT;
    job->lent = arena_grow(&job->job.arena, job->lent, job->lent_count, sizeof *job->lent);
    job->lent[job->lent_count++] =
        (struct lent_memory){.host = host, .bytes = bytes, .argument = launch->arg_count + 1};
    job_add_arg(&job->job, launch, JOB_ARG_POINTER)->bits = (uint64_t)(uintptr_t)host;
    return WC_OK;
}

static enum wc_status map(wc_job *job, void *host, uint64_t bytes, bool read_only)
{
    struct error *err = job_begin(job);
    if (!err || !argument_given(err, host, "host"))
        return WC_BAD_INPUT;
    if (!bytes)
        return fail(err, WC_BAD_INPUT, "mapped memory of 0 bytes; expected at least 1");
    job->lent = arena_grow(&job->job.arena, job->lent, job->lent_count, sizeof *job->lent);
    job->lent[job->lent_count++] =
        (struct lent_memory){.host = host, .bytes = bytes, .read_only = read_only};
    return WC_OK;
}

enum wc_status wc_job_map(wc_job *job, void *host, uint64_t bytes)
{
    return map(job, host, bytes, false);
}

enum wc_status wc_job_map_read_only(wc_job *job, const void *host, uint64_t bytes)
{
    return map(job, (void *)(uintptr_t)host, bytes, true);
}

bool job_maps(const struct wc_job *job, const void *host)
{
    for (size_t i = 0; i < job->lent_count; i++) {
        const struct lent_memory *lent = &job->lent[i];
        if (!lent->argument && (uintptr_t)host - (uintptr_t)lent->host < lent->bytes)
            return true;
    }
    return false;
}

enum wc_status wc_job_arg_bytes(wc_job *job, const void *data, uint32_t bytes)
{
    struct job_launch *launch = only_launch(job);
    if (!launch || !argument_readable(&job->context->error, data, bytes, 1, "data"))
        return WC_BAD_INPUT;
    struct job_arg *arg = job_add_arg(&job->job, launch, JOB_ARG_BYTES);
    void *copy = arena_alloc(&job->job.arena, bytes ? bytes : 1);
    if (bytes)
        memcpy(copy, data, bytes);
    arg->data = copy;
    arg->local_bytes = bytes;
    return WC_OK;
}

enum wc_status wc_job_arg_local(wc_job *job, uint32_t bytes)
{
    struct job_launch *launch = only_launch(job);
    if (!launch)
        return WC_BAD_INPUT;
    job_add_arg(&job->job, launch, JOB_ARG_LOCAL)->local_bytes = bytes;
    return WC_OK;
}

enum wc_status wc_job_machine(wc_job *job, const char *machine)
{
    if (!job_begin(job))
        return WC_BAD_INPUT;
    job->machine = machine ? arena_strdup(&job->job.arena, machine) : NULL;
    return WC_OK;
}

enum wc_status wc_job_split(wc_job *job, const char *table)
{
    if (!job_begin(job))
        return WC_BAD_INPUT;
    job->split = table ? arena_strdup(&job->job.arena, table) : NULL;
    return job->split ? context_reads(job->context, table, "the table of split points") : WC_OK;
}

enum wc_status wc_job_set(wc_job *job, const char *key, const char *value)
{
    struct error *err = job_begin(job);
    if (!err || !argument_given(err, key, "key") || !argument_given(err, value, "value"))
        return WC_BAD_INPUT;
    struct arena *arena = &job->job.arena;
    job->sets = arena_grow(arena, job->sets, job->set_count, sizeof *job->sets);
    job->sets[job->set_count++] = (struct job_set){
        .key = arena_strdup(arena, key), .value = arena_strdup(arena, value), .origin = "--set"};
    return WC_OK;
}
