/* SPDX-License-Identifier: Apache-2.0 */
/* programs.c - CUDA host programs, one per way of using the interface: programs FATBIN NAME.
 *
 * They register their kernels as code that nvcc generates does, or load them as a module. Each
 * checks its own results and prints what a person would. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exec/cuda/cuda_abi.h"

enum { COUNT = 1000, THREADS = 128 };

static int failures;

static void expect(int holds, const char *what)
{
    if (holds)
        return;
    printf("FAIL: %s\n", what);
    failures++;
}

/* ---- what nvcc generates ---- */

static unsigned char *image;
static struct {
    int magic, version;
    const void *data;
    void *rest;
} wrapper;
static void **module;

/* Their addresses stand for kernels and variables. */
static const char kernel_scale, kernel_scale_constant, kernel_fill_line, kernel_sum_list,
    kernel_reverse, kernel_hello, kernel_must_be, kernel_write_at, kernel_write_word, kernel_wait,
    kernel_missing, kernel_twice, kernel_add_both;
static char variable_counter, variable_table, variable_scale;
static int *variable_both; /* __managed__: the compiler reads it through this pointer */

static void load_image(const char *path)
{
    FILE *file = fopen(path, "rb");
    long size;

    if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) <= 0)
        exit(99);
    rewind(file);
    image = malloc((size_t)size);
    if (!image || fread(image, 1, (size_t)size, file) != (size_t)size)
        exit(99);
    fclose(file);
}

static void register_all(void)
{
    static const struct {
        const char *host, *name;
    } kernels[] = {
        {&kernel_scale, "scale"},         {&kernel_scale_constant, "scale_constant"},
        {&kernel_fill_line, "fill_line"}, {&kernel_sum_list, "sum_list"},
        {&kernel_reverse, "reverse"},     {&kernel_hello, "hello"},
        {&kernel_must_be, "must_be"},     {&kernel_write_at, "write_at"},
        {&kernel_write_word, "write_word"}, {&kernel_wait, "wait_for"},
        {&kernel_missing, "no_such_kernel"}, {&kernel_twice, "_Z5twiceIdEvPT_"},
        {&kernel_add_both, "add_both"},
    };

    wrapper.magic = 0x466243b1;
    wrapper.version = 1;
    wrapper.data = image;
    module = __cudaRegisterFatBinary(&wrapper);
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        __cudaRegisterFunction(module, kernels[i].host, NULL, kernels[i].name, -1, NULL, NULL,
                               NULL, NULL, NULL);
    __cudaRegisterVar(module, &variable_counter, NULL, "counter", 0, 4, 0, 0);
    __cudaRegisterVar(module, &variable_table, NULL, "table", 0, 16, 0, 0);
    __cudaRegisterVar(module, &variable_scale, NULL, "scale_by", 0, 4, 1, 0);
    __cudaRegisterManagedVar(module, (void **)&variable_both, NULL, "both", 0, 4, 0, 0);
    __cudaRegisterFatBinaryEnd(module);
}

static cudaError_t launch(const char *kernel, unsigned blocks, unsigned threads, size_t shared,
                          void **arguments)
{
    struct dim3 grid = {blocks, 1, 1}, block = {threads, 1, 1};
    cudaStream_t stream;

    __cudaPushCallConfiguration(grid, block, shared, NULL); /* as <<<...>>> does */
    __cudaPopCallConfiguration(&grid, &block, &shared, &stream);
    return cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}

/* ---- programs ---- */

static void vector(void)
{
    float host[COUNT], by = 3, *device;
    int count = COUNT;
    void *arguments[] = {&device, &count, &by};

    for (int i = 0; i < COUNT; i++)
        host[i] = (float)i;
    expect(cudaMalloc((void **)&device, sizeof host) == cudaSuccess, "cudaMalloc");
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    expect(launch(&kernel_scale, 8, THREADS, 0, arguments) == cudaSuccess, "launch");
    expect(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) == cudaSuccess, "copy");
    for (int i = 0; i < COUNT; i++)
        expect(host[i] == 3 * (float)i, "element");
    expect(cudaFree(device) == cudaSuccess, "cudaFree");
    printf("vector: %g\n", host[COUNT - 1]);
}

