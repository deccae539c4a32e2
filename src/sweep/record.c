/* SPDX-License-Identifier: Apache-2.0 */
/* record.c - runs a point, and writes its result. */
#include "sweep/record.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/text.h"
#include "sweep/identity.h"

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* "job.yaml:3:5: unknown key 'kernle'; did you mean 'kernel'?" */
static void keep_message(struct record *record, const char *place, const char *message,
                         const char *help)
{
    struct text text = {0};
    if (record->status == WC_OK)
        return;
    text_add(&text, "%s%s%s%s%s", place ? place : "", place ? ": " : "",
             message && *message ? message : "an output differs, or the run took too long",
             help ? "; " : "", help ? help : "");
    record->message = strdup(text_string(&text));
    text_free(&text);
}

/* A sweep has its limits in the file. */
static void keep_error(struct record *record, const wc_context *context)
{
    const char *help = wc_error_hint(context);
    record->over_memory = record->status == WC_BAD_INPUT && help && strstr(help, "--max-memory");
    if (record->over_memory)
        help = "raise the limit with 'memory' in the sweep's 'limits'";
    keep_message(record, wc_error_place(context), wc_error_message(context), help);
}

static enum wc_status open_job(wc_context *context, const struct sweep_plan *plan,
                               const struct sweep_point *point, const char *text, wc_job **job)
{
    struct arena arena = {0};
    enum wc_status status =
        wc_job_parse(context, plan->jobs[point->job].path, text, strlen(text), job);
    if (status == WC_OK && point->machine)
        status = wc_job_machine(*job, sweep_machine_path(&arena, plan, point->machine));
    for (size_t i = 0; i < point->setting_count && status == WC_OK; i++)
        if (sweep_sets_machine(&point->settings[i]))
            status = wc_job_set(*job, point->settings[i].name, point->settings[i].value->text);
    arena_free(&arena);
    return status;
}

static struct wc_run_options options_of(const struct sweep_plan *plan, enum sweep_mode mode)
{
    return (struct wc_run_options){
        .size = sizeof(struct wc_run_options),
        .functional = mode == SWEEP_FUNCTIONAL,
        .bound = mode == SWEEP_BOUND || mode == SWEEP_CHECK,
        .no_run = mode == SWEEP_BOUND,
        .max_cycles = plan->max_cycles,
        .max_memory = plan->max_memory,
        .deadline = mode == SWEEP_FUNCTIONAL ? 0 : plan->deadline,
        .deadline_ns = mode == SWEEP_FUNCTIONAL ? 0 : plan->deadline_ns,
    };
}

void record_make(wc_context *context, const struct sweep_plan *plan,
                 const struct sweep_point *point, struct record *record)
{
    struct arena arena = {0};
    struct error refused = {0};
    wc_job *job = NULL;
    const double start = now();
    const struct wc_run_options options = options_of(plan, point->mode);
    *record = (struct record){0};
    wc_context_max_memory(context, plan->max_memory);
    const char *text = sweep_job_text(&refused, &arena, plan, point);
    if (text) {
        record->status = open_job(context, plan, point, text, &job);
        if (record->status == WC_OK)
            record->status = wc_run(job, &options, &record->result);
        keep_error(record, context);
    } else {
        record->status = refused.status;
        keep_message(record, plan->jobs[point->job].name, refused.message, NULL);
    }
    record->seconds = now() - start;
    wc_job_free(job);
    error_clear(&refused);
    arena_free(&arena);
}

void record_time_out(struct record *record, uint64_t seconds)
{
    struct text text = {0};
    text_add(&text, "the run took longer than %llu s", (unsigned long long)seconds);
    free(record->message);
    record->message = strdup(text_string(&text));
    record->timed_out = true;
    text_free(&text);
}

void record_free(struct record *record)
{
    free(record->message);
    wc_result_free(record->result);
}

/* ---- writing ---- */

static const char *status_word(const struct record *record)
{
    if (record->timed_out)
        return "timeout";
    if (record->over_memory)
        return "memory";
    if (record->status == WC_INTERNAL && record->message && strstr(record->message, OUT_OF_MEMORY))
        return "memory";
    switch (record->status) {
    case WC_OK:
        return "ok";
    case WC_MISMATCH:
        return "mismatch";
    case WC_BAD_INPUT:
        return "bad input";
    case WC_KERNEL_FAULT:
        return "fault";
    case WC_DEADLOCK:
        return "limit";
    case WC_INTERNAL:
    case WC_INTERRUPTED:
        break;
    }
    return "internal";
}

