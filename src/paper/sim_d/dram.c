/* SPDX-License-Identifier: Apache-2.0 */
/* dram.c - Table 1, equations 15 and 16, and the figures of the text that follow from them. */
#include <math.h>
#include <string.h>

#include "machine/sim_d/closed_form.h"
#include "paper/sim_d/sim_d.h"

enum { WORD_BYTES = 4, REQUEST_WORDS = 1024, ROWS_OF_A_LARGE_BUFFER = 9 };

static const struct ddr4_numbers *numbers_of(const char *organisation)
{
    return ddr4_find("3200AA", organisation);
}

/* ---- Table 1 ---- */

static const struct {
    const char *name;
    size_t at; /* in struct ddr4_numbers */
} timings[] = {
    {"nB", offsetof(struct ddr4_numbers, banks)},
    {"nBG", offsetof(struct ddr4_numbers, groups)},
    {"nR", offsetof(struct ddr4_numbers, rows)},
    {"nC", offsetof(struct ddr4_numbers, columns)},
    {"nBW", offsetof(struct ddr4_numbers, burst_bytes)},
    {"nRCD", offsetof(struct ddr4_numbers, rcd)},
    {"nCAS", offsetof(struct ddr4_numbers, cl)},
    {"nCWD", offsetof(struct ddr4_numbers, cwl)},
    {"nRP", offsetof(struct ddr4_numbers, rp)},
    {"nBURST", offsetof(struct ddr4_numbers, burst)},
    {"nRAS", offsetof(struct ddr4_numbers, ras)},
    {"nRTP", offsetof(struct ddr4_numbers, rtp)},
    {"nWR", offsetof(struct ddr4_numbers, wr)},
    {"nRFC", offsetof(struct ddr4_numbers, rfc)},
    {"nREFI", offsetof(struct ddr4_numbers, refi)},
    {"nCCD_S", offsetof(struct ddr4_numbers, ccd_s)},
    {"nCCD_L", offsetof(struct ddr4_numbers, ccd_l)},
    {"nRRD_S", offsetof(struct ddr4_numbers, rrd_s)},
    {"nRRD_L", offsetof(struct ddr4_numbers, rrd_l)},
};

static double timing_of(const struct ddr4_numbers *numbers, const char *name)
{
    for (size_t i = 0; i < sizeof timings / sizeof *timings; i++) {
        uint32_t value;
        if (strcmp(timings[i].name, name) != 0)
            continue;
        memcpy(&value, (const char *)numbers + timings[i].at, sizeof value);
        return strcmp(name, "nBW") == 0 ? value / WORD_BYTES : value;
    }
    return NAN;
}

void sim_d_table_1(struct sim_d_paper *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"symbol", "", true, false},
        {"paper_2bg", "2BG: paper", false, false}, {"ours_2bg", "ours", false, false},
        {"paper_4bg", "4BG: paper", false, false}, {"ours_4bg", "ours", false, false},
        {"ours_1866m", "1866M: ours", false, false},
    };
    const struct sim_d_published *published = &paper->published;
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < published->timing_count; i++) {
        const struct sim_d_timing *row = &published->timing[i];
        paper_table_text(table, "%s", row->name);
        paper_table_number(table, row->value[0], 0);
        paper_table_number(table, timing_of(numbers_of("x16"), row->name), 0);
        paper_table_number(table, row->value[1], 0);
        paper_table_number(table, timing_of(numbers_of("x8"), row->name), 0);
        paper_table_number(table, timing_of(ddr4_find("1866M", "x16"), row->name), 0);
    }
    paper_table_note(table, "The paper names DDR4-1866M and prints no numbers for it. The machine "
                            "also keeps nFAW, nRC, nWTR and the turnarounds, which the table does "
                            "not have (SIMD-41).");
}

/* ---- equations 15 and 16 ---- */

static void add_request(struct paper_table *table, const char *kind, double size, double read,
                        double write, uint64_t ours_read, uint64_t ours_write)
{
    paper_table_text(table, "%s", kind);
    paper_table_number(table, size, 0);
    paper_table_number(table, read, 0);
    paper_table_number(table, (double)ours_read, 0);
    paper_table_number(table, write, 0);
    paper_table_number(table, (double)ours_write, 0);
}

