/* SPDX-License-Identifier: Apache-2.0 */
/* driver_pools.c - the driver API: memory pools, under other names. */
#include "exec/cuda/cuda.h"

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *out, CUdevice device)
{
    return (CUresult)cudaDeviceGetDefaultMemPool(out, device);
}

CUresult cuDeviceGetMemPool(CUmemoryPool *out, CUdevice device)
{
    return (CUresult)cudaDeviceGetMemPool(out, device);
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    return (CUresult)cudaDeviceSetMemPool(device, pool);
}

CUresult cuMemPoolCreate(CUmemoryPool *out, const void *properties)
{
    return (CUresult)cudaMemPoolCreate(out, properties);
}

CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    return (CUresult)cudaMemPoolDestroy(pool);
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes)
{
    return (CUresult)cudaMemPoolTrimTo(pool, bytes);
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int attribute, void *value)
{
    return (CUresult)cudaMemPoolGetAttribute(pool, attribute, value);
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, void *value)
{
    return (CUresult)cudaMemPoolSetAttribute(pool, attribute, value);
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const void *access, size_t count)
{
    return (CUresult)cudaMemPoolSetAccess(pool, access, count);
}

CUresult cuMemPoolGetAccess(int *access, CUmemoryPool pool, void *location)
{
    return (CUresult)cudaMemPoolGetAccess(access, pool, location);
}

CUresult cuMemAllocAsync(CUdeviceptr *out, size_t bytes, CUstream stream)
{
    return bytes ? (CUresult)cudaMallocAsync((void **)out, bytes, stream)
                 : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *out, size_t bytes, CUmemoryPool pool,
                                 CUstream stream)
{
    return bytes ? (CUresult)cudaMallocFromPoolAsync((void **)out, bytes, pool, stream)
                 : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream stream)
{
    return (CUresult)cudaFreeAsync((void *)(uintptr_t)memory, stream);
}

CUDA_ALIAS(cuMemAllocAsync, cuMemAllocAsync_ptsz);
CUDA_ALIAS(cuMemAllocFromPoolAsync, cuMemAllocFromPoolAsync_ptsz);
CUDA_ALIAS(cuMemFreeAsync, cuMemFreeAsync_ptsz);
