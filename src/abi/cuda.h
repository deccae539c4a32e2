/* SPDX-License-Identifier: Apache-2.0 */
/* cuda.h - the state of a CUDA kernel before its first instruction: constant banks with its
 * parameters and the sizes of the launch (PAS-23). */
#ifndef WARPCLOCK_ABI_CUDA_H
#define WARPCLOCK_ABI_CUDA_H

#include "abi/launch.h"
#include "isa/sass/sass.h"
#include "memory/memory.h"

enum { CUDA_BANK_BYTES = 65536 }; /* of a constant bank: the range of an offset */

/* Bytes of local memory per thread: what the file says, or the stack that the job gives if it is
 * larger. Without either a kernel of unknown depth gets CUDA's default of 1 KiB. */
enum { CUDA_STACK_BYTES = 1024 };
uint32_t cuda_local_bytes(const struct launch *launch);
/* Refuses arguments that do not fit into constant bank 0. */
enum wc_status cuda_check_arguments(struct error *err, const struct launch *launch);
/* The workspace of a cooperative launch, for the length of the launch: its size, then the counter
 * at which grid.sync() waits. The code of grid.sync() is in the cubin. */
enum { CUDA_WORKSPACE_BYTES = 8 };
enum wc_status cuda_place_workspace(struct error *err, struct memory *memory, uint64_t address);
/* Fills bank 0 with the numbers that compiled code reads there and with the arguments, and the
 * table of all banks. Windows, sizes and bytes of `sass` must be set. */
void cuda_fill_banks(struct sass_launch *sass, uint8_t bank[CUDA_BANK_BYTES],
                     const struct memory *memory, const struct launch *launch);

#endif
