/* SPDX-License-Identifier: Apache-2.0 */
/* interfaces.c - functions of the interfaces, one by one, and names that only some programs use:
 * interfaces FATBIN [missing]. It is linked with `-z now`: every name must be there before
 * main(). */
#include <string.h>

#include "program.h"

/* Names of streams per thread, of CUDA 12's launches and of functions that are not there. */
extern cudaError_t cudaMemcpy_ptds(void *to, const void *from, size_t bytes, int kind);
extern cudaError_t cudaMemsetAsync_ptsz(void *to, int value, size_t bytes, cudaStream_t stream);
extern cudaError_t cudaStreamSynchronize_ptsz(cudaStream_t stream);
extern cudaError_t __cudaGetKernel(cudaKernel_t *out, const void *host);
extern CUresult cuMemcpyHtoD_v2_ptds(CUdeviceptr to, const void *from, size_t bytes);
extern CUresult cuLaunchKernel_ptsz(CUfunction function, unsigned grid_x, unsigned grid_y,
                                    unsigned grid_z, unsigned block_x, unsigned block_y,
                                    unsigned block_z, unsigned shared, CUstream stream,
                                    void **arguments, void **extra);
extern cudaError_t cudaGraphInstantiate(void *out, void *graph, uint64_t flags);
extern cudaError_t cudaGraphLaunch(void *graph, cudaStream_t stream);
extern cudaError_t cudaIpcGetMemHandle(void *handle, void *memory);
extern cudaError_t cudaImportExternalMemory(void *out, const void *description);
extern CUresult cuTexObjectCreate(uint64_t *out, const void *a, const void *b, const void *c);
extern CUresult cuMemMap(CUdeviceptr at, size_t bytes, size_t offset, uint64_t handle,
                         uint64_t flags);

static const char kernel_scale;

enum { COUNT = 64 };

/* ---- memory pools ---- */

static void pools(void)
{
    enum { REUSE_OPPORTUNISTIC = 2, THRESHOLD = 4, USED = 7, USED_HIGH = 8 };
    cudaMemPool_t common, current, own;
    uint64_t value = 1 << 20, zero = 0;
    int reuse = 0;
    char properties[88] = {1};
    void *first, *second;
    expect(!cudaDeviceGetDefaultMemPool(&common, 0) && !cudaDeviceGetMemPool(&current, 0) &&
           common == current, "the default pool is the current one");
    expect(cudaDeviceGetMemPool(&current, 1) == cudaErrorInvalidDevice, "there is one device");
    expect(!cudaMemPoolSetAttribute(common, THRESHOLD, &value), "threshold");
    value = 0;
    expect(!cudaMemPoolGetAttribute(common, THRESHOLD, &value) && value == 1 << 20, "is kept");
    expect(!cudaMallocAsync(&first, 4096, NULL) &&
           !cudaMemPoolGetAttribute(common, USED, &value) && value == 4096, "used");
    expect(!cudaMemPoolCreate(&own, properties) && own != common, "a pool");
    expect(!cudaMallocFromPoolAsync(&second, 512, own, NULL) &&
           !cudaMemPoolGetAttribute(own, USED, &value) && value == 512, "from a pool");
    expect(!cudaMemset(second, 0, 512), "its memory");
    expect(!cudaFreeAsync(second, NULL) && !cudaMemPoolGetAttribute(own, USED, &value) && !value &&
           !cudaMemPoolGetAttribute(own, USED_HIGH, &value) && value == 512, "given back");
    expect(!cudaMemPoolSetAttribute(own, USED_HIGH, &zero) &&
           !cudaMemPoolGetAttribute(own, USED_HIGH, &value) && !value, "the peak is reset");
    expect(!cudaMemPoolSetAttribute(own, REUSE_OPPORTUNISTIC, &reuse), "reuse");
    expect(cudaMemPoolSetAttribute(own, USED, &zero) == cudaErrorInvalidValue, "read only");
    expect(!cudaDeviceSetMemPool(0, own) && !cuDeviceGetMemPool(&current, 0) && current == own,
           "another current pool");
    expect(!cuMemAllocAsync((CUdeviceptr *)&second, 256, NULL), "cuMemAllocAsync");
    expect(!cudaMemPoolDestroy(own) &&
           cudaMemPoolTrimTo(own, 0) == cudaErrorInvalidValue, "destroyed");
    expect(!cuMemFreeAsync((CUdeviceptr)(uintptr_t)second, NULL), "its memory was still there");
    expect(!cudaDeviceGetMemPool(&current, 0) && current == common, "back to the default");
    expect(cudaMemPoolDestroy(common) == cudaErrorInvalidValue, "the default pool stays");
    expect(!cudaFree(first), "cudaFree");
}

