/* SPDX-License-Identifier: Apache-2.0 */
/* properties.c - what a program can ask about the device: numbers of the machine file, and for what
 * it does not have those of gfx803, or gfx900 on GCN5. */
#include <stdio.h>
#include <string.h>

#include "exec/cuda/cuda.h"
#include "exec/hip/hip.h"

/* As hipDeviceGetAttribute() numbers them. */
enum {
    ASYNC_ENGINES = 2, MAPS_HOST_MEMORY = 3, HOST_POINTERS = 4, CLOCK_RATE = 5,
    CONCURRENT_KERNELS = 8, OVERLAP = 12, L2_BYTES = 19, MAJOR = 23, MANAGED = 24,
    BLOCKS_PER_UNIT = 25, BLOCK_X = 26, BLOCK_Y, BLOCK_Z, GRID_X, GRID_Y, GRID_Z,
    BLOCK_THREADS = 56, UNIT_THREADS = 57, MAX_PITCH = 58, BUS_BITS = 59, MEMORY_CLOCK_RATE = 60,
    MINOR = 61, UNITS = 63, BLOCK_REGISTERS = 71, UNIT_REGISTERS = 72, BLOCK_SHARED = 74,
    BLOCK_SHARED_IF_ASKED = 75, UNIT_SHARED = 76, DOUBLE_RATIO = 77, TEXTURE_ALIGNMENT = 81,
    CONSTANT_BYTES = 83, UNIFIED = 85, LANES = 87, POOLS = 88, ATTRIBUTES_END = 1 << 15,
    INSTRUCTION_CLOCK = 10000, UNIT_SHARED_OF_AMD = 10002, GCN_ARCHITECTURE = 10003,
};

static const struct attribute {
    int attribute;
    const char *number;
    double times; /* unit of the number */
    int otherwise;
} attributes[] = {
    {ASYNC_ENGINES, NULL, 1, 1},
    {MAPS_HOST_MEMORY, NULL, 1, 1},
    {HOST_POINTERS, NULL, 1, 1},
    {CONCURRENT_KERNELS, NULL, 1, 1},
    {OVERLAP, NULL, 1, 1},
    {L2_BYTES, "l2.bytes", 1, 524288},
    {MAJOR, NULL, 1, 8},
    {MANAGED, NULL, 1, 1},
    {BLOCKS_PER_UNIT, "cu.groups", 1, 40},
    {BLOCK_X, "group.items", 1, 1024},
    {BLOCK_Y, "group.items", 1, 1024},
    {BLOCK_Z, "group.items", 1, 1024},
    {GRID_X, NULL, 1, 0x7fffffff},
    {GRID_Y, NULL, 1, 65535},
    {GRID_Z, NULL, 1, 65535},
    {BLOCK_THREADS, "group.items", 1, 1024},
    {UNIT_THREADS, "simd.waves", 4 * HIP_WAVEFRONT, 2560},
    {MAX_PITCH, NULL, 1, 0x7fffffff},
    {BUS_BITS, NULL, 1, 64},
    {MINOR, NULL, 1, 0},
    {UNITS, "cus", 1, 4},
    {BLOCK_REGISTERS, NULL, 1, 65536},
    {UNIT_REGISTERS, "simd.vgprs", 4 * HIP_WAVEFRONT, 65536},
    {BLOCK_SHARED, "group.lds", 1, 65536},
    {BLOCK_SHARED_IF_ASKED, "group.lds", 1, 65536},
    {UNIT_SHARED, "cu.lds", 1, 65536},
    {UNIT_SHARED_OF_AMD, "cu.lds", 1, 65536},
    {DOUBLE_RATIO, NULL, 1, 16},
    {TEXTURE_ALIGNMENT, NULL, 1, 256},
    {CONSTANT_BYTES, NULL, 1, 0x7fffffff},
    {UNIFIED, NULL, 1, 1},
    {LANES, NULL, 1, HIP_WAVEFRONT},
    {POOLS, NULL, 1, 1},
    {GCN_ARCHITECTURE, NULL, 1, 803},
};

