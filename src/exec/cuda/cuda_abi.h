/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_abi.h - the part of the CUDA runtime and driver interfaces that this library has: names,
 * numbers and layouts that compiled programs rely on, in our own words.
 *
 * Programs in C can be built with it where NVIDIA's headers are not installed; the tests are. */
#ifndef WARPCLOCK_EXEC_CUDA_ABI_H
#define WARPCLOCK_EXEC_CUDA_ABI_H

#include <stddef.h>
#include <stdint.h>

#define CUDA_API __attribute__((visibility("default")))

/* ---- errors: CUresult has the same numbers ---- */

typedef enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInitializationError = 3,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidPitchValue = 12,
    cudaErrorInvalidSymbol = 13,
    cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorMissingConfiguration = 52,
    cudaErrorInvalidDeviceFunction = 98,
    cudaErrorNoDevice = 100,
    cudaErrorInvalidDevice = 101,
    cudaErrorInvalidKernelImage = 200,
    cudaErrorDeviceUninitialized = 201,
    cudaErrorNoKernelImageForDevice = 209,
    cudaErrorUnsupportedLimit = 215,
    cudaErrorPeerAccessUnsupported = 217,
    cudaErrorFileNotFound = 301,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorSymbolNotFound = 500,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorLaunchTimeout = 702,
    cudaErrorAssert = 710,
    cudaErrorHostMemoryAlreadyRegistered = 712,
    cudaErrorHostMemoryNotRegistered = 713,
    cudaErrorIllegalInstruction = 715,
    cudaErrorMisalignedAddress = 716,
    cudaErrorLaunchFailure = 719,
    cudaErrorCooperativeLaunchTooLarge = 720,
    cudaErrorNotSupported = 801,
    cudaErrorUnknown = 999,
} cudaError_t;

typedef enum CUresult {
    CUDA_SUCCESS = 0,
    CUDA_ERROR_INVALID_VALUE = 1,
    CUDA_ERROR_NOT_FOUND = 500,
} CUresult;

/* ---- handles ---- */

typedef struct CUstream_st *cudaStream_t, *CUstream;
typedef struct CUevent_st *cudaEvent_t, *CUevent;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef void *CUcontext;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;

/* ---- structures ---- */

struct dim3 {
    unsigned x, y, z;
};

enum cudaMemcpyKind {
    cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice, cudaMemcpyDefault,
};

struct cudaPos {
    size_t x, y, z;
};

struct cudaExtent {
    size_t width, height, depth;
};

struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

struct cudaMemcpy3DParms {
    void *srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    void *dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

struct cudaChannelFormatDesc {
    int x, y, z, w, f;
};

struct cudaPointerAttributes {
    int type; /* 0: not CUDA's, 1: host, 2: device, 3: managed */
    int device;
    void *devicePointer, *hostPointer;
};

/* Later versions have more fields after these. */
struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
    int maxDynamicSharedSizeBytes, preferredShmemCarveout;
};

/* As CUDA 11 has it; that of CUDA 12 continues with fields that are 0 here. */
struct cudaDeviceProp {
    char name[256];
    char uuid[16], luid[8];
    unsigned luidDeviceNodeMask;
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize;
    size_t memPitch;
    int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
    size_t totalConstMem;
    int major, minor;
    size_t textureAlignment, texturePitchAlignment;
    int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory,
        computeMode;
    int textures[39]; /* sizes of textures and surfaces */
    size_t surfaceAlignment;
    int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver,
        asyncEngineCount, unifiedAddressing, memoryClockRate, memoryBusWidth, l2CacheSize,
        persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported,
        globalL1CacheSupported, localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID,
        hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, pageableMemoryAccess,
        concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem,
        cooperativeLaunch, cooperativeMultiDeviceLaunch;
    size_t sharedMemPerBlockOptin;
    int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost,
        maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
    size_t reservedSharedMemPerBlock;
};

/* ---- errors.c ---- */

CUDA_API const char *cudaGetErrorString(cudaError_t error);
CUDA_API const char *cudaGetErrorName(cudaError_t error);
CUDA_API CUresult cuGetErrorString(CUresult error, const char **out);
CUDA_API CUresult cuGetErrorName(CUresult error, const char **out);
CUDA_API cudaError_t cudaGetLastError(void);
CUDA_API cudaError_t cudaPeekAtLastError(void);

/* ---- properties.c ---- */

