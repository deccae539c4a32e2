/* SPDX-License-Identifier: Apache-2.0 */
/* launch.c - registration, launches and attributes of kernels, where HIP is not like CUDA. */
#include "exec/cuda/cuda.h"
#include "exec/hip/hip.h"

/* `host` is the program's pointer to the variable; kernels have one of the same name. */
void __hipRegisterManagedVar(void *handle, void **host, void *initial, const char *name,
                             size_t bytes, unsigned align)
{
    (void)align;
    exec_lock();
    struct variable *variable =
        module_is_known(handle) && name && host ? variable_add(handle, name, host) : NULL;
    if (variable) {
        variable->managed = host;
        variable->initial = initial;
        variable->bytes = bytes;
    }
    exec_unlock();
}

hipError_t hipExtLaunchKernel(const void *host, struct dim3 grid, struct dim3 block, void **args,
                              size_t shared, hipStream_t stream, hipEvent_t start, hipEvent_t stop,
                              int flags)
{
    (void)flags;
    hipError_t error = start ? hipEventRecord(start, stream) : hipSuccess;
    if (error == hipSuccess)
        error = hipLaunchKernel(host, grid, block, args, shared, stream);
    return error == hipSuccess && stop ? hipEventRecord(stop, stream) : error;
}

/* Sizes in work-items instead of groups; what is left over is not launched. */
hipError_t hipExtModuleLaunchKernel(hipFunction_t function, uint32_t items_x, uint32_t items_y,
                                    uint32_t items_z, uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t shared, hipStream_t stream,
                                    void **args, void **extra, hipEvent_t start, hipEvent_t stop,
                                    uint32_t flags)
{
    (void)flags;
    if (!block_x || !block_y || !block_z || shared > UINT32_MAX)
        return hipErrorInvalidValue;
    hipError_t error = start ? hipEventRecord(start, stream) : hipSuccess;
    if (error == hipSuccess)
        error = (hipError_t)hipModuleLaunchKernel(
            function, items_x / block_x, items_y / block_y, items_z / block_z, block_x, block_y,
            block_z, (unsigned)shared, stream, args, extra);
    return error == hipSuccess && stop ? hipEventRecord(stop, stream) : error;
}

hipError_t hipHccModuleLaunchKernel(hipFunction_t function, uint32_t items_x, uint32_t items_y,
                                    uint32_t items_z, uint32_t block_x, uint32_t block_y,
                                    uint32_t block_z, size_t shared, hipStream_t stream,
                                    void **args, void **extra, hipEvent_t start, hipEvent_t stop)
{
    return hipExtModuleLaunchKernel(function, items_x, items_y, items_z, block_x, block_y, block_z,
                                    shared, stream, args, extra, start, stop, 0);
}

/* Programs in C++ know them under these names. */
HIP_API __typeof__(hipExtModuleLaunchKernel) hip_ext_launch_of_cpp
    __asm__("_Z24hipExtModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_"
            "P11ihipEvent_tS6_j") __attribute__((alias("hipExtModuleLaunchKernel")));
HIP_API __typeof__(hipHccModuleLaunchKernel) hip_hcc_launch_of_cpp
    __asm__("_Z24hipHccModuleLaunchKernelP18ihipModuleSymbol_tjjjjjjmP12ihipStream_tPPvS4_"
            "P11ihipEvent_tS6_") __attribute__((alias("hipHccModuleLaunchKernel")));

const char *hipKernelNameRef(hipFunction_t function)
{
    return function_is_known(function) ? function->name : NULL;
}

const char *hipKernelNameRefByPtr(const void *host, hipStream_t stream)
{
    struct exec_function *function;
    hipError_t error = exec_enter();
    (void)stream;
    if (error == hipSuccess)
        error = function_find(host, &function);
    return exec_leave(error) == hipSuccess ? function->name : NULL;
}

hipError_t hipFuncGetAttributes(struct hipFuncAttributes *out, const void *host)
{
    struct exec_function *function;
    hipError_t error = exec_enter();
    if (error == hipSuccess)
        error = out ? function_find(host, &function) : hipErrorInvalidValue;
    if (error == hipSuccess) {
        const struct wc_kernel_facts *facts = &function->facts;
        const uint32_t max = exec_interface.block_threads();
        *out = (struct hipFuncAttributes){
            .sharedSizeBytes = facts->shared, .localSizeBytes = facts->local,
            .numRegs = (int)facts->registers,
            .maxThreadsPerBlock = (int)(facts->max_threads ? facts->max_threads : max),
            .ptxVersion = (int)facts->architecture, .binaryVersion = (int)facts->architecture,
            .maxDynamicSharedSizeBytes = (int)(exec_interface.block_shared() - facts->shared)};
    }
    return exec_leave(error);
}

/* ---- occupancy ---- */

/* The block that fills a compute unit with the most threads: the largest of them. */
static hipError_t best_block(const struct exec_function *function, size_t shared, int max_threads,
                             int *grid, int *block)
{
    const int max = (int)exec_interface.block_threads();
    int best = 0;
    if (!grid || !block)
        return hipErrorInvalidValue;
    *grid = *block = 0;
    for (int n = max_threads > 0 && max_threads < max ? max_threads : max; n >= HIP_WAVEFRONT;
         n -= HIP_WAVEFRONT) {
        const int groups = hip_occupancy(function, n, shared);
        if (groups * n <= best)
            continue;
        best = groups * n;
        *block = n;
        *grid = groups * (int)exec_number("cus", 4);
    }
    return best ? hipSuccess : hipErrorInvalidConfiguration;
}

hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *host,
                                             size_t shared, int max_threads)
{
    struct exec_function *function;
    hipError_t error = exec_enter();
    if (error == hipSuccess)
        error = function_find(host, &function);
    if (error == hipSuccess)
        error = best_block(function, shared, max_threads, grid, block);
    return exec_leave(error);
}

hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block, hipFunction_t function,
                                                   size_t shared, int max_threads)
{
    return hipOccupancyMaxPotentialBlockSize(grid, block, function, shared, max_threads);
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, hipFunction_t function,
                                                              int threads, size_t shared)
{
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}

hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks,
                                                                       hipFunction_t function,
                                                                       int threads, size_t shared,
                                                                       unsigned flags)
{
    (void)flags;
    return hipOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}

/* GCN3 machines have none. */
cudaError_t cuda_check_cooperative(struct exec_function *function,
                                   const struct launch_sizes *sizes)
{
    (void)function;
    return sizes->cooperative ? (cudaError_t)ERROR_NOT_SUPPORTED : cudaSuccess;
}

/* There are no textures; a program that never uses its references runs. */
void __cudaRegisterTexture(void **handle, const void *host, const void **device, const char *name,
                           int dimensions, int normalized, int external)
{
    (void)handle, (void)host, (void)device, (void)name, (void)dimensions, (void)normalized,
        (void)external;
}

void __cudaRegisterSurface(void **handle, const void *host, const void **device, const char *name,
                           int dimensions, int external)
{
    (void)handle, (void)host, (void)device, (void)name, (void)dimensions, (void)external;
}
