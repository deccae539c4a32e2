// SPDX-License-Identifier: Apache-2.0
// hip.h - what a HIP source file needs, without AMD's headers: clang's attributes and builtins, and
// our own declarations of the runtime.
#ifndef WARPCLOCK_TESTS_EXEC_HIP_H
#define WARPCLOCK_TESTS_EXEC_HIP_H

extern "C" {
#include "exec/hip/hip_abi.h"
unsigned __hipPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared = 0,
                                    hipStream_t stream = nullptr);
}

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))

static __device__ inline unsigned item()
{
    return __builtin_amdgcn_workitem_id_x();
}

static __device__ inline unsigned group()
{
    return __builtin_amdgcn_workgroup_id_x();
}

static __device__ inline unsigned group_size()
{
    return __builtin_amdgcn_workgroup_size_x();
}

static __device__ inline unsigned position()
{
    return group() * group_size() + item();
}

#endif
