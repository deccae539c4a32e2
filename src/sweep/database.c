/* SPDX-License-Identifier: Apache-2.0 */
/* database.c - opening, the schema, points in, states out. */
#include "sweep/database.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sweep/identity.h"
#include "sweep/schema.h"

/* Another process writes: a disk may be slow. A caller that was interrupted soon gives up. */
enum { BUSY_MS = 120000, INTERRUPTED_MS = 1000, WAIT_MS = 25 };

const struct database_kind database_of_sweeps = {
    .application = 2003266667, /* "wclk" */
    .schema = SWEEP_SCHEMA, .statements = sweep_schema, .maker = "warpclock sweep"};

static bool is_interrupted(const struct allowance *allowance)
{
    return allowance && allowance->interrupt && atomic_load(allowance->interrupt);
}

enum wc_status database_fail(struct error *err, const struct database *database)
{
    if (sqlite3_errcode(database->handle) == SQLITE_NOMEM)
        return fail_memory(err);
    if (sqlite3_errcode(database->handle) == SQLITE_BUSY && is_interrupted(err->allowance))
        return fail_at(err, WC_INTERRUPTED, database->path, 0, 0,
                       "interrupted while another process had locked the database");
    return fail_at(err, WC_BAD_INPUT, database->path, 0, 0, "%s", sqlite3_errmsg(database->handle));
}

enum wc_status database_do(struct error *err, struct database *database, const char *sql)
{
    return sqlite3_exec(database->handle, sql, NULL, NULL, NULL) == SQLITE_OK
               ? WC_OK
               : database_fail(err, database);
}

enum wc_status database_prepare(struct error *err, struct database *database, const char *sql,
                                sqlite3_stmt **out)
{
    *out = NULL;
    return sqlite3_prepare_v2(database->handle, sql, -1, out, NULL) == SQLITE_OK
               ? WC_OK
               : database_fail(err, database);
}

enum wc_status database_step(struct error *err, struct database *database, sqlite3_stmt *statement)
{
    const int result = sqlite3_step(statement);
    enum wc_status status = result == SQLITE_DONE ? WC_OK : database_fail(err, database);
    sqlite3_reset(statement);
    return status;
}

enum wc_status database_begin(struct error *err, struct database *database)
{
    return database_do(err, database, "BEGIN IMMEDIATE");
}