/* ---- copies of boxes ---- */

static void boxes(void)
{
    enum { WIDTH = 8, HEIGHT = 4, DEPTH = 2, PITCH = 32 };
    unsigned char from[DEPTH][HEIGHT][WIDTH], to[DEPTH][HEIGHT][WIDTH], *device;
    for (int i = 0; i < DEPTH * HEIGHT * WIDTH; i++)
        ((unsigned char *)from)[i] = (unsigned char)i;
    cudaMalloc((void **)&device, DEPTH * HEIGHT * PITCH);
    cudaMemset(device, 0, DEPTH * HEIGHT * PITCH);
    struct CUDA_MEMCPY3D box = {
        .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = from, .srcPitch = WIDTH,
        .srcHeight = HEIGHT, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
        .dstDevice = (CUdeviceptr)(uintptr_t)device, .dstPitch = PITCH, .dstHeight = HEIGHT,
        .dstXInBytes = 4, .WidthInBytes = WIDTH, .Height = HEIGHT, .Depth = DEPTH};
    expect(!cuMemcpy3D_v2(&box), "3D to the device");
    box.dstZ = (size_t)1 << 57;
    expect(cuMemcpy3D_v2(&box) == CUDA_ERROR_INVALID_VALUE, "slices beyond all memory");
    box.dstZ = 0;
    box.dstY = (size_t)1 << 59;
    expect(cuMemcpy3D_v2(&box) == CUDA_ERROR_INVALID_VALUE, "lines beyond all memory");
    expect(cuMemsetD2D32_v2((CUdeviceptr)(uintptr_t)device, (size_t)1 << 63, 0, 2, 3) ==
               CUDA_ERROR_INVALID_VALUE, "a pitch beyond all memory");
    struct CUDA_MEMCPY2D lines = {
        .srcMemoryType = CU_MEMORYTYPE_UNIFIED, .srcDevice = (CUdeviceptr)(uintptr_t)device,
        .srcPitch = PITCH, .srcXInBytes = 4, .srcY = HEIGHT, .dstMemoryType = CU_MEMORYTYPE_HOST,
        .dstHost = to, .dstPitch = WIDTH, .WidthInBytes = WIDTH, .Height = HEIGHT};
    expect(!cuMemcpy2DAsync_v2(&lines, NULL) && !memcmp(to, from[1], HEIGHT * WIDTH),
           "2D from the second slice");
    lines.srcPitch = WIDTH;
    expect(cuMemcpy2D_v2(&lines) == CUDA_ERROR_INVALID_VALUE, "a line that is too long");
    lines.srcPitch = PITCH;
    lines.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    expect(cuMemcpy2D_v2(&lines) == CUDA_ERROR_NOT_SUPPORTED, "an array");
    expect(!cuMemsetD2D32_v2((CUdeviceptr)(uintptr_t)device, PITCH, 0x01020304, 2, 2), "fill");
    cudaMemcpy(to, device, PITCH + 8, cudaMemcpyDeviceToHost);
    expect(((unsigned char *)to)[PITCH] == 4 && ((unsigned char *)to)[PITCH + 7] == 1 &&
           ((unsigned char *)to)[8] == from[0][0][4], "two words of each line");
    cudaFree(device);
}

/* ---- addresses ---- */

