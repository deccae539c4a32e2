/* SPDX-License-Identifier: Apache-2.0 */
/* request_simulate.h - one request in all states in which it can start, on the machine's own memory
 * controller. Times are DC. */
#ifndef WARPCLOCK_BOUND_SIM_D_REQUEST_SIMULATE_H
#define WARPCLOCK_BOUND_SIM_D_REQUEST_SIMULATE_H

#include "hw/ddr4.h"
#include "machine/sim_d/memory.h"

struct arena;
struct course_marks;

enum { REQUEST_PAIRS = DDR4_BANKS_MAX / 2 };

/* From the cycle in which the front end could take the request to its completion, by the arbiter's
 * active pair. */
struct request_times {
    cycle_t served[REQUEST_PAIRS];
    bool has_refreshed;
    cycle_t refreshed[REQUEST_PAIRS]; /* the longest with a refresh before it */
};

/* The longest of them. */
struct request_delay {
    cycle_t served, refreshed;
};

/* `refreshes`: with those before it, too. `marks` is memory for the work, which the next request
 * uses again. */
void request_simulate(const struct ddr4_numbers *dram, const struct sim_d_request *request,
                      bool refreshes, struct course_marks *marks, struct request_times *times);
/* `pair`: the active one; NULL: any. */
struct request_delay request_longest(const struct ddr4_numbers *dram,
                                     const struct request_times *times, const uint32_t *pair);

#endif
