// SPDX-License-Identifier: Apache-2.0
// programs.hip - HIP programs, one per way of using the interface: programs NAME.
//
// Each checks its own results and prints what a person would.
#include <cstdio>
#include <cstring>

#include "hip.h"

enum { COUNT = 1000, THREADS = 128 };

static int failures;

static void expect(bool holds, const char *what)
{
    if (holds)
        return;
    printf("FAIL: %s\n", what);
    failures++;
}

// ---- kernels ----

struct line {
    float *values;
    int count;
    float slope;
};

__device__ unsigned counter;
__device__ int table[4] = {3, 1, 4, 1};
__constant__ float scale_by;
__managed__ int both = 5;

__global__ void scale(float *values, int count, float by)
{
    const int i = (int)position();
    if (i < count)
        values[i] *= by;
}

__global__ void scale_constant(float *values, int count)
{
    const int i = (int)position();
    if (i < count)
        values[i] = values[i] * scale_by + (float)table[i % 4];
    if (item() == 0)
        __atomic_fetch_add(&counter, 1u, __ATOMIC_RELAXED);
}

__global__ void fill_line(line to)
{
    const int i = (int)position();
    if (i < to.count)
        to.values[i] = to.slope * (float)i;
}

extern __shared__ int tile[];
__global__ void reverse(int *values)
{
    tile[item()] = values[item()];
    __builtin_amdgcn_s_barrier();
    values[item()] = tile[group_size() - 1 - item()];
}

__global__ void add_both(const int *number)
{
    both += *number;
}

__global__ void write_at(int *values, long long index)
{
    values[index] = 1;
}

__global__ void wait_for(volatile int *flag)
{
    while (!*flag)
        ;
}

template <typename T> __global__ void twice(T *value)
{
    *value += *value;
}

// ---- programs ----

static const dim3 one = {1, 1, 1};

static void vector()
{
    float host[COUNT], *device;

    for (int i = 0; i < COUNT; i++)
        host[i] = (float)i;
    expect(!hipMalloc((void **)&device, sizeof host), "hipMalloc");
    hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice);
    scale<<<dim3{8, 1, 1}, dim3{THREADS, 1, 1}>>>(device, COUNT, 3);
    expect(!hipGetLastError() && !hipDeviceSynchronize(), "launch");
    expect(!hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost), "copy");
    for (int i = 0; i < COUNT; i++)
        expect(host[i] == 3 * (float)i, "element");
    expect(!hipFree(device), "hipFree");
    printf("vector: %g\n", host[COUNT - 1]);
}

static void symbols()
{
    const float by = 0.5f;
    const int digits[] = {3, 1, 4, 1};
    float host[THREADS], *device;
    unsigned count = 5;
    int copy[4];
    size_t bytes = 0;
    void *address = nullptr;

    for (int i = 0; i < THREADS; i++)
        host[i] = (float)i;
    hipMalloc((void **)&device, sizeof host);
    hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice);
    expect(!hipMemcpyToSymbol(&scale_by, &by, 4, 0, hipMemcpyHostToDevice), "constant");
    expect(!hipMemcpyToSymbol(&counter, &count, 4, 0, hipMemcpyHostToDevice), "set");
    for (int i = 0; i < 2; i++) // variables keep their contents between launches
        scale_constant<<<dim3{4, 1, 1}, dim3{THREADS / 4, 1, 1}>>>(device, THREADS);
    hipMemcpyFromSymbol(&count, &counter, 4, 0, hipMemcpyDeviceToHost);
    expect(count == 13, "counter");
    expect(!hipGetSymbolSize(&bytes, table) && bytes == sizeof copy, "size");
    expect(!hipGetSymbolAddress(&address, table), "address");
    expect(!hipMemcpy(copy, address, sizeof copy, hipMemcpyDeviceToHost), "copy");
    expect(!memcmp(copy, digits, sizeof copy), "table");
    hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost);
    expect(host[6] == (6 * 0.5f + 4) * 0.5f + 4, "element");
    expect(hipMemcpyToSymbol(table, copy, 16, 4, hipMemcpyHostToDevice) == hipErrorInvalidValue,
           "past its end");
    printf("symbols: %u\n", count);
}

