/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_launch.c - the runtime API: launches, kernels and their attributes. */
#include <string.h>

#include "exec/cuda/state.h"

static struct launch_sizes sizes_of(struct dim3 grid, struct dim3 block, size_t shared)
{
    return (struct launch_sizes){.grid = {grid.x, grid.y, grid.z},
                                 .block = {block.x, block.y, block.z}, .shared = shared};
}

cudaError_t cudaLaunchKernel(const void *host, struct dim3 grid, struct dim3 block, void **args,
                             size_t shared, cudaStream_t stream)
{
    const struct launch_sizes sizes = sizes_of(grid, block, shared);
    struct CUfunc_st *function;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = function_find(host, &function);
    if (error == cudaSuccess)
        error = cuda_launch(function, &sizes, args);
    return cuda_leave(error);
}

cudaError_t cudaLaunchKernel_ptsz(const void *host, struct dim3 grid, struct dim3 block,
                                  void **args, size_t shared, cudaStream_t stream)
{
    return cudaLaunchKernel(host, grid, block, args, shared, stream);
}

/* {dim3 grid, dim3 block, size_t shared, stream, attributes, their number} */
struct launch_config {
    struct dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    void *attributes;
    unsigned attribute_count;
};

cudaError_t cudaLaunchKernelExC(const void *from, const void *host, void **args)
{
    const struct launch_config *config = from;
    if (!config)
        return cudaErrorInvalidValue;
    return cudaLaunchKernel(host, config->grid, config->block, args, config->shared,
                            config->stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *host, struct dim3 grid, struct dim3 block,
                                        void **args, size_t shared, cudaStream_t stream)
{
    (void)host, (void)grid, (void)block, (void)args, (void)shared, (void)stream;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess) {
        cuda_complain("cooperative launches (grid-wide synchronisation) are not supported");
        error = cudaErrorNotSupported;
    }
    return cuda_leave(error);
}

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *out, const void *host)
{
    struct CUfunc_st *function;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = out ? function_find(host, &function) : cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        const struct wc_kernel_facts *facts = &function->facts;
        const int threads = (int)cuda_number("block.threads", 1024);
        *out = (struct cudaFuncAttributes){
            .sharedSizeBytes = facts->shared, .constSizeBytes = facts->constant,
            .localSizeBytes = facts->local, .numRegs = (int)facts->registers,
            .maxThreadsPerBlock = facts->max_threads ? (int)facts->max_threads : threads,
            .ptxVersion = (int)facts->architecture, .binaryVersion = (int)facts->architecture,
            .maxDynamicSharedSizeBytes = (int)cuda_number("block.shared", 49152) -
                                         (int)facts->shared,
            .preferredShmemCarveout = -1};
    }
    return cuda_leave(error);
}

cudaError_t cudaFuncSetAttribute(const void *host, int attribute, int value)
{
    enum { MAX_DYNAMIC_SHARED = 8, CARVEOUT = 9 };
    struct CUfunc_st *function;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = function_find(host, &function);
    if (error == cudaSuccess && attribute != CARVEOUT &&
        (attribute != MAX_DYNAMIC_SHARED || value < 0 ||
         value > (int)cuda_number("block.shared", 49152)))
        error = cudaErrorInvalidValue;
    return cuda_leave(error);
}

/* Preferences of caches and banks change nothing on this machine. */
static cudaError_t accept_preference(const void *host)
{
    struct CUfunc_st *function;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = function_find(host, &function);
    return cuda_leave(error);
}

cudaError_t cudaFuncSetCacheConfig(const void *host, int config)
{
    (void)config;
    return accept_preference(host);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *host, int config)
{
    (void)config;
    return accept_preference(host);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *host,
                                                                   int threads, size_t shared,
                                                                   unsigned flags)
{
    struct CUfunc_st *function;
    cudaError_t error = cuda_enter();
    (void)flags;
    if (error == cudaSuccess)
        error = blocks && threads > 0 ? function_find(host, &function) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *blocks = cuda_occupancy(function, threads, shared);
    return cuda_leave(error);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *host,
                                                          int threads, size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, host, threads, shared, 0);
}

/* Shared memory that is left for each of `blocks` blocks on an SM. */
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *host, int blocks,
                                                      int threads)
{
    struct CUfunc_st *function;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = bytes && blocks > 0 && threads > 0 ? function_find(host, &function)
                                                   : cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        const size_t each = (size_t)cuda_number("sm.shared", 65536) / (size_t)blocks;
        const size_t max = (size_t)cuda_number("block.shared", 49152);
        const size_t room = each < max ? each : max;
        *bytes = room > function->facts.shared ? room - function->facts.shared : 0;
    }
    return cuda_leave(error);
}
