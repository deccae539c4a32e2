/* SPDX-License-Identifier: Apache-2.0 */
/* claims.h - which worker runs what.
 *
 * A worker has a number that is never used again, and holds a lock on the byte of the database file
 * with that number, far behind its end. The kernel releases the lock when the process ends, however
 * it ends. A run of state 'running' whose worker's lock is free was abandoned, and waits again:
 * nothing depends on process numbers or clocks. The locks are open-file-description locks: they are
 * independent of SQLite's, which belong to the process, as long as the descriptor outlives the
 * connection. */
#ifndef WARPCLOCK_SWEEP_CLAIMS_H
#define WARPCLOCK_SWEEP_CLAIMS_H

#include "sweep/database.h"

struct worker {
    struct database database;
    int lock; /* descriptor */
    int64_t number;
};

/* Opens a database whose kind has the table `workers`, and takes a number; runs are chosen with
 * database_choose(). */
enum wc_status worker_begin(struct error *err, const struct database_kind *kind, const char *path,
                            struct worker *worker);
void worker_end(struct worker *worker);
/* Is there a process yet that has this number? */
bool worker_is_alive(const struct worker *worker, int64_t number);

enum claim { CLAIM_RUN, CLAIM_WAIT, CLAIM_NONE };
/* CLAIM_RUN: the run is this worker's. CLAIM_WAIT: other workers have the last ones. CLAIM_NONE:
 * all are done. */
enum wc_status worker_claim(struct error *err, struct worker *worker, enum claim *claim,
                            int64_t *run, size_t *point);

/* Gives the run back: an interrupt ended it. */
enum wc_status worker_release(struct error *err, struct worker *worker, int64_t run);

/* The run of the worker that was this process, which has ended, is done: it would end the next
 * worker too. */
enum wc_status claims_crashed(struct error *err, struct database *database, int64_t pid,
                              const char *message);

#endif
