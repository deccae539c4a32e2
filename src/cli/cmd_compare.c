/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_compare.c - warpclock compare JOB...: the same jobs on several machines, as a table. */
#include <stdlib.h>
#include <unistd.h>

#include "command.h"
#include "interrupt.h"
#include "memory.h"
#include "output.h"
#include "style.h"
#include "work.h"

static const struct option option_machines = {
    .name = "machine", .letter = 'm', .kind = OPTION_NAMES, .value = "M1,M2,...",
    .summary = "the table's columns (else each job's own machine)",
    .completes = COMPLETES_MACHINES,
    .field = offsetof(struct arguments, machines),
};

static const struct option *const compare_options[] = {
    &option_machines, &option_set, &option_functional, &option_max_cycles, &option_json,
    &option_quiet, &option_color, &option_help, &option_version, NULL,
};

/* Runs one cell. *column becomes the machine's name, a copy; it outlives the job. */
static enum wc_status run_cell(struct session *session, const char *path, const char *machine,
                               struct diagnostic *problem, char **column, wc_result **result)
{
    struct wc_run_options options = {
        .functional = session->arguments.functional,
        .max_cycles = session->arguments.max_cycles,
    };
    wc_job *job;
    enum wc_status status = work_open_job(session, path, machine, problem, &job);
    const char *name = status == WC_OK ? wc_job_machine_name(job) : machine;

    *result = NULL;
    *column = format_text("%s", name ? name : "unknown");
    if (status == WC_OK)
        status = diagnose_library(problem, session->context, wc_run(job, &options, result));
    wc_job_free(job);
    return status;
}

/* One cell of the table: a job on a machine (NULL: its own). What goes wrong in it is told at once
 * and noted in the table; the other cells go on. */
static enum wc_status compare_cell(struct work *work, wc_comparison *comparison, const char *path,
                                   const char *machine)
{
    struct session *session = work->session;
    struct diagnostic problem = {0};
    wc_result *result;
    char *column;
    enum wc_status status = run_cell(session, path, machine, &problem, &column, &result), added;

    progress_clear(&work->progress);
    if (status != WC_OK) {
        if (!problem.place)
            problem.place = format_text("%s", path);
        diagnostic_print(&problem, style_color(session->arguments.color, STDERR_FILENO));
    }
    added = wc_comparison_add(comparison, path, column, result, problem.message);
    diagnose_library(&session->problem, session->context, added);
    diagnostic_clear(&problem);
    wc_result_free(result);
    free(column);
    return status > added ? status : added;
}

/* All cells, row by row. The worst status is the command's: the values rise with the weight. */
static enum wc_status compare_all(struct work *work, wc_comparison *comparison)
{
    const struct text_list *jobs = &work->session->arguments.operands;
    const struct text_list *machines = &work->session->arguments.machines;
    size_t columns = machines->count ? machines->count : 1, i;
    enum wc_status worst = WC_OK;

    for (i = 0; i < jobs->count * columns && !interrupt_seen(); i++) {
        const char *machine = machines->count ? machines->items[i % columns] : NULL;
        enum wc_status status;

        progress_part(&work->progress, format_text("[%zu/%zu]", i + 1, jobs->count * columns));
        status = compare_cell(work, comparison, jobs->items[i / columns], machine);
        if (status > worst)
            worst = status;
    }
    return interrupt_seen() ? WC_INTERRUPTED : worst;
}

/* A misspelt machine or parameter shall not be found after an hour of the first column. */
static enum wc_status check_machines(struct session *session)
{
    const struct text_list *machines = &session->arguments.machines;
    const struct text_list *sets = &session->arguments.sets;
    enum wc_status status = WC_OK;
    size_t i;

    for (i = 0; i < machines->count && status == WC_OK; i++) {
        char *text = NULL;

        status = wc_machine_text(session->context, machines->items[i], sets->items, sets->count,
                                 WC_TEXT, &text);
        diagnose_library(&session->problem, session->context, status);
        wc_text_free(text);
    }
    return status;
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
    enum wc_status status = check_machines(session), report;

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
    .summary = "run jobs on several machines, as a table",
    .operands = "JOB...",
    .least = 1, .most = SIZE_MAX, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock compare job.yaml --machine vortex,vortex-3.0",
        "warpclock compare kernels/*/vortex-tiny.yaml --json table.json",
    },
    .options = compare_options,
    .run = compare,
};
