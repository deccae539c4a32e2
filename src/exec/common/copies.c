/* SPDX-License-Identifier: Apache-2.0 */
/* copies.c - copies and fills, within device memory and between it and the program's. */
#include <stdlib.h>
#include <string.h>

#include "exec/common/state.h"

bool host_has(const void *pointer, size_t bytes)
{
    const uintptr_t address = (uintptr_t)pointer;
    return address && address <= PTRDIFF_MAX && bytes <= PTRDIFF_MAX - address;
}

/* Bytes of one side of a copy; NULL: they are not the device's, and the copy says so. */
static void *side(const void *pointer, uint64_t bytes, bool of_device)
{
    void *found = ranges_device_bytes(pointer, bytes);
    if (found || of_device)
        return found;
    /* Not the device's: the program's, unless it starts in a range and ends outside. */
    return ranges_find((uint64_t)(uintptr_t)pointer) || !host_has(pointer, bytes)
               ? NULL
               : (void *)(uintptr_t)pointer;
}

static bool kind_is_known(int kind)
{
    return (unsigned)kind <= (unsigned)COPY_ANY;
}

static bool writes_device(int kind)
{
    return kind == COPY_TO_DEVICE || kind == COPY_WITHIN_DEVICE;
}

static bool reads_device(int kind)
{
    return kind == COPY_TO_HOST || kind == COPY_WITHIN_DEVICE;
}

exec_error exec_copy(void *to, const void *from, size_t bytes, int kind)
{
    if (!kind_is_known(kind))
        return ERROR_INVALID_DIRECTION;
    if (!bytes)
        return ERROR_NONE;
    void *target = to ? side(to, bytes, writes_device(kind)) : NULL;
    const void *source = from ? side(from, bytes, reads_device(kind)) : NULL;
    if (!target || !source)
        return ERROR_INVALID_VALUE;
    memmove(target, source, bytes);
    return ERROR_NONE;
}

/* ---- boxes ---- */

size_t exec_slice(size_t pitch, size_t lines)
{
    size_t bytes;
    return __builtin_mul_overflow(pitch, lines, &bytes) ? SIZE_MAX : bytes;
}

static bool add_product(size_t *sum, size_t count, size_t each)
{
    size_t product;
    return !__builtin_mul_overflow(count, each, &product) &&
           !__builtin_add_overflow(*sum, product, sum);
}

bool box_range(const struct exec_box *box, const size_t size[3], size_t *first, size_t *end)
{
    *first = box->x;
    if (!add_product(first, box->y, box->pitch) || !add_product(first, box->z, box->slice))
        return false;
    *end = *first;
    return add_product(end, size[0], 1) && add_product(end, size[1] - 1, box->pitch) &&
           add_product(end, size[2] - 1, box->slice);
}

static bool is_empty(const size_t size[3])
{
    return !size[0] || !size[1] || !size[2];
}

/* Lines and slices do not overlap. */
static exec_error check_box(const struct exec_box *box, const size_t size[3])
{
    if (size[0] > box->pitch)
        return ERROR_INVALID_PITCH;
    return size[2] > 1 && box->slice / box->pitch < size[1] ? ERROR_INVALID_VALUE : ERROR_NONE;
}

/* Its first byte; NULL: from its memory to its end it is not one piece. */
static uint8_t *box_begin(const struct exec_box *box, const size_t size[3], bool of_device)
{
    size_t first, end;
    if (!box->memory || !box_range(box, size, &first, &end))
        return NULL;
    uint8_t *memory = side(box->memory, end, of_device);
    return memory ? memory + first : NULL;
}

exec_error exec_copy_box(const struct exec_box *to, const struct exec_box *from,
                         const size_t size[3], int kind)
{
    if (!kind_is_known(kind))
        return ERROR_INVALID_DIRECTION;
    if (is_empty(size))
        return ERROR_NONE;
    exec_error error = check_box(to, size);
    if (error == ERROR_NONE)
        error = check_box(from, size);
    if (error != ERROR_NONE)
        return error;
    uint8_t *target = box_begin(to, size, writes_device(kind));
    const uint8_t *source = box_begin(from, size, reads_device(kind));
    if (!target || !source)
        return ERROR_INVALID_VALUE;
    for (size_t z = 0; z < size[2]; z++) {
        for (size_t y = 0; y < size[1]; y++)
            memmove(target + z * to->slice + y * to->pitch,
                    source + z * from->slice + y * from->pitch, size[0]);
    }
    return ERROR_NONE;
}

exec_error exec_copy_lines(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                            size_t width, size_t height, int kind)
{
    const size_t size[] = {width, height, 1};
    return exec_copy_box(&(struct exec_box){.memory = to, .pitch = to_pitch},
                         &(struct exec_box){.memory = from, .pitch = from_pitch}, size, kind);
}

/* ---- fills ---- */

static void repeat(uint8_t *to, const void *pattern, size_t pattern_bytes, size_t bytes)
{
    if (pattern_bytes == 1)
        memset(to, *(const uint8_t *)pattern, bytes);
    else
        for (size_t at = 0; at < bytes; at += pattern_bytes)
            memcpy(to + at, pattern, pattern_bytes);
}

exec_error exec_fill(void *to, const void *pattern, size_t pattern_bytes, size_t count)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, pattern_bytes, &bytes))
        return ERROR_INVALID_VALUE;
    if (!bytes)
        return ERROR_NONE;
    uint8_t *target = ranges_device_bytes(to, bytes);
    if (!target)
        return ERROR_INVALID_VALUE;
    repeat(target, pattern, pattern_bytes, bytes);
    return ERROR_NONE;
}

exec_error exec_fill_box(const struct exec_box *to, const size_t size[3], const void *pattern,
                         size_t pattern_bytes)
{
    if (is_empty(size))
        return ERROR_NONE;
    const exec_error error = check_box(to, size);
    uint8_t *target = error == ERROR_NONE ? box_begin(to, size, true) : NULL;
    if (!target)
        return error == ERROR_NONE ? ERROR_INVALID_VALUE : error;
    for (size_t z = 0; z < size[2]; z++) {
        for (size_t y = 0; y < size[1]; y++)
            repeat(target + z * to->slice + y * to->pitch, pattern, pattern_bytes, size[0]);
    }
    return ERROR_NONE;
}
