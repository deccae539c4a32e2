/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h - debug information of moved code: a compilation unit of its own.
 *
 * It has a line table and the functions, and refers to no other unit, so that nothing in the file
 * needs to change. Variables and inlined calls are described for the original code only. */
#ifndef WARPCLOCK_PASS_SPLIT_LINES_H
#define WARPCLOCK_PASS_SPLIT_LINES_H

#include "base/text.h"
#include "pass/split/object.h"

/* What is appended to sections of the file. `info` begins with offsets of the other two, which are
 * the lengths of those sections before. */
struct split_lines {
    struct text abbreviations, info, lines;
};

/* Empty for a file without source lines. */
struct split_lines split_lines_make(const struct program *program, const struct moved *moved,
                                    uint32_t count, uint32_t abbreviations_at, uint32_t lines_at);
void split_lines_free(struct split_lines *lines);

#endif
