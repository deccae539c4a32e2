/* SPDX-License-Identifier: Apache-2.0 */
/* database.h - the results of a sweep in SQLite, in WAL mode (docs/sweep.md has the schema).
 *
 * A connection must not be open while the process forks: SQLite's locks belong to a process.
 *
 * database.c  opening, the schema, points in, states out
 * claims.c    which worker runs what
 * record.c    the result of a run
 * merge.c     runs of other databases, and copies for others */
#ifndef WARPCLOCK_SWEEP_DATABASE_H
#define WARPCLOCK_SWEEP_DATABASE_H

#include <sqlite3.h>

#include "base/allowance.h"
#include "sweep/plan.h"

struct database {
    sqlite3 *handle;
    const char *path;
};

/* What a file is for: other kinds are refused. */
struct database_kind {
    int application;        /* PRAGMA application_id */
    int schema;             /* PRAGMA user_version */
    const char *statements; /* that make the tables */
    const char *maker;      /* "warpclock sweep" */
};
extern const struct database_kind database_of_sweeps;

/* Makes the file, and its tables, if there is none. Another kind of file, and a newer schema, are
 * refused. While others have locked it, the connection looks at the interrupt of the error's
 * allowance, which must stay. */
enum wc_status database_open(struct error *err, const struct database_kind *kind, const char *path,
                             struct database *database);
/* The same for a database that this command has opened before: it must still be there. */
enum wc_status database_open_again(struct error *err, const struct database_kind *kind,
                                   const char *path, struct database *database);
/* For queries: nothing can be written. */
enum wc_status database_open_to_read(struct error *err, const struct database_kind *kind,
                                     const char *path, struct database *database);
void database_close(struct database *database);

/* The latest error of SQLite, as WC_BAD_INPUT: a full disk, a file without permission. */
enum wc_status database_fail(struct error *err, const struct database *database);

/* One statement, or several, without results. */
enum wc_status database_do(struct error *err, struct database *database, const char *sql);
enum wc_status database_prepare(struct error *err, struct database *database, const char *sql,
                                sqlite3_stmt **out);
/* The first column of the first row. */
enum wc_status database_number(struct error *err, struct database *database, const char *sql,
                               int64_t *out);
/* Runs a statement that returns no row, and makes it ready again. */
enum wc_status database_step(struct error *err, struct database *database, sqlite3_stmt *statement);

/* Writes belong together: begin, and if all is well commit. */
enum wc_status database_begin(struct error *err, struct database *database);
enum wc_status database_end(struct error *err, struct database *database, enum wc_status status);

/* Adds the points that are not there yet. ids[i] becomes the run of the i-th point; 0: it is not of
 * this shard. */
struct sweep_shard {
    uint64_t i, n; /* i from 1 to n; 0: everything */
};
enum wc_status database_add_points(struct error *err, struct database *database,
                                   struct sweep_plan *plan, wc_context *context,
                                   struct sweep_shard shard, int64_t *ids);

/* The runs that this connection works on: the table `mine` with the run and the number of its
 * point. */
enum wc_status database_choose(struct error *err, struct database *database, const int64_t *ids,
                               size_t count);

/* All runs of the database. */
enum wc_status database_choose_all(struct error *err, struct database *database);

/* Chosen runs that are done wait again, as if they had never begun: those with a status, "failed"
 * (all that are not ok), or "all". */
enum wc_status database_retry(struct error *err, struct database *database, const char *what);

/* How far the chosen runs are, and an estimate of the seconds that one worker would need for the
 * rest. */
struct sweep_state {
    size_t done, running, waiting, failed;
    double seconds_left; /* below 0: nothing is known yet */
};
enum wc_status database_state(struct error *err, struct database *database,
                              struct sweep_state *out);
/* left[i]: of `n` shards the (i + 1)-th has chosen runs that are not done. */
enum wc_status database_shards_left(struct error *err, struct database *database, uint64_t n,
                                    bool *left);

#endif
