/* SPDX-License-Identifier: Apache-2.0 */
/* comparison_figures.c - what a comparison draws: cycles with their bounds, time where the clocks
 * of the machines differ, and speed-ups over the first column. */
#include <math.h>

#include "report/comparison.h"
#include "report/short_names.h"

static bool is_functional(const struct wc_comparison *c)
{
    for (size_t i = 0; i < c->cell_count; i++) {
        if (comparison_is_timed(&c->cells[i]))
            return false;
    }
    return true;
}

static struct figure cycles_figure(const struct wc_comparison *c, struct arena *arena)
{
    struct figure f = figure_new(arena, c->row_count, c->column_count, c->bounds);
    f.title = c->bounds ? "observed cycles and their bounds"
              : is_functional(c) ? "warp instructions" : "cycles";
    f.axis = is_functional(c) ? "warp instructions" : "cycles";
    f.mark = "bound";
    for (size_t i = 0; i < c->cell_count; i++) {
        const struct comparison_cell *cell = &c->cells[i];
        const size_t at = cell->row * c->column_count + cell->column;
        if (cell->has_result && cell->status <= WC_MISMATCH)
            f.values[at] = comparison_figure(cell);
        if (f.marks && cell->bound)
            f.marks[at] = (double)cell->bound;
    }
    return f;
}

static struct figure time_figure(const struct wc_comparison *c, struct arena *arena)
{
    struct figure f = figure_new(arena, c->row_count, c->column_count, c->bounds);
    f.title = c->bounds ? "observed time and its bounds" : "time";
    f.axis = "microseconds";
    f.mark = "bound";
    f.decimals = 2;
    for (size_t i = 0; i < c->cell_count; i++) {
        const struct comparison_cell *cell = &c->cells[i];
        const size_t at = cell->row * c->column_count + cell->column;
        if (cell->has_result && cell->status <= WC_MISMATCH)
            f.values[at] =
                comparison_nanoseconds(cell, cell->statistics.count[STAT_CYCLES]) / 1e3;
        if (f.marks)
            f.marks[at] = comparison_nanoseconds(cell, cell->bound) / 1e3;
    }
    return f;
}

/* Higher is faster. */
static double speed_up(double ratio)
{
    return ratio > 0 ? 1 / ratio : NAN;
}

static struct figure speed_figure(const struct wc_comparison *c, struct arena *arena)
{
    const bool in_time = comparison_clocks_differ(c);
    struct figure f = figure_new(arena, c->row_count + 1, c->column_count, false);
    f.title = arena_format(arena, "speed-up%s over %s", in_time ? " in time" : "", c->columns[0]);
    f.axis = in_time ? "time of the first column / time (above 1: faster)"
                     : "cycles of the first column / cycles (above 1: faster)";
    f.base = 1;
    f.decimals = 2;
    for (size_t column = 0; column < c->column_count; column++) {
        for (size_t row = 0; row < c->row_count; row++)
            f.values[row * c->column_count + column] =
                speed_up(in_time ? comparison_time_ratio(c, row, column)
                                 : comparison_ratio(c, row, column));
        f.values[c->row_count * c->column_count + column] =
            speed_up(in_time ? comparison_time_mean(c, column) : comparison_mean(c, column));
    }
    f.rows[c->row_count] = "geometric mean";
    return f;
}

static const struct {
    const char *name;
    struct figure (*make)(const struct wc_comparison *c, struct arena *arena);
    size_t columns; /* it needs */
    bool in_time;   /* it needs clocks that differ */
} drawn[] = {{"cycles", cycles_figure, 1, false},
             {"time", time_figure, 2, true},
             {"speed-up", speed_figure, 2, false}};
enum { DRAWN = sizeof drawn / sizeof *drawn };

/* The place in the table of the i-th one that this comparison has; DRAWN: there is none. */
static size_t find_drawn(const struct wc_comparison *c, size_t i)
{
    const bool differ = comparison_clocks_differ(c);
    size_t at = 0;
    for (; at < DRAWN; at++) {
        if (c->column_count >= drawn[at].columns && (differ || !drawn[at].in_time) && i-- == 0)
            break;
    }
    return at;
}

const char *comparison_figure_name(const struct wc_comparison *c, size_t i)
{
    const size_t at = find_drawn(c, i);
    return at < DRAWN ? drawn[at].name : NULL;
}

struct figure comparison_draw(const struct wc_comparison *c, size_t i, struct arena *arena)
{
    struct figure f = drawn[find_drawn(c, i)].make(c, arena);
    const struct short_names names = short_names(c->rows, c->row_count);
    for (size_t row = 0; row < c->row_count; row++)
        f.rows[row] = arena_format(arena, "%.*s", (int)short_name_length(&names, c->rows[row]),
                                   short_name(&names, c->rows[row]));
    for (size_t column = 0; column < c->column_count; column++)
        f.series[column] = c->columns[column];
    return f;
}
