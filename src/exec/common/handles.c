/* SPDX-License-Identifier: Apache-2.0 */
/* handles.c - streams and events. Whatever is not in their lists is not one. */
#include <stdlib.h>

#include "exec/common/state.h"

/* ---- streams ---- */

exec_error stream_new(unsigned flags, int priority, struct exec_stream **out)
{
    struct exec_stream *stream = out ? calloc(1, sizeof *stream) : NULL;
    if (!stream)
        return out ? ERROR_OUT_OF_MEMORY : ERROR_INVALID_VALUE;
    *stream = (struct exec_stream){.next = exec.streams, .flags = flags, .priority = priority};
    exec.streams = stream;
    *out = stream;
    return ERROR_NONE;
}

/* NULL, 1 (the default stream by name) and 2 (the thread's own) are always there. */
exec_error stream_check(const struct exec_stream *stream)
{
    const struct exec_stream *known = exec.streams;
    if ((uintptr_t)stream <= 2)
        return ERROR_NONE;
    while (known && known != stream)
        known = known->next;
    return known ? ERROR_NONE : ERROR_INVALID_HANDLE;
}

exec_error stream_drop(struct exec_stream *stream)
{
    struct exec_stream **link = &exec.streams;
    if ((uintptr_t)stream <= 2 || stream_check(stream) != ERROR_NONE)
        return ERROR_INVALID_HANDLE;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    free(stream);
    return ERROR_NONE;
}

/* ---- events ---- */

exec_error event_new(unsigned flags, struct exec_event **out)
{
    struct exec_event *event = out ? calloc(1, sizeof *event) : NULL;
    if (!event)
        return out ? ERROR_OUT_OF_MEMORY : ERROR_INVALID_VALUE;
    *event = (struct exec_event){.next = exec.events, .flags = flags};
    exec.events = event;
    *out = event;
    return ERROR_NONE;
}

exec_error event_check(const struct exec_event *event)
{
    const struct exec_event *known = exec.events;
    while (known && known != event)
        known = known->next;
    return event && known ? ERROR_NONE : ERROR_INVALID_HANDLE;
}

exec_error event_drop(struct exec_event *event)
{
    struct exec_event **link = &exec.events;
    if (event_check(event) != ERROR_NONE)
        return ERROR_INVALID_HANDLE;
    while (*link != event)
        link = &(*link)->next;
    *link = event->next;
    free(event);
    return ERROR_NONE;
}

exec_error event_record(struct exec_event *event, const struct exec_stream *stream)
{
    exec_error error = event_check(event);
    if (error == ERROR_NONE)
        error = stream_check(stream);
    if (error != ERROR_NONE)
        return error;
    event->recorded = true;
    event->ns = exec_now_ns();
    return ERROR_NONE;
}

exec_error event_elapsed(float *ms, const struct exec_event *start, const struct exec_event *end)
{
    enum { DISABLE_TIMING = 2 };
    if (!ms)
        return ERROR_INVALID_VALUE;
    *ms = 0;
    if (event_check(start) != ERROR_NONE || event_check(end) != ERROR_NONE ||
        !start->recorded || !end->recorded || (start->flags | end->flags) & DISABLE_TIMING)
        return ERROR_INVALID_HANDLE;
    *ms = (float)((end->ns - start->ns) * 1e-6);
    return ERROR_NONE;
}
