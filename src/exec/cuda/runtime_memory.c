/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_memory.c - the runtime API: allocation. */
#include <string.h>

#include "exec/cuda/cuda.h"

enum { PITCH = 512 };

static cudaError_t take(void **out, size_t bytes, enum range_kind kind)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = ranges_take(bytes, kind, out);
    return exec_leave(error);
}

static cudaError_t give_back(void *pointer)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = ranges_give_back(pointer);
    return exec_leave(error);
}

cudaError_t cudaMalloc(void **out, size_t bytes)
{
    return take(out, bytes, RANGE_DEVICE);
}

cudaError_t cudaMallocManaged(void **out, size_t bytes, unsigned flags)
{
    (void)flags;
    return take(out, bytes, RANGE_MANAGED);
}

cudaError_t cudaMallocHost(void **out, size_t bytes)
{
    return take(out, bytes, RANGE_HOST);
}

cudaError_t cudaHostAlloc(void **out, size_t bytes, unsigned flags)
{
    (void)flags;
    return take(out, bytes, RANGE_HOST);
}

cudaError_t cudaFree(void *pointer)
{
    return give_back(pointer);
}

cudaError_t cudaFreeHost(void *pointer)
{
    return give_back(pointer);
}

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags)
{
    cudaError_t error = exec_enter();
    (void)flags;
    if (error == cudaSuccess)
        error = ranges_register(pointer, bytes, RANGE_HOST);
    return exec_leave(error);
}

cudaError_t cudaHostUnregister(void *pointer)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = pointer ? ranges_unregister(pointer) : cudaErrorInvalidValue;
    return exec_leave(error);
}

cudaError_t cudaHostGetDevicePointer(void **out, void *host, unsigned flags)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!out || flags || !ranges_find((uint64_t)(uintptr_t)host)))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *out = host;
    return exec_leave(error);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    enum { PORTABLE_AND_MAPPED = 3 };
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!flags || !ranges_find((uint64_t)(uintptr_t)host)))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *flags = PORTABLE_AND_MAPPED;
    return exec_leave(error);
}

cudaError_t cudaMallocPitch(void **out, size_t *pitch, size_t width, size_t height)
{
    size_t bytes;
    if (!out || !pitch || width > SIZE_MAX - PITCH)
        return cudaErrorInvalidValue;
    *pitch = (width + PITCH - 1) / PITCH * PITCH;
    return __builtin_mul_overflow(*pitch, height, &bytes) ? cudaErrorMemoryAllocation
                                                          : take(out, bytes, RANGE_DEVICE);
}

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *out, struct cudaExtent extent)
{
    size_t lines;
    if (!out || __builtin_mul_overflow(extent.height, extent.depth, &lines))
        return cudaErrorInvalidValue;
    out->xsize = extent.width;
    out->ysize = extent.height;
    return cudaMallocPitch(&out->ptr, &out->pitch, extent.width, lines);
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!free_bytes || !total))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        *total = exec_total_memory();
        *free_bytes = *total - exec.ranges.used;
    }
    return exec_leave(error);
}

/* Advice about managed memory: it is where both sides use it. */
static cudaError_t advise(const void *pointer, size_t bytes)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !ranges_device_bytes(pointer, bytes))
        error = cudaErrorInvalidValue;
    return exec_leave(error);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, int advice, int device)
{
    (void)advice, (void)device;
    return advise(pointer, bytes);
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream)
{
    (void)device, (void)stream;
    return advise(pointer, bytes);
}

/* The same for a device or a node of the host. */
cudaError_t cudaMemAdvise_v2(const void *pointer, size_t bytes, int advice,
                             struct cudaMemLocation at)
{
    (void)advice, (void)at;
    return advise(pointer, bytes);
}

cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t bytes, struct cudaMemLocation at,
                                    unsigned flags, cudaStream_t stream)
{
    (void)at, (void)flags, (void)stream;
    return advise(pointer, bytes);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
                                     unsigned flags)
{
    (void)stream, (void)flags;
    return advise(pointer, bytes);
}

/* ---- formats ---- */

struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind)
{
    return (struct cudaChannelFormatDesc){x, y, z, w, kind};
}

CUDA_ALIAS(cudaMemPrefetchAsync, cudaMemPrefetchAsync_ptsz);
CUDA_ALIAS(cudaMemPrefetchAsync_v2, cudaMemPrefetchAsync_v2_ptsz);
CUDA_ALIAS(cudaStreamAttachMemAsync, cudaStreamAttachMemAsync_ptsz);
