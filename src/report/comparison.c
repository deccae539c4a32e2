/* SPDX-License-Identifier: Apache-2.0 */
/* comparison.c - fills the table, computes its ratios, and writes its JSON form. */
#include "report/comparison.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "report/statistics_json.h"

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

static void set_bound(struct wc_comparison *c, struct comparison_cell *cell,
                      const struct wc_result *result)
{
    const struct bound *bound = result_bound(result);
    c->bounds |= result->bound_asked;
    if (bound) {
        cell->bound = bound->cycles;
        cell->tightness = result_tightness(result);
    }
    if (result->job)
        cell->job = arena_strdup(&c->arena, result->job);
    if (result->bound_problem)
        cell->bound_problem = arena_strdup(&c->arena, result->bound_problem);
}

static bool has_wrong_output(const struct wc_result *result)
{
    for (size_t i = 0; i < result->check_count; i++) {
        if (!result->checks[i].ok)
            return true;
    }
    return result->has_verdict && result->verdict;
}

static bool is_over(const struct wc_result *result)
{
    for (size_t i = 0; i < result->launch_count; i++) {
        const struct result_launch *launch = &result->launches[i];
        double tightness = result_launch_tightness(result, launch);
        if (result_exceeded_loop(launch) || (tightness > 0 && tightness < 1))
            return true;
    }
    return false;
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
        cell.clock_mhz = result->clock_mhz;
        cell.is_wrong = has_wrong_output(result);
        cell.is_over = is_over(result);
        set_bound(c, &cell, result);
    }
    c->cells = arena_grow(&c->arena, c->cells, c->cell_count, sizeof *c->cells);
    c->cells[c->cell_count++] = cell;
}

const struct comparison_cell *comparison_cell(const struct wc_comparison *c, size_t row,
                                              size_t column)
{
    const struct comparison_cell *found = NULL;
    for (size_t i = 0; i < c->cell_count; i++) {
        if (c->cells[i].row == row && c->cells[i].column == column)
            found = &c->cells[i];
    }
    return found;
}

bool comparison_is_timed(const struct comparison_cell *cell)
{
    return cell->statistics.count[STAT_CYCLES] > 0;
}

double comparison_figure(const struct comparison_cell *cell)
{
    return (double)cell->statistics
        .count[comparison_is_timed(cell) ? STAT_CYCLES : STAT_WARP_INSTRUCTIONS];
}

/* A run that ended, with right or wrong results. */
static bool is_complete(const struct comparison_cell *cell)
{
    return cell && cell->has_result && cell->status <= WC_MISMATCH && comparison_figure(cell) > 0;
}

double comparison_ratio(const struct wc_comparison *c, size_t row, size_t column)
{
    const struct comparison_cell *cell = comparison_cell(c, row, column);
    const struct comparison_cell *first = comparison_cell(c, row, 0);
    return is_complete(cell) && is_complete(first)
               ? comparison_figure(cell) / comparison_figure(first)
               : 0;
}

bool comparison_clocks_differ(const struct wc_comparison *c)
{
    uint32_t first = 0;
    for (size_t i = 0; i < c->cell_count; i++) {
        const struct comparison_cell *cell = &c->cells[i];
        if (!cell->clock_mhz || !comparison_is_timed(cell))
            continue;
        if (first && cell->clock_mhz != first)
            return true;
        first = cell->clock_mhz;
    }
    return false;
}

double comparison_nanoseconds(const struct comparison_cell *cell, uint64_t cycles)
{
    return cell->clock_mhz && cycles ? (double)cycles * 1e3 / cell->clock_mhz : NAN;
}

double comparison_time_ratio(const struct wc_comparison *c, size_t row, size_t column)
{
    const struct comparison_cell *cell = comparison_cell(c, row, column);
    const struct comparison_cell *first = comparison_cell(c, row, 0);
    return is_complete(cell) && is_complete(first) && cell->clock_mhz && first->clock_mhz &&
                   comparison_is_timed(cell) && comparison_is_timed(first)
               ? comparison_ratio(c, row, column) * first->clock_mhz / cell->clock_mhz
               : 0;
}

