/* SPDX-License-Identifier: Apache-2.0 */
/* driver_abi.h - the driver's part of cuda_abi.h, which includes it. */
#ifndef WARPCLOCK_EXEC_CUDA_DRIVER_ABI_H
#define WARPCLOCK_EXEC_CUDA_DRIVER_ABI_H

#include "exec/cuda/cuda_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- structures ---- */

enum { CU_MEMORYTYPE_HOST = 1, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_ARRAY, CU_MEMORYTYPE_UNIFIED };

struct CUDA_MEMCPY2D {
    size_t srcXInBytes, srcY;
    int srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    void *srcArray;
    size_t srcPitch;
    size_t dstXInBytes, dstY;
    int dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    void *dstArray;
    size_t dstPitch;
    size_t WidthInBytes, Height;
};

struct CUDA_MEMCPY3D {
    size_t srcXInBytes, srcY, srcZ, srcLOD;
    int srcMemoryType;
    const void *srcHost;
    CUdeviceptr srcDevice;
    void *srcArray, *reserved0;
    size_t srcPitch, srcHeight;
    size_t dstXInBytes, dstY, dstZ, dstLOD;
    int dstMemoryType;
    void *dstHost;
    CUdeviceptr dstDevice;
    void *dstArray, *reserved1;
    size_t dstPitch, dstHeight;
    size_t WidthInBytes, Height, Depth;
};

/* ---- driver_device.c ---- */

CUDA_API CUresult cuInit(unsigned flags);
CUDA_API CUresult cuDeviceGetCount(int *count);
CUDA_API CUresult cuDeviceGet(CUdevice *device, int number);
CUDA_API CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUDA_API CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device);
CUDA_API CUresult cuDeviceGetUuid(char uuid[16], CUdevice device);
CUDA_API CUresult cuDeviceGetPCIBusId(char *text, int length, CUdevice device);
CUDA_API CUresult cuDeviceGetByPCIBusId(CUdevice *device, const char *text);
CUDA_API CUresult cuCtxCreate_v2(CUcontext *out, unsigned flags, CUdevice device);
CUDA_API CUresult cuCtxCreate_v3(CUcontext *out, void *affinities, int count, unsigned flags,
    CUdevice device);
CUDA_API CUresult cuCtxCreate_v4(CUcontext *out, void *parameters, unsigned flags, CUdevice device);
CUDA_API CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device);
CUDA_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device);
CUDA_API CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active);
CUDA_API CUresult cuCtxDestroy_v2(CUcontext given);
CUDA_API CUresult cuCtxSetCurrent(CUcontext given);
CUDA_API CUresult cuCtxGetCurrent(CUcontext *out);
CUDA_API CUresult cuCtxPushCurrent_v2(CUcontext given);
CUDA_API CUresult cuCtxPopCurrent_v2(CUcontext *out);
CUDA_API CUresult cuCtxGetDevice(CUdevice *device);
CUDA_API CUresult cuCtxSynchronize(void);
CUDA_API CUresult cuCtxSetLimit(int limit, size_t value);
CUDA_API CUresult cuCtxGetLimit(size_t *value, int limit);
CUDA_API CUresult cuCtxSetCacheConfig(int config);
CUDA_API CUresult cuCtxGetCacheConfig(int *config);
CUDA_API CUresult cuCtxSetSharedMemConfig(int config);
CUDA_API CUresult cuCtxGetSharedMemConfig(int *config);
CUDA_API CUresult cuCtxGetStreamPriorityRange(int *lowest, int *highest);
CUDA_API CUresult cuCtxGetFlags(unsigned *flags);
CUDA_API CUresult cuCtxSetFlags(unsigned flags);
CUDA_API CUresult cuCtxGetApiVersion(CUcontext given, unsigned *out);
CUDA_API CUresult cuCtxGetId(CUcontext given, uint64_t *out);
CUDA_API CUresult cuCtxAttach(CUcontext *out, unsigned flags);
CUDA_API CUresult cuCtxDetach(CUcontext given);
CUDA_API CUresult cuCtxResetPersistingL2Cache(void);
CUDA_API CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags);
CUDA_API CUresult cuDevicePrimaryCtxReset_v2(CUdevice device);
CUDA_API CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer);
CUDA_API CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags);

/* ---- driver_streams.c ---- */

