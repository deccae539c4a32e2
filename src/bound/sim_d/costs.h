/* SPDX-License-Identifier: Apache-2.0 */
/* costs.h - the processor's part of step 3: cycles of blocks and of the ways between them.
 *
 * Both readings step the machine's own pipeline over the code (machine/sim_d/straight.h).
 *
 * safe: a run is what is executed between two flushes: straight code from the place where the last
 * flush led to. Its time is known exactly. Cycles of a block are those between its last write-back
 * and the one of the block before it in the run; the max over all runs that pass through it
 * counts, so the sum over a run is never less than its time. A block where a run starts has the
 * cycles from the flush on.
 *
 * original: cycles of a block are those between its first write-back and the one of what follows.
 * They are simulated with an empty pipeline, the edge to the next block has the difference to a
 * simulation of the whole program in linear order, and all other edges have fixed costs (SIMD-68 to
 * SIMD-71). */
#ifndef WARPCLOCK_BOUND_SIM_D_COSTS_H
#define WARPCLOCK_BOUND_SIM_D_COSTS_H

#include "bound/sim_d/graph.h"
#include "hw/cycle.h"

struct sim_d_machine;

/* What a way from one block to the next adds to compute phases: to the one before the request that
 * is the first block's last instruction, and to the one after it. Blocks without a request have one
 * phase, and the sum counts. */
struct sim_d_way {
    int64_t before, after;
};

struct sim_d_block_costs {
    cycle_t flushed;  /* safe: as the first block of a run */
    cycle_t inside;   /* safe: otherwise */
    cycle_t pop;      /* safe: up to the write-back of the first injected pop */
    int64_t cold, warm; /* original */
};

struct sim_d_costs {
    const struct sim_d_machine *machine;
    const struct sim_d_graph *graph;
    struct sim_d_block_costs *blocks;
    cycle_t depth;    /* original: decode and execute stages */
    cycle_t next_pop; /* safe: injected pops after the first */
    cycle_t drop;     /* safe: delay by what a flush leaves behind (compat: original) */
};

void sim_d_costs_make(struct sim_d_costs *costs, const struct sim_d_machine *machine,
                      const struct sim_d_graph *graph);
/* Before the first block. */
int64_t sim_d_start_cost(const struct sim_d_costs *costs);
struct sim_d_way sim_d_way_cost(const struct sim_d_costs *costs, uint32_t block,
                                const struct sim_d_edge *edge);
/* After a block that ends the work-group without a request. */
int64_t sim_d_end_cost(const struct sim_d_costs *costs);

#endif