static bool is_gcn5(void)
{
    const char *version = wc_device_text(exec.device, "isa.version");
    return version && !strcmp(version, "gcn5");
}

static hipError_t attribute(int number, int *value)
{
    if (!value || number < 0 || number >= ATTRIBUTES_END)
        return hipErrorInvalidValue;
    *value = 0; /* of what this machine does not have: textures, peers ... */
    if (number == CLOCK_RATE || number == MEMORY_CLOCK_RATE || number == INSTRUCTION_CLOCK)
        *value = (int)wc_device_clock_mhz(exec.device) * 1000;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        const struct attribute *row = &attributes[i];
        double found;
        if (row->attribute == number)
            *value = row->number && wc_device_number(exec.device, row->number, &found)
                         ? (int)(found * row->times) : row->otherwise;
    }
    if (is_gcn5() && (number == MAJOR || number == GCN_ARCHITECTURE))
        *value = number == MAJOR ? 9 : 900;
    return hipSuccess;
}

static int number(int wanted)
{
    int value = 0;
    attribute(wanted, &value);
    return value;
}

enum { ALL_BUT_SURFACES_AND_DYNAMIC_PARALLELISM = 0xbfff }; /* `arch` */

static void describe(struct hipDeviceProp_t *p)
{
    snprintf(p->name, sizeof p->name, "%s", exec_interface.device);
    snprintf(p->gcnArchName, sizeof p->gcnArchName, "gfx%d", number(GCN_ARCHITECTURE));
    p->totalGlobalMem = exec_total_memory();
    p->sharedMemPerBlock = (size_t)number(BLOCK_SHARED);
    p->regsPerBlock = number(BLOCK_REGISTERS);
    p->warpSize = number(LANES);
    p->maxThreadsPerBlock = number(BLOCK_THREADS);
    for (int i = 0; i < 3; i++) {
        p->maxThreadsDim[i] = number(BLOCK_X + i);
        p->maxGridSize[i] = number(GRID_X + i);
    }
    p->clockRate = p->clockInstructionRate = number(CLOCK_RATE);
    p->memoryClockRate = number(MEMORY_CLOCK_RATE);
    p->memoryBusWidth = number(BUS_BITS);
    p->totalConstMem = (size_t)number(CONSTANT_BYTES);
    p->major = number(MAJOR);
    p->minor = number(MINOR);
    p->multiProcessorCount = number(UNITS);
    p->l2CacheSize = number(L2_BYTES);
    p->maxThreadsPerMultiProcessor = number(UNIT_THREADS);
    p->arch = ALL_BUT_SURFACES_AND_DYNAMIC_PARALLELISM;
    p->concurrentKernels = number(CONCURRENT_KERNELS);
    p->maxSharedMemoryPerMultiProcessor = (size_t)number(UNIT_SHARED);
    p->canMapHostMemory = number(MAPS_HOST_MEMORY);
    p->gcnArch = number(GCN_ARCHITECTURE);
    p->memPitch = (size_t)number(MAX_PITCH);
    p->textureAlignment = p->texturePitchAlignment = (size_t)number(TEXTURE_ALIGNMENT);
    p->managedMemory = number(MANAGED);
}

