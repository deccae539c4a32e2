/* SPDX-License-Identifier: Apache-2.0 */
/* unit.h - a functional unit: a latency, and how soon the next instruction may start.
 *
 * A pipelined unit starts one instruction a cycle (interval 1); a divider that is not pipelined is
 * busy for its whole latency (SWAS-10). */
#ifndef WARPCLOCK_HW_UNIT_H
#define WARPCLOCK_HW_UNIT_H

#include "hw/cycle.h"

/* Starts that are remembered, of those which keep the unit for more than their own cycle. */
enum { UNIT_STARTS = 64 };

struct unit {
    cycle_t free;       /* first cycle in which it can start another instruction */
    cycle_t busy_total; /* cycles up to `free` in which it could not */
    struct {
        cycle_t cycle, busy_before; /* busy cycles before this start */
    } start[UNIT_STARTS];           /* a ring */
    uint64_t starts;
};

void unit_reset(struct unit *unit);

/* An instruction starts in cycle `now`, which is not before `free`, and keeps the unit for
 * `interval` cycles. */
void unit_start(struct unit *unit, cycle_t now, cycle_t interval);

/* Cycles before `now` in which no instruction could start: the difference of two answers is what a
 * ready warp in between lost to this unit. Before the starts that are remembered it knows no more
 * than the count at the oldest of them. */
cycle_t unit_busy_before(const struct unit *unit, cycle_t now);

static inline cycle_t unit_next_event(const struct unit *unit, cycle_t now)
{
    return unit->free > now ? unit->free : NEVER;
}

#endif
