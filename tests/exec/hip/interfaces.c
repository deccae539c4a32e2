/* SPDX-License-Identifier: Apache-2.0 */
/* interfaces.c - functions of HIP's interface, and what releases 5 and 6 of it have different.
 *
 *     interfaces RELEASE CHIP [missing]
 *
 * The program is linked with either release, and with `-z now`: every name must be there before
 * main(). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/hip/hip_abi.h"

/* Functions that are not there, and names for streams per thread. */
extern hipError_t hipGraphLaunch(void *graph, hipStream_t stream);
extern hipError_t hipTexObjectCreate(void *out, const void *a, const void *b, const void *c);
extern const char *hiprtcGetErrorString(int error);
extern hipError_t hipMemcpy_spt(void *to, const void *from, size_t bytes, int kind);

static int failures;

static void expect(int holds, const char *what)
{
    if (holds)
        return;
    printf("FAIL: %s\n", what);
    failures++;
}

static void pools(void)
{
    enum { USED = 7 };
    hipMemPool_t pool;
    uint64_t used = 9;
    void *memory;
    expect(!hipDeviceGetDefaultMemPool(&pool, 0), "the default pool");
    expect(!hipMallocAsync(&memory, 128, NULL) && !hipMemPoolGetAttribute(pool, USED, &used) &&
           used == 128, "its use");
    expect(!hipFreeAsync(memory, NULL) && !hipMemPoolGetAttribute(pool, USED, &used) && !used,
           "given back");
}

static void properties(int release, const char *chip)
{
    struct hipDeviceProp_t old;
    struct hipDeviceProp_tR0600 new;
    char uuid[16];
    expect(!hipGetDeviceProperties(&old, 0) && !hipGetDevicePropertiesR0600(&new, 0), "both");
    expect(!strcmp(old.name, new.name) && old.multiProcessorCount == new.multiProcessorCount &&
           new.warpSize == 64 && !strcmp(new.gcnArchName, chip) && old.gcnArch == atoi(chip + 3) &&
               old.major == old.gcnArch / 100 &&
           new.maxSharedMemoryPerMultiProcessor == 65536, "say the same");
    expect(!hipDeviceGetUuid(uuid, 0) && !memcmp(uuid, new.uuid, 16), "the device's number");
    int version = 0;
    expect(!hipRuntimeGetVersion(&version) && version / 10000000 == release, "version");
}

/* Numbers of memory types. */
static void addresses(int release)
{
    enum { MEMORY_TYPE = 2 };
    struct hipPointerAttribute_t attributes;
    int type = 99;
    char from[64] = "copied", to[64], *device, *host;
    hipMalloc((void **)&device, 64);
    hipHostMalloc((void **)&host, 64, 0);
    const int on_device = release == 6 ? 2 : 1, on_host = release == 6 ? 1 : 0;
    expect(!hipPointerGetAttributes(&attributes, device) && attributes.memoryType == on_device,
           "device memory");
    expect(!hipPointerGetAttributes(&attributes, host) && attributes.memoryType == on_host,
           "host memory");
    expect(!hipPointerGetAttribute(&type, MEMORY_TYPE, (hipDeviceptr_t)(uintptr_t)device) &&
           type == on_device, "as an attribute");
    struct CUDA_MEMCPY2D lines = {
        .srcMemoryType = on_host, .srcHost = from, .srcPitch = 32, .dstMemoryType = on_device,
        .dstDevice = (hipDeviceptr_t)(uintptr_t)device, .dstPitch = 32, .WidthInBytes = 32,
        .Height = 2};
    expect(!hipMemcpyParam2D(&lines) && !hipMemcpy_spt(to, device, 64, hipMemcpyDeviceToHost) &&
           !memcmp(from, to, 64), "a copy that names them");
}

int main(int argc, char **argv)
{
    const int release = argc > 1 && !strcmp(argv[1], "6") ? 6 : 5;
    pools();
    properties(release, argc > 2 ? argv[2] : "gfx803");
    addresses(release);
    if (argc > 3 && !strcmp(argv[3], "missing")) {
        expect(hipGraphLaunch(NULL, NULL) == hipErrorNotSupported, "hipGraphLaunch");
        expect(hipGraphLaunch(NULL, NULL) == hipErrorNotSupported, "again");
        expect(!hiprtcGetErrorString(0), "hiprtcGetErrorString");
    } else if (argc > 3) {
        hipTexObjectCreate(argv, NULL, NULL, NULL);
    }
    printf("interfaces: %d failures\n", failures);
    return failures != 0;
}
