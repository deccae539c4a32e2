/* SPDX-License-Identifier: Apache-2.0 */
/* pascal_stalls.c - why a warp waited.
 *
 * Counted when a warp issues, for all cycles since its last issue at once: each constraint held it
 * up to a known cycle, and they are passed in a fixed order, so that every cycle gets exactly one
 * reason however many constraints held at the same time. PAS-5 names three: data dependences
 * (dependency, memory), instruction buffer (fetch), functional unit (unit). */
#include "machine/pascal_clock.h"

struct wait {
    struct pascal_smp *smp;
    uint32_t slot;
    cycle_t at, now; /* counted up to here, and to be counted up to there */
    bool observed;
};

static void until(struct wait *wait, cycle_t cycle, enum stall_reason reason)
{
    struct pascal_smp *smp = wait->smp;
    cycle_t end = earlier(cycle, wait->now);
    if (end <= wait->at)
        return;
    smp->stall[reason] += end - wait->at;
    if (wait->observed)
        observers_tell(smp->machine->control->observers,
                       &(struct event){.kind = EVENT_STALL, .cycle = wait->at, .until = end,
                                       .core = smp->id, .warp = wait->slot, .reason = reason});
    wait->at = end;
}

void pascal_stalls_ready(struct pascal_smp *smp, uint32_t slot)
{
    struct pascal_timing *t = &smp->timing[slot];
    cycle_t since = later(t->counted, pascal_held_until(t));
    t->unit_lost = unit_busy_before(&smp->unit[t->unit], since);
}

/* The rest of the wait was for the unit or for the issue slot: the unit's own busy time tells. */
static void until_issue(struct wait *wait)
{
    const struct pascal_timing *t = &wait->smp->timing[wait->slot];
    if (wait->at >= wait->now)
        return;
    cycle_t busy = unit_busy_before(&wait->smp->unit[t->unit], wait->now) - t->unit_lost;
    until(wait, wait->at + busy, STALL_UNIT);
    until(wait, wait->now, STALL_NOT_SELECTED);
}

void pascal_stalls_count(struct pascal_smp *smp, uint32_t slot, cycle_t now, bool observed)
{
    struct pascal_timing *t = &smp->timing[slot];
    const struct pascal_warp *w = smp->warp[slot];
    struct wait wait = {smp, slot, t->counted, now, observed};
    t->counted = later(t->counted, now);
    if (wait.at >= now)
        return;
    if (w->ended) {
        until(&wait, now, STALL_IDLE);
        return;
    }
    until(&wait, t->started, STALL_IDLE);
    if (w->waits)
        until(&wait, now, STALL_BARRIER);
    until(&wait, t->resume, STALL_BARRIER);
    until(&wait, t->stalled, t->stalled_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    until(&wait, t->waited, t->waited_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    until(&wait, t->operand, STALL_MEMORY);
    until(&wait, t->fetched, STALL_FETCH);
    until_issue(&wait);
}
