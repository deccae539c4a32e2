/* SPDX-License-Identifier: Apache-2.0 */
/* loop_statement.h - finds the loop statement of the source around lines of machine code.
 *
 * The build notes every loop of a source with its first and last line (load/image.h). The line of
 * any instruction of the loop is between them. */
#ifndef WARPCLOCK_FLOW_LOOP_STATEMENT_H
#define WARPCLOCK_FLOW_LOOP_STATEMENT_H

#include <stddef.h>

#include "load/image.h"

/* Lines of one file; without a file: none yet. */
struct line_range {
    const char *file;
    uint32_t low, high;
    bool is_mixed; /* there were others, of other files */
};

void line_range_add(struct line_range *range, const struct source_line *line);

/* "k.cl" and "src/k.cl" are one file: neither job nor compiler states the folder. */
bool same_source_file(const char *a, size_t a_length, const char *b);

/* The innermost statement around all these lines; NULL: none. *budget decreases by the statements
 * visited; at 0 none is found. */
const struct loop_statement *loop_statement_around(const struct image *image,
                                                   const struct line_range *lines,
                                                   uint32_t *budget);

/* Whether the line is in the statement's head, including a preceding pragma. */
bool loop_statement_head_has(const struct loop_statement *statement,
                             const struct source_line *line);

#endif
