/* SPDX-License-Identifier: Apache-2.0 */
/* cubin.h - the loader for NVIDIA cubins (sm_50 to sm_62) and fat binaries with one.
 *
 * A cubin has no addresses for its sections: the driver places them. Here each gets its own address
 * in device memory, from 0x1000 on, at multiples of 256, in file order: first every .text section,
 * then variables (.nv.global, .nv.global.init, and .nv.constant3, so that __constant__ variables
 * have addresses, too). Nothing is at address 0. */
#ifndef WARPCLOCK_LOAD_CUBIN_H
#define WARPCLOCK_LOAD_CUBIN_H

#include "load/image.h"

enum wc_status cubin_load(struct error *err, struct image *image);

bool is_fat_binary(const uint8_t *bytes, uint64_t size);
/* Uses the member for the newest supported architecture. */
enum wc_status cubin_fat_load(struct error *err, struct image *image);
/* A program for the host that contains fat binaries; those of one source file may have kernels. */
bool is_cuda_program(const uint8_t *bytes, uint64_t size);
enum wc_status cuda_program_load(struct error *err, struct image *image);

/* sm_50 to sm_62 have the same instruction encoding. */
bool cubin_architecture_supported(uint32_t sm);
/* "Turing", or NULL. */
const char *cubin_generation(uint32_t sm);

#endif
