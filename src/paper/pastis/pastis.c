/* SPDX-License-Identifier: Apache-2.0 */
/* pastis.c - the PasTiS paper: its tables in reading order, and the runs that each needs. */
#include "paper/pastis/pastis.h"

#include <string.h>

#include "machine/pascal/clock.h"

static const struct part {
    const char *name, *title;
    unsigned runs;
    pastis_table_fn *fill;
} parts[] = {
    {"stack", "the stack of a warp whose lanes diverge and reconverge (Figs. 5 to 7)", GROUP_NONE,
     pastis_table_stack},
    {"arms", "which side of a branch runs first (Sec. III-A)", GROUP_ARMS, pastis_table_arms},
    {"1", "transactions of consecutive accesses to shared memory (Table I)", GROUP_TABLE_1,
     pastis_table_1},
    {"2", "transactions when all lanes access different words of one bank (Table II)",
     GROUP_TABLE_2, pastis_table_2},
    {"figure8", "conflicts in pools of lanes (Fig. 8)", GROUP_FIGURE_8, pastis_table_figure_8},
    {"durations", "cycles of a shared load, lanes on one bank: by the model and by the "
                  "kernel's clock (Sec. III-B)",
     GROUP_CYCLES, pastis_table_durations},
    {"strides", "shared loads of all lanes at a stride of elements (derived)", GROUP_STRIDES,
     pastis_table_strides},
    {"matmul", "integer products of one block (Figs. 10 to 12)", GROUP_MATMUL,
     pastis_table_matmul},
    {"sensitivity", "change of these cycles per cycle of one machine parameter (PAS-64)",
     GROUP_MATMUL, pastis_table_sensitivity},
    {"conflicts", "32 x 32 products with bank conflicts, which the paper's lack (PAS-83)",
     GROUP_CONFLICTS, pastis_table_conflicts},
    {"policies", "cycles by scheduling policy (PAS-7)", GROUP_POLICIES, pastis_table_policies},
    {"mlp", "the perceptron: cycles by layer, without and with what the paper lacks (Sec. V)",
     GROUP_MLP, pastis_table_mlp},
    {"acceptance", "the headline results, and whether ours are the same", GROUP_ALL,
     pastis_table_acceptance},
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

/* The numbers of shared memory as the machine's file has them. */
static enum wc_status read_shared(wc_context *context, struct sharedmem_numbers *out)
{
    struct error *err = &context->error;
    struct parameters parameters = {0};
    const struct machine_ops *ops;
    struct machine *machine = NULL;
    enum wc_status status = context_load_machine(context, "jetson-tx2", &parameters);
    if (status == WC_OK && (status = machine_find(err, &parameters, &ops)) == WC_OK &&
        (status = ops->create(err, &parameters, &machine)) == WC_OK) {
        *out = ((const struct pascal *)machine)->clock->numbers.shared;
        ops->destroy(machine);
    }
    parameters_free(&parameters);
    return status;
}

static enum wc_status begin(wc_context *context, const char *folder, struct arena *arena,
                            struct pastis *pastis)
{
    const char *file = arena_format(arena, "%s/published.yaml", folder);
    struct error *err = &context->error;
    enum wc_status status = pastis_published_load(err, arena, file, &pastis->published);
    if (status != WC_OK ||
        (status = pastis_check_claims(err, file, &pastis->published)) != WC_OK ||
        (status = read_shared(context, &pastis->shared)) != WC_OK)
        return status;
    pastis->arena = arena;
    pastis_runs_begin(&pastis->runs, context, folder, arena);
    return WC_OK;
}

static enum wc_status rerun(wc_context *context, const char *folder, const char *table,
                            struct wc_paper *report)
{
    struct pastis *pastis = arena_alloc(&report->arena, sizeof *pastis);
    unsigned groups = GROUP_NONE;
    enum wc_status status = begin(context, folder, &report->arena, pastis);
    if (status != WC_OK)
        return status;
    for (size_t i = 0; i < PARTS; i++)
        groups |= is_wanted(&parts[i], table) ? parts[i].runs : GROUP_NONE;
    pastis_runs_make(&pastis->runs, groups);
    report->settings = pastis->runs.made.settings;
    report->setting_count = pastis->runs.made.setting_count;
    for (size_t i = 0; i < PARTS; i++) {
        if (is_wanted(&parts[i], table))
            parts[i].fill(pastis, paper_add_table(report, parts[i].name, parts[i].title));
    }
    pastis_runs_end(&pastis->runs);
    return paper_runs_status(&context->error, &pastis->runs.made);
}

const struct paper paper_pastis = {
    .name = "pastis",
    .title = "Adalbert, Carle, Rochange: PasTiS: building an NVIDIA Pascal GPU simulator for "
             "embedded AI applications (ERTS 2022)",
    .settings_word = "docs/pastis.md gives the reasons.",
    .table_name = table_name,
    .rerun = rerun,
};
