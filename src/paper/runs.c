/* SPDX-License-Identifier: Apache-2.0 */
/* runs.c - one run of a paper's job, and the results kept of all runs. */
#include "paper/runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/result.h"

/* ---- before a run ---- */

/* Expected outputs are made by a build; an installation has none, and compares runs with each other
 * only. */
static void drop_absent_expectations(struct job *job)
{
    size_t kept = 0;
    for (size_t i = 0; i < job->expect_count; i++) {
        const struct job_expect *expect = &job->expects[i];
        if (expect->kind != JOB_EXPECT_FILE || access(expect->file, R_OK) == 0)
            job->expects[kept++] = *expect;
    }
    job->expect_count = kept;
}

static void keep_settings(struct paper_runs *runs, const struct job *job)
{
    struct job_set *kept = arena_array(runs->arena, job->set_count + 1, sizeof *kept);
    for (size_t i = 0; i < job->set_count; i++)
        kept[i] = (struct job_set){.key = arena_strdup(runs->arena, job->sets[i].key),
                                   .value = arena_strdup(runs->arena, job->sets[i].value)};
    runs->settings = kept;
    runs->setting_count = job->set_count;
}

/* The report has one line for the settings of all runs: no job may have others. */
static enum wc_status check_settings(struct paper_runs *runs, const struct job *job)
{
    if (!runs->settings)
        keep_settings(runs, job);
    bool same = runs->setting_count == job->set_count;
    for (size_t i = 0; same && i < job->set_count; i++)
        same = strcmp(runs->settings[i].key, job->sets[i].key) == 0 &&
               strcmp(runs->settings[i].value, job->sets[i].value) == 0;
    return same ? WC_OK
                : fail(&runs->context->error, WC_BAD_INPUT,
                       "%s: the settings ('set') differ from those of the previous benchmark",
                       job->path);
}

static enum wc_status configure(wc_job *job, const struct paper_run *run)
{
    enum wc_status status = run->machine ? wc_job_machine(job, run->machine) : WC_OK;
    for (size_t i = 0; status == WC_OK && i < PAPER_SETS_MAX && run->sets[i].key; i++)
        status = wc_job_set(job, run->sets[i].key, run->sets[i].value);
    return status;
}

static void lay_out(struct arena *arena, const struct job *job, struct paper_image *image)
{
    image->buffers = arena_array(arena, job->buffer_count, sizeof *image->buffers);
    for (; image->buffer_count < job->buffer_count; image->buffer_count++) {
        const struct job_buffer *from = &job->buffers[image->buffer_count];
        struct paper_buffer *buffer = &image->buffers[image->buffer_count];
        *buffer = (struct paper_buffer){.name = arena_strdup(arena, from->name),
                                        .at = image->length,
                                        .bytes = array_byte_count(&from->contents)};
        image->length += buffer->bytes;
    }
}

/* All buffers of the job are returned in one block, one after the other. */
static enum wc_status bind_image(struct arena *arena, wc_job *job, struct paper_image *image)
{
    struct error *err = &job->context->error;
    enum wc_status status = job_load_data(err, &job->job);
    if (status != WC_OK)
        return status;
    lay_out(arena, &job->job, image);
    status = allocate_checked(err, "the buffers", image->length, (void **)&image->bytes);
    if (status != WC_OK)
        return status;
    job->bound = arena_array(&job->job.arena, job->job.buffer_count, sizeof *job->bound);
    for (size_t i = 0; i < image->buffer_count; i++) {
        unsigned char *at = image->bytes + image->buffers[i].at;
        memcpy(at, job->job.buffers[i].contents.bytes, image->buffers[i].bytes);
        job->bound[job->bound_count++] = (struct bound_memory){i, at, false};
    }
    return WC_OK;
}

