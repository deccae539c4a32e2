/* SPDX-License-Identifier: Apache-2.0 */
/* swas_runs.c - making the runs behind the SWaS paper's tables. */
#include "paper/swas_runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *swas_policy_name(enum swas_policy policy)
{
    static const char *const names[] = {"lrr", "gtlrr", "gtlo"};
    return names[policy];
}

const char *swas_configuration_name(unsigned configuration)
{
    static const char *const names[CONFIGURATIONS] = {
        "lrr-lrr", "lrr-gtlrr", "lrr-gtlo", "gtlrr-lrr", "gtlrr-gtlrr", "gtlrr-gtlo",
        "gtlo-lrr", "gtlo-gtlrr", "gtlo-gtlo", "swas lrr", "swas gtlrr", "swas gtlo",
        "lrr-lrr sync", "gtlrr-lrr sync", "gtlo-lrr sync", "stock",
    };
    return names[configuration];
}

/* ---- statistics of a run ---- */

static const struct {
    const char *name;
    size_t field;
} fields[] = {
    {"swas.kernel_cycles", offsetof(struct swas_run, kernel_cycles)},
    {"swas.committed_warp", offsetof(struct swas_run, committed_warp)},
    {"swas.committed_thread", offsetof(struct swas_run, committed_thread)},
    {"swas.ipc", offsetof(struct swas_run, ipc)},
    {"swas.load_latency", offsetof(struct swas_run, load_latency)},
    {"swas.nops.start", offsetof(struct swas_run, nops_start)},
    {"swas.nops.miss", offsetof(struct swas_run, nops_miss)},
    {"swas.nops.flush", offsetof(struct swas_run, nops_flush)},
    {"swas.nop_share", offsetof(struct swas_run, nop_share)},
    {"swas.slot_utilisation", offsetof(struct swas_run, slot_utilisation)},
    {"swas.discrepancies", offsetof(struct swas_run, discrepancies)},
    {"swas.errors", offsetof(struct swas_run, errors)},
    {"swas.error_rate", offsetof(struct swas_run, error_rate)},
    {"swas.causes.miss", offsetof(struct swas_run, cause_miss)},
    {"swas.causes.branch", offsetof(struct swas_run, cause_branch)},
    {"swas.causes.sync", offsetof(struct swas_run, cause_sync)},
    {"warps_started", offsetof(struct swas_run, warps_started)},
    {"icache_misses", offsetof(struct swas_run, icache_misses)},
    {"wrong_path", offsetof(struct swas_run, wrong_path)},
    {"branches", offsetof(struct swas_run, branches)},
};

static void read_fields(struct swas_run *run, const wc_result *result)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        double *field = (double *)((char *)run + fields[i].field);
        if (!result || !wc_result_value(result, fields[i].name, field))
            *field = NAN;
    }
}

/* ---- one run ---- */

static enum wc_status set_policies(wc_job *job, const char *fetch, const char *issue)
{
    enum wc_status status = fetch ? wc_job_set(job, "fetch", fetch) : WC_OK;
    return status == WC_OK ? wc_job_set(job, "issue", issue) : status;
}

static enum wc_status configure_baseline(wc_job *job, unsigned configuration)
{
    bool sync = configuration >= CONFIGURATION_SYNC;
    unsigned fetch = sync ? configuration - CONFIGURATION_SYNC : configuration / SWAS_POLICIES;
    unsigned issue = sync ? SWAS_LRR : configuration % SWAS_POLICIES;
    enum wc_status status = wc_job_machine(job, "vortex");
    if (status == WC_OK)
        status = set_policies(job, swas_policy_name(fetch), swas_policy_name(issue));
    if (status == WC_OK)
        status = wc_job_set(job, "oracle", "on");
    return status == WC_OK && sync ? wc_job_set(job, "oracle.sync", "all") : status;
}

static enum wc_status configure(wc_job *job, unsigned configuration)
{
    enum wc_status status;
    if (configuration == CONFIGURATION_STOCK) { /* SWAS-12 */
        status = wc_job_machine(job, "vortex");
        if (status == WC_OK)
            status = wc_job_set(job, "frontend", "stock");
        return status == WC_OK ? set_policies(job, "fp", "lrr") : status;
    }
    if (configuration < CONFIGURATION_SWAS || configuration >= CONFIGURATION_SYNC)
        return configure_baseline(job, configuration);
    status = wc_job_machine(job, "vortex-swas");
    if (status == WC_OK)
        status = set_policies(job, NULL, swas_policy_name(configuration - CONFIGURATION_SWAS));
    return status == WC_OK ? wc_job_set(job, "oracle", "on") : status;
}

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

/* All buffers of the job come back, one behind the other, in one block. */
static enum wc_status bind_image(wc_job *job, struct swas_image *image)
{
    struct error *err = &job->context->error;
    enum wc_status status = job_load_data(err, &job->job);
    *image = (struct swas_image){0};
    for (size_t i = 0; status == WC_OK && i < job->job.buffer_count; i++)
        image->length += array_byte_count(&job->job.buffers[i].contents);
    if (status == WC_OK)
        status = allocate_checked(err, "the buffers", image->length, (void **)&image->bytes);
    if (status != WC_OK)
        return status;
    job->bound = arena_array(&job->job.arena, job->job.buffer_count, sizeof *job->bound);
    unsigned char *at = image->bytes;
    for (; job->bound_count < job->job.buffer_count; job->bound_count++) {
        const struct array *contents = &job->job.buffers[job->bound_count].contents;
        memcpy(at, contents->bytes, array_byte_count(contents));
        job->bound[job->bound_count] = (struct bound_memory){job->bound_count, at, false};
        at += array_byte_count(contents);
    }
    return WC_OK;
}

