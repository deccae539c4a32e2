/* SPDX-License-Identifier: Apache-2.0 */
/* slots.c - where issue slots go: what limits each program under SBI, and under SBI and SWI. */
#include "paper/sbi_swi/sbi_swi.h"

static void add_row(const struct sbi_swi_runs *runs, size_t program, struct paper_table *table)
{
    const struct sbi_swi_run *all = runs->run[COMPILER_PTXAS][program];
    const struct sbi_swi_run *sbi = &all[CONFIGURATION_SBI], *both = &all[CONFIGURATION_BOTH];
    paper_table_text(table, "%s", sbi_swi_program(program));
    paper_table_text(table, sbi_swi_is_regular(runs, program) ? "regular" : "irregular");
    paper_table_number(table, 100 * all[CONFIGURATION_WARP64].active, 0);
    paper_table_number(table, 100 * sbi->resident, 0);
    paper_table_number(table, 100 * sbi->by_memory, 0);
    paper_table_number(table, 100 * sbi->bandwidth, 0);
    paper_table_number(table, sbi->issued / sbi->cycles, 2);
    paper_table_number(table, 100 * sbi->same_row / sbi->cycles, 1);
    paper_table_number(table, 100 * sbi->other_row / sbi->cycles, 1);
    paper_table_number(table, 100 * both->same_row / both->cycles, 1);
    paper_table_number(table, 100 * both->other_row / both->cycles, 1);
}

void sbi_swi_table_slots(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"program", "", true, false},
        {"class", "class", true, false},
        {"active", "active", false, false},
        {"resident", "resident", false, false},
        {"by_memory", "by memory", false, false},
        {"bandwidth", "bandwidth", false, false},
        {"issues", "issues", false, false},
        {"same_row", "same row", false, false},
        {"other_row", "other row", false, false},
        {"both_same_row", "both: same", false, false},
        {"both_other_row", "both: other", false, false},
    };
    bool *wanted = sbi_swi->runs.wanted[COMPILER_PTXAS];
    if (sbi_swi->collecting) {
        wanted[CONFIGURATION_WARP64] = wanted[CONFIGURATION_SBI] = wanted[CONFIGURATION_BOTH] =
            true;
        return;
    }
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (int regular = 0; regular < 2; regular++) {
        for (size_t i = 0; i < sbi_swi_program_count(); i++) {
            if (sbi_swi_is_regular(&sbi_swi->runs, i) == regular)
                add_row(&sbi_swi->runs, i, table);
        }
    }
    paper_table_note(table, "Percent, but for issues per cycle. \"active\" lanes per instruction "
                            "on Warp64: idle lanes are what SBI and SWI can win in a row. Under "
                            "SBI: \"resident\" warps of the 16 that fit, of their time what they "
                            "wait \"by memory\", used \"bandwidth\" of memory, and pairs per cycle "
                            "in the \"same row\" and with an \"other row\". \"both\" is SBI+SWI.");
}