static void symbols(void)
{
    const float by = 0.5f;
    const int digits[] = {3, 1, 4, 1};
    float host[THREADS], *device;
    unsigned counter = 5;
    int count = THREADS, table[4];
    size_t bytes = 0;
    void *address = NULL, *arguments[] = {&device, &count};

    for (int i = 0; i < THREADS; i++)
        host[i] = (float)i;
    cudaMalloc((void **)&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    expect(!cudaMemcpyToSymbol(&variable_scale, &by, 4, 0, cudaMemcpyHostToDevice), "constant");
    expect(!cudaMemcpyToSymbol(&variable_counter, &counter, 4, 0, cudaMemcpyHostToDevice), "set");
    for (int i = 0; i < 2; i++) /* variables keep their contents between launches */
        expect(launch(&kernel_scale_constant, 4, THREADS / 4, 0, arguments) == cudaSuccess, "run");
    cudaMemcpyFromSymbol(&counter, &variable_counter, 4, 0, cudaMemcpyDeviceToHost);
    expect(counter == 13, "counter");
    expect(!cudaGetSymbolSize(&bytes, &variable_table) && bytes == sizeof table, "size");
    expect(!cudaGetSymbolAddress(&address, &variable_table), "address");
    expect(!cudaMemcpy(table, address, sizeof table, cudaMemcpyDeviceToHost), "copy");
    expect(!memcmp(table, digits, sizeof table), "table");
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    expect(host[6] == (6 * 0.5f + 4) * 0.5f + 4, "element");
    expect(cudaMemcpyToSymbol(&variable_table, table, 16, 4, cudaMemcpyHostToDevice) ==
               cudaErrorInvalidValue, "past its end");
    printf("symbols: %u\n", counter);
}

static void structure(void)
{
    struct {
        float *values;
        int count;
        float slope;
    } line = {NULL, THREADS, 0.25f};
    float host[THREADS];
    void *arguments[] = {&line};

    cudaMalloc((void **)&line.values, sizeof host);
    expect(launch(&kernel_fill_line, 1, THREADS, 0, arguments) == cudaSuccess, "launch");
    cudaMemcpy(host, line.values, sizeof host, cudaMemcpyDeviceToHost);
    expect(host[THREADS - 1] == 0.25f * (THREADS - 1), "element");
    printf("structure: %g\n", host[THREADS - 1]);
}

/* Pointers inside data; managed memory, which both sides use in place. */
static void list(void)
{
    struct node {
        struct node *next;
        int value;
    } *nodes[5];
    int *sum;
    void *arguments[] = {&nodes[0], &sum};

    for (int i = 0; i < 5; i++)
        expect(!cudaMallocManaged((void **)&nodes[i], sizeof **nodes, 1), "managed");
    for (int i = 0; i < 5; i++)
        *nodes[i] = (struct node){i < 4 ? nodes[i + 1] : NULL, i + 1};
    expect(!cudaHostAlloc((void **)&sum, sizeof *sum, 2), "mapped");
    expect(launch(&kernel_sum_list, 1, 1, 0, arguments) == cudaSuccess, "launch");
    expect(cudaDeviceSynchronize() == cudaSuccess && *sum == 15, "sum");
    printf("list: %d\n", *sum);
}

/* A variable of both sides; its address on the host is one that kernels can use. */
static void managed(void)
{
    void *arguments[] = {&variable_both};

    expect(__cudaInitModule(module) && variable_both && *variable_both == 5, "initial value");
    expect(launch(&kernel_add_both, 1, 1, 0, arguments) == cudaSuccess, "launch");
    expect(*variable_both == 10, "value of the device");
    *variable_both = 1;
    expect(launch(&kernel_add_both, 1, 1, 0, arguments) == cudaSuccess && *variable_both == 2,
           "value of the host");
    printf("managed: %d\n", *variable_both);
}

static void shared(void)
{
    int host[64], *device;
    void *arguments[] = {&device};

    for (int i = 0; i < 64; i++)
        host[i] = i;
    cudaMalloc((void **)&device, sizeof host);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    expect(launch(&kernel_reverse, 1, 64, sizeof host, arguments) == cudaSuccess, "launch");
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    expect(host[0] == 63 && host[63] == 0, "reversed");
    printf("shared: %d\n", host[0]);
}

static void console(void)
{
    int number = 7;
    void *arguments[] = {&number};

    printf("before\n");
    launch(&kernel_hello, 2, 1, 0, arguments);
    printf("after\n");
}

static void streams(void)
{
    cudaStream_t a, b;
    cudaEvent_t start, stop;
    float ms = -1, by = 2, *device;
    int count = COUNT;
    void *arguments[] = {&device, &count, &by};

    cudaMalloc((void **)&device, COUNT * sizeof *device);
    cudaMemset(device, 0, COUNT * sizeof *device);
    expect(!cudaStreamCreate(&a) && !cudaStreamCreateWithFlags(&b, 1), "streams");
    expect(!cudaEventCreate(&start) && !cudaEventCreate(&stop), "events");
    expect(cudaEventElapsedTime(&ms, start, stop) == cudaErrorInvalidResourceHandle, "not yet");
    cudaEventRecord(start, a);
    cudaLaunchKernel(&kernel_scale, (struct dim3){8, 1, 1}, (struct dim3){THREADS, 1, 1},
                     arguments, 0, a);
    cudaEventRecord(stop, a);
    expect(!cudaStreamWaitEvent(b, stop, 0) && !cudaEventSynchronize(stop), "wait");
    expect(!cudaEventElapsedTime(&ms, start, stop) && ms >= 0, "elapsed");
    expect(!cudaStreamQuery(a) && !cudaStreamDestroy(a) && !cudaStreamDestroy(b), "end");
    expect(cudaStreamDestroy(a) == cudaErrorInvalidResourceHandle, "destroyed twice");
    expect(!cudaEventDestroy(start) && cudaEventDestroy(start) != cudaSuccess, "event twice");
    printf("streams: %.6f ms\n", (double)ms);
}

static void pitched(void)
{
    float host[5][7], back[5][7];
    struct cudaExtent extent = {sizeof host[0], 5, 1};
    struct cudaMemcpy3DParms box = {.extent = extent, .kind = cudaMemcpyDeviceToHost};
    struct cudaPitchedPtr memory;

    for (int i = 0; i < 35; i++)
        host[i / 7][i % 7] = (float)i;
    expect(!cudaMalloc3D(&memory, extent) && memory.pitch % 512 == 0, "cudaMalloc3D");
    expect(!cudaMemset2D(memory.ptr, memory.pitch, 0, sizeof host[0], 5), "fill");
    expect(!cudaMemcpy2D(memory.ptr, memory.pitch, host, sizeof host[0], sizeof host[0], 5,
                         cudaMemcpyHostToDevice), "copy in");
    box.srcPtr = memory;
    box.dstPtr = (struct cudaPitchedPtr){back, sizeof back[0], 7, 5};
    expect(!cudaMemcpy3D(&box) && !memcmp(host, back, sizeof host), "copy out");
    expect(cudaMemcpy2D(memory.ptr, 4, host, 4, 8, 5, cudaMemcpyHostToDevice) ==
               cudaErrorInvalidPitchValue, "pitch");
    printf("pitched: %zu\n", memory.pitch);
}

/* Boxes whose offsets are larger than numbers: none may reach memory that is not theirs. */
static void boxes(void)
{
    const size_t far = (size_t)1 << 63, high = (size_t)1 << 62;
    struct cudaExtent extent = {8, 4, 2}, large = {8, high, 16}, deep = {8, 4, (size_t)1 << 40};
    struct cudaPitchedPtr memory, wide;
    struct cudaMemcpy3DParms copy = {.extent = {4, 1, 1}, .kind = cudaMemcpyDeviceToDevice};
    void *next;

    expect(!cudaMalloc3D(&memory, extent) && !cudaMalloc(&next, 4096), "memory");
    expect(!cudaMemset3D(memory, 1, extent), "fill");
    copy.srcPtr = copy.dstPtr = wide = memory;
    copy.dstPos = (struct cudaPos){(size_t)((char *)next - (char *)memory.ptr), 0, 0};
    expect(cudaMemcpy3D(&copy) == cudaErrorInvalidValue, "a box in other memory");
    copy.dstPos = (struct cudaPos){0, (size_t)1 << 55, 0};
    expect(cudaMemcpy3D(&copy) == cudaErrorInvalidValue, "lines");
    copy.dstPos = (struct cudaPos){0, 0, (size_t)1 << 53};
    expect(cudaMemcpy3D(&copy) == cudaErrorInvalidValue, "slices");
    copy.dstPos = (struct cudaPos){(size_t)-4, 0, 0};
    expect(cudaMemcpy3D(&copy) == cudaErrorInvalidValue, "bytes");
    wide.pitch = far;
    expect(cudaMemset3D(wide, 2, extent) == cudaErrorInvalidValue &&
           cudaMemset3D(memory, 2, large) == cudaErrorInvalidValue &&
           cudaMemset3D(memory, 2, deep) == cudaErrorInvalidValue &&
           cudaMemset2D(memory.ptr, far, 2, 8, 3) == cudaErrorInvalidValue, "fills");
    wide.pitch = memory.pitch;
    wide.ysize = 0;
    expect(cudaMemset3D(wide, 2, extent) == cudaErrorInvalidValue, "slices that overlap");
    printf("boxes: ok\n");
}

static void properties(void)
{
    struct cudaDeviceProp about;
    struct cudaFuncAttributes kernel;
    int count = 0, blocks = 0, value = 0;
    size_t free_bytes = 0, total = 0;

    expect(!cudaGetDeviceCount(&count) && count == 1, "count");
    expect(!cudaGetDeviceProperties(&about, 0), "properties");
    expect(about.major == 6 && about.warpSize == 32 && about.multiProcessorCount == 2, "numbers");
    expect(!cudaDeviceGetAttribute(&value, 16, 0) && value == 2, "attribute");
    expect(!cudaFuncGetAttributes(&kernel, &kernel_scale) && kernel.numRegs > 0 &&
               kernel.binaryVersion == 61, "kernel");
    expect(!cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &kernel_scale, 256, 0) &&
               blocks == 8, "occupancy");
    expect(!cudaMemGetInfo(&free_bytes, &total) && free_bytes == total, "memory");
    expect(cudaSetDevice(1) == cudaErrorInvalidDevice, "another device");
    printf("properties: %s, %d SMs\n", about.name, about.multiProcessorCount);
}

