/* SPDX-License-Identifier: Apache-2.0 */
/* paper.h - a paper whose experiments can be rerun: its tables, the published figures next to ours.
 *
 * A paper is one struct paper, listed in paper.c. Its published figures are in papers/NAME/ next to
 * the folder of machine files, never in C. */
#ifndef WARPCLOCK_PAPER_PAPER_H
#define WARPCLOCK_PAPER_PAPER_H

#include "api/context.h"
#include "paper/figures.h"
#include "paper/table.h"

/* A rerun: what was made of it so far. */
struct wc_paper {
    struct arena arena;
    const struct paper *paper;
    const struct job_set *settings; /* with which all runs were made; none without runs */
    size_t setting_count;
    struct paper_table **tables;
    size_t table_count;
    struct paper_figures figures; /* of all tables */
};

struct paper {
    const char *name, *title;
    const char *settings_word; /* of where its runs' settings come from */
    /* The names of its tables in reading order; NULL after the last one. */
    const char *(*table_name)(size_t i);
    /* Runs what `table` (NULL: all) needs and adds the tables to the report. The folder has the
     * paper's data. If runs fail, the tables are still made, with gaps. */
    enum wc_status (*rerun)(wc_context *context, const char *folder, const char *table,
                            struct wc_paper *report);
};

extern const struct paper paper_swas, paper_pastis, paper_pws, paper_sbi_swi, paper_sim_d;

/* A new empty table at the end of the report. */
struct paper_table *paper_add_table(struct wc_paper *report, const char *name, const char *title);

#endif
