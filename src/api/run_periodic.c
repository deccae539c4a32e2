/* SPDX-License-Identifier: Apache-2.0 */
/* run_periodic.c - launches of a job as periodic kernels. */
#include "api/run_periodic.h"

#include <inttypes.h>
#include <string.h>

/* ---- fixed buffers ---- */

static uint64_t bytes_of(const struct run *run, size_t buffer, uint8_t **bytes)
{
    const struct allocation *a = memory_find(&run->memory, run->buffer_address[buffer], 1);
    *bytes = a ? memory_bytes(&run->memory, a->base, a->size) : NULL;
    return a ? a->size : 0;
}

/* A store of an analysed launch may go there. */
static bool may_be_stored(const struct run *run, size_t buffer)
{
    bool stored = false;
    for (uint32_t i = 0; i < run->changes.count; i++) {
        const struct walk_changed *segment = &run->changes.list[i];
        bool own = segment->base == run->buffer_address[buffer];
        for (uint64_t k = 0; own && !stored && k < segment->bytes; k++)
            stored = segment->stored[k];
    }
    return stored;
}

static bool has_changed(const struct run *run, size_t buffer)
{
    uint8_t *bytes;
    uint64_t count = bytes_of(run, buffer, &bytes);
    return may_be_stored(run, buffer) || memcmp(bytes, run->fixed_before[buffer], count) != 0;
}

static enum wc_status hold_fixed(struct run *run)
{
    const struct job *job = &run->handle->job;
    for (size_t i = 0; i < job->buffer_count; i++) {
        const struct job_buffer *buffer = &job->buffers[i];
        if (run->fixed_before[i] && has_changed(run, i))
            return fail_at(run->err, WC_BAD_INPUT, job->path, buffer->place.line,
                           buffer->place.column,
                           "buffer '%s' is fixed, but a launch with a period stores to it: its "
                           "contents differ in the next period", buffer->name);
    }
    return WC_OK;
}

/* ---- responses ---- */

static enum periodic_scheduler scheduler_of(const struct job *job)
{
    return job->scheduler && strcmp(job->scheduler, "edf") == 0 ? PERIODIC_EDF
                                                                : PERIODIC_FIXED_PRIORITY;
}

/* A time allows the cycles that end before it: periods and deadlines get shorter. */
static uint64_t in_cycles(const struct run *run, const struct job_time *time)
{
    const double exact = time->ns * run->result->clock_mhz * 1e-3;
    const double cycles = exact + 1e-12 * exact; /* the decimal number that was given */
    if (time->cycles)
        return time->cycles;
    return cycles < 1 ? 1 : cycles < 0x1p62 ? (uint64_t)cycles : UINT64_C(1) << 62;
}

static void read_kernels(const struct run *run, struct periodic_kernel *kernels)
{
    const struct job *job = &run->handle->job;
    for (size_t i = 0; i < job->launch_count; i++) {
        const struct job_launch *launch = &job->launches[i];
        const bool has_deadline = job_time_is_given(&launch->deadline);
        kernels[i] = (struct periodic_kernel){
            .cycles = run->result->launches[i].bound.cycles,
            .period = in_cycles(run, &launch->period),
            .deadline = in_cycles(run, has_deadline ? &launch->deadline : &launch->period),
            .priority = launch->priority};
    }
    if (!job->launches[0].has_priority)
        periodic_by_deadline(kernels, job->launch_count);
}

/* Times in cycles are in range when the job is read. */
static enum wc_status check_range(struct run *run)
{
    const struct job *job = &run->handle->job;
    struct periodic_kernel *kernels =
        arena_array(&run->result->arena, job->launch_count, sizeof *kernels);
    read_kernels(run, kernels);
    for (size_t i = 0; i < job->launch_count; i++) {
        const struct job_place *place = &job->launches[i].place;
        if (kernels[i].period > PERIODIC_MAX || kernels[i].deadline > PERIODIC_MAX)
            return fail_at(run->err, WC_BAD_INPUT, job->path, place->line, place->column,
                           "the %s is longer than %" PRIu64 " cycles at %" PRIu32 " MHz",
                           kernels[i].period > PERIODIC_MAX ? "period" : "deadline", PERIODIC_MAX,
                           run->result->clock_mhz);
    }
    return WC_OK;
}

enum wc_status run_periodic_prepare(struct run *run)
{
    const struct job *job = &run->handle->job;
    struct arena *arena = &run->result->arena;
    if (!job_is_periodic(job))
        return WC_OK;
    run->fixed_before = arena_array(arena, job->buffer_count, sizeof *run->fixed_before);
    for (size_t i = 0; i < job->buffer_count; i++) {
        uint8_t *bytes;
        uint64_t count = job->buffers[i].fixed ? bytes_of(run, i, &bytes) : 0;
        if (!count)
            continue;
        run->fixed_before[i] = arena_alloc(arena, count);
        memcpy(run->fixed_before[i], bytes, count);
    }
    return check_range(run);
}