void sim_d_table_requests(struct sim_d_paper *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"kind", "", true, true}, {"size", "size", false, false},
        {"paper_read", "read: paper", false, false}, {"ours_read", "ours", false, false},
        {"paper_write", "write: paper", false, false}, {"ours_write", "ours", false, false},
    };
    const struct sim_d_published *published = &paper->published;
    const struct ddr4_numbers *n = numbers_of("x16");
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < published->count_15; i++) {
        const double *row = published->equation_15[i];
        add_request(table, "bursts of a tile", row[0], row[2], row[3],
                    sim_d_tile_delay(n, (uint64_t)row[0], false),
                    sim_d_tile_delay(n, (uint64_t)row[0], true));
    }
    for (size_t i = 0; i < published->count_16; i++) {
        const double *row = published->equation_16[i];
        add_request(table, "rows, 1024 indexes", row[0], row[1], row[2],
                    sim_d_index_delay(n, REQUEST_WORDS, (uint64_t)row[0], false),
                    sim_d_index_delay(n, REQUEST_WORDS, (uint64_t)row[0], true));
    }
    paper_table_note(table, "DRAM cycles of equations 15 and 16 for DDR4-3200AA with two bank "
                            "groups, without the %d cycles in which the controller's pipeline "
                            "fills.",
                     SIM_D_PIPELINE_FILL);
}

/* ---- figures of the text ---- */

double sim_d_utilisation(void)
{
    const struct ddr4_numbers *n = numbers_of("x16");
    return 100.0 * n->burst / (n->burst_bytes / WORD_BYTES * n->ccd_l);
}

double sim_d_crossover(bool write)
{
    const struct ddr4_numbers *n = numbers_of("x16");
    cycle_t indexed = sim_d_index_delay(n, REQUEST_WORDS, ROWS_OF_A_LARGE_BUFFER, write);
    uint64_t bursts = 1;
    while (sim_d_tile_delay(n, bursts + 1, write) <= indexed)
        bursts++;
    return (double)bursts * n->burst_bytes / (1 << 20);
}

double sim_d_bus_use(uint64_t bursts, bool write)
{
    const struct ddr4_numbers *n = numbers_of("x16");
    double data = (double)REQUEST_WORDS * WORD_BYTES / n->burst_bytes * n->burst;
    return 100 * data / (double)sim_d_tile_delay(n, bursts, write);
}

struct request_cost sim_d_longest_request(struct sim_d_paper *paper, bool write)
{
    const struct sim_d_memory_numbers numbers = {
        .dram = numbers_of("x16"), .compute_mhz = 1000, .scratchpad_words = 32};
    const struct request_shape shape = {.kind = COST_TILE, .write = write,
                                        .words = REQUEST_WORDS, .period = REQUEST_WORDS,
                                        .count = 1};
    return request_cost(request_costs_create(paper->arena, &numbers, COST_ORIGINAL), &shape);
}

double sim_d_refresh_of_time(void)
{
    const struct ddr4_numbers *n = numbers_of("x16");
    return 100.0 * n->rfc / (n->refi - n->rfc);
}

double sim_d_refresh_of_sum(void)
{
    const struct ddr4_numbers *n = numbers_of("x16");
    return 100.0 * n->rfc / n->refi;
}

static void add_figure(struct paper_table *table, const char *what, const char *unit,
                       const char *place, double theirs, double ours, int decimals)
{
    paper_table_text(table, "%s", what);
    paper_table_text(table, "%s", place);
    paper_table_text(table, "%s", unit);
    paper_table_number(table, theirs, 3);
    paper_table_number(table, ours, decimals);
}

void sim_d_table_text(struct sim_d_paper *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"figure", "", true, false}, {"place", "", true, false}, {"unit", "", true, false},
        {"paper", "paper", false, false}, {"ours", "ours", false, false},
    };
    const struct sim_d_published *p = &paper->published;
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    add_figure(table, "worst bus use of indexed reads", "%", "eq. 1", p->utilisation,
               sim_d_utilisation(), 3);
    add_figure(table, "bus use of a 4 KiB read, aligned", "%", "Sec. 2.3", p->bus_use,
               sim_d_bus_use(64, false), 1);
    add_figure(table, "... in the worst alignment", "%", "Sec. 2.3", p->bus_use,
               sim_d_bus_use(65, false), 1);
    add_figure(table, "... written, in the worst alignment", "%", "-", NAN,
               sim_d_bus_use(65, true), 1);
    add_figure(table, "largest buffer to snoop, read", "MiB", "Sec. 3.2.3", p->crossover[0],
               sim_d_crossover(false), 3);
    add_figure(table, "largest buffer to snoop, written", "MiB", "Sec. 3.2.3", p->crossover[1],
               sim_d_crossover(true), 3);
    add_figure(table, "refresh inflation, of the inflated time", "%", "Sec. 5.8", p->refresh,
               sim_d_refresh_of_sum(), 2);
    add_figure(table, "refresh inflation, of the plain time", "%", "eq. 19", NAN,
               sim_d_refresh_of_time(), 2);
    paper_table_note(table, "The paper's 16 bursts of 4 KiB are 64: a burst has 64 bytes.");
}
