/* SPDX-License-Identifier: Apache-2.0 */
/* unit.h - a functional unit: a latency, and how soon the next instruction may start.
 *
 * A pipelined unit starts one instruction per cycle (interval 1); an unpipelined divider is busy
 * for its whole latency (SWAS-10). */
#ifndef WARPCLOCK_HW_UNIT_H
#define WARPCLOCK_HW_UNIT_H

#include "hw/cycle.h"

struct unit {
    cycle_t free;       /* first cycle in which it can start another instruction */
    cycle_t busy_total; /* cycles up to `free` in which it could not */
};

void unit_reset(struct unit *unit);

/* An instruction starts in cycle `now`, which is not before `free`, and occupies the unit for
 * `interval` cycles. */
static inline void unit_start(struct unit *unit, cycle_t now, cycle_t interval)
{
    unit->free = now + interval;
    unit->busy_total += interval - 1; /* the starting cycle itself was free */
}

/* Cycles before `now`, which is after the latest start, in which no instruction could start. The
 * difference between two results, taken at two cycles, is the time that a ready warp lost to this
 * unit in between. */
static inline cycle_t unit_busy_before(const struct unit *unit, cycle_t now)
{
    cycle_t still_ahead = unit->free > now ? unit->free - now : 0;
    return unit->busy_total > still_ahead ? unit->busy_total - still_ahead : 0;
}

static inline cycle_t unit_next_event(const struct unit *unit, cycle_t now)
{
    return unit->free > now ? unit->free : NEVER;
}

#endif
