// SPDX-License-Identifier: Apache-2.0
// separate.cu - a program of two source files whose device code is linked (-rdc=true): a kernel here
// calls a function and counts in a variable of separate_device.cu.
#include <cstdio>

#include "separate.h"

__global__ void fill(int *out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = transform(i);
    atomicAdd(&calls, 1);
}

int main()
{
    const int count = 256;
    int *out, counted = 0, wrong = 0;
    if (cudaMallocManaged(&out, count * sizeof *out) != cudaSuccess)
        return 1;
    fill<<<count / 64, 64>>>(out);
    add_one<<<count / 64, 64>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess ||
        cudaMemcpyFromSymbol(&counted, calls, sizeof counted) != cudaSuccess)
        return 1;
    for (int i = 0; i < count; i++)
        wrong += out[i] != 3 * i + 6;
    std::printf("separate: %d calls, %d wrong\n", counted, wrong);
    return wrong != 0 || counted != count;
}
