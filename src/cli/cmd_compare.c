/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_compare.c - warpclock compare JOB...: the same jobs on several machines, as a table. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "interrupt.h"
#include "job_rows.h"
#include "memory.h"
#include "output.h"
#include "style.h"
#include "variation.h"
#include "work.h"

static const struct option option_machines = {
    .name = "machine", .letter = 'm', .kind = OPTION_NAMES, .value = "M1,M2,...",
    .summary = "columns of the table (default: each job's machine)",
    .completes = COMPLETES_MACHINES,
    .field = offsetof(struct arguments, machines),
};

static const struct option option_vary = {
    .name = "vary", .kind = OPTION_VARIED, .value = "KEY=V1,V2,...",
    .summary = "one column per value; repeated: all combinations",
    .field = offsetof(struct arguments, varied),
};

static const struct option option_bound = {
    .name = "bound", .kind = OPTION_FLAG,
    .summary = "add worst-case bounds",
    .field = offsetof(struct arguments, bound),
};

static const struct option *const compare_options[] = {
    &option_machines, &option_vary, &option_set, &option_split, &option_functional,
    &option_bound, &option_method, &option_max_seconds, &option_max_cycles, &option_max_memory,
    &option_report, &option_json, &option_quiet, &option_color, &option_help, &option_version, NULL,
};

enum { COLUMNS_MAX = 1000 };

/* "vortex fetch=lrr issue=gtlo" */
static char *column_name(const char *machine, const struct text_list *settings)
{
    char *name = format_text("%s", machine ? machine : "unknown"), *longer;
    size_t i;

    for (i = 0; i < settings->count; i++) {
        longer = format_text("%s %s", name, settings->items[i]);
        free(name);
        name = longer;
    }
    return name;
}

/* ---- cells ---- */

/* A requested bound that is missing is a failure; the table gives the reason. */
static enum wc_status require_bound(struct session *session, const wc_result *result)
{
    double bound;

    if (!session->arguments.bound || wc_result_value(result, "bound", &bound))
        return WC_OK;
    return diagnose(&session->problem, WC_BAD_INPUT,
                    "some requested bounds could not be derived; the table gives the reasons");
}

/* Runs one cell. *column becomes a copy of its column's name, which outlives the job. */
static enum wc_status run_cell(struct session *session, const char *path, const char *machine,
                               const struct text_list *settings, struct diagnostic *problem,
                               char **column, wc_result **result)
{
    struct wc_run_options options = {
        .size = sizeof options,
        .functional = session->arguments.functional,
        .max_cycles = session->arguments.max_cycles,
        .bound = session->arguments.bound,
        .bound_may_fail = true,
        .bound_method = arguments_method(&session->arguments),
        .max_seconds = session->arguments.max_seconds,
    };
    wc_job *job;
    enum wc_status status = work_open_job(session, path, machine, problem, &job);

    *result = NULL;
    *column = column_name(status == WC_OK ? wc_job_machine_name(job) : machine, settings);
    if (status == WC_OK)
        status = diagnose_library(problem, session->context, work_apply_settings(settings, job));
    if (status == WC_OK)
        status = diagnose_library(problem, session->context, wc_run(job, &options, result));
    wc_job_free(job);
    return status;
}

/* One cell of the table: a job on a machine (NULL: the job's own). A failure is printed at once and
 * noted in the table; the other cells still run. */
static enum wc_status compare_cell(struct work *work, wc_comparison *comparison, const char *path,
                                   const char *row, const char *machine,
                                   const struct text_list *settings)
{
    struct session *session = work->session;
    struct diagnostic problem = {0};
    wc_result *result;
    char *column;
    enum wc_status status =
        run_cell(session, path, machine, settings, &problem, &column, &result), added;

    progress_clear(&work->progress);
    session->unread |= !result;
    if (status != WC_OK) {
        if (!problem.place)
            problem.place = format_text("%s", path);
        diagnostic_print(&problem, style_color(session->arguments.color, STDERR_FILENO));
    }
    if (status == WC_OK)
        status = require_bound(session, result);
    added = wc_comparison_add(comparison, row, column, result, problem.message);
    diagnose_library(&session->problem, session->context, added);
    diagnostic_clear(&problem);
    wc_result_free(result);
    free(column);
    return status > added ? status : added;
}

/* All cells, row by row. The command returns the worst status: larger values are worse. */
static enum wc_status compare_all(struct work *work, wc_comparison *comparison)
{
    const struct arguments *arguments = &work->session->arguments;
    const struct text_list *jobs = &arguments->operands, *machines = &arguments->machines;
    size_t combinations = variation_count(&arguments->varied, COLUMNS_MAX), i;
    size_t columns = combinations * (machines->count ? machines->count : 1);
    enum wc_status worst = WC_OK;