static enum wc_status make(struct paper_runs *runs, const struct paper_run *run,
                           wc_result **result, struct paper_image *image)
{
    struct wc_run_options options = {
        .size = sizeof options, .check = run->check, .bound = run->bound, .no_run = run->bound,
        .bound_method = run->bound ? WC_BOUND_ANALYSIS : WC_BOUND_AUTO};
    wc_job *job = NULL;
    enum wc_status status = wc_job_open(
        runs->context, arena_format(runs->arena, "%s/%s", runs->folder, run->job), &job);
    if (status == WC_OK)
        drop_absent_expectations(&job->job);
    if (status == WC_OK && (status = check_settings(runs, &job->job)) == WC_OK &&
        (status = configure(job, run)) == WC_OK &&
        (status = run->prepare ? run->prepare(run->user, job) : WC_OK) == WC_OK &&
        (status = bind_image(runs->arena, job, image)) == WC_OK)
        status = wc_run(job, &options, result);
    wc_job_free(job);
    return status;
}

/* ---- all of them ---- */

/* Progress reported to the context's listener: the number of the run and the total. */
struct listener {
    wc_progress_fn *fn;
    void *user;
    size_t done, planned; /* runs */
    char activity[96];
};

static void on_progress(void *user, const struct wc_progress *progress)
{
    struct listener *listener = user;
    struct wc_progress told = *progress;
    const double own = progress->total ? ((double)progress->done + progress->share) /
                                             (double)progress->total
                                       : 0;
    told.activity = listener->activity;
    told.done = 0;
    told.total = 1;
    told.share = ((double)listener->done + own) / (double)listener->planned;
    listener->fn(listener->user, &told);
}

static void note_failure(struct paper_runs *runs, const char *what, enum wc_status status)
{
    const char *place = wc_error_place(runs->context);
    runs->failed++;
    runs->worst = status > runs->worst ? status : runs->worst;
    if (!runs->first_failure)
        runs->first_failure =
            arena_format(runs->arena, "%s: %s%s%s", what, place ? place : "", place ? ": " : "",
                         wc_error_message(runs->context));
}

void paper_runs_begin(struct paper_runs *runs, wc_context *context, const char *folder,
                      struct arena *arena)
{
    *runs = (struct paper_runs){.context = context, .folder = folder, .arena = arena};
}

bool paper_runs_make(struct paper_runs *runs, const struct paper_run *run, wc_result **result,
                     struct paper_image *image)
{
    wc_context *context = runs->context;
    struct listener listener = {.fn = context->progress, .user = context->progress_user};
    *result = NULL;
    *image = (struct paper_image){0};
    if (runs->worst == WC_INTERRUPTED)
        return false;
    snprintf(listener.activity, sizeof listener.activity, "[%zu/%zu] %s", ++runs->begun,
             runs->planned, run->about);
    listener.done = runs->begun - 1;
    listener.planned = runs->planned ? runs->planned : 1;
    if (listener.fn)
        wc_context_on_progress(context, on_progress, &listener);
    enum wc_status status = make(runs, run, result, image);
    wc_context_on_progress(context, listener.fn, listener.user);
    if (status == WC_OK)
        return true;
    note_failure(runs, run->about, status);
    wc_result_free(*result);
    paper_image_free(image);
    *result = NULL;
    return false;
}

enum wc_status paper_runs_status(struct error *err, const struct paper_runs *runs)
{
    if (!runs->failed)
        return WC_OK;
    error_clear(err);
    if (runs->worst == WC_INTERRUPTED)
        return fail(err, WC_INTERRUPTED, "interrupted in run %zu of %zu: no tables",
                    runs->begun, runs->planned);
    return fail(err, runs->worst, "%zu of %zu runs failed; the first: %s", runs->failed,
                runs->planned, runs->first_failure);
}

double paper_launch_value(const wc_result *result, size_t launch, const char *name)
{
    size_t id = statistic_find(result->statistics.table, name);
    return id < STAT_MAX && launch < result->launch_count
               ? statistic_value(&result->launches[launch].statistics, id)
               : NAN;
}

void paper_image_free(struct paper_image *image)
{
    free(image->bytes);
    *image = (struct paper_image){0};
}

const void *paper_image_buffer(const struct paper_image *image, const char *name, size_t bytes)
{
    for (size_t i = 0; i < image->buffer_count; i++) {
        const struct paper_buffer *buffer = &image->buffers[i];
        if (strcmp(buffer->name, name) == 0)
            return buffer->bytes == bytes ? image->bytes + buffer->at : NULL;
    }
    return NULL;
}