CUDA_API cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *out, int device);
CUDA_API cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *out, int device);
CUDA_API cudaError_t cudaDeviceGetAttribute(int *value, int attribute, int device);
CUDA_API CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device);
CUDA_API cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);

/* ---- runtime_device.c ---- */

CUDA_API cudaError_t cudaGetDeviceCount(int *count);
CUDA_API cudaError_t cudaGetDevice(int *device);
CUDA_API cudaError_t cudaSetDevice(int device);
CUDA_API cudaError_t cudaSetValidDevices(int *devices, int count);
CUDA_API cudaError_t cudaSetDeviceFlags(unsigned flags);
CUDA_API cudaError_t cudaGetDeviceFlags(unsigned *flags);
CUDA_API cudaError_t cudaDeviceSynchronize(void);
CUDA_API cudaError_t cudaThreadSynchronize(void);
CUDA_API cudaError_t cudaDeviceReset(void);
CUDA_API cudaError_t cudaThreadExit(void);
CUDA_API cudaError_t cudaDeviceSetLimit(int limit, size_t value);
CUDA_API cudaError_t cudaDeviceGetLimit(size_t *value, int limit);
CUDA_API cudaError_t cudaDeviceSetCacheConfig(int config);
CUDA_API cudaError_t cudaThreadSetCacheConfig(int config);
CUDA_API cudaError_t cudaDeviceGetCacheConfig(int *config);
CUDA_API cudaError_t cudaDeviceSetSharedMemConfig(int config);
CUDA_API cudaError_t cudaDeviceGetSharedMemConfig(int *config);
CUDA_API cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
CUDA_API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
CUDA_API cudaError_t cudaDeviceGetPCIBusId(char *text, int length, int device);
CUDA_API cudaError_t cudaDriverGetVersion(int *out);
CUDA_API cudaError_t cudaRuntimeGetVersion(int *out);
CUDA_API CUresult cuDriverGetVersion(int *out);
CUDA_API cudaError_t cudaProfilerStart(void);
CUDA_API cudaError_t cudaProfilerStop(void);
CUDA_API CUresult cuProfilerStart(void);
CUDA_API CUresult cuProfilerStop(void);

/* ---- runtime_memory.c ---- */

CUDA_API cudaError_t cudaMalloc(void **out, size_t bytes);
CUDA_API cudaError_t cudaMallocAsync(void **out, size_t bytes, cudaStream_t stream);
CUDA_API cudaError_t cudaMallocManaged(void **out, size_t bytes, unsigned flags);
CUDA_API cudaError_t cudaMallocHost(void **out, size_t bytes);
CUDA_API cudaError_t cudaHostAlloc(void **out, size_t bytes, unsigned flags);
CUDA_API cudaError_t cudaFree(void *pointer);
CUDA_API cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
CUDA_API cudaError_t cudaFreeHost(void *pointer);
CUDA_API cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
CUDA_API cudaError_t cudaHostUnregister(void *pointer);
CUDA_API cudaError_t cudaHostGetDevicePointer(void **out, void *host, unsigned flags);
CUDA_API cudaError_t cudaHostGetFlags(unsigned *flags, void *host);
CUDA_API cudaError_t cudaMallocPitch(void **out, size_t *pitch, size_t width, size_t height);
CUDA_API cudaError_t cudaMalloc3D(struct cudaPitchedPtr *out, struct cudaExtent extent);
CUDA_API cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total);
CUDA_API cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *out, const void
    *pointer);
CUDA_API cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, int advice, int device);
CUDA_API cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
    cudaStream_t stream);
CUDA_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
    unsigned flags);

/* ---- runtime_copies.c ---- */

CUDA_API cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind
    kind, cudaStream_t stream);
CUDA_API cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
CUDA_API cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
    size_t bytes);
CUDA_API cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
    size_t bytes, cudaStream_t stream);
CUDA_API cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t
    from_pitch, size_t width, size_t height, enum cudaMemcpyKind kind, cudaStream_t stream);
CUDA_API cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
    size_t width, size_t height, enum cudaMemcpyKind kind);
CUDA_API cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t
    stream);
CUDA_API cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters);
CUDA_API cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream);
CUDA_API cudaError_t cudaMemset(void *to, int value, size_t bytes);
CUDA_API cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t
    height, cudaStream_t stream);
CUDA_API cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height);
CUDA_API cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr to, int value, struct cudaExtent
    extent, cudaStream_t stream);
