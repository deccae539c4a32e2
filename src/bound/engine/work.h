/* SPDX-License-Identifier: Apache-2.0 */
/* work.h - cycles that keep something busy which warps share, by what that is.
 *
 * Two kinds of cost are kept apart because they add up differently (docs/bound.md):
 * - *work* keeps something busy that warps share: the issue slot, a unit, DRAM. The work of all
 *   warps adds up, whoever waits for it.
 * - *waiting* is time that only the warp itself spends: latencies of its own results. Of the
 *   waiting of all warps only one chain counts. */
#ifndef WARPCLOCK_BOUND_ENGINE_WORK_H
#define WARPCLOCK_BOUND_ENGINE_WORK_H

#include <stdint.h>

/* A machine has its own enumeration of kinds; kind 0 is the issue slot of an instruction. */
enum { WORK_KINDS_MAX = 8 };

struct work {
    uint64_t cycles[WORK_KINDS_MAX];
};

static inline void work_add(struct work *sum, const struct work *more)
{
    for (unsigned kind = 0; kind < WORK_KINDS_MAX; kind++)
        sum->cycles[kind] += more->cycles[kind];
}

static inline void work_add_times(struct work *sum, const struct work *more, uint64_t times)
{
    for (unsigned kind = 0; kind < WORK_KINDS_MAX; kind++)
        sum->cycles[kind] += more->cycles[kind] * times;
}

static inline uint64_t work_total(const struct work *work)
{
    uint64_t total = 0;
    for (unsigned kind = 0; kind < WORK_KINDS_MAX; kind++)
        total += work->cycles[kind];
    return total;
}

#endif
