/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.c - why a warp waited (machine/common/stalls.h). PAS-5 names three reasons: data
 * dependences (dependency, memory), instruction buffer (fetch), functional unit (unit). */
#include "machine/pascal/clock.h"

#include "machine/common/stalls.h"

void pascal_stalls_ready(struct pascal_smp *smp, uint32_t slot)
{
    struct pascal_timing *t = &smp->timing[slot];
    cycle_t since = later(t->counted, pascal_held_until(t));
    t->unit_lost = unit_busy_before(&smp->unit[t->unit], since);
}

void pascal_stalls_count(struct pascal_smp *smp, uint32_t slot, cycle_t now, bool observed)
{
    struct pascal_timing *t = &smp->timing[slot];
    const struct pascal_warp *w = smp->warp[slot];
    struct stalls wait = {.count = smp->stall, .core = smp->id, .slot = slot, .at = t->counted,
                          .now = now,
                          .observers = observed ? smp->machine->control->observers : NULL};
    t->counted = later(t->counted, now);
    if (wait.at >= now)
        return;
    if (w->ended) {
        stalls_until(&wait, now, STALL_IDLE);
        return;
    }
    stalls_until(&wait, t->started, STALL_IDLE);
    if (w->waits)
        stalls_until(&wait, now, STALL_BARRIER);
    stalls_until(&wait, t->resume, STALL_BARRIER);
    stalls_until(&wait, t->stalled, t->stalled_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    stalls_until(&wait, t->waited, t->waited_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    stalls_until(&wait, t->operand, STALL_MEMORY);
    stalls_until(&wait, t->fetched, STALL_FETCH);
    stalls_until_issue(&wait, &smp->unit[t->unit], t->unit_lost);
}
