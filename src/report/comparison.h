/* SPDX-License-Identifier: Apache-2.0 */
/* comparison.h - a table of results: rows jobs, columns machines, ratios to the first column. */
#ifndef WARPCLOCK_REPORT_COMPARISON_H
#define WARPCLOCK_REPORT_COMPARISON_H

#include "report/result.h"

struct comparison_cell {
    size_t row, column;
    bool has_result;
    enum wc_status status;
    struct statistics statistics;
    const char *note; /* why there is no result, or NULL */
};

struct wc_comparison {
    struct arena arena;
    const char **rows, **columns; /* in the order of their first appearance */
    size_t row_count, column_count;
    struct comparison_cell *cells;
    size_t cell_count;
};

void comparison_add(struct wc_comparison *comparison, const char *job, const char *machine,
                    const struct wc_result *result, const char *note);
void comparison_write_text(const struct wc_comparison *comparison, struct text *out);
void comparison_write_json(const struct wc_comparison *comparison, struct text *out);

#endif
