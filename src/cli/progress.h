/* SPDX-License-Identifier: Apache-2.0 */
/* progress.h - shows on standard error how far long work has come: one line that is redrawn on a
 * terminal, a line a minute elsewhere (a batch log), nothing with --quiet. */
#ifndef WARPCLOCK_CLI_PROGRESS_H
#define WARPCLOCK_CLI_PROGRESS_H

#include <stdbool.h>

#include "command.h"

struct progress {
    bool wanted, terminal;
    bool shown;       /* a line stands on the terminal now */
    double started;   /* seconds of the monotonic clock */
    double next;      /* when the next line is due */
    char *label;      /* which part of the work this is, or NULL */
};

/* Starts to watch the session's context; progress_end() must follow. */
void progress_begin(struct progress *progress, struct session *session);

/* Another part of the work begins: rates count from here. Takes the allocated `label` over. */
void progress_part(struct progress *progress, char *label);

/* Takes the line away, before anything else is printed; it comes back with the next report. */
void progress_clear(struct progress *progress);

void progress_end(struct progress *progress, struct session *session);

#endif