enum wc_status database_end(struct error *err, struct database *database, enum wc_status status)
{
    if (status == WC_OK)
        status = database_do(err, database, "COMMIT");
    if (status != WC_OK && !sqlite3_get_autocommit(database->handle))
        sqlite3_exec(database->handle, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

enum wc_status database_number(struct error *err, struct database *database, const char *sql,
                               int64_t *out)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(err, database, sql, &statement);
    if (status == WC_OK && sqlite3_step(statement) == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    else if (status == WC_OK)
        status = database_fail(err, database);
    sqlite3_finalize(statement);
    return status;
}

/* 0: the file is new. */
static enum wc_status read_schema(struct error *err, const struct database_kind *kind,
                                  struct database *database, int64_t *schema)
{
    int64_t application = 0, tables = 0;
    enum wc_status status = database_number(err, database, "PRAGMA application_id", &application);
    if (status == WC_OK)
        status = database_number(err, database, "PRAGMA user_version", schema);
    if (status == WC_OK)
        status = database_number(err, database, "SELECT count(*) FROM sqlite_schema", &tables);
    if (status != WC_OK)
        return status;
    if (tables && application != kind->application)
        return fail_at(err, WC_BAD_INPUT, database->path, 0, 0,
                       "this database was not made by `%s`", kind->maker);
    if (*schema > kind->schema)
        return fail_at(err, WC_BAD_INPUT, database->path, 0, 0,
                       "schema %lld is from a newer warpclock; this version knows schema %d",
                       (long long)*schema, kind->schema);
    return WC_OK;
}

/* Two processes may find the file new: the second one waits, and finds the tables. */
static enum wc_status make_schema(struct error *err, const struct database_kind *kind,
                                  struct database *database)
{
    int64_t schema = 0;
    enum wc_status status = database_begin(err, database);
    if (status == WC_OK)
        status = read_schema(err, kind, database, &schema);
    if (status == WC_OK && !schema)
        status = database_do(err, database, kind->statements);
    return database_end(err, database, status);
}

/* 0: no longer. A first look comes soon, because most locks are short. */
static int wait_for_lock(void *allowance, int looks)
{
    if (looks * WAIT_MS >= (is_interrupted(allowance) ? INTERRUPTED_MS : BUSY_MS))
        return 0;
    sqlite3_sleep(looks < WAIT_MS ? looks + 1 : WAIT_MS);
    return 1;
}

static enum wc_status open_handle(struct error *err, const char *path, int flags,
                                  struct database *database)
{
    *database = (struct database){.path = path};
    if (sqlite3_open_v2(path, &database->handle, flags, NULL) == SQLITE_OK) {
        sqlite3_busy_handler(database->handle, wait_for_lock, (void *)err->allowance);
        return WC_OK;
    }
    enum wc_status status =
        database->handle ? database_fail(err, database) : fail_memory(err);
    database_close(database);
    return status;
}

static enum wc_status refuse_empty(struct error *err, const char *path)
{
    return fail_at(err, WC_BAD_INPUT, path, 0, 0, "the database is empty");
}

/* NORMAL: a process that is killed loses nothing; after a power failure the last runs may run
 * again. */
static enum wc_status open_to_write(struct error *err, const struct database_kind *kind,
                                    const char *path, bool may_be_new, struct database *database)
{
    const int create = may_be_new ? SQLITE_OPEN_CREATE : 0;
    int64_t schema = 0;
    enum wc_status status =
        open_handle(err, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_URI | create, database);
    if (status != WC_OK)
        return status;
    status = read_schema(err, kind, database, &schema);
    if (status == WC_OK)
        status = database_do(err, database, "PRAGMA journal_mode = WAL;"
                             "PRAGMA synchronous = NORMAL");
    if (status == WC_OK && !schema)
        status = may_be_new ? make_schema(err, kind, database) : refuse_empty(err, path);
    if (status != WC_OK)
        database_close(database);
    return status;
}

enum wc_status database_open(struct error *err, const struct database_kind *kind, const char *path,
                             struct database *database)
{
    return open_to_write(err, kind, path, true, database);
}

enum wc_status database_open_again(struct error *err, const struct database_kind *kind,
                                   const char *path, struct database *database)
{
    *database = (struct database){.path = path};
    if (access(path, F_OK) != 0)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0,
                       "the database is gone, with the results: it was removed or renamed");
    return open_to_write(err, kind, path, false, database);
}

/* Not SQLITE_OPEN_READONLY: such a connection leaves the files of the WAL behind. SQLite opens a
 * file that cannot be written to read it. */
enum wc_status database_open_to_read(struct error *err, const struct database_kind *kind,
                                     const char *path, struct database *database)
{
    int64_t schema = 0;
    enum wc_status status = open_handle(err, path, SQLITE_OPEN_READWRITE, database);
    if (status == WC_OK)
        status = database_do(err, database, "PRAGMA query_only = true");
    if (status == WC_OK)
        status = read_schema(err, kind, database, &schema);
    if (status == WC_OK && !schema)
        status = refuse_empty(err, path);
    if (status != WC_OK)
        database_close(database);
    return status;
}

void database_close(struct database *database)
{
    sqlite3_close(database->handle);
    database->handle = NULL;
}

/* ---- points ---- */

struct adding {
    sqlite3_stmt *job, *run, *find, *parameter;
};

static enum wc_status prepare_adding(struct error *err, struct database *database,
                                     struct adding *adding)
{
    const struct {
        sqlite3_stmt **statement;
        const char *sql;
    } rows[] = {
        {&adding->job, "INSERT OR IGNORE INTO jobs(hash, text) VALUES(?1, ?2)"},
        {&adding->run, "INSERT OR IGNORE INTO runs(key, job, job_hash, machine, machine_hash, mode,"
                       " settings) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)"},
        {&adding->find, "SELECT id FROM runs WHERE key = ?1"},
        {&adding->parameter, "INSERT OR REPLACE INTO parameters(run, name, value)"
                             " VALUES(?1, ?2, ?3)"},
    };
    enum wc_status status = WC_OK;
    *adding = (struct adding){0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows && status == WC_OK; i++)
        status = database_prepare(err, database, rows[i].sql, rows[i].statement);
    return status;
}

static void finish_adding(struct adding *adding)
{
    sqlite3_finalize(adding->job);
    sqlite3_finalize(adding->run);
    sqlite3_finalize(adding->find);
    sqlite3_finalize(adding->parameter);
}

static void bind_text(sqlite3_stmt *statement, int i, const char *text)
{
    sqlite3_bind_text(statement, i, text, -1, SQLITE_STATIC);
}

/* Numbers are numbers, so that they sort as such. */
static void bind_value(sqlite3_stmt *statement, int i, const struct yaml_node *value,
                       const char *text)
{
    const enum yaml_type type = value->kind == YAML_SCALAR ? yaml_type_of(value) : YAML_STRING;
    if (type == YAML_INTEGER)
        sqlite3_bind_int64(statement, i, strtoll(text, NULL, 0));
    else if (type == YAML_FLOAT)
        sqlite3_bind_double(statement, i, strtod(text, NULL));
    else
        bind_text(statement, i, text);
}

static enum wc_status add_parameters(struct error *err, struct database *database,
                                     struct adding *adding, const struct sweep_point *point,
                                     struct arena *arena, int64_t run)
{
    enum wc_status status = WC_OK;
    for (size_t i = 0; i < point->setting_count && status == WC_OK; i++) {
        const struct sweep_setting *setting = &point->settings[i];
        sqlite3_bind_int64(adding->parameter, 1, run);
        bind_text(adding->parameter, 2, setting->name);
        bind_value(adding->parameter, 3, setting->value, sweep_value_text(arena, setting->value));
        status = database_step(err, database, adding->parameter);
    }
    return status;
}

static enum wc_status find_run(struct error *err, struct database *database, sqlite3_stmt *find,
                               const char *key, int64_t *id)
{
    bind_text(find, 1, key);
    *id = sqlite3_step(find) == SQLITE_ROW ? sqlite3_column_int64(find, 0) : 0;
    sqlite3_reset(find);
    return *id ? WC_OK : database_fail(err, database);
}

static enum wc_status add_run(struct error *err, struct database *database, struct adding *adding,
                              const struct sweep_job *job, const struct sweep_point *point,
                              const struct identity *identity)
{
    const char *const values[] = {identity->key, job->name, identity->job_hash, identity->machine,
                                  identity->machine_hash, sweep_modes[point->mode],
                                  identity->settings};
    bind_text(adding->job, 1, identity->job_hash);
    bind_text(adding->job, 2, identity->job_text);
    enum wc_status status = database_step(err, database, adding->job);
    for (int i = 0; i < (int)(sizeof values / sizeof *values); i++)
        bind_text(adding->run, i + 1, values[i]);
    return status == WC_OK ? database_step(err, database, adding->run) : status;
}

/* The first digits of the key, from 1: the same on every host. */
static uint64_t shard_of(const char *key, uint64_t n)
{
    char digits[16] = "";
    strncpy(digits, key, sizeof digits - 1);
    return strtoull(digits, NULL, 16) % n + 1;
}

static enum wc_status add_point(struct error *err, struct database *database,
                                struct adding *adding, struct identities *identities,
                                const struct sweep_point *point, struct sweep_shard shard,
                                int64_t *id)
{
    const struct sweep_job *job = &identities->plan->jobs[point->job];
    struct arena arena = {0};
    struct identity identity;
    enum wc_status status = WC_OK;
    sweep_identify(identities, point, &arena, &identity);
    *id = 0;
    if (!shard.n || shard_of(identity.key, shard.n) == shard.i) {
        status = add_run(err, database, adding, job, point, &identity);
        const bool is_new = sqlite3_changes(database->handle) > 0;
        if (status == WC_OK)
            status = find_run(err, database, adding->find, identity.key, id);
        if (status == WC_OK && is_new)
            status = add_parameters(err, database, adding, point, &arena, *id);
    }
    arena_free(&arena);
    return status;
}

/* In one transaction: a sweep that is killed here has added nothing. */
enum wc_status database_add_points(struct error *err, struct database *database,
                                   struct sweep_plan *plan, wc_context *context,
                                   struct sweep_shard shard, int64_t *ids)
{
    struct identities identities;
    struct adding adding = {0};
    identities_begin(&identities, plan, context);
    enum wc_status status = prepare_adding(err, database, &adding);
    if (status == WC_OK)
        status = database_begin(err, database);
    for (size_t i = 0; i < plan->point_count && status == WC_OK; i++)
        status = add_point(err, database, &adding, &identities, &plan->points[i], shard, &ids[i]);
    status = database_end(err, database, status);
    finish_adding(&adding);
    identities_end(&identities);
    return status;
}

/* ---- states ---- */

static enum wc_status check_chosen(struct error *err, struct database *database)
{
    int64_t lost = 0;
    enum wc_status status = database_number(
        err, database, "SELECT count(*) FROM mine WHERE id NOT IN (SELECT id FROM runs)", &lost);
    if (status == WC_OK && lost)
        return fail_at(err, WC_BAD_INPUT, database->path, 0, 0,
                       "%lld runs of the sweep are missing: another file has taken the place of "
                       "the database", (long long)lost);
    return status;
}

enum wc_status database_choose(struct error *err, struct database *database, const int64_t *ids,
                               size_t count)
{
    sqlite3_stmt *insert = NULL;
    enum wc_status status = database_do(
        err, database, "CREATE TEMP TABLE mine(id INTEGER PRIMARY KEY, point INTEGER); BEGIN");
    if (status == WC_OK)
        status = database_prepare(err, database, "INSERT OR IGNORE INTO mine VALUES(?1, ?2)",
                                  &insert);
    for (size_t i = 0; i < count && status == WC_OK; i++) {
        if (!ids[i])
            continue;
        sqlite3_bind_int64(insert, 1, ids[i]);
        sqlite3_bind_int64(insert, 2, (int64_t)i);
        status = database_step(err, database, insert);
    }
    sqlite3_finalize(insert);
    status = database_end(err, database, status);
    return status == WC_OK ? check_chosen(err, database) : status;
}

enum wc_status database_choose_all(struct error *err, struct database *database)
{
    return database_do(err, database, "CREATE TEMP TABLE mine AS SELECT id, 0 AS point FROM runs");
}

/* A run takes as long as the mean of its job on its machine, or of its job, or of all, in its mode:
 * a clock takes far longer than none. Runs that failed ended early, or took all the time there was.
 * If nothing is known about a mode, nothing is said. */
static const char estimate[] =
    "WITH d AS (SELECT job, machine, mode, avg(host_seconds) AS s FROM runs"
    "   WHERE status IN ('ok', 'mismatch') GROUP BY job, machine, mode),"
    " j AS (SELECT job, mode, avg(s) AS s FROM d GROUP BY job, mode),"
    " m AS (SELECT mode, avg(s) AS s FROM j GROUP BY mode),"
    " w AS (SELECT job, machine, mode, count(*) AS n FROM runs JOIN mine USING(id)"
    "   WHERE state <> 'done' GROUP BY job, machine, mode),"
    " e AS (SELECT n, coalesce(d.s, j.s, m.s) AS s FROM w LEFT JOIN d USING(job, machine, mode)"
    "   LEFT JOIN j USING(job, mode) LEFT JOIN m USING(mode))"
    "SELECT iif(count(*) = count(s), sum(n * s), NULL) FROM e";

enum wc_status database_retry(struct error *err, struct database *database, const char *what)
{
    static const char chosen[] =
        "CREATE TEMP TABLE again AS SELECT id FROM runs JOIN mine USING(id) WHERE state = 'done'"
        " AND (status = %Q OR %Q = 'all' OR (%Q = 'failed' AND status <> 'ok'));"
        "DELETE FROM counters WHERE run IN (SELECT id FROM again);"
        "UPDATE runs SET state = 'waiting', attempts = 0, status = NULL, exit = NULL,"
        " message = NULL, kernel = NULL, cycles = NULL, bound = NULL, tightness = NULL,"
        " nanoseconds = NULL, deadline = NULL, deadline_met = NULL, host_seconds = NULL,"
        " finished = NULL, version = NULL WHERE id IN (SELECT id FROM again);"
        "DROP TABLE again";
    char *sql = sqlite3_mprintf(chosen, what, what, what);
    enum wc_status status = sql ? database_begin(err, database) : fail_memory(err);
    if (status == WC_OK)
        status = database_do(err, database, sql);
    sqlite3_free(sql);
    return database_end(err, database, status);
}

static enum wc_status read_estimate(struct error *err, struct database *database, double *out)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(err, database, estimate, &statement);
    *out = -1;
    if (status == WC_OK && sqlite3_step(statement) == SQLITE_ROW &&
        sqlite3_column_type(statement, 0) != SQLITE_NULL)
        *out = sqlite3_column_double(statement, 0);
    sqlite3_finalize(statement);
    return status;
}

