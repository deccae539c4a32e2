/* SPDX-License-Identifier: Apache-2.0 */
/* lines_guard.h - decides whether a file's debug information is safe for libdw. */
#ifndef WARPCLOCK_LOAD_LINES_GUARD_H
#define WARPCLOCK_LOAD_LINES_GUARD_H

#include <libelf.h>

/* NULL if it is; else a sentence with the reason. */
const char *debug_information_problem(Elf *elf);

#endif