static void structure()
{
    line to = {nullptr, THREADS, 0.25f};
    float host[THREADS];

    hipMalloc((void **)&to.values, sizeof host);
    fill_line<<<one, dim3{THREADS, 1, 1}>>>(to);
    hipMemcpy(host, to.values, sizeof host, hipMemcpyDeviceToHost);
    expect(host[THREADS - 1] == 0.25f * (THREADS - 1), "element");
    printf("structure: %g\n", host[THREADS - 1]);
}

// A variable of both sides: each reads it through a pointer of its own.
static void managed()
{
    int *number;

    hipMallocManaged((void **)&number, sizeof *number, 1);
    *number = 2;
    add_both<<<one, one>>>(number);
    expect(!hipDeviceSynchronize() && both == 7, "value of the device");
    both = 1;
    add_both<<<one, one>>>(number);
    expect(!hipDeviceSynchronize() && both == 3, "value of the host");
    printf("managed: %d\n", both);
}

static void shared()
{
    int host[64], *device;

    for (int i = 0; i < 64; i++)
        host[i] = i;
    hipMalloc((void **)&device, sizeof host);
    hipMemcpy(device, host, sizeof host, hipMemcpyHostToDevice);
    reverse<<<one, dim3{64, 1, 1}, sizeof host>>>(device);
    hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost);
    expect(host[0] == 63 && host[63] == 0, "reversed");
    printf("shared: %d\n", host[0]);
}

static void instance()
{
    double *value;

    hipHostMalloc((void **)&value, sizeof *value, 0);
    *value = 21;
    twice<double><<<one, one>>>(value);
    expect(!hipDeviceSynchronize() && *value == 42, "value");
    expect(!hipHostFree(value) && hipHostFree(value) == hipErrorInvalidValue, "freed twice");
    printf("instance: 42\n");
}

static void streams()
{
    hipStream_t stream;
    hipEvent_t start, stop;
    float ms = -1, *device;

    hipMalloc((void **)&device, COUNT * sizeof *device);
    hipMemset(device, 0, COUNT * sizeof *device);
    expect(!hipStreamCreate(&stream) && !hipEventCreate(&start) && !hipEventCreate(&stop), "new");
    hipEventRecord(start, stream);
    scale<<<dim3{8, 1, 1}, dim3{THREADS, 1, 1}, 0, stream>>>(device, COUNT, 2);
    hipEventRecord(stop, stream);
    expect(!hipEventSynchronize(stop) && !hipEventElapsedTime(&ms, start, stop) && ms > 0, "time");
    expect(!hipStreamDestroy(stream) && hipStreamDestroy(stream) == hipErrorInvalidHandle, "end");
    printf("streams: ok\n");
}

static void properties()
{
    hipDeviceProp_t about;
    hipFuncAttributes kernel;
    hipPointerAttribute_t pointer;
    int count = 0, blocks = 0, value = 0, grid = 0, block = 0;
    size_t free_bytes = 0, total = 0;
    void *device;

    expect(!hipGetDeviceCount(&count) && count == 1, "count");
    expect(!hipGetDeviceProperties(&about, 0) && !strcmp(about.gcnArchName, "gfx803"), "device");
    expect(about.gcnArch == 803 && about.warpSize == 64 && about.maxThreadsPerBlock == 1024 &&
               about.managedMemory == 1, "numbers");
    expect(!hipDeviceGetAttribute(&value, 63, 0) && value == 4, "attribute");
    expect(!hipFuncGetAttributes(&kernel, (const void *)scale) && kernel.numRegs > 0 &&
               kernel.binaryVersion == 803 && kernel.maxThreadsPerBlock == 1024, "kernel");
    expect(!hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)scale, 256, 0) &&
               blocks == 10, "occupancy");
    expect(!hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void *)scale, 256, 32768) &&
               blocks == 2, "occupancy with local memory");
    expect(!hipOccupancyMaxPotentialBlockSize(&grid, &block, (const void *)scale, 0, 0) &&
               grid * block == 4 * 2560, "best block");
    expect(!hipMemGetInfo(&free_bytes, &total) && free_bytes == total - 4, "memory");
    expect(!hipMalloc(&device, 16) && !hipPointerGetAttributes(&pointer, device) &&
               pointer.memoryType == 1 && pointer.devicePointer == device, "pointer");
    expect(hipSetDevice(1) == hipErrorInvalidDevice, "another device");
    printf("properties: %s, %d compute units\n", about.name, about.multiProcessorCount);
}

