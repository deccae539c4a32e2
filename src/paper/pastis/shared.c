/* SPDX-License-Identifier: Apache-2.0 */
/* shared.c - transactions of shared memory: tables I and II and figure 8 of the paper. */
#include <math.h>

#include "paper/pastis/pastis.h"

static const uint32_t width_bytes[PASTIS_WIDTHS] = {4, 8, 16};

/* ---- tables I and II: a launch a cell, row by row ---- */

static double cell(const struct pastis *pastis, unsigned run, size_t row, size_t width)
{
    return pastis_launch_value(&pastis->runs, run, row * PASTIS_WIDTHS + width,
                               "pastis.shared_load_transactions");
}

double pastis_equal_cells(const struct pastis *pastis, unsigned run,
                          const struct published_mask *rows, size_t count)
{
    size_t equal = 0;
    for (size_t i = 0; i < count * PASTIS_WIDTHS; i++) {
        double ours = cell(pastis, run, i / PASTIS_WIDTHS, i % PASTIS_WIDTHS);
        if (isnan(ours))
            return NAN;
        equal += ours == rows[i / PASTIS_WIDTHS].transactions[i % PASTIS_WIDTHS];
    }
    return (double)equal;
}

static void add_masks(struct pastis *pastis, unsigned run, const struct published_mask *rows,
                      size_t count, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"mask", "mask", true, false},
        {"paper_32", "32 bits: paper", false, false}, {"ours_32", "ours", false, false},
        {"paper_64", "64 bits: paper", false, false}, {"ours_64", "ours", false, false},
        {"paper_128", "128 bits: paper", false, false}, {"ours_128", "ours", false, false},
    };
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t row = 0; row < count; row++) {
        paper_table_text(table, "%s", rows[row].mask);
        for (size_t width = 0; width < PASTIS_WIDTHS; width++) {
            paper_table_number(table, rows[row].transactions[width], 0);
            paper_table_number(table, cell(pastis, run, row, width), 0);
        }
    }
    double equal = pastis_equal_cells(pastis, run, rows, count);
    if (!isnan(equal))
        paper_table_note(table, "%.0f of %zu cells are equal.", equal, count * PASTIS_WIDTHS);
}

void pastis_table_1(struct pastis *pastis, struct paper_table *table)
{
    add_masks(pastis, RUN_TABLE_1, pastis->published.table_1, PASTIS_TABLE_1_ROWS, table);
}

void pastis_table_2(struct pastis *pastis, struct paper_table *table)
{
    add_masks(pastis, RUN_TABLE_2, pastis->published.table_2, PASTIS_LANES, table);
}

/* ---- the model's block ---- */

struct sharedmem_access pastis_access(const struct pastis *pastis, size_t width,
                                      const uint64_t *address, uint32_t mask)
{
    struct sharedmem_access access;
    sharedmem_measure(&pastis->shared, SHAREDMEM_LOAD, width_bytes[width], address, mask, &access);
    return access;
}

struct sharedmem_access pastis_strided(const struct pastis *pastis, size_t width,
                                       uint32_t stride, uint32_t lanes)
{
    uint64_t address[PASTIS_LANES];
    for (uint32_t i = 0; i < PASTIS_LANES; i++)
        address[i] = (uint64_t)i * stride * width_bytes[width];
    return pastis_access(pastis, width, address, UINT32_MAX >> (PASTIS_LANES - lanes));
}

/* ---- figure 8 ---- */

bool pastis_figure_8(const struct pastis *pastis, struct sharedmem_access *access)
{
    enum { WIDE = PASTIS_WIDTHS - 1, ACTIVE = 0xFFFF };
    uint64_t address[PASTIS_LANES];
    const uint32_t *element =
        pastis_buffer(&pastis->runs, RUN_FIGURE_8, "lane", PASTIS_LANES * sizeof *element);
    if (!element)
        return false;
    for (size_t i = 0; i < PASTIS_LANES; i++)
        address[i] = (uint64_t)element[i] * width_bytes[WIDE];
    *access = pastis_access(pastis, WIDE, address, ACTIVE);
    return true;
}

static void add_figure(struct paper_table *table, const char *what, const char *source,
                       double paper, double ours)
{
    paper_table_text(table, "%s", what);
    paper_table_text(table, "%s", source);
    paper_table_number(table, paper, 0);
    paper_table_number(table, ours, 0);
}

void pastis_table_figure_8(struct pastis *pastis, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"what", "", true, false}, {"source", "from", true, false},
        {"paper", "paper", false, false}, {"ours", "ours", false, false},
    };
    struct sharedmem_access access;
    bool known = pastis_figure_8(pastis, &access);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < PASTIS_POOLS; i++)
        add_figure(table, i < 2 ? "a pool with active lanes" : "a pool without", "formula",
                   pastis->published.figure_8.pools[i], known ? access.pool[i] : NAN);
    add_figure(table, "both pools with active lanes", "Fig. 8",
               pastis->published.figure_8.printed, known ? access.of_active_pools : NAN);
    add_figure(table, "all pools", "formula", pastis->published.figure_8.all,
               pastis_value(&pastis->runs, RUN_FIGURE_8, "pastis.shared_load_transactions"));
    add_figure(table, "cycles", "formula", pastis->published.figure_8.cycles,
               known ? (double)access.duration : NAN);
    paper_table_note(table, "The paper contradicts itself here. Fig. 8 has 9 transactions, "
                            "\"exactly what we measured\", and its lanes 16 to 31 are inactive. "
                            "The text and Table II say that a pool without an active lane still "
                            "has a transaction; that gives 11. Ours follows table and formula. "
                            "The cycles are the same either way.");
}