/* The document of the result, for what has no function of its own; NULL: there is none. */
static json_t *document_of(const wc_result *result)
{
    char *text = NULL;
    json_t *document = NULL;
    if (result && wc_result_text(result, WC_JSON, &text) == WC_OK)
        document = json_loads(text, 0, NULL);
    wc_text_free(text);
    return document;
}

static void bind_json(sqlite3_stmt *statement, int i, const json_t *value)
{
    if (json_is_integer(value))
        sqlite3_bind_int64(statement, i, json_integer_value(value));
    else if (json_is_real(value))
        sqlite3_bind_double(statement, i, json_real_value(value));
    else if (json_is_boolean(value))
        sqlite3_bind_int64(statement, i, json_is_true(value));
    else if (json_is_string(value))
        sqlite3_bind_text(statement, i, json_string_value(value), -1, SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(statement, i);
}

static void bind_document(sqlite3_stmt *statement, const json_t *document)
{
    const json_t *deadline = json_object_get(document, "deadline");
    static const struct {
        int i;
        const char *key;
    } rows[] = {{6, "kernel"}, {7, "cycles"}, {8, "bound"}, {9, "tightness"}, {10, "nanoseconds"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        bind_json(statement, rows[i].i, json_object_get(document, rows[i].key));
    bind_json(statement, 11, json_object_get(deadline, "cycles"));
    bind_json(statement, 12, json_object_get(deadline, "met"));
}

/* "0.1.0 (1a2b3c4)", up to the end of the line. */
static const char *version_text(void)
{
    return wc_version_details() + strlen("warpclock ");
}

/* *changed: the run was still this worker's. */
static enum wc_status update_run(struct error *err, struct worker *worker, int64_t run,
                                 const struct record *record, bool *changed)
{
    struct database *database = &worker->database;
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(
        err, database, "UPDATE runs SET state = 'done', status = ?3, exit = ?4, message = ?5,"
        " kernel = ?6, cycles = ?7, bound = ?8, tightness = ?9, nanoseconds = ?10, deadline = ?11,"
        " deadline_met = ?12, host_seconds = ?13, version = ?14,"
        " finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')"
        " WHERE id = ?1 AND state = 'running' AND worker = ?2", &statement);
    if (status != WC_OK)
        return status;
    json_t *document = document_of(record->result);
    sqlite3_bind_int64(statement, 1, run);
    sqlite3_bind_int64(statement, 2, worker->number);
    sqlite3_bind_text(statement, 3, status_word(record), -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 4, record->timed_out ? WC_DEADLOCK : record->status);
    sqlite3_bind_text(statement, 5, record->message, -1, SQLITE_STATIC);
    bind_document(statement, document);
    sqlite3_bind_double(statement, 13, record->seconds);
    sqlite3_bind_text(statement, 14, version_text(), (int)strcspn(version_text(), "\n"),
                      SQLITE_STATIC);
    status = database_step(err, database, statement);
    *changed = status == WC_OK && sqlite3_changes(database->handle) > 0;
    sqlite3_finalize(statement);
    json_decref(document);
    return status;
}

static enum wc_status insert_counters(struct error *err, struct database *database, int64_t run,
                                      const wc_result *result)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(
        err, database, "INSERT OR REPLACE INTO counters(run, name, value) VALUES(?1, ?2, ?3)",
        &statement);
    for (size_t i = 0; i < wc_statistic_count(result) && status == WC_OK; i++) {
        double value;
        if (!wc_result_statistic(result, i, &value))
            continue;
        sqlite3_bind_int64(statement, 1, run);
        sqlite3_bind_text(statement, 2, wc_statistic_name(result, i), -1, SQLITE_STATIC);
        sqlite3_bind_double(statement, 3, value);
        status = database_step(err, database, statement);
    }
    sqlite3_finalize(statement);
    return status;
}

enum wc_status record_write(struct error *err, struct worker *worker, int64_t run,
                            const struct record *record)
{
    struct database *database = &worker->database;
    bool changed = false;
    enum wc_status status = database_begin(err, database);
    if (status == WC_OK)
        status = update_run(err, worker, run, record, &changed);
    if (status == WC_OK && changed && record->result)
        status = insert_counters(err, database, run, record->result);
    return database_end(err, database, status);
}
