/* SPDX-License-Identifier: Apache-2.0 */
/* figures.c - tables of the SWaS paper with one row per benchmark, theirs next to ours. */
#include <math.h>

#include "paper/swas/swas.h"

static const struct swas_run *best_baseline(const struct swas *swas, size_t benchmark)
{
    return &swas->runs.run[benchmark][swas_pair(SWAS_LRR, SWAS_GTLRR)];
}

/* "as theirs", or how ours differs. */
static const char *distance_word(double ours, double theirs, double near)
{
    if (isnan(ours))
        return "no run";
    if (fabs(ours / theirs - 1) <= near)
        return "near";
    return ours > theirs ? "more" : "less";
}

/* ---- Table I ---- */

void swas_table_instructions(struct swas *swas, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"paper", "paper", false, false}, {"ours", "ours", false, false},
        {"gap_percent", "gap %", false, false}, {"thread_instructions", "threads'", false, false},
        {"lanes", "lanes", false, false}, {"word", "", true, false},
    };
    swas_benchmark_column(table, false);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        const struct published_benchmark *theirs = &swas->published.benchmarks[i];
        const struct swas_run *ours = best_baseline(swas, i);
        paper_table_text(table, "%s", theirs->name);
        paper_table_number(table, theirs->instructions, 0);
        paper_table_number(table, ours->committed_warp, 0);
        paper_table_number(table, swas_percent(ours->committed_warp / theirs->instructions - 1), 1);
        paper_table_number(table, ours->committed_thread, 0);
        paper_table_number(table, ours->committed_thread / ours->committed_warp, 2);
        paper_table_text(table, "%s",
                         distance_word(ours->committed_warp, theirs->instructions, 0.1));
    }
    paper_table_note(table, "The paper gives neither input sizes nor the compiler (AMB-15); sizes "
                            "were chosen to come close. Its counts must be per warp, not per "
                            "thread (SWAS-27).");
}

/* ---- Table II ---- */

static void add_best(struct swas *swas, size_t i, struct paper_table *table)
{
    const struct published_benchmark *theirs = &swas->published.benchmarks[i];
    const struct swas_run *ours = best_baseline(swas, i);
    double ratio =
        swas_ratio(&swas->runs, i, SWAS_GTLRR, swas_pair(SWAS_LRR, SWAS_GTLRR));
    paper_table_text(table, "%s", theirs->name);
    paper_table_number(table, theirs->ratio, 2);
    paper_table_number(table, ratio, 2);
    paper_table_number(table, theirs->errors, 0);
    paper_table_number(table, ours->errors, 0);
    paper_table_number(table, theirs->errors / theirs->instructions, 3);
    paper_table_number(table, ours->errors / ours->committed_warp, 3);
    paper_table_number(table, swas->runs.run[i][CONFIGURATION_SWAS + SWAS_GTLRR].errors, 0);
    paper_table_text(table, "%s", distance_word(ratio, theirs->ratio, 0.12));
}

void swas_table_best(struct swas *swas, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"paper_ratio", "paper: IPC ratio", false, false}, {"ratio", "ours", false, false},
        {"paper_errors", "paper: errors", false, false}, {"errors", "ours", false, false},
        {"paper_errors_per_instruction", "per warp instr.", false, false},
        {"errors_per_instruction", "ours", false, false},
        {"swas_errors", "SWaS errors", false, false}, {"word", "ratio", true, false},
    };
    swas_benchmark_column(table, false);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++)
        add_best(swas, i, table);
    paper_table_note(table, "Errors are counted on the baseline; SWaS has none, by construction "
                            "(SWAS-42). Their number grows with the run, so it is also given per "
                            "warp instruction.");
}

/* ---- load latency ---- */

void swas_table_latency(struct swas *swas, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"paper_least", "paper: from", false, false}, {"paper_most", "to", false, false},
        {"ours", "ours", false, false}, {"word", "", true, false},
    };
    swas_benchmark_column(table, false);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < SWAS_BENCHMARKS; i++) {
        const struct published_span *theirs = &swas->published.benchmarks[i].latency;
        double ours = best_baseline(swas, i)->load_latency;
        bool within = ours >= theirs->min && ours <= theirs->max;
        paper_table_text(table, "%s", swas_name(swas, i));
        paper_table_number(table, theirs->min, 0);
        paper_table_number(table, theirs->max, 0);
        paper_table_number(table, ours, 1);
        paper_table_text(table, "%s",
                         within ? "near" : distance_word(ours, theirs->min, 0.25));
    }
    paper_table_note(table, "The paper has one figure each for kmeans and psort and one range for "
                            "the other four. It does not describe caches and DRAM: ours are "
                            "assumptions (machines/vortex.yaml), fitted for these runs.");
}

/* ---- what slots were used for ---- */

void swas_table_slots(struct swas *swas, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"policy", "policy", true, false}, {"instructions", "instructions", false, false},
        {"start", "NOPs: start", false, false}, {"miss", "miss", false, false},
        {"flush", "flush", false, false}, {"nop_share_percent", "NOPs %", false, false},
        {"slot_utilisation_percent", "slots used %", false, false},
        {"ipc", "IPC", false, false}, {"errors", "errors", false, false},
    };
    swas_benchmark_column(table, true);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < SWAS_BENCHMARKS * SWAS_POLICIES; i++) {
        unsigned policy = i % SWAS_POLICIES;
        const struct swas_run *run =
            &swas->runs.run[i / SWAS_POLICIES][CONFIGURATION_SWAS + policy];
        paper_table_text(table, "%s", swas_name(swas, i / SWAS_POLICIES));
        paper_table_text(table, "%s", swas_policy_name(policy));
        paper_table_number(table, run->committed_warp, 0);
        paper_table_number(table, run->nops_start, 0);
        paper_table_number(table, run->nops_miss, 0);
        paper_table_number(table, run->nops_flush, 0);
        paper_table_number(table, swas_percent(run->nop_share), 1);
        paper_table_number(table, swas_percent(run->slot_utilisation), 1);
        paper_table_number(table, run->ipc, 2);
        paper_table_number(table, run->errors, 0);
    }
    paper_table_note(table, "NOPs of start, miss and flush cover the whole run; their share and "
                            "the slots used cover only the kernel, without its start-up code.");
}
