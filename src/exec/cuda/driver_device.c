/* SPDX-License-Identifier: Apache-2.0 */
/* driver_device.c - the driver API: the device and contexts.
 *
 * There is one context; every handle of one is its address. */
#include <stdio.h>
#include <string.h>

#include "exec/cuda/cuda.h"

static CUresult leave_if(bool valid, cudaError_t error)
{
    if (error == cudaSuccess && !valid)
        error = cudaErrorInvalidValue;
    return cuda_leave_driver(error);
}

/* ---- device ---- */

CUresult cuInit(unsigned flags)
{
    return leave_if(flags == 0, exec_enter());
}

CUresult cuDeviceGetCount(int *count)
{
    if (count)
        *count = 1;
    return leave_if(count, exec_enter());
}

CUresult cuDeviceGet(CUdevice *device, int number)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && number)
        error = cudaErrorInvalidDevice;
    if (device)
        *device = 0;
    return leave_if(device, error);
}

CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (name && length > 0)
        snprintf(name, (size_t)length, "%s", exec_interface.device);
    return leave_if(name && length > 0, error);
}

CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (error == cudaSuccess && bytes)
        *bytes = exec_total_memory();
    return leave_if(bytes, error);
}

const char cuda_uuid[16] = "warpclock device"; /* without an end */

CUresult cuDeviceGetUuid(char uuid[16], CUdevice device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (uuid)
        memcpy(uuid, cuda_uuid, sizeof cuda_uuid);
    return leave_if(uuid, error);
}

CUresult cuDeviceGetPCIBusId(char *text, int length, CUdevice device)
{
    return (CUresult)cudaDeviceGetPCIBusId(text, length, device);
}

CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *text)
{
    return (CUresult)cudaDeviceGetByPCIBusId(device, text);
}

/* ---- contexts ---- */

static void *context(void)
{
    return &exec;
}

CUresult cuCtxCreate_v2(CUcontext *out, unsigned flags, CUdevice device)
{
    cudaError_t error = exec_enter();
    (void)flags;
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (out)
        *out = context();
    return leave_if(out, error);
}

CUresult cuCtxCreate_v3(CUcontext *out, void *affinities, int count, unsigned flags,
                        CUdevice device)
{
    (void)affinities, (void)count;
    return cuCtxCreate_v2(out, flags, device);
}

CUresult cuCtxCreate_v4(CUcontext *out, void *parameters, unsigned flags, CUdevice device)
{
    (void)parameters;
    return cuCtxCreate_v2(out, flags, device);
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (out)
        *out = context();
    return leave_if(out, error);
}

CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
    return leave_if(device == 0, exec_enter());
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
    if (flags)
        *flags = 0;
    if (active)
        *active = 1;
    return leave_if(device == 0 && flags && active, exec_enter());
}

CUresult cuCtxDestroy_v2(CUcontext given)
{
    return leave_if(given == context(), exec_enter());
}

CUresult cuCtxSetCurrent(CUcontext given)
{
    return leave_if(!given || given == context(), exec_enter());
}

CUresult cuCtxGetCurrent(CUcontext *out)
{
    if (out)
        *out = context();
    return leave_if(out, exec_enter());
}

CUresult cuCtxPushCurrent_v2(CUcontext given)
{
    return leave_if(given == context(), exec_enter());
}

CUresult cuCtxPopCurrent_v2(CUcontext *out)
{
    if (out)
        *out = context();
    return leave_if(true, exec_enter());
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    if (device)
        *device = 0;
    return leave_if(device, exec_enter());
}

CUresult cuCtxSynchronize(void)
{
    return cuda_leave_driver(exec_enter());
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

CUresult cuCtxGetCacheConfig(int *config)
{
    return (CUresult)cudaDeviceGetCacheConfig(config);
}

CUresult cuCtxSetSharedMemConfig(int config)
{
    return (CUresult)cudaDeviceSetSharedMemConfig(config);
}

CUresult cuCtxGetSharedMemConfig(int *config)
{
    return (CUresult)cudaDeviceGetSharedMemConfig(config);
}

CUresult cuCtxGetStreamPriorityRange(int *lowest, int *highest)
{
    return (CUresult)cudaDeviceGetStreamPriorityRange(lowest, highest);
}

CUresult cuCtxGetFlags(unsigned *flags)
{
    return (CUresult)cudaGetDeviceFlags(flags);
}

CUresult cuCtxSetFlags(unsigned flags)
{
    return (CUresult)cudaSetDeviceFlags(flags);
}

CUresult cuCtxGetApiVersion(CUcontext given, unsigned *out)
{
    enum { LATEST = 3020 }; /* of contexts */
    if (out)
        *out = LATEST;
    return leave_if(out && (!given || given == context()), exec_enter());
}

CUresult cuCtxGetId(CUcontext given, uint64_t *out)
{
    if (out)
        *out = 1;
    return leave_if(out && (!given || given == context()), exec_enter());
}

CUresult cuCtxAttach(CUcontext *out, unsigned flags)
{
    (void)flags;
    return cuCtxGetCurrent(out);
}

CUresult cuCtxDetach(CUcontext given)
{
    return cuCtxDestroy_v2(given);
}

/* Nothing of the second-level cache is set aside. */
CUresult cuCtxResetPersistingL2Cache(void)
{
    return cuda_leave_driver(exec_enter());
}

CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags)
{
    (void)flags;
    return leave_if(device == 0, exec_enter());
}

CUresult cuDevicePrimaryCtxReset_v2(CUdevice device)
{
    return device ? CUDA_ERROR_INVALID_VALUE : (CUresult)cudaDeviceReset();
}

/* ---- peers: there are none ---- */

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    return (CUresult)cudaDeviceCanAccessPeer(can, device, peer);
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    (void)peer;
    return (CUresult)cudaDeviceEnablePeerAccess(0, flags);
}

CUDA_ALIAS(cuDeviceGetUuid, cuDeviceGetUuid_v2);
CUDA_ALIAS(cuDevicePrimaryCtxReset_v2, cuDevicePrimaryCtxReset);
CUDA_ALIAS(cuDevicePrimaryCtxSetFlags_v2, cuDevicePrimaryCtxSetFlags);
CUDA_ALIAS(cuDevicePrimaryCtxRelease_v2, cuDevicePrimaryCtxRelease);
