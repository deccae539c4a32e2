/* SPDX-License-Identifier: Apache-2.0 */
/* vortex_stalls.c - why a warp waited.
 *
 * Counted when a warp issues, for all cycles since its last issue at once: each constraint held it
 * up to a known cycle, and they are passed in a fixed order, so that every cycle gets exactly one
 * reason however many constraints held at the same time. */
#include "machine/vortex_clock.h"

struct wait {
    struct vortex_core *core;
    uint32_t slot;
    cycle_t at, now; /* counted up to here, and to be counted up to there */
    bool observed;
};

static void until(struct wait *wait, cycle_t cycle, enum stall_reason reason)
{
    struct vortex_core *core = wait->core;
    cycle_t end = earlier(cycle, wait->now);
    if (end <= wait->at)
        return;
    core->pipeline->stall[reason] += end - wait->at;
    if (wait->observed)
        observers_tell(core->machine->control->observers,
                       &(struct event){.kind = EVENT_STALL, .cycle = wait->at, .until = end,
                                       .core = core->id, .warp = wait->slot, .reason = reason});
    wait->at = end;
}

/* The rest of the wait was for the unit or for the issue slot: the unit's own busy time tells. */
static void until_issue(struct wait *wait)
{
    struct vortex_pipeline *p = wait->core->pipeline;
    const struct vortex_timing *t = &p->warp[wait->slot];
    if (wait->at >= wait->now || !t->ibuffer.count)
        return;
    cycle_t busy = unit_busy_before(&p->unit[t->unit], wait->now) - t->unit_lost;
    until(wait, wait->at + busy, STALL_UNIT);
    until(wait, wait->now, STALL_NOT_SELECTED);
}

/* Asked in the first cycle that looks at the warp since nothing but unit or issue slot holds it:
 * the unit has not started anything since then. */
void vortex_stalls_ready(struct vortex_core *core, uint32_t slot)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    cycle_t since = later(later(t->counted, t->resume), later(t->decided, t->operands));
    since = later(since, ibuffer_next_event(&t->ibuffer));
    if (vortex_is_shared(p))
        since = later(since, p->fetch_at.at[slot]);
    t->unit_lost = unit_busy_before(&p->unit[t->unit], since);
}

void vortex_stalls_count(struct vortex_core *core, uint32_t slot, cycle_t now, bool observed)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    struct wait wait = {core, slot, t->counted, now, observed};
    enum vortex_wait held = core->warps[slot].wait;
    t->counted = later(t->counted, now);
    if (!(core->active >> slot & 1)) {
        until(&wait, now, STALL_IDLE);
        return;
    }
    until(&wait, t->started, STALL_IDLE);
    if (held != WAIT_NONE)
        until(&wait, now, STALL_BARRIER);
    until(&wait, t->resume, STALL_BARRIER);
    until(&wait, t->decided, t->control_reason);
    until(&wait, ibuffer_next_event(&t->ibuffer), STALL_FETCH);
    if (vortex_is_shared(p))
        until(&wait, p->fetch_at.at[slot], STALL_FETCH);
    until(&wait, t->operands, t->pending_by == PENDING_MEMORY ? STALL_MEMORY : STALL_DEPENDENCY);
    until_issue(&wait);
}
