/* SPDX-License-Identifier: Apache-2.0 */
/* trace_window.h - a part of a run for a timeline: events of other cycles are left out.
 *
 * Cycles count over all launches, as on the axis of a timeline. Waits and phases that reach over an
 * edge are cut there. What a warp did before is not known: its life begins with its first event in
 * the window. */
#ifndef WARPCLOCK_REPORT_TRACE_WINDOW_H
#define WARPCLOCK_REPORT_TRACE_WINDOW_H

#include "machine/common/observer.h"

struct trace_window {
    struct observer observer; /* first */
    struct observer *to;      /* receives the events of the window */
    cycle_t begin, end;       /* the window, up to before `end` */
    cycle_t base;             /* position of the launch's cycle 0 */
};

/* `end` 0: up to the end of the run. */
void trace_window_open(struct trace_window *window, cycle_t begin, cycle_t end,
                       struct observer *to);

#endif
