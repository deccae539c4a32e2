/* SPDX-License-Identifier: Apache-2.0 */
/* request_search.h - the longest service of a request to DRAM, by simulation with the machine's own
 * memory controller. In DC, from the cycle in which the front end takes it to its completion. */
#ifndef WARPCLOCK_BOUND_SIM_D_REQUEST_SEARCH_H
#define WARPCLOCK_BOUND_SIM_D_REQUEST_SEARCH_H

#include "bound/sim_d/request_cost.h"

/* In the state after a reset only. */
cycle_t request_search_reset(const struct ddr4_numbers *dram, const struct request_shape *shape);
/* In every state. A refresh may add nRFC to it. */
cycle_t request_search(const struct ddr4_numbers *dram, const struct request_shape *shape);

/* An index stream with any indexes and any enabled lanes, or the known ones. */
cycle_t request_index_delay(const struct ddr4_numbers *dram, const struct request_shape *shape);

#endif
