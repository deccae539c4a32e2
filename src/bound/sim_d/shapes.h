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
    bool assumes;     /* a stride register holds the value that an annotation says */
    cycle_t cycles;   /* CC, the max over all shapes */
    struct request_shape shape; /* the one with it; without offsets */
};

/* By block; those of blocks without a request are empty. */
enum wc_status sim_d_find_requests(struct error *err, const struct sim_d_machine *machine,
                                   const struct launch *launch, const struct sim_d_dag *dag,
                                   struct request_costs *costs, struct sim_d_block_request **out);

#endif
