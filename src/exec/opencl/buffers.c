/* SPDX-License-Identifier: Apache-2.0 */
/* buffers.c - buffers and parts of them.
 *
 * A buffer has memory of the device, also with CL_MEM_USE_HOST_PTR: the program's own memory gets
 * the contents when it maps the buffer, and gives them back when it unmaps it. */
#include <stdlib.h>
#include <string.h>

#include "exec/opencl/state.h"

struct memory_callback {
    struct memory_callback *next;
    cl_notify_memory *notify;
    void *user;
};

/* ---- making ---- */

static cl_int check_flags(cl_bitfield flags, const void *host)
{
    const cl_bitfield access = flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY);
    const bool takes_host = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    if (access & (access - 1)) /* more than one */
        return CL_INVALID_VALUE;
    if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return CL_INVALID_VALUE;
    return takes_host == (host != NULL) ? CL_SUCCESS : CL_INVALID_HOST_PTR;
}

static cl_mem memory_new(cl_context context, cl_bitfield flags, size_t bytes)
{
    cl_mem memory = object_new(OBJECT_MEMORY, sizeof *memory);
    if (!memory)
        return NULL;
    context->object.references++;
    memory->context = context;
    memory->flags = flags ? flags : CL_MEM_READ_WRITE;
    memory->bytes = bytes;
    memory->next = opencl.buffers;
    opencl.buffers = memory;
    return memory;
}

static void memory_free(cl_mem memory)
{
    cl_mem *link = &opencl.buffers;
    while (*link != memory)
        link = &(*link)->next;
    *link = memory->next;
    object_free(memory);
}

static cl_mem make_buffer(cl_context context, cl_bitfield flags, size_t bytes, void *host,
                          cl_int *error)
{
    cl_mem memory = memory_new(context, flags, bytes);
    const cl_int problem = !memory ? CL_OUT_OF_HOST_MEMORY
                                   : opencl_take(bytes, &memory->address, &memory->contents);
    store_error(error, problem);
    if (memory && problem != CL_SUCCESS) {
        context->object.references--;
        memory_free(memory);
    }
    if (problem != CL_SUCCESS)
        return NULL;
    if (host)
        memcpy(memory->contents, host, bytes);
    if (flags & CL_MEM_USE_HOST_PTR)
        memory->host = host;
    return memory;
}

cl_mem clCreateBuffer(cl_context context, cl_bitfield flags, size_t bytes, void *host,
                      cl_int *error)
{
    HOLD_LOCK;
    cl_int problem = object_is(context, OBJECT_CONTEXT) ? check_flags(flags, host)
                                                        : CL_INVALID_CONTEXT;
    if (problem == CL_SUCCESS && !bytes)
        problem = CL_INVALID_BUFFER_SIZE;
    if (problem == CL_SUCCESS)
        return make_buffer(context, flags, bytes, host, error);
    store_error(error, problem);
    return NULL;
}

static cl_int check_region(cl_mem parent, cl_uint type, const cl_buffer_region *region)
{
    if (!object_is(parent, OBJECT_MEMORY) || parent->parent)
        return CL_INVALID_MEM_OBJECT;
    if (type != CL_BUFFER_CREATE_TYPE_REGION || !region)
        return CL_INVALID_VALUE;
    if (!region->size)
        return CL_INVALID_BUFFER_SIZE;
    if (region->origin > parent->bytes || region->size > parent->bytes - region->origin)
        return CL_INVALID_VALUE;
    return region->origin % device_base_align() ? CL_MISALIGNED_SUB_BUFFER_OFFSET : CL_SUCCESS;
}

cl_mem clCreateSubBuffer(cl_mem parent, cl_bitfield flags, cl_uint type, const void *info,
                         cl_int *error)
{
    HOLD_LOCK;
    const cl_buffer_region *region = info;
    cl_int problem = check_region(parent, type, region);
    cl_mem memory = NULL;
    if (problem == CL_SUCCESS &&
        !(memory = memory_new(parent->context, flags ? flags : parent->flags, region->size)))
        problem = CL_OUT_OF_HOST_MEMORY;
    store_error(error, problem);
    if (!memory)
        return NULL;
    parent->object.references++;
    memory->parent = parent;
    memory->origin = region->origin;
    memory->address = parent->address + region->origin;
    memory->contents = parent->contents + region->origin;
    memory->host = parent->host ? (uint8_t *)parent->host + region->origin : NULL;
    return memory;
}

cl_mem memory_of_argument(const void *value)
{
    cl_mem handle, known = opencl.buffers;
    memcpy(&handle, value, sizeof handle);
    while (known && known != handle)
        known = known->next;
    return known;
}

/* ---- references ---- */

cl_int clRetainMemObject(cl_mem memory)
{
    HOLD_LOCK;
    if (!object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    memory->object.references++;
    return CL_SUCCESS;
}

static void run_callbacks(cl_mem memory)
{
    for (struct memory_callback *one = memory->callbacks, *next; one; one = next) {
        next = one->next;
        one->notify(memory, one->user);
        free(one);
    }
}

static void free_mappings(struct mapping *list)
{
    for (struct mapping *next; list; list = next) {
        next = list->next;
        free(list);
    }
}

cl_int clReleaseMemObject(cl_mem memory)
{
    HOLD_LOCK;
    if (!object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    if (--memory->object.references)
        return CL_SUCCESS;
    cl_context context = memory->context;
    cl_mem parent = memory->parent;
    run_callbacks(memory);
    free_mappings(memory->mappings);
    if (!parent)
        opencl_give_back(memory->address);
    memory_free(memory);
    if (parent)
        clReleaseMemObject(parent);
    return clReleaseContext(context);
}

cl_int clSetMemObjectDestructorCallback(cl_mem memory, cl_notify_memory *notify, void *user)
{
    HOLD_LOCK;
    if (!object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    struct memory_callback *callback = notify ? calloc(1, sizeof *callback) : NULL;
    if (!callback)
        return notify ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_VALUE;
    *callback = (struct memory_callback){memory->callbacks, notify, user};
    memory->callbacks = callback;
    return CL_SUCCESS;
}

static cl_uint count_mappings(const struct mapping *list)
{
    cl_uint count = 0;
    for (; list; list = list->next)
        count++;
    return count;
}

cl_int clGetMemObjectInfo(cl_mem memory, cl_uint name, size_t room, void *out, size_t *bytes)
{
    HOLD_LOCK;
    if (!object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    switch (name) {
    case CL_MEM_TYPE:
        return answer_uint(CL_MEM_OBJECT_BUFFER, room, out, bytes);
    case CL_MEM_FLAGS:
        return answer(&memory->flags, sizeof memory->flags, room, out, bytes);
    case CL_MEM_SIZE:
        return answer_size(memory->bytes, room, out, bytes);
    case CL_MEM_HOST_PTR:
        return answer_pointer(memory->host, room, out, bytes);
    case CL_MEM_MAP_COUNT:
        return answer_uint(count_mappings(memory->mappings), room, out, bytes);
    case CL_MEM_REFERENCE_COUNT:
        return answer_uint(memory->object.references, room, out, bytes);
    case CL_MEM_CONTEXT:
        return answer_pointer(memory->context, room, out, bytes);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return answer_pointer(memory->parent, room, out, bytes);
    case CL_MEM_OFFSET:
        return answer_size(memory->origin, room, out, bytes);
    default:
        return CL_INVALID_VALUE;
    }
}
