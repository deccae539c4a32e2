/* SPDX-License-Identifier: Apache-2.0 */
/* policies.c - the effect of the scheduling policy: none if a processing block has one warp,
 * latency hiding if it has more, which the paper's simulator lacks. */
#include "paper/pastis/pastis.h"

static void add_row(struct pastis *pastis, const char *kernel, unsigned first, unsigned apart,
                    struct paper_table *table)
{
    paper_table_text(table, "%s", kernel);
    for (unsigned i = 0; i < PASTIS_POLICIES; i++)
        paper_table_number(table, pastis_value(&pastis->runs, first + i * apart, "cycles"), 0);
}

void pastis_table_policies(struct pastis *pastis, struct paper_table *table)
{
    paper_table_columns(table, &(struct paper_column){"kernel", "kernel", true, false}, 1);
    for (unsigned i = 0; i < PASTIS_POLICIES; i++)
        paper_table_columns(table, &(struct paper_column){pastis_policy_name(i),
                                                          pastis_policy_name(i), false, false}, 1);
    for (unsigned i = 0; i < PASTIS_SIZES; i++)
        add_row(pastis,
                arena_format(pastis->arena, "matmul %.0f", pastis->published.products[i].size),
                RUN_POLICY + i, PASTIS_SIZES, table);
    add_row(pastis, "saxpy", RUN_SUITE, 1, table);
    paper_table_note(table, "A processing block has at most one warp of the matrix products. For "
                            "saxpy it has many, which wait for memory; the paper's policy runs one "
                            "until it ends or reaches a barrier and hides no latency.");
}
