/* SPDX-License-Identifier: Apache-2.0 */
/* region_total.h - loops whose iterations are limited in the launch as a whole.
 *
 * A bound per entry lets every warp go round as often as the worst one. With a total, all regions
 * together go round as often as that says: the work of a launch is at most the work of all regions
 * without going round, and the work of one round as often as the total allows. A total counts
 * work-items; rounds of warps are at most as many, and accesses whose cost grows with their lanes
 * count once for each work-item. */
#ifndef WARPCLOCK_BOUND_ENGINE_REGION_TOTAL_H
#define WARPCLOCK_BOUND_ENGINE_REGION_TOTAL_H

#include "bound/engine/region_graph.h"

/* A loop with a total, in all regions so far. */
struct region_total {
    uint32_t header;   /* instruction */
    uint64_t total;    /* iterations of all work-items */
    struct work round; /* of a warp, accesses that grow with their lanes aside */
    struct work lane;  /* those, for each lane */
    uint64_t rounds;   /* of all warps by their bounds per entry; saturated */
};

/* The work of a region in which these loops do not go round, and of their rounds. Without such a
 * loop in it, `lean` is the work of `answer`, and the profile stays empty. */
struct region_lean {
    struct work lean;
    bool has_rounds;      /* some of the loops are in it */
    struct work *round, *lane; /* by loop */
    uint64_t *rounds;          /* by loop: most in one pass through the region */
};

enum wc_status region_graph_lean(struct error *err, struct ilp_solver *solver,
                                 const struct region_costs *costs, const struct program *program,
                                 const struct region_graph *graph, struct arena *arena,
                                 const struct region_total *totals, uint32_t count,
                                 const struct region_profiles *profiles,
                                 const struct region_answer *answer, struct region_lean *lean);

/* A region runs once more. */
void region_totals_add(struct region_total *totals, uint32_t count,
                       const struct region_lean *lean);
/* The work of all rounds of all loops; false: more than `max`. */
bool region_totals_work(const struct region_total *totals, uint32_t count, uint64_t max,
                        struct work *sum);
/* The same, as work of the instructions that the loops begin with. */
void region_totals_profile(const struct region_total *totals, uint32_t count,
                           struct profile *into);

#endif
