/* SPDX-License-Identifier: Apache-2.0 */
/* comparison.h - a table of results: jobs as rows, machines as columns, ratios to the first column.
 *
 * A column's name is its machine and the varied settings, separated by blanks: "vortex fetch=lrr
 * issue=gtlo". */
#ifndef WARPCLOCK_REPORT_COMPARISON_H
#define WARPCLOCK_REPORT_COMPARISON_H

#include "report/figure.h"
#include "report/result.h"

struct comparison_cell {
    size_t row, column;
    bool has_result;
    enum wc_status status;
    struct statistics statistics;
    const char *note; /* why there is no result, or NULL */
    uint32_t clock_mhz; /* of the machine; 0: unknown */
    uint64_t bound;   /* cycles; 0: none */
    double tightness; /* 0: unknown */
    const char *job; /* path; a row may stand for several; or NULL */
    const char *bound_problem; /* why there is no bound, or NULL */
    bool is_wrong; /* an output differs from its expected value */
    bool is_over;  /* the run exceeded its bound, or a loop exceeded the given one */
};

struct wc_comparison {
    struct arena arena;
    const char **rows, **columns; /* in the order of their first appearance */
    size_t row_count, column_count;
    struct comparison_cell *cells;
    size_t cell_count;
    bool bounds; /* bounds were requested */
};

void comparison_add(struct wc_comparison *comparison, const char *job, const char *machine,
                    const struct wc_result *result, const char *note);
/* NULL if there is none. */
const struct comparison_cell *comparison_cell(const struct wc_comparison *comparison, size_t row,
                                              size_t column);
bool comparison_is_timed(const struct comparison_cell *cell);
/* The compared quantity: cycles, or warp-instructions of a functional run. */
double comparison_figure(const struct comparison_cell *cell);
/* A cell's figure divided by that of its row's first column; 0 if either is missing or
 * incomplete. */
double comparison_ratio(const struct wc_comparison *comparison, size_t row, size_t column);
/* The clocks of the machines differ, so cycles say nothing about who is faster. */
bool comparison_clocks_differ(const struct wc_comparison *comparison);
/* The time of so many cycles on the cell's machine; NAN: not known. */
double comparison_nanoseconds(const struct comparison_cell *cell, uint64_t cycles);
/* The ratio of times; 0 if one is not known. */
double comparison_time_ratio(const struct wc_comparison *comparison, size_t row, size_t column);
/* Of bounds, in cycles. */
double comparison_bound_ratio(const struct wc_comparison *comparison, size_t row, size_t column);
/* The geometric mean of a column's ratios; 0 if it has none. */
double comparison_mean(const struct wc_comparison *comparison, size_t column);
double comparison_time_mean(const struct wc_comparison *comparison, size_t column);
double comparison_bound_mean(const struct wc_comparison *comparison, size_t column);

/* comparison_figures.c: the name of the i-th figure, for a file; NULL after the last. */
const char *comparison_figure_name(const struct wc_comparison *comparison, size_t i);
/* One that has a name. */
struct figure comparison_draw(const struct wc_comparison *comparison, size_t i,
                              struct arena *arena);

void comparison_write_text(const struct wc_comparison *comparison, struct text *out);
void comparison_write_json(const struct wc_comparison *comparison, struct text *out);
json_t *comparison_json(const struct wc_comparison *comparison);

#endif
