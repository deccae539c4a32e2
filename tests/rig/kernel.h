/* SPDX-License-Identifier: Apache-2.0 */
/* kernel.h - kernels that a test writes, and launches of any shape. */
#ifndef WARPCLOCK_TESTS_RIG_KERNEL_H
#define WARPCLOCK_TESTS_RIG_KERNEL_H

#include "rig.h"

enum { KERNEL_BASE = 0x1000, KERNEL_BYTES_MAX = 32768 };

/* The rig gets an empty kernel of that instruction set: `isa`, `format` and `architecture` of the
 * image count. */
void kernel_begin(struct rig *rig, const struct image *like, const struct kernel *kernel);
/* Room for more code; the caller counts instructions. */
uint8_t *kernel_extend(struct rig *rig, uint32_t bytes);

/* At the first run the code is decoded. */

enum wc_status rig_admit(struct rig *rig, uint32_t groups, uint32_t items);
/* Clocked; rig_run expects that it ends well. */
enum wc_status rig_try(struct rig *rig, uint32_t groups, uint32_t items, bool every_cycle);
void rig_run(struct rig *rig, uint32_t groups, uint32_t items);
enum wc_status rig_run_functional(struct rig *rig, uint32_t groups, uint32_t items);
/* ... for any shape. */
enum wc_status rig_run_shape(struct rig *rig, const uint32_t grid[3], const uint32_t block[3]);

#endif
