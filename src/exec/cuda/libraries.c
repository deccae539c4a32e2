/* SPDX-License-Identifier: Apache-2.0 */
/* libraries.c - libraries of CUDA 12, of both interfaces: modules that need no context. A library
 * is its module, a kernel of it its function. */
#include "exec/cuda/cuda.h"

/* ---- loading ---- */

CUresult cuLibraryLoadData(CUlibrary *out, const void *code, void *jit_options, void **jit_values,
                           unsigned jit_count, void *options, void **values, unsigned count)
{
    (void)jit_options, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
    return cuModuleLoadData(out, code);
}

CUresult cuLibraryLoadFromFile(CUlibrary *out, const char *path, void *jit_options,
                               void **jit_values, unsigned jit_count, void *options, void **values,
                               unsigned count)
{
    (void)jit_options, (void)jit_values, (void)jit_count, (void)options, (void)values, (void)count;
    return cuModuleLoad(out, path);
}

CUresult cuLibraryUnload(CUlibrary library)
{
    return cuModuleUnload(library);
}

CUresult cuLibraryGetModule(CUmodule *out, CUlibrary library)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !module_is_known(library))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess && !out)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *out = library;
    return cuda_leave_driver(error);
}

/* ---- what is in it ---- */

CUresult cuLibraryGetKernel(CUkernel *out, CUlibrary library, const char *name)
{
    return cuModuleGetFunction(out, library, name);
}

CUresult cuLibraryGetGlobal(CUdeviceptr *out, size_t *bytes, CUlibrary library, const char *name)
{
    return cuModuleGetGlobal_v2(out, bytes, library, name);
}

CUresult cuLibraryGetKernelCount(unsigned *out, CUlibrary library)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !module_is_known(library))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess && !out)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        for (*out = 0; wc_module_kernel_name(library->module, *out);)
            ++*out;
    }
    return cuda_leave_driver(error);
}

CUresult cuLibraryEnumerateKernels(CUkernel *out, unsigned count, CUlibrary library)
{
    cudaError_t error = exec_enter();
    const char *name;
    if (error == cudaSuccess && !module_is_known(library))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess && !out)
        error = cudaErrorInvalidValue;
    for (unsigned i = 0; i < count && error == cudaSuccess &&
                         (name = wc_module_kernel_name(library->module, i)) != NULL; i++)
        error = function_named(library, name, &out[i]);
    return cuda_leave_driver(error);
}

/* ---- kernels ---- */

CUresult cuKernelGetFunction(CUfunction *out, CUkernel kernel)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !function_is_known(kernel))
        error = cudaErrorInvalidResourceHandle;
    if (error == cudaSuccess && !out)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *out = kernel;
    return cuda_leave_driver(error);
}

CUresult cuKernelGetLibrary(CUlibrary *out, CUkernel kernel)
{
    return cuFuncGetModule(out, kernel);
}

CUresult cuKernelGetAttribute(int *value, int number, CUkernel kernel, CUdevice device)
{
    return device ? CUDA_ERROR_INVALID_VALUE : cuFuncGetAttribute(value, number, kernel);
}

CUresult cuKernelSetAttribute(int number, int value, CUkernel kernel, CUdevice device)
{
    return device ? CUDA_ERROR_INVALID_VALUE : cuFuncSetAttribute(kernel, number, value);
}

CUresult cuKernelSetCacheConfig(CUkernel kernel, int config, CUdevice device)
{
    return device ? CUDA_ERROR_INVALID_VALUE : cuFuncSetCacheConfig(kernel, config);
}

CUresult cuKernelGetName(const char **out, CUkernel kernel)
{
    return cuFuncGetName(out, kernel);
}

CUresult cuKernelGetParamInfo(CUkernel kernel, size_t i, size_t *offset, size_t *bytes)
{
    return cuFuncGetParamInfo(kernel, i, offset, bytes);
}

/* ---- the same in the runtime API ---- */

cudaError_t cudaLibraryLoadData(CUlibrary *out, const void *code, void *jit_options,
                                void **jit_values, unsigned jit_count, void *options,
                                void **values, unsigned count)
{
    return (cudaError_t)cuLibraryLoadData(out, code, jit_options, jit_values, jit_count, options,
                                          values, count);
}

cudaError_t cudaLibraryLoadFromFile(CUlibrary *out, const char *path, void *jit_options,
                                    void **jit_values, unsigned jit_count, void *options,
                                    void **values, unsigned count)
{
    return (cudaError_t)cuLibraryLoadFromFile(out, path, jit_options, jit_values, jit_count,
                                              options, values, count);
}

cudaError_t cudaLibraryUnload(CUlibrary library)
{
    return (cudaError_t)cuLibraryUnload(library);
}

cudaError_t cudaLibraryGetKernel(CUkernel *out, CUlibrary library, const char *name)
{
    return (cudaError_t)cuLibraryGetKernel(out, library, name);
}

cudaError_t cudaLibraryGetGlobal(void **out, size_t *bytes, CUlibrary library, const char *name)
{
    return (cudaError_t)cuLibraryGetGlobal((CUdeviceptr *)out, bytes, library, name);
}

cudaError_t cudaLibraryGetKernelCount(unsigned *out, CUlibrary library)
{
    return (cudaError_t)cuLibraryGetKernelCount(out, library);
}

cudaError_t cudaLibraryEnumerateKernels(CUkernel *out, unsigned count, CUlibrary library)
{
    return (cudaError_t)cuLibraryEnumerateKernels(out, count, library);
}

CUDA_ALIAS(cuLibraryGetKernelCount, cuModuleGetFunctionCount);
CUDA_ALIAS(cuLibraryEnumerateKernels, cuModuleEnumerateFunctions);