static void pointers(void)
{
    enum { MEMORY_TYPE = 2, HOST_POINTER = 4, IS_MANAGED = 8, START = 11, SIZE = 12 };
    const int numbers[] = {MEMORY_TYPE, IS_MANAGED, START, SIZE};
    unsigned type = 99;
    unsigned char managed = 9;
    CUdeviceptr start = 9;
    size_t size = 9;
    void *values[] = {&type, &managed, &start, &size}, *host;
    char *device, *both;
    cudaMalloc((void **)&device, 1000);
    cudaMallocManaged((void **)&both, 100, 1);
    expect(!cuPointerGetAttributes(4, numbers, values, (CUdeviceptr)(uintptr_t)(device + 10)) &&
           type == CU_MEMORYTYPE_DEVICE && !managed && start == (uintptr_t)device && size == 1000,
           "device memory");
    expect(cuPointerGetAttribute(&host, HOST_POINTER, (CUdeviceptr)(uintptr_t)device) ==
           CUDA_ERROR_INVALID_VALUE, "the host has no address for it");
    expect(!cuPointerGetAttribute(&host, HOST_POINTER, (CUdeviceptr)(uintptr_t)both) &&
           host == both, "managed memory");
    expect(!cuPointerGetAttributes(4, numbers, values, (CUdeviceptr)(uintptr_t)&type) && !type &&
           !start, "the program's own memory");
    expect(cuPointerGetAttribute(&type, MEMORY_TYPE, (CUdeviceptr)(uintptr_t)&type) ==
           CUDA_ERROR_INVALID_VALUE, "alone it is an error");
    expect(cuPointerGetAttribute(&type, 99, (CUdeviceptr)(uintptr_t)device) ==
           CUDA_ERROR_INVALID_VALUE, "no such attribute");
    cudaFree(device);
    cudaFree(both);
}

/* ---- streams and the device ---- */

static void count_call(void *user)
{
    ++*(int *)user;
}

static void count_stream(CUstream stream, CUresult status, void *user)
{
    if (!stream && status == CUDA_SUCCESS)
        ++*(int *)user;
}

static void streams_and_device(void)
{
    char uuid[16] = "", bus[16];
    struct cudaDeviceProp properties;
    int calls = 0, device = 9;
    expect(!cuLaunchHostFunc(NULL, count_call, &calls) && calls == 1, "cuLaunchHostFunc");
    expect(!cuStreamAddCallback(NULL, count_stream, &calls, 0) && calls == 2, "a callback");
    expect(cuLaunchHostFunc(NULL, NULL, NULL) == CUDA_ERROR_INVALID_VALUE, "no function");
    expect(!cuDeviceGetUuid(uuid, 0) && !cudaGetDeviceProperties(&properties, 0) &&
           !memcmp(uuid, properties.uuid, 16) && uuid[0], "the device's number");
    expect(!cudaDeviceGetPCIBusId(bus, sizeof bus, 0) &&
           !cudaDeviceGetByPCIBusId(&device, bus) && device == 0, "its place");
}

/* ---- launches ---- */

static void check(float *values, float expected, const char *what)
{
    float host[COUNT];
    expect(!cudaMemcpy_ptds(host, values, sizeof host, cudaMemcpyDeviceToHost), what);
    for (int i = 0; i < COUNT; i++)
        expect(host[i] == expected, what);
}

