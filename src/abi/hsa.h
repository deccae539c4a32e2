/* SPDX-License-Identifier: Apache-2.0 */
/* hsa.h - what an AMD kernel finds before its first instruction, as the HSA runtime leaves it.
 *
 * In memory: the argument segment with the hidden arguments that the compiler asked for, the
 * dispatch packet, and of the queue what kernels read (LLVM, User Guide for AMDGPU Backend, "Kernel
 * Dispatch" and "Kernel Argument Metadata"). In registers: user and system SGPRs ("Initial Kernel
 * Execution State"). */
#ifndef WARPCLOCK_ABI_HSA_H
#define WARPCLOCK_ABI_HSA_H

#include "abi/launch.h"
#include "isa/gcn3/gcn3.h"
#include "memory/memory.h"

/* Where the runtime puts things, and how much of what a launch takes. */
struct hsa_launch {
    uint64_t base;                     /* of packet, queue and arguments */
    uint32_t shared_aperture, private_aperture;
    uint64_t scratch_base;             /* of the whole machine's scratch ... */
    uint64_t scratch_bytes;
    uint32_t private_bytes;            /* ... and its bytes per work-item */
    uint32_t lds;                      /* bytes of local memory that a work-group occupies */
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

/* A wavefront of a work-group: its place in the grid, its number, how many there are, and where its
 * scratch begins from scratch_base. */
struct hsa_wave {
    const uint32_t *group;
    uint32_t number, waves;
    uint32_t scratch;
};
/* The scalar registers that one wavefront starts with. */
void hsa_wave_registers(const struct launch *launch, const struct hsa_registers *registers,
                        const struct hsa_wave *wave, uint32_t *scalar);
/* How many of x, y and z vector registers start with, less one. */
uint32_t hsa_item_dimensions(const struct launch *launch);

#endif
