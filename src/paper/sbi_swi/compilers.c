/* SPDX-License-Identifier: Apache-2.0 */
/* compilers.c - the same programs, compiled by NVIDIA's ptxas and by clang for plain RV32. */
#include <math.h>

#include "paper/sbi_swi/sbi_swi.h"

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

static void add_layout(const struct sbi_swi_run *run, struct paper_table *table)
{
    paper_table_text(table, "%.0f of %.0f", run->layout_below, run->layout);
}

/* SBI, SWI, both of cubins by address, of RV32 code by flow analysis, and SBI by address. */
static const struct {
    enum sbi_swi_compiler compiler;
    enum sbi_swi_configuration of;
} series[] = {
    {COMPILER_PTXAS, CONFIGURATION_SBI}, {COMPILER_PTXAS, CONFIGURATION_SWI},
    {COMPILER_PTXAS, CONFIGURATION_BOTH}, {COMPILER_CLANG, CONFIGURATION_SBI_ORDERED},
    {COMPILER_CLANG, CONFIGURATION_SWI_ORDERED}, {COMPILER_CLANG, CONFIGURATION_BOTH_ORDERED},
    {COMPILER_CLANG, CONFIGURATION_SBI}};
enum { SERIES = sizeof series / sizeof *series };

static void add_row(const struct sbi_swi_runs *runs, size_t program, struct paper_table *table)
{
    paper_table_text(table, "%s", sbi_swi_program(program));
    paper_table_text(table, sbi_swi_is_regular(runs, program) ? "regular" : "irregular");
    add_layout(&runs->run[COMPILER_PTXAS][program][CONFIGURATION_SBI], table);
    add_layout(&runs->run[COMPILER_CLANG][program][CONFIGURATION_SBI], table);
    for (size_t i = 0; i < SERIES; i++) {
        const struct sbi_swi_run *run = runs->run[series[i].compiler][program];
        paper_table_number(table, percent(run[CONFIGURATION_BASELINE].cycles /
                                          run[series[i].of].cycles), 1);
    }
}

static void add_means(const struct sbi_swi_runs *runs, bool regular, struct paper_table *table)
{
    paper_table_text(table, "geometric mean");
    paper_table_text(table, regular ? "regular" : "irregular");
    paper_table_text(table, "-");
    paper_table_text(table, "-");
    for (size_t i = 0; i < SERIES; i++)
        paper_table_number(table, percent(sbi_swi_mean_of(runs, series[i].compiler, regular,
                                                          series[i].of, CONFIGURATION_BASELINE)),
                           1);
}

void sbi_swi_table_compilers(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"program", "", true, false},
        {"class", "class", true, false},
        {"layout_ptxas", "ptxas: below", true, false},
        {"layout_clang", "clang: below", true, false},
        {"sbi_ptxas", "ptxas: SBI", false, false},
        {"swi_ptxas", "SWI", false, false},
        {"sbi_swi_ptxas", "SBI+SWI", false, false},
        {"sbi_clang", "clang: SBI", false, false},
        {"swi_clang", "SWI", false, false},
        {"sbi_swi_clang", "SBI+SWI", false, false},
        {"sbi_clang_address", "SBI, by address", false, false},
    };
    struct sbi_swi_runs *runs = &sbi_swi->runs;
    if (sbi_swi->collecting) {
        runs->wanted[COMPILER_PTXAS][CONFIGURATION_BASELINE] = true;
        runs->wanted[COMPILER_PTXAS][CONFIGURATION_WARP64] = true;
        runs->wanted[COMPILER_CLANG][CONFIGURATION_BASELINE] = true;
        for (size_t i = 0; i < SERIES; i++)
            runs->wanted[series[i].compiler][series[i].of] = true;
        return;
    }
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (int regular = 0; regular < 2; regular++) {
        for (size_t i = 0; i < sbi_swi_program_count(); i++) {
            if (sbi_swi_is_regular(runs, i) == regular)
                add_row(runs, i, table);
        }
        add_means(runs, regular, table);
    }
    paper_table_note(table, "Percent faster than the baseline with the same binary. Classes are "
                            "those of the cubins. \"below\": branches on which lanes may differ "
                            "that meet at a higher address, as thread frontiers need (SBI-17). "
                            "Code of clang runs in the order of flow analysis "
                            "(frontier.order=remap, SBI-18), because clang rotates loops: their "
                            "joins are above the branch. The last column is without that.");
}
