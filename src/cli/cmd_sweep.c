/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_sweep.c - warpclock sweep SWEEP.yaml: many runs, resumable, into a database. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "database_files.h"
#include "machine_folders.h"
#include "memory.h"
#include "output.h"
#include "sweep/merge.h"
#include "sweep/plan_names.h"
#include "sweep_slurm.h"
#include "sweep_workers.h"
#include "workers.h"

static const struct option option_shard = {
    .name = "shard", .kind = OPTION_TEXT, .value = "I/N",
    .summary = "only the I-th of N parts of the points",
    .field = offsetof(struct arguments, shard),
};

static const struct option option_merge = {
    .name = "merge", .kind = OPTION_FLAG,
    .summary = "add the runs of other databases, the operands",
    .field = offsetof(struct arguments, merge),
};

static const struct option option_slurm = {
    .name = "slurm", .kind = OPTION_FLAG,
    .summary = "run as a job array of Slurm, and merge its results",
    .field = offsetof(struct arguments, slurm),
};

static const struct option option_tasks = {
    .name = "tasks", .kind = OPTION_NUMBER, .value = "N", .max = 100000,
    .summary = "... with N tasks (default: 16)",
    .field = offsetof(struct arguments, tasks),
};

static const struct option option_slurm_options = {
    .name = "slurm-options", .kind = OPTION_TEXT, .value = "TEXT",
    .summary = "... with options of sbatch",
    .field = offsetof(struct arguments, slurm_options),
};

static const struct option option_no_wait = {
    .name = "no-wait", .kind = OPTION_FLAG,
    .summary = "... and return when they are submitted",
    .field = offsetof(struct arguments, no_wait),
};

static const struct option option_publish = {
    .name = "publish", .kind = OPTION_FILE, .value = "FILE",
    .summary = "keep a copy of the database here, and begin with it",
    .completes = COMPLETES_FILES,
    .field = offsetof(struct arguments, publish),
};

static const char *const retries[] = {"failed", "mismatch", "bad-input", "fault", "limit",
                                      "timeout", "memory", "crash", "internal", "all", NULL};

static const struct option option_retry = {
    .name = "retry", .kind = OPTION_CHOICE, .value = "STATUS",
    .summary = "run again what is done: failed, a status, or all",
    .choices = retries, .completes = COMPLETES_CHOICES,
    .field = offsetof(struct arguments, retry),
};

static const struct option *const sweep_options[] = {
    &option_db, &option_jobs, &option_retry, &option_shard, &option_merge, &option_slurm,
    &option_tasks, &option_slurm_options, &option_no_wait, &option_publish, &option_json,
    &option_quiet, &option_color, &option_help, &option_version, NULL,
};

/* ---- the report ---- */

static size_t all_runs(const struct sweep_state *state)
{
    return state->done + state->running + state->waiting;
}

static char *report_text(const struct session *session, const struct sweep_state *state)
{
    const char *db = session->arguments.db;

    if (state->done < all_runs(state))
        return format_text("%zu of %zu runs are done, %zu not ok; the same command continues\n",
                           state->done, all_runs(state), state->failed);
    if (state->failed)
        return format_text("%zu runs, %zu not ok; 'warpclock query %s failures' lists them\n",
                           state->done, state->failed, db);
    return format_text("%zu runs, all ok\n", state->done);
}

static char *report_json(const struct sweep_state *state)
{
    return format_text("{\"schema\": 1, \"warpclock\": \"%s\", \"runs\": %zu, \"done\": %zu, "
                       "\"ok\": %zu, \"failed\": %zu}\n", wc_version(), all_runs(state),
                       state->done, state->done - state->failed, state->failed);
}

static enum wc_status report(struct session *session, const struct sweep_state *state)
{
    enum wc_status status = WC_OK;
    char *text;

    if (session->arguments.json) {
        text = report_json(state);
        status = output_json(session, text);
        free(text);
    }
    if (!session->arguments.quiet && !output_is_json(session)) {
        text = report_text(session, state);
        output_text(session, text);
        free(text);
    }
    return status;
}

/* ---- the work ---- */

static enum wc_status read_shard(struct session *session, struct sweep_shard *shard)
{
    const char *text = session->arguments.shard;
    unsigned long long i, n;
    int used = 0;

    *shard = (struct sweep_shard){0};
    if (!text)
        return WC_OK;
    if (text[strspn(text, "0123456789/")] || sscanf(text, "%llu/%llu%n", &i, &n, &used) != 2 ||
        text[used] || !i || i > n || n > 1000000)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--shard: '%s' is not a part like 1/4: the first of four", text);
    *shard = (struct sweep_shard){i, n};
    return WC_OK;
}

/* Jobs are opened in a context of their own: the session's would take what they save for outputs,
 * and refuse jobs that save to one file. */
