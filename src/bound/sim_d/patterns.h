/* SPDX-License-Identifier: Apache-2.0 */
/* patterns.h - positions of annotated branches in their patterns (SIMD-65).
 *
 * The analysis unrolls loops by them (unroll.h), and a run is compared with them
 * (pattern_watch.h). A loop that is left other than by an annotated branch starts its patterns
 * anew. */
#ifndef WARPCLOCK_BOUND_SIM_D_PATTERNS_H
#define WARPCLOCK_BOUND_SIM_D_PATTERNS_H

#include "bound/sim_d/loop_bodies.h"

/* Positions are by counter of the graph. */
void sim_d_patterns_start(const struct sim_d_graph *graph, uint32_t *positions);
/* Whether the annotated branch at the end of the block may go this way now. */
bool sim_d_pattern_allows(const struct sim_d_block *block, bool taken, const uint32_t *positions);
/* Control goes along an edge of the block. */
void sim_d_patterns_move(const struct sim_d_graph *graph, const struct sim_d_loops *loops,
                         const struct sim_d_block *block, const struct sim_d_edge *edge,
                         uint32_t *positions);

#endif