static void driver(void)
{
    CUmodule loaded;
    CUfunction scale;
    CUdeviceptr device, variable;
    CUcontext context;
    float host[16], by = 2;
    int count = 16;
    size_t bytes, packed_bytes = 16;
    void *arguments[] = {&device, &count, &by};
    struct {
        CUdeviceptr device;
        int count;
        float by;
    } packed = {0, 16, 4};
    void *extra[] = {(void *)1, &packed, (void *)2, &packed_bytes, NULL};

    for (int i = 0; i < 16; i++)
        host[i] = (float)i;
    expect(!cuInit(0) && !cuCtxCreate_v2(&context, 0, 0), "context");
    expect(!cuModuleLoadData(&loaded, image), "module");
    expect(!cuModuleGetFunction(&scale, loaded, "scale"), "function");
    expect(cuModuleGetFunction(&scale, loaded, "nothing") == CUDA_ERROR_NOT_FOUND, "no function");
    expect(!cuModuleGetFunction(&scale, loaded, "scale"), "function again");
    expect(!cuModuleGetGlobal_v2(&variable, &bytes, loaded, "table") && bytes == 16, "global");
    expect(!cuMemAlloc_v2(&device, sizeof host), "memory");
    packed.device = device;
    expect(!cuMemcpyHtoD_v2(device, host, sizeof host), "copy in");
    expect(!cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, NULL, arguments, NULL), "launch");
    expect(!cuLaunchKernel(scale, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, extra), "packed");
    expect(!cuMemcpyDtoH_v2(host, device, sizeof host) && host[15] == 120, "copy out");
    expect(!cuMemsetD32_v2(device, 0x3f800000, 16), "fill");
    expect(!cuMemcpyDtoH_v2(host, device, sizeof host) && host[3] == 1, "filled");
    expect(!cuMemFree_v2(device) && cuMemFree_v2(device) != CUDA_SUCCESS, "freed twice");
    expect(!cuModuleUnload(loaded) && cuModuleUnload(loaded) != CUDA_SUCCESS, "unloaded twice");
    printf("driver: ok\n");
}

