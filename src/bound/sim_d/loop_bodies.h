/* SPDX-License-Identifier: Apache-2.0 */
/* loop_bodies.h - the loops of a graph, and their blocks.
 *
 * Not every jump to an earlier place is a loop: functions and arms can be anywhere in the
 * program. */
#ifndef WARPCLOCK_BOUND_SIM_D_LOOP_BODIES_H
#define WARPCLOCK_BOUND_SIM_D_LOOP_BODIES_H

#include "bound/sim_d/graph.h"

struct sim_d_loop {
    uint32_t head; /* block */
    bool *in;      /* by block */
};

/* No two have the same head. */
struct sim_d_loops {
    struct sim_d_loop *list;
    uint32_t count;
};

struct sim_d_loops sim_d_find_loops(const struct sim_d_graph *graph);

#endif
