// SPDX-License-Identifier: Apache-2.0
// separate.h - what separate_device.cu has.
extern __device__ int calls;
__device__ int transform(int value);
__global__ void add_one(int *out);
