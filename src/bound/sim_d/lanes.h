/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h - which lanes of a work-group are on, over the unrolled graph, and so where its control
 * can go (docs/sim-d-tight.md).
 *
 * A lane of a register is known where it follows from ids, numbers and known scalars (scalars.h).
 * Of each control mask and each entry of the control stack two sets are kept: lanes that are in it
 * for certain, and lanes that may be.
 *
 *     sim_d_lanes_start(lanes, group);
 *     for each node in the order of the graph, if sim_d_lanes_enter(lanes, node):
 *         for each of its instructions: sim_d_lanes_step(lanes, insn, values of its operands);
 *         for each way, if sim_d_lanes_take(lanes, edge): sim_d_lanes_leave(lanes, edge, to); */
#ifndef WARPCLOCK_BOUND_SIM_D_LANES_H
#define WARPCLOCK_BOUND_SIM_D_LANES_H

#include "bound/sim_d/scalars.h"

struct sim_d_lanes;

/* NULL: the graph has too many nodes. */
struct sim_d_lanes *sim_d_lanes_create(const struct sim_d_dag *dag, const struct launch *launch);
/* A work-group; SIM_D_ALL_GROUPS: any. */
void sim_d_lanes_start(struct sim_d_lanes *lanes, uint32_t group);
/* False: no way leads to the node. */
bool sim_d_lanes_enter(struct sim_d_lanes *lanes, uint32_t node);
/* `values`: of the operands that are scalars. */
void sim_d_lanes_step(struct sim_d_lanes *lanes, const struct insn *insn,
                      const struct sim_d_value *values);
/* After the last instruction of the node: whether control may go there; whether the work-group may
 * end. */
bool sim_d_lanes_take(const struct sim_d_lanes *lanes, const struct sim_d_edge *edge);
bool sim_d_lanes_end(const struct sim_d_lanes *lanes);
void sim_d_lanes_leave(struct sim_d_lanes *lanes, const struct sim_d_edge *edge, uint32_t to);

#endif
