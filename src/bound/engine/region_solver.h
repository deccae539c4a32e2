/* SPDX-License-Identifier: Apache-2.0 */
/* region_solver.h - a region as blocks and edges, whose costs differ from search to search. */
#ifndef WARPCLOCK_BOUND_ENGINE_REGION_SOLVER_H
#define WARPCLOCK_BOUND_ENGINE_REGION_SOLVER_H

#include "bound/engine/ipet.h"
#include "bound/engine/region_graph.h"

struct solver_function;

struct solver {
    struct arena *arena;
    const struct region_costs *costs;
    const struct program *program;
    const struct region_graph *graph;
    uint32_t *block_of;  /* by node */
    uint32_t *first;     /* by block: its first node */
    uint32_t *follower;  /* by node: the next one in its block, or NO_NODE */
    uint32_t block_count;
    struct work *work;   /* by block */
    int64_t *waiting;    /* by block */
    struct work redirect; /* of an edge that leaves the fetched path */
    uint64_t redirect_waiting;
    struct region_step *steps; /* of the block under way */
    struct ipet_edge *edges;
    uint32_t *edge_from; /* by edge between blocks: number of the edge in the region's graph */
    uint32_t edge_count;
    struct ipet ipet;
    int64_t *block_cost; /* of the search under way */
    const struct region_profiles *profiles; /* or NULL */
    struct solver_function *functions; /* whose graphs were made */
};

/* ---- region_solve.c ---- */

/* The instructions of a block, in s->steps; returns how many. */
size_t region_list_steps(struct solver *s, uint32_t block);
/* An edge that leaves the fetched path. */
bool region_is_redirect(const struct solver *s, struct region_edge_ends e);
/* What all such edges cost. */
void region_cost_redirects(struct solver *s, uint64_t cost);
/* The way with the highest costs; those of blocks and edges are set. */
enum wc_status region_search(struct error *err, struct ilp_solver *ilp, struct solver *s,
                             struct ipet_answer *answer);

/* ---- region_count.c ---- */

/* The counts are made in `keep`. */
enum wc_status region_count(struct error *err, struct ilp_solver *ilp, struct solver *s,
                            struct arena *keep, struct region_counts *out);

#endif