    for (i = 0; i < jobs->count * columns && !interrupt_seen(); i++) {
        size_t column = i % columns;
        const char *machine = machines->count ? machines->items[column / combinations] : NULL;
        struct text_list settings = variation_settings(&arguments->varied, column % combinations);
        char *row = job_row_name(jobs, i / columns);
        enum wc_status status;

        progress_part(&work->progress, format_text("[%zu/%zu]", i + 1, jobs->count * columns));
        status = compare_cell(work, comparison, jobs->items[i / columns], row, machine, &settings);
        free(row);
        variation_free(&settings);
        if (status > worst)
            worst = status;
    }
    return interrupt_seen() ? WC_INTERRUPTED : worst;
}

/* ---- checks before the first run ---- */

static enum wc_status check_column(struct session *session, const char *machine,
                                   const struct text_list *settings)
{
    const struct text_list *sets = &session->arguments.sets;
    size_t count = sets->count + settings->count;
    const char **all = reallocate(NULL, (count + 1) * sizeof *all);
    char *text = NULL;
    enum wc_status status;
    size_t i;

    for (i = 0; i < count; i++)
        all[i] = i < sets->count ? sets->items[i] : settings->items[i - sets->count];
    status = wc_machine_text(session->context, machine, all, count, WC_TEXT, &text);
    diagnose_library(&session->problem, session->context, status);
    wc_text_free(text);
    free(all);
    return status;
}

/* Find a misspelt machine or parameter before the first column runs for an hour. */
static enum wc_status check_columns(struct session *session)
{
    const struct text_list *machines = &session->arguments.machines;
    const struct text_list *varied = &session->arguments.varied;
    size_t combinations = variation_count(varied, COLUMNS_MAX), i;
    enum wc_status status = WC_OK;

    if (combinations * (machines->count ? machines->count : 1) > COLUMNS_MAX)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--vary: too many columns; the maximum is %d", COLUMNS_MAX);
    for (i = 0; i < machines->count * combinations && status == WC_OK; i++) {
        struct text_list settings = variation_settings(varied, i % combinations);

        status = check_column(session, machines->items[i / combinations], &settings);
        variation_free(&settings);
    }
    return status;
}

/* Opens a job and its machine, so that their files are known. Only a refused output is reported
 * here: other errors belong to the cells. */
static enum wc_status check_files_of(struct session *session, const char *path)
{
    wc_job *job = NULL;
    const char *machine;
    char *text = NULL;
    enum wc_status status = wc_job_open(session->context, path, &job);

    machine = status == WC_OK && session->arguments.machines.count == 0 ? wc_job_machine_name(job)
                                                                       : NULL;
    if (machine)
        status = wc_machine_text(session->context, machine, NULL, 0, WC_TEXT, &text);
    if (status != WC_OK && wc_error_refused(session->context))
        diagnose_library(&session->problem, session->context, status);
    wc_text_free(text);
    wc_job_free(job);
    return session->problem.status;
}

/* No job may save over a file that another one reads. */
static enum wc_status check_files(struct session *session)
{
    const struct text_list *jobs = &session->arguments.operands;
    enum wc_status status = WC_OK;
    size_t i;

    for (i = 0; i < jobs->count && status == WC_OK; i++)
        status = check_files_of(session, jobs->items[i]);
    return status;
}

static enum wc_status check_options(struct session *session)
{
    enum wc_status status;

    if (session->arguments.bound && session->arguments.functional)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--bound with --functional: a functional run has no cycles to compare "
                        "with a bound; expected one of the two");
    status = check_columns(session);
    return status == WC_OK ? check_files(session) : status;
}

static enum wc_status render_comparison(struct session *session, const void *subject,
                                        enum wc_format format, char **out)
{
    (void)session;
    return wc_comparison_text(subject, format, out);
}

static enum wc_status compare(struct session *session)
{
    struct work work;
    wc_comparison *comparison = NULL;
    enum wc_status status = check_options(session), report;

    if (status != WC_OK)
        return status;
    status = wc_comparison_new(session->context, &comparison);
    if (status != WC_OK)
        return diagnose_library(&session->problem, session->context, status);
    work_begin(&work, session);
    status = compare_all(&work, comparison);
    work_end(&work);
    report = output_report(session, render_comparison, comparison);
    wc_comparison_free(comparison);
    return status > report ? status : report;
}

const struct command command_compare = {
    .name = "compare",
    .summary = "run jobs on several machines and print a table",
    .operands = "JOB...",
    .min = 1, .max = SIZE_MAX, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock compare job.yaml --machine vortex,vortex-3.0",
        "warpclock compare kernels/*/vortex-tiny.yaml --vary fetch=lrr,gtlo",
    },
    .options = compare_options,
    .run = compare,
};
