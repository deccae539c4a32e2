/* SPDX-License-Identifier: Apache-2.0 */
/* sweep_workers.h - the processes of a sweep (workers.h): they claim runs and write results. Each
 * may be killed at any time; the next sweep continues. */
#ifndef WARPCLOCK_CLI_SWEEP_WORKERS_H
#define WARPCLOCK_CLI_SWEEP_WORKERS_H

#include "command.h"
#include "sweep/database.h"

struct sweep_crew {
    struct session *session;
    const char *db;
    const struct sweep_plan *plan;
    const int64_t *ids; /* the run of each point, or 0 */
    size_t workers;
    const char *publish; /* file for copies of the database, or NULL */
};

/* Runs everything. WC_INTERRUPTED: the rest waits in the database. */
enum wc_status sweep_work(const struct sweep_crew *crew);

/* A copy of the database for --publish. */
enum wc_status sweep_publish(const struct sweep_crew *crew);

/* How far the sweep is. */
enum wc_status sweep_look(struct session *session, const char *db, const int64_t *ids,
                          size_t count, struct sweep_state *state);

/* "12/40 runs, 1 failed, about 3 min left". The caller frees it. */
char *sweep_progress_line(const struct sweep_state *state, size_t workers);

/* For a function that opens a database: an interrupt ends its wait for one that is locked. */
struct error database_error(void);

/* Moves an error of src/sweep to the session. */
enum wc_status sweep_problem(struct session *session, struct error *err);

#endif
