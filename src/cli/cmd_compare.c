/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_compare.c - warpclock compare JOB...: the same jobs on several machines, as a table. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "figures.h"
#include "interrupt.h"
#include "job_rows.h"
#include "memory.h"
#include "output.h"
#include "side_by_side.h"
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

static const struct option option_side = {
    .name = "jobs", .letter = 'j', .kind = OPTION_NUMBER, .value = "N", .max = 256,
    .summary = "run N cells at the same time (default: 1)",
    .field = offsetof(struct arguments, jobs),
};

static const struct option *const compare_options[] = {
    &option_machines, &option_vary, &option_set, &option_split, &option_functional, &option_side,
    &option_bound, &option_method, &option_max_seconds, &option_max_cycles, &option_max_memory,
    &option_report, &option_svg, &option_csv, &option_json, &option_quiet, &option_color,
    &option_help, &option_version, NULL,
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

/* Varied settings reach the library like those of --set: its messages begin with the parameter, or
 * quote it. */
static void blame_varied(struct diagnostic *problem, const struct text_list *varied)
{
    bool is_varied = false;
    size_t i;

    if (!problem->place || strcmp(problem->place, "--set") != 0)
        return;
    for (i = 0; i < varied->count; i++) {
        const int length = (int)strcspn(varied->items[i], "=");
        char *begins = format_text("%.*s:", length, varied->items[i]);
        char *quoted = format_text("'%.*s'", length, varied->items[i]);

        is_varied |= strncmp(problem->message, begins, (size_t)length + 1) == 0 ||
                     strstr(problem->message, quoted);
        free(begins);
        free(quoted);
    }
    if (!is_varied)
        return;
    free(problem->place);
    problem->place = format_text("--vary");
}

/* ---- cells ---- */

/* A job on a machine. */
struct cell {
    char *row, *column;
    wc_result *result; /* NULL: there is none */
    struct diagnostic problem;
    enum wc_status status;
};

/* Rows are jobs; columns are machines, for each of them all combinations of values. */
struct comparing {
    struct work *work;
    wc_comparison *comparison;
    const struct arguments *arguments;
    size_t combinations, columns;
    struct cell *cells; /* [row][column] */
    enum wc_status worst; /* of the cells so far; larger values are worse */
};

static const char *job_of(const struct comparing *c, size_t number)
{
    return c->arguments->operands.items[number / c->columns];
}

/* NULL: the job's own. */
static const char *machine_of(const struct comparing *c, size_t number)
{
    const struct text_list *machines = &c->arguments->machines;

    return machines->count ? machines->items[number % c->columns / c->combinations] : NULL;
}

/* A requested bound that is missing is a failure; the table gives the reason. */
static enum wc_status require_bound(struct session *session, const wc_result *result)
{
    double bound;

    if (!session->arguments.bound || wc_result_value(result, "bound", &bound))
        return WC_OK;
    return diagnose(&session->problem, WC_BAD_INPUT,
                    "some requested bounds could not be derived; the table gives the reasons");
}

static enum wc_status simulate(const struct comparing *c, const struct piece *piece, wc_job *job,
                               struct cell *cell)
{
    const struct arguments *arguments = c->arguments;
    struct wc_run_options options = {
        .size = sizeof options,
        .functional = arguments->functional,
        .max_cycles = arguments->max_cycles,
        .bound = arguments->bound,
        .bound_may_fail = true,
        .bound_method = arguments_method(arguments),
        .max_seconds = arguments->max_seconds,
    };

    if (wc_job_writes(job, NULL)) /* columns of a job save to the same files: the last one stays */
        piece_wait_turn(piece);
    return wc_run(job, &options, &cell->result);
}

/* In any thread. */
static void run_cell(void *user, const struct piece *piece)
{
    const struct comparing *c = user;
    const char *machine = machine_of(c, piece->number);
    struct cell *cell = &c->cells[piece->number];
    struct text_list settings =
        variation_settings(&c->arguments->varied, piece->number % c->combinations);
    wc_job *job;
    enum wc_status status = work_open_job(c->work->session, piece->context,
                                          job_of(c, piece->number), machine, &cell->problem, &job);

    /* A copy of the name: the job does not stay. */
    cell->column = column_name(status == WC_OK ? wc_job_machine_name(job) : machine, &settings);
    if (status == WC_OK)
        status = diagnose_library(&cell->problem, piece->context,
                                  work_apply_settings(&settings, job));
    if (status == WC_OK)
        status = diagnose_library(&cell->problem, piece->context, simulate(c, piece, job, cell));
    cell->status = status;
    wc_job_free(job);
    variation_free(&settings);
}

/* A failure is printed at once and noted in the table; the other cells still run. */
static void report_cell(struct comparing *c, size_t number)
{
    struct session *session = c->work->session;
    struct diagnostic *problem = &c->cells[number].problem;

    if (!problem->place)
        problem->place = format_text("%s", job_of(c, number));
    blame_varied(problem, &c->arguments->varied);
    diagnostic_print(problem, style_color(session->arguments.color, STDERR_FILENO));
}

static void free_cell(struct cell *cell)
{
    diagnostic_clear(&cell->problem);
    wc_result_free(cell->result);
    free(cell->row);
    free(cell->column);
}

static void deliver_cell(void *user, size_t number)
{
    struct comparing *c = user;
    struct session *session = c->work->session;
    struct cell *cell = &c->cells[number];
    enum wc_status status = cell->status, added;

    progress_clear(&c->work->progress);
    session->unread |= !cell->result;
    if (status == WC_OK)
        status = require_bound(session, cell->result);
    else
        report_cell(c, number);
    cell->row = job_row_name(&c->arguments->operands, number / c->columns);
    added = wc_comparison_add(c->comparison, cell->row, cell->column, cell->result,
                              cell->problem.message);
    diagnose_library(&session->problem, session->context, added);
    free_cell(cell);
    status = status > added ? status : added;
    if (status > c->worst)
        c->worst = status;
}

/* All cells, row by row. The command returns the worst status. */
static enum wc_status compare_all(struct work *work, wc_comparison *comparison)
{
    const struct arguments *arguments = &work->session->arguments;
    const size_t combinations = variation_count(&arguments->varied, COLUMNS_MAX);
    struct comparing c = {
        .work = work, .comparison = comparison, .arguments = arguments,
        .combinations = combinations,
        .columns = combinations * (arguments->machines.count ? arguments->machines.count : 1),
    };
    const struct pieces pieces = {
        .count = arguments->operands.count * c.columns,
        .workers = arguments->jobs, .user = &c, .run = run_cell, .deliver = deliver_cell,
    };

    c.cells = reallocate(NULL, pieces.count * sizeof *c.cells);
    memset(c.cells, 0, pieces.count * sizeof *c.cells);
    side_by_side(work, &pieces);
    free(c.cells);
    return interrupt_seen() ? WC_INTERRUPTED : c.worst;
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
    blame_varied(&session->problem, &session->arguments.varied);
    wc_text_free(text);
    free(all);
    return status;
}

/* The later values would take the place of the earlier ones, in columns named after both. */
static enum wc_status check_keys(struct session *session)
{
    const struct text_list *varied = &session->arguments.varied;
    size_t i, k;

    for (i = 1; i < varied->count; i++) {
        const size_t length = strcspn(varied->items[i], "=") + 1;

        for (k = 0; k < i; k++) {
            if (strncmp(varied->items[i], varied->items[k], length) == 0)
                return diagnose(&session->problem, WC_BAD_INPUT,
                                "--vary: '%.*s' is given twice; expected all its values in one "
                                "option: KEY=V1,V2", (int)length - 1, varied->items[i]);
        }
    }
    return WC_OK;
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

    status = check_keys(session);
    if (status != WC_OK)
        return status;
    if (session->arguments.bound && session->arguments.functional)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--bound with --functional: a functional run has no cycles to compare "
                        "with a bound; expected one of the two");
    status = check_columns(session);
    return status == WC_OK ? check_files(session) : status;
}

