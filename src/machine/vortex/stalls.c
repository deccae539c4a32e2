/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.c - why a warp waited (machine/common/stalls.h). */
#include "machine/vortex/clock.h"

#include "machine/common/stalls.h"

/* Called in the first simulated cycle in which only unit or issue slot holds the warp: the unit has
 * not started anything since then. */
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

void vortex_stalls_count(struct vortex_core *core, uint32_t slot, cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    const struct run_state *run = &core->machine->run;
    struct stalls wait = {.count = p->stall, .core = core->id, .slot = slot, .at = t->counted,
                          .now = now,
                          .observers = run->observed ? run->control->observers : NULL};
    enum vortex_wait held = core->warps[slot].wait;
    t->counted = later(t->counted, now);
    if (!(core->active >> slot & 1)) {
        stalls_until(&wait, now, STALL_IDLE);
        return;
    }
    stalls_until(&wait, t->started, STALL_IDLE);
    if (held != WAIT_NONE)
        stalls_until(&wait, now, STALL_BARRIER);
    stalls_until(&wait, t->resume, STALL_BARRIER);
    stalls_until(&wait, t->decided, t->control_reason);
    stalls_until(&wait, ibuffer_next_event(&t->ibuffer), STALL_FETCH);
    if (vortex_is_shared(p))
        stalls_until(&wait, p->fetch_at.at[slot], STALL_FETCH);
    stalls_until(&wait, t->operands,
                 t->pending_by == PENDING_MEMORY ? STALL_MEMORY : STALL_DEPENDENCY);
    if (t->ibuffer.count)
        stalls_until_issue(&wait, &p->unit[t->unit], t->unit_lost);
}
