/* SPDX-License-Identifier: Apache-2.0 */
/* contexts.c - contexts and command queues. */
#include <stdlib.h>
#include <string.h>

#include "exec/opencl/state.h"

/* ---- contexts ---- */

enum { CONTEXT_PLATFORM_KEY = CL_CONTEXT_PLATFORM };

/* Pairs of key and value, ended by a 0 that counts. */
static size_t count_properties(const cl_property *properties)
{
    size_t count = 0;
    while (properties && properties[count])
        count += 2;
    return properties ? count + 1 : 0;
}

static cl_int check_properties(const cl_property *properties)
{
    for (size_t i = 0; properties && properties[i]; i += 2) {
        if (properties[i] == CONTEXT_PLATFORM_KEY &&
            !object_is((const void *)properties[i + 1], OBJECT_PLATFORM))
            return CL_INVALID_PLATFORM;
    }
    return CL_SUCCESS;
}

static cl_context context_new(const cl_property *properties, cl_int *error)
{
    const size_t count = count_properties(properties);
    cl_context context = object_new(OBJECT_CONTEXT, sizeof *context);
    cl_property *copy = count ? calloc(count, sizeof *copy) : NULL;
    if (!context || (count && !copy)) {
        object_free(context);
        free(copy);
        store_error(error, CL_OUT_OF_HOST_MEMORY);
        return NULL;
    }
    if (count)
        memcpy(copy, properties, count * sizeof *copy);
    context->properties = copy;
    context->property_count = count;
    store_error(error, CL_SUCCESS);
    return context;
}

cl_context clCreateContext(const cl_property *properties, cl_uint count,
                           const cl_device_id *devices, cl_notify_context *notify, void *user,
                           cl_int *error)
{
    HOLD_LOCK;
    cl_int problem = check_properties(properties);
    if (problem == CL_SUCCESS && (!count || !devices || (user && !notify)))
        problem = CL_INVALID_VALUE;
    for (cl_uint i = 0; problem == CL_SUCCESS && i < count; i++) {
        if (!object_is(devices[i], OBJECT_DEVICE))
            problem = CL_INVALID_DEVICE;
    }
    if (problem == CL_SUCCESS)
        problem = opencl_start();
    if (problem == CL_SUCCESS)
        return context_new(properties, error);
    store_error(error, problem);
    return NULL;
}

cl_context clCreateContextFromType(const cl_property *properties, cl_bitfield type,
                                   cl_notify_context *notify, void *user, cl_int *error)
{
    HOLD_LOCK;
    cl_device_id device;
    const cl_int problem = clGetDeviceIDs(NULL, type, 1, &device, NULL);
    if (problem == CL_SUCCESS)
        return clCreateContext(properties, 1, &device, notify, user, error);
    store_error(error, problem);
    return NULL;
}

cl_int clRetainContext(cl_context context)
{
    HOLD_LOCK;
    if (!object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    context->object.references++;
    return CL_SUCCESS;
}

cl_int clReleaseContext(cl_context context)
{
    HOLD_LOCK;
    if (!object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    cl_property *properties = context->properties;
    if (object_release(context))
        free(properties);
    return CL_SUCCESS;
}

cl_int clGetContextInfo(cl_context context, cl_uint name, size_t room, void *out, size_t *bytes)
{
    HOLD_LOCK;
    if (!object_is(context, OBJECT_CONTEXT))
        return CL_INVALID_CONTEXT;
    switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT:
        return answer_uint(context->object.references, room, out, bytes);
    case CL_CONTEXT_NUM_DEVICES:
        return answer_uint(1, room, out, bytes);
    case CL_CONTEXT_DEVICES:
        return answer_pointer(&opencl_device, room, out, bytes);
    case CL_CONTEXT_PROPERTIES:
        return answer(context->properties, context->property_count * sizeof(cl_property), room,
                      out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

/* ---- queues ---- */

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
                                      cl_bitfield properties, cl_int *error)
{
    HOLD_LOCK;
    const cl_bitfield known = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    cl_command_queue queue = NULL;
    if (!object_is(context, OBJECT_CONTEXT))
        store_error(error, CL_INVALID_CONTEXT);
    else if (!object_is(device, OBJECT_DEVICE))
        store_error(error, CL_INVALID_DEVICE);
    else if (properties & ~known)
        store_error(error, CL_INVALID_QUEUE_PROPERTIES);
    else if (!(queue = object_new(OBJECT_QUEUE, sizeof *queue)))
        store_error(error, CL_OUT_OF_HOST_MEMORY);
    if (!queue)
        return NULL;
    context->object.references++;
    queue->context = context;
    queue->properties = properties;
    store_error(error, CL_SUCCESS);
    return queue;
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                    const cl_ulong *properties, cl_int *error)
{
    cl_bitfield flags = 0;
    for (size_t i = 0; properties && properties[i]; i += 2) {
        if (properties[i] != CL_QUEUE_PROPERTIES) {
            store_error(error, CL_INVALID_QUEUE_PROPERTIES);
            return NULL;
        }
        flags = properties[i + 1];
    }
    return clCreateCommandQueue(context, device, flags, error);
}

cl_int clRetainCommandQueue(cl_command_queue queue)
{
    HOLD_LOCK;
    if (!object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    queue->object.references++;
    return CL_SUCCESS;
}

cl_int clReleaseCommandQueue(cl_command_queue queue)
{
    HOLD_LOCK;
    if (!object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    cl_context context = queue->context;
    if (object_release(queue))
        clReleaseContext(context);
    return CL_SUCCESS;
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_uint name, size_t room, void *out,
                             size_t *bytes)
{
    HOLD_LOCK;
    if (!object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    switch (name) {
    case CL_QUEUE_CONTEXT:
        return answer_pointer(queue->context, room, out, bytes);
    case CL_QUEUE_DEVICE:
        return answer_pointer(&opencl_device, room, out, bytes);
    case CL_QUEUE_REFERENCE_COUNT:
        return answer_uint(queue->object.references, room, out, bytes);
    case CL_QUEUE_PROPERTIES:
        return answer(&queue->properties, sizeof queue->properties, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetCommandQueueProperty(cl_command_queue queue, cl_bitfield properties, cl_bool enable,
                                 cl_bitfield *before)
{
    HOLD_LOCK;
    if (!object_is(queue, OBJECT_QUEUE))
        return CL_INVALID_COMMAND_QUEUE;
    if (before)
        *before = queue->properties;
    if (enable)
        queue->properties |= properties;
    else
        queue->properties &= ~properties;
    return CL_SUCCESS;
}
