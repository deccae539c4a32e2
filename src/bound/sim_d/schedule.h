/* SPDX-License-Identifier: Apache-2.0 */
/* schedule.h - steps 7 and 8: the time of all work-groups, from the costs of their phases.
 *
 * Times are half-open: a phase ends when the next one can start (docs/sim-d-wcet.md: equation 7
 * of the paper counts one cycle more per phase). */
#ifndef WARPCLOCK_BOUND_SIM_D_SCHEDULE_H
#define WARPCLOCK_BOUND_SIM_D_SCHEDULE_H

#include <stdbool.h>

#include "hw/cycle.h"

struct sim_d_memory_numbers;

/* Two work-groups that swap resources after each phase. */
struct sim_d_pair {
    cycle_t together; /* a pair, up to the start of the next one: c_2wg */
    cycle_t alone;    /* a single work-group: c_1wg */
    cycle_t tail;     /* what an even number of work-groups adds: min(c_1, c_n) */
};

/* `overlaps`: the first phase of a pair runs beside the last one of the pair before it. It does
 * if work-groups end with a store (SIMD-49, A21). */
struct sim_d_pair sim_d_pair_cost(const cycle_t *phases, uint32_t count, bool overlaps);
/* What takes the place of `together` if the first request may have no word and takes no time: the
 * first work-group of a pair is back at the compute unit before the second one has its slot, and
 * runs its first two compute phases in a row. It is then three phases ahead instead of one
 * (docs/sim-d.md). */
cycle_t sim_d_pair_ahead(const cycle_t *phases, uint32_t count, bool overlaps);
/* Equations 17 and 18, without the upload. */
cycle_t sim_d_pairs_time(const struct sim_d_pair *pair, uint64_t groups);

/* Number of refreshes, and CC that they add. */
struct sim_d_refresh {
    uint64_t count;
    cycle_t cycles;
};

/* Equation 19, with the integers of the original (SIMD-72). */
struct sim_d_refresh sim_d_refresh_original(const struct sim_d_memory_numbers *numbers,
                                            cycle_t cycles);
/* Each refresh that falls due before the end, including those that fall due because of others,
 * delays the end by at most `each` CC. `any_phase`: the refresh counter may start anywhere. */
struct sim_d_refresh sim_d_refresh_safe(const struct sim_d_memory_numbers *numbers, bool any_phase,
                                        cycle_t cycles, cycle_t each);

#endif
