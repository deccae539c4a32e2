/* SPDX-License-Identifier: Apache-2.0 */
/* explain.h - the instructions that make up the bound of a GCN3 launch. */
#ifndef WARPCLOCK_BOUND_GCN3_EXPLAIN_H
#define WARPCLOCK_BOUND_GCN3_EXPLAIN_H

#include "bound/gcn3/sum.h"
#include "bound/gcn3/walk.h"

/* Each term is divided among instructions by what they take of it. */
struct explanation *gcn3_explain(struct arena *arena, const struct gcn3_program *program,
                                 const struct gcn3_sum *sum, const struct gcn3_widest *widest,
                                 const struct term *tree);

#endif
