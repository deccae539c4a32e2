/* SPDX-License-Identifier: Apache-2.0 */
/* reuse.c - Figure 12: idle SpSIMDs as SIMDs. */
#include "paper/pws/pws.h"

enum { POINTS = 4, SPLITS = 3 };

static const struct pws_run *run(struct pws *pws, uint32_t points, bool reprovision)
{
    const struct pws_case what = {.job = "jobs/synthetic-20.yaml", .entry = "short",
                                  .mode = PWS_PWS, .splits = SPLITS, .marks = points,
                                  .reprovision = reprovision};
    return pws_run(&pws->runs, &what);
}

double pws_reuse(struct pws *pws, uint32_t points)
{
    return pws_reduction(pws_observed(run(pws, points, true)),
                         pws_observed(run(pws, points, false)));
}

void pws_table_figure12(struct pws *pws, struct paper_table *table)
{
    static const struct paper_column columns[] = {
        {"points", "split points", false, false}, {"idle", "idle SpSIMDs, cycles", false, false},
        {"reused", "reused, cycles", false, false}, {"saved", "saved %", false, false},
        {"idle_analytical", "analytical, idle", false, false},
        {"reused_analytical", "reused", false, false}};
    paper_table_columns(table, columns, sizeof columns / sizeof *columns);
    for (uint32_t points = 0; points < POINTS; points++) {
        const struct pws_run *idle = run(pws, points, false), *reused = run(pws, points, true);
        paper_table_number(table, points, 0);
        paper_table_number(table, pws_observed(idle), 0);
        paper_table_number(table, pws_observed(reused), 0);
        paper_table_number(table, pws_reuse(pws, points), 1);
        paper_table_number(table, pws_analytical(idle, false), 0);
        paper_table_number(table, pws_analytical(reused, false), 0);
    }
    paper_table_note(table, "S = 3, 4 SIMDs per CU, all instructions divergent, none accesses "
                            "memory. The paper saves up to %.0f %%, most with the fewest split "
                            "points. 20 wavefronts run in each CU; the paper does not say how "
                            "many.",
                     pws->published.figure_12);
}