static void describe_since_6(struct hipDeviceProp_tR0600 *p)
{
    struct hipDeviceProp_t first = {0};
    describe(&first);
    memcpy(p->name, first.name, sizeof p->name);
    memcpy(p->uuid, cuda_uuid, sizeof p->uuid);
    memcpy(p->gcnArchName, first.gcnArchName, sizeof p->gcnArchName);
    memcpy(p->maxThreadsDim, first.maxThreadsDim, sizeof p->maxThreadsDim);
    memcpy(p->maxGridSize, first.maxGridSize, sizeof p->maxGridSize);
    p->totalGlobalMem = first.totalGlobalMem;
    p->sharedMemPerBlock = first.sharedMemPerBlock;
    p->regsPerBlock = first.regsPerBlock;
    p->warpSize = first.warpSize;
    p->memPitch = first.memPitch;
    p->maxThreadsPerBlock = first.maxThreadsPerBlock;
    p->clockRate = p->clockInstructionRate = first.clockRate;
    p->totalConstMem = first.totalConstMem;
    p->major = first.major;
    p->minor = first.minor;
    p->textureAlignment = first.textureAlignment;
    p->texturePitchAlignment = first.texturePitchAlignment;
    p->deviceOverlap = number(OVERLAP);
    p->multiProcessorCount = first.multiProcessorCount;
    p->canMapHostMemory = first.canMapHostMemory;
    p->concurrentKernels = first.concurrentKernels;
    p->asyncEngineCount = number(ASYNC_ENGINES);
    p->unifiedAddressing = number(UNIFIED);
    p->memoryClockRate = first.memoryClockRate;
    p->memoryBusWidth = first.memoryBusWidth;
    p->l2CacheSize = first.l2CacheSize;
    p->maxThreadsPerMultiProcessor = first.maxThreadsPerMultiProcessor;
    p->sharedMemPerMultiprocessor = first.maxSharedMemoryPerMultiProcessor;
    p->maxSharedMemoryPerMultiProcessor = first.maxSharedMemoryPerMultiProcessor;
    p->regsPerMultiprocessor = number(UNIT_REGISTERS);
    p->managedMemory = first.managedMemory;
    p->singleToDoublePrecisionPerfRatio = number(DOUBLE_RATIO);
    p->canUseHostPointerForRegisteredMem = number(HOST_POINTERS);
    p->cooperativeLaunch = first.cooperativeLaunch;
    p->sharedMemPerBlockOptin = first.sharedMemPerBlock;
    p->maxBlocksPerMultiProcessor = number(BLOCKS_PER_UNIT);
    p->hostRegisterSupported = p->memoryPoolsSupported = 1;
    p->arch = first.arch;
}

static hipError_t check(const void *out, int device)
{
    hipError_t error = exec_enter();
    if (error == hipSuccess && !out)
        error = hipErrorInvalidValue;
    return error == hipSuccess && device ? hipErrorInvalidDevice : error;
}

hipError_t hipGetDeviceProperties(struct hipDeviceProp_t *out, int device)
{
    const hipError_t error = check(out, device);
    if (error == hipSuccess) {
        memset(out, 0, sizeof *out);
        describe(out);
    }
    return exec_leave(error);
}

hipError_t hipGetDevicePropertiesR0600(struct hipDeviceProp_tR0600 *out, int device)
{
    const hipError_t error = check(out, device);
    if (error == hipSuccess) {
        memset(out, 0, sizeof *out);
        describe_since_6(out);
    }
    return exec_leave(error);
}

hipError_t hipDeviceGetAttribute(int *value, int wanted, int device)
{
    hipError_t error = exec_enter();
    if (error == hipSuccess)
        error = device ? hipErrorInvalidDevice : attribute(wanted, value);
    return exec_leave(error);
}

hipError_t hipDeviceComputeCapability(int *major, int *minor, int device)
{
    const hipError_t error = hipDeviceGetAttribute(major, MAJOR, device);
    return error ? error : hipDeviceGetAttribute(minor, MINOR, device);
}

hipError_t hipChooseDevice(int *device, const struct hipDeviceProp_t *wanted)
{
    hipError_t error = exec_enter();
    if (error == hipSuccess && (!device || !wanted))
        error = hipErrorInvalidValue;
    if (error == hipSuccess)
        *device = 0;
    return exec_leave(error);
}

CUDA_ALIAS(hipGetDeviceProperties, hipGetDevicePropertiesR0000);
CUDA_ALIAS(hipChooseDevice, hipChooseDeviceR0000);
CUDA_ALIAS(hipChooseDevice, hipChooseDeviceR0600);
