/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.h - why a warp waited.
 *
 * Counted when a warp issues, for all cycles since its last issue at once: each constraint delayed
 * it to a known cycle, and a model passes them in a fixed order, so every cycle gets exactly one
 * reason even if several constraints applied at the same time. */
#ifndef WARPCLOCK_MACHINE_COMMON_STALLS_H
#define WARPCLOCK_MACHINE_COMMON_STALLS_H

#include "machine/common/partition.h"

struct stalls {
    uint64_t *count; /* by reason */
    const struct observers *observers; /* NULL: no observer */
    uint32_t core, slot;
    cycle_t at, now; /* first cycle not yet counted, and end of the count */
};

static inline void stalls_until(struct stalls *stalls, cycle_t cycle, enum stall_reason reason)
{
    cycle_t end = earlier(cycle, stalls->now);
    if (end <= stalls->at)
        return;
    stalls->count[reason] += end - stalls->at;
    if (stalls->observers)
        observers_tell(stalls->observers,
                       &(struct event){.kind = EVENT_STALL, .cycle = stalls->at, .until = end,
                                       .core = stalls->core, .warp = stalls->slot,
                                       .reason = reason});
    stalls->at = end;
}

/* The rest of the wait was for the unit or for the issue slot: the unit's busy time decides, of
 * which `lost` was before the other constraints ended. */
static inline void stalls_until_issue(struct stalls *stalls, const struct unit *unit, cycle_t lost)
{
    if (stalls->at >= stalls->now)
        return;
    stalls_until(stalls, stalls->at + unit_busy_before(unit, stalls->now) - lost, STALL_UNIT);
    stalls_until(stalls, stalls->now, STALL_NOT_SELECTED);
}

/* Gives every cycle of a slot before `now` its reason, except the last ones, in which only unit and
 * issue slot held the warp; false: there are none. */
static inline bool stalls_count(struct partition *p, uint32_t slot, cycle_t now,
                                struct stalls *wait)
{
    struct slot_timing *t = p->timing[slot];
    const struct resident *w = p->warp[slot];
    *wait = (struct stalls){.count = p->stall, .core = p->id, .slot = slot, .at = t->counted,
                            .now = now,
                            .observers = p->run->observed ? p->run->control->observers : NULL};
    t->counted = later(t->counted, now);
    if (wait->at >= now)
        return false;
    stalls_until(wait, w->ended ? now : t->started, STALL_IDLE);
    if (w->waits)
        stalls_until(wait, now, t->waits_for);
    stalls_until(wait, t->resume, t->waits_for);
    stalls_until(wait, t->stalled, t->stalled_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    stalls_until(wait, t->operand, t->operand_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    stalls_until(wait, t->waited, STALL_MEMORY);
    stalls_until(wait, t->fetched, STALL_FETCH);
    return wait->at < now;
}

#endif
