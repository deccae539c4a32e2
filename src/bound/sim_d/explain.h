/* SPDX-License-Identifier: Apache-2.0 */
/* explain.h - source lines that make up a bound, and the phases of a work-group. */
#ifndef WARPCLOCK_BOUND_SIM_D_EXPLAIN_H
#define WARPCLOCK_BOUND_SIM_D_EXPLAIN_H

#include "bound/engine/bound.h"
#include "bound/sim_d/analysis.h"

/* Shares of instructions in the terms of the tree, by the critical path. Where two phases overlap,
 * the longer one counts. */
struct explanation *sim_d_explain(struct arena *arena, const struct sim_d_analysis *analysis,
                                  enum sim_d_bound_kind kind, const struct term *tree);
/* out->phases. `all`: with the list. */
void sim_d_list_phases(struct arena *arena, const struct sim_d_analysis *analysis,
                       enum sim_d_bound_kind kind, bool all, struct bound *out);

#endif
