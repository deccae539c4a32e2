/* SPDX-License-Identifier: Apache-2.0 */
/* table.c - fills tables, and writes their two forms. */
#include "paper/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

enum { NUMBER_ROOM = 48, LINE_MAX = 100 };

struct paper_table *paper_table_new(struct arena *arena, const char *name, const char *title)
{
    struct paper_table *table = arena_alloc(arena, sizeof *table);
    *table = (struct paper_table){.arena = arena, .name = name, .title = title};
    return table;
}

void paper_table_columns(struct paper_table *table, const struct paper_column *columns,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        table->columns = arena_grow(table->arena, table->columns, table->column_count,
                                    sizeof *table->columns);
        table->columns[table->column_count++] = columns[i];
    }
}

static void add_cell(struct paper_table *table, struct paper_cell cell)
{
    table->cells =
        arena_grow(table->arena, table->cells, table->cell_count, sizeof *table->cells);
    table->cells[table->cell_count++] = cell;
}

static const char *formatted(struct arena *arena, const char *format, va_list arguments)
{
    struct text text = {0};
    text_add_list(&text, format, arguments);
    const char *copy = arena_strdup(arena, text_string(&text));
    text_free(&text);
    return copy;
}

void paper_table_text(struct paper_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    add_cell(table, (struct paper_cell){.text = formatted(table->arena, format, arguments)});
    va_end(arguments);
}

void paper_table_number(struct paper_table *table, double value, int decimals)
{
    add_cell(table, (struct paper_cell){.number = value, .decimals = decimals});
}

void paper_table_note(struct paper_table *table, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    table->notes =
        arena_grow(table->arena, table->notes, table->note_count, sizeof *table->notes);
    table->notes[table->note_count++] = formatted(table->arena, format, arguments);
    va_end(arguments);
}

/* ---- for people ---- */

static const struct paper_cell *cell_at(const struct paper_table *table, size_t row, size_t column)
{
    return &table->cells[row * table->column_count + column];
}

static size_t row_count(const struct paper_table *table)
{
    return table->column_count ? table->cell_count / table->column_count : 0;
}

/* Hidden only if the cells to its left are repeated as well. */
static bool is_repeated(const struct paper_table *table, size_t row, size_t column)
{
    return row && table->columns[column].quiet &&
           strcmp(cell_at(table, row, column)->text, cell_at(table, row - 1, column)->text) == 0 &&
           (!column || !table->columns[column - 1].quiet || is_repeated(table, row, column - 1));
}

static const char *cell_text(const struct paper_table *table, size_t row, size_t column,
                             char number[NUMBER_ROOM])
{
    const struct paper_cell *cell = cell_at(table, row, column);
    if (cell->text)
        return is_repeated(table, row, column) ? "" : cell->text;
    if (isnan(cell->number))
        return "-";
    snprintf(number, NUMBER_ROOM, "%.*f", cell->decimals, cell->number);
    return number;
}

static size_t column_width(const struct paper_table *table, size_t column)
{
    size_t width = strlen(table->columns[column].head);
    for (size_t row = 0; row < row_count(table); row++) {
        char number[NUMBER_ROOM];
        size_t length = strlen(cell_text(table, row, column, number));
        width = length > width ? length : width;
    }
    return width;
}

static void write_padded(const struct paper_table *table, size_t column, size_t width,
                         const char *text, struct text *out)
{
    bool words = table->columns[column].words;
    text_add(out, "  %*s", words ? -(int)width : (int)width, text);
}

/* Without blanks at its end. */
static void write_line(const struct paper_table *table, const size_t *widths, size_t row,
                       bool head, struct text *out)
{
    struct text line = {0};
    for (size_t column = 0; column < table->column_count; column++) {
        char number[NUMBER_ROOM];
        write_padded(table, column, widths[column],
                     head ? table->columns[column].head : cell_text(table, row, column, number),
                     &line);
    }
    const char *bytes = text_string(&line);
    size_t length = strlen(bytes);
    while (length && bytes[length - 1] == ' ')
        length--;
    text_add(out, "%.*s\n", (int)length, bytes);
    text_free(&line);
}

void paper_note_write(const char *note, struct text *out)
{
    size_t column = 2;
    text_add(out, "  ");
    while (*note) {
        size_t word = strcspn(note, " ");
        if (column > 2 && column + 1 + word > LINE_MAX) {
            text_add(out, "\n  ");
            column = 2;
        }
        text_add(out, "%s%.*s", column > 2 ? " " : "", (int)word, note);
        column += word + (column > 2);
        note += word;
        note += strspn(note, " ");
    }
    text_add(out, "\n");
}

void paper_table_write(const struct paper_table *table, struct text *out)
{
    size_t *widths = arena_array(table->arena, table->column_count + 1, sizeof *widths);
    for (size_t column = 0; column < table->column_count; column++)
        widths[column] = column_width(table, column);
    text_add(out, "%s: %s\n", table->name, table->title);
    write_line(table, widths, 0, true, out);
    for (size_t row = 0; row < row_count(table); row++)
        write_line(table, widths, row, false, out);
    for (size_t i = 0; i < table->note_count; i++)
        paper_note_write(table->notes[i], out);
}

/* ---- for programs ---- */

static json_t *cell_json(const struct paper_cell *cell)
{
    if (cell->text)
        return json_outside_string(cell->text);
    if (isnan(cell->number))
        return json_null();
    return cell->decimals ? json_figure(cell->number)
                          : json_integer((json_int_t)llround(cell->number));
}

json_t *paper_table_json(const struct paper_table *table)
{
    json_t *rows = json_array(), *notes = json_array();
    for (size_t row = 0; row < row_count(table); row++) {
        json_t *object = json_object();
        for (size_t column = 0; column < table->column_count; column++)
            json_put(&object, table->columns[column].key,
                     cell_json(cell_at(table, row, column)));
        json_append(&rows, object);
    }
    for (size_t i = 0; i < table->note_count; i++)
        json_append(&notes, json_outside_string(table->notes[i]));
    return json_pack("{s:s, s:s, s:o, s:o}", "name", table->name, "title", table->title, "rows",
                     rows, "notes", notes);
}

static int most_decimals(const struct paper_table *table, size_t column)
{
    int most = 0;
    for (size_t i = column; i < table->cell_count; i += table->column_count) {
        const struct paper_cell *cell = &table->cells[i];
        most = !cell->text && cell->decimals > most ? cell->decimals : most;
    }
    return most;
}

json_t *paper_table_heads_json(const struct paper_table *table)
{
    json_t *heads = json_array();
    for (size_t i = 0; i < table->column_count; i++)
        json_append(&heads, json_pack("{s:s, s:s, s:i}", "key", table->columns[i].key, "head",
                                      table->columns[i].head, "decimals", most_decimals(table, i)));
    return heads;
}
