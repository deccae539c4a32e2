// SPDX-License-Identifier: Apache-2.0
// kernels.cu - kernels of the host programs in this folder: one per way of passing data.
#include <assert.h>
#include <stdio.h>

struct line {
    float *values;
    int count;
    float slope;
};

struct node {
    struct node *next;
    int value;
};

__device__ unsigned counter;
__device__ int table[4] = {3, 1, 4, 1};
__constant__ float scale_by;
__managed__ int both = 5;

extern "C" __global__ void scale(float *values, int count, float by)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] *= by;
}

extern "C" __global__ void scale_constant(float *values, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        values[i] = values[i] * scale_by + (float)table[i % 4];
    if (threadIdx.x == 0)
        atomicAdd(&counter, 1u);
}

extern "C" __global__ void fill_line(struct line line)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < line.count)
        line.values[i] = line.slope * (float)i;
}

extern "C" __global__ void sum_list(const struct node *first, int *sum)
{
    int all = 0;
    for (; first; first = first->next)
        all += first->value;
    *sum = all;
}

extern "C" __global__ void reverse(int *values)
{
    extern __shared__ int tile[];
    tile[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void add_both(const int *number)
{
    both += *number;
}

extern "C" __global__ void hello(int number)
{
    printf("block %d of %d: %d\n", (int)blockIdx.x, (int)gridDim.x, number);
}

extern "C" __global__ void must_be(const int *value, int expected)
{
    assert(*value == expected);
}

extern "C" __global__ void write_at(int *values, long long index)
{
    values[index] = 1;
}

extern "C" __global__ void write_word(char *bytes)
{
    *(int *)(bytes + 1) = 1;
}

extern "C" __global__ void wait_for(volatile int *flag)
{
    while (!*flag)
        ;
}

template <typename T> __global__ void twice(T *value)
{
    *value += *value;
}
template __global__ void twice<double>(double *);