CUDA_API cudaError_t cudaMemset3D(struct cudaPitchedPtr to, int value, struct cudaExtent extent);
CUDA_API cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes,
    size_t offset, enum cudaMemcpyKind kind, cudaStream_t stream);
CUDA_API cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t
    offset, enum cudaMemcpyKind kind);
CUDA_API cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t
    offset, enum cudaMemcpyKind kind, cudaStream_t stream);
CUDA_API cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset,
    enum cudaMemcpyKind kind);
CUDA_API cudaError_t cudaGetSymbolAddress(void **out, const void *symbol);
CUDA_API cudaError_t cudaGetSymbolSize(size_t *out, const void *symbol);

/* ---- runtime_streams.c ---- */

CUDA_API cudaError_t cudaStreamCreateWithPriority(cudaStream_t *out, unsigned flags, int priority);
CUDA_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *out, unsigned flags);
CUDA_API cudaError_t cudaStreamCreate(cudaStream_t *out);
CUDA_API cudaError_t cudaStreamDestroy(cudaStream_t stream);
CUDA_API cudaError_t cudaStreamSynchronize(cudaStream_t stream);
CUDA_API cudaError_t cudaStreamQuery(cudaStream_t stream);
CUDA_API cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags);
CUDA_API cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority);
CUDA_API cudaError_t cudaDeviceGetStreamPriorityRange(int *lowest, int *highest);
CUDA_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
CUDA_API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, int *status);
CUDA_API cudaError_t cudaStreamAddCallback(cudaStream_t stream, void (*callback)(cudaStream_t,
    cudaError_t, void *), void *user, unsigned flags);
CUDA_API cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void *), void *user);
CUDA_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *out, unsigned flags);
CUDA_API cudaError_t cudaEventCreate(cudaEvent_t *out);
CUDA_API cudaError_t cudaEventDestroy(cudaEvent_t event);
CUDA_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
CUDA_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned
    flags);
CUDA_API cudaError_t cudaEventSynchronize(cudaEvent_t event);
CUDA_API cudaError_t cudaEventQuery(cudaEvent_t event);
CUDA_API cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t end);

/* ---- runtime_launch.c ---- */

CUDA_API cudaError_t cudaLaunchKernel(const void *host, struct dim3 grid, struct dim3 block, void
    **args, size_t shared, cudaStream_t stream);
CUDA_API cudaError_t cudaLaunchKernel_ptsz(const void *host, struct dim3 grid, struct dim3 block,
    void **args, size_t shared, cudaStream_t stream);
CUDA_API cudaError_t cudaLaunchKernelExC(const void *from, const void *host, void **args);
CUDA_API cudaError_t cudaLaunchCooperativeKernel(const void *host, struct dim3 grid, struct dim3
    block, void **args, size_t shared, cudaStream_t stream);
CUDA_API cudaError_t cudaFuncGetAttributes(struct cudaFuncAttributes *out, const void *host);
CUDA_API cudaError_t cudaFuncSetAttribute(const void *host, int attribute, int value);
CUDA_API cudaError_t cudaFuncSetCacheConfig(const void *host, int config);
CUDA_API cudaError_t cudaFuncSetSharedMemConfig(const void *host, int config);
CUDA_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void
    *host, int threads, size_t shared, unsigned flags);
CUDA_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *host,
    int threads, size_t shared);
CUDA_API cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *host, int
    blocks, int threads);

/* ---- register.c ---- */

CUDA_API void **__cudaRegisterFatBinary(const void *from);
CUDA_API void __cudaRegisterFatBinaryEnd(void **handle);
CUDA_API void __cudaUnregisterFatBinary(void **handle);
CUDA_API char __cudaInitModule(void **handle);
CUDA_API void __cudaRegisterFunction(void **handle, const char *host, char *device, const char
    *name, int thread_limit, void *thread, void *block, void *block_size, void *grid_size, int
    *warp_size);
CUDA_API void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int
    external, size_t bytes, int constant, int global);
CUDA_API void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name,
    int external, size_t bytes, int constant, int global);
CUDA_API void __cudaRegisterTexture(void **handle, const void *host, const void **device, const char
    *name, int dimensions, int normalized, int external);
CUDA_API void __cudaRegisterSurface(void **handle, const void *host, const void **device, const char
    *name, int dimensions, int external);
CUDA_API unsigned __cudaPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared,
    struct CUstream_st *stream);
CUDA_API cudaError_t __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t
    *shared, void *stream);

/* ---- driver_device.c ---- */

