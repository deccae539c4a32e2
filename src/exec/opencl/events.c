/* SPDX-License-Identifier: Apache-2.0 */
/* events.c - events, which are complete from the start unless the program completes them. */
#include <stdlib.h>

#include "exec/opencl/state.h"

/* ---- commands ---- */

/* A command cannot wait for the program: it would be done before its time. */
static cl_int check_waits(cl_context context, cl_uint count, const cl_event *waits)
{
    if (!count != !waits)
        return CL_INVALID_EVENT_WAIT_LIST;
    for (cl_uint i = 0; i < count; i++) {
        if (!object_is(waits[i], OBJECT_EVENT))
            return CL_INVALID_EVENT_WAIT_LIST;
        if (context && waits[i]->context != context)
            return CL_INVALID_CONTEXT;
        if (waits[i]->status < 0)
            return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
        if (waits[i]->status == CL_COMPLETE)
            continue;
        exec_complain("a command that waits for a user event which is not set is not supported");
        return CL_INVALID_OPERATION;
    }
    return CL_SUCCESS;
}

cl_int command_begin(cl_command_queue queue, cl_uint wait_count, const cl_event *waits,
                     double *begin_ns)
{
    if (!object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    *begin_ns = exec_now_ns();
    return exec.sticky ? CL_OUT_OF_RESOURCES
                           : check_waits(queue->context, wait_count, waits);
}

static cl_event new_event(cl_context context)
{
    cl_event event = object_new(OBJECT_EVENT, sizeof *event);
    if (!event)
        return NULL;
    context->object.references++;
    event->context = context;
    return event;
}

cl_int command_end(cl_command_queue queue, cl_uint command, double begin_ns, cl_int error,
                   cl_event *event)
{
    if (error != CL_SUCCESS || !event)
        return error;
    *event = new_event(queue->context);
    if (!*event)
        return CL_OUT_OF_HOST_MEMORY;
    queue->object.references++;
    (*event)->queue = queue;
    (*event)->command = command;
    (*event)->status = CL_COMPLETE;
    (*event)->begin_ns = begin_ns;
    (*event)->end_ns = exec_now_ns();
    return CL_SUCCESS;
}

/* ---- commands that only order others ---- */

static cl_int order(cl_command_queue queue, cl_uint command, cl_uint wait_count,
                    const cl_event *waits, cl_event *event)
{
    double begin;
    HOLD_LOCK;
    const cl_int error = command_begin(queue, wait_count, waits, &begin);
    return command_end(queue, command, begin, error, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint wait_count,
                                   const cl_event *waits, cl_event *event)
{
    return order(queue, CL_COMMAND_MARKER, wait_count, waits, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue queue, cl_uint wait_count,
                                    const cl_event *waits, cl_event *event)
{
    return order(queue, CL_COMMAND_BARRIER, wait_count, waits, event);
}

cl_int clEnqueueMarker(cl_command_queue queue, cl_event *event)
{
    return event ? order(queue, CL_COMMAND_MARKER, 0, NULL, event) : CL_INVALID_VALUE;
}

cl_int clEnqueueBarrier(cl_command_queue queue)
{
    return order(queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int clEnqueueWaitForEvents(cl_command_queue queue, cl_uint count, const cl_event *events)
{
    return order(queue, CL_COMMAND_BARRIER, count, events, NULL);
}

cl_int clFlush(cl_command_queue queue)
{
    return order(queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int clFinish(cl_command_queue queue)
{
    return order(queue, CL_COMMAND_BARRIER, 0, NULL, NULL);
}

cl_int clWaitForEvents(cl_uint count, const cl_event *events)
{
    HOLD_LOCK;
    if (!count || !events)
        return CL_INVALID_VALUE;
    const cl_int error = check_waits(NULL, count, events);
    return error == CL_INVALID_EVENT_WAIT_LIST ? CL_INVALID_EVENT : error;
}

/* ---- events ---- */

cl_event clCreateUserEvent(cl_context context, cl_int *error)
{
    HOLD_LOCK;
    cl_event event = NULL;
    if (!object_is(context, OBJECT_CONTEXT))
        store_error(error, CL_INVALID_CONTEXT);
    else if (!(event = new_event(context)))
        store_error(error, CL_OUT_OF_HOST_MEMORY);
    if (!event)
        return NULL;
    event->command = CL_COMMAND_USER;
    event->status = CL_SUBMITTED;
    store_error(error, CL_SUCCESS);
    return event;
}

cl_int clRetainEvent(cl_event event)
{
    HOLD_LOCK;
    if (!object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    event->object.references++;
    return CL_SUCCESS;
}

static void free_callbacks(struct event_callback *list)
{
    for (struct event_callback *next; list; list = next) {
        next = list->next;
        free(list);
    }
}

cl_int clReleaseEvent(cl_event event)
{
    HOLD_LOCK;
    if (!object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    cl_context context = event->context;
    cl_command_queue queue = event->queue;
    struct event_callback *callbacks = event->callbacks;
    if (!object_release(event))
        return CL_SUCCESS;
    free_callbacks(callbacks);
    if (queue)
        clReleaseCommandQueue(queue);
    return clReleaseContext(context);
}

cl_int clSetUserEventStatus(cl_event event, cl_int status)
{
    HOLD_LOCK;
    if (!object_is(event, OBJECT_EVENT) || event->queue)
        return CL_INVALID_EVENT;
    if (status > CL_COMPLETE)
        return CL_INVALID_VALUE;
    if (event->status <= CL_COMPLETE)
        return CL_INVALID_OPERATION;
    struct event_callback *callbacks = event->callbacks;
    event->status = status;
    event->callbacks = NULL;
    for (struct event_callback *one = callbacks; one; one = one->next)
        one->notify(event, status < 0 ? status : one->status, one->user);
    free_callbacks(callbacks);
    return CL_SUCCESS;
}

cl_int clSetEventCallback(cl_event event, cl_int status, cl_notify_event *notify, void *user)
{
    HOLD_LOCK;
    if (!object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    if (!notify || status < CL_COMPLETE || status > CL_SUBMITTED)
        return CL_INVALID_VALUE;
    if (event->status <= status) {
        notify(event, event->status < 0 ? event->status : status, user);
        return CL_SUCCESS;
    }
    struct event_callback *callback = calloc(1, sizeof *callback);
    if (!callback)
        return CL_OUT_OF_HOST_MEMORY;
    *callback = (struct event_callback){event->callbacks, notify, user, status};
    event->callbacks = callback;
    return CL_SUCCESS;
}

cl_int clGetEventInfo(cl_event event, cl_uint name, size_t room, void *out, size_t *bytes)
{
    HOLD_LOCK;
    if (!object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    switch (name) {
    case CL_EVENT_COMMAND_QUEUE:
        return answer_pointer(event->queue, room, out, bytes);
    case CL_EVENT_CONTEXT:
        return answer_pointer(event->context, room, out, bytes);
    case CL_EVENT_COMMAND_TYPE:
        return answer_uint(event->command, room, out, bytes);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return answer_uint((cl_uint)event->status, room, out, bytes);
    case CL_EVENT_REFERENCE_COUNT:
        return answer_uint(event->object.references, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clGetEventProfilingInfo(cl_event event, cl_uint name, size_t room, void *out,
                               size_t *bytes)
{
    HOLD_LOCK;
    if (!object_is(event, OBJECT_EVENT))
        return CL_INVALID_EVENT;
    if (!event->queue || !(event->queue->properties & CL_QUEUE_PROFILING_ENABLE))
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    if (name < CL_PROFILING_COMMAND_QUEUED || name > CL_PROFILING_COMMAND_END)
        return CL_INVALID_VALUE;
    const double ns = name == CL_PROFILING_COMMAND_END ? event->end_ns : event->begin_ns;
    const cl_ulong whole = (cl_ulong)(ns + 0.5);
    return answer(&whole, sizeof whole, room, out, bytes);
}