/* A program with an error in it gets a code, never a crash. */
static void misuse(void)
{
    char byte = 0;
    int number = 0, *device, nothing[4];
    long long index = 0;
    size_t size;
    struct dim3 one = {1, 1, 1}, none = {0, 1, 1}, large = {2048, 1, 1};
    void *pointer = NULL, *arguments[] = {&device, &index}, *missing[] = {&device, NULL};

    cudaMalloc((void **)&device, 64);
    expect(cudaMalloc(NULL, 4) == cudaErrorInvalidValue, "cudaMalloc(NULL)");
    expect(cudaMalloc(&pointer, (size_t)1 << 60) == cudaErrorMemoryAllocation, "too large");
    expect(cudaMalloc(&pointer, SIZE_MAX) == cudaErrorMemoryAllocation, "far too large");
    expect(!cudaMalloc(&pointer, 0) && !pointer, "0 bytes");
    expect(cudaFree(&byte) == cudaErrorInvalidValue, "not from cudaMalloc");
    expect(cudaFree((char *)device + 4) == cudaErrorInvalidValue, "inside");
    expect(!cudaFree(NULL), "cudaFree(NULL)");
    expect(cudaGetLastError() == cudaErrorInvalidValue && !cudaGetLastError(), "last error");
    expect(cudaMemcpy(device, nothing, 65, cudaMemcpyHostToDevice) == cudaErrorInvalidValue,
           "past the end");
    expect(cudaMemcpy(NULL, nothing, 4, cudaMemcpyHostToDevice) == cudaErrorInvalidValue, "NULL");
    expect(cudaMemcpy(device, nothing, 4, (enum cudaMemcpyKind)9) ==
               cudaErrorInvalidMemcpyDirection, "direction");
    expect(cudaMemcpy(nothing, &number, 4, cudaMemcpyDeviceToHost) == cudaErrorInvalidValue,
           "not the device's");
    expect(cudaMemset(device, 0, SIZE_MAX) == cudaErrorInvalidValue, "fill");
    expect(cudaMemcpyToSymbol(&byte, &number, 4, 0, cudaMemcpyHostToDevice) ==
               cudaErrorInvalidSymbol, "no symbol");
    expect(cudaLaunchKernel(&byte, one, one, arguments, 0, NULL) ==
               cudaErrorInvalidDeviceFunction, "no kernel");
    expect(cudaLaunchKernel(&kernel_missing, one, one, arguments, 0, NULL) ==
               cudaErrorInvalidDeviceFunction, "not in the binary");
    expect(cudaLaunchKernel(&kernel_write_at, none, one, arguments, 0, NULL) ==
               cudaErrorInvalidConfiguration, "no block");
    expect(cudaLaunchKernel(&kernel_write_at, one, large, arguments, 0, NULL) ==
               cudaErrorInvalidConfiguration, "large block");
    expect(cudaLaunchKernel(&kernel_write_at, one, one, arguments, (size_t)1 << 40, NULL) ==
               cudaErrorInvalidConfiguration, "shared memory");
    expect(cudaLaunchKernel(&kernel_write_at, one, one, NULL, 0, NULL) == cudaErrorInvalidValue,
           "no arguments");
    expect(cudaLaunchKernel(&kernel_write_at, one, one, missing, 0, NULL) ==
               cudaErrorInvalidValue, "missing argument");
    expect(cudaLaunchKernel(&kernel_write_at, one, one, arguments, 0, (cudaStream_t)&byte) ==
               cudaErrorInvalidResourceHandle, "no stream");
    expect(cudaStreamSynchronize((cudaStream_t)&byte) == cudaErrorInvalidResourceHandle, "stream");
    expect(cudaEventRecord((cudaEvent_t)&byte, NULL) == cudaErrorInvalidResourceHandle, "event");
    expect(cuModuleLoadData((CUmodule *)&pointer, "not a binary at all") != CUDA_SUCCESS, "PTX");
    expect(cuModuleLoad((CUmodule *)&pointer, "/no/such/file") != CUDA_SUCCESS, "file");
    expect(cudaHostRegister(nothing, sizeof nothing, 0) == cudaSuccess, "register");
    expect(cudaHostRegister(nothing, 4, 0) == cudaErrorHostMemoryAlreadyRegistered, "twice");
    expect(!cudaHostUnregister(nothing) &&
               cudaHostUnregister(nothing) == cudaErrorHostMemoryNotRegistered, "unregister");
    expect(cudaDeviceGetLimit(&size, 99) == cudaErrorUnsupportedLimit, "limit");
    expect(cudaDeviceGetAttribute(NULL, 1, 0) == cudaErrorInvalidValue, "attribute");
    expect(!strcmp(cudaGetErrorName(cudaErrorNoDevice), "cudaErrorNoDevice"), "name");
    expect(cudaGetErrorString((cudaError_t)12345) != NULL, "unknown error");
    expect(launch(&kernel_write_at, 1, 1, 0, arguments) == cudaSuccess, "still works");
    expect(!cudaFree(device) && cudaFree(device) == cudaErrorInvalidValue, "freed twice");
    printf("misuse: ok\n");
}

