/* SPDX-License-Identifier: Apache-2.0 */
/* driver_memory.c - the driver API: memory. */
#include "exec/cuda/cuda.h"

static void *pointer(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

/* ---- allocation ---- */

static CUresult take(void **out, size_t bytes, enum range_kind kind)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = bytes ? ranges_take(bytes, kind, out) : cudaErrorInvalidValue;
    return cuda_leave_driver(error);
}

static CUresult give_back(void *memory)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = ranges_give_back(memory);
    return cuda_leave_driver(error);
}

CUresult cuMemAlloc_v2(CUdeviceptr *out, size_t bytes)
{
    return take((void **)out, bytes, RANGE_DEVICE);
}

CUresult cuMemAllocManaged(CUdeviceptr *out, size_t bytes, unsigned flags)
{
    (void)flags;
    return take((void **)out, bytes, RANGE_MANAGED);
}

CUresult cuMemAllocHost_v2(void **out, size_t bytes)
{
    return take(out, bytes, RANGE_HOST);
}

CUresult cuMemHostAlloc(void **out, size_t bytes, unsigned flags)
{
    (void)flags;
    return take(out, bytes, RANGE_HOST);
}

CUresult cuMemAllocPitch_v2(CUdeviceptr *out, size_t *pitch, size_t width, size_t height,
                            unsigned element)
{
    (void)element;
    return (CUresult)cudaMallocPitch((void **)out, pitch, width, height);
}

CUresult cuMemFree_v2(CUdeviceptr memory)
{
    return give_back(pointer(memory));
}

CUresult cuMemFreeHost(void *memory)
{
    return give_back(memory);
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *out, void *host, unsigned flags)
{
    return (CUresult)cudaHostGetDevicePointer((void **)out, host, flags);
}

CUresult cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags)
{
    return (CUresult)cudaHostRegister(memory, bytes, flags);
}

CUresult cuMemHostUnregister(void *memory)
{
    return (CUresult)cudaHostUnregister(memory);
}

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    return (CUresult)cudaMemGetInfo(free_bytes, total);
}

CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address)
{
    cudaError_t error = exec_enter();
    const struct range *range = error == cudaSuccess ? ranges_find(address) : NULL;
    if (error == cudaSuccess && !range)
        error = cudaErrorSymbolNotFound;
    if (error == cudaSuccess && base)
        *base = range->base;
    if (error == cudaSuccess && bytes)
        *bytes = range->bytes;
    return cuda_leave_driver(error);
}

CUresult cuMemHostGetFlags(unsigned *flags, void *host)
{
    return (CUresult)cudaHostGetFlags(flags, host);
}

CUresult cuMemAdvise(CUdeviceptr memory, size_t bytes, int advice, CUdevice device)
{
    return (CUresult)cudaMemAdvise(pointer(memory), bytes, advice, device);
}

CUresult cuMemAdvise_v2(CUdeviceptr memory, size_t bytes, int advice, struct cudaMemLocation at)
{
    return (CUresult)cudaMemAdvise_v2(pointer(memory), bytes, advice, at);
}

CUresult cuMemPrefetchAsync(CUdeviceptr memory, size_t bytes, CUdevice device, CUstream stream)
{
    return (CUresult)cudaMemPrefetchAsync(pointer(memory), bytes, device, stream);
}

CUresult cuMemPrefetchAsync_v2(CUdeviceptr memory, size_t bytes, struct cudaMemLocation at,
                               unsigned flags, CUstream stream)
{
    return (CUresult)cudaMemPrefetchAsync_v2(pointer(memory), bytes, at, flags, stream);
}

/* ---- copies ---- */

static CUresult copy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = exec_copy(to, from, bytes, kind);
    return cuda_leave_driver(error);
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy(pointer(to), pointer(from), bytes, cudaMemcpyDefault);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    return copy(pointer(to), from, bytes, cudaMemcpyHostToDevice);
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    return copy(to, pointer(from), bytes, cudaMemcpyDeviceToHost);
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice);
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    (void)stream;
    return cuMemcpy(to, from, bytes);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    (void)stream;
    return cuMemcpyHtoD_v2(to, from, bytes);
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    (void)stream;
    return cuMemcpyDtoH_v2(to, from, bytes);
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    (void)stream;
    return cuMemcpyDtoD_v2(to, from, bytes);
}

/* There is one context. */
CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                      CUcontext from_context, size_t bytes)
{
    (void)to_context, (void)from_context;
    return cuMemcpyDtoD_v2(to, from, bytes);
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
                           CUcontext from_context, size_t bytes, CUstream stream)
{
    (void)to_context, (void)from_context;
    return cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
}

/* ---- fills ---- */

static CUresult fill(CUdeviceptr to, const void *pattern, size_t pattern_bytes, size_t count)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = exec_fill(pointer(to), pattern, pattern_bytes, count);
    return cuda_leave_driver(error);
}

CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count)
{
    return fill(to, &value, sizeof value, count);
}

CUresult cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count)
{
    return fill(to, &value, sizeof value, count);
}

CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count)
{
    return fill(to, &value, sizeof value, count);
}

CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    (void)stream;
    return fill(to, &value, sizeof value, count);
}

CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)
{
    (void)stream;
    return fill(to, &value, sizeof value, count);
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream)
{
    (void)stream;
    return fill(to, &value, sizeof value, count);
}

CUDA_ALIAS(cuMemcpy, cuMemcpy_ptds);
CUDA_ALIAS(cuMemcpyHtoD_v2, cuMemcpyHtoD_v2_ptds);
CUDA_ALIAS(cuMemcpyDtoH_v2, cuMemcpyDtoH_v2_ptds);
CUDA_ALIAS(cuMemcpyDtoD_v2, cuMemcpyDtoD_v2_ptds);
CUDA_ALIAS(cuMemcpyAsync, cuMemcpyAsync_ptsz);
CUDA_ALIAS(cuMemcpyHtoDAsync_v2, cuMemcpyHtoDAsync_v2_ptsz);
CUDA_ALIAS(cuMemcpyDtoHAsync_v2, cuMemcpyDtoHAsync_v2_ptsz);
CUDA_ALIAS(cuMemcpyDtoDAsync_v2, cuMemcpyDtoDAsync_v2_ptsz);
CUDA_ALIAS(cuMemcpyPeer, cuMemcpyPeer_ptds);
CUDA_ALIAS(cuMemcpyPeerAsync, cuMemcpyPeerAsync_ptsz);
CUDA_ALIAS(cuMemsetD8_v2, cuMemsetD8_v2_ptds);
CUDA_ALIAS(cuMemsetD16_v2, cuMemsetD16_v2_ptds);
CUDA_ALIAS(cuMemsetD32_v2, cuMemsetD32_v2_ptds);
CUDA_ALIAS(cuMemsetD8Async, cuMemsetD8Async_ptsz);
CUDA_ALIAS(cuMemsetD16Async, cuMemsetD16Async_ptsz);
CUDA_ALIAS(cuMemsetD32Async, cuMemsetD32Async_ptsz);
CUDA_ALIAS(cuMemPrefetchAsync, cuMemPrefetchAsync_ptsz);
CUDA_ALIAS(cuMemPrefetchAsync_v2, cuMemPrefetchAsync_v2_ptsz);
