/* SPDX-License-Identifier: Apache-2.0 */
/* matmul.c - integer matrix products: figures 10 to 12 of the paper, and products with bank
 * conflicts, which the paper lacks. */
#include <math.h>

#include "paper/pastis/pastis.h"

enum { FITTED = 0 /* the one size that numbers of the machine were fitted to: 4 x 4 */ };

static double cycles(const struct pastis *pastis, unsigned runs, size_t size)
{
    return pastis_value(&pastis->runs, runs + (unsigned)size, "cycles");
}

/* ---- results ---- */

/* As the kernel computes it: modulo 2^32. */
static bool is_product(const uint32_t *a, const uint32_t *b, const uint32_t *c, size_t n)
{
    bool same = true;
    for (size_t i = 0; i < n * n; i++) {
        uint32_t sum = 0;
        for (size_t k = 0; k < n; k++)
            sum += a[i / n * n + k] * b[k * n + i % n];
        same &= sum == c[i];
    }
    return same;
}

double pastis_right_products(const struct pastis *pastis)
{
    size_t right = 0;
    for (size_t i = 0; i < PASTIS_SIZES; i++) {
        size_t n = (size_t)pastis->published.products[i].size, bytes = n * n * sizeof(uint32_t);
        const uint32_t *a = pastis_buffer(&pastis->runs, RUN_COLD + i, "a", bytes);
        const uint32_t *b = pastis_buffer(&pastis->runs, RUN_COLD + i, "b", bytes);
        const uint32_t *c = pastis_buffer(&pastis->runs, RUN_COLD + i, "c", bytes);
        if (!a || !b || !c)
            return NAN;
        right += is_product(a, b, c, n);
    }
    return (double)right;
}

/* ---- figures 10 to 12 ---- */

static void add_size(struct pastis *pastis, size_t i, struct paper_table *table)
{
    const struct published_product *theirs = &pastis->published.products[i];
    double warm = cycles(pastis, RUN_WARM, i), cold = cycles(pastis, RUN_COLD, i);
    unsigned run = RUN_COLD + (unsigned)i;
    paper_table_number(table, theirs->size, 0);
    paper_table_text(table, "%s", i == FITTED ? "fitted" : "predicted");
    paper_table_number(table, theirs->reads, 0);
    paper_table_number(
        table, pastis_value(&pastis->runs, run, "pastis.shared_load_transactions"), 0);
    paper_table_number(table, theirs->writes, 0);
    paper_table_number(
        table, pastis_value(&pastis->runs, run, "pastis.shared_store_transactions"), 0);
    paper_table_number(table, theirs->board, 0);
    paper_table_number(table, warm, 0);
    paper_table_number(table, pastis_percent(warm, theirs->board), 1);
    paper_table_number(table, theirs->simulator, 0);
    paper_table_number(table, pastis_percent(theirs->simulator, theirs->board), 1);
    paper_table_number(table, cold, 0);
    paper_table_number(table, pastis_percent(cold, theirs->board), 1);
    paper_table_number(table, cold - warm, 0);
    paper_table_number(table, cycles(pastis, RUN_PAPER, i), 0);
}

static double slope(const struct pastis *pastis, double (*of)(const struct pastis *, size_t),
                    size_t from)
{
    const struct published_product *sizes = pastis->published.products;
    return (of(pastis, from + 1) - of(pastis, from)) / (sizes[from + 1].size - sizes[from].size);
}

static double board(const struct pastis *pastis, size_t i)
{
    return pastis->published.products[i].board;
}

static double simulator(const struct pastis *pastis, size_t i)
{
    return pastis->published.products[i].simulator;
}

static double warm_cycles(const struct pastis *pastis, size_t i)
{
    return cycles(pastis, RUN_WARM, i);
}

static double cold_cycles(const struct pastis *pastis, size_t i)
{
    return cycles(pastis, RUN_COLD, i);
}

double pastis_step(const struct pastis *pastis)
{
    return slope(pastis, cold_cycles, 0);
}