CUDA_API CUresult cuInit(unsigned flags);
CUDA_API CUresult cuDeviceGetCount(int *count);
CUDA_API CUresult cuDeviceGet(CUdevice *device, int number);
CUDA_API CUresult cuDeviceGetName(char *name, int length, CUdevice device);
CUDA_API CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device);
CUDA_API CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUDA_API CUresult cuCtxCreate_v2(CUcontext *out, unsigned flags, CUdevice device);
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
CUDA_API CUresult cuStreamCreate(CUstream *out, unsigned flags);
CUDA_API CUresult cuStreamCreateWithPriority(CUstream *out, unsigned flags, int priority);
CUDA_API CUresult cuStreamDestroy_v2(CUstream stream);
CUDA_API CUresult cuStreamSynchronize(CUstream stream);
CUDA_API CUresult cuStreamQuery(CUstream stream);
CUDA_API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags);
CUDA_API CUresult cuEventCreate(CUevent *out, unsigned flags);
CUDA_API CUresult cuEventDestroy_v2(CUevent event);
CUDA_API CUresult cuEventRecord(CUevent event, CUstream stream);
CUDA_API CUresult cuEventSynchronize(CUevent event);
CUDA_API CUresult cuEventQuery(CUevent event);
CUDA_API CUresult cuEventElapsedTime(float *ms, CUevent start, CUevent end);
CUDA_API CUresult cuGetProcAddress(const char *name, void **out, int version, uint64_t flags);
CUDA_API CUresult cuGetProcAddress_v2(const char *name, void **out, int version, uint64_t flags, int
    *status);
CUDA_API cudaError_t cudaGetDriverEntryPoint(const char *name, void **out, uint64_t flags, int
    *status);
CUDA_API CUresult cuGetExportTable(const void **table, const void *id);

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
CUDA_API CUresult cuMemsetD8_v2(CUdeviceptr to, unsigned char value, size_t count);
CUDA_API CUresult cuMemsetD16_v2(CUdeviceptr to, unsigned short value, size_t count);
CUDA_API CUresult cuMemsetD32_v2(CUdeviceptr to, unsigned value, size_t count);
CUDA_API CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream
    stream);
CUDA_API CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t count, CUstream stream);

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
CUDA_API CUresult cuFuncGetAttribute(int *value, int number, CUfunction function);
CUDA_API CUresult cuFuncSetAttribute(CUfunction function, int number, int value);
CUDA_API CUresult cuFuncSetCacheConfig(CUfunction function, int config);
CUDA_API CUresult cuFuncSetSharedMemConfig(CUfunction function, int config);
CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int
    threads, size_t shared);

/* ---- unsupported.c ---- */

CUDA_API cudaError_t cudaCreateTextureObject(void);
CUDA_API cudaError_t cudaDestroyTextureObject(void);
CUDA_API cudaError_t cudaBindTexture(void);
CUDA_API cudaError_t cudaBindTexture2D(void);
CUDA_API cudaError_t cudaBindTextureToArray(void);
CUDA_API cudaError_t cudaUnbindTexture(void);
CUDA_API cudaError_t cudaCreateSurfaceObject(void);
CUDA_API cudaError_t cudaDestroySurfaceObject(void);
CUDA_API cudaError_t cudaMallocArray(void);
CUDA_API cudaError_t cudaMalloc3DArray(void);
CUDA_API cudaError_t cudaFreeArray(void);
CUDA_API cudaError_t cudaMemcpyToArray(void);
CUDA_API cudaError_t cudaMemcpy2DToArray(void);
CUDA_API cudaError_t cudaMemcpyFromArray(void);
CUDA_API cudaError_t cudaMemcpy2DFromArray(void);
CUDA_API cudaError_t cudaStreamBeginCapture(void);
CUDA_API cudaError_t cudaStreamEndCapture(void);
CUDA_API cudaError_t cudaGraphCreate(void);
CUDA_API cudaError_t cudaGraphLaunch(void);
CUDA_API cudaError_t cudaGraphInstantiate(void);
CUDA_API cudaError_t cudaGraphDestroy(void);
CUDA_API cudaError_t cudaGraphExecDestroy(void);
CUDA_API cudaError_t cudaIpcGetMemHandle(void);
CUDA_API cudaError_t cudaIpcOpenMemHandle(void);
CUDA_API cudaError_t cudaIpcCloseMemHandle(void);
CUDA_API struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind);

#endif
