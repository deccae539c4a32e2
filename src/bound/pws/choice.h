/* SPDX-License-Identifier: Apache-2.0 */
/* choice.h - a set of split points: how many contexts it needs, and the worst case it leaves.
 *
 * Both are computed on the program's tree, independently of PRUNE and IPET, which must agree. */
#ifndef WARPCLOCK_BOUND_PWS_CHOICE_H
#define WARPCLOCK_BOUND_PWS_CHOICE_H

#include "bound/pws/split_graph.h"

struct split_choice {
    bool *split;       /* by branch of the graph */
    uint32_t count;    /* |SB| */
    uint32_t contexts; /* SWF contexts per wavefront that are reserved for it */
};

struct split_choice choice_none(struct arena *arena, uint32_t branches);

/* A structure's sides, loops and sequences, as the choice runs them. */
uint32_t choice_need(const struct structure *list, const bool *split);

/* The worst time of one wavefront, `split_cost` (e_s + e_m) charged at every split on its way. The
 * graph's split_graph_check_cost() must have accepted that cost. */
int64_t choice_cost(const struct structure *list, const bool *split, int64_t split_cost);

/* Runs of all chosen splits, each as often as its loops let it: |SB| without loops (PWS-40). */
int64_t choice_trips(const struct split_graph *graph, const bool *split);

#endif
