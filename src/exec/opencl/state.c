/* SPDX-License-Identifier: Apache-2.0 */
/* state.c - objects, answers to queries, and the machine under them. */
#include "exec/opencl/state.h"

#include <stdlib.h>
#include <string.h>

struct opencl opencl;

const struct exec_interface exec_interface = {
    .machine = "gcn3", .programs = "OpenCL",
    .elf_ending = "elf", .bundle_ending = "bundle", .has_handles = true,
};

struct _cl_platform_id opencl_platform = {{opencl_dispatch, OBJECT_PLATFORM, 1, NULL}};
struct _cl_device_id opencl_device = {{opencl_dispatch, OBJECT_DEVICE, 1, NULL}};

/* ---- the machine ---- */

void *opencl_lock(void)
{
    exec_lock();
    return NULL;
}

void opencl_unlock(void *const *lock)
{
    (void)lock;
    exec_unlock();
}

cl_int opencl_start(void)
{
    exec_enter();
    exec_unlock();
    return exec.start_error ? CL_DEVICE_NOT_FOUND : CL_SUCCESS;
}

cl_int opencl_take(size_t bytes, uint64_t *address, uint8_t **contents)
{
    void *taken;
    if (ranges_take(bytes, RANGE_DEVICE, &taken) != 0)
        return CL_MEM_OBJECT_ALLOCATION_FAILURE;
    *address = (uint64_t)(uintptr_t)taken;
    *contents = ranges_device_bytes(taken, bytes);
    return CL_SUCCESS;
}

void opencl_give_back(uint64_t address)
{
    ranges_give_back((void *)(uintptr_t)address);
}

/* ---- objects ---- */

static struct object **freed_list(enum object_kind kind)
{
    return &opencl.freed[kind - OBJECT_PLATFORM];
}

void *object_new(enum object_kind kind, size_t bytes)
{
    struct object **freed = freed_list(kind), *object = *freed;
    if (object) {
        *freed = object->next;
        memset(object, 0, bytes);
    } else {
        object = calloc(1, bytes);
    }
    if (object)
        *object = (struct object){opencl_dispatch, kind, 1, NULL};
    return object;
}

bool object_is(const void *handle, enum object_kind kind)
{
    const struct object *object = handle;
    return object && object->kind == kind;
}

bool object_release(void *handle)
{
    struct object *object = handle;
    if (--object->references)
        return false;
    object_free(object);
    return true;
}

/* Programs use handles too long: they are found by having no kind, here and by an ICD loader, which
 * reads the first word. So the memory stays ours. */
void object_free(void *handle)
{
    struct object *object = handle;
    if (!object)
        return;
    struct object **freed = freed_list(object->kind);
    object->kind = 0;
    object->next = *freed;
    *freed = object;
}

/* ---- answers ---- */

cl_int answer(const void *value, size_t size, size_t room, void *out, size_t *bytes)
{
    if (out && room < size)
        return CL_INVALID_VALUE;
    if (out && size)
        memcpy(out, value, size);
    if (bytes)
        *bytes = size;
    return CL_SUCCESS;
}

cl_int answer_text(const char *text, size_t room, void *out, size_t *bytes)
{
    return answer(text, strlen(text) + 1, room, out, bytes);
}

cl_int answer_uint(cl_uint value, size_t room, void *out, size_t *bytes)
{
    return answer(&value, sizeof value, room, out, bytes);
}

cl_int answer_size(size_t value, size_t room, void *out, size_t *bytes)
{
    return answer(&value, sizeof value, room, out, bytes);
}

cl_int answer_pointer(const void *value, size_t room, void *out, size_t *bytes)
{
    return answer(&value, sizeof value, room, out, bytes);
}

void store_error(cl_int *error, cl_int value)
{
    if (error)
        *error = value;
}
