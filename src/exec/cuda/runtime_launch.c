/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_launch.c - the runtime API: launches, kernels and their attributes. */
#include <string.h>

#include "exec/cuda/cuda.h"

static struct launch_sizes sizes_of(struct dim3 grid, struct dim3 block, size_t shared)
{
    return (struct launch_sizes){.grid = {grid.x, grid.y, grid.z},
                                 .block = {block.x, block.y, block.z}, .shared = shared};
}

static cudaError_t launch(const void *host, const struct launch_sizes *sizes, void **args,
                          cudaStream_t stream)
{
    struct exec_function *function;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = function_find(host, &function);
    if (error == cudaSuccess)
        error = cuda_check_cooperative(function, sizes);
    if (error == cudaSuccess)
        error = exec_launch(function, sizes, args);
    return exec_leave(error);
}

cudaError_t cudaLaunchKernel(const void *host, struct dim3 grid, struct dim3 block, void **args,
                             size_t shared, cudaStream_t stream)
{
    const struct launch_sizes sizes = sizes_of(grid, block, shared);
    return launch(host, &sizes, args, stream);
}

cudaError_t cudaLaunchCooperativeKernel(const void *host, struct dim3 grid, struct dim3 block,
                                        void **args, size_t shared, cudaStream_t stream)
{
    struct launch_sizes sizes = sizes_of(grid, block, shared);
    sizes.cooperative = true;
    return launch(host, &sizes, args, stream);
}

bool cuda_wants_cooperative(const struct cuda_launch_attribute *attributes, unsigned count)
{
    enum { COOPERATIVE = 2 };
    bool wants = false;
    for (unsigned i = 0; attributes && i < count; i++) {
        if (attributes[i].id == COOPERATIVE)
            wants = attributes[i].value.cooperative;
    }
    return wants;
}

/* {dim3 grid, dim3 block, size_t shared, stream, attributes, their number} */
struct launch_config {
    struct dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
    const struct cuda_launch_attribute *attributes;
    unsigned attribute_count;
};

cudaError_t cudaLaunchKernelExC(const void *from, const void *host, void **args)
{
    const struct launch_config *config = from;
    if (!config)
        return cudaErrorInvalidValue;
    struct launch_sizes sizes = sizes_of(config->grid, config->block, config->shared);
    sizes.cooperative = cuda_wants_cooperative(config->attributes, config->attribute_count);
    return launch(host, &sizes, args, config->stream);
}

/* ---- kernels by handle: a function of ours is its own ---- */

cudaError_t cudaGetKernel(cudaKernel_t *out, const void *host)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = out ? function_find(host, out) : cudaErrorInvalidValue;
    return exec_leave(error);
}

cudaError_t cudaFuncGetName(const char **out, const void *host)
{
    struct exec_function *function;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = out ? function_find(host, &function) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *out = function->name;
    return exec_leave(error);
}

/* Code of nvcc 12 asks for the handle once and launches by it. */
CUDA_ALIAS(cudaGetKernel, __cudaGetKernel);
CUDA_ALIAS(cudaGetKernel, cudaGetFuncBySymbol);

cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, struct dim3 grid, struct dim3 block,
                               void **args, size_t shared, cudaStream_t stream)
{
    return cudaLaunchKernel(kernel, grid, block, args, shared, stream);
}

CUDA_ALIAS(__cudaLaunchKernel, __cudaLaunchKernel_ptsz);

/* ---- attributes ---- */

cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *out, const void *host)
{
    struct exec_function *function;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = out ? function_find(host, &function) : cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        const struct wc_kernel_facts *facts = &function->facts;
        const int threads = (int)exec_interface.block_threads();
        *out = (struct cudaFuncAttributes){
            .sharedSizeBytes = facts->shared, .constSizeBytes = facts->constant,
            .localSizeBytes = facts->local, .numRegs = (int)facts->registers,
            .maxThreadsPerBlock = facts->max_threads ? (int)facts->max_threads : threads,
            .ptxVersion = (int)facts->architecture, .binaryVersion = (int)facts->architecture,
            .maxDynamicSharedSizeBytes = (int)exec_interface.block_shared() -
                                         (int)facts->shared,
            .preferredShmemCarveout = -1};
    }
    return exec_leave(error);
}

cudaError_t cudaFuncSetAttribute(const void *host, int attribute, int value)
{
    enum { MAX_DYNAMIC_SHARED = 8, CARVEOUT = 9 };
    struct exec_function *function;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = function_find(host, &function);
    if (error == cudaSuccess && attribute != CARVEOUT &&
        (attribute != MAX_DYNAMIC_SHARED || value < 0 ||
         value > (int)exec_interface.block_shared()))
        error = cudaErrorInvalidValue;
    return exec_leave(error);
}

/* Preferences of caches and banks change nothing on this machine. */
static cudaError_t accept_preference(const void *host)
{
    struct exec_function *function;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = function_find(host, &function);
    return exec_leave(error);
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
    struct exec_function *function;
    cudaError_t error = exec_enter();
    (void)flags;
    if (error == cudaSuccess)
        error = blocks && threads > 0 ? function_find(host, &function) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *blocks = exec_interface.occupancy(function, threads, shared);
    return exec_leave(error);
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
    struct exec_function *function;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = bytes && blocks > 0 && threads > 0 ? function_find(host, &function)
                                                   : cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        const size_t each = exec_interface.unit_shared() / (size_t)blocks;
        const size_t max = exec_interface.block_shared();
        const size_t room = each < max ? each : max;
        *bytes = room > function->facts.shared ? room - function->facts.shared : 0;
    }
    return exec_leave(error);
}

CUDA_ALIAS(cudaLaunchKernel, cudaLaunchKernel_ptsz);
CUDA_ALIAS(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz);
CUDA_ALIAS(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz);
