/* SPDX-License-Identifier: Apache-2.0 */
/* handles.c - streams and events. Whatever is not in their lists is not one. */
#include <stdlib.h>

#include "exec/cuda/state.h"

/* ---- streams ---- */

cudaError_t stream_new(unsigned flags, int priority, struct CUstream_st **out)
{
    struct CUstream_st *stream = out ? calloc(1, sizeof *stream) : NULL;
    if (!stream)
        return out ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    *stream = (struct CUstream_st){.next = cuda.streams, .flags = flags, .priority = priority};
    cuda.streams = stream;
    *out = stream;
    return cudaSuccess;
}

/* NULL, cudaStreamLegacy (1) and cudaStreamPerThread (2) are always there. */
cudaError_t stream_check(const struct CUstream_st *stream)
{
    const struct CUstream_st *known = cuda.streams;
    if ((uintptr_t)stream <= 2)
        return cudaSuccess;
    while (known && known != stream)
        known = known->next;
    return known ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t stream_drop(struct CUstream_st *stream)
{
    struct CUstream_st **link = &cuda.streams;
    if ((uintptr_t)stream <= 2 || stream_check(stream) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    while (*link != stream)
        link = &(*link)->next;
    *link = stream->next;
    free(stream);
    return cudaSuccess;
}

/* ---- events ---- */

cudaError_t event_new(unsigned flags, struct CUevent_st **out)
{
    struct CUevent_st *event = out ? calloc(1, sizeof *event) : NULL;
    if (!event)
        return out ? cudaErrorMemoryAllocation : cudaErrorInvalidValue;
    *event = (struct CUevent_st){.next = cuda.events, .flags = flags};
    cuda.events = event;
    *out = event;
    return cudaSuccess;
}

cudaError_t event_check(const struct CUevent_st *event)
{
    const struct CUevent_st *known = cuda.events;
    while (known && known != event)
        known = known->next;
    return event && known ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t event_drop(struct CUevent_st *event)
{
    struct CUevent_st **link = &cuda.events;
    if (event_check(event) != cudaSuccess)
        return cudaErrorInvalidResourceHandle;
    while (*link != event)
        link = &(*link)->next;
    *link = event->next;
    free(event);
    return cudaSuccess;
}

cudaError_t event_record(struct CUevent_st *event, const struct CUstream_st *stream)
{
    cudaError_t error = event_check(event);
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error != cudaSuccess)
        return error;
    event->recorded = true;
    event->ns = cuda_now_ns();
    return cudaSuccess;
}

cudaError_t event_elapsed(float *ms, const struct CUevent_st *start, const struct CUevent_st *end)
{
    enum { DISABLE_TIMING = 2 };
    if (!ms)
        return cudaErrorInvalidValue;
    *ms = 0;
    if (event_check(start) != cudaSuccess || event_check(end) != cudaSuccess ||
        !start->recorded || !end->recorded || (start->flags | end->flags) & DISABLE_TIMING)
        return cudaErrorInvalidResourceHandle;
    *ms = (float)((end->ns - start->ns) * 1e-6);
    return cudaSuccess;
}