enum wc_status database_state(struct error *err, struct database *database,
                              struct sweep_state *out)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(
        err, database, "SELECT coalesce(sum(state = 'done'), 0),"
        " coalesce(sum(state = 'running'), 0), coalesce(sum(state = 'waiting'), 0),"
        " coalesce(sum(state = 'done' AND status <> 'ok'), 0)"
        " FROM runs JOIN mine USING(id)", &statement);
    *out = (struct sweep_state){0};
    if (status == WC_OK && sqlite3_step(statement) == SQLITE_ROW)
        *out = (struct sweep_state){
            .done = (size_t)sqlite3_column_int64(statement, 0),
            .running = (size_t)sqlite3_column_int64(statement, 1),
            .waiting = (size_t)sqlite3_column_int64(statement, 2),
            .failed = (size_t)sqlite3_column_int64(statement, 3),
        };
    else if (status == WC_OK)
        status = database_fail(err, database);
    sqlite3_finalize(statement);
    return status == WC_OK ? read_estimate(err, database, &out->seconds_left) : status;
}

enum wc_status database_shards_left(struct error *err, struct database *database, uint64_t n,
                                    bool *left)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(
        err, database, "SELECT key FROM runs JOIN mine USING(id) WHERE state <> 'done'",
        &statement);
    memset(left, 0, n * sizeof *left);
    while (status == WC_OK && sqlite3_step(statement) == SQLITE_ROW)
        left[shard_of((const char *)sqlite3_column_text(statement, 0), n) - 1] = true;
    sqlite3_finalize(statement);
    return status;
}
