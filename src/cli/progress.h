/* SPDX-License-Identifier: Apache-2.0 */
/* progress.h - shows the progress of long work on standard error: one redrawn line on a terminal,
 * one line per minute elsewhere (a batch log), nothing with --quiet. */
#ifndef WARPCLOCK_CLI_PROGRESS_H
#define WARPCLOCK_CLI_PROGRESS_H

#include <stdbool.h>

#include "command.h"

struct progress {
    bool wanted, terminal;
    bool shown;       /* a line is on the terminal now */
    double since;     /* when the work under way began: seconds of the monotonic clock */
    char *activity;   /* what was done at the last report, or NULL */
    double next;      /* when the next line is due */
    char *label;      /* label of the current part of the work, or NULL */
};

/* Starts watching the session's context; progress_end() must follow. */
void progress_begin(struct progress *progress, struct session *session);

/* The next part of the work begins: rates count from here. Takes over the allocated `label`. */
void progress_part(struct progress *progress, char *label);

/* Work that has its own words: shows the line if one is due. Takes over the allocated `line`. */
void progress_show(struct progress *progress, char *line);
/* Whether one is due. */
bool progress_is_due(const struct progress *progress);

/* Removes the line before anything else is printed; it returns with the next report. */
void progress_clear(struct progress *progress);

void progress_end(struct progress *progress, struct session *session);

#endif
