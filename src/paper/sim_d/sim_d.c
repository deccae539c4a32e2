/* SPDX-License-Identifier: Apache-2.0 */
/* sim_d.c - the Sim-D paper: its tables in reading order. */
#include "paper/sim_d/sim_d.h"

#include <string.h>

static const struct part {
    const char *name, *title;
    sim_d_table_fn *fill;
} parts[] = {
    {"1", "Table 1: DDR4-3200AA, in cycles of its clock", sim_d_table_1},
    {"requests", "equations 15 and 16: worst-case requests, in DRAM cycles", sim_d_table_requests},
    {"text", "figures of the text that follow from them", sim_d_table_text},
    {"3", "Table 3: configurations", sim_d_table_3},
    {"4", "Table 4: simulated cycles", sim_d_table_4},
    {"figure6", "Fig. 6: other memories", sim_d_table_figure6},
    {"figure7", "Fig. 7: performance that scheduling policies cost, in %", sim_d_table_figure7},
    {"figure8", "Fig. 8: bounds and runs of 11 benchmarks, difference in %", sim_d_table_figure8},
    {"5", "Table 5: bounds and runs of the four outliers", sim_d_table_5},
    {"acceptance", "the main results, and whether ours are the same", sim_d_table_acceptance},
};

enum { PARTS = sizeof parts / sizeof *parts };

static const char *table_name(size_t i)
{
    return i < PARTS ? parts[i].name : NULL;
}

/* Without a report the tables say which runs they need. */
static void fill(struct sim_d_paper *paper, const char *table, struct wc_paper *report)
{
    paper->collecting = !report;
    for (size_t i = 0; i < PARTS; i++) {
        if (table && strcmp(parts[i].name, table) != 0)
            continue;
        parts[i].fill(paper, report ? paper_add_table(report, parts[i].name, parts[i].title)
                                    : paper_table_new(paper->arena, "", ""));
    }
}

static enum wc_status load(struct error *err, const char *file, struct sim_d_paper *paper)
{
    const char *missing;
    enum wc_status status = sim_d_published_load(err, paper->arena, file, &paper->published);
    if (status == WC_OK && !sim_d_has_benchmarks(&paper->published, &missing))
        return fail_at(err, WC_BAD_INPUT, file, 0, 0, "unknown benchmark '%s'", missing);
    return status == WC_OK ? claims_check(err, file, &paper->published.claims, sim_d_measures,
                                          sim_d_measure_count)
                           : status;
}

static enum wc_status rerun(wc_context *context, const char *folder, const char *table,
                            struct wc_paper *report)
{
    struct sim_d_paper *paper = arena_alloc(&report->arena, sizeof *paper);
    paper->arena = &report->arena;
    enum wc_status status =
        load(&context->error, arena_format(&report->arena, "%s/published.yaml", folder), paper);
    if (status != WC_OK)
        return status;
    paper_runs_begin(&paper->runs.made, context, folder, paper->arena);
    fill(paper, table, NULL);
    sim_d_runs_make(&paper->runs, &paper->published);
    fill(paper, table, report);
    return paper_runs_status(&context->error, &paper->runs.made);
}

const struct paper paper_sim_d = {
    .name = "sim-d",
    .title = "Spliet, Mullins: Sim-D: a SIMD accelerator for hard real-time systems",
    .settings_word = "papers/sim-d has the jobs.",
    .table_name = table_name,
    .rerun = rerun,
};
