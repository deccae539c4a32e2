/* SPDX-License-Identifier: Apache-2.0 */
/* lines_guard.h - decides whether a file's debug information is safe for libdw. */
#ifndef WARPCLOCK_LOAD_LINES_GUARD_H
#define WARPCLOCK_LOAD_LINES_GUARD_H

#include <libelf.h>
#include <stdint.h>

/* NULL if it is; else a sentence with the reason. */
const char *debug_information_problem(Elf *elf);

/* The names of files and folders that a .debug_line section has, or NAMES_UNKNOWN. */
#define NAMES_UNKNOWN UINT64_MAX
uint64_t count_file_names(const uint8_t *bytes, uint64_t size);

#endif