CUDA_API CUresult cuStreamCreate(CUstream *out, unsigned flags);
CUDA_API CUresult cuStreamCreateWithPriority(CUstream *out, unsigned flags, int priority);
CUDA_API CUresult cuStreamDestroy_v2(CUstream stream);
CUDA_API CUresult cuStreamSynchronize(CUstream stream);
CUDA_API CUresult cuStreamQuery(CUstream stream);
CUDA_API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUDA_API CUresult cuStreamGetFlags(CUstream stream, unsigned *flags);
CUDA_API CUresult cuStreamGetPriority(CUstream stream, int *priority);
CUDA_API CUresult cuStreamGetId(CUstream stream, uint64_t *id);
CUDA_API CUresult cuStreamGetDevice(CUstream stream, CUdevice *device);
CUDA_API CUresult cuStreamGetCtx(CUstream stream, CUcontext *out);
CUDA_API CUresult cuStreamIsCapturing(CUstream stream, int *status);
CUDA_API CUresult cuStreamGetCaptureInfo(CUstream stream, int *status, uint64_t *id);
CUDA_API CUresult cuThreadExchangeStreamCaptureMode(int *mode);
CUDA_API CUresult cuStreamAttachMemAsync(CUstream stream, CUdeviceptr memory, size_t bytes, unsigned
    flags);
CUDA_API CUresult cuStreamAddCallback(CUstream stream, void (*callback)(CUstream, CUresult, void *),
    void *user, unsigned flags);
CUDA_API CUresult cuLaunchHostFunc(CUstream stream, void (*function)(void *), void *user);
CUDA_API CUresult cuEventCreate(CUevent *out, unsigned flags);
CUDA_API CUresult cuEventDestroy_v2(CUevent event);
CUDA_API CUresult cuEventRecord(CUevent event, CUstream stream);
CUDA_API CUresult cuEventRecordWithFlags(CUevent event, CUstream stream, unsigned flags);
CUDA_API CUresult cuEventSynchronize(CUevent event);
CUDA_API CUresult cuEventQuery(CUevent event);
CUDA_API CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end);

/* ---- driver_memory.c ---- */

CUDA_API CUresult cuMemAlloc_v2(CUdeviceptr *out, size_t bytes);
CUDA_API CUresult cuMemAllocManaged(CUdeviceptr *out, size_t bytes, unsigned flags);
CUDA_API CUresult cuMemAllocHost_v2(void **out, size_t bytes);
CUDA_API CUresult cuMemHostAlloc(void **out, size_t bytes, unsigned flags);
CUDA_API CUresult cuMemAllocPitch_v2(CUdeviceptr *out, size_t *pitch, size_t width, size_t height,
    unsigned element);
CUDA_API CUresult cuMemFree_v2(CUdeviceptr memory);
CUDA_API CUresult cuMemFreeHost(void *memory);
CUDA_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *out, void *host, unsigned flags);
CUDA_API CUresult cuMemHostRegister_v2(void *memory, size_t bytes, unsigned flags);
CUDA_API CUresult cuMemHostUnregister(void *memory);
CUDA_API CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total);
CUDA_API CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr address);
CUDA_API CUresult cuMemHostGetFlags(unsigned *flags, void *host);
CUDA_API CUresult cuMemAdvise(CUdeviceptr memory, size_t bytes, int advice, CUdevice device);
CUDA_API CUresult cuMemAdvise_v2(CUdeviceptr memory, size_t bytes, int advice, struct
    cudaMemLocation at);
CUDA_API CUresult cuMemPrefetchAsync(CUdeviceptr memory, size_t bytes, CUdevice device, CUstream
    stream);
CUDA_API CUresult cuMemPrefetchAsync_v2(CUdeviceptr memory, size_t bytes, struct cudaMemLocation at,
    unsigned flags, CUstream stream);
CUDA_API CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUDA_API CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes);
CUDA_API CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes);
CUDA_API CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes);
CUDA_API CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
CUDA_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream
    stream);
CUDA_API CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream);
CUDA_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream
    stream);
CUDA_API CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext
    from_context, size_t bytes);
CUDA_API CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from,
    CUcontext from_context, size_t bytes, CUstream stream);
CUDA_API CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count);
CUDA_API CUresult cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count);
CUDA_API CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count);
CUDA_API CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream
    stream);