static enum wc_status open_job(struct swas_runs *runs, size_t benchmark, wc_job **out)
{
    const char *name = runs->published->benchmarks[benchmark].name;
    return wc_job_open(runs->context,
                       arena_format(runs->arena, "%s/jobs/%s.yaml", runs->folder, name), out);
}

static void keep_settings(struct swas_runs *runs, const struct job *job)
{
    struct job_set *kept = arena_array(runs->arena, job->set_count + 1, sizeof *kept);
    for (size_t i = 0; i < job->set_count; i++)
        kept[i] = (struct job_set){.key = arena_strdup(runs->arena, job->sets[i].key),
                                   .value = arena_strdup(runs->arena, job->sets[i].value)};
    runs->settings = kept;
    runs->setting_count = job->set_count;
}

/* The report has one line for the settings of all runs: no job may have others. */
static enum wc_status check_settings(struct swas_runs *runs, const struct job *job)
{
    if (!runs->settings)
        keep_settings(runs, job);
    bool same = runs->setting_count == job->set_count;
    for (size_t i = 0; same && i < job->set_count; i++)
        same = strcmp(runs->settings[i].key, job->sets[i].key) == 0 &&
               strcmp(runs->settings[i].value, job->sets[i].value) == 0;
    return same ? WC_OK
                : fail(&runs->context->error, WC_BAD_INPUT,
                       "%s: its settings ('set') are not those of the benchmark before it",
                       job->path);
}

/* The first image of a benchmark is kept; the others are held against it. */
static bool compare_image(struct swas_runs *runs, size_t benchmark, struct swas_image *image)
{
    struct swas_image *first = &runs->image[benchmark];
    if (!first->bytes) {
        *first = *image;
        image->bytes = NULL;
        return true;
    }
    return first->length == image->length &&
           memcmp(first->bytes, image->bytes, image->length) == 0;
}

static enum wc_status make_run(struct swas_runs *runs, size_t benchmark, unsigned configuration)
{
    struct swas_run *run = &runs->run[benchmark][configuration];
    struct wc_run_options options = {
        .check = configuration >= CONFIGURATION_SWAS && configuration < CONFIGURATION_SYNC};
    struct swas_image image = {0};
    wc_job *job = NULL;
    wc_result *result = NULL;
    enum wc_status status = open_job(runs, benchmark, &job);
    if (status == WC_OK)
        drop_absent_expectations(&job->job);
    if (status == WC_OK)
        status = check_settings(runs, &job->job);
    if (status == WC_OK && (status = configure(job, configuration)) == WC_OK)
        status = bind_image(job, &image);
    if (status == WC_OK)
        status = wc_run(job, &options, &result);
    run->done = status == WC_OK;
    if (run->done)
        read_fields(run, result);
    run->same_image = run->done && compare_image(runs, benchmark, &image);
    free(image.bytes);
    wc_result_free(result);
    wc_job_free(job);
    return status;
}

/* ---- all of them ---- */

void swas_runs_begin(struct swas_runs *runs, wc_context *context, const char *folder,
                     struct arena *arena, const struct published *published)
{
    *runs = (struct swas_runs){.context = context, .folder = folder, .arena = arena,
                               .published = published};
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        for (unsigned k = 0; k < CONFIGURATIONS; k++)
            read_fields(&runs->run[i][k], NULL);
    }
}

void swas_runs_end(struct swas_runs *runs)
{
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++)
        free(runs->image[i].bytes);
}

/* What a listener of the context is told while runs are made: which of how many it is. */
struct listener {
    struct swas_runs *runs;
    wc_progress_fn *fn;
    void *user;
    char activity[96];
};

static void on_progress(void *user, const struct wc_progress *progress)
{
    struct listener *listener = user;
    struct wc_progress told = *progress;
    told.activity = listener->activity;
    listener->fn(listener->user, &told);
}

static void note_failure(struct swas_runs *runs, const char *what, enum wc_status status)
{
    runs->failed++;
    runs->worst = status > runs->worst ? status : runs->worst;
    if (!runs->first_failure)
        runs->first_failure =
            arena_format(runs->arena, "%s: %s", what, wc_error_message(runs->context));
}

static void make_named(struct listener *listener, size_t benchmark, unsigned configuration)
{
    struct swas_runs *runs = listener->runs;
    const char *what =
        arena_format(runs->arena, "%s, %s", runs->published->benchmarks[benchmark].name,
                     swas_configuration_name(configuration));
    snprintf(listener->activity, sizeof listener->activity, "[%zu/%zu] %s", ++runs->begun,
             runs->planned, what);
    enum wc_status status = make_run(runs, benchmark, configuration);
    if (status != WC_OK)
        note_failure(runs, what, status);
}

void swas_runs_make(struct swas_runs *runs, uint32_t set)
{
    wc_context *context = runs->context;
    struct listener listener = {runs, context->progress, context->progress_user, ""};
    runs->planned = (size_t)__builtin_popcount(set) * SWAS_BENCHMARKS;
    if (listener.fn)
        wc_context_on_progress(context, on_progress, &listener);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        for (unsigned k = 0; k < CONFIGURATIONS && runs->worst != WC_INTERRUPTED; k++) {
            if (set >> k & 1)
                make_named(&listener, i, k);
        }
    }
    wc_context_on_progress(context, listener.fn, listener.user);
}
