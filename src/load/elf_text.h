/* SPDX-License-Identifier: Apache-2.0 */
/* elf_text.h - makes names from a file safe to print: terminals obey control characters, JSON
 * allows only UTF-8. */
#ifndef WARPCLOCK_LOAD_ELF_TEXT_H
#define WARPCLOCK_LOAD_ELF_TEXT_H

#include <stdbool.h>

#include "base/arena.h"

bool is_printable(const char *text);

/* `text` itself when it is printable UTF-8, else a copy with '?' for each byte that is not. */
const char *printable_text(struct arena *arena, const char *text);

#endif
