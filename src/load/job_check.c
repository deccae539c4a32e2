/* SPDX-License-Identifier: Apache-2.0 */
/* job_check.c - checks that apply to any job, read from a file or built by calls. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "load/job.h"
#include "load/number.h"

static enum wc_status bad(struct error *err, const struct job *job, struct job_place place,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));

static enum wc_status bad(struct error *err, const struct job *job, struct job_place place,
                          const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return fail_at(err, WC_BAD_INPUT, job->path, place.line, place.column, "%s", message);
}

bool job_is_loop_name(const char *name)
{
    const char *colon = strrchr(name, ':');
    bool negative;
    uint64_t value;
    if (!strncmp(name, "0x", 2))
        return number_integer(name, &negative, &value);
    return colon && colon > name && isdigit((unsigned char)colon[1]) &&
           number_integer(colon + 1, &negative, &value) && value;
}

/* Control characters would affect the terminal that shows a report. */
static bool has_control_character(const char *name)
{
    for (; *name; name++) {
        if ((unsigned char)*name < 0x20 || *name == 0x7f)
            return true;
    }
    return false;
}

static const char *buffer_name(const void *user, size_t i)
{
    const struct job *job = user;
    return i < job->buffer_count ? job->buffers[i].name : NULL;
}

static bool is_sas(const char *kernel)
{
    size_t length = kernel ? strlen(kernel) : 0;
    return length > 4 && !strcmp(kernel + length - 4, ".sas");
}

/* A .sas kernel declares buffers itself, so names unknown here may be valid. */
static bool kernel_declares_buffers(const struct job *job)
{
    for (size_t i = 0; i < job->launch_count; i++) {
        if (is_sas(job->launches[i].kernel))
            return true;
    }
    return false;
}

static enum wc_status resolve(struct error *err, const struct job *job, struct job_place place,
                              const char *name, size_t *index)
{
    *index = job_find_buffer(job, name);
    if (*index != JOB_NO_BUFFER || kernel_declares_buffers(job))
        return WC_OK;
    bad(err, job, place, "unknown buffer '%.64s'", name);
    const char *near = nearest_name(name, buffer_name, job);
    if (near)
        hint(err, "did you mean '%s'?", near);
    return err->status;
}

static enum wc_status check_buffer(struct error *err, const struct job *job,
                                   const struct job_buffer *buffer, uint64_t *total)
{
    const struct array_declared *declared = &buffer->declared;
    uint64_t count;
    bool complete = declared->has_type && declared->has_shape;
    if (!complete && buffer->source == JOB_SOURCE_FILL && !kernel_declares_buffers(job))
        return bad(err, job, buffer->place, "'%.64s' has no %s; a fill needs type and shape",
                   buffer->name, declared->has_type ? "shape" : "type");
    if (!complete)
        return WC_OK;
    struct error size = {0};
    if (array_count(&size, buffer->name, declared->type, declared->rank, declared->shape,
                    &count) != WC_OK)
        bad(err, job, buffer->place, "%s", size.message);
    else if ((*total += count * type_bytes(declared->type)) > ARRAY_BYTES_MAX)
        bad(err, job, buffer->place, "the buffers together exceed the maximum of %llu bytes",
            (unsigned long long)ARRAY_BYTES_MAX);
    error_clear(&size);
    return err->status;
}

static enum wc_status check_buffers(struct error *err, const struct job *job)
{
    uint64_t total = 0;
    enum wc_status status = WC_OK;
    if (job->buffer_count + job->symbol_count > JOB_BUFFERS_MAX)
        return bad(err, job, (struct job_place){0}, "%zu buffers and symbols; the maximum is %d",
                   job->buffer_count + job->symbol_count, JOB_BUFFERS_MAX);
    for (size_t i = 0; status == WC_OK && i < job->buffer_count; i++) {
        const struct job_buffer *buffer = &job->buffers[i];
        if (has_control_character(buffer->name))
            status = bad(err, job, buffer->place, "the name of a buffer has control characters");
        else if (job_find_buffer(job, buffer->name) != i)
            status = bad(err, job, buffer->place, "duplicate buffer '%.64s'",
                         buffer->name);
        else
            status = check_buffer(err, job, buffer, &total);
    }
    for (size_t i = 0; status == WC_OK && i < job->symbol_count; i++)
        status = check_buffer(err, job, &job->symbols[i], &total);
    return status;
}

/* Limits of the format, far above any machine's: products must not overflow later. */
static enum wc_status check_sizes(struct error *err, const struct job *job,
                                  const struct job_launch *launch)
{
    uint64_t items = 1;
    for (unsigned i = 0; i < 3; i++)
        if (!launch->grid[i] || !launch->block[i])
            return bad(err, job, launch->place, "grid and block dimensions must be at least 1");
    for (unsigned i = 0; i < 3; i++)
        if (__builtin_mul_overflow(items, (uint64_t)launch->block[i], &items) ||
            items > UINT32_MAX)
            return bad(err, job, launch->place,
                       "a block exceeds the maximum of %u work-items", UINT32_MAX);
    for (unsigned i = 0; i < 3; i++)
        if (__builtin_mul_overflow(items, (uint64_t)launch->grid[i], &items) || items >> 48)
            return bad(err, job, launch->place, "the grid exceeds the maximum of 2^48 work-items");
    return WC_OK;
}

/* Of a work-group of Sim-D (SIMD-3). */
static bool is_width(uint32_t width)
{
    return width >= 32 && width <= 1024 && !(width & (width - 1));
}

static bool names_buffers(const struct job *job, const struct job_arg *arg)
{
    bool known = arg->kind != JOB_ARG_BUFFER || arg->buffer < job->buffer_count;
    for (size_t i = 0; i < arg->member_count; i++)
        known &= names_buffers(job, &arg->members[i]);
    return known;
}

