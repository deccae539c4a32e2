/* SPDX-License-Identifier: Apache-2.0 */
/* figure.c - a figure as a table. */
#include "report/figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct figure figure_new(struct arena *arena, size_t rows, size_t series, bool marks)
{
    const size_t count = rows * series;
    struct figure figure = {.row_count = rows, .series_count = series};
    figure.rows = arena_array(arena, rows, sizeof *figure.rows);
    figure.series = arena_array(arena, series, sizeof *figure.series);
    figure.values = arena_array(arena, count, sizeof *figure.values);
    figure.marks = marks ? arena_array(arena, count, sizeof *figure.marks) : NULL;
    for (size_t i = 0; i < count; i++) {
        figure.values[i] = NAN;
        if (marks)
            figure.marks[i] = NAN;
    }
    return figure;
}

void csv_write_text(const char *cell, struct text *out)
{
    if (!strpbrk(cell, ",\"\r\n")) {
        text_add(out, "%s", cell);
        return;
    }
    text_add(out, "\"");
    for (; *cell; cell++)
        text_add(out, *cell == '"' ? "\"\"" : "%c", *cell);
    text_add(out, "\"");
}

void csv_write_number(double value, int decimals, struct text *out)
{
    char digits[64];
    if (isnan(value))
        return;
    if (decimals < 0)
        snprintf(digits, sizeof digits, "%.12g", value);
    else
        snprintf(digits, sizeof digits, "%.*f", decimals, value);
    for (char *at = digits; *at; at++) {
        if (!strchr("+-e0123456789", *at))
            *at = '.';
    }
    text_add(out, "%s", digits);
}

static void write_head(const struct figure *f, struct text *out)
{
    text_add(out, "row");
    for (size_t i = 0; i < f->series_count; i++) {
        text_add(out, ",");
        csv_write_text(f->series[i], out);
        if (f->marks) {
            struct text name = {0};
            text_add(&name, "%s %s", f->series[i], f->mark);
            text_add(out, ",");
            csv_write_text(text_string(&name), out);
            text_free(&name);
        }
    }
    text_add(out, "\r\n");
}

void figure_write_csv(const struct figure *f, struct text *out)
{
    write_head(f, out);
    for (size_t row = 0; row < f->row_count; row++) {
        csv_write_text(f->rows[row], out);
        for (size_t i = row * f->series_count; i < (row + 1) * f->series_count; i++) {
            text_add(out, ",");
            csv_write_number(f->values[i], -1, out);
            if (f->marks) {
                text_add(out, ",");
                csv_write_number(f->marks[i], -1, out);
            }
        }
        text_add(out, "\r\n");
    }
}
