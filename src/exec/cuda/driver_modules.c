/* SPDX-License-Identifier: Apache-2.0 */
/* driver_modules.c - the driver API: modules, kernels and launches. */
#include "exec/cuda/cuda.h"

/* ---- modules ---- */

CUresult cuModuleLoad(CUmodule *out, const char *path)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = out && path ? module_open_file(path, out) : cudaErrorInvalidValue;
    return cuda_leave_driver(error);
}

CUresult cuModuleLoadData(CUmodule *out, const void *image)
{
    cudaError_t error = exec_enter();
    const uint64_t size = error == cudaSuccess && out ? module_bytes(image) : 0;
    if (error == cudaSuccess && (!out || !image))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && !size) {
        exec_complain("a module from memory: expected a %s or a %s; text is not compiled",
                      exec_interface.elf_ending, exec_interface.bundle_ending);
        error = cudaErrorInvalidKernelImage;
    }
    if (error == cudaSuccess)
        error = module_open_bytes(image, size, out);
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
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !module_is_known(module))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess)
        module_drop(module);
    return cuda_leave_driver(error);
}

CUresult cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!out || !name))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && !module_is_known(module))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess)
        error = function_named(module, name, out);
    return cuda_leave_driver(error);
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *out, size_t *bytes, CUmodule module, const char *name)
{
    uint64_t address, size;
    cudaError_t error = exec_enter();
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

/* Parameters in one piece: {1, their address, 2, address of their size, 0}; HIP ends with 3. */
static bool read_extra(void **extra, const void **packed, size_t *bytes)
{
    enum { END, BUFFER, BUFFER_SIZE, END_OF_HIP };
    *packed = NULL;
    *bytes = 0;
    for (size_t i = 0; extra && extra[i] != (void *)END && extra[i] != (void *)END_OF_HIP;
         i += 2) {
        if (extra[i] == (void *)BUFFER)
            *packed = extra[i + 1];
        else if (extra[i] == (void *)BUFFER_SIZE && extra[i + 1])
            *bytes = *(const size_t *)extra[i + 1];
        else
            return false;
    }
    return *packed != NULL;
}

static CUresult launch(CUfunction function, const struct launch_sizes *sizes, CUstream stream,
                       void **arguments, void **extra)
{
    const void *packed;
    size_t bytes;
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !function_is_known(function))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = cuda_check_cooperative(function, sizes);
    if (error == cudaSuccess && extra)
        error = read_extra(extra, &packed, &bytes)
                    ? exec_launch_packed(function, sizes, packed, bytes)
                    : cudaErrorInvalidValue;
    else if (error == cudaSuccess)
        error = exec_launch(function, sizes, arguments);
    return cuda_leave_driver(error);
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                        CUstream stream, void **arguments, void **extra)
{
    const struct launch_sizes sizes = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                                       shared, false};
    return launch(function, &sizes, stream, arguments, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
                                   unsigned grid_z, unsigned block_x, unsigned block_y,
                                   unsigned block_z, unsigned shared, CUstream stream,
                                   void **arguments)
{
    const struct launch_sizes sizes = {{grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                                       shared, true};
    return launch(function, &sizes, stream, arguments, NULL);
}

/* {grid x y z, block x y z, shared, stream, attributes, their number} */
struct driver_config {
    unsigned grid[3], block[3], shared;
    CUstream stream;
    const struct cuda_launch_attribute *attributes;
    unsigned attribute_count;
};

CUresult cuLaunchKernelEx(const void *from, CUfunction function, void **arguments, void **extra)
{
    const struct driver_config *config = from;
    if (!config)
        return CUDA_ERROR_INVALID_VALUE;
    const unsigned *grid = config->grid, *block = config->block;
    const struct launch_sizes sizes = {
        .grid = {grid[0], grid[1], grid[2]}, .block = {block[0], block[1], block[2]},
        .shared = config->shared,
        .cooperative = cuda_wants_cooperative(config->attributes, config->attribute_count)};
    return launch(function, &sizes, config->stream, arguments, extra);
}

/* ---- kernels ---- */

CUresult cuFuncGetName(const char **out, CUfunction function)
{
    return (CUresult)cudaFuncGetName(out, function);
}

CUresult cuFuncGetModule(CUmodule *out, CUfunction function)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !function_is_known(function))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess && !out)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *out = function->module;
    return cuda_leave_driver(error);
}

CUresult cuFuncGetParamInfo(CUfunction function, size_t i, size_t *offset, size_t *bytes)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !function_is_known(function))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess)
        error = function_know(function);
    if (error == cudaSuccess && (!offset || i >= function->facts.parameter_count))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *offset = function->parameters[i].offset;
    if (error == cudaSuccess && bytes)
        *bytes = function->parameters[i].bytes;
    return cuda_leave_driver(error);
}

/* In the order of CUfunction_attribute. */
static cudaError_t attribute(const struct exec_function *function, int number, int *value)
{
    const struct wc_kernel_facts *facts = &function->facts;
    const int values[] = {facts->max_threads ? (int)facts->max_threads
                                             : (int)exec_interface.block_threads(),
                          (int)facts->shared, (int)facts->constant, (int)facts->local,
                          (int)facts->registers, (int)facts->architecture,
                          (int)facts->architecture, 0,
                          (int)exec_interface.block_shared() - (int)facts->shared, -1};
    if (!value || number < 0 || (size_t)number >= sizeof values / sizeof *values)
        return cudaErrorInvalidValue;
    *value = values[number];
    return cudaSuccess;
}

CUresult cuFuncGetAttribute(int *value, int number, CUfunction function)
{
    cudaError_t error = exec_enter();
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

/* With flags that are about caches. */
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function,
                                                              int threads, size_t shared,
                                                              unsigned flags)
{
    (void)flags;
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, threads, shared);
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks,
                                                 int threads)
{
    return (CUresult)cudaOccupancyAvailableDynamicSMemPerBlock(bytes, function, blocks, threads);
}

/* Binaries are decoded when they are loaded. */
CUresult cuModuleGetLoadingMode(int *mode)
{
    enum { EAGER = 1 };
    if (!mode)
        return CUDA_ERROR_INVALID_VALUE;
    *mode = EAGER;
    return CUDA_SUCCESS;
}

CUDA_ALIAS(cuLaunchKernelEx, cuLaunchKernelEx_ptsz);
CUDA_ALIAS(cuLaunchKernel, cuLaunchKernel_ptsz);
CUDA_ALIAS(cuLaunchCooperativeKernel, cuLaunchCooperativeKernel_ptsz);
