/* SPDX-License-Identifier: Apache-2.0 */
/* limits.c - what keeps irregular programs from gaining: the comparison without one limit each. */
#include "paper/sbi_swi/sbi_swi.h"

static double percent(double ratio)
{
    return 100 * (ratio - 1);
}

static void add_limit(const struct sbi_swi *sbi_swi, size_t limit, struct paper_table *table)
{
    paper_table_text(table, "%s", sbi_swi_limit(sbi_swi->arena, limit));
    for (size_t i = COMPARED_WARP64; i < COMPARED; i++)
        paper_table_number(table, percent(sbi_swi_limit_mean(&sbi_swi->runs, limit, i)), 1);
}

static void add_row(const struct sbi_swi *sbi_swi, const char *name,
                    enum sbi_swi_configuration over, struct paper_table *table)
{
    static const enum sbi_swi_configuration of[] = {CONFIGURATION_WARP64, CONFIGURATION_SBI,
                                                    CONFIGURATION_SWI, CONFIGURATION_BOTH};
    paper_table_text(table, "%s", name);
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        paper_table_number(table, percent(sbi_swi_mean(&sbi_swi->runs, false, of[i], over)), 1);
}

static void add_paper(const struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const char *const keys[] = {NULL, "sbi", "swi", "sbi_swi"};
    paper_table_text(table, "paper");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        paper_table_number(table, sbi_swi_published_speed(&sbi_swi->published, keys[i], false), 1);
}

void sbi_swi_table_limits(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"settings", "", true, false},
        {"warp64", "Warp64", false, false},
        {"sbi", "SBI", false, false},
        {"swi", "SWI", false, false},
        {"sbi_swi", "SBI+SWI", false, false},
    };
    if (sbi_swi->collecting) {
        bool *wanted = sbi_swi->runs.wanted[COMPILER_PTXAS];
        wanted[CONFIGURATION_BASELINE] = wanted[CONFIGURATION_WARP64] = true;
        wanted[CONFIGURATION_SBI] = wanted[CONFIGURATION_SWI] = wanted[CONFIGURATION_BOTH] = true;
        sbi_swi->runs.wanted_limits = true;
        return;
    }
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    add_paper(sbi_swi, table);
    add_row(sbi_swi, "as they are", CONFIGURATION_BASELINE, table);
    add_row(sbi_swi, "as they are, over Warp64", CONFIGURATION_WARP64, table);
    for (size_t i = 0; i < SBI_SWI_LIMITS; i++)
        add_limit(sbi_swi, i, table);
    paper_table_note(table, "Irregular cubins, percent faster than the baseline, geometric means. "
                            "In each row all machines, the baseline too, have these settings; "
                            "programs are irregular by the machines as they are.");
}
