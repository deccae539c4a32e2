/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h - address to source line, from DWARF.
 *
 * Reading DWARF costs more than loading a whole kernel, and most runs never need a line, so the
 * table is built on first use. Damaged or absurdly large debug information gives no lines and a
 * sentence with the reason; it never fails. */
#ifndef WARPCLOCK_LOAD_LINES_H
#define WARPCLOCK_LOAD_LINES_H

#include "load/image.h"

struct line_table;

/* `image` and `arena` must outlive the table; the image's segments define what is code. */
struct line_table *lines_new(struct arena *arena, const struct image *image);

bool lines_find(struct line_table *table, uint64_t address, struct source_line *out);
/* The first of several rows with one address: at the start of a function the line of the function
 * itself, where lines_find() gives the line of its first instruction. */
bool lines_find_first(struct line_table *table, uint64_t address, struct source_line *out);
/* Why there are no lines, or NULL. */
const char *lines_problem(struct line_table *table);

#endif
