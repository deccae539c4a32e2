/* SPDX-License-Identifier: Apache-2.0 */
/* fold.c - a report on a terminal that is narrower than its lines.
 *
 * Consecutive lines with gaps of two blanks are a table; its columns are what such gaps separate in
 * all of its lines. */
#include "fold.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"

enum { GAP = 2, COLUMNS_MAX = 1024, PROSE_MIN = 18 /* columns that text needs */ };

struct line {
    const char *begin, *end;
};

struct span {
    size_t begin, end; /* columns */
};

struct table {
    const struct line *lines;
    size_t count, widest;
    struct span columns[COLUMNS_MAX / GAP];
    size_t column_count;
};

/* ---- columns of a line ---- */

/* One character of the screen, with the colours that are set before it. A colour that ends belongs
 * to the character before. */
static const char *skip_colour(const char *at, const char *end, bool resets)
{
    while (at + 1 < end && at[0] == '\033' && at[1] == '[' &&
           (strncmp(at, "\033[0m", 4) == 0) == resets) {
        while (at < end && *at != 'm')
            at++;
        at += at < end;
    }
    return at;
}

static const char *next_character(const char *at, const char *end)
{
    at = skip_colour(at, end, false);
    at += at < end;
    while (at < end && (*at & 0xc0) == 0x80)
        at++;
    return skip_colour(at, end, true);
}

static const char *at_column(const struct line *line, size_t column)
{
    const char *at = line->begin;
    while (column-- && at < line->end)
        at = next_character(at, line->end);
    return at;
}

static size_t line_width(const struct line *line)
{
    size_t width = 0;
    for (const char *at = line->begin; at < line->end; at = next_character(at, line->end))
        width++;
    return width;
}

static size_t indentation(const struct line *line)
{
    size_t blanks = 0;
    while (line->begin + blanks < line->end && line->begin[blanks] == ' ')
        blanks++;
    return blanks;
}

static bool is_row(const struct line *line)
{
    const char *at = line->begin + indentation(line);
    for (; at + GAP < line->end; at++) {
        if (at[0] == ' ' && at[1] == ' ' && at[2] != ' ')
            return true;
    }
    return false;
}

/* ---- output ---- */

static void write_part(FILE *out, const char *begin, const char *end)
{
    fwrite(begin, 1, (size_t)(end - begin), out);
}

/* A blank between the digits of one number, or before its "%": no line breaks there. */
static bool is_joint(const char *at, const char *end)
{
    static const char digits[] = "0123456789";
    return strchr(digits, at[-1]) && at + 1 < end &&
           (at[1] == '%' || strspn(at + 1, digits) == 3);
}

/* From `at` on, which is in column `start`; the lines that follow begin there, too. */
static void write_wrapped(FILE *out, const char *at, const char *end, size_t start, size_t width)
{
    size_t column = start;
    while (at < end) {
        const char *word = at;
        size_t length = 0, blanks = 0;
        for (; word < end && *word == ' '; word++)
            blanks++;
        const char *after = word;
        for (; after < end && (*after != ' ' || (after > word && is_joint(after, end)));
             after = next_character(after, end))
            length++;
        if (column > start && column + blanks + length > width) {
            fprintf(out, "\n%*s", (int)start, "");
            column = start;
        } else {
            fprintf(out, "%*s", (int)blanks, "");
            column += blanks;
        }
        write_part(out, word, after);
        column += length;
        at = after;
    }
    fputc('\n', out);
}

/* Lines below a "- " begin where its text does. */
static size_t text_begin(const struct line *line)
{
    const size_t blanks = indentation(line);
    return blanks + (strncmp(line->begin + blanks, "- ", 2) == 0 ? 2 : 0);
}

static void write_text(FILE *out, const struct line *line, size_t width)
{
    const size_t blanks = text_begin(line) + PROSE_MIN <= width ? text_begin(line) : 0;
    write_part(out, line->begin, line->begin + blanks);
    write_wrapped(out, line->begin + blanks, line->end, blanks, width);
}

/* ---- tables ---- */

