/* SPDX-License-Identifier: Apache-2.0 */
/* lines_guard.h - is it safe to hand a file's debug information to libdw? */
#ifndef WARPCLOCK_LOAD_LINES_GUARD_H
#define WARPCLOCK_LOAD_LINES_GUARD_H

#include <libelf.h>

/* NULL when it is; else a sentence that says why not. */
const char *debug_information_problem(Elf *elf);

#endif
