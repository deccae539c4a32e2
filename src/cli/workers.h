/* SPDX-License-Identifier: Apache-2.0 */
/* workers.h - worker processes: the command watches, they work.
 *
 * Each worker may be killed at any time: the command starts another one. If the command itself is
 * gone, its workers stop. */
#ifndef WARPCLOCK_CLI_WORKERS_H
#define WARPCLOCK_CLI_WORKERS_H

#include <sys/types.h>

#include "command.h"

/* Of every command that has workers. */
extern const struct option option_db, option_jobs;

struct crew {
    struct session *session;
    size_t workers;
    void *user; /* of the functions */
    /* In a worker, until nothing is left: WC_OK. Others take its place after other statuses, but
     * not after WC_BAD_INPUT. Errors are in the session's problem. */
    enum wc_status (*work)(void *user);
    /* A worker has ended by itself, in the middle of something; nobody stopped it. */
    enum wc_status (*crashed)(void *user, pid_t pid, const char *message);
    /* A worker has ended, in whatever way; may be NULL. */
    void (*ended)(void *user, pid_t pid);
    /* A line about how far the work is; NULL: none. The caller frees it. */
    char *(*progress)(void *user);
    /* A few times a second; may be NULL. */
    enum wc_status (*tick)(void *user);
};

/* WC_INTERRUPTED: by a signal. */
enum wc_status crew_work(const struct crew *crew);
/* One worker per processor, unless --jobs says how many. */
size_t crew_size(const struct session *session);
/* Seconds of the monotonic clock. */
double crew_now(void);
void crew_sleep_ms(long ms);
/* A signal may come before the context is watched. */
void crew_watch(wc_context *context);

#endif
