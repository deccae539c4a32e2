/* SPDX-License-Identifier: Apache-2.0 */
/* figures.h - tables of a paper as figures: pairs of published and own numbers, or a column. */
#ifndef WARPCLOCK_PAPER_FIGURES_H
#define WARPCLOCK_PAPER_FIGURES_H

#include "paper/table.h"
#include "report/figure.h"

struct paper_figure {
    const char *name; /* of its file */
    const struct paper_table *table;
    size_t columns[2]; /* published and ours, or a column ... */
    size_t count;      /* ... alone */
};

struct paper_figures {
    struct paper_figure *list;
    size_t count;
};

/* Adds what a table draws; nothing if it has no numbers. */
void paper_figures_add(struct paper_figures *figures, struct arena *arena,
                       const struct paper_table *table);
struct figure paper_figure_draw(const struct paper_figure *figure, struct arena *arena);

#endif
