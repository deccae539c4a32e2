/* SPDX-License-Identifier: Apache-2.0 */
/* pattern_watch.h - whether the branches of a run follow their annotations.
 *
 * Work-groups are followed from block to block. One that deviates from an annotation, or goes where
 * the graph has no edge, is not followed any further. */
#ifndef WARPCLOCK_BOUND_SIM_D_PATTERN_WATCH_H
#define WARPCLOCK_BOUND_SIM_D_PATTERN_WATCH_H

#include "bound/engine/expectation.h"
#include "bound/sim_d/graph.h"

struct sim_d_pattern_watch;

/* NULL: no branch has an annotation. Keeps nothing of the graph but its program. */
struct sim_d_pattern_watch *sim_d_pattern_watch_new(struct arena *arena,
                                                    const struct sim_d_graph *graph);
/* A work-group starts in a slot. */
void sim_d_pattern_watch_start(struct sim_d_pattern_watch *watch, uint32_t slot);
/* Its work-group has executed an instruction; `taken`: a branch that jumps. */
void sim_d_pattern_watch_step(struct sim_d_pattern_watch *watch, uint32_t slot, uint32_t index,
                              bool taken);
void sim_d_pattern_watch_compare(const struct sim_d_pattern_watch *watch, uint32_t index,
                                 struct expectations *out);

#endif
