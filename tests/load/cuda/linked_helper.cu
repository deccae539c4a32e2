// SPDX-License-Identifier: Apache-2.0
// linked_helper.cu - the other one.
typedef int function(int);
__device__ int offset = 5;
__device__ __noinline__ int helper(int x) { return 3 * x + offset; }
__device__ __noinline__ int other(int x) { return 4 * x; }
__device__ function *table[2] = {helper, other};
