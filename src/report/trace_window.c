/* SPDX-License-Identifier: Apache-2.0 */
/* trace_window.c - which events of a run are in a window, and which parts of them. */
#include "report/trace_window.h"

static void pass(const struct trace_window *w, const struct event *event)
{
    w->to->event(w->to, event);
}

static bool is_inside(const struct trace_window *w, cycle_t cycle)
{
    return w->base + cycle >= w->begin && w->base + cycle < w->end;
}

/* A cycle of the launch, moved into the window. */
static cycle_t moved(const struct trace_window *w, cycle_t cycle)
{
    const cycle_t at = w->base + cycle;
    return (at < w->begin ? w->begin : at > w->end ? w->end : at) - w->base;
}

static void pass_span(const struct trace_window *w, const struct event *event)
{
    struct event cut = *event;
    if (w->base + event->until <= w->begin || w->base + event->cycle >= w->end)
        return;
    cut.cycle = moved(w, event->cycle);
    cut.until = moved(w, event->until);
    pass(w, &cut);
}

/* Those before the window say who waits when it begins. */
static void pass_wait(const struct trace_window *w, const struct event *event)
{
    struct event late = *event;
    if (w->base + event->cycle >= w->end)
        return;
    late.cycle = moved(w, event->cycle);
    pass(w, &late);
}

static void pass_finish(struct trace_window *w, const struct event *event)
{
    struct event last = *event;
    if (w->base + event->cycle > w->end)
        last.cycle = w->end - w->base;
    pass(w, &last);
    w->base += event->cycle;
}

static cycle_t dram_cycle(const struct event_dram *dram)
{
    return dram->command->cycle * dram->core_mhz / dram->numbers->mhz;
}

static void on_event(struct observer *observer, const struct event *event)
{
    struct trace_window *w = (struct trace_window *)observer;
    if (w->base >= w->end) /* what follows is after the window */
        return;
    switch (event->kind) {
    case EVENT_LAUNCH:
        pass(w, event);
        break;
    case EVENT_FINISH:
        pass_finish(w, event);
        break;
    case EVENT_STALL:
    case EVENT_PHASE:
    case EVENT_ORACLE:
    case EVENT_BANK:
        pass_span(w, event);
        break;
    case EVENT_BARRIER:
    case EVENT_RELEASE:
        pass_wait(w, event);
        break;
    default:
        if (is_inside(w, event->kind == EVENT_DRAM ? dram_cycle(event->dram) : event->cycle))
            pass(w, event);
        break;
    }
}

void trace_window_open(struct trace_window *window, cycle_t begin, cycle_t end,
                       struct observer *to)
{
    *window = (struct trace_window){.observer.event = on_event, .to = to, .begin = begin,
                                    .end = end ? end : NEVER};
}
