/* SPDX-License-Identifier: Apache-2.0 */
/* area.c - table 4: the authors' areas, added up again. */
#include "paper/sbi_swi/sbi_swi.h"

enum { THOUSAND_PER_MM2 = 1000 }; /* 1000 um2 */

static void add_row(struct paper_table *table, const char *name, const double *values,
                    int decimals)
{
    paper_table_text(table, "%s", name);
    for (size_t i = 0; i < DESIGNS; i++)
        paper_table_number(table, values[i], decimals);
}

static void add_up(const struct sbi_swi_published *published, double *total, double *overhead,
                   double *percent)
{
    for (size_t design = 0; design < DESIGNS; design++) {
        total[design] = 0;
        for (size_t i = 0; i < COMPONENTS; i++)
            total[design] += published->area[i][design];
        overhead[design] = total[design] - total[DESIGN_BASELINE];
        percent[design] = 100 * overhead[design] / (published->sm_area * THOUSAND_PER_MM2);
    }
}

void sbi_swi_table_area(struct sbi_swi *sbi_swi, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"component", "", true, false}, {"baseline", "baseline", false, false},
        {"sbi", "SBI", false, false},   {"swi", "SWI", false, false},
        {"sbi_swi", "SBI+SWI", false, false},
    };
    const struct sbi_swi_published *published = &sbi_swi->published;
    double total[DESIGNS], overhead[DESIGNS], percent[DESIGNS];
    add_up(published, total, overhead, percent);
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (size_t i = 0; i < COMPONENTS; i++)
        add_row(table, sbi_swi_component_name(i), published->area[i], 1);
    add_row(table, "total: paper", published->total, 1);
    add_row(table, "total: added here", total, 1);
    add_row(table, "overhead: paper", published->overhead, 1);
    add_row(table, "overhead: added here", overhead, 1);
    add_row(table, "% of an SM: paper", published->overhead_percent, 1);
    add_row(table, "% of an SM: added here", percent, 2);
    paper_table_note(table, "The areas are the paper's: RTL synthesis by the authors, scaled to "
                            "40 nm, and for the register file an estimate after Fung et al.; of "
                            "register file and scheduler only what is added. An SM is %.1f mm2.",
                     published->sm_area);
}
