/* SPDX-License-Identifier: Apache-2.0 */
/* bound.c - bounds of launches that run one after the other. */
#include "bound/engine/bound.h"

#include <assert.h>

void bound_set_tree(struct bound *bound, struct term *tree)
{
    assert(term_holds(tree));
    bound->tree = tree;
    bound->cycles = tree->value;
}

/* The share of all instructions that lie outside of regions. */
static double mean_known(const struct bound *a, const struct bound *b)
{
    double steps = (double)a->steps + (double)b->steps;
    return steps > 0 ? (a->path_known * (double)a->steps + b->path_known * (double)b->steps) / steps
                     : b->path_known;
}

void bound_add(struct arena *arena, struct bound *sum, const struct bound *more)
{
    if (sum->tree)
        term_merge(arena, sum->tree, more->tree);
    bound_set_tree(sum, sum->tree ? sum->tree : term_copy(arena, more->tree));
    sum->path_known = mean_known(sum, more);
    sum->steps += more->steps;
    sum->regions += more->regions;
    sum->solved += more->solved;
}
