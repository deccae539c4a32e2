/* SPDX-License-Identifier: Apache-2.0 */
/* cooperative.c - cooperative launches: cooperative FATBIN. */
#include "program.h"

enum { BLOCKS = 8, THREADS = 64, COUNT = BLOCKS * THREADS, ROUNDS = 3 };

static const char kernel_rotate, kernel_is_cooperative;

static int *numbers(void)
{
    int host[COUNT], *device = NULL;
    for (int i = 0; i < COUNT; i++)
        host[i] = i;
    expect(!cudaMalloc((void **)&device, sizeof host), "cudaMalloc");
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    return device;
}

static void check(const int *device)
{
    int host[COUNT];
    expect(!cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost), "copy");
    for (int i = 0; i < COUNT; i++)
        expect(host[i] == (i + ROUNDS) % COUNT + ROUNDS, "element");
}

static void by_runtime(void)
{
    const struct dim3 grid = {BLOCKS, 1, 1}, block = {THREADS, 1, 1};
    int count = COUNT, rounds = ROUNDS, *device = numbers();
    void *arguments[] = {&device, &count, &rounds};
    expect(!cudaLaunchCooperativeKernel(&kernel_rotate, grid, block, arguments, 0, NULL), "run");
    check(device);
}

/* All blocks must be resident: 2 SMs of 2048 threads. */
static void too_large(void)
{
    const struct dim3 fits = {4, 1, 1}, larger = {5, 1, 1}, block = {1024, 1, 1};
    int *out = numbers();
    void *arguments[] = {&out};
    int blocks = 0, supported = 0;
    expect(!cudaDeviceGetAttribute(&supported, 95, 0) && supported, "attribute");
    expect(!cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &kernel_is_cooperative, 1024,
                                                          0) && blocks == 2, "occupancy");
    expect(cudaLaunchCooperativeKernel(&kernel_is_cooperative, larger, block, arguments, 0, NULL) ==
               cudaErrorCooperativeLaunchTooLarge, "too large");
    expect(cudaGetLastError() == cudaErrorCooperativeLaunchTooLarge, "last error");
    expect(!cudaLaunchCooperativeKernel(&kernel_is_cooperative, fits, block, arguments, 0, NULL),
           "as many as fit");
}

/* The group of a launch that is not cooperative is not valid. */
static void plain(void)
{
    const struct dim3 one = {1, 1, 1};
    int *out = numbers(), valid = -1;
    void *arguments[] = {&out};
    expect(!cudaLaunchKernel(&kernel_is_cooperative, one, one, arguments, 0, NULL), "launch");
    cudaMemcpy(&valid, out, sizeof valid, cudaMemcpyDeviceToHost);
    expect(valid == 0, "a plain launch has no grid to wait for");
    expect(!cudaLaunchCooperativeKernel(&kernel_is_cooperative, one, one, arguments, 0, NULL),
           "launch");
    cudaMemcpy(&valid, out, sizeof valid, cudaMemcpyDeviceToHost);
    expect(valid == 1, "a cooperative launch has one");
}

static void by_driver(const char *path)
{
    CUmodule module;
    CUfunction function;
    int count = COUNT, rounds = ROUNDS, *device = numbers();
    void *arguments[] = {&device, &count, &rounds};
    expect(!cuModuleLoad(&module, path), "module");
    expect(!cuModuleGetFunction(&function, module, "rotate"), "function");
    expect(!cuLaunchCooperativeKernel(function, BLOCKS, 1, 1, THREADS, 1, 1, 0, NULL, arguments),
           "launch");
    check(device);
}

int main(int argc, char **argv)
{
    static const struct host_kernel kernels[] = {{&kernel_rotate, "rotate"},
                                                 {&kernel_is_cooperative, "is_cooperative"}};
    if (argc != 2)
        return 98;
    register_kernels(argv[1], kernels, 2);
    by_runtime();
    too_large();
    plain();
    by_driver(argv[1]);
    printf("cooperative: %d failures\n", failures);
    return failures != 0;
}
