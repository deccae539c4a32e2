// SPDX-License-Identifier: Apache-2.0
// linked.cu - one of two files that are compiled apart (nvcc -dc) and linked (nvcc -dlink).
typedef int function(int);
extern __device__ int helper(int);
extern __device__ function *table[2];
extern __device__ int offset;

__global__ void linked(int *out, int which)
{
    out[0] = helper(which);
    out[1] = table[which](7);
    offset++;
}