static void launches(const char *path)
{
    float host[COUNT], *values, by = 2;
    int count = COUNT;
    unsigned kernels = 0;
    void *arguments[] = {&values, &count, &by};
    const struct dim3 one = {1, 1, 1}, threads = {COUNT, 1, 1};
    cudaKernel_t kernel;
    CUlibrary library;
    CUkernel named;
    const char *name = "";
    int grid, block;
    for (int i = 0; i < COUNT; i++)
        host[i] = 1;
    cudaMalloc((void **)&values, sizeof host);
    expect(!cuMemcpyHtoD_v2_ptds((CUdeviceptr)(uintptr_t)values, host, sizeof host), "copy");
    expect(!__cudaGetKernel(&kernel, &kernel_scale) &&
           !__cudaLaunchKernel(kernel, one, threads, arguments, 0, NULL), "by handle");
    check(values, 2, "scaled once");
    expect(!cuLibraryLoadFromFile(&library, path, NULL, NULL, 0, NULL, NULL, 0) &&
           !cuLibraryGetKernel(&named, library, "scale") &&
           !cuLibraryGetKernelCount(&kernels, library) && kernels > 10, "a library");
    expect(!cuLaunchKernel_ptsz(named, 1, 1, 1, COUNT, 1, 1, 0, NULL, arguments, NULL), "of it");
    check(values, 4, "scaled twice");
    expect(!cuKernelGetName(&name, named) && !strcmp(name, "scale"), "its name");
    expect(cuLibraryGetKernel(&named, library, "none") == CUDA_ERROR_NOT_FOUND, "no kernel");
    expect(!cuOccupancyMaxPotentialBlockSize(&grid, &block, named, NULL, 0, 0) && block == 1024 &&
           grid == 4, "the best block");
    expect(!cuLibraryUnload(library), "unloaded");
    expect(!cudaConfigureCall(one, threads, 0, NULL) && !cudaSetupArgument(&values, 8, 0) &&
           !cudaSetupArgument(&count, 4, 8) && !cudaSetupArgument(&by, 4, 12) &&
           !cudaLaunch(&kernel_scale), "in steps");
    check(values, 8, "scaled three times");
    expect(!cudaConfigureCall(one, threads, 0, NULL) && !cudaSetupArgument(&values, 8, 0) &&
           cudaSetupArgument(&count, 4, 4096) == cudaErrorInvalidValue &&
           cudaLaunch(&kernel_scale) == cudaErrorInvalidValue, "too few arguments");
    expect(cudaLaunch(&kernel_scale) == cudaErrorMissingConfiguration &&
           cudaSetupArgument(&count, 4, 0) == cudaErrorMissingConfiguration, "no sizes");
    expect(!cudaMemsetAsync_ptsz(values, 0, sizeof host, NULL) &&
           !cudaStreamSynchronize_ptsz(NULL), "streams per thread");
    check(values, 0, "filled");
}

/* ---- what is not there ---- */

static void missing(void)
{
    void *found = &found;
    expect(cudaGraphLaunch(NULL, NULL) == cudaErrorNotSupported, "cudaGraphLaunch");
    expect(cudaGetLastError() == cudaErrorNotSupported, "the latest error");
    expect(cudaGraphLaunch(NULL, NULL) == cudaErrorNotSupported, "again");
    expect(cuMemMap(0, 0, 0, 0, 0) == CUDA_ERROR_NOT_SUPPORTED, "cuMemMap");
    expect(cuGetProcAddress("cuMemMap", &found, 12000, 0) == CUDA_ERROR_NOT_FOUND && !found,
           "not found by its name");
    expect(!cuGetProcAddress("cuMemAlloc", &found, 12000, 0) && found == (void *)cuMemAlloc_v2,
           "found by its name");
    printf("missing: %d failures\n", failures);
}

static void never(void)
{
    uint64_t handle;
    cudaGraphInstantiate(&handle, NULL, 0);
    cudaIpcGetMemHandle(&handle, NULL);
    cudaImportExternalMemory(&handle, NULL);
    cuTexObjectCreate(&handle, NULL, NULL, NULL);
}

int main(int argc, char **argv)
{
    static const struct host_kernel kernels[] = {{&kernel_scale, "scale"}};
    if (argc < 2)
        return 98;
    register_kernels(argv[1], kernels, 1);
    if (argc > 2 && !strcmp(argv[2], "missing")) {
        missing();
        return failures != 0;
    }
    if (argc > 3)
        never();
    pools();
    boxes();
    pointers();
    streams_and_device();
    launches(argv[1]);
    printf("interfaces: %d failures\n", failures);
    return failures != 0;
}
