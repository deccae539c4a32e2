/* SPDX-License-Identifier: Apache-2.0 */
/* dependency.h - a counter by which code waits for instructions of variable latency.
 *
 * Pascal's compiler gives each instruction of variable latency one of six counters of its warp: it
 * is incremented at issue and decremented when the result is written or the operands are read.
 * Others wait until it is zero, or small enough (DEPBAR.LE). Since all times are known at issue,
 * the counter is a sorted list of its future decrements (PAS-62). */
#ifndef WARPCLOCK_HW_DEPENDENCY_H
#define WARPCLOCK_HW_DEPENDENCY_H

#include <string.h>

#include "hw/cycle.h"

enum { DEPENDENCY_MAX = 64 }; /* the range of six bits */

struct dependency {
    uint32_t count;             /* next to the few that are pending mostly */
    cycle_t at[DEPENDENCY_MAX]; /* earliest first */
};

/* Increments in cycle `now`; the decrement follows in cycle `at`. */
static inline void dependency_add(struct dependency *d, cycle_t now, cycle_t at)
{
    uint32_t over = 0;
    while (over < d->count && d->at[over] <= now)
        over++;
    if (over == 0 && d->count == DEPENDENCY_MAX)
        over = 1; /* more than hardware can count: drop the earliest */
    d->count -= over;
    if (over)
        memmove(d->at, d->at + over, d->count * sizeof *d->at);
    uint32_t place = d->count++;
    for (; place && d->at[place - 1] > at; place--)
        d->at[place] = d->at[place - 1];
    d->at[place] = at;
}

/* The first cycle in which at most `left` are pending, if none is added. */
static inline cycle_t dependency_until(const struct dependency *d, uint32_t left)
{
    return d->count > left ? d->at[d->count - 1 - left] : 0;
}

#endif