// A file with one code object.
static void module(const char *path)
{
    hipModule_t loaded;
    hipFunction_t function;
    hipDeviceptr_t variable;
    float host[16], *device, by = 2;
    int count = 16;
    size_t bytes, packed_bytes = 16;
    void *arguments[] = {&device, &count, &by};
    struct {
        float *device;
        int count;
        float by;
    } packed = {nullptr, 16, 4};
    void *extra[] = {(void *)1, &packed, (void *)2, &packed_bytes, (void *)3};

    for (int i = 0; i < 16; i++)
        host[i] = (float)i;
    expect(!hipModuleLoad(&loaded, path), "module");
    expect(!hipModuleGetFunction(&function, loaded, "_Z5scalePfif"), "function");
    expect(hipModuleGetFunction(&function, loaded, "nothing") == (CUresult)hipErrorNotFound, "no");
    expect(!hipModuleGetFunction(&function, loaded, "_Z5scalePfif"), "function again");
    expect(!hipModuleGetGlobal(&variable, &bytes, loaded, "table") && bytes == 16, "global");
    hipMalloc((void **)&device, sizeof host);
    packed.device = device;
    hipMemcpyHtoD((hipDeviceptr_t)device, host, sizeof host);
    expect(!hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, arguments, nullptr), "");
    expect(!hipModuleLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, nullptr, nullptr, extra), "pack");
    hipMemcpyDtoH(host, (hipDeviceptr_t)device, sizeof host);
    expect(host[15] == 120, "element");
    scale<<<one, dim3{16, 1, 1}>>>(device, 16, 0.5f); // the program's own binary is there too
    hipMemcpy(host, device, sizeof host, hipMemcpyDeviceToHost);
    expect(host[15] == 60, "own kernel");
    expect(!hipModuleUnload(loaded) && hipModuleUnload(loaded), "unloaded twice");
    printf("module: %g\n", host[15]);
}

static void fault()
{
    int *device;

    hipMalloc((void **)&device, 64);
    write_at<<<one, one>>>(device, 1000);
    expect(hipGetLastError() == hipErrorIllegalAddress, "fault");
    expect(hipDeviceSynchronize() == hipErrorIllegalAddress, "sticky");
    printf("fault: %s\n", hipGetErrorName(hipPeekAtLastError()));
    expect(!hipDeviceReset() && !hipMalloc((void **)&device, 64), "reset");
    write_at<<<one, dim3{2048, 1, 1}>>>(device, 0);
    expect(hipGetLastError() == hipErrorInvalidConfiguration, "large block");
}

static void endless()
{
    int *device;

    hipMalloc((void **)&device, 64);
    hipMemset(device, 0, 64);
    wait_for<<<one, one>>>(device);
    printf("endless: %s\n", hipGetErrorName(hipGetLastError()));
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)();
    } programs[] = {
        {"vector", vector},       {"symbols", symbols},   {"structure", structure},
        {"managed", managed},     {"shared", shared},     {"instance", instance},
        {"streams", streams},     {"properties", properties}, {"fault", fault},
        {"endless", endless},
    };
    const char *name = argc > 1 ? argv[1] : "";

    if (!strcmp(name, "module") && argc > 2)
        module(argv[2]);
    for (const auto &program : programs) {
        if (!strcmp(program.name, name))
            program.run();
    }
    return failures != 0;
}
