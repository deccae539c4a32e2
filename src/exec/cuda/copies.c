/* SPDX-License-Identifier: Apache-2.0 */
/* copies.c - copies and fills, within device memory and between it and the program's. */
#include <stdlib.h>
#include <string.h>

#include "exec/cuda/state.h"

/* Bytes of one side of a copy; NULL: they are not the device's, and the copy says so. */
static void *side(const void *pointer, uint64_t bytes, bool of_device)
{
    void *found = ranges_device_bytes(pointer, bytes);
    if (found || of_device)
        return found;
    /* Not the device's: the program's, unless it starts in a range and ends outside. */
    return ranges_find((uint64_t)(uintptr_t)pointer) ? NULL : (void *)(uintptr_t)pointer;
}

static bool kind_is_known(enum cudaMemcpyKind kind)
{
    return (unsigned)kind <= (unsigned)cudaMemcpyDefault;
}

static bool writes_device(enum cudaMemcpyKind kind)
{
    return kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
}

static bool reads_device(enum cudaMemcpyKind kind)
{
    return kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
}

cudaError_t cuda_copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    if (!kind_is_known(kind))
        return cudaErrorInvalidMemcpyDirection;
    if (!bytes)
        return cudaSuccess;
    void *target = to ? side(to, bytes, writes_device(kind)) : NULL;
    const void *source = from ? side(from, bytes, reads_device(kind)) : NULL;
    if (!target || !source)
        return cudaErrorInvalidValue;
    memmove(target, source, bytes);
    return cudaSuccess;
}

/* Bytes from the first of the first line to the last of the last one; 0 if there are too many. */
static size_t extent(size_t pitch, size_t width, size_t height)
{
    size_t bytes;
    if (__builtin_mul_overflow(pitch, height - 1, &bytes) ||
        __builtin_add_overflow(bytes, width, &bytes))
        return 0;
    return bytes;
}

cudaError_t cuda_copy_lines(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                            size_t width, size_t height, enum cudaMemcpyKind kind)
{
    if (!kind_is_known(kind))
        return cudaErrorInvalidMemcpyDirection;
    if (!width || !height)
        return cudaSuccess;
    if (width > to_pitch || width > from_pitch)
        return cudaErrorInvalidPitchValue;
    const size_t to_bytes = extent(to_pitch, width, height);
    const size_t from_bytes = extent(from_pitch, width, height);
    uint8_t *target = to && to_bytes ? side(to, to_bytes, writes_device(kind)) : NULL;
    const uint8_t *source = from && from_bytes ? side(from, from_bytes, reads_device(kind)) : NULL;
    if (!target || !source)
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < height; i++)
        memmove(target + i * to_pitch, source + i * from_pitch, width);
    return cudaSuccess;
}

cudaError_t cuda_fill(void *to, const void *pattern, size_t pattern_bytes, size_t count)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, pattern_bytes, &bytes))
        return cudaErrorInvalidValue;
    if (!bytes)
        return cudaSuccess;
    uint8_t *target = ranges_device_bytes(to, bytes);
    if (!target)
        return cudaErrorInvalidValue;
    if (pattern_bytes == 1)
        memset(target, *(const uint8_t *)pattern, bytes);
    else
        for (size_t i = 0; i < count; i++)
            memcpy(target + i * pattern_bytes, pattern, pattern_bytes);
    return cudaSuccess;
}

cudaError_t cuda_fill_lines(void *to, size_t pitch, int value, size_t width, size_t height)
{
    const uint8_t byte = (uint8_t)value;
    cudaError_t error = width && height && width > pitch ? cudaErrorInvalidPitchValue : cudaSuccess;
    if (error == cudaSuccess && width && height && !extent(pitch, width, height))
        return cudaErrorInvalidValue;
    for (size_t i = 0; error == cudaSuccess && width && i < height; i++)
        error = cuda_fill((uint8_t *)to + i * pitch, &byte, 1, width);
    return error;
}
