/* SPDX-License-Identifier: Apache-2.0 */
/* release-10.c - a program of CUDA 10, whose structures are not those of later releases. It is
 * linked with a library of that name (names-10.c). */
#include <stdio.h>
#include <string.h>

#include "exec/cuda/cuda_abi.h"

/* As CUDA 10.2 has them, from the first field that is elsewhere. */
struct properties {
    char before[offsetof(struct cudaDeviceProp, persistingL2CacheMaxSize)];
    int maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported,
        localL1CacheSupported;
    size_t sharedMemPerMultiprocessor;
    int regsPerMultiprocessor, managedMemory, between[10];
    size_t sharedMemPerBlockOptin;
    int last[2];
};

struct pointer {
    int memoryType, type, device;
    void *devicePointer, *hostPointer;
    int isManaged;
};

static int failures;

static void expect(int holds, const char *what)
{
    if (holds)
        return;
    printf("FAIL: %s\n", what);
    failures++;
}

int main(void)
{
    enum { THREADS = 39, SHARED = 81, REGISTERS = 82, OPTIN = 97, CANARY = 0x5a };
    struct {
        struct properties properties;
        unsigned char behind[64];
    } device;
    struct {
        struct pointer pointer;
        unsigned char behind[64];
    } place;
    int value, *memory;
    memset(&device, CANARY, sizeof device);
    memset(&place, CANARY, sizeof place);
    const struct properties *p = &device.properties;
    expect(!cudaGetDeviceProperties((struct cudaDeviceProp *)&device, 0), "properties");
    expect(!cudaDeviceGetAttribute(&value, THREADS, 0) && p->maxThreadsPerMultiProcessor == value,
           "threads");
    expect(!cudaDeviceGetAttribute(&value, SHARED, 0) &&
           p->sharedMemPerMultiprocessor == (size_t)value, "shared memory");
    expect(!cudaDeviceGetAttribute(&value, REGISTERS, 0) && p->regsPerMultiprocessor == value,
           "registers");
    expect(!cudaDeviceGetAttribute(&value, OPTIN, 0) && p->sharedMemPerBlockOptin == (size_t)value,
           "shared memory if asked for");
    expect(device.behind[0] == CANARY, "nothing is behind the properties");
    cudaMallocManaged((void **)&memory, 64, 1);
    struct cudaPointerAttributes *out = (struct cudaPointerAttributes *)&place;
    expect(!cudaPointerGetAttributes(out, memory) && place.pointer.memoryType == 2 &&
           place.pointer.type == 3 && place.pointer.devicePointer == memory &&
           place.pointer.hostPointer == memory && place.pointer.isManaged == 1, "managed memory");
    expect(place.behind[0] == CANARY, "nothing is behind the attributes");
    expect(cudaPointerGetAttributes(out, &value) == cudaErrorInvalidValue, "not CUDA's");
    printf("release 10: %d failures\n", failures);
    return failures != 0;
}
