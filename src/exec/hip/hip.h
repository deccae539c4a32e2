/* SPDX-License-Identifier: Apache-2.0 */
/* hip.h - what the files of the HIP library share. */
#ifndef WARPCLOCK_EXEC_HIP_HIP_H
#define WARPCLOCK_EXEC_HIP_HIP_H

#include "exec/common/state.h"
#include "exec/hip/hip_abi.h"

enum { HIP_WAVEFRONT = 64 };

/* The major release whose library the program, or a library of it, was linked with: 5 also stands
 * for 4. The releases differ in numbers and structures that have the same names. */
unsigned hip_release(void);
/* Blocks of a kernel that fit into a compute unit at once. */
int hip_occupancy(const struct exec_function *function, int threads, size_t shared);

#endif
