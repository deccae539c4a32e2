/* SPDX-License-Identifier: Apache-2.0 */
/* cycles.c - Table 4 and Fig. 6: simulated cycles, and what other memories change. */
#include <math.h>

#include "paper/sim_d/sim_d.h"

static void add_benchmark(struct sim_d_paper *paper, struct paper_table *table, size_t i)
{
    const struct sim_d_benchmark *theirs = &paper->published.benchmark[i];
    const struct sim_d_run *ours = &paper->runs.run[i][CONFIGURATION_FREE];
    double cycles = ours->cycles * sim_d_scale(&paper->published, i);
    paper_table_text(table, "%s", theirs->title);
    paper_table_text(table, "%.0f x %.0f, %.0f", theirs->ndrange[0], theirs->ndrange[1],
                     theirs->width);
    paper_table_number(table, theirs->groups, 0);
    paper_table_number(table, ours->groups, 0);
    paper_table_number(table, theirs->cycles, 0);
    paper_table_number(table, cycles, 0);
    paper_table_number(table, cycles / theirs->cycles, 3);
    paper_table_number(table, 100 * ours->dram_busy, 1);
    paper_table_number(table, theirs->gtx780, 0);
    paper_table_number(table, theirs->cycles / theirs->gtx780, 2);
}

void sim_d_table_4(struct sim_d_paper *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"benchmark", "", true, false}, {"ndrange", "NDRange, width", true, false},
        {"paper_groups", "groups", false, false}, {"ours_groups", "ours", false, false},
        {"paper_cycles", "cycles", false, false}, {"ours_cycles", "ours", false, false},
        {"ratio", "ratio", false, false}, {"dram_busy", "DRAM %", false, false},
        {"gtx780", "GTX780", false, false}, {"speed_up", "speed-up", false, false},
    };
    double sum = 0;
    paper->runs.wanted[CONFIGURATION_FREE] = true;
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        add_benchmark(paper, table, i);
        sum += paper->published.benchmark[i].speed_up;
    }
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        const struct sim_d_benchmark *theirs = &paper->published.benchmark[i];
        if (theirs->difference)
            paper_table_note(table, "%s: %s", theirs->title, theirs->difference);
    }
    paper_table_note(table, "DRAM %%: a request was under way, of our cycles. GTX780 is quoted; "
                            "its mean speed-up is %.2f as printed, %.2f added here.",
                     paper->published.mean_speed_up, sum / SIM_D_BENCHMARKS);
}

/* ---- Fig. 6 ---- */

static double speed(const struct sim_d_run *run, size_t of, size_t over)
{
    return run[over].cycles / run[of].cycles;
}

void sim_d_table_figure6(struct sim_d_paper *paper, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"benchmark", "", true, false}, {"dram_busy", "DRAM %", false, false},
        {"slow", "1866M", false, false}, {"cycles", "3200AA", false, false},
        {"groups", "4 groups", false, false}, {"narrow", "4 words", false, false},
        {"speed", "3200/1866", false, false}, {"groups_speed", "4/2 groups", false, false},
        {"width_speed", "32/4 words", false, false},
    };
    static const size_t shown[] = {CONFIGURATION_SLOW, CONFIGURATION_BRIEF, CONFIGURATION_GROUPS,
                                   CONFIGURATION_NARROW};
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t k = 0; k < 4; k++)
        paper->runs.wanted[shown[k]] = true;
    for (size_t i = 0; i < SIM_D_BENCHMARKS; i++) {
        const struct sim_d_run *run = paper->runs.run[i];
        paper_table_text(table, "%s", paper->published.benchmark[i].title);
        paper_table_number(table, 100 * run[CONFIGURATION_BRIEF].dram_busy, 1);
        for (size_t k = 0; k < 4; k++)
            paper_table_number(table, run[shown[k]].cycles, 0);
        paper_table_number(table, speed(run, CONFIGURATION_BRIEF, CONFIGURATION_SLOW), 3);
        paper_table_number(table, speed(run, CONFIGURATION_GROUPS, CONFIGURATION_BRIEF), 3);
        paper_table_number(table, speed(run, CONFIGURATION_BRIEF, CONFIGURATION_NARROW), 3);
    }
    paper_table_note(table, "Cycles of DDR4-1866M, DDR4-3200AA with two and with four bank "
                            "groups, and of scratchpad lines of 4 instead of 32 words. The "
                            "bandwidths of the two speeds have the ratio 1.715. The paper "
                            "normalises to a GT710, whose times it does not print. CNN "
                            "Convolution runs in its small size here.");
}