static void keep(struct run *run, const struct periodic_kernel *kernels,
                 const struct periodic_response *responses, size_t count)
{
    struct wc_result *result = run->result;
    result->periodic = arena_array(&result->arena, count, sizeof *result->periodic);
    result->periodic_count = count;
    result->utilisation = periodic_utilisation(kernels, count);
    result->scheduler = periodic_scheduler_name(scheduler_of(&run->handle->job));
    for (size_t i = 0; i < count; i++)
        result->periodic[i] = (struct result_periodic){
            .launch = i + 1, .kernel = result->launches[i].kernel, .period = kernels[i].period,
            .deadline = kernels[i].deadline, .priority = kernels[i].priority,
            .cycles = kernels[i].cycles, .response = responses[i]};
}

static const struct result_periodic *first_with(const struct wc_result *result,
                                                enum periodic_outcome outcome)
{
    size_t i = 0;
    while (result->periodic[i].response.outcome != outcome)
        i++;
    return &result->periodic[i];
}

/* The first kernel that is late. */
static enum wc_status miss(struct run *run)
{
    const struct wc_result *result = run->result;
    const struct result_periodic *late = first_with(result, PERIODIC_MISSES);
    const struct periodic_response *response = &late->response;
    if (result->utilisation > 1)
        return fail(run->err, WC_MISMATCH,
                    "the kernels need %.*f %% of the time: no scheduler can meet all deadlines",
                    result->utilisation < 1.001 ? 9 : 1, 100 * result->utilisation);
    if (response->grows)
        return fail(run->err, WC_MISMATCH, "launch %zu, %s, has no bounded response: it and more "
                    "urgent kernels need all of the time", late->launch, late->kernel);
    fail(run->err, WC_MISMATCH,
         "launch %zu, %s, can take %" PRIu64 " cycles%s from its arrival, more than its deadline "
         "of %" PRIu64, late->launch, late->kernel, response->cycles,
         response->bounded ? "" : " or more", late->deadline);
    if (late->cycles > late->deadline)
        hint(run->err, "its bound alone, %" PRIu64 " cycles, is more", late->cycles);
    else if (response->blocking + late->cycles > late->deadline)
        hint(run->err, "a kernel of %" PRIu64 " cycles that has begun is not preempted; several "
                       "shorter launches in its place would block less", response->blocking);
    return WC_MISMATCH;
}

/* No deadline is missed as far as the search went. */
static enum wc_status give_up(struct run *run)
{
    const struct result_periodic *open = first_with(run->result, PERIODIC_UNDECIDED);
    fail(run->err, WC_DEADLOCK, "not decided: launch %zu, %s, has so many arrivals without a pause "
         "that the search for its longest response was given up", open->launch, open->kernel);
    hint(run->err, "the kernels need %.9g %% of the time; a longer period ends the search",
         100 * run->result->utilisation);
    return WC_DEADLOCK;
}

static enum wc_status stop(struct run *run, const struct watch *watch, enum watch_verdict verdict)
{
    static const char doing[] = "the longest responses of periodic kernels were being searched";
    switch (verdict) {
    case WATCH_INTERRUPTED: return fail(run->err, WC_INTERRUPTED, "interrupted: %s", doing);
    case WATCH_TIME_OVER:
        return fail(run->err, WC_DEADLOCK, "no responses within %g s: %s", watch->seconds, doing);
    default: return memory_check(run->err);
    }
}

static bool has_all_bounds(const struct wc_result *result)
{
    bool all = result->launch_count == result->launches_planned;
    for (size_t i = 0; all && i < result->launch_count; i++)
        all = result->launches[i].has_bound;
    return all;
}

enum wc_status run_periodic(struct run *run, struct watch *watch)
{
    const struct job *job = &run->handle->job;
    const size_t count = job->launch_count;
    struct arena *arena = &run->result->arena;
    enum watch_verdict verdict;
    if (!job_is_periodic(job) || !has_all_bounds(run->result))
        return WC_OK;
    struct periodic_kernel *kernels = arena_array(arena, count, sizeof *kernels);
    struct periodic_response *responses = arena_array(arena, count, sizeof *responses);
    read_kernels(run, kernels);
    const enum wc_status status = hold_fixed(run);
    if (status != WC_OK)
        return status;
    enum periodic_outcome outcome =
        periodic_analyse(scheduler_of(job), kernels, count, watch, responses, &verdict);
    keep(run, kernels, responses, count);
    if (verdict != WATCH_GO_ON)
        return stop(run, watch, verdict);
    return outcome == PERIODIC_MISSES      ? miss(run)
           : outcome == PERIODIC_UNDECIDED ? give_up(run)
                                           : WC_OK;
}
