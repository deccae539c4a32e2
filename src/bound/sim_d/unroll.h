/* SPDX-License-Identifier: Apache-2.0 */
/* unroll.h - step 4: the graph of blocks becomes a graph without cycles, a node per execution.
 *
 * A node is a block and the positions of all annotated branches in their patterns (SIMD-65), so
 * ways that meet in the same iteration share their nodes (patterns.h). */
#ifndef WARPCLOCK_BOUND_SIM_D_UNROLL_H
#define WARPCLOCK_BOUND_SIM_D_UNROLL_H

#include "bound/sim_d/graph.h"

struct sim_d_node {
    uint32_t block;
    uint32_t first_way, way_count; /* into struct sim_d_dag.ways */
};

struct sim_d_dag_way {
    uint32_t edge; /* number of the block's edge */
    uint32_t to;   /* node */
};

struct sim_d_dag {
    const struct sim_d_graph *graph;
    struct sim_d_node *nodes; /* node 0 is the start of the program */
    uint32_t count;
    struct sim_d_dag_way *ways;
    uint32_t way_count;
    uint32_t *order; /* nodes; each comes after all from which a way leads to it */
};

/* What some work-groups can do in the graph: the others cannot (docs/sim-d-tight.md). */
struct sim_d_open {
    bool *way; /* by way */
    bool *end; /* by node: the work-group may end there */
};

enum wc_status sim_d_unroll(struct error *err, const struct sim_d_graph *graph,
                            struct sim_d_dag *dag);

#endif
