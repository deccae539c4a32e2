/* SPDX-License-Identifier: Apache-2.0 */
/* runtime_device.c - the runtime API: the device, its limits and the latest error. */
#include <string.h>

#include "exec/cuda/cuda.h"

cudaError_t cudaGetDeviceCount(int *count)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !count)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *count = 1;
    return exec_leave(error);
}

cudaError_t cudaGetDevice(int *device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !device)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *device = 0;
    return exec_leave(error);
}

cudaError_t cudaSetDevice(int device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && device != 0)
        error = cudaErrorInvalidDevice;
    return exec_leave(error);
}

cudaError_t cudaSetValidDevices(int *devices, int count)
{
    return devices && count > 0 ? cudaSetDevice(devices[0]) : cudaErrorInvalidValue;
}

cudaError_t cudaSetDeviceFlags(unsigned flags)
{
    (void)flags;
    return exec_leave(exec_enter());
}

/* Starts it: nothing else is set before a program does. */
cudaError_t cudaInitDevice(int device, unsigned flags, unsigned ignored)
{
    (void)flags, (void)ignored;
    return cudaSetDevice(device);
}

cudaError_t cudaGetDeviceFlags(unsigned *flags)
{
    if (!flags)
        return cudaErrorInvalidValue;
    *flags = 0;
    return exec_leave(exec_enter());
}

cudaError_t cudaDeviceSynchronize(void)
{
    return exec_leave(exec_enter());
}

cudaError_t cudaThreadSynchronize(void)
{
    return exec_leave(exec_enter());
}

/* Frees memory and clears the error of a kernel; modules stay, as registered ones do. */
cudaError_t cudaDeviceReset(void)
{
    cudaError_t error = exec_enter();
    if (!exec.start_error) {
        ranges_drop_all();
        exec.sticky = error = cudaSuccess;
    }
    exec_last_error(true);
    return exec_leave(error);
}

cudaError_t cudaThreadExit(void)
{
    return cudaDeviceReset();
}

enum limit { LIMIT_STACK, LIMIT_PRINTF, LIMIT_HEAP, LIMITS = 7 };

cudaError_t cudaDeviceSetLimit(int limit, size_t value)
{
    enum { STACK_MAX = 512 << 10 };
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (limit < 0 || limit >= LIMITS))
        error = cudaErrorUnsupportedLimit;
    if (error == cudaSuccess && limit == LIMIT_STACK && value > STACK_MAX)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && limit == LIMIT_STACK)
        exec.stack_bytes = value;
    if (error == cudaSuccess && limit == LIMIT_HEAP) {
        error = wc_device_malloc_heap(exec.device, value) == WC_OK ? cudaSuccess
                                                                   : cudaErrorInvalidValue;
        exec.heap_bytes = error == cudaSuccess ? value : exec.heap_bytes;
    }
    return exec_leave(error);
}

cudaError_t cudaDeviceGetLimit(size_t *value, int limit)
{
    static const size_t defaults[LIMITS] = {
        [LIMIT_STACK] = 1024, [LIMIT_PRINTF] = 1 << 20, [LIMIT_HEAP] = 8 << 20};
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!value || limit < 0 || limit >= LIMITS))
        error = value ? cudaErrorUnsupportedLimit : cudaErrorInvalidValue;
    if (error == cudaSuccess) {
        const uint64_t set = limit == LIMIT_STACK  ? exec.stack_bytes
                             : limit == LIMIT_HEAP ? exec.heap_bytes : 0;
        *value = set ? set : defaults[limit];
    }
    return exec_leave(error);
}

cudaError_t cudaThreadSetLimit(int limit, size_t value)
{
    return cudaDeviceSetLimit(limit, value);
}

cudaError_t cudaThreadGetLimit(size_t *value, int limit)
{
    return cudaDeviceGetLimit(value, limit);
}

/* Preferences that change nothing here. */
cudaError_t cudaDeviceSetCacheConfig(int config)
{
    (void)config;
    return exec_leave(exec_enter());
}

cudaError_t cudaThreadSetCacheConfig(int config)
{
    return cudaDeviceSetCacheConfig(config);
}

cudaError_t cudaDeviceGetCacheConfig(int *config)
{
    if (!config)
        return cudaErrorInvalidValue;
    *config = 0;
    return exec_leave(exec_enter());
}

cudaError_t cudaThreadGetCacheConfig(int *config)
{
    return cudaDeviceGetCacheConfig(config);
}

cudaError_t cudaCtxResetPersistingL2Cache(void)
{
    return exec_leave(exec_enter());
}

cudaError_t cudaDeviceSetSharedMemConfig(int config)
{
    (void)config;
    return exec_leave(exec_enter());
}

cudaError_t cudaDeviceGetSharedMemConfig(int *config)
{
    enum { BANKS_OF_FOUR_BYTES = 1 };
    if (!config)
        return cudaErrorInvalidValue;
    *config = BANKS_OF_FOUR_BYTES;
    return exec_leave(exec_enter());
}

cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    (void)device, (void)peer;
    if (!can)
        return cudaErrorInvalidValue;
    *can = 0;
    return exec_leave(exec_enter());
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    cudaError_t error = exec_enter();
    (void)peer, (void)flags;
    return exec_leave(error == cudaSuccess ? cudaErrorPeerAccessUnsupported : error);
}

static const char id[] = "0000:00:00.0"; /* on the PCI bus */

cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!device || !text))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && strcmp(text, id) != 0)
        error = cudaErrorInvalidDevice;
    if (error == cudaSuccess)
        *device = 0;
    return exec_leave(error);
}

cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!text || length < (int)sizeof id))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && device)
        error = cudaErrorInvalidDevice;
    if (error == cudaSuccess)
        memcpy(text, id, sizeof id);
    return exec_leave(error);
}

static cudaError_t version(int *out)
{
    if (!out)
        return cudaErrorInvalidValue;
    *out = exec_interface.version();
    return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *out)
{
    return version(out);
}

cudaError_t cudaRuntimeGetVersion(int *out)
{
    return version(out);
}

CUresult cuDriverGetVersion(int *out)
{
    return (CUresult)version(out);
}

cudaError_t cudaProfilerStart(void)
{
    return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
    return cudaSuccess;
}

CUresult cuProfilerStart(void)
{
    return CUDA_SUCCESS;
}

CUresult cuProfilerStop(void)
{
    return CUDA_SUCCESS;
}

cudaError_t cudaGetLastError(void)
{
    exec_lock();
    const cudaError_t error = exec_last_error(true);
    exec_unlock();
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    exec_lock();
    const cudaError_t error = exec_last_error(false);
    exec_unlock();
    return error;
}
