/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h - a run is compared with what its bound predicts (SIMD-70, SIMD-75).
 *
 * Executions of each instruction, requests of each work-group, and the longest compute phase before
 * each request, without the time in which the other work-group has the compute unit; and the time
 * of every request from when its resource is free, without refreshes that fell due. */
#ifndef WARPCLOCK_BOUND_SIM_D_WATCH_H
#define WARPCLOCK_BOUND_SIM_D_WATCH_H

#include "bound/engine/bound.h"
#include "bound/sim_d/analysis.h"

struct bound_watch *sim_d_watch_new(struct arena *arena, const struct sim_d_machine *machine,
                                    const struct sim_d_analysis *analysis);

#endif
