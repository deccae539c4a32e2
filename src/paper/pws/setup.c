/* SPDX-License-Identifier: Apache-2.0 */
/* setup.c - what was run for which table, with the parameters that differ (PWS-59). */
#include "paper/pws/pws.h"

struct experiment {
    const char *table, *machine, *kernel, *launch;
};

void pws_table_setup(struct pws *pws, struct paper_table *table)
{
    static const struct paper_column columns[] = {{"table", "table", true, false},
                                                  {"machine", "machine", true, false},
                                                  {"kernel", "kernel", true, false},
                                                  {"launch", "launch", true, false}};
    static const struct experiment rows[] = {
        {"3, figure10d", "gcn3; gcn3-dws and gcn3-pws with splits = 1, 3, 7",
         "d100 with 1, 3, 7 split points", "8 work-groups of 64"},
        {"figure10a", "gcn3; gcn3-pws with splits = 1, 3, 7", "d0, d25, d50, d75, d100",
         "8 work-groups of 64"},
        {"figure10b", "gcn3; gcn3-pws with splits = 1, 3, 7", "d100, m25, m50, m75, m100",
         "8 work-groups of 64"},
        {"figure10c", "gcn3 and gcn3-pws with split.budget = 4, 8, 16; splits = 1, 3, 7", "short",
         "8 work-groups of 64"},
        {"optimal", "gcn3-pws with splits = 1, 3, 7", "d100 with all branches marked",
         "8 work-groups of 64"},
        {"figure10e", "gcn3; gcn3-pws with splits = 1, 3", "the suite, small inputs", "the job's"},
        {"figure11", "gcn3 and gcn3-pws with split.budget = 8, 4; splits = 1",
         "the suite, small inputs", "the job's"},
        {"figure12", "gcn3-pws with splits = 3, split.reprovision = false and true",
         "short with 0, 1, 2, 3 split points", "80 work-groups of 64"},
    };
    (void)pws;
    paper_table_columns(table, columns, 4);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        paper_table_text(table, "%s", rows[i].table);
        paper_table_text(table, "%s", rows[i].machine);
        paper_table_text(table, "%s", rows[i].kernel);
        paper_table_text(table, "%s", rows[i].launch);
    }
    paper_table_note(table, "All machines have 4 CUs; without split.budget a CU has 4 SIMDs, and "
                            "SpSIMDs in addition. Everything else is as in machines/gcn3.yaml "
                            "(warpclock machines gcn3-pws).");
}
