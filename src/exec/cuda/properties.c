/* SPDX-License-Identifier: Apache-2.0 */
/* properties.c - what a program can ask about the device: numbers of the machine file, and for what
 * it does not have those of a Jetson TX2 (CUDA C Programming Guide, compute capability 6.2). */
#include <stdio.h>
#include <string.h>

#include "exec/cuda/cuda.h"

/* An attribute of the device: a number of the machine, or `otherwise`. */
static const struct attribute {
    int attribute; /* as cudaDeviceGetAttribute() and cuDeviceGetAttribute() number them */
    const char *number;
    int otherwise;
} attributes[] = {
    {1, "block.threads", 1024},  /* threads per block */
    {2, NULL, 1024},             /* of a block in x */
    {3, NULL, 1024},
    {4, NULL, 64},
    {5, NULL, 0x7fffffff},       /* blocks of a grid in x */
    {6, NULL, 65535},
    {7, NULL, 65535},
    {8, "block.shared", 49152},  /* shared memory per block */
    {9, NULL, 65536},            /* constant memory */
    {10, NULL, 32},              /* lanes of a warp */
    {11, NULL, 0x7fffffff},      /* pitch of a copy */
    {12, "sm.registers", 65536}, /* registers per block */
    {14, NULL, 512},             /* alignment of textures */
    {15, NULL, 1},               /* copies overlap kernels */
    {16, "sms", 2},
    {17, NULL, 0},               /* limit of a kernel's time */
    {18, NULL, 1},               /* integrated */
    {19, NULL, 1},               /* maps host memory */
    {20, NULL, 0},               /* compute mode: default */
    {30, NULL, 512},             /* alignment of surfaces */
    {31, NULL, 1},               /* concurrent kernels */
    {32, NULL, 0},               /* ECC */
    {37, NULL, 128},             /* bits of the memory bus */
    {38, "l2.bytes", 524288},
    {39, "sm.threads", 2048},
    {40, NULL, 1},               /* engines for copies */
    {41, NULL, 1},               /* unified addresses */
    {51, NULL, 32},              /* alignment of a texture's pitch */
    {75, NULL, 6},
    {76, NULL, 2},
    {78, NULL, 1},               /* priorities of streams */
    {79, NULL, 1},               /* L1 for global memory */
    {80, NULL, 1},               /* ... for local memory */
    {81, "sm.shared", 65536},
    {82, "sm.registers", 65536},
    {83, NULL, 1},               /* managed memory */
    {86, NULL, 0},               /* atomics of the host */
    {87, NULL, 32},              /* single per double precision */
    {88, NULL, 0},               /* access to pageable memory */
    {89, NULL, 0},               /* concurrent access to managed memory */
    {90, NULL, 1},               /* preemption */
    {91, NULL, 1},               /* the host's pointers to registered memory */
    {95, NULL, 1},               /* cooperative launch */
    {97, "block.shared", 49152}, /* shared memory per block, if asked for */
    {99, NULL, 1},               /* registers host memory */
    {106, "sm.blocks", 32},
    {115, NULL, 1},              /* memory pools */
};

enum { CLOCK_RATE = 13, MEMORY_CLOCK_RATE = 36, ATTRIBUTES_END = 160 };

cudaError_t cuda_attribute(int attribute, int *value)
{
    if (!value || attribute < 1 || attribute >= ATTRIBUTES_END)
        return cudaErrorInvalidValue;
    *value = 0; /* of what this machine does not have: textures, peers, clusters ... */
    if (attribute == CLOCK_RATE || attribute == MEMORY_CLOCK_RATE)
        *value = (int)wc_device_clock_mhz(exec.device) * 1000;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const struct attribute *row = &attributes[i];
        if (row->attribute == attribute)
            *value = row->number ? (int)exec_number(row->number, row->otherwise) : row->otherwise;
    }
    return cudaSuccess;
}

static int number(int attribute)
{
    int value = 0;
    cuda_attribute(attribute, &value);
    return value;
}