/* After a fault every call fails, until the device is reset. */
static void fault(void)
{
    int *device;
    long long index = 1000;
    void *arguments[] = {&device, &index};

    cudaMalloc((void **)&device, 64);
    expect(launch(&kernel_write_at, 1, 1, 0, arguments) == cudaErrorIllegalAddress, "fault");
    expect(cudaDeviceSynchronize() == cudaErrorIllegalAddress, "sticky");
    expect(cudaMalloc((void **)&device, 64) == cudaErrorIllegalAddress, "sticky memory");
    printf("fault: %s\n", cudaGetErrorString(cudaGetLastError()));
    expect(!cudaDeviceReset() && !cudaMalloc((void **)&device, 64), "reset");
    expect(launch(&kernel_write_word, 1, 1, 0, arguments) == cudaErrorMisalignedAddress, "aligned");
    cudaDeviceReset();
    cudaMalloc((void **)&device, 64);
    index = 5;
    expect(launch(&kernel_must_be, 1, 1, 0, arguments) == cudaErrorAssert, "assert");
}

static void endless(void)
{
    int *device;
    void *arguments[] = {&device};

    cudaMalloc((void **)&device, 64);
    cudaMemset(device, 0, 64);
    expect(launch(&kernel_wait, 1, 1, 0, arguments) == cudaErrorLaunchTimeout, "limit");
    printf("endless: %s\n", cudaGetErrorName(cudaPeekAtLastError()));
}