static enum wc_status add_points_in(struct session *session, wc_context *context,
                                    struct sweep_plan *plan, struct sweep_shard shard,
                                    int64_t *ids)
{
    struct error err = database_error();
    struct database database;
    enum wc_status status =
        database_open(&err, &database_of_sweeps, session->arguments.db, &database);

    if (status == WC_OK) {
        status = database_add_points(&err, &database, plan, context, shard, ids);
        database_close(&database);
    }
    sweep_problem(session, &err);
    return status;
}

static enum wc_status add_points(struct session *session, struct sweep_plan *plan, int64_t *ids)
{
    struct sweep_shard shard;
    enum wc_status status = read_shard(session, &shard);
    wc_context *context = status == WC_OK ? wc_context_new() : NULL;

    if (status != WC_OK)
        return status;
    if (!context)
        return diagnose(&session->problem, WC_INTERNAL, "out of memory");
    machine_folders_add(context);
    status = add_points_in(session, context, plan, shard, ids);
    wc_context_free(context);
    return status;
}

/* A task that begins again on another host continues with what it had published. */
static enum wc_status take_published(struct session *session)
{
    const char *path = session->arguments.publish;
    struct error err = database_error();
    struct database database;
    enum wc_status status;
    size_t arrived = 0;

    if (!path || access(path, F_OK) != 0)
        return WC_OK;
    status = database_open_again(&err, &database_of_sweeps, session->arguments.db, &database);
    if (status == WC_OK) {
        status = merge_from(&err, &database, path, &arrived);
        database_close(&database);
    }
    sweep_problem(session, &err);
    return status;
}

/* Of this sweep alone. "bad-input" is the status `bad input`. */
static enum wc_status retry(struct session *session, const struct sweep_plan *plan,
                            const int64_t *ids)
{
    const char *what = session->arguments.retry;
    struct error err = database_error();
    struct database database;
    enum wc_status status;

    if (!what)
        return WC_OK;
    if (strcmp(what, "bad-input") == 0)
        what = "bad input";
    status = database_open_again(&err, &database_of_sweeps, session->arguments.db, &database);
    if (status == WC_OK) {
        status = database_choose(&err, &database, ids, plan->point_count);
        if (status == WC_OK)
            status = database_retry(&err, &database, what);
        database_close(&database);
    }
    sweep_problem(session, &err);
    return status;
}

static enum wc_status work_and_report(struct session *session, struct sweep_plan *plan,
                                      const int64_t *ids)
{
    struct sweep_crew crew = {
        .session = session, .db = session->arguments.db, .plan = plan, .ids = ids,
        .workers = crew_size(session), .publish = session->arguments.publish,
    };
    struct sweep_state state;
    enum wc_status status =
        session->arguments.slurm ? sweep_on_cluster(&crew) : sweep_work(&crew);
    enum wc_status seen = sweep_look(session, crew.db, ids, plan->point_count, &state);
    enum wc_status said = seen == WC_OK ? report(session, &state) : seen;

    if (status == WC_INTERRUPTED)
        diagnose(&session->problem, status, "interrupted; finished runs are in '%s'", crew.db);
    if (status == WC_BAD_INPUT && !session->problem.message)
        diagnose(&session->problem, status, "a worker could not continue");
    if (status != WC_OK || said != WC_OK)
        return status != WC_OK ? status : said;
    return state.failed ? WC_MISMATCH : WC_OK;
}

static enum wc_status run_sweep(struct session *session, const char *path)
{
    struct sweep_plan plan;
    struct error err = {0};
    enum wc_status status = sweep_open(&err, path, &plan);
    int64_t *ids = NULL;

    if (status == WC_OK)
        status = sweep_check_names(&err, &plan, session->context);
    if (status != WC_OK && wc_error_refused(session->context)) { /* an output is a machine file */
        diagnose_library(&session->problem, session->context, status);
        error_clear(&err);
    } else {
        sweep_problem(session, &err);
    }
    if (status == WC_OK)
        status = diagnose_library(&session->problem, session->context,
                                  sweep_add_files(&plan, session->context));
    if (status == WC_OK) {
        ids = reallocate(NULL, plan.point_count * sizeof *ids);
        status = add_points(session, &plan, ids);
    }
    if (status == WC_OK)
        status = take_published(session);
    if (status == WC_OK)
        status = retry(session, &plan, ids);
    if (status == WC_OK)
        status = work_and_report(session, &plan, ids);
    free(ids);
    sweep_free(&plan);
    return status;
}

