/* SPDX-License-Identifier: Apache-2.0 */
/* sbi_swi.c - the paper on branch and warp interweaving: its tables in reading order. */
#include "paper/sbi_swi/sbi_swi.h"

#include <string.h>

static const struct part {
    const char *name, *title;
    sbi_swi_table_fn *fill;
} parts[] = {
    {"acceptance", "the paper's headlines, hard ones first", sbi_swi_table_acceptance},
    {"speed", "speed-up over the baseline in % (Fig. 7)", sbi_swi_table_speed},
    {"slots", "where issue slots go", sbi_swi_table_slots},
    {"compilers", "code of two compilers, speed-up over the baseline in %",
     sbi_swi_table_compilers},
    {"constraints", "what reconvergence constraints change (Fig. 8a)", sbi_swi_table_constraints},
    {"shuffle", "lane shuffling of SWI (Table 1, Fig. 8b)", sbi_swi_table_shuffle},
    {"lookup", "associativity of SWI's look-up (Fig. 9)", sbi_swi_table_lookup},
    {"readings", "both readings of what the paper leaves open, speed-up over the baseline in %",
     sbi_swi_table_readings},
    {"limits", "irregular programs without one limit, speed-up over the baseline in %",
     sbi_swi_table_limits},
    {"cost", "hardware requirements of each technique (Table 3)", sbi_swi_table_cost},
    {"area", "area in 1000 um2 at 40 nm (Table 4)", sbi_swi_table_area},
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

/* Without a report the tables say which runs they need. */
static void fill(struct sbi_swi *sbi_swi, const char *table, struct wc_paper *report)
{
    sbi_swi->collecting = !report;
    for (size_t i = 0; i < PARTS; i++) {
        if (is_wanted(&parts[i], table))
            parts[i].fill(sbi_swi, report ? paper_add_table(report, parts[i].name, parts[i].title)
                                          : paper_table_new(sbi_swi->arena, "", ""));
    }
}

static enum wc_status rerun(wc_context *context, const char *folder, const char *table,
                            struct wc_paper *report)
{
    struct sbi_swi *sbi_swi = arena_alloc(&report->arena, sizeof *sbi_swi);
    const char *file = arena_format(&report->arena, "%s/published.yaml", folder);
    sbi_swi->arena = &report->arena;
    enum wc_status status =
        sbi_swi_published_load(&context->error, sbi_swi->arena, file, &sbi_swi->published);
    if (status == WC_OK)
        status = sbi_swi_check_claims(&context->error, file, &sbi_swi->published);
    if (status != WC_OK)
        return status;
    paper_runs_begin(&sbi_swi->runs.made, context, folder, sbi_swi->arena);
    fill(sbi_swi, table, NULL);
    sbi_swi_runs_make(&sbi_swi->runs);
    fill(sbi_swi, table, report);
    return paper_runs_status(&context->error, &sbi_swi->runs.made);
}

const struct paper paper_sbi_swi = {
    .name = "sbi-swi",
    .title = "Brunie, Collange, Diamos: Simultaneous Branch and Warp Interweaving for Sustained "
             "GPU Performance (ISCA 2012)",
    .settings_word = "papers/sbi-swi has the jobs.",
    .table_name = table_name,
    .rerun = rerun,
};
