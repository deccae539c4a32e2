/* SPDX-License-Identifier: Apache-2.0 */
/* work.h - the environment of a simulation: progress line, ^C, and the program's own console. */
#ifndef WARPCLOCK_CLI_WORK_H
#define WARPCLOCK_CLI_WORK_H

#include "command.h"
#include "progress.h"

struct work {
    struct session *session;
    struct progress progress;
};

void work_begin(struct work *work, struct session *session);
void work_end(struct work *work);

/* A context with the session's settings for work beside it. */
wc_context *work_new_context(const struct work *work);

/* Writes what the program printed; false: its reader is gone. */
bool work_console(struct work *work, const char *bytes, size_t length);

/* Opens a job with the machine (NULL: its own) and the session's --set. On failure `problem` has
 * the reason and *out is NULL. */
enum wc_status work_open_job(const struct session *session, wc_context *context, const char *path,
                             const char *machine, struct diagnostic *problem, wc_job **out);

/* The common part of `run`, `bound` and `check`: opens the job, runs it, reports. */
enum wc_status work_run_job(struct session *session, const struct wc_run_options *options);

/* Applies KEY=VALUE texts to the job's machine; an error is in the context. */
enum wc_status work_apply_settings(const struct text_list *sets, wc_job *job);

#endif