static void add_words(struct pastis *pastis, struct paper_table *table)
{
    paper_table_note(table, "Only two numbers are fitted, both to N = 4: l2.latency, so that warm "
                            "inputs take as long as on the board, and dram.overhead, so that cold "
                            "caches take as long as in PasTiS. N = 8 and 11 are predictions with "
                            "the same numbers. Warm: the copied inputs are in L2, as on the board. "
                            "Cold: as in PasTiS. %% are relative to the board.");
    if (isnan(pastis_step(pastis)))
        return;
    paper_table_note(table, "Cycles per step of k, 4 to 8 and 8 to 11: board %.1f and %.1f, PasTiS "
                            "%.1f and %.1f, ours warm %.1f and %.1f, cold %.1f and %.1f.",
                     slope(pastis, board, 0), slope(pastis, board, 1), slope(pastis, simulator, 0),
                     slope(pastis, simulator, 1), slope(pastis, warm_cycles, 0),
                     slope(pastis, warm_cycles, 1), slope(pastis, cold_cycles, 0),
                     slope(pastis, cold_cycles, 1));
    paper_table_note(table, "mode=paper is the model as the paper describes it: a warp waits for "
                            "each shared access before its next instruction. With the numbers "
                            "fitted above it takes longer than PasTiS; it was not fitted.");
    paper_table_note(table, "The kernel is ours: the authors' binary is not published, and no "
                            "board was available.");
}

void pastis_table_matmul(struct pastis *pastis, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"size", "N", false, false}, {"kind", "", true, false},
        {"paper_reads", "reads: paper", false, false}, {"reads", "ours", false, false},
        {"paper_writes", "writes: paper", false, false}, {"writes", "ours", false, false},
        {"board", "board", false, false}, {"warm", "ours warm", false, false},
        {"warm_percent", "%", false, false}, {"simulator", "PasTiS", false, false},
        {"simulator_percent", "%", false, false}, {"cold", "ours cold", false, false},
        {"cold_percent", "%", false, false}, {"gap", "cold - warm", false, false},
        {"paper_mode", "mode=paper", false, false},
    };
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < PASTIS_SIZES; i++)
        add_size(pastis, i, table);
    add_words(pastis, table);
}

/* ---- conflicts ---- */

/* Of 32 x 32, whose every warp reads a row of a, one word, and 32 words of b in each step. */
static void add_layout(struct pastis *pastis, const char *layout, unsigned run, uint32_t pitch,
                       const double *theirs, struct paper_table *table)
{
    double loads = PASTIS_LANES * PASTIS_LANES;
    double all = pastis_value(&pastis->runs, run, "pastis.shared_load_transactions");
    struct sharedmem_access access = pastis_strided(pastis, 0, pitch, PASTIS_LANES);
    paper_table_text(table, "%s", layout);
    paper_table_number(table, theirs[0], 0);
    paper_table_number(table, all / loads - 1, 0);
    paper_table_number(table, theirs[1], 0);
    paper_table_number(table, (double)access.duration, 0);
    paper_table_number(table, all, 0);
    paper_table_number(table, pastis_value(&pastis->runs, run, "cycles"), 0);
}

void pastis_table_conflicts(struct pastis *pastis, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"layout", "b in shared memory", true, false},
        {"paper_transactions", "a read of b: formula", false, false},
        {"transactions", "ours", false, false}, {"paper_cycles", "cycles: formula", false, false},
        {"read_cycles", "ours", false, false}, {"reads", "all reads", false, false},
        {"cycles", "kernel cycles", false, false},
    };
    const struct pastis_published *published = &pastis->published;
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    add_layout(pastis, "by rows", RUN_ROWS, 1, published->padded, table);
    add_layout(pastis, "by columns of 32 words", RUN_COLUMNS, PASTIS_LANES, published->columns,
               table);
    add_layout(pastis, "by columns of 33 words", RUN_PADDED, PASTIS_LANES + 1, published->padded,
               table);
    paper_table_note(table, "No product of Figs. 10 to 12 has a bank conflict, so they do not test "
                            "the conflict term of the formulas; these do.");
}
