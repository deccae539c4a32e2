/* SPDX-License-Identifier: Apache-2.0 */
/* merge.c - runs of other databases, and copies for others. */
#include "sweep/merge.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "load/input.h"

/* Runs that are done there and not here. Keys are the same on every host, numbers are not. A run
 * that is under way here becomes done; its worker then finds that it is not its own any more. */
static const char copy[] =
    "CREATE TEMP TABLE arriving AS SELECT o.id AS there, o.key AS key FROM other.runs o"
    " LEFT JOIN main.runs m ON m.key = o.key"
    " WHERE o.state = 'done' AND (m.id IS NULL OR m.state <> 'done');"
    "INSERT OR IGNORE INTO main.jobs SELECT hash, text FROM other.jobs;"
    "INSERT INTO main.runs(key, state, job, job_hash, machine, machine_hash, mode, settings,"
    "  attempts, status, exit, message, kernel, cycles, bound, tightness, nanoseconds, deadline,"
    "  deadline_met, host_seconds, finished, version)"
    " SELECT o.key, 'done', job, job_hash, machine, machine_hash, mode, settings, attempts, status,"
    "  exit, message, kernel, cycles, bound, tightness, nanoseconds, deadline, deadline_met,"
    "  host_seconds, finished, version FROM other.runs o JOIN arriving ON there = o.id"
    " WHERE true ORDER BY o.id"
    " ON CONFLICT(key) DO UPDATE SET state = 'done', attempts = excluded.attempts,"
    "  status = excluded.status, exit = excluded.exit, message = excluded.message,"
    "  kernel = excluded.kernel, cycles = excluded.cycles, bound = excluded.bound,"
    "  tightness = excluded.tightness, nanoseconds = excluded.nanoseconds,"
    "  deadline = excluded.deadline, deadline_met = excluded.deadline_met,"
    "  host_seconds = excluded.host_seconds, finished = excluded.finished,"
    "  version = excluded.version;"
    "INSERT OR REPLACE INTO main.parameters SELECT m.id, p.name, p.value FROM arriving"
    " JOIN main.runs m USING(key) JOIN other.parameters p ON p.run = there;"
    "INSERT OR REPLACE INTO main.counters SELECT m.id, c.name, c.value FROM arriving"
    " JOIN main.runs m USING(key) JOIN other.counters c ON c.run = there;";

static enum wc_status count_arrived(struct error *err, struct database *database, size_t *arrived)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(err, database, "SELECT count(*) FROM arriving",
                                             &statement);
    if (status == WC_OK && sqlite3_step(statement) == SQLITE_ROW)
        *arrived += (size_t)sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

/* A copy that was published: in no WAL mode. The file format has this at byte 18. */
static bool is_published(const char *path)
{
    struct error unread = {0};
    uint8_t head[19] = {0};
    uint64_t bytes;
    FILE *file;
    if (input_open(&unread, path, &file, &bytes) == WC_OK) {
        const bool whole = fread(head, sizeof head, 1, file) == 1;
        fclose(file);
        return whole && head[18] == 1;
    }
    error_clear(&unread);
    return false;
}

/* As a URI: nothing in a name may end its path. */
static char *uri_of(struct arena *arena, const char *path, const char *options)
{
    struct text text = {0};
    text_add(&text, "file:");
    for (; *path; path++)
        text_add(&text, strchr("%?#", *path) ? "%%%02X" : "%c", (unsigned char)*path);
    text_add(&text, "?%s", options);
    char *uri = arena_strdup(arena, text_string(&text));
    text_free(&text);
    return uri;
}

static enum wc_status attach(struct error *err, struct database *database, const char *path)
{
    struct arena arena = {0};
    char *sql = sqlite3_mprintf(
        "ATTACH %Q AS other", uri_of(&arena, path, is_published(path) ? "immutable=1" : "mode=rw"));
    struct database other = {database->handle, path}; /* for messages */
    enum wc_status status = sql ? database_do(err, &other, sql) : fail_memory(err);
    sqlite3_free(sql);
    arena_free(&arena);
    return status;
}

static enum wc_status check_source(struct error *err, struct database *database, const char *path)
{
    struct database other = {database->handle, path};
    int64_t own = 0, application = 0, schema = 0;
    enum wc_status status = database_number(err, database, "PRAGMA main.application_id", &own);
    if (status == WC_OK)
        status = database_number(err, &other, "PRAGMA other.application_id", &application);
    if (status == WC_OK)
        status = database_number(err, &other, "PRAGMA other.user_version", &schema);
    if (status == WC_OK && (application != own || schema != SWEEP_SCHEMA))
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "not a database of `warpclock sweep` with "
                       "schema %d", SWEEP_SCHEMA);
    return status;
}

/* A failure may be of either file: the message names both. */
static enum wc_status copy_all(struct error *err, struct database *database, const char *path)
{
    if (sqlite3_exec(database->handle, copy, NULL, NULL, NULL) == SQLITE_OK)
        return WC_OK;
    if (sqlite3_errcode(database->handle) == SQLITE_NOMEM)
        return fail_memory(err);
    return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot be merged into '%s': %s", database->path,
                   sqlite3_errmsg(database->handle));
}

static enum wc_status copy_runs(struct error *err, struct database *database, const char *path,
                                size_t *arrived)
{
    enum wc_status status = database_begin(err, database);
    if (status == WC_OK)
        status = copy_all(err, database, path);
    if (status == WC_OK)
        status = count_arrived(err, database, arrived);
    if (status == WC_OK)
        status = database_do(err, database, "DROP TABLE arriving");
    return database_end(err, database, status);
}

enum wc_status merge_from(struct error *err, struct database *database, const char *path,
                          size_t *arrived)
{
    if (access(path, R_OK) != 0)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
    enum wc_status status = attach(err, database, path);
    if (status != WC_OK)
        return status;
    status = check_source(err, database, path);
    if (status == WC_OK)
        status = copy_runs(err, database, path, arrived);
    sqlite3_exec(database->handle, "DETACH other", NULL, NULL, NULL);
    return status;
}

enum wc_status publish_to(struct error *err, struct database *database, const char *path)
{
    struct arena arena = {0};
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    const char *made = arena_format(&arena, "%s.%s-%d", path, host, (int)getpid());
    char *sql = sqlite3_mprintf("VACUUM INTO %Q", made);
    struct database target = {database->handle, path}; /* for messages */
    unlink(made);
    enum wc_status status = sql ? database_do(err, &target, sql) : fail_memory(err);
    if (status == WC_OK && rename(made, path) != 0)
        status = fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot write: %s", strerror(errno));
    if (status != WC_OK)
        unlink(made);
    sqlite3_free(sql);
    arena_free(&arena);
    return status;
}
