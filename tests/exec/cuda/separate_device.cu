// SPDX-License-Identifier: Apache-2.0
// separate_device.cu - the other source file of separate.cu.
#include "separate.h"

__device__ int calls;

__device__ __noinline__ int transform(int value)
{
    return 3 * value + 5;
}

__global__ void add_one(int *out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x]++;
}