CUDA_API CUresult cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream
    stream);
CUDA_API CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream);

/* ---- driver_copies.c ---- */

CUDA_API CUresult cuMemcpy2D_v2(const struct CUDA_MEMCPY2D *p);
CUDA_API CUresult cuMemcpy2DAsync_v2(const struct CUDA_MEMCPY2D *p, CUstream stream);
CUDA_API CUresult cuMemcpy3D_v2(const struct CUDA_MEMCPY3D *p);
CUDA_API CUresult cuMemcpy3DAsync_v2(const struct CUDA_MEMCPY3D *p, CUstream stream);
CUDA_API CUresult cuMemsetD2D8_v2(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
    size_t height);
CUDA_API CUresult cuMemsetD2D16_v2(CUdeviceptr to, size_t pitch, unsigned short value, size_t width,
    size_t height);
CUDA_API CUresult cuMemsetD2D32_v2(CUdeviceptr to, size_t pitch, unsigned value, size_t width,
    size_t height);
CUDA_API CUresult cuMemsetD2D8Async(CUdeviceptr to, size_t pitch, unsigned char value, size_t width,
    size_t height, CUstream stream);
CUDA_API CUresult cuMemsetD2D16Async(CUdeviceptr to, size_t pitch, unsigned short value, size_t
    width, size_t height, CUstream stream);
CUDA_API CUresult cuMemsetD2D32Async(CUdeviceptr to, size_t pitch, unsigned value, size_t width,
    size_t height, CUstream stream);

/* ---- driver_pointers.c ---- */

CUDA_API CUresult cuPointerGetAttribute(void *out, int attribute, CUdeviceptr address);
CUDA_API CUresult cuPointerGetAttributes(unsigned count, const int *numbers, void **out, CUdeviceptr
    address);
CUDA_API CUresult cuPointerSetAttribute(const void *value, int attribute, CUdeviceptr address);

/* ---- driver_pools.c ---- */

CUDA_API CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *out, CUdevice device);
CUDA_API CUresult cuDeviceGetMemPool(CUmemoryPool *out, CUdevice device);
CUDA_API CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool);
CUDA_API CUresult cuMemPoolCreate(CUmemoryPool *out, const void *properties);
CUDA_API CUresult cuMemPoolDestroy(CUmemoryPool pool);
CUDA_API CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes);
CUDA_API CUresult cuMemPoolGetAttribute(CUmemoryPool pool, int attribute, void *value);
CUDA_API CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, void *value);
CUDA_API CUresult cuMemPoolSetAccess(CUmemoryPool pool, const void *access, size_t count);
CUDA_API CUresult cuMemPoolGetAccess(int *access, CUmemoryPool pool, void *location);
CUDA_API CUresult cuMemAllocAsync(CUdeviceptr *out, size_t bytes, CUstream stream);
CUDA_API CUresult cuMemAllocFromPoolAsync(CUdeviceptr *out, size_t bytes, CUmemoryPool pool,
    CUstream stream);
CUDA_API CUresult cuMemFreeAsync(CUdeviceptr memory, CUstream stream);

/* ---- driver_modules.c ---- */

CUDA_API CUresult cuModuleLoad(CUmodule *out, const char *path);
CUDA_API CUresult cuModuleLoadData(CUmodule *out, const void *image);
CUDA_API CUresult cuModuleLoadDataEx(CUmodule *out, const void *image, unsigned count, int *options,
    void **values);
CUDA_API CUresult cuModuleLoadFatBinary(CUmodule *out, const void *image);
CUDA_API CUresult cuModuleUnload(CUmodule module);
CUDA_API CUresult cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name);
CUDA_API CUresult cuModuleGetGlobal_v2(CUdeviceptr *out, size_t *bytes, CUmodule module, const char
    *name);
CUDA_API CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
    void **arguments, void **extra);
CUDA_API CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared, CUstream
    stream, void **arguments);
CUDA_API CUresult cuLaunchKernelEx(const void *from, CUfunction function, void **arguments, void
    **extra);
