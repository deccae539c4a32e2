/* SPDX-License-Identifier: Apache-2.0 */
/* figure.h - bars as papers draw them, as an SVG file for print or the web and as a table. */
#ifndef WARPCLOCK_REPORT_FIGURE_H
#define WARPCLOCK_REPORT_FIGURE_H

#include "base/arena.h"
#include "base/text.h"

/* Groups of horizontal bars, one group per row, one bar per series. */
struct figure {
    const char *title, *axis;
    const char **rows, **series;
    size_t row_count, series_count;
    double *values; /* [row][series]; NAN: unknown, no bar */
    double *marks;  /* [row][series], beyond the end of a bar: bounds; NULL: none */
    const char *mark; /* what they are, in the legend */
    double base;    /* a line to compare with: 1 of ratios; 0: none */
    int decimals;   /* of values in the drawing */
};

/* All values and marks are unknown. */
struct figure figure_new(struct arena *arena, size_t rows, size_t series, bool marks);

void figure_write_svg(const struct figure *figure, struct text *out);
/* One line per row: its name, then every series, each followed by its mark if there are marks. */
void figure_write_csv(const struct figure *figure, struct text *out);

/* A cell of a table as RFC 4180 has it, and a number with a point in every locale, in full if
 * `decimals` is negative; nothing if it is NAN. */
void csv_write_text(const char *cell, struct text *out);
void csv_write_number(double value, int decimals, struct text *out);

#endif
