/* SPDX-License-Identifier: Apache-2.0 */
/* example.h - programs of the paper's text, written in one line.
 *
 *     1 {2 {3 ; 4 | 5} 6 ; 7 | 8} 9
 *
 * Blocks are numbers from 1 on. Braces follow the block that ends in a divergent branch: first
 * side, then the branch-serialisation block after a semicolon, if it has a number, then second
 * side. */
#ifndef WARPCLOCK_PAPER_PWS_EXAMPLE_H
#define WARPCLOCK_PAPER_PWS_EXAMPLE_H

#include "flow/structure.h"
#include "paper/pws/published.h"

/* Every branch allows a split; those of `marks` are marked. NULL: the line is not well-formed. */
struct structure *example_read(struct arena *arena, const struct published_program *program,
                               const double *marks, size_t mark_count);

#endif
