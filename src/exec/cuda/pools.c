/* SPDX-License-Identifier: Apache-2.0 */
/* pools.c - memory pools of the runtime and the driver API. */
#include "exec/cuda/cuda.h"

/* ---- pools ---- */

typedef exec_error find_pool(cudaMemPool_t *out);

static cudaError_t find(find_pool *how, cudaMemPool_t *out, int device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (error == cudaSuccess)
        error = out ? how(out) : cudaErrorInvalidValue;
    return exec_leave(error);
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *out, int device)
{
    return find(pool_default, out, device);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *out, int device)
{
    return find(pool_current, out, device);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = device ? cudaErrorInvalidDevice : pool_check(pool);
    if (error == cudaSuccess)
        exec.pool = pool;
    return exec_leave(error);
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *out, const void *properties)
{
    return properties ? find(pool_new, out, 0) : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = pool_drop(pool);
    return exec_leave(error);
}

static cudaError_t accept(cudaMemPool_t pool)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = pool_check(pool);
    return exec_leave(error);
}

/* A pool holds nothing that is not in use. */
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
    (void)bytes;
    return accept(pool);
}

/* ---- attributes ---- */

enum { REUSE_FIRST = 1, REUSE_LAST = POOL_REUSES, THRESHOLD, RESERVED, RESERVED_HIGH, USED,
       USED_HIGH };

static cudaError_t get(const struct exec_pool *pool, int attribute, void *value)
{
    if (!value || attribute < REUSE_FIRST || attribute > USED_HIGH)
        return cudaErrorInvalidValue;
    if (attribute <= REUSE_LAST)
        *(int *)value = pool->reuse[attribute - REUSE_FIRST];
    else
        *(uint64_t *)value = attribute == THRESHOLD                        ? pool->threshold
                             : attribute == RESERVED || attribute == USED ? pool->used
                                                                          : pool->high;
    return cudaSuccess;
}

/* The highest use can only be set back, to the present one. */
static cudaError_t set(struct exec_pool *pool, int attribute, const void *value)
{
    if (!value || attribute < REUSE_FIRST || attribute > USED_HIGH || attribute == RESERVED ||
        attribute == USED)
        return cudaErrorInvalidValue;
    if (attribute <= REUSE_LAST)
        pool->reuse[attribute - REUSE_FIRST] = *(const int *)value;
    else if (attribute == THRESHOLD)
        pool->threshold = *(const uint64_t *)value;
    else if (*(const uint64_t *)value)
        return cudaErrorInvalidValue;
    else
        pool->high = pool->used;
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, int attribute, void *value)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = pool_check(pool);
    if (error == cudaSuccess)
        error = get(pool, attribute, value);
    return exec_leave(error);
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int attribute, void *value)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = pool_check(pool);
    if (error == cudaSuccess)
        error = set(pool, attribute, value);
    return exec_leave(error);
}

/* The only device has access to read and write. */
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const void *access, size_t count)
{
    return access || !count ? accept(pool) : cudaErrorInvalidValue;
}

cudaError_t cudaMemPoolGetAccess(int *access, cudaMemPool_t pool, void *location)
{
    enum { READ_AND_WRITE = 3 };
    if (!access || !location)
        return cudaErrorInvalidValue;
    *access = READ_AND_WRITE;
    return accept(pool);
}

/* ---- memory ---- */

/* `pool` NULL: the current one. */
static cudaError_t take(void **out, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess && !pool)
        error = pool_current(&pool);
    if (error == cudaSuccess)
        error = ranges_take_from(pool, bytes, out);
    return exec_leave(error);
}

cudaError_t cudaMallocAsync(void **out, size_t bytes, cudaStream_t stream)
{
    return take(out, bytes, NULL, stream);
}

cudaError_t cudaMallocFromPoolAsync(void **out, size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream)
{
    return pool ? take(out, bytes, pool, stream) : cudaErrorInvalidValue;
}

cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = ranges_give_back(pointer);
    return exec_leave(error);
}

CUDA_ALIAS(cudaMallocAsync, cudaMallocAsync_ptsz);
CUDA_ALIAS(cudaMallocFromPoolAsync, cudaMallocFromPoolAsync_ptsz);
CUDA_ALIAS(cudaFreeAsync, cudaFreeAsync_ptsz);
