/* SPDX-License-Identifier: Apache-2.0 */
/* driver_device.c - the driver API: the device, contexts, streams and events.
 *
 * There is one context; every handle of one is its address. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "exec/cuda/state.h"

static CUresult leave_if(bool valid, cudaError_t error)
{
    if (error == cudaSuccess && !valid)
        error = cudaErrorInvalidValue;
    return cuda_leave_driver(error);
}

/* ---- device ---- */

CUresult cuInit(unsigned flags)
{
    return leave_if(flags == 0, cuda_enter());
}

CUresult cuDeviceGetCount(int *count)
{
    if (count)
        *count = 1;
    return leave_if(count, cuda_enter());
}

CUresult cuDeviceGet(CUdevice *device, int number)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && number)
        error = cudaErrorInvalidDevice;
    if (device)
        *device = 0;
    return leave_if(device, error);
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (name && length > 0)
        snprintf(name, (size_t)length, "NVIDIA Tegra X2 (warpclock)");
    return leave_if(name && length > 0, error);
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (error == cudaSuccess && bytes)
        *bytes = cuda_total_memory();
    return leave_if(bytes, error);
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    const CUresult result = cuDeviceGetAttribute(major, 75, device);
    return result ? result : cuDeviceGetAttribute(minor, 76, device);
}

/* ---- contexts ---- */

static void *context(void)
{
    return &cuda;
}

CUresult cuCtxCreate_v2(CUcontext *out, unsigned flags, CUdevice device)
{
    cudaError_t error = cuda_enter();
    (void)flags;
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (out)
        *out = context();
    cuda.context_depth += error == cudaSuccess && out;
    return leave_if(out, error);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (out)
        *out = context();
    return leave_if(out, error);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    return leave_if(device == 0, cuda_enter());
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    if (flags)
        *flags = 0;
    if (active)
        *active = 1;
    return leave_if(device == 0 && flags && active, cuda_enter());
}

CUresult cuCtxDestroy_v2(CUcontext given)
{
    return leave_if(given == context(), cuda_enter());
}

CUresult cuCtxSetCurrent(CUcontext given)
{
    return leave_if(!given || given == context(), cuda_enter());
}

CUresult cuCtxGetCurrent(CUcontext *out)
{
    if (out)
        *out = context();
    return leave_if(out, cuda_enter());
}

CUresult cuCtxPushCurrent_v2(CUcontext given)
{
    return leave_if(given == context(), cuda_enter());
}

CUresult cuCtxPopCurrent_v2(CUcontext *out)
{
    if (out)
        *out = context();
    return leave_if(true, cuda_enter());
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    if (device)
        *device = 0;
    return leave_if(device, cuda_enter());
}

CUresult cuCtxSynchronize(void)
{
    return cuda_leave_driver(cuda_enter());
}

CUresult cuCtxSetLimit(int limit, size_t value)
{
    return (CUresult)cudaDeviceSetLimit(limit, value);
}

CUresult cuCtxGetLimit(size_t *value, int limit)
{
    return (CUresult)cudaDeviceGetLimit(value, limit);
}

CUresult cuCtxSetCacheConfig(int config)
{
    return (CUresult)cudaDeviceSetCacheConfig(config);
}

/* ---- streams and events ---- */

CUresult cuStreamCreate(CUstream *out, unsigned flags)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = stream_new(flags, 0, out);
    return cuda_leave_driver(error);
}

CUresult cuStreamCreateWithPriority(CUstream *out, unsigned flags, int priority)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = stream_new(flags, priority, out);
    return cuda_leave_driver(error);
}

CUresult cuStreamDestroy_v2(CUstream stream)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = stream_drop(stream);
    return cuda_leave_driver(error);
}

CUresult cuStreamSynchronize(CUstream stream)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = stream_check(stream);
    return cuda_leave_driver(error);
}

CUresult cuStreamQuery(CUstream stream)
{
    return cuStreamSynchronize(stream);
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
    cudaError_t error = cuda_enter();
    (void)flags;
    if (error == cudaSuccess)
        error = stream_check(stream);
    if (error == cudaSuccess)
        error = event_check(event);
    return cuda_leave_driver(error);
}

CUresult cuEventCreate(CUevent *out, unsigned flags)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = event_new(flags, out);
    return cuda_leave_driver(error);
}

CUresult cuEventDestroy_v2(CUevent event)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = event_drop(event);
    return cuda_leave_driver(error);
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = event_record(event, stream);
    return cuda_leave_driver(error);
}

CUresult cuEventSynchronize(CUevent event)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = event_check(event);
    return cuda_leave_driver(error);
}

CUresult cuEventQuery(CUevent event)
{
    return cuEventSynchronize(event);
}

CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end)
{
    cudaError_t error = cuda_enter();
    if (error == cudaSuccess)
        error = event_elapsed(ms, start, end);
    return cuda_leave_driver(error);
}

/* ---- functions by name ---- */

/* A newer form of a function has a suffix. */
static void *function_named(const char *name)
{
    static const char *const suffixes[] = {"_v2", ""};
    void *found = NULL;
    Dl_info self;
    void *library = dladdr(&cuda, &self) ? dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    for (size_t i = 0; library && !found && i < sizeof suffixes / sizeof *suffixes; i++) {
        char full[128];
        snprintf(full, sizeof full, "%.100s%s", name, suffixes[i]);
        found = dlsym(library, full);
    }
    return found;
}

CUresult cuGetProcAddress(const char *name, void **out, int version, uint64_t flags)
{
    (void)version, (void)flags;
    if (!name || !out)
        return CUDA_ERROR_INVALID_VALUE;
    *out = function_named(name);
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