/* Those of a table with one column, and of one with several. */
static enum wc_status begin_figures(struct session *session, struct figures *figures)
{
    static const char *const one[] = {"cycles", NULL};
    static const char *const several[] = {"cycles", "speed-up", NULL};
    const struct arguments *arguments = &session->arguments;
    const bool columns =
        arguments->machines.count > 1 || variation_count(&arguments->varied, COLUMNS_MAX) > 1;

    return figures_begin(session, columns ? several : one, figures);
}

static enum wc_status render_comparison(struct session *session, const void *subject,
                                        enum wc_format format, char **out)
{
    (void)session;
    return wc_comparison_text(subject, format, out);
}

static const char *figure_name(const void *subject, size_t i)
{
    return wc_comparison_figure_name(subject, i);
}

static enum wc_status figure(const void *subject, size_t i, enum wc_format format, char **out)
{
    return wc_comparison_figure(subject, i, format, out);
}

static enum wc_status write_report(struct figures *figures, wc_comparison *comparison)
{
    const struct figure_source source = {comparison, figure_name, figure};

    return figures_report(figures, &source, render_comparison);
}

static enum wc_status compare_and_report(struct figures *figures)
{
    struct session *session = figures->session;
    struct work work;
    wc_comparison *comparison = NULL;
    enum wc_status status = wc_comparison_new(session->context, &comparison), report;

    if (status != WC_OK)
        return diagnose_library(&session->problem, session->context, status);
    work_begin(&work, session);
    status = compare_all(&work, comparison);
    work_end(&work);
    report = write_report(figures, comparison);
    wc_comparison_free(comparison);
    return status > report ? status : report;
}

static enum wc_status compare(struct session *session)
{
    struct figures figures = {0};
    enum wc_status status = check_options(session);

    if (status == WC_OK)
        status = begin_figures(session, &figures);
    if (status == WC_OK)
        status = compare_and_report(&figures);
    figures_end(&figures);
    return status;
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