double comparison_bound_ratio(const struct wc_comparison *c, size_t row, size_t column)
{
    const struct comparison_cell *cell = comparison_cell(c, row, column);
    const struct comparison_cell *first = comparison_cell(c, row, 0);
    return cell && first && cell->bound && first->bound
               ? (double)cell->bound / (double)first->bound
               : 0;
}

static double mean(const struct wc_comparison *c, size_t column,
                   double (*ratio_of)(const struct wc_comparison *c, size_t row, size_t column))
{
    double sum = 0;
    size_t count = 0;
    for (size_t row = 0; row < c->row_count; row++) {
        double ratio = ratio_of(c, row, column);
        if (ratio > 0) {
            sum += log(ratio);
            count++;
        }
    }
    return count ? exp(sum / (double)count) : 0;
}

double comparison_mean(const struct wc_comparison *c, size_t column)
{
    return mean(c, column, comparison_ratio);
}

double comparison_time_mean(const struct wc_comparison *c, size_t column)
{
    return mean(c, column, comparison_time_ratio);
}

double comparison_bound_mean(const struct wc_comparison *c, size_t column)
{
    return mean(c, column, comparison_bound_ratio);
}

static json_t *time_json(double nanoseconds)
{
    return isnan(nanoseconds) ? json_null() : json_figure(nanoseconds);
}

/* Nothing of a functional run. */
static void add_time(json_t **object, const struct comparison_cell *cell)
{
    if (!cell->clock_mhz || !comparison_is_timed(cell))
        return;
    json_put(object, "clock_mhz", json_integer(cell->clock_mhz));
    json_put(object, "nanoseconds",
             time_json(comparison_nanoseconds(cell, cell->statistics.count[STAT_CYCLES])));
}

static void add_bound(json_t **object, const struct comparison_cell *cell)
{
    json_put(object, "bound",
             cell->bound ? json_integer((json_int_t)cell->bound) : json_null());
    json_put(object, "bound_nanoseconds",
             time_json(comparison_nanoseconds(cell, cell->bound)));
    json_put(object, "tightness",
             cell->tightness > 0 ? json_figure(cell->tightness) : json_null());
    json_put(object, "bound_problem", json_outside_string(cell->bound_problem));
}

static json_t *cell_json(const struct wc_comparison *c, const struct comparison_cell *cell)
{
    json_t *object = json_object();
    json_put(&object, "job", json_outside_string(c->rows[cell->row]));
    json_put(&object, "machine", json_outside_string(c->columns[cell->column]));
    if (cell->has_result) {
        json_put(&object, "status", json_integer(cell->status));
        statistics_json(&object, &cell->statistics,
                        comparison_is_timed(cell) ? KNOWN_ALL : KNOWN_COUNTS);
        add_time(&object, cell);
        if (c->bounds)
            add_bound(&object, cell);
    }
    json_put(&object, "note", json_outside_string(cell->note));
    return object;
}

static json_t *means_json(const struct wc_comparison *c,
                          double (*mean_of)(const struct wc_comparison *c, size_t column))
{
    json_t *means = json_object();
    for (size_t column = 0; column < c->column_count; column++) {
        double ratio = mean_of(c, column);
        json_put(&means, c->columns[column],
                 ratio > 0 ? json_figure(ratio) : json_null());
    }
    return means;
}

json_t *comparison_json(const struct wc_comparison *c)
{
    json_t *root = json_object(), *cells = json_array();
    for (size_t i = 0; i < c->cell_count; i++)
        json_append(&cells, cell_json(c, &c->cells[i]));
    json_put(&root, "schema", json_integer(1));
    json_put(&root, "warpclock", json_string(wc_version()));
    json_put(&root, "cells", cells);
    json_put(&root, "geometric_means", means_json(c, comparison_mean));
    if (comparison_clocks_differ(c))
        json_put(&root, "time_geometric_means", means_json(c, comparison_time_mean));
    if (c->bounds)
        json_put(&root, "bound_geometric_means", means_json(c, comparison_bound_mean));
    return root;
}

void comparison_write_json(const struct wc_comparison *c, struct text *out)
{
    json_text_add(comparison_json(c), out);
}
