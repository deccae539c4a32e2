/* SPDX-License-Identifier: Apache-2.0 */
/* unit.h - a functional unit: a latency, and how soon the next instruction may start.
 *
 * A pipelined unit starts one instruction a cycle (interval 1); a divider that is not pipelined is
 * busy for its whole latency (SWAS-10). */
#ifndef WARPCLOCK_HW_UNIT_H
#define WARPCLOCK_HW_UNIT_H

#include "hw/cycle.h"

struct unit {
    cycle_t free;       /* first cycle in which it can start another instruction */
    cycle_t busy_total; /* cycles up to `free` in which it could not */
};

void unit_reset(struct unit *unit);

/* An instruction starts in cycle `now`, which is not before `free`, and keeps the unit for
 * `interval` cycles. */
void unit_start(struct unit *unit, cycle_t now, cycle_t interval);

/* Cycles before `now`, which is after the latest start, in which no instruction could start. The
 * difference of two answers, each asked in its time, is what a ready warp in between lost to this
 * unit. */
cycle_t unit_busy_before(const struct unit *unit, cycle_t now);

static inline cycle_t unit_next_event(const struct unit *unit, cycle_t now)
{
    return unit->free > now ? unit->free : NEVER;
}

#endif
