/* SPDX-License-Identifier: Apache-2.0 */
/* copies.c - commands that read, write, copy, fill and map buffers. */
#include <stdlib.h>
#include <string.h>

#include "exec/opencl/state.h"

static cl_int check_part(cl_mem memory, size_t offset, size_t bytes)
{
    if (!object_is(memory, OBJECT_MEMORY))
        return CL_INVALID_MEM_OBJECT;
    return bytes && offset <= memory->bytes && bytes <= memory->bytes - offset ? CL_SUCCESS
                                                                               : CL_INVALID_VALUE;
}

/* ---- in one piece ---- */

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking, size_t offset,
                           size_t bytes, void *to, cl_uint wait_count, const cl_event *waits,
                           cl_event *event)
{
    double begin;
    HOLD_LOCK;
    (void)blocking;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS)
        error = to ? check_part(memory, offset, bytes) : CL_INVALID_VALUE;
    if (error == CL_SUCCESS)
        memmove(to, memory->contents + offset, bytes);
    return command_end(queue, CL_COMMAND_READ_BUFFER, begin, error, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                            size_t offset, size_t bytes, const void *from, cl_uint wait_count,
                            const cl_event *waits, cl_event *event)
{
    double begin;
    HOLD_LOCK;
    (void)blocking;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS)
        error = from ? check_part(memory, offset, bytes) : CL_INVALID_VALUE;
    if (error == CL_SUCCESS)
        memmove(memory->contents + offset, from, bytes);
    return command_end(queue, CL_COMMAND_WRITE_BUFFER, begin, error, event);
}

/* Bytes of both, also where one is a part of the other. */
static bool overlap(const uint8_t *a, const uint8_t *b, size_t bytes)
{
    return a < b + bytes && b < a + bytes;
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                           size_t to_offset, size_t bytes, cl_uint wait_count,
                           const cl_event *waits, cl_event *event)
{
    double begin;
    HOLD_LOCK;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS)
        error = check_part(from, from_offset, bytes);
    if (error == CL_SUCCESS)
        error = check_part(to, to_offset, bytes);
    if (error == CL_SUCCESS &&
        overlap(from->contents + from_offset, to->contents + to_offset, bytes))
        error = CL_MEM_COPY_OVERLAP;
    if (error == CL_SUCCESS)
        memcpy(to->contents + to_offset, from->contents + from_offset, bytes);
    return command_end(queue, CL_COMMAND_COPY_BUFFER, begin, error, event);
}

static bool is_pattern_size(size_t bytes)
{
    return bytes && bytes <= 128 && !(bytes & (bytes - 1));
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem memory, const void *pattern,
                           size_t pattern_bytes, size_t offset, size_t bytes, cl_uint wait_count,
                           const cl_event *waits, cl_event *event)
{
    double begin;
    HOLD_LOCK;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS)
        error = check_part(memory, offset, bytes);
    if (error == CL_SUCCESS && (!pattern || !is_pattern_size(pattern_bytes) ||
                                offset % pattern_bytes || bytes % pattern_bytes))
        error = CL_INVALID_VALUE;
    for (size_t at = 0; error == CL_SUCCESS && at < bytes; at += pattern_bytes)
        memcpy(memory->contents + offset + at, pattern, pattern_bytes);
    return command_end(queue, CL_COMMAND_FILL_BUFFER, begin, error, event);
}

/* ---- boxes ---- */

/* One side of a copy of a box. */
struct side {
    uint8_t *bytes;
    size_t size; /* SIZE_MAX: the program's memory */
    const size_t *origin;
    size_t row, slice; /* pitches; 0: as tight as the box */
};

/* Pitches that were left out, and the offset of the first byte. */
static cl_int settle(struct side *side, const size_t region[3], size_t *first)
{
    size_t end;
    side->row = side->row ? side->row : region[0];
    const size_t tight = exec_slice(side->row, region[1]);
    side->slice = side->slice ? side->slice : tight;
    const struct exec_box box = {.pitch = side->row, .slice = side->slice, .x = side->origin[0],
                                 .y = side->origin[1], .z = side->origin[2]};
    if (side->row < region[0] || side->slice < tight || !box_range(&box, region, first, &end))
        return CL_INVALID_VALUE;
    return end <= side->size && host_has(side->bytes, end) ? CL_SUCCESS : CL_INVALID_VALUE;
}

static cl_int copy_box(struct side to, struct side from, const size_t region[3])
{
    size_t to_first, from_first;
    if (!region || !to.origin || !from.origin || !region[0] || !region[1] || !region[2])
        return CL_INVALID_VALUE;
    cl_int error = settle(&to, region, &to_first);
    if (error == CL_SUCCESS)
        error = settle(&from, region, &from_first);
    for (size_t z = 0; error == CL_SUCCESS && z < region[2]; z++) {
        for (size_t y = 0; y < region[1]; y++)
            memmove(to.bytes + to_first + z * to.slice + y * to.row,
                    from.bytes + from_first + z * from.slice + y * from.row, region[0]);
    }
    return error;
}

static struct side of_buffer(cl_mem memory, const size_t *origin, size_t row, size_t slice)
{
    return (struct side){memory->contents, memory->bytes, origin, row, slice};
}

static struct side of_host(const void *bytes, const size_t *origin, size_t row, size_t slice)
{
    return (struct side){(uint8_t *)(uintptr_t)bytes, SIZE_MAX, origin, row, slice};
}