static void find_columns(struct table *table)
{
    bool used[COLUMNS_MAX + GAP] = {false};
    for (size_t i = 0; i < table->count; i++) {
        const struct line *line = &table->lines[i];
        size_t column = 0;
        for (const char *at = line->begin; at < line->end && column < COLUMNS_MAX; column++) {
            used[column] |= *skip_colour(at, line->end, false) != ' ';
            at = next_character(at, line->end);
        }
    }
    table->column_count = 0;
    for (size_t at = 0; at < table->widest; at++) {
        const size_t count = table->column_count;
        if (!used[at])
            continue;
        if (count && at - table->columns[count - 1].end < GAP)
            table->columns[count - 1].end = at + 1;
        else
            table->columns[table->column_count++] = (struct span){at, at + 1};
    }
}

static void write_columns(FILE *out, const struct table *table, size_t first, size_t end)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct line *line = &table->lines[i];
        struct line row = {line->begin, at_column(line, table->columns[0].end)};
        write_part(out, row.begin, row.end);
        size_t gap = table->columns[0].end - line_width(&row) + GAP;
        for (size_t c = first; c < end; c++) {
            const struct span *column = &table->columns[c];
            row = (struct line){at_column(line, column->begin), at_column(line, column->end)};
            if (row.begin < row.end)
                fprintf(out, "%*s", (int)gap, "");
            write_part(out, row.begin, row.end);
            gap = column->end - column->begin - line_width(&row) + GAP;
        }
        fputc('\n', out);
    }
}

/* The end of the columns after `first` that fit beside the first one; `first`: not one does. */
static size_t columns_that_fit(const struct table *table, size_t first, size_t width)
{
    size_t used = table->columns[0].end, c = first;
    for (; c < table->column_count; c++) {
        used += GAP + table->columns[c].end - table->columns[c].begin;
        if (used > width)
            break;
    }
    return c;
}

static bool fits_in_parts(const struct table *table, size_t width)
{
    for (size_t c = 1; c < table->column_count; c++) {
        if (columns_that_fit(table, c, width) == c)
            return false;
    }
    return table->column_count > 1;
}

static bool ends_in_text(const struct table *table, size_t width)
{
    const struct span *last = &table->columns[table->column_count - 1];
    bool words = false;
    for (size_t i = 0; i < table->count; i++) {
        const struct line *line = &table->lines[i];
        const char *at = at_column(line, last->begin);
        words |= line_width(line) > width && memchr(at, ' ', (size_t)(line->end - at));
    }
    return words && table->column_count > 1 && last->begin + PROSE_MIN <= width;
}

static void write_table(FILE *out, struct table *table, size_t width)
{
    find_columns(table);
    if (ends_in_text(table, width)) {
        const size_t start = table->columns[table->column_count - 1].begin;
        for (size_t i = 0; i < table->count; i++) {
            const char *at = at_column(&table->lines[i], start);
            write_part(out, table->lines[i].begin, at);
            write_wrapped(out, at, table->lines[i].end, start, width);
        }
        return;
    }
    if (!fits_in_parts(table, width)) {
        write_part(out, table->lines[0].begin, table->lines[table->count - 1].end + 1);
        return;
    }
    for (size_t first = 1, end; first < table->column_count; first = end) {
        end = columns_that_fit(table, first, width);
        if (first > 1)
            fputc('\n', out);
        write_columns(out, table, first, end);
    }
}

/* ---- the whole ---- */

static struct line next_line(const char *at)
{
    return (struct line){at, at + strcspn(at, "\n")};
}

/* The lines from `at` on that are rows of one table. */
static struct table next_table(const char *at, struct line *lines)
{
    struct table table = {.lines = lines};
    for (struct line line = next_line(at); *at && *line.end && is_row(&line);
         line = next_line(at)) {
        const size_t width = line_width(&line);
        lines[table.count++] = line;
        table.widest = width > table.widest ? width : table.widest;
        at = line.end + 1;
    }
    return table;
}

char *fold_text(const char *text, size_t width)
{
    struct text_stream folded = {0};
    FILE *out = text_stream_open(&folded);
    size_t line_count = 1;
    for (const char *at = text; *at; at++)
        line_count += *at == '\n';
    struct line *lines = reallocate(NULL, line_count * sizeof *lines);
    while (*text) {
        const struct line line = next_line(text);
        struct table table = next_table(text, lines);
        const struct line last = table.count ? lines[table.count - 1] : line;
        if (table.count && (table.widest <= width || table.widest > COLUMNS_MAX))
            write_part(out, line.begin, last.end + 1);
        else if (table.count)
            write_table(out, &table, width);
        else
            write_text(out, &line, width);
        text = last.end + (*last.end != '\0');
    }
    free(lines);
    return text_stream_close(&folded, out);
}
