/* SPDX-License-Identifier: Apache-2.0 */
/* hsa.h - the state of an AMD kernel before its first instruction, as the HSA runtime sets it up.
 *
 * In memory: the argument segment with the hidden arguments that the compiler asked for, the
 * dispatch packet, and the part of the queue that kernels read (LLVM, User Guide for AMDGPU
 * Backend, "Kernel Dispatch" and "Kernel Argument Metadata"). In registers: user and system SGPRs
 * ("Initial Kernel Execution State"). */
#ifndef WARPCLOCK_ABI_HSA_H
#define WARPCLOCK_ABI_HSA_H

#include "abi/launch.h"
#include "isa/gcn3/gcn3.h"
#include "memory/memory.h"

struct hsa_host;

/* Where the runtime places memory, and how much a launch needs. */
struct hsa_launch {
    uint64_t base;                     /* of packet, queue and arguments */
    uint32_t shared_aperture, private_aperture;
    uint64_t scratch_base;             /* of the whole machine's scratch ... */
    uint64_t scratch_bytes;
    uint32_t private_bytes;            /* ... and its bytes per work-item */
    uint32_t lds;                      /* bytes of local memory that a work-group occupies */
    const struct hsa_host *host;       /* its services (hsa_host.h), or NULL */
};

/* Registers that are the same for all wavefronts of a launch. */
struct hsa_registers {
    uint32_t scalar[GCN3_SCALARS];
    uint32_t mode;
    uint32_t system; /* first SGPR after the user SGPRs */
};

/* Fills device memory, and the registers that all wavefronts start with. */
enum wc_status hsa_prepare(struct error *err, struct memory *memory, const struct launch *launch,
                           const struct hsa_launch *hsa, struct hsa_registers *registers);

/* A wavefront of a work-group: its position in the grid, its number, the number of wavefronts, and
 * the start of its scratch from scratch_base. */
struct hsa_wave {
    const uint32_t *group;
    uint32_t number, waves;
    uint32_t scratch;
};
/* Sets the scalar registers that one wavefront starts with, and returns how many. */
uint32_t hsa_wave_registers(const struct launch *launch, const struct hsa_registers *registers,
                            const struct hsa_wave *wave, uint32_t *scalar);
/* How many of x, y and z are in vector registers at the start, minus one. */
uint32_t hsa_item_dimensions(const struct launch *launch);

#endif
