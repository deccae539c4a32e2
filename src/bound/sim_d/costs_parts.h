/* SPDX-License-Identifier: Apache-2.0 */
/* costs_parts.h - the two readings of processor costs, for costs.c. */
#ifndef WARPCLOCK_BOUND_SIM_D_COSTS_PARTS_H
#define WARPCLOCK_BOUND_SIM_D_COSTS_PARTS_H

#include "bound/sim_d/costs.h"

void sim_d_costs_original(struct sim_d_costs *costs);
int64_t sim_d_edge_original(const struct sim_d_costs *costs, uint32_t block,
                            const struct sim_d_edge *edge);
void sim_d_costs_safe(struct sim_d_costs *costs);
int64_t sim_d_edge_safe(const struct sim_d_costs *costs, uint32_t block,
                        const struct sim_d_edge *edge);

#endif
