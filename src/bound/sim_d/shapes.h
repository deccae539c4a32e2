/* SPDX-License-Identifier: Apache-2.0 */
/* shapes.h - the memory's part of step 3: the worst request of each block that ends with one. */
#ifndef WARPCLOCK_BOUND_SIM_D_SHAPES_H
#define WARPCLOCK_BOUND_SIM_D_SHAPES_H

#include "bound/sim_d/graph.h"
#include "bound/sim_d/request_cost.h"
#include "bound/sim_d/unroll.h"

struct sim_d_machine;
struct launch;

struct sim_d_block_request {
    bool pad;         /* to a scratchpad, else to DRAM */
    bool may_be_empty; /* it may have no word, and take no time */
    bool assumes;     /* a stride register holds the value that an annotation says */
    cycle_t cycles;   /* CC, the max over all shapes */
    cycle_t delay;    /* DC of its service */
    struct request_shape shape; /* the one with it; without offsets */
};

/* What the search for shapes reads. */
struct sim_d_shapes {
    struct error *err;
    const struct sim_d_machine *machine;
    const struct launch *launch;
    const struct sim_d_graph *graph;
    struct request_costs *costs;
    const struct sim_d_strides *strides; /* by block */
    const struct sim_d_offsets *offsets; /* by block */
    bool alignment; /* tiles start where the launch places them (docs/sim-d-tight.md) */
};

struct sim_d_shapes sim_d_shapes_make(struct error *err, const struct sim_d_machine *machine,
                                      const struct launch *launch, const struct sim_d_dag *dag,
                                      struct request_costs *costs);
/* By block, the max over all work-groups; those of blocks without a request are empty. */
enum wc_status sim_d_find_requests(const struct sim_d_shapes *shapes,
                                   struct sim_d_block_request **out);
/* Those of one work-group. `all`: the result of sim_d_find_requests; `out`: as many. */
enum wc_status sim_d_group_requests(const struct sim_d_shapes *shapes, uint64_t group,
                                    const struct sim_d_block_request *all,
                                    struct sim_d_block_request *out);

#endif