/* What a program of Sim-D has no use for. */
static enum wc_status check_sas(struct error *err, const struct job *job,
                                const struct job_launch *launch)
{
    if (launch->shared)
        return bad(err, job, launch->place, "'shared' has no meaning for .sas kernels: their "
                   ".sp_data section declares what is in the scratchpad");
    if (launch->stack || job->heap)
        return bad(err, job, launch->place, "'%s' has no meaning for .sas kernels: Sim-D has none",
                   launch->stack ? "stack" : "heap");
    if (launch->cooperative)
        return bad(err, job, launch->place, "'cooperative' has no meaning for .sas kernels");
    for (size_t i = 0; i < launch->arg_count; i++) {
        const struct job_arg *arg = &launch->args[i];
        if (arg->kind == JOB_ARG_BUFFER && arg->offset)
            return bad(err, job, arg->place, "argument %zu: 'offset' has no meaning for .sas "
                       "kernels, which take whole buffers", i + 1);
    }
    return WC_OK;
}

static enum wc_status check_launch(struct error *err, const struct job *job,
                                   const struct job_launch *launch)
{
    enum wc_status status = is_sas(launch->kernel) ? check_sas(err, job, launch) : WC_OK;
    if (status != WC_OK)
        return status;
    if (launch->arg_count > JOB_ARGS_MAX)
        return bad(err, job, launch->place, "%zu arguments; the maximum is %d", launch->arg_count,
                   JOB_ARGS_MAX);
    for (size_t i = 0; i < launch->arg_count; i++)
        if (!names_buffers(job, &launch->args[i]))
            return bad(err, job, launch->args[i].place, "argument %zu is not a buffer of this job",
                       i + 1);
    if (launch->has_grid != launch->has_block)
        return bad(err, job, launch->place, "'%s' without '%s'",
                   launch->has_grid ? "grid" : "block", launch->has_grid ? "block" : "grid");
    if (launch->has_ndrange && launch->has_grid)
        return bad(err, job, launch->ndrange_place,
                   "'ndrange' replaces 'grid' and 'block'; expected one or the other");
    if (launch->width && !launch->has_ndrange)
        return bad(err, job, launch->width_place, "'width' without 'ndrange'");
    if (launch->has_ndrange && !is_sas(launch->kernel))
        return bad(err, job, launch->ndrange_place,
                   "'ndrange' is for .sas kernels; expected 'grid' and 'block'");
    if (launch->width && !is_width(launch->width))
        return bad(err, job, launch->width_place, "a work-group is %u work-items wide; expected "
                   "32, 64, 128, 256, 512 or 1024", launch->width);
    return check_sizes(err, job, launch);
}

/* All launches are periodic kernels, or none; priorities likewise. */
static enum wc_status check_period(struct error *err, const struct job *job,
                                   const struct job_launch *launch)
{
    const bool periodic = job_time_is_given(&launch->period);
    const bool has_deadline = job_time_is_given(&launch->deadline);
    if (!periodic && (has_deadline || launch->has_priority))
        return bad(err, job, launch->place, "'%s' without 'period'",
                   has_deadline ? "deadline" : "priority");
    if (periodic != job_is_periodic(job))
        return bad(err, job, launch->place, "either all launches have a 'period', or none");
    if (launch->has_priority != job->launches[0].has_priority)
        return bad(err, job, launch->place, "either all launches have a 'priority', or none");
    return WC_OK;
}

static enum wc_status check_scheduler(struct error *err, const struct job *job)
{
    static const char *const known[] = {"fixed-priority", "edf"};
    if (!job->scheduler)
        return WC_OK;
    if (!job_is_periodic(job))
        return bad(err, job, job->scheduler_place, "'scheduler' without 'period'");
    if (strcmp(job->scheduler, known[0]) != 0 && strcmp(job->scheduler, known[1]) != 0)
        return bad(err, job, job->scheduler_place, "scheduler: expected %s or %s, found '%.40s'",
                   known[0], known[1], job->scheduler);
    if (strcmp(job->scheduler, known[1]) == 0 && job->launches[0].has_priority)
        return bad(err, job, job->launches[0].place, "'priority' has no meaning with edf");
    return WC_OK;
}

static enum wc_status check_launches(struct error *err, const struct job *job)
{
    enum wc_status status = WC_OK;
    if (!job->launch_count)
        return bad(err, job, (struct job_place){0}, "the job has no launch");
    if (job->launch_count > JOB_LAUNCHES_MAX)
        return bad(err, job, (struct job_place){0}, "%zu launches; the maximum is %d",
                   job->launch_count, JOB_LAUNCHES_MAX);
    for (size_t i = 0; status == WC_OK && i < job->launch_count; i++)
        status = check_launch(err, job, &job->launches[i]);
    for (size_t i = 0; status == WC_OK && i < job->launch_count; i++)
        status = check_period(err, job, &job->launches[i]);
    return status == WC_OK ? check_scheduler(err, job) : status;
}

enum wc_status job_check(struct error *err, struct job *job)
{
    enum wc_status status = check_launches(err, job);
    if (status == WC_OK)
        status = check_buffers(err, job);
    for (size_t i = 0; status == WC_OK && i < job->expect_count; i++) {
        struct job_expect *expect = &job->expects[i];
        expect->buffer = job_find_buffer(job, expect->buffer_name);
        if (status == WC_OK && expect->kind == JOB_EXPECT_EQUAL)
            status = resolve(err, job, expect->place, expect->equal_name, &expect->equal);
    }
    for (size_t i = 0; i < job->save_count; i++)
        job->saves[i].buffer = job_find_buffer(job, job->saves[i].buffer_name);
    return status;
}
