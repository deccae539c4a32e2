/* SPDX-License-Identifier: Apache-2.0 */
/* sum.h - from wavefronts to the launch: the work of all, and one chain of waiting.
 *
 * Each term is either local to a SIMD or a compute unit, so that only groups of the same one take
 * from it, or shared by all (docs/bound.md, GCN3). */
#ifndef WARPCLOCK_BOUND_GCN3_SUM_H
#define WARPCLOCK_BOUND_GCN3_SUM_H

#include "bound/engine/bound.h"
#include "bound/gcn3/costs.h"

struct gcn3_group_sum {
    uint64_t quantity[QUANTITIES];
    uint64_t waiting;
};

struct gcn3_sum {
    const struct gcn3_costs *costs;
    struct arena *arena;
    struct gcn3_group_sum *groups;
    uint64_t *waves;     /* cycles of SIMDs, by wavefront */
    uint64_t *runs;      /* as in struct gcn3_wave_state */
    uint64_t quantity[QUANTITIES];
    uint64_t group_count, wave_count;
    bool has_barriers;   /* the chain may go from wavefront to wavefront */
};

/* A group with its wavefronts is complete. */
void gcn3_sum_group(struct gcn3_sum *sum, const struct gcn3_group_sum *group);
/* Cycles of its SIMD that a wavefront takes. */
uint64_t gcn3_simd_cycles(const uint64_t *quantity);

/* Work-groups that a compute unit holds when it can take no more. */
uint64_t gcn3_resident(const struct gcn3_costs *costs, bool with_parts);

/* The tree of terms. */
struct term *gcn3_sum_tree(const struct gcn3_sum *sum, struct arena *arena);

#endif