static enum wc_status report_merged(struct session *session, size_t arrived,
                                    const struct sweep_state *state)
{
    enum wc_status status = WC_OK;
    char *text;

    if (session->arguments.json) {
        text = format_text("{\"schema\": 1, \"warpclock\": \"%s\", \"runs\": %zu, \"done\": %zu, "
                           "\"ok\": %zu, \"failed\": %zu, \"arrived\": %zu}\n", wc_version(),
                           all_runs(state), state->done, state->done - state->failed,
                           state->failed, arrived);
        status = output_json(session, text);
        free(text);
    }
    if (!session->arguments.quiet && !output_is_json(session)) {
        text = format_text("%zu runs arrived; %zu are done\n", arrived, state->done);
        output_text(session, text);
        free(text);
    }
    return status;
}

/* Each of them completely or not at all. */
static enum wc_status merge_all(struct session *session)
{
    const struct text_list *operands = &session->arguments.operands;
    struct error err = database_error();
    struct database database;
    struct sweep_state state;
    enum wc_status status =
        database_open(&err, &database_of_sweeps, session->arguments.db, &database);
    size_t arrived = 0, i;

    if (status == WC_OK) {
        for (i = 0; i < operands->count && status == WC_OK; i++)
            status = merge_from(&err, &database, operands->items[i], &arrived);
        if (status == WC_OK)
            status = database_choose_all(&err, &database);
        if (status == WC_OK)
            status = database_state(&err, &database, &state);
        database_close(&database);
    }
    sweep_problem(session, &err);
    return status == WC_OK ? report_merged(session, arrived, &state) : status;
}

/* Options that would say nothing where they are. */
static enum wc_status check_company(struct session *session)
{
    const struct arguments *arguments = &session->arguments;
    const char *alone = arguments->tasks           ? "--tasks"
                        : arguments->slurm_options ? "--slurm-options"
                        : arguments->no_wait       ? "--no-wait"
                                                   : NULL;

    if (alone && !arguments->slurm)
        return diagnose(&session->problem, WC_BAD_INPUT, "%s is a part of --slurm", alone);
    if (arguments->slurm && (arguments->shard || arguments->merge || arguments->publish))
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--slurm makes the shards itself: it cannot be combined with --shard, "
                        "--merge or --publish");
    if (arguments->slurm && arguments->retry)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--retry works on this host: it cannot be combined with --slurm, whose "
                        "tasks keep their results");
    if (arguments->merge && (arguments->shard || arguments->publish || arguments->retry))
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "--merge runs nothing: it cannot be combined with --shard, --publish or "
                        "--retry");
    return WC_OK;
}

static enum wc_status check_arguments(struct session *session)
{
    const struct arguments *arguments = &session->arguments;

    if (!arguments->db)
        return diagnose(&session->problem, WC_BAD_INPUT, "sweep needs --db RESULTS.db");
    if (!arguments->merge && arguments->operands.count > 1)
        return diagnose(&session->problem, WC_BAD_INPUT,
                        "sweep: extra operand '%s'; only --merge takes several",
                        arguments->operands.items[1]);
    return check_company(session);
}

/* What would keep a copy from being published is found now, not after ten seconds. */
static enum wc_status check_publish(struct session *session)
{
    static const char what[] = "the published copy";
    const char *path = session->arguments.publish;
    wc_output *file = NULL;
    enum wc_status status;

    if (!path)
        return WC_OK;
    status = wc_output_open(session->context, path, what, &file);
    diagnose_library(&session->problem, session->context, status);
    wc_output_free(file);
    return status == WC_OK ? database_file_written(session, path, what) : status;
}

/* No output replaces an input or another output; those that jobs read follow in run_sweep(). */
static enum wc_status add_files(struct session *session)
{
    const struct arguments *arguments = &session->arguments;
    enum wc_status status = database_file_written(session, arguments->db, "the database");
    size_t i;

    if (status == WC_OK)
        status = check_publish(session);
    for (i = 0; i < arguments->operands.count && status == WC_OK; i++) {
        const char *path = arguments->operands.items[i];

        if (arguments->merge)
            status = database_file_read(session, path, "the database to merge");
        else
            status = diagnose_library(&session->problem, session->context,
                                      wc_context_add_input(session->context, path, "the sweep"));
    }
    return status;
}

static enum wc_status sweep(struct session *session)
{
    enum wc_status status = check_arguments(session);

    if (status == WC_OK)
        status = add_files(session);
    if (status != WC_OK)
        return status;
    return session->arguments.merge ? merge_all(session)
                                    : run_sweep(session, session->arguments.operands.items[0]);
}

const struct command command_sweep = {
    .name = "sweep",
    .summary = "run jobs x machines x parameters into a database",
    .operands = "SWEEP.yaml|PART.db...",
    .min = 1, .max = SIZE_MAX, .completes = COMPLETES_FILES,
    .examples = {
        "warpclock sweep policies.yaml --db results.db",
        "warpclock sweep --merge part-1.db part-2.db --db results.db",
    },
    .options = sweep_options,
    .run = sweep,
};
