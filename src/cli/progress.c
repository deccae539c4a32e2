/* SPDX-License-Identifier: Apache-2.0 */
/* progress.c - shows the progress of long work on standard error. */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
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

static int terminal_width(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 80;
}

static char *progress_line(const struct progress *progress, const struct wc_progress *report,
                           double seconds)
{
    double millions = 1e-6 * (double)report->instructions;
    double rate = seconds > 0 ? millions / seconds : 0;
    char *launches = report->total
                         ? format_text("launch %" PRIu64 "/%" PRIu64, report->done, report->total)
                         : format_text("launch %" PRIu64, report->done);
    char *line = format_text("%s%s%s: %s done, %.1f Minstr, %.1f M/s",
                             progress->label ? progress->label : "",
                             progress->label ? " " : "",
                             report->activity ? report->activity : "running", launches, millions,
                             rate);

    free(launches);
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
        fprintf(stderr, "\r%.*s\033[K", terminal_width() - 1, line);
    else
        fprintf(stderr, "warpclock: %s\n", line);
    fflush(stderr);
    progress->shown = progress->terminal;
}

static void on_progress(void *user, const struct wc_progress *report)
{
    struct progress *progress = user;
    double time = now();
    char *line;

    if (time < progress->next)
        return;
    progress->next = time + (progress->terminal ? terminal_period : log_period);
    line = progress_line(progress, report, time - progress->started);
    show(progress, line);
    free(line);
}

void progress_begin(struct progress *progress, struct session *session)
{
    *progress = (struct progress){
        .wanted = !session->arguments.quiet,
        .terminal = style_terminal(STDERR_FILENO),
        .started = now(),
    };
    progress->next = progress->started + (progress->terminal ? terminal_delay : log_period);
    if (progress->wanted)
        wc_context_on_progress(session->context, on_progress, progress);
}

void progress_part(struct progress *progress, char *label)
{
    free(progress->label);
    progress->label = label;
    progress->started = now();
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
    progress->label = NULL;
}
