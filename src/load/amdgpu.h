/* SPDX-License-Identifier: Apache-2.0 */
/* amdgpu.h - the loader for AMDGPU code objects, versions 2 to 5, of GCN3 (gfx801, gfx803).
 *
 * A code object is a shared object without dependencies. It is loaded at address 0, so every
 * address is the one that llvm-objdump shows; its ELF and program headers are not loaded, so
 * nothing is at address 0 itself. (LLVM, User Guide for AMDGPU Backend, "Code Object".) */
#ifndef WARPCLOCK_LOAD_AMDGPU_H
#define WARPCLOCK_LOAD_AMDGPU_H

#include "load/image.h"

enum wc_status amdgpu_load(struct error *err, struct image *image);

/* Bundles of code objects: the one for the best supported chip is used. */
bool is_amd_bundle(const uint8_t *bytes, uint64_t size);
enum wc_status amd_bundle_load(struct error *err, struct image *image);
/* A program for the host that contains bundles; those of one source file may have kernels. */
bool is_hip_program(const uint8_t *bytes, uint64_t size);
enum wc_status hip_program_load(struct error *err, struct image *image);

/* Of chips that can run a kernel ("gfx803") the higher one is preferred; 0: not supported. */
uint32_t amdgpu_chip_rank(const char *chip);

/* As in the metadata: "hidden_global_offset_x"; "hidden_service" for all that are passed as
 * zero. */
const char *hidden_argument_name(enum hidden_argument_kind kind);

#endif
