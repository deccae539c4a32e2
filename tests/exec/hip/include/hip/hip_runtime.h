// SPDX-License-Identifier: Apache-2.0
// hip_runtime.h - what an example needs of the header with this name, without AMD's: positions, and
// allocation by type.
#ifndef WARPCLOCK_TESTS_EXEC_HIP_RUNTIME_H
#define WARPCLOCK_TESTS_EXEC_HIP_RUNTIME_H

#include "../../hip.h"

#define threadIdx (dim3{item(), 0, 0})
#define blockIdx (dim3{group(), 0, 0})
#define blockDim (dim3{group_size(), 1, 1})

// A launch with numbers instead of sizes.
static inline unsigned __hipPushCallConfiguration(unsigned grid, unsigned block)
{
    return __hipPushCallConfiguration(dim3{grid, 1, 1}, dim3{block, 1, 1}, 0, nullptr);
}

template <typename T> static inline hipError_t hipMalloc(T **out, size_t bytes)
{
    return hipMalloc((void **)out, bytes);
}

#endif
