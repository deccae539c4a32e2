/* SPDX-License-Identifier: Apache-2.0 */
/* prune.h - PRUNE, Algorithm 2 of PWS: the graph that the slowest split wavefront runs (PWS-38). */
#ifndef WARPCLOCK_BOUND_PWS_PRUNE_H
#define WARPCLOCK_BOUND_PWS_PRUNE_H

#include "bound/pws/choice.h"

struct pruned {
    /* By node; branches and BSBs only: its edge to SUCCBB is removed. */
    bool *removed;
    /* F: the worst time from a node to the end, by node, the end included. Of the first node of a
     * then side without what follows its BSB, of a BSB without its own cost, as in the paper. */
    int64_t *rest;
};

/* With a split cost of 0 the paper's algorithm; else every split charges e_s + e_m at its branch,
 * as often as its loops run it (PWS-40), and sides are compared with the splits inside them. */
struct pruned prune(struct arena *arena, const struct split_graph *graph, const bool *split,
                    int64_t split_cost);

#endif
