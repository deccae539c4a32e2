/* SPDX-License-Identifier: Apache-2.0 */
/* ilp.c - an integer program as it is put together, and its matrix in columns. */
#include "bound/engine/ilp.h"

#include <string.h>

uint32_t ilp_add_column(struct ilp *ilp, int64_t objective, int64_t max)
{
    ilp->column = arena_grow(ilp->arena, ilp->column, ilp->columns, sizeof *ilp->column);
    ilp->column[ilp->columns] = (struct ilp_column){objective, max};
    return ilp->columns++;
}

uint32_t ilp_add_row(struct ilp *ilp, int64_t low, int64_t high)
{
    ilp->row = arena_grow(ilp->arena, ilp->row, ilp->rows, sizeof *ilp->row);
    ilp->row[ilp->rows] = (struct ilp_row){low, high};
    return ilp->rows++;
}

void ilp_add_entry(struct ilp *ilp, uint32_t row, uint32_t column, int64_t value)
{
    ilp->entry = arena_grow(ilp->arena, ilp->entry, ilp->entries, sizeof *ilp->entry);
    ilp->entry[ilp->entries++] = (struct ilp_entry){row, column, value};
}

enum wc_status ilp_solver_look(struct error *err, const struct ilp_solver *solver)
{
    const struct watch *watch = solver->watch;
    if (watch && watch->interrupt && atomic_load(watch->interrupt))
        return fail(err, WC_INTERRUPTED, "interrupted: the worst path was being searched");
    if (watch_left(watch) <= 0)
        return fail(err, WC_DEADLOCK, "no bound within %g s: the worst path was being searched",
                    watch->seconds);
    return memory_check(err);
}

/* The entries' numbers sorted by column; first[] gets the ranges. */
static uint32_t *sort_by_column(const struct ilp *ilp, uint32_t *first)
{
    uint32_t *sorted = arena_array(ilp->arena, ilp->entries, sizeof *sorted);
    for (uint32_t i = 0; i < ilp->entries; i++)
        first[ilp->entry[i].column + 1]++;
    for (uint32_t c = 0; c < ilp->columns; c++)
        first[c + 1] += first[c];
    for (uint32_t i = 0; i < ilp->entries; i++)
        sorted[first[ilp->entry[i].column]++] = i;
    memmove(first + 1, first, ilp->columns * sizeof *first);
    first[0] = 0;
    return sorted;
}

enum wc_status ilp_pack(struct error *err, const struct ilp *ilp, struct ilp_matrix *matrix)
{
    uint32_t *range = arena_array(ilp->arena, ilp->columns + 1u, sizeof *range);
    const uint32_t *sorted = sort_by_column(ilp, range);
    uint32_t *last = arena_array(ilp->arena, ilp->rows, sizeof *last); /* by row: place + 1 */
    *matrix = (struct ilp_matrix){
        .first = arena_array(ilp->arena, ilp->columns + 1u, sizeof *matrix->first),
        .row = arena_array(ilp->arena, ilp->entries, sizeof *matrix->row),
        .value = arena_array(ilp->arena, ilp->entries, sizeof *matrix->value),
    };
    uint32_t used = 0;
    for (uint32_t c = 0; c < ilp->columns; c++) {
        matrix->first[c] = used;
        for (uint32_t i = range[c]; i < range[c + 1]; i++) {
            const struct ilp_entry *entry = &ilp->entry[sorted[i]];
            uint32_t at = last[entry->row];
            if (at <= matrix->first[c]) { /* the row's first entry in this column */
                matrix->row[used] = entry->row;
                matrix->value[used] = entry->value;
                last[entry->row] = ++used;
            } else if (__builtin_add_overflow(matrix->value[at - 1], entry->value,
                                              &matrix->value[at - 1])) {
                return fail(err, WC_BAD_INPUT, "a constraint of the path search has a coefficient "
                            "of more than 64 bits");
            }
        }
    }
    matrix->first[ilp->columns] = used;
    return WC_OK;
}
