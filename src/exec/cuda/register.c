/* SPDX-License-Identifier: Apache-2.0 */
/* register.c - what code that nvcc generates calls before main() and at a launch. */
#include <stdlib.h>

#include "exec/cuda/state.h"

/* What the compiler puts into the section .nvFatBinSegment. */
struct wrapper {
    int magic, version;
    const void *data;
    void *file_or_list;
};
enum { WRAPPER_MAGIC = 0x466243b1 };

enum { CALLS_MAX = 16 };
/* Sizes between the two halves of a <<<...>>> call. */
struct pending {
    struct dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
};
static _Thread_local struct pending calls[CALLS_MAX];
static _Thread_local unsigned call_count;

void **__cudaRegisterFatBinary(const void *from)
{
    const struct wrapper *wrapper = from;
    struct CUmod_st *module = NULL;
    cuda_lock();
    if (wrapper && wrapper->magic == WRAPPER_MAGIC)
        module = module_add(wrapper->data, module_bytes(wrapper->data), NULL);
    cuda_unlock();
    return (void **)module;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;
}

/* The program ends: what its destructors still do needs the device, so nothing is freed. */
void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle;
}

char __cudaInitModule(void **handle)
{
    struct CUmod_st *module = (struct CUmod_st *)handle;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && module_is_known(module))
        error = module_load(module);
    return cuda_leave(error) == cudaSuccess;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                            int thread_limit, void *thread, void *block, void *block_size,
                            void *grid_size, int *warp_size)
{
    (void)device, (void)thread_limit, (void)thread, (void)block, (void)block_size,
        (void)grid_size, (void)warp_size;
    cuda_lock();
    if (module_is_known((struct CUmod_st *)handle) && name)
        function_add((struct CUmod_st *)handle, name, host);
    cuda_unlock();
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external,
                       size_t bytes, int constant, int global)
{
    (void)device, (void)external, (void)constant, (void)global;
    cuda_lock();
    struct variable *variable = module_is_known((struct CUmod_st *)handle) && name
                                    ? variable_add((struct CUmod_st *)handle, name, host)
                                    : NULL;
    if (variable)
        variable->bytes = bytes;
    cuda_unlock();
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                              int external, size_t bytes, int constant, int global)
{
    (void)device, (void)external, (void)constant, (void)global;
    cuda_lock();
    struct variable *variable = module_is_known((struct CUmod_st *)handle) && name && host
                                    ? variable_add((struct CUmod_st *)handle, name, host)
                                    : NULL;
    if (variable) {
        variable->managed = host;
        variable->bytes = bytes;
    }
    cuda_unlock();
}

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

unsigned __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared,
                                     struct CUstream_st *stream)
{
    if (call_count == CALLS_MAX)
        return cudaErrorMissingConfiguration;
    calls[call_count++] = (struct pending){grid, block, shared, stream};
    return cudaSuccess;
}

cudaError_t __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t *shared,
                                       void *stream)
{
    if (!call_count || !grid || !block || !shared || !stream)
        return cudaErrorMissingConfiguration;
    const struct pending *call = &calls[--call_count];
    *grid = call->grid;
    *block = call->block;
    *shared = call->shared;
    *(cudaStream_t *)stream = call->stream;
    return cudaSuccess;
}
