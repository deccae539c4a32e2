/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_steps.c - the runtime API: launches in steps, as code of nvcc up to 9.1 and of old HIP
 * compilers makes them: sizes, each argument, the kernel. libcudart has them up to 10.0. */
#include <stdlib.h>

#include "exec/cuda/cuda.h"

cudaError_t cudaConfigureCall(struct dim3 grid, struct dim3 block, size_t shared,
                              cudaStream_t stream)
{
    const struct exec_call call = {.sizes = {.grid = {grid.x, grid.y, grid.z},
                                             .block = {block.x, block.y, block.z},
                                             .shared = shared}, .stream = stream};
    const cudaError_t error = exec_enter();
    return exec_leave(error == cudaSuccess && !calls_push(call) ? cudaErrorMissingConfiguration
                                                                : error);
}

cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset)
{
    const cudaError_t error = exec_enter();
    return exec_leave(error == cudaSuccess ? calls_add_argument(argument, bytes, offset) : error);
}

cudaError_t cudaLaunch(const void *host)
{
    struct exec_call call = {0};
    struct exec_function *function;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !calls_pop(&call))
        error = cudaErrorMissingConfiguration;
    if (error == cudaSuccess)
        error = stream_check(call.stream);
    if (error == cudaSuccess)
        error = function_find(host, &function);
    if (error == cudaSuccess)
        error = exec_launch_packed(function, &call.sizes, call.arguments, call.argument_bytes);
    free(call.arguments);
    return exec_leave(error);
}

CUDA_ALIAS(cudaLaunch, cudaLaunch_ptsz);
