/* SPDX-License-Identifier: Apache-2.0 */
/* arrays.c - CUDA arrays: device memory with a format, in rows. */
#include <stdlib.h>
#include <string.h>

#include "exec/cuda/textures.h"

enum { ROW_ALIGN = 32 };

bool cuda_array_is_known(const struct cudaArray *array)
{
    const struct cudaArray *known = cuda_arrays.first;
    while (known && known != array)
        known = known->next;
    return array && known;
}

static unsigned texel_size(const struct cudaChannelFormatDesc *format)
{
    return (unsigned)(format->x + format->y + format->z + format->w) / 8;
}

/* `array` without its place in the list. */
static cudaError_t take_array(struct cudaArray array, struct cudaArray **out)
{
    const size_t row = array.width * texel_size(&array.format);
    size_t bytes;
    array.pitch = (row + ROW_ALIGN - 1) / ROW_ALIGN * ROW_ALIGN;
    if (__builtin_mul_overflow(array.pitch, array.height, &bytes))
        return cudaErrorMemoryAllocation;
    struct cudaArray *made = calloc(1, sizeof *made);
    cudaError_t error = made ? ranges_take(bytes, RANGE_DEVICE, &array.memory)
                             : cudaErrorMemoryAllocation;
    if (error != cudaSuccess) {
        free(made);
        return error;
    }
    array.next = cuda_arrays.first;
    *made = array;
    *out = cuda_arrays.first = made;
    return cudaSuccess;
}

cudaError_t cudaMallocArray(struct cudaArray **out, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags)
{
    struct wc_texture unused;
    (void)flags;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!out || !format || !width || width > UINT32_MAX ||
                                 height > UINT32_MAX || !cuda_texture_format(format, &unused)))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = take_array((struct cudaArray){.width = width, .height = height ? height : 1,
                                              .format = *format}, out);
    return exec_leave(error);
}

cudaError_t cudaMalloc3DArray(struct cudaArray **out, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent extent, unsigned flags)
{
    if (extent.depth > 1 || flags & 1) {
        exec_complain("arrays of three dimensions and layers are not supported");
        return cudaErrorNotSupported;
    }
    return cudaMallocArray(out, format, extent.width, extent.height, flags);
}

cudaError_t cudaFreeArray(struct cudaArray *array)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && array) {
        struct cudaArray **link = &cuda_arrays.first;
        while (*link && *link != array)
            link = &(*link)->next;
        error = *link ? ranges_give_back(array->memory) : cudaErrorInvalidResourceHandle;
        if (*link) {
            *link = array->next;
            free(array);
        }
    }
    return exec_leave(error);
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *out, const struct cudaArray *array)
{
    if (!out || !cuda_array_is_known(array))
        return cudaErrorInvalidValue;
    *out = array->format;
    return cudaSuccess;
}

/* ---- copies ---- */

/* Whether a piece is inside of an array; x and width are bytes. */
static bool fits(const struct cudaArray *array, size_t x, size_t y, size_t width, size_t height)
{
    const size_t row = array->width * texel_size(&array->format);
    return x <= row && width <= row - x && y <= array->height && height <= array->height - y;
}

static uint8_t *place(const struct cudaArray *array, size_t x, size_t y)
{
    return (uint8_t *)array->memory + y * array->pitch + x;
}

static cudaError_t to_array(struct cudaArray *to, size_t x, size_t y, const void *from,
                            size_t pitch, size_t width, size_t height, int kind)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!cuda_array_is_known(to) || !fits(to, x, y, width, height)))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = exec_copy_lines(place(to, x, y), to->pitch, from, pitch, width, height, kind);
    return exec_leave(error);
}

static cudaError_t from_array(void *to, size_t pitch, const struct cudaArray *from, size_t x,
                              size_t y, size_t width, size_t height, int kind)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!cuda_array_is_known(from) || !fits(from, x, y, width, height)))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = exec_copy_lines(to, pitch, place(from, x, y), from->pitch, width, height, kind);
    return exec_leave(error);
}

cudaError_t cudaMemcpy2DToArray(struct cudaArray *to, size_t x, size_t y, const void *from,
                                size_t pitch, size_t width, size_t height, int kind)
{
    return to_array(to, x, y, from, pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DToArrayAsync(struct cudaArray *to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height, int kind,
                                     cudaStream_t stream)
{
    (void)stream;
    return to_array(to, x, y, from, pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, const struct cudaArray *from, size_t x,
                                  size_t y, size_t width, size_t height, int kind)
{
    return from_array(to, pitch, from, x, y, width, height, kind);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, const struct cudaArray *from,
                                       size_t x, size_t y, size_t width, size_t height, int kind,
                                       cudaStream_t stream)
{
    (void)stream;
    return from_array(to, pitch, from, x, y, width, height, kind);
}

/* Bytes that go on in the next row. */
cudaError_t cudaMemcpyToArray(struct cudaArray *to, size_t x, size_t y, const void *from,
                              size_t bytes, int kind)
{
    cudaError_t error = cuda_array_is_known(to) ? cudaSuccess : cudaErrorInvalidValue;
    const size_t row = error == cudaSuccess ? to->width * texel_size(&to->format) : 0;
    while (error == cudaSuccess && bytes) {
        const size_t piece = x < row && bytes > row - x ? row - x : bytes;
        error = to_array(to, x, y++, from, piece, piece, 1, kind);
        from = (const uint8_t *)from + piece;
        bytes -= piece;
        x = 0;
    }
    return error;
}

cudaError_t cudaMemcpyFromArray(void *to, const struct cudaArray *from, size_t x, size_t y,
                                size_t bytes, int kind)
{
    cudaError_t error = cuda_array_is_known(from) ? cudaSuccess : cudaErrorInvalidValue;
    const size_t row = error == cudaSuccess ? from->width * texel_size(&from->format) : 0;
    while (error == cudaSuccess && bytes) {
        const size_t piece = x < row && bytes > row - x ? row - x : bytes;
        error = from_array(to, piece, from, x, y++, piece, 1, kind);
        to = (uint8_t *)to + piece;
        bytes -= piece;
        x = 0;
    }
    return error;
}

cudaError_t cudaMemcpyToArrayAsync(struct cudaArray *to, size_t x, size_t y, const void *from,
                                   size_t bytes, int kind, cudaStream_t stream)
{
    (void)stream;
    return cudaMemcpyToArray(to, x, y, from, bytes, kind);
}

CUDA_ALIAS(cudaMemcpy2DToArray, cudaMemcpy2DToArray_ptds);
CUDA_ALIAS(cudaMemcpy2DToArrayAsync, cudaMemcpy2DToArrayAsync_ptsz);
CUDA_ALIAS(cudaMemcpy2DFromArray, cudaMemcpy2DFromArray_ptds);
CUDA_ALIAS(cudaMemcpy2DFromArrayAsync, cudaMemcpy2DFromArrayAsync_ptsz);
CUDA_ALIAS(cudaMemcpyToArray, cudaMemcpyToArray_ptds);
CUDA_ALIAS(cudaMemcpyToArrayAsync, cudaMemcpyToArrayAsync_ptsz);
CUDA_ALIAS(cudaMemcpyFromArray, cudaMemcpyFromArray_ptds);
