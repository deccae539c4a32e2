/* SPDX-License-Identifier: Apache-2.0 */
/* request_pattern.h - the banks and rows that the bursts of a tile visit, in order.
 *
 * The time of a request depends on nothing else: columns do not matter, and neither does the number
 * of the first pair of banks, because all pairs are alike (SIMD-31). Start addresses with the same
 * pattern have the same times. */
#ifndef WARPCLOCK_BOUND_SIM_D_REQUEST_PATTERN_H
#define WARPCLOCK_BOUND_SIM_D_REQUEST_PATTERN_H

#include "machine/sim_d/memory.h"

struct arena;

/* Bursts that alternate between the two banks of a pair. */
struct pattern_run {
    uint32_t pair;   /* number of its 16 KiB, from those of the first burst on */
    uint32_t bursts; /* 2 * their number + the bank of the first one in its pair */
};

struct request_pattern {
    struct pattern_run *run;
    uint32_t runs, space;
    uint64_t hash;
};

/* Replaces *pattern; `arena` holds its runs. */
void request_pattern_make(struct request_pattern *pattern, struct arena *arena,
                          const struct sim_d_tile *tile);
bool request_pattern_equal(const struct request_pattern *a, const struct request_pattern *b);

#endif
