/* SPDX-License-Identifier: Apache-2.0 */
/* claims.c - which worker runs what. */
#include "sweep/claims.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

/* After so many workers ended during a run, it is the run's fault. */
enum { ATTEMPTS_MAX = 20 };

/* Far behind any database, and behind the bytes that SQLite locks. */
static const int64_t first_byte = INT64_C(1) << 62;

static struct flock byte_of(int64_t number)
{
    return (struct flock){.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = first_byte + number,
                          .l_len = 1};
}

static enum wc_status take_number(struct error *err, struct worker *worker)
{
    struct database *database = &worker->database;
    sqlite3_stmt *statement;
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    enum wc_status status = database_prepare(
        err, database, "INSERT INTO workers(host, pid, started)"
        " VALUES(?1, ?2, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))", &statement);
    if (status != WC_OK)
        return status;
    sqlite3_bind_text(statement, 1, host, -1, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, getpid());
    status = database_step(err, database, statement);
    worker->number = sqlite3_last_insert_rowid(database->handle);
    sqlite3_finalize(statement);
    return status;
}

/* Nobody else has the number, so the lock is free. */
static enum wc_status lock_number(struct error *err, struct worker *worker)
{
    struct flock byte = byte_of(worker->number);
    if (fcntl(worker->lock, F_OFD_SETLK, &byte) == 0)
        return WC_OK;
    return fail_at(err, WC_BAD_INPUT, worker->database.path, 0, 0, "cannot lock the file: %s",
                   strerror(errno));
}

enum wc_status worker_begin(struct error *err, const struct database_kind *kind, const char *path,
                            struct worker *worker)
{
    *worker = (struct worker){.lock = -1};
    enum wc_status status = database_open_again(err, kind, path, &worker->database);
    if (status != WC_OK)
        return status;
    worker->lock = open(path, O_RDWR | O_CLOEXEC);
    if (worker->lock < 0)
        status = fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
    if (status == WC_OK)
        status = take_number(err, worker);
    if (status == WC_OK)
        status = lock_number(err, worker);
    if (status != WC_OK)
        worker_end(worker);
    return status;
}

void worker_end(struct worker *worker)
{
    database_close(&worker->database);
    if (worker->lock >= 0)
        close(worker->lock);
    worker->lock = -1;
}

bool worker_is_alive(const struct worker *worker, int64_t number)
{
    struct flock byte = byte_of(number);
    if (number == worker->number)
        return true;
    return fcntl(worker->lock, F_OFD_GETLK, &byte) != 0 || byte.l_type != F_UNLCK;
}

/* Runs of workers that are gone wait again. In a transaction. */
static enum wc_status return_abandoned(struct error *err, struct worker *worker, bool *alive)
{
    struct database *database = &worker->database;
    sqlite3_stmt *list = NULL, *update = NULL;
    enum wc_status status = database_prepare(
        err, database, "SELECT DISTINCT worker FROM runs CROSS JOIN mine ON mine.id = runs.id"
        " WHERE state = 'running'", &list);
    if (status == WC_OK)
        status = database_prepare(
            err, database, "UPDATE runs SET state = iif(attempts < ?2, 'waiting', 'done'),"
            " status = iif(attempts < ?2, NULL, 'crash'), exit = iif(attempts < ?2, NULL, 70),"
            " message = iif(attempts < ?2, NULL, attempts || ' workers ended during this run')"
            " WHERE state = 'running' AND worker = ?1", &update);
    while (status == WC_OK && sqlite3_step(list) == SQLITE_ROW) {
        const int64_t number = sqlite3_column_int64(list, 0);
        const bool lives = worker_is_alive(worker, number);
        *alive |= lives;
        if (lives)
            continue;
        sqlite3_bind_int64(update, 1, number);
        sqlite3_bind_int64(update, 2, ATTEMPTS_MAX);
        status = database_step(err, database, update);
    }
    sqlite3_finalize(list);
    sqlite3_finalize(update);
    return status;
}

/* *run stays 0 if none waits. */
static enum wc_status take_waiting(struct error *err, struct worker *worker, int64_t *run,
                                   size_t *point)
{
    struct database *database = &worker->database;
    sqlite3_stmt *find = NULL, *update = NULL;
    *run = 0;
    enum wc_status status = database_prepare(
        err, database, "SELECT runs.id, point FROM runs CROSS JOIN mine ON mine.id = runs.id"
        " WHERE state = 'waiting' LIMIT 1", &find);
    if (status == WC_OK)
        status = database_prepare(
            err, database, "UPDATE runs SET state = 'running', worker = ?1,"
            " attempts = attempts + 1 WHERE id = ?2", &update);
    if (status == WC_OK && sqlite3_step(find) == SQLITE_ROW) {
        *run = sqlite3_column_int64(find, 0);
        *point = (size_t)sqlite3_column_int64(find, 1);
        sqlite3_bind_int64(update, 1, worker->number);
        sqlite3_bind_int64(update, 2, *run);
        status = database_step(err, database, update);
    }
    sqlite3_finalize(find);
    sqlite3_finalize(update);
    return status;
}

enum wc_status worker_claim(struct error *err, struct worker *worker, enum claim *claim,
                            int64_t *run, size_t *point)
{
    bool alive = false;
    enum wc_status status = database_begin(err, &worker->database);
    if (status == WC_OK)
        status = take_waiting(err, worker, run, point);
    if (status == WC_OK && !*run)
        status = return_abandoned(err, worker, &alive);
    if (status == WC_OK && !*run)
        status = take_waiting(err, worker, run, point);
    *claim = *run ? CLAIM_RUN : alive ? CLAIM_WAIT : CLAIM_NONE;
    return database_end(err, &worker->database, status);
}

enum wc_status worker_release(struct error *err, struct worker *worker, int64_t run)
{
    struct database *database = &worker->database;
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(
        err, database, "UPDATE runs SET state = 'waiting', attempts = attempts - 1"
        " WHERE id = ?1 AND state = 'running' AND worker = ?2", &statement);
    if (status != WC_OK)
        return status;
    sqlite3_bind_int64(statement, 1, run);
    sqlite3_bind_int64(statement, 2, worker->number);
    status = database_step(err, database, statement);
    sqlite3_finalize(statement);
    return status;
}

enum wc_status claims_crashed(struct error *err, struct database *database, int64_t pid,
                              const char *message)
{
    sqlite3_stmt *statement;
    enum wc_status status = database_prepare(
        err, database, "UPDATE runs SET state = 'done', status = 'crash', exit = 70, message = ?2"
        " WHERE state = 'running' AND worker = (SELECT max(id) FROM workers WHERE pid = ?1)",
        &statement);
    if (status != WC_OK)
        return status;
    sqlite3_bind_int64(statement, 1, pid);
    sqlite3_bind_text(statement, 2, message, -1, SQLITE_STATIC);
    status = database_step(err, database, statement);
    sqlite3_finalize(statement);
    return status;
}
