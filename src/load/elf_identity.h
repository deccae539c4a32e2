/* SPDX-License-Identifier: Apache-2.0 */
/* elf_identity.h - what an ELF file is for, from its first bytes alone. */
#ifndef WARPCLOCK_LOAD_ELF_IDENTITY_H
#define WARPCLOCK_LOAD_ELF_IDENTITY_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

bool is_elf(const uint8_t *bytes, uint64_t size);

/* e_machine in the file's own byte order; -1 when this is no ELF file or it is cut off before. */
int elf_machine(const uint8_t *bytes, uint64_t size);

/* "x86-64", or NULL for a number that has no name here. */
const char *elf_machine_name(int machine);

#endif
