/* SPDX-License-Identifier: Apache-2.0 */
/* cuda_abi.h - the part of the CUDA runtime and driver interfaces that this library has: names,
 * numbers and layouts that compiled programs rely on, in our own words.
 *
 * Programs in C can be built with it where NVIDIA's headers are not installed; the tests are. */
#ifndef WARPCLOCK_EXEC_CUDA_ABI_H
#define WARPCLOCK_EXEC_CUDA_ABI_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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
    cudaErrorInvalidTexture = 18,
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
    CUDA_ERROR_NOT_SUPPORTED = 801,
} CUresult;

/* ---- handles ---- */

typedef struct exec_stream *cudaStream_t, *CUstream;
typedef struct exec_event *cudaEvent_t, *CUevent;
typedef struct exec_module *CUmodule, *CUlibrary;
typedef struct exec_function *CUfunction, *CUkernel, *cudaKernel_t;
typedef struct exec_pool *cudaMemPool_t, *CUmemoryPool;
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

struct cudaMemLocation {
    int type, id; /* 1: device */
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
CUDA_API CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device);
CUDA_API CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device);
CUDA_API cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted);

/* ---- runtime_device.c ---- */

CUDA_API cudaError_t cudaGetDeviceCount(int *count);
CUDA_API cudaError_t cudaGetDevice(int *device);
CUDA_API cudaError_t cudaSetDevice(int device);
CUDA_API cudaError_t cudaSetValidDevices(int *devices, int count);
CUDA_API cudaError_t cudaSetDeviceFlags(unsigned flags);
CUDA_API cudaError_t cudaInitDevice(int device, unsigned flags, unsigned ignored);
CUDA_API cudaError_t cudaGetDeviceFlags(unsigned *flags);
CUDA_API cudaError_t cudaDeviceSynchronize(void);
CUDA_API cudaError_t cudaThreadSynchronize(void);
CUDA_API cudaError_t cudaDeviceReset(void);
CUDA_API cudaError_t cudaThreadExit(void);
CUDA_API cudaError_t cudaDeviceSetLimit(int limit, size_t value);
CUDA_API cudaError_t cudaDeviceGetLimit(size_t *value, int limit);
CUDA_API cudaError_t cudaThreadSetLimit(int limit, size_t value);
CUDA_API cudaError_t cudaThreadGetLimit(size_t *value, int limit);
CUDA_API cudaError_t cudaDeviceSetCacheConfig(int config);
CUDA_API cudaError_t cudaThreadSetCacheConfig(int config);
CUDA_API cudaError_t cudaDeviceGetCacheConfig(int *config);
CUDA_API cudaError_t cudaThreadGetCacheConfig(int *config);
CUDA_API cudaError_t cudaCtxResetPersistingL2Cache(void);
CUDA_API cudaError_t cudaDeviceSetSharedMemConfig(int config);
CUDA_API cudaError_t cudaDeviceGetSharedMemConfig(int *config);
CUDA_API cudaError_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
CUDA_API cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
CUDA_API cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text);
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
CUDA_API cudaError_t cudaMallocManaged(void **out, size_t bytes, unsigned flags);
CUDA_API cudaError_t cudaMallocHost(void **out, size_t bytes);
CUDA_API cudaError_t cudaHostAlloc(void **out, size_t bytes, unsigned flags);
CUDA_API cudaError_t cudaFree(void *pointer);
CUDA_API cudaError_t cudaFreeHost(void *pointer);
CUDA_API cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
CUDA_API cudaError_t cudaHostUnregister(void *pointer);
CUDA_API cudaError_t cudaHostGetDevicePointer(void **out, void *host, unsigned flags);
CUDA_API cudaError_t cudaHostGetFlags(unsigned *flags, void *host);
CUDA_API cudaError_t cudaMallocPitch(void **out, size_t *pitch, size_t width, size_t height);
CUDA_API cudaError_t cudaMalloc3D(struct cudaPitchedPtr *out, struct cudaExtent extent);
CUDA_API cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total);
CUDA_API cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, int advice, int device);
CUDA_API cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
    cudaStream_t stream);
CUDA_API cudaError_t cudaMemAdvise_v2(const void *pointer, size_t bytes, int advice, struct
    cudaMemLocation at);
CUDA_API cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t bytes, struct
    cudaMemLocation at, unsigned flags, cudaStream_t stream);
CUDA_API cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
    unsigned flags);

/* ---- pools.c ---- */

CUDA_API cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *out, int device);
CUDA_API cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *out, int device);
CUDA_API cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
CUDA_API cudaError_t cudaMemPoolCreate(cudaMemPool_t *out, const void *properties);
CUDA_API cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
CUDA_API cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
CUDA_API cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, int attribute, void *value);
CUDA_API cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, int attribute, void *value);
CUDA_API cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const void *access, size_t count);
CUDA_API cudaError_t cudaMemPoolGetAccess(int *access, cudaMemPool_t pool, void *location);
CUDA_API cudaError_t cudaMallocAsync(void **out, size_t bytes, cudaStream_t stream);
CUDA_API cudaError_t cudaMallocFromPoolAsync(void **out, size_t bytes, cudaMemPool_t pool,
    cudaStream_t stream);
