/* SPDX-License-Identifier: Apache-2.0 */
/* comparison.c - filling and writing the table. The figure compared is
 * cycles, or warp-instructions where a run had no clock. */
#include "report/comparison.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/json_text.h"

static size_t name_index(struct arena *arena, const char ***names, size_t *count, const char *name)
{
    for (size_t i = 0; i < *count; i++) {
        if (strcmp((*names)[i], name) == 0)
            return i;
    }
    *names = arena_grow(arena, *names, *count, sizeof **names);
    (*names)[*count] = arena_strdup(arena, name);
    return (*count)++;
}

void comparison_add(struct wc_comparison *c, const char *job, const char *machine,
                    const struct wc_result *result, const char *note)
{
    struct comparison_cell cell = {
        .row = name_index(&c->arena, &c->rows, &c->row_count, job),
        .column = name_index(&c->arena, &c->columns, &c->column_count, machine),
        .has_result = result != NULL,
        .note = note ? arena_strdup(&c->arena, note) : NULL};
    if (result) {
        cell.status = result->status;
        cell.statistics = result->statistics;
    }
    c->cells = arena_grow(&c->arena, c->cells, c->cell_count, sizeof *c->cells);
    c->cells[c->cell_count++] = cell;
}

static const struct comparison_cell *cell_at(const struct wc_comparison *c, size_t row,
                                             size_t column)
{
    const struct comparison_cell *found = NULL;
    for (size_t i = 0; i < c->cell_count; i++) {
        if (c->cells[i].row == row && c->cells[i].column == column)
            found = &c->cells[i];
    }
    return found;
}

static bool is_timed(const struct comparison_cell *cell)
{
    return cell->statistics.count[STAT_CYCLES] > 0;
}

static double figure(const struct comparison_cell *cell)
{
    return (double)cell->statistics
        .count[is_timed(cell) ? STAT_CYCLES : STAT_WARP_INSTRUCTIONS];
}

static void cell_text(const struct wc_comparison *c, size_t row, size_t column, char *out,
                      size_t room)
{
    const struct comparison_cell *cell = cell_at(c, row, column);
    const struct comparison_cell *first = cell_at(c, row, 0);
    if (!cell || !cell->has_result) {
        snprintf(out, room, "-");
        return;
    }
    const char *mark = cell->status == WC_OK ? "" : cell->status == WC_MISMATCH ? " WRONG" : " CUT";
    bool timed = is_timed(cell);
    double second = statistic_value(&cell->statistics, timed ? STAT_IPC : STAT_LANES_ACTIVE);
    int n = snprintf(out, room, "%.0f  %.*f", figure(cell), timed ? 2 : 1, second);
    if (column && first && first->has_result && figure(first) > 0)
        n += snprintf(out + n, room - (size_t)n, "  x%.2f", figure(cell) / figure(first));
    snprintf(out + n, room - (size_t)n, "%s", mark);
}

static size_t row_width(const struct wc_comparison *c)
{
    size_t width = strlen("job");
    for (size_t i = 0; i < c->row_count; i++)
        width = strlen(c->rows[i]) > width ? strlen(c->rows[i]) : width;
    return width;
}

static size_t column_width(const struct wc_comparison *c, size_t column)
{
    size_t width = strlen(c->columns[column]);
    for (size_t row = 0; row < c->row_count; row++) {
        char text[96];
        cell_text(c, row, column, text, sizeof text);
        width = strlen(text) > width ? strlen(text) : width;
    }
    return width;
}

static void write_notes(const struct wc_comparison *c, struct text *out)
{
    for (size_t i = 0; i < c->cell_count; i++) {
        const struct comparison_cell *cell = &c->cells[i];
        if (cell->note)
            text_add(out, "  %s on %s: %s\n", c->rows[cell->row], c->columns[cell->column],
                     cell->note);
    }
}

void comparison_write_text(const struct wc_comparison *c, struct text *out)
{
    int first = (int)row_width(c);
    bool timed = c->cell_count && is_timed(&c->cells[0]);
    text_add(out, "%s, ratio to the first machine\n%-*s",
             timed ? "cycles, thread instructions a cycle"
                   : "warp-instructions, active lanes on average (functional runs: no clock)",
             first, "job");
    for (size_t column = 0; column < c->column_count; column++)
        text_add(out, "  %*s", (int)column_width(c, column), c->columns[column]);
    text_add(out, "\n");
    for (size_t row = 0; row < c->row_count; row++) {
        text_add(out, "%-*s", first, c->rows[row]);
        for (size_t column = 0; column < c->column_count; column++) {
            char text[96];
            cell_text(c, row, column, text, sizeof text);
            text_add(out, "  %*s", (int)column_width(c, column), text);
        }
        text_add(out, "\n");
    }
    write_notes(c, out);
}

static json_t *cell_json(const struct wc_comparison *c, const struct comparison_cell *cell)
{
    json_t *object = json_object();
    json_object_set_new(object, "job", json_string(c->rows[cell->row]));
    json_object_set_new(object, "machine", json_string(c->columns[cell->column]));
    if (cell->has_result) {
        json_object_set_new(object, "status", json_integer(cell->status));
        for (size_t i = 0; statistic(i); i++)
            json_object_set_new(
                object, statistic(i)->name,
                statistic(i)->timed && !is_timed(cell) ? json_null()
                : statistic(i)->derive
                    ? json_real(statistic_value(&cell->statistics, i))
                    : json_integer((json_int_t)cell->statistics.count[i]));
    }
    json_object_set_new(object, "note", cell->note ? json_string(cell->note) : json_null());
    return object;
}

void comparison_write_json(const struct wc_comparison *c, struct text *out)
{
    json_t *root = json_object(), *cells = json_array();
    for (size_t i = 0; i < c->cell_count; i++)
        json_array_append_new(cells, cell_json(c, &c->cells[i]));
    json_object_set_new(root, "schema", json_integer(1));
    json_object_set_new(root, "warpclock", json_string(wc_version()));
    json_object_set_new(root, "cells", cells);
    json_text_add(root, out);
}
