/* SPDX-License-Identifier: Apache-2.0 */
/* hip_abi.h - the part of the HIP runtime interface that this library has: names, numbers and
 * layouts that compiled programs rely on, in our own words. What is like CUDA under another name is
 * in names.h.
 *
 * Programs in C can be built with it where AMD's headers are not installed; the tests are. */
#ifndef WARPCLOCK_EXEC_HIP_ABI_H
#define WARPCLOCK_EXEC_HIP_ABI_H

#include "exec/hip/names.h"

#include "exec/cuda/cuda_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HIP_API __attribute__((visibility("default")))

/* ---- structures ---- */

/* As HIP 4 and 5 have it. */
struct hipDeviceProp_t {
    char name[256];
    size_t totalGlobalMem, sharedMemPerBlock;
    int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate,
        memoryClockRate, memoryBusWidth;
    size_t totalConstMem;
    int major, minor, multiProcessorCount, l2CacheSize, maxThreadsPerMultiProcessor, computeMode,
        clockInstructionRate;
    unsigned arch; /* a bit per ability */
    int concurrentKernels, pciDomainID, pciBusID, pciDeviceID;
    size_t maxSharedMemoryPerMultiProcessor;
    int isMultiGpuBoard, canMapHostMemory, gcnArch;
    char gcnArchName[256];
    int integrated, cooperativeLaunch, cooperativeMultiDeviceLaunch;
    int textures[7]; /* sizes */
    unsigned *hdpMemFlushCntl, *hdpRegFlushCntl;
    size_t memPitch, textureAlignment, texturePitchAlignment;
    int kernelExecTimeoutEnabled, ECCEnabled, tccDriver;
    int cooperativeMultiDevice[4];
    int isLargeBar, asicRevision, managedMemory, directManagedMemAccessFromHost,
        concurrentManagedAccess, pageableMemoryAccess, pageableMemoryAccessUsesHostPageTables;
};

/* As HIP 6 has it: first what CUDA has, up to `reserved`. */
struct hipDeviceProp_tR0600 {
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
    int hostRegisterSupported, sparseHipArraySupported, hostRegisterReadOnlySupported,
        timelineSemaphoreInteropSupported, memoryPoolsSupported, gpuDirectRDMASupported;
    unsigned gpuDirectRDMAFlushWritesOptions;
    int gpuDirectRDMAWritesOrdering;
    unsigned memoryPoolSupportedHandleTypes;
    int deferredMappingHipArraySupported, ipcEventSupported, clusterLaunch,
        unifiedFunctionPointers;
    int reserved[63], hipReserved[32];
    char gcnArchName[256];
    size_t maxSharedMemoryPerMultiProcessor;
    int clockInstructionRate;
    unsigned arch; /* a bit per ability */
    unsigned *hdpMemFlushCntl, *hdpRegFlushCntl;
    int cooperativeMultiDevice[4];
    int isLargeBar, asicRevision;
};

struct hipFuncAttributes {
    int binaryVersion, cacheModeCA;
    size_t constSizeBytes, localSizeBytes;
    int maxDynamicSharedSizeBytes, maxThreadsPerBlock, numRegs, preferredShmemCarveout, ptxVersion;
    size_t sharedSizeBytes;
};

struct hipPointerAttribute_t {
    int memoryType; /* 0: host, 1: device, 3: both */
    int device;
    void *devicePointer, *hostPointer;
    int isManaged;
    unsigned allocationFlags;
};

/* ---- errors.c ---- */

HIP_API const char *hipGetErrorString(hipError_t error);
HIP_API const char *hipGetErrorName(hipError_t error);
HIP_API hipError_t hipDrvGetErrorString(hipError_t error, const char **out);
HIP_API hipError_t hipDrvGetErrorName(hipError_t error, const char **out);
HIP_API hipError_t hipExtGetLastError(void);

/* ---- properties.c ---- */

HIP_API hipError_t hipGetDeviceProperties(struct hipDeviceProp_t *out, int device);
HIP_API hipError_t hipGetDevicePropertiesR0600(struct hipDeviceProp_tR0600 *out, int device);
HIP_API hipError_t hipDeviceGetAttribute(int *value, int attribute, int device);
HIP_API hipError_t hipDeviceComputeCapability(int *major, int *minor, int device);
HIP_API hipError_t hipChooseDevice(int *device, const struct hipDeviceProp_t *wanted);

/* ---- launch.c ---- */

HIP_API void __hipRegisterManagedVar(void *handle, void **host, void *initial, const char *name,
                                     size_t bytes, unsigned align);
HIP_API hipError_t hipExtLaunchKernel(const void *host, struct dim3 grid, struct dim3 block,
                                      void **args, size_t shared, hipStream_t stream,
                                      hipEvent_t start, hipEvent_t stop, int flags);
HIP_API hipError_t hipExtModuleLaunchKernel(
    hipFunction_t function, uint32_t items_x, uint32_t items_y, uint32_t items_z, uint32_t block_x,
    uint32_t block_y, uint32_t block_z, size_t shared, hipStream_t stream, void **args,
    void **extra, hipEvent_t start, hipEvent_t stop, uint32_t flags);
HIP_API hipError_t hipHccModuleLaunchKernel(
    hipFunction_t function, uint32_t items_x, uint32_t items_y, uint32_t items_z, uint32_t block_x,
    uint32_t block_y, uint32_t block_z, size_t shared, hipStream_t stream, void **args,
    void **extra, hipEvent_t start, hipEvent_t stop);
HIP_API const char *hipKernelNameRef(hipFunction_t function);
HIP_API const char *hipKernelNameRefByPtr(const void *host, hipStream_t stream);
HIP_API hipError_t hipFuncGetAttributes(struct hipFuncAttributes *out, const void *host);
HIP_API hipError_t hipOccupancyMaxPotentialBlockSize(int *grid, int *block, const void *host,
                                                     size_t shared, int max_threads);
HIP_API hipError_t hipModuleOccupancyMaxPotentialBlockSize(int *grid, int *block,
                                                           hipFunction_t function, size_t shared,
                                                           int max_threads);
HIP_API hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks,
                                                                      hipFunction_t function,
                                                                      int threads, size_t shared);

HIP_API hipError_t hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *blocks, hipFunction_t function, int threads, size_t shared, unsigned flags);

/* ---- memory.c ---- */

HIP_API hipError_t hipHostAlloc(void **out, size_t bytes, unsigned flags);
HIP_API hipError_t hipFreeHost(void *pointer);
HIP_API hipError_t hipExtMallocWithFlags(void **out, size_t bytes, unsigned flags);
HIP_API hipError_t hipMemcpyWithStream(void *to, const void *from, size_t bytes,
                                       enum cudaMemcpyKind kind, hipStream_t stream);
HIP_API hipError_t hipMemPtrGetInfo(void *pointer, size_t *bytes);
HIP_API hipError_t hipPointerGetAttributes(struct hipPointerAttribute_t *out, const void *pointer);

#ifdef __cplusplus
}
#endif

#endif
