/* SPDX-License-Identifier: Apache-2.0 */
/* cubin.h - the loader for NVIDIA cubins (sm_50 to sm_62) and fat binaries that hold one.
 *
 * A cubin says nowhere where its sections lie: the driver places them. Here each gets a place of
 * its own in device memory, from 0x1000 on, at multiples of 256, in the order of the file: first
 * every .text section, then variables (.nv.global, .nv.global.init, and .nv.constant3, so that
 * __constant__ variables have addresses, too). So nothing lies at address 0. */
#ifndef WARPCLOCK_LOAD_CUBIN_H
#define WARPCLOCK_LOAD_CUBIN_H

#include "load/image.h"

enum wc_status cubin_load(struct error *err, struct image *image);

bool is_fat_binary(const uint8_t *bytes, uint64_t size);
/* Takes the member for the newest architecture that is supported. */
enum wc_status cubin_fat_load(struct error *err, struct image *image);

/* From sm_50 to sm_62 one instruction encoding. */
bool cubin_architecture_supported(uint32_t sm);
/* "Turing", or NULL. */
const char *cubin_generation(uint32_t sm);

#endif
