/* SPDX-License-Identifier: Apache-2.0 */
/* loop_statement.c - searches the notes about the loops of a source. */
#include "flow/loop_statement.h"

#include <string.h>

void line_range_add(struct line_range *range, const struct source_line *line)
{
    if (!range->file)
        *range = (struct line_range){.file = line->file, .low = line->line, .high = line->line};
    else if (strcmp(range->file, line->file))
        range->is_mixed = true;
    else if (line->line < range->low)
        range->low = line->line;
    else if (line->line > range->high)
        range->high = line->line;
}

bool same_source_file(const char *a, size_t a_length, const char *b)
{
    size_t b_length = strlen(b);
    if (a_length > b_length)
        return a[a_length - b_length - 1] == '/' && !memcmp(a + a_length - b_length, b, b_length);
    const char *end = b + b_length - a_length;
    return !memcmp(a, end, a_length) && (end == b || end[-1] == '/');
}

static bool holds(const struct loop_statement *statement, const struct line_range *lines)
{
    return statement->first <= lines->low && lines->high <= statement->last &&
           same_source_file(statement->file, strlen(statement->file), lines->file);
}

const struct loop_statement *loop_statement_around(const struct image *image,
                                                   const struct line_range *lines,
                                                   uint32_t *budget)
{
    const struct loop_statement *found = NULL;
    if (!lines->file || lines->is_mixed)
        return NULL;
    for (uint32_t i = 0; i < image->loop_statement_count; i++) {
        const struct loop_statement *statement = &image->loop_statements[i];
        if (!*budget)
            return NULL;
        --*budget;
        if (holds(statement, lines) &&
            (!found || statement->last - statement->first <= found->last - found->first))
            found = statement;
    }
    return found;
}

bool loop_statement_head_has(const struct loop_statement *statement,
                             const struct source_line *line)
{
    return (line->line == statement->line ||
            (statement->first <= line->line && line->line <= statement->head)) &&
           same_source_file(statement->file, strlen(statement->file), line->file);
}
