/* SPDX-License-Identifier: Apache-2.0 */
/* driver_modules.c - the driver API: modules, kernels and launches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/cuda/state.h"

/* ---- modules ---- */

static cudaError_t read_file(const char *path, void **bytes, size_t *size)
{
    enum { START = 1 << 16 };
    FILE *file = fopen(path, "rb");
    size_t room = START, got;
    *bytes = NULL;
    *size = 0;
    if (!file)
        return cudaErrorFileNotFound;
    do {
        void *grown = realloc(*bytes, room);
        if (!grown)
            break;
        *bytes = grown;
        got = fread((char *)*bytes + *size, 1, room - *size, file);
        *size += got;
        room *= 2;
    } while (got);
    fclose(file);
    return *size ? cudaSuccess : cudaErrorInvalidKernelImage;
}

/* Takes over `owned`. A failed module is not one. */
static cudaError_t add(const void *bytes, size_t size, void *owned, CUmodule *out)
{
    struct CUmod_st *module = module_add(bytes, size, owned);
    if (!module) {
        free(owned);
        return cudaErrorMemoryAllocation;
    }
    cudaError_t error = module_load(module);
    if (error == cudaSuccess)
        *out = module;
    else
        module_drop(module);
    return error;
}

CUresult cuModuleLoad(CUmodule *out, const char *path)
{
    void *bytes = NULL;
    size_t size;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && (!out || !path))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        error = read_file(path, &bytes, &size);
    if (error == cudaSuccess)
        error = add(bytes, size, bytes, out);
    else
        free(bytes);
    return cuda_leave_driver(error);
}

CUresult cuModuleLoadData(CUmodule *out, const void *image)
{
    cudaError_t error = cuda_enter();
    const uint64_t size = error == cudaSuccess && out ? module_bytes(image) : 0;
    if (error == cudaSuccess && (!out || !image))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && !size) {
        cuda_complain("cuModuleLoadData: expected a cubin or a fat binary; PTX is not compiled");
        error = cudaErrorInvalidKernelImage;
    }
    if (error == cudaSuccess) {
        void *copy = malloc(size); /* the caller may free its bytes after the call */
        if (copy)
            memcpy(copy, image, size);
        error = copy ? add(copy, size, copy, out) : cudaErrorMemoryAllocation;
    }
    return cuda_leave_driver(error);
}

CUresult cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned count, int *options,
                            void **values)
{
    (void)count, (void)options, (void)values;
    return cuModuleLoadData(out, image);
}

CUresult cuModuleLoadFatBinary(CUmodule *out, const void *image)
{
    return cuModuleLoadData(out, image);
}

CUresult cuModuleUnload(CUmodule module)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && !module_is_known(module))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess)
        module_drop(module);
    return cuda_leave_driver(error);
}

/* The kernel of a module with that name, made on first use. */
static cudaError_t find(CUmodule module, const char *name, struct CUfunc_st **out)
{
    struct CUfunc_st *function = cuda.functions;
    while (function && (function->module != module || strcmp(function->name, name)))
        function = function->next;
    if (!function)
        function = function_add(module, name, NULL);
    if (!function)
        return cudaErrorMemoryAllocation;
    *out = function;
    cudaError_t error = function_know(function);
    return error == cudaErrorInvalidDeviceFunction ? cudaErrorSymbolNotFound : error;
}

CUresult cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && (!out || !name))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && !module_is_known(module))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess)
        error = find(module, name, out);
    return cuda_leave_driver(error);
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *out, size_t *bytes, CUmodule module, const char *name)
{
    uint64_t address, size;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && !name)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && !module_is_known(module))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess && !wc_module_variable(module->module, name, &address, &size))
        error = cudaErrorSymbolNotFound;
    if (error == cudaSuccess && out)
        *out = address;
    if (error == cudaSuccess && bytes)
        *bytes = size;
    return cuda_leave_driver(error);
}

/* ---- launches ---- */

/* Parameters in one piece: {1, their address, 2, address of their size, 0}. */
static bool read_extra(void **extra, const void **packed, size_t *bytes)
{
    enum { END, BUFFER, BUFFER_SIZE };
    *packed = NULL;
    *bytes = 0;
    for (size_t i = 0; extra && extra[i] != (void *)END; i += 2) {
        if (extra[i] == (void *)BUFFER)
            *packed = extra[i + 1];
        else if (extra[i] == (void *)BUFFER_SIZE && extra[i + 1])
            *bytes = *(const size_t *)extra[i + 1];
        else
            return false;
    }
    return *packed != NULL;
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void **arguments, void **extra)
{
    const struct launch_sizes sizes = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                                       shared};
    const void *packed;
    size_t bytes;
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && !function_is_known(function))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess && extra)
        error = read_extra(extra, &packed, &bytes)
                    ? cuda_launch_packed(function, &sizes, packed, bytes)
                    : cudaErrorInvalidValue;
    else if (error == cudaSuccess)
        error = cuda_launch(function, &sizes, arguments);
    return cuda_leave_driver(error);
}

/* In the order of CUfunction_attribute. */
static cudaError_t attribute(const struct CUfunc_st *function, int number, int *value)
{
    const struct wc_kernel_facts *facts = &function->facts;
    const int values[] = {facts->max_threads ? (int)facts->max_threads
                                             : (int)cuda_number("block.threads", 1024),
                          (int)facts->shared, (int)facts->constant, (int)facts->local,
                          (int)facts->registers, (int)facts->architecture,
                          (int)facts->architecture, 0,
                          (int)cuda_number("block.shared", 49152) - (int)facts->shared, -1};
    if (!value || number < 0 || (size_t)number >= sizeof values / sizeof *values)
        return cudaErrorInvalidValue;
    *value = values[number];
    return cudaSuccess;
}

CUresult cuFuncGetAttribute(int *value, int number, CUfunction function)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && !function_is_known(function))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess)
        error = function_know(function);
    if (error == cudaSuccess)
        error = attribute(function, number, value);
    return cuda_leave_driver(error);
}

CUresult cuFuncSetAttribute(CUfunction function, int number, int value)
{
    return (CUresult)cudaFuncSetAttribute(function, number, value);
}

CUresult cuFuncSetCacheConfig(CUfunction function, int config)
{
    return (CUresult)cudaFuncSetCacheConfig(function, config);
}

CUresult cuFuncSetSharedMemConfig(CUfunction function, int config)
{
    return (CUresult)cudaFuncSetSharedMemConfig(function, config);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared)
{
    return (CUresult)cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads,
                                                                   shared);
}
