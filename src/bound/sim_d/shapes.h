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
    uint8_t assumes;  /* stride registers that hold what annotations say: bit 0 sc.sd_words ... */
    cycle_t cycles;   /* CC, the max over all shapes */
    cycle_t delay;    /* DC of its service */
    struct request_shape shape; /* the one with it; without offsets */
};

/* By block; those of blocks without a request are empty, and without `tiles` those of tiles. */
enum wc_status sim_d_find_requests(struct error *err, const struct sim_d_machine *machine,
                                   const struct launch *launch, const struct sim_d_dag *dag,
                                   struct request_costs *costs, bool tiles,
                                   struct sim_d_block_request **out);

/* The requests of single work-groups (docs/sim-d-tight.md). `all`: of sim_d_find_requests(). */
struct sim_d_group_shapes;
struct sim_d_group_shapes *
sim_d_group_shapes_make(struct error *err, const struct sim_d_machine *machine,
                        const struct launch *launch, const struct sim_d_dag *dag,
                        struct request_costs *costs, const struct sim_d_block_request *all);
/* `out`: by block. */
enum wc_status sim_d_group_requests(struct sim_d_group_shapes *shapes, uint32_t group,
                                    struct sim_d_block_request *out);
/* The ways that the work-group of the last call can take; NULL: all. */
struct sim_d_open;
const struct sim_d_open *sim_d_group_open(const struct sim_d_group_shapes *shapes);

#endif
