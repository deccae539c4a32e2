/* SPDX-License-Identifier: Apache-2.0 */
/* dependency.h - a counter by which code waits for what takes an unknown time.
 *
 * Pascal's compiler gives each instruction of variable latency one of six counters of its warp: it
 * goes up at issue and down when the result is written or the operands are read. Others wait until
 * it is zero, or small enough (DEPBAR.LE). Since all times are known at issue, the counter is the
 * sorted list of its decrements to come (PAS-62). */
#ifndef WARPCLOCK_HW_DEPENDENCY_H
#define WARPCLOCK_HW_DEPENDENCY_H

#include <string.h>

#include "hw/cycle.h"

enum { DEPENDENCY_MAX = 64 }; /* what six bits can count */

struct dependency {
    cycle_t at[DEPENDENCY_MAX]; /* earliest first */
    uint32_t count;
};

/* One more under way in cycle `now`, to end in cycle `at`. */
static inline void dependency_add(struct dependency *d, cycle_t now, cycle_t at)
{
    uint32_t over = 0;
    while (over < d->count && d->at[over] <= now)
        over++;
    if (over == 0 && d->count == DEPENDENCY_MAX)
        over = 1; /* more than hardware can count: the earliest is forgotten */
    d->count -= over;
    if (over)
        memmove(d->at, d->at + over, d->count * sizeof *d->at);
    uint32_t place = d->count++;
    for (; place && d->at[place - 1] > at; place--)
        d->at[place] = d->at[place - 1];
    d->at[place] = at;
}

/* The first cycle in which at most `left` are under way, if no more come. */
static inline cycle_t dependency_until(const struct dependency *d, uint32_t left)
{
    return d->count > left ? d->at[d->count - 1 - left] : 0;
}

#endif
