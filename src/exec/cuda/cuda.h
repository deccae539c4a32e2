/* SPDX-License-Identifier: Apache-2.0 */
/* cuda.h - what the files of the CUDA library share. The runtime and the driver API are two sets of
 * names for one device. */
#ifndef WARPCLOCK_EXEC_CUDA_CUDA_H
#define WARPCLOCK_EXEC_CUDA_CUDA_H

#include "exec/common/state.h"
#include "exec/cuda/cuda_abi.h"

/* Another name of a function of the same file. Streams do not wait for each other here, so
 * functions for a default stream per thread (_ptds, _ptsz) are the usual ones. */
#define CUDA_ALIAS(name, other)                                                                    \
    extern __typeof__(name) other __attribute__((alias(CUDA_TEXT(name)), visibility("default")))
#define CUDA_TEXT(name) CUDA_TEXT_OF(name) /* after names.h has replaced it */
#define CUDA_TEXT_OF(name) #name

/* An attribute of a launch, as both interfaces have it. */
struct cuda_launch_attribute {
    int id;
    int unused;
    union {
        int cooperative;
        char bytes[64];
    } value;
};
bool cuda_wants_cooperative(const struct cuda_launch_attribute *attributes, unsigned count);

/* Leaves the device after a call of the driver API, which keeps no latest error. */
CUresult cuda_leave_driver(cudaError_t error);
/* Blocks of a kernel that fit into an SM at once. */
int cuda_occupancy(const struct exec_function *function, int threads, size_t shared);
/* Whether all blocks of a cooperative launch are resident at once. */
cudaError_t cuda_check_cooperative(struct exec_function *function,
                                   const struct launch_sizes *sizes);
cudaError_t cuda_attribute(int attribute, int *value);
/* The major release of CUDA that the program was compiled with, as far as structures depend on it:
 * 10, 11 or 12. */
unsigned cuda_release(void);
/* static.c: of a runtime inside the program; 0: there is none, or it is not known. */
unsigned cuda_release_inside(void);
/* Numbers of memory types, in which the interfaces differ. */
struct cuda_memory_types {
    int host, device, managed, array, unified;
};
struct cuda_memory_types cuda_memory_types(void);
/* What the device is called by programs that number devices otherwise. */
extern const char cuda_uuid[16];

#endif
