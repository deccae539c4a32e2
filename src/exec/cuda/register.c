/* SPDX-License-Identifier: Apache-2.0 */
/* register.c - what code that nvcc generates calls before main() and at a launch. */
#include <stdlib.h>

#include "exec/cuda/cuda.h"

/* What the compiler puts into the section .nvFatBinSegment, or .hipFatBinSegment. */
struct wrapper {
    int magic, version;
    const void *data;
    void *file_or_list;
};
void **__cudaRegisterFatBinary(const void *from)
{
    const struct wrapper *wrapper = from;
    struct exec_module *module = NULL;
    exec_lock();
    if (wrapper && wrapper->magic == exec_interface.wrapper_magic)
        module = module_add(wrapper->data, module_bytes(wrapper->data), NULL);
    exec_unlock();
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
    struct exec_module *module = (struct exec_module *)handle;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && module_is_known(module))
        error = module_load(module);
    return exec_leave(error) == cudaSuccess;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
                            int thread_limit, void *thread, void *block, void *block_size,
                            void *grid_size, int *warp_size)
{
    (void)device, (void)thread_limit, (void)thread, (void)block, (void)block_size,
        (void)grid_size, (void)warp_size;
    exec_lock();
    if (module_is_known((struct exec_module *)handle) && name)
        function_add((struct exec_module *)handle, name, host);
    exec_unlock();
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int external,
                       size_t bytes, int constant, int global)
{
    (void)device, (void)external, (void)constant, (void)global;
    exec_lock();
    struct variable *variable = module_is_known((struct exec_module *)handle) && name
                                    ? variable_add((struct exec_module *)handle, name, host)
                                    : NULL;
    if (variable)
        variable->bytes = bytes;
    exec_unlock();
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
                              int external, size_t bytes, int constant, int global)
{
    (void)device, (void)external, (void)constant, (void)global;
    exec_lock();
    struct variable *variable = module_is_known((struct exec_module *)handle) && name && host
                                    ? variable_add((struct exec_module *)handle, name, host)
                                    : NULL;
    if (variable) {
        variable->managed = host;
        variable->bytes = bytes;
    }
    exec_unlock();
}

unsigned __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared,
                                     struct exec_stream *stream)
{
    const struct exec_call call = {.sizes = {.grid = {grid.x, grid.y, grid.z},
                                             .block = {block.x, block.y, block.z},
                                             .shared = shared}, .stream = stream};
    return calls_push(call) ? cudaSuccess : cudaErrorMissingConfiguration;
}

cudaError_t __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t *shared,
                                       void *stream)
{
    struct exec_call call;
    if (!grid || !block || !shared || !stream || !calls_pop(&call))
        return cudaErrorMissingConfiguration;
    free(call.arguments);
    const uint32_t *g = call.sizes.grid, *b = call.sizes.block;
    *grid = (struct dim3){g[0], g[1], g[2]};
    *block = (struct dim3){b[0], b[1], b[2]};
    *shared = call.sizes.shared;
    *(cudaStream_t *)stream = call.stream;
    return cudaSuccess;
}
