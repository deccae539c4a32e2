/* SPDX-License-Identifier: Apache-2.0 */
/* select.h - SELECT, Algorithm 1 of PWS: which marked branches become split points (PWS-37). */
#ifndef WARPCLOCK_BOUND_PWS_SELECT_H
#define WARPCLOCK_BOUND_PWS_SELECT_H

#include "bound/pws/choice.h"

/* P: the branches that are marked and allow a split, by branch of the graph. */
bool *select_marked(struct arena *arena, const struct split_graph *graph);

/* Removes candidates that no choice can gain from: a split saves at most the cheaper of both sides,
 * unsplit, and costs e_s + e_m (ours). */
void select_profitable(struct arena *arena, const struct split_graph *graph, int64_t split_cost,
                       bool *candidate);

/* For S contexts. `contexts` of the result is the paper's swfCount: never less than the choice
 * needs, never more than S. */
struct split_choice select_splits(struct arena *arena, const struct split_graph *graph,
                                  const bool *candidate, uint32_t contexts);

#endif
