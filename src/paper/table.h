/* SPDX-License-Identifier: Apache-2.0 */
/* table.h - a table of figures, theirs next to ours, as text and as JSON.
 *
 * A table is filled cell by cell, row after row, and written twice from the same cells: aligned
 * text, and JSON in which each row is an object by the columns' keys. An unknown number is NAN: "-"
 * in text, null in JSON. */
#ifndef WARPCLOCK_PAPER_TABLE_H
#define WARPCLOCK_PAPER_TABLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/text.h"

struct paper_column {
    const char *key;  /* in JSON */
    const char *head; /* for people */
    bool words;       /* text, to the left; else numbers, to the right */
    bool quiet;       /* text of a repeated value is shown once, on its first row */
};

struct paper_cell {
    const char *text; /* NULL: a number */
    double number;
    int decimals;
};

struct paper_table {
    struct arena *arena;
    const char *name, *title;
    struct paper_column *columns;
    size_t column_count;
    struct paper_cell *cells; /* row by row */
    size_t cell_count;
    const char **notes; /* sentences below */
    size_t note_count;
};

struct paper_table *paper_table_new(struct arena *arena, const char *name, const char *title);
void paper_table_columns(struct paper_table *table, const struct paper_column *columns,
                         size_t count);

/* The next cell of the row, or the first one of the next row. Texts are copied. */
void paper_table_text(struct paper_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void paper_table_number(struct paper_table *table, double value, int decimals);
void paper_table_note(struct paper_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A sentence in lines of at most 100 columns, indented by two blanks. */
void paper_note_write(const char *note, struct text *out);
void paper_table_write(const struct paper_table *table, struct text *out);
json_t *paper_table_json(const struct paper_table *table);
/* Its columns in order: key, head, and the most decimals of its figures. */
json_t *paper_table_heads_json(const struct paper_table *table);

#endif
