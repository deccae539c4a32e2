/* SPDX-License-Identifier: Apache-2.0 */
/* elf_identity.h - the target of an ELF file, from its first bytes. */
#ifndef WARPCLOCK_LOAD_ELF_IDENTITY_H
#define WARPCLOCK_LOAD_ELF_IDENTITY_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

bool is_elf(const uint8_t *bytes, uint64_t size);

/* e_machine in the file's own byte order; -1 if this is not an ELF file or it is truncated. */
int elf_machine(const uint8_t *bytes, uint64_t size);

/* "x86-64", or NULL for an unknown number. */
const char *elf_machine_name(int machine);

#endif
