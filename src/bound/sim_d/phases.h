/* SPDX-License-Identifier: Apache-2.0 */
/* phases.h - steps 5 and 6: the critical path, and the phases of a work-group.
 *
 * original: the path with most compute cycles; scratchpad cycles count in it only where they are
 * compute. Its phases are those of every work-group (SIMD-67, SIMD-72).
 *
 * safe: a work-group takes any path. Phase i of the list has the max cost over all paths, so each
 * work-group has at most these phases, and none of them is longer: requests that not all paths
 * make only let later requests come earlier. A path that ends earlier leaves phases out, which
 * never makes a schedule longer (theorem 2). The path with most cycles of all resources gives U. */
#ifndef WARPCLOCK_BOUND_SIM_D_PHASES_H
#define WARPCLOCK_BOUND_SIM_D_PHASES_H

#include "bound/sim_d/costs.h"
#include "bound/sim_d/shapes.h"
#include "bound/sim_d/unroll.h"

enum { SIM_D_REQUEST_PHASES = 2 }; /* compute, and the access that ends it */
enum sim_d_resource { SIM_D_COMPUTE, SIM_D_DRAM, SIM_D_PADS, SIM_D_RESOURCES };

struct sim_d_phase {
    uint8_t resource;  /* enum sim_d_resource */
    cycle_t cycles;
    uint32_t insn;     /* of an access: the request; of compute: its last instruction */
    uint32_t node;     /* of the unrolled graph: the one in which it ends ... */
    uint32_t position; /* ... after so many accesses */
};

struct sim_d_phases {
    struct sim_d_phase *list;
    uint32_t count;
    uint32_t shortest; /* phases of the path with the fewest */
    bool ends_with_store; /* every path's last phase is a store whose exit is folded */
    cycle_t *longest; /* safe: compute phases that end with a block, by block */
};

/* What the steps 5 and 6 read. */
struct sim_d_paths {
    struct arena *arena;
    const struct sim_d_dag *dag;
    const struct sim_d_costs *costs;
    const struct sim_d_block_request *requests; /* by block */
    const struct sim_d_open *open;              /* NULL: every way can be taken */
};

static inline bool sim_d_way_is_open(const struct sim_d_paths *paths, uint32_t way)
{
    return !paths->open || paths->open->way[way];
}

static inline bool sim_d_may_end(const struct sim_d_paths *paths, uint32_t node)
{
    const struct sim_d_dag *dag = paths->dag;
    return paths->open ? paths->open->end[node]
                       : dag->graph->blocks[dag->nodes[node].block].may_end;
}

/* One path from the start to an end. */
struct sim_d_path {
    uint32_t *nodes, *ways; /* ways[i]: from nodes[i] to nodes[i + 1] */
    uint32_t count;
    cycle_t sum[SIM_D_RESOURCES];
    cycle_t total;
};

/* The longest path. `by` says which resources count. False: no path ends. */
bool sim_d_critical_path(const struct sim_d_paths *paths, const bool by[SIM_D_RESOURCES],
                         struct sim_d_path *out);
/* Its phases; `pads`: scratchpads are resources, else they are part of compute. */
struct sim_d_phases sim_d_path_phases(const struct sim_d_paths *paths,
                                      const struct sim_d_path *path, bool pads);
/* The phases that cover all paths. False: there are too many combinations. */
bool sim_d_all_phases(const struct sim_d_paths *paths, bool pads, struct sim_d_phases *out);

#endif
