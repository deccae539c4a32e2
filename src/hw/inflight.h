/* SPDX-License-Identifier: Apache-2.0 */
/* inflight.h - a table with one entry per instruction in flight in a unit.
 *
 * An instruction takes an entry when it enters the unit and releases it with its result. While all
 * entries are held the unit accepts nothing. */
#ifndef WARPCLOCK_HW_INFLIGHT_H
#define WARPCLOCK_HW_INFLIGHT_H

#include "hw/cycle.h"

enum { INFLIGHT_MAX = 64 };

struct inflight {
    uint32_t entries;           /* 0: no limit */
    cycle_t free[INFLIGHT_MAX]; /* when each is released: a heap (earliest.h) */
};

void inflight_reset(struct inflight *inflight, uint32_t entries);

/* An instruction takes the entry that is free first, and holds it until `until`. Returns the first
 * cycle in which another entry is free; without a limit, 0. */
cycle_t inflight_hold(struct inflight *inflight, cycle_t until);

#endif
