/* SPDX-License-Identifier: Apache-2.0 */
/* durations.c - the time of a shared load: by the model's shared memory, and as seen by a kernel
 * that reads the clock before and after it, which gave the paper its formula. */
#include <math.h>

#include "paper/pastis/pastis.h"

/* Lanes 128 bytes apart are in one bank. */
static const uint32_t one_bank[PASTIS_WIDTHS] = {32, 16, 8};
static const int width_bits[PASTIS_WIDTHS] = {32, 64, 128};

static double clock_of(const struct pastis *pastis, unsigned run, size_t launch)
{
    size_t launches = PASTIS_LANES * PASTIS_WIDTHS;
    const uint32_t *cycles = pastis_buffer(&pastis->runs, run, "cycles",
                                           launches * PASTIS_LANES * sizeof *cycles);
    return cycles ? cycles[launch * PASTIS_LANES] : NAN;
}

double pastis_clocked(const struct pastis *pastis, size_t lanes, size_t width)
{
    size_t launch = (lanes - 1) * PASTIS_WIDTHS + width;
    double overhead = clock_of(pastis, RUN_OVERHEAD, launch) - PASTIS_KNOWN_CYCLES;
    return clock_of(pastis, RUN_CYCLES, launch) - overhead;
}

/* Transactions beyond one a pool, which table II has for every cell. */
static double conflicts(const struct pastis *pastis, size_t lanes, size_t width)
{
    struct sharedmem_access access =
        pastis_strided(pastis, width, one_bank[width], (uint32_t)lanes);
    return access.transactions - access.pools;
}

struct pastis_fit pastis_fit(const struct pastis *pastis, size_t width)
{
    double n = PASTIS_LANES, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (size_t lanes = 1; lanes <= PASTIS_LANES; lanes++) {
        double a = conflicts(pastis, lanes, width), b = pastis_clocked(pastis, lanes, width);
        x += a;
        y += b;
        xx += a * a;
        xy += a * b;
        yy += b * b;
    }
    double spread_x = n * xx - x * x, spread_y = n * yy - y * y, both = n * xy - x * y;
    double slope = both / spread_x;
    return (struct pastis_fit){.min = (y - slope * x) / n, .slope = slope,
                               .r2 = both * both / (spread_x * spread_y)};
}

void pastis_table_durations(struct pastis *pastis, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"lanes", "lanes", false, false},
        {"block_32", "32 bits: block", false, false}, {"clock_32", "clock", false, false},
        {"block_64", "64 bits: block", false, false}, {"clock_64", "clock", false, false},
        {"block_128", "128 bits: block", false, false}, {"clock_128", "clock", false, false},
    };
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (uint32_t lanes = 1; lanes <= PASTIS_LANES; lanes++) {
        paper_table_number(table, lanes, 0);
        for (size_t width = 0; width < PASTIS_WIDTHS; width++) {
            struct sharedmem_access access = pastis_strided(pastis, width, one_bank[width], lanes);
            paper_table_number(table, (double)access.duration, 0);
            paper_table_number(table, pastis_clocked(pastis, lanes, width), 0);
        }
    }
    for (size_t width = 0; width < PASTIS_WIDTHS; width++) {
        struct pastis_fit fit = pastis_fit(pastis, width);
        if (!isnan(fit.slope))
            paper_table_note(table, "%d bits, least squares over the clock: %.3f + %.3f per "
                                    "conflict, R2 %.6f; the paper: %.0f + %.0f and %.0f.",
                             width_bits[width], fit.min, fit.slope, fit.r2,
                             pastis->published.duration.fixed,
                             pastis->published.duration.base[width],
                             pastis->published.duration.conflict);
    }
    paper_table_note(table, "The cost of two clock reads was measured with the same kernel on a "
                            "machine where every shared load takes %d cycles, and is subtracted.",
                     PASTIS_KNOWN_CYCLES);
}

static size_t width_of(double bits)
{
    return bits > 64 ? 2 : bits > 32;
}

void pastis_table_strides(struct pastis *pastis, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"bits", "bits", false, false}, {"stride", "stride", false, false},
        {"paper_transactions", "transactions: formula", false, false},
        {"transactions", "ours", false, false},
        {"paper_cycles", "cycles: formula", false, false}, {"cycles", "ours", false, false},
    };
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < PASTIS_STRIDES; i++) {
        const struct published_stride *theirs = &pastis->published.strides[i];
        struct sharedmem_access access = pastis_strided(
            pastis, width_of(theirs->bits), (uint32_t)theirs->stride, PASTIS_LANES);
        paper_table_number(table, theirs->bits, 0);
        paper_table_number(table, theirs->stride, 0);
        paper_table_number(table, theirs->transactions, 0);
        paper_table_number(table, pastis_launch_value(&pastis->runs, RUN_STRIDES, i,
                                                      "pastis.shared_load_transactions"), 0);
        paper_table_number(table, theirs->cycles, 0);
        paper_table_number(table, (double)access.duration, 0);
    }
    paper_table_note(table, "Transactions come from a run, cycles from the model's shared memory.");
}
