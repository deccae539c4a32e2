/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.h - why a warp waited.
 *
 * Counted when a warp issues, for all cycles since its last issue at once: each constraint delayed
 * it to a known cycle, and a model passes them in a fixed order, so every cycle gets exactly one
 * reason even if several constraints applied at the same time. */
#ifndef WARPCLOCK_MACHINE_COMMON_STALLS_H
#define WARPCLOCK_MACHINE_COMMON_STALLS_H

#include "machine/common/partition.h"
#include "machine/common/waits.h"

struct stalls {
    uint64_t *count; /* by reason */
    uint64_t *waits; /* the same for the instruction that waits (waits.h) */
    const struct observers *observers; /* NULL: no observer */
    uint32_t core, slot;
    cycle_t at, now; /* first cycle not yet counted, and end of the count */
};

/* issue.c: an event of `until - at` cycles. */
void stalls_tell(const struct observers *observers, uint32_t core, uint32_t slot, cycle_t at,
                 cycle_t until, enum stall_reason reason);

static inline void stalls_until(struct stalls *stalls, cycle_t cycle, enum stall_reason reason)
{
    if (cycle <= stalls->at)
        return;
    cycle_t end = earlier(cycle, stalls->now);
    if (end <= stalls->at)
        return;
    stalls->count[reason] += end - stalls->at;
    stalls->waits[reason] += end - stalls->at;
    if (stalls->observers)
        stalls_tell(stalls->observers, stalls->core, stalls->slot, stalls->at, end, reason);
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
    if (t->counted >= now)
        return false;
    *wait = (struct stalls){.count = p->stall, .waits = waits_of(p->run, w->warp.pc),
                            .core = p->id, .slot = slot, .at = t->counted, .now = now,
                            .observers = run_tells(p->run, EVENT_STALL)
                                             ? p->run->control->observers
                                             : NULL};
    t->counted = now;
    if (w->ended || w->waits || t->resume > wait->at) { /* it starts not after it resumes */
        stalls_until(wait, w->ended ? now : t->started, STALL_IDLE);
        stalls_until(wait, w->waits ? now : t->resume, t->waits_for);
    }
    stalls_until(wait, t->stalled, t->stalled_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    stalls_until(wait, t->operand, t->operand_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    stalls_until(wait, t->waited, STALL_MEMORY);
    stalls_until(wait, t->fetched, STALL_FETCH);
    return wait->at < now;
}

#endif
