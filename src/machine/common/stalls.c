/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.c - the order in which a partition's constraints explain a wait. */
#include "machine/common/stalls.h"

bool stalls_count(struct partition *p, uint32_t slot, cycle_t now, struct stalls *wait)
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
        stalls_until(wait, now, STALL_BARRIER);
    stalls_until(wait, t->resume, STALL_BARRIER);
    stalls_until(wait, t->stalled, t->stalled_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    stalls_until(wait, t->operand, t->operand_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    stalls_until(wait, t->waited, STALL_MEMORY);
    stalls_until(wait, t->fetched, STALL_FETCH);
    return wait->at < now;
}