cl_int clEnqueueReadBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                               const size_t *buffer_origin, const size_t *host_origin,
                               const size_t *region, size_t buffer_row, size_t buffer_slice,
                               size_t host_row, size_t host_slice, void *to, cl_uint wait_count,
                               const cl_event *waits, cl_event *event)
{
    double begin;
    HOLD_LOCK;
    (void)blocking;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS && !object_is(memory, OBJECT_MEMORY))
        error = CL_INVALID_MEM_OBJECT;
    if (error == CL_SUCCESS)
        error = copy_box(of_host(to, host_origin, host_row, host_slice),
                         of_buffer(memory, buffer_origin, buffer_row, buffer_slice), region);
    return command_end(queue, CL_COMMAND_READ_BUFFER_RECT, begin, error, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                                const size_t *buffer_origin, const size_t *host_origin,
                                const size_t *region, size_t buffer_row, size_t buffer_slice,
                                size_t host_row, size_t host_slice, const void *from,
                                cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    double begin;
    HOLD_LOCK;
    (void)blocking;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS && !object_is(memory, OBJECT_MEMORY))
        error = CL_INVALID_MEM_OBJECT;
    if (error == CL_SUCCESS)
        error = copy_box(of_buffer(memory, buffer_origin, buffer_row, buffer_slice),
                         of_host(from, host_origin, host_row, host_slice), region);
    return command_end(queue, CL_COMMAND_WRITE_BUFFER_RECT, begin, error, event);
}

cl_int clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem from, cl_mem to,
                               const size_t *from_origin, const size_t *to_origin,
                               const size_t *region, size_t from_row, size_t from_slice,
                               size_t to_row, size_t to_slice, cl_uint wait_count,
                               const cl_event *waits, cl_event *event)
{
    double begin;
    HOLD_LOCK;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS &&
        (!object_is(from, OBJECT_MEMORY) || !object_is(to, OBJECT_MEMORY)))
        error = CL_INVALID_MEM_OBJECT;
    if (error == CL_SUCCESS)
        error = copy_box(of_buffer(to, to_origin, to_row, to_slice),
                         of_buffer(from, from_origin, from_row, from_slice), region);
    return command_end(queue, CL_COMMAND_COPY_BUFFER_RECT, begin, error, event);
}

/* ---- maps ---- */

/* The program uses the device's bytes, or its own memory if it gave some. */
static cl_int map(cl_mem memory, cl_bitfield flags, size_t offset, size_t bytes, void **out)
{
    struct mapping *mapping = calloc(1, sizeof *mapping);
    uint8_t *base = memory->host ? memory->host : memory->contents;
    if (!mapping)
        return CL_OUT_OF_HOST_MEMORY;
    *mapping = (struct mapping){.next = memory->mappings, .at = base + offset, .offset = offset,
                                .bytes = bytes,
                                .writes = flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)};
    memory->mappings = mapping;
    if (memory->host)
        memcpy(base + offset, memory->contents + offset, bytes);
    *out = base + offset;
    return CL_SUCCESS;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem memory, cl_bool blocking,
                         cl_bitfield flags, size_t offset, size_t bytes, cl_uint wait_count,
                         const cl_event *waits, cl_event *event, cl_int *error)
{
    double begin;
    void *mapped = NULL;
    HOLD_LOCK;
    (void)blocking;
    cl_int problem = command_begin(queue, wait_count, waits, &begin);
    if (problem == CL_SUCCESS)
        problem = check_part(memory, offset, bytes);
    if (problem == CL_SUCCESS)
        problem = map(memory, flags, offset, bytes, &mapped);
    problem = command_end(queue, CL_COMMAND_MAP_BUFFER, begin, problem, event);
    store_error(error, problem);
    return mapped;
}

static cl_int unmap(cl_mem memory, const void *mapped)
{
    struct mapping **link = &memory->mappings;
    while (*link && (*link)->at != mapped)
        link = &(*link)->next;
    struct mapping *mapping = *link;
    if (!mapping)
        return CL_INVALID_VALUE;
    *link = mapping->next;
    if (memory->host && mapping->writes)
        memcpy(memory->contents + mapping->offset, mapping->at, mapping->bytes);
    free(mapping);
    return CL_SUCCESS;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem memory, void *mapped,
                               cl_uint wait_count, const cl_event *waits, cl_event *event)
{
    double begin;
    HOLD_LOCK;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS)
        error = object_is(memory, OBJECT_MEMORY) ? unmap(memory, mapped) : CL_INVALID_MEM_OBJECT;
    return command_end(queue, CL_COMMAND_UNMAP_MEM_OBJECT, begin, error, event);
}

/* There is one device: buffers are always on it. */
cl_int clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint count, const cl_mem *memories,
                                  cl_bitfield flags, cl_uint wait_count, const cl_event *waits,
                                  cl_event *event)
{
    double begin;
    HOLD_LOCK;
    (void)flags;
    cl_int error = command_begin(queue, wait_count, waits, &begin);
    if (error == CL_SUCCESS && (!count || !memories))
        error = CL_INVALID_VALUE;
    for (cl_uint i = 0; error == CL_SUCCESS && i < count; i++) {
        if (!object_is(memories[i], OBJECT_MEMORY))
            error = CL_INVALID_MEM_OBJECT;
    }
    return command_end(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, begin, error, event);
}
