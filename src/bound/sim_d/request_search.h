/* SPDX-License-Identifier: Apache-2.0 */
/* request_search.h - the longest service of a tile over its start addresses, in DC. Times are kept
 * by pattern (request_pattern.h). */
#ifndef WARPCLOCK_BOUND_SIM_D_REQUEST_SEARCH_H
#define WARPCLOCK_BOUND_SIM_D_REQUEST_SEARCH_H

#include "bound/engine/watch.h"
#include "bound/sim_d/request_cost.h"
#include "bound/sim_d/request_simulate.h"

enum { REQUEST_PAIR_BYTES = 1 << 14 }; /* that a pair of banks holds before the next one */

struct request_search;

struct request_search *request_search_create(struct arena *arena,
                                             const struct ddr4_numbers *dram);
/* The search looks at `watch` before each start address and ends when it must stop: what it returns
 * then means nothing. NULL: it goes on. */
void request_search_set_watch(struct request_search *search, struct watch *watch);
enum watch_verdict request_search_verdict(const struct request_search *search);
/* 4096 words from shape->address on, or only the one of a scalar, in the state after a reset. */
cycle_t request_search_reset(struct request_search *search, const struct request_shape *shape);
/* All possible start addresses, in every state. */
struct request_delay request_search(struct request_search *search,
                                    const struct request_shape *shape);
/* Patterns simulated so far. */
uint64_t request_search_patterns(const struct request_search *search);

#endif