CUDA_API cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);

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
CUDA_API cudaError_t cudaStreamGetId(cudaStream_t stream, uint64_t *id);
CUDA_API cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device);
CUDA_API cudaError_t cudaDeviceGetStreamPriorityRange(int *lowest, int *highest);
CUDA_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
CUDA_API cudaError_t cudaStreamIsCapturing(cudaStream_t stream, int *status);
CUDA_API cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, int *status, uint64_t *id);
CUDA_API cudaError_t cudaThreadExchangeStreamCaptureMode(int *mode);
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
CUDA_API cudaError_t cudaLaunchCooperativeKernel(const void *host, struct dim3 grid, struct dim3
    block, void **args, size_t shared, cudaStream_t stream);
CUDA_API cudaError_t cudaLaunchKernelExC(const void *from, const void *host, void **args);
CUDA_API cudaError_t cudaGetKernel(cudaKernel_t *out, const void *host);
CUDA_API cudaError_t cudaFuncGetName(const char **out, const void *host);
CUDA_API cudaError_t __cudaLaunchKernel(cudaKernel_t kernel, struct dim3 grid, struct dim3 block,
    void **args, size_t shared, cudaStream_t stream);
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

/* ---- runtime_pointers.c ---- */

CUDA_API cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *out, const void
    *pointer);

/* ---- runtime_steps.c ---- */

CUDA_API cudaError_t cudaConfigureCall(struct dim3 grid, struct dim3 block, size_t shared,
    cudaStream_t stream);
CUDA_API cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset);
CUDA_API cudaError_t cudaLaunch(const void *host);

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
    struct exec_stream *stream);
CUDA_API cudaError_t __cudaPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t
    *shared, void *stream);

/* ---- arrays.c ---- */

struct cudaArray;
CUDA_API cudaError_t cudaMallocArray(struct cudaArray **out, const struct cudaChannelFormatDesc
    *format, size_t width, size_t height, unsigned flags);
CUDA_API cudaError_t cudaMalloc3DArray(struct cudaArray **out, const struct cudaChannelFormatDesc
    *format, struct cudaExtent extent, unsigned flags);
CUDA_API cudaError_t cudaFreeArray(struct cudaArray *array);
CUDA_API cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *out, const struct cudaArray
    *array);
CUDA_API cudaError_t cudaMemcpy2DToArray(struct cudaArray *to, size_t x, size_t y, const void *from,
    size_t pitch, size_t width, size_t height, int kind);
CUDA_API cudaError_t cudaMemcpy2DToArrayAsync(struct cudaArray *to, size_t x, size_t y, const void
    *from, size_t pitch, size_t width, size_t height, int kind, cudaStream_t stream);
CUDA_API cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, const struct cudaArray *from,
    size_t x, size_t y, size_t width, size_t height, int kind);
CUDA_API cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, const struct cudaArray
    *from, size_t x, size_t y, size_t width, size_t height, int kind, cudaStream_t stream);
CUDA_API cudaError_t cudaMemcpyToArray(struct cudaArray *to, size_t x, size_t y, const void *from,
    size_t bytes, int kind);
CUDA_API cudaError_t cudaMemcpyToArrayAsync(struct cudaArray *to, size_t x, size_t y, const void
    *from, size_t bytes, int kind, cudaStream_t stream);
CUDA_API cudaError_t cudaMemcpyFromArray(void *to, const struct cudaArray *from, size_t x, size_t y,
    size_t bytes, int kind);

/* ---- runtime_textures.c; resources and descriptions as CUDA has them ---- */

CUDA_API cudaError_t cudaCreateTextureObject(uint64_t *out, const void *resource, const void
    *description, const void *view);
CUDA_API cudaError_t cudaDestroyTextureObject(uint64_t handle);
CUDA_API cudaError_t cudaCreateSurfaceObject(uint64_t *out, const void *resource);
CUDA_API cudaError_t cudaDestroySurfaceObject(uint64_t handle);
CUDA_API cudaError_t cudaBindTexture(size_t *offset, const void *host, const void *memory, const
    struct cudaChannelFormatDesc *format, size_t bytes);
CUDA_API cudaError_t cudaBindTexture2D(size_t *offset, const void *host, const void *memory, const
    struct cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch);
CUDA_API cudaError_t cudaBindTextureToArray(const void *host, const struct cudaArray *array, const
    struct cudaChannelFormatDesc *format);
CUDA_API cudaError_t cudaBindSurfaceToArray(const void *host, const struct cudaArray *array, const
    struct cudaChannelFormatDesc *format);
CUDA_API cudaError_t cudaUnbindTexture(const void *host);
CUDA_API cudaError_t cudaGetTextureReference(const void **out, const void *host);
CUDA_API cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const void *host);
CUDA_API struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, int kind);

#ifdef __cplusplus
}
#endif

#include "exec/cuda/driver_abi.h"

#endif
