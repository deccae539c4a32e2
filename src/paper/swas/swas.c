/* SPDX-License-Identifier: Apache-2.0 */
/* swas.c - the SWaS paper: its tables in reading order, and the runs that each of them needs. */
#include "paper/swas/swas.h"

#include <stdlib.h>
#include <string.h>

enum { RUNS_BEST = 1 << 1 /* lrr-gtlrr */ };

static const struct part {
    const char *name, *title;
    uint32_t runs;
    swas_table_fn *fill;
} parts[] = {
    {"anomalies", "one lost issue slot shifts the whole schedule (Fig. 2; SWAS-29 to SWAS-31)",
     RUNS_NONE, swas_table_anomalies},
    {"cycles", "SWaS by hand: queue of 4, branches decided after 3 cycles", RUNS_NONE,
     swas_table_cycles},
    {"1", "warp instructions of the kernels (Table I)", RUNS_BEST, swas_table_instructions},
    {"ipc", "baseline: thread instructions per cycle, by FETCH-ISSUE policies (Fig. 4)",
     RUNS_BASELINE, swas_table_ipc},
    {"paths", "baseline: wrong-path fetches per executed branch (Sec. VI-B)",
     RUNS_BASELINE, swas_table_paths},
    {"latency", "baseline lrr-gtlrr: mean cycles from a load's issue to its write-back (Sec. VI-B)",
     RUNS_BEST, swas_table_latency},
    {"errors", "baseline: scheduling errors, in % of the kernel's cycles (Fig. 5)",
     RUNS_BASELINE | RUNS_SYNC, swas_table_errors},
    {"ratios", "IPC of SWaS over the baseline of the same issue policy (Figs. 6 to 8)",
     RUNS_BASELINE | RUNS_SWAS, swas_table_ratios},
    {"slots", "SWaS: what the issue slots were used for (SWAS-57)", RUNS_SWAS, swas_table_slots},
    {"2", "SWaS gtlrr against baseline lrr-gtlrr, the best of each (Table II)",
     RUNS_BEST | RUNS_SWAS, swas_table_best},
    {"acceptance", "the headline results, and whether ours are close to them", RUNS_ALL,
     swas_table_acceptance},
};

enum { PARTS = sizeof parts / sizeof *parts };

static const char *table_name(size_t i)
{
    return i < PARTS ? parts[i].name : NULL;
}

static bool is_wanted(const struct part *part, const char *table)
{
    return !table || strcmp(part->name, table) == 0;
}

static void make_runs(struct swas *swas, const char *table)
{
    uint32_t set = RUNS_NONE;
    for (size_t i = 0; i < PARTS; i++)
        set |= is_wanted(&parts[i], table) ? parts[i].runs : RUNS_NONE;
    swas_runs_make(&swas->runs, set);
}

static enum wc_status rerun(wc_context *context, const char *folder, const char *table,
                            struct wc_paper *report)
{
    struct swas *swas = arena_alloc(&report->arena, sizeof *swas);
    const char *file = arena_format(&report->arena, "%s/published.yaml", folder);
    enum wc_status status =
        swas_published_load(&context->error, &report->arena, file, &swas->published);
    if (status == WC_OK)
        status = swas_check_claims(&context->error, file, &swas->published);
    if (status != WC_OK)
        return status;
    swas_runs_begin(&swas->runs, context, folder, &report->arena, &swas->published);
    make_runs(swas, table);
    report->settings = swas->runs.made.settings;
    report->setting_count = swas->runs.made.setting_count;
    for (size_t i = 0; i < PARTS; i++) {
        if (is_wanted(&parts[i], table))
            parts[i].fill(swas, paper_add_table(report, parts[i].name, parts[i].title));
    }
    swas_runs_end(&swas->runs);
    return paper_runs_status(&context->error, &swas->runs.made);
}

const struct paper paper_swas = {
    .name = "swas",
    .title = "Crouzet, Carle, Rochange: Coordinating the fetch and issue warp schedulers to "
             "increase the timing predictability of GPUs (DSD 2024)",
    .settings_word = "the first is stated by the paper, the queues are those of Vortex 2.1, the "
                     "others were chosen among many because they bring the results below closer "
                     "to the paper's (docs/swas.md gives the results without them).",
    .table_name = table_name,
    .rerun = rerun,
};
