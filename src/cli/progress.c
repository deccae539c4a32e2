/* SPDX-License-Identifier: Apache-2.0 */
/* progress.c - shows the progress of long work on standard error. */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "memory.h"
#include "style.h"

/* Seconds between lines: short enough to look alive, long enough for a log. */
static const double terminal_period = 0.1, log_period = 60.0;
/* A run that ends before this shows nothing: no flicker. */
static const double terminal_delay = 0.3;

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* How much of the launches is done; 0: not known. */
static double share_done(const struct wc_progress *report)
{
    double share = report->share > 0 ? report->share : 0;

    return report->total ? ((double)report->done + share) / (double)report->total : 0;
}

/* ", about 40 s left", if the work so far is enough to tell. It takes every launch, and every
 * work-group of one, for as long as those before; of several runs only the current one is known. */
static char *time_left(const struct progress *progress, const struct wc_progress *report)
{
    const double share = share_done(report), spent = now() - progress->since;
    double left;

    if (progress->label || share < 0.02 || share >= 1 || spent < 1)
        return format_text("%s", "");
    left = spent * (1 - share) / share;
    if (left < 10)
        return format_text(", about %.0f s left", left + 0.5);
    if (left < 90)
        return format_text(", about %.0f s left", 5 * (double)(int)(left / 5 + 0.5));
    if (left < 5400)
        return format_text(", about %.0f min left", left / 60);
    return format_text(", about %.0f h left", left / 3600);
}

/* An analysis, or the first launch, begins: what was before says nothing about its time. */
static void note_activity(struct progress *progress, const struct wc_progress *report)
{
    const char *activity = report->activity ? report->activity : "running";

    if (progress->activity && strcmp(progress->activity, activity) == 0)
        return;
    if (!(share_done(report) > 0))
        progress->since = now();
    free(progress->activity);
    progress->activity = format_text("%s", activity);
}

static char *progress_line(const struct progress *progress, const struct wc_progress *report,
                           double seconds)
{
    double millions = 1e-6 * (double)report->instructions;
    double rate = seconds > 0 ? millions / seconds : 0;
    char *launches = report->total == 1 ? format_text("%s", "")
                     : report->total
                         ? format_text("launch %" PRIu64 "/%" PRIu64 ", ", report->done + 1,
                                       report->total)
                         : format_text("launch %" PRIu64 ", ", report->done + 1);
    char *cycles = report->cycles ? format_text("%.2f Mcycles, ", 1e-6 * (double)report->cycles)
                                  : format_text("%s", "");
    char *left = time_left(progress, report);
    char *line = format_text("%s%s%s: %s%s%.1f Minstr, %.1f M/s%s",
                             progress->label ? progress->label : "", progress->label ? " " : "",
                             progress->activity, launches, cycles, millions, rate, left);

    free(launches);
    free(cycles);
    free(left);
    return line;
}

/* A line that wraps could not be redrawn in place, so it is cut one short of the width. A kernel's
 * name comes from a file: its control characters must not reach the terminal. */
static void show(struct progress *progress, char *line)
{
    char *byte;

    for (byte = line; *byte; byte++) {
        if ((unsigned char)*byte < 0x20 || *byte == 0x7f)
            *byte = '?';
    }
    if (progress->terminal)
        fprintf(stderr, "\r%.*s\033[K", style_width(STDERR_FILENO) - 1, line);
    else
        fprintf(stderr, "warpclock: %s\n", line);
    fflush(stderr);
    progress->shown = progress->terminal;
}

bool progress_is_due(const struct progress *progress)
{
    return progress->wanted && now() >= progress->next;
}

void progress_show(struct progress *progress, char *line)
{
    if (progress_is_due(progress)) {
        progress->next = now() + (progress->terminal ? terminal_period : log_period);
        show(progress, line);
    }
    free(line);
}

static void on_progress(void *user, const struct wc_progress *report)
{
    struct progress *progress = user;

    note_activity(progress, report);
    if (progress_is_due(progress))
        progress_show(progress, progress_line(progress, report, now() - progress->since));
}

void progress_begin(struct progress *progress, struct session *session)
{
    *progress = (struct progress){
        .wanted = !session->arguments.quiet,
        .terminal = style_terminal(STDERR_FILENO),
        .since = now(),
    };
    progress->next = progress->since + (progress->terminal ? terminal_delay : log_period);
    if (progress->wanted)
        wc_context_on_progress(session->context, on_progress, progress);
}

void progress_part(struct progress *progress, char *label)
{
    free(progress->label);
    progress->label = label;
    progress->since = now();
}

void progress_clear(struct progress *progress)
{
    if (!progress->shown)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    progress->shown = false;
}

void progress_end(struct progress *progress, struct session *session)
{
    wc_context_on_progress(session->context, NULL, NULL);
    progress_clear(progress);
    free(progress->label);
    free(progress->activity);
    progress->label = progress->activity = NULL;
}
