/* SPDX-License-Identifier: Apache-2.0 */
/* names-10.c - for linking release-10.c as if it was with NVIDIA's library of CUDA 10.2: the
 * functions that it calls, as names. */
#define NAME(name)   \
    void name(void); \
    void name(void) {}

#pragma GCC visibility push(default)
NAME(cudaDeviceGetAttribute)
NAME(cudaGetDeviceProperties)
NAME(cudaMallocManaged)
NAME(cudaPointerGetAttributes)
