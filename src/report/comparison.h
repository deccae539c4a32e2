/* SPDX-License-Identifier: Apache-2.0 */
/* comparison.h - a table of results: rows jobs, columns machines, ratios to the first column.
 *
 * A column is named by its machine and by what was varied, with blanks between:
 * "vortex fetch=lrr issue=gtlo". */
#ifndef WARPCLOCK_REPORT_COMPARISON_H
#define WARPCLOCK_REPORT_COMPARISON_H

#include "report/result.h"

struct comparison_cell {
    size_t row, column;
    bool has_result;
    enum wc_status status;
    struct statistics statistics;
    const char *note; /* why there is no result, or NULL */
    uint64_t bound;   /* cycles; 0: none */
    double tightness; /* 0: not known */
    const char *bound_problem; /* why there is no bound, or NULL */
    bool is_wrong; /* an output is not what the job expects */
    bool is_over;  /* the run went beyond its bound, or a loop beyond the one that was given */
};

struct wc_comparison {
    struct arena arena;
    const char **rows, **columns; /* in the order of their first appearance */
    size_t row_count, column_count;
    struct comparison_cell *cells;
    size_t cell_count;
    bool bounds; /* bounds were asked for */
};

void comparison_add(struct wc_comparison *comparison, const char *job, const char *machine,
                    const struct wc_result *result, const char *note);
/* NULL where there is none. */
const struct comparison_cell *comparison_cell(const struct wc_comparison *comparison, size_t row,
                                              size_t column);
bool comparison_is_timed(const struct comparison_cell *cell);
/* What is compared: cycles, or warp-instructions where a run had no clock. */
double comparison_figure(const struct comparison_cell *cell);
/* A cell's figure over that of its row's first column; 0 when either is missing or cut short. */
double comparison_ratio(const struct wc_comparison *comparison, size_t row, size_t column);
/* The same of its bound. */
double comparison_bound_ratio(const struct wc_comparison *comparison, size_t row, size_t column);
/* The geometric mean of a column's ratios; 0 when it has none. */
double comparison_mean(const struct wc_comparison *comparison, size_t column);
double comparison_bound_mean(const struct wc_comparison *comparison, size_t column);

void comparison_write_text(const struct wc_comparison *comparison, struct text *out);
void comparison_write_json(const struct wc_comparison *comparison, struct text *out);

#endif
