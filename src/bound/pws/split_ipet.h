/* SPDX-License-Identifier: Apache-2.0 */
/* split_ipet.h - the worst path of a pruned graph by implicit path enumeration (PWS-41, PWS-42).
 *
 * The paper cites Li and Malik and gives no program; this one is ours. Loops keep their back edges
 * here, so it checks the weights of split_graph.h as well. */
#ifndef WARPCLOCK_BOUND_PWS_SPLIT_IPET_H
#define WARPCLOCK_BOUND_PWS_SPLIT_IPET_H

#include "bound/engine/ipet.h"
#include "bound/pws/prune.h"

/* The paths to search. `removed` and `surcharge` may be NULL: none. */
struct split_paths {
    const struct split_graph *graph;
    const bool *removed;      /* by node, as in struct pruned */
    const int64_t *surcharge; /* by branch: what a pass costs beside its block */
};

/* IPET(C) with the engine's path search: exact integers, a solver only where it needs one. */
enum wc_status split_ipet_solve(struct error *err, struct arena *arena, struct ilp_solver *solver,
                                const struct split_paths *paths, int64_t *cost);

/* The integer program in its textbook form: columns 0 to nodes-1 count the passes of each node, the
 * others those of each edge. For ilp_solve() and ilp_write_lp(). */
struct ilp split_ipet_program(struct arena *arena, const struct split_paths *paths);

#endif