static void describe(struct cudaDeviceProp *p)
{
    snprintf(p->name, sizeof p->name, "%s", exec_interface.device);
    memcpy(p->uuid, cuda_uuid, sizeof p->uuid);
    p->totalGlobalMem = exec_total_memory();
    p->sharedMemPerBlock = (size_t)number(8);
    p->regsPerBlock = number(12);
    p->warpSize = number(10);
    p->memPitch = (size_t)number(11);
    p->maxThreadsPerBlock = number(1);
    for (int i = 0; i < 3; i++) {
        p->maxThreadsDim[i] = number(2 + i);
        p->maxGridSize[i] = number(5 + i);
    }
    p->clockRate = number(CLOCK_RATE);
    p->totalConstMem = (size_t)number(9);
    p->major = number(75);
    p->minor = number(76);
    p->textureAlignment = (size_t)number(14);
    p->texturePitchAlignment = (size_t)number(51);
    p->deviceOverlap = number(15);
    p->multiProcessorCount = number(16);
    p->integrated = number(18);
    p->canMapHostMemory = number(19);
    p->surfaceAlignment = (size_t)number(30);
    p->concurrentKernels = number(31);
    p->asyncEngineCount = number(40);
    p->unifiedAddressing = number(41);
    p->memoryClockRate = number(MEMORY_CLOCK_RATE);
    p->memoryBusWidth = number(37);
    p->l2CacheSize = number(38);
    p->maxThreadsPerMultiProcessor = number(39);
    p->streamPrioritiesSupported = number(78);
    p->globalL1CacheSupported = number(79);
    p->localL1CacheSupported = number(80);
    p->sharedMemPerMultiprocessor = (size_t)number(81);
    p->regsPerMultiprocessor = number(82);
    p->managedMemory = number(83);
    p->singleToDoublePrecisionPerfRatio = number(87);
    p->computePreemptionSupported = number(90);
    p->canUseHostPointerForRegisteredMem = number(91);
    p->cooperativeLaunch = number(95);
    p->sharedMemPerBlockOptin = (size_t)number(97);
    p->maxBlocksPerMultiProcessor = number(106);
}

/* CUDA 10 has no persistingL2CacheMaxSize, and ends before maxBlocksPerMultiProcessor. */
static size_t make_old(struct cudaDeviceProp *p)
{
    const size_t first = offsetof(struct cudaDeviceProp, maxThreadsPerMultiProcessor);
    const size_t end = offsetof(struct cudaDeviceProp, sharedMemPerMultiprocessor);
    memmove(&p->persistingL2CacheMaxSize, (char *)p + first, end - first);
    return offsetof(struct cudaDeviceProp, maxBlocksPerMultiProcessor);
}

/* The structure of CUDA 12 is longer; its first fields are those of CUDA 11. */
static cudaError_t properties(void *out, size_t bytes, int device)
{
    struct cudaDeviceProp p = {0};
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && !out)
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess && device != 0)
        error = cudaErrorInvalidDevice;
    if (error == cudaSuccess) {
        size_t size = sizeof p;
        describe(&p);
        if (cuda_release() == 10)
            bytes = size = make_old(&p);
        memset(out, 0, bytes);
        memcpy(out, &p, size);
    }
    return exec_leave(error);
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *out, int device)
{
    return properties(out, sizeof *out, device);
}

cudaError_t cudaGetDeviceProperties_v2(struct cudaDeviceProp *out, int device)
{
    enum { BYTES_OF_CUDA_12 = 1032 };
    return properties(out, BYTES_OF_CUDA_12, device);
}

cudaError_t cudaDeviceGetAttribute(int *value, int attribute, int device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = device ? cudaErrorInvalidDevice : cuda_attribute(attribute, value);
    return exec_leave(error);
}

CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice device)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess)
        error = device ? cudaErrorInvalidDevice : cuda_attribute(attribute, value);
    return cuda_leave_driver(error);
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    const CUresult result = cuDeviceGetAttribute(major, 75, device);
    return result ? result : cuDeviceGetAttribute(minor, 76, device);
}

cudaError_t cudaChooseDevice(int *device, const struct cudaDeviceProp *wanted)
{
    cudaError_t error = exec_enter();
    if (error == cudaSuccess && (!device || !wanted))
        error = cudaErrorInvalidValue;
    if (error == cudaSuccess)
        *device = 0;
    return exec_leave(error);
}
