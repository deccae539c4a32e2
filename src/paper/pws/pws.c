/* SPDX-License-Identifier: Apache-2.0 */
/* pws.c - the tables of the PWS paper. */
#include "paper/pws/pws.h"

#include <string.h>

struct part {
    const char *name, *title;
    pws_table_fn *fill;
};

static const struct part parts[] = {
    {"setup", "what was run (Sec. 7)", pws_table_setup},
    {"figure2", "Fig. 2: cycles of the example with and without splitting", pws_table_figure2},
    {"figure5", "Fig. 5: lanes of nested splits and merges", pws_table_figure5},
    {"2", "Table 2: analytical WCET of the example of Fig. 8", pws_table_2},
    {"equation2", "Equation 2: base SIMDs after re-provisioning", pws_table_equation2},
    {"overhead", "hardware that splitting adds to a SIMD", pws_table_overhead},
    {"3", "Table 3: the synthetic benchmark, all instructions divergent", pws_table_3},
    {"figure10a", "Fig. 10a: reduction of the WCET in % by share of divergent instructions",
     pws_table_figure10a},
    {"figure10b", "Fig. 10b: reduction of the WCET in % by share of memory instructions",
     pws_table_figure10b},
    {"figure10c", "Fig. 10c: reduction of the WCET in % by number of SIMDs in total",
     pws_table_figure10c},
    {"figure10d", "Fig. 10d: reduction of the WCET in % with PWS and with DWS",
     pws_table_figure10d},
    {"optimal", "choice of split points, all branches marked (not in the paper)",
     pws_table_optimal},
    {"figure10e", "Fig. 10e: analytical WCET of Rodinia's kernels", pws_table_figure10e},
    {"figure11", "Fig. 11: speed of Rodinia's kernels, equal number of SIMDs",
     pws_table_figure11},
    {"figure12", "Fig. 12: idle SpSIMDs reused as SIMDs", pws_table_figure12},
    {"acceptance", "the headline results, and whether ours are the same", pws_table_acceptance},
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

/* All verdicts need all runs, and they are noted by the other tables. */
static void collect(struct pws *pws, const char *table)
{
    const bool all = !table || strcmp(table, "acceptance") == 0;
    for (size_t i = 0; i < PARTS; i++) {
        if (all || is_wanted(&parts[i], table))
            parts[i].fill(pws, paper_table_new(pws->arena, "", ""));
    }
}

static enum wc_status rerun(wc_context *context, const char *folder, const char *table,
                            struct wc_paper *report)
{
    struct pws *pws = arena_alloc(&report->arena, sizeof *pws);
    const char *file = arena_format(&report->arena, "%s/published.yaml", folder);
    struct error *err = &context->error;
    pws->arena = &report->arena;
    enum wc_status status = pws_published_load(err, pws->arena, file, &pws->published);
    if (status == WC_OK)
        status = pws_check_claims(err, file, &pws->published);
    if (status != WC_OK)
        return status;
    pws_runs_begin(&pws->runs, context, folder, pws->arena);
    collect(pws, table);
    pws_runs_make(&pws->runs);
    for (size_t i = 0; i < PARTS; i++) {
        if (is_wanted(&parts[i], table))
            parts[i].fill(pws, paper_add_table(report, parts[i].name, parts[i].title));
    }
    report->settings = pws->runs.made.settings;
    report->setting_count = pws->runs.made.setting_count;
    return paper_runs_status(err, &pws->runs.made);
}

const struct paper paper_pws = {
    .name = "pws",
    .title = "Klashtorny, Wu, Kaushik, Patel: Predictable GPU Wavefront Splitting for "
             "Safety-Critical Systems (ACM TECS 22(5s), 2023)",
    .settings_word = "docs/pws.md gives the reasons.",
    .table_name = table_name,
    .rerun = rerun,
};
