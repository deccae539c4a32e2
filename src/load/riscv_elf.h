/* SPDX-License-Identifier: Apache-2.0 */
/* riscv_elf.h - the loader for linked RV32 programs and kernels. */
#ifndef WARPCLOCK_LOAD_RISCV_ELF_H
#define WARPCLOCK_LOAD_RISCV_ELF_H

#include "load/image.h"

enum wc_status riscv_elf_load(struct error *err, struct image *image);

#endif
