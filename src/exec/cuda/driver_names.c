/* SPDX-License-Identifier: Apache-2.0 */
/* driver_names.c - the driver API: functions by name. */
#include <dlfcn.h>
#include <stdio.h>

#include "exec/common/missing.h"
#include "exec/cuda/cuda.h"

/* A newer form of a function has a suffix. Programs have other ways if there is none. */
static void *api_function(const char *name)
{
    static const char *const suffixes[] = {"_v2", ""};
    void *found = NULL;
    Dl_info self;
    void *library = dladdr(&exec, &self) ? dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    for (size_t i = 0; library && !found && i < sizeof suffixes / sizeof *suffixes; i++) {
        char full[128];
        snprintf(full, sizeof full, "%.100s%s", name, suffixes[i]);
        found = dlsym(library, full);
        if (exec_is_missing(found))
            found = NULL;
    }
    return found;
}

CUresult cuGetProcAddress(const char *name, void **out, int version, uint64_t flags)
{
    (void)version, (void)flags;
    if (!name || !out)
        return CUDA_ERROR_INVALID_VALUE;
    *out = api_function(name);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuGetProcAddress_v2(const char *name, void **out, int version, uint64_t flags,
                             int *status)
{
    const CUresult result = cuGetProcAddress(name, out, version, flags);
    if (status)
        *status = result == CUDA_ERROR_NOT_FOUND;
    return result;
}

cudaError_t cudaGetDriverEntryPoint(const char *name, void **out, uint64_t flags, int *status)
{
    cudaError_t error = (cudaError_t)cuGetProcAddress(name, out, 0, flags);
    if (status)
        *status = error == cudaErrorSymbolNotFound;
    return error == cudaErrorSymbolNotFound ? cudaSuccess : error;
}

/* Tables without a public description: there are none here. */
CUresult cuGetExportTable(const void **table, const void *id)
{
    (void)id;
    if (table)
        *table = NULL;
    return CUDA_ERROR_NOT_FOUND;
}

cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **out, unsigned version,
                                             uint64_t flags, int *status)
{
    (void)version;
    return cudaGetDriverEntryPoint(name, out, flags, status);
}

CUDA_ALIAS(cuGetProcAddress, cuGetProcAddress_ptsz);
CUDA_ALIAS(cuGetProcAddress_v2, cuGetProcAddress_v2_ptsz);
CUDA_ALIAS(cudaGetDriverEntryPointByVersion, cudaGetDriverEntryPointByVersion_ptsz);
CUDA_ALIAS(cudaGetDriverEntryPoint, cudaGetDriverEntryPoint_ptsz);