CUDA_API CUresult cuFuncGetName(const char **out, CUfunction function);
CUDA_API CUresult cuFuncGetModule(CUmodule *out, CUfunction function);
CUDA_API CUresult cuFuncGetParamInfo(CUfunction function, size_t i, size_t *offset, size_t *bytes);
CUDA_API CUresult cuFuncGetAttribute(int *value, int number, CUfunction function);
CUDA_API CUresult cuFuncSetAttribute(CUfunction function, int number, int value);
CUDA_API CUresult cuFuncSetCacheConfig(CUfunction function, int config);
CUDA_API CUresult cuFuncSetSharedMemConfig(CUfunction function, int config);
CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int
    threads, size_t shared);
CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction
    function, int threads, size_t shared, unsigned flags);
CUDA_API CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int
    blocks, int threads);
CUDA_API CUresult cuModuleGetLoadingMode(int *mode);

/* ---- libraries.c ---- */

CUDA_API CUresult cuLibraryLoadData(CUlibrary *out, const void *code, void *jit_options, void
    **jit_values, unsigned jit_count, void *options, void **values, unsigned count);
CUDA_API CUresult cuLibraryLoadFromFile(CUlibrary *out, const char *path, void *jit_options, void
    **jit_values, unsigned jit_count, void *options, void **values, unsigned count);
CUDA_API CUresult cuLibraryUnload(CUlibrary library);
CUDA_API CUresult cuLibraryGetModule(CUmodule *out, CUlibrary library);
CUDA_API CUresult cuLibraryGetKernel(CUkernel *out, CUlibrary library, const char *name);
CUDA_API CUresult cuLibraryGetGlobal(CUdeviceptr *out, size_t *bytes, CUlibrary library, const char
    *name);
CUDA_API CUresult cuLibraryGetKernelCount(unsigned *out, CUlibrary library);
CUDA_API CUresult cuLibraryEnumerateKernels(CUkernel *out, unsigned count, CUlibrary library);
CUDA_API CUresult cuKernelGetFunction(CUfunction *out, CUkernel kernel);
CUDA_API CUresult cuKernelGetLibrary(CUlibrary *out, CUkernel kernel);
CUDA_API CUresult cuKernelGetAttribute(int *value, int number, CUkernel kernel, CUdevice device);
CUDA_API CUresult cuKernelSetAttribute(int number, int value, CUkernel kernel, CUdevice device);
CUDA_API CUresult cuKernelSetCacheConfig(CUkernel kernel, int config, CUdevice device);
CUDA_API CUresult cuKernelGetName(const char **out, CUkernel kernel);
CUDA_API CUresult cuKernelGetParamInfo(CUkernel kernel, size_t i, size_t *offset, size_t *bytes);
CUDA_API cudaError_t cudaLibraryLoadData(CUlibrary *out, const void *code, void *jit_options, void
    **jit_values, unsigned jit_count, void *options, void **values, unsigned count);
CUDA_API cudaError_t cudaLibraryLoadFromFile(CUlibrary *out, const char *path, void *jit_options,
    void **jit_values, unsigned jit_count, void *options, void **values, unsigned count);
CUDA_API cudaError_t cudaLibraryUnload(CUlibrary library);
CUDA_API cudaError_t cudaLibraryGetKernel(CUkernel *out, CUlibrary library, const char *name);
CUDA_API cudaError_t cudaLibraryGetGlobal(void **out, size_t *bytes, CUlibrary library, const char
    *name);
CUDA_API cudaError_t cudaLibraryGetKernelCount(unsigned *out, CUlibrary library);
CUDA_API cudaError_t cudaLibraryEnumerateKernels(CUkernel *out, unsigned count, CUlibrary library);

/* ---- occupancy.c ---- */

CUDA_API CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction function,
    size_t (*dynamic_of)(int), size_t dynamic, int limit);
CUDA_API CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *grid, int *block, CUfunction
    function, size_t (*dynamic_of)(int), size_t dynamic, int limit, unsigned flags);

/* ---- driver_names.c ---- */

CUDA_API CUresult cuGetProcAddress(const char *name, void **out, int version, uint64_t flags);
CUDA_API CUresult cuGetProcAddress_v2(const char *name, void **out, int version, uint64_t flags, int
    *status);
CUDA_API cudaError_t cudaGetDriverEntryPoint(const char *name, void **out, uint64_t flags, int
    *status);
CUDA_API CUresult cuGetExportTable(const void **table, const void *id);
CUDA_API cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **out, unsigned
    version, uint64_t flags, int *status);

#ifdef __cplusplus
}
#endif

#endif