/* A program that closes what it did not open, and has files of its own there. */
static void closes(void)
{
    struct stat about;
    FILE *own[8];

    vector();
    for (int i = 3; i < 1024; i++)
        close(i);
    for (int i = 0; i < 8; i++)
        own[i] = tmpfile();
    vector();
    for (int i = 0; i < 8; i++)
        expect(own[i] && !fstat(fileno(own[i]), &about) && !about.st_size, "its own file");
}

static void leave(int signal)
{
    (void)signal;
    _exit(0);
}

/* A program that ends while a kernel runs. */
static void leaves(void)
{
    vector();
    signal(SIGALRM, leave);
    alarm(2);
    endless();
}

static void template(void)
{
    double *value;
    void *arguments[] = {&value};

    cudaMallocManaged((void **)&value, sizeof *value, 1);
    *value = 21;
    expect(launch(&kernel_twice, 1, 1, 0, arguments) == cudaSuccess && *value == 42, "twice");
    printf("template: %g\n", *value);
}

static void callback(void *user)
{
    *(int *)user += 1;
}

static void callbacks(void)
{
    int called = 0;

    expect(!cudaLaunchHostFunc(NULL, callback, &called) && called == 1, "called");
    expect(cudaLaunchHostFunc(NULL, NULL, NULL) == cudaErrorInvalidValue, "NULL");
    exit(called == 1 ? 42 : 1); /* the program's own status */
}

static void crash(void)
{
    abort();
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } programs[] = {
        {"vector", vector},       {"symbols", symbols}, {"structure", structure},
        {"list", list},           {"shared", shared},   {"managed", managed},
        {"console", console},
        {"streams", streams},     {"pitched", pitched}, {"properties", properties},
        {"boxes", boxes},
        {"driver", driver},       {"misuse", misuse},   {"fault", fault},
        {"endless", endless},     {"template", template}, {"callbacks", callbacks},
        {"crash", crash},         {"closes", closes},   {"leaves", leaves},
    };

    if (argc < 3)
        return 98;
    load_image(argv[1]);
    register_all();
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        if (strcmp(programs[i].name, argv[2]) == 0)
            programs[i].run();
    }
    __cudaUnregisterFatBinary(module);
    return failures != 0;
}
