/* SPDX-License-Identifier: Apache-2.0 */
/* cuda.h - the words of CUDA that the programs here use, without a header of NVIDIA. */
#ifdef __NVCC__
#define THREAD threadIdx.x
#else
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))
#define THREAD __nvvm_read_ptx_sreg_tid_x()
#endif
