/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.h - why a warp waited, counted when it issues (machine/common/stalls.h). */
#ifndef WARPCLOCK_MACHINE_VORTEX_STALLS_H
#define WARPCLOCK_MACHINE_VORTEX_STALLS_H

#include "machine/common/stalls.h"
#include "machine/vortex/clock.h"

/* Called in the first simulated cycle in which only unit or issue slot holds the warp: the unit has
 * not started anything since then. */
static inline void vortex_stalls_ready(struct vortex_core *core, uint32_t slot)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    cycle_t since = later(later(t->counted, t->resume), later(t->decided, t->operands));
    since = later(since, ibuffer_next_event(&t->ibuffer));
    if (vortex_is_shared(p))
        since = later(since, p->fetch_at.at[slot]);
    t->unit_lost = unit_busy_before(&p->unit[t->unit], since);
}

static inline struct stalls vortex_stalls_begin(struct vortex_core *core, uint32_t slot,
                                                cycle_t now)
{
    struct run_state *run = &core->machine->run;
    return (struct stalls){.count = core->pipeline->stall,
                           .waits = waits_of(run, core->warps[slot].resident.warp.pc),
                           .core = core->id, .slot = slot,
                           .at = core->pipeline->warp[slot].counted, .now = now,
                           .observers = run_tells(run, EVENT_STALL) ? run->control->observers
                                                                   : NULL};
}

/* The reasons of a warp that waits for no other. */
static inline void vortex_stalls_own(struct vortex_core *core, uint32_t slot, struct stalls *wait)
{
    const struct vortex_pipeline *p = core->pipeline;
    const struct vortex_timing *t = &p->warp[slot];
    stalls_until(wait, t->resume, STALL_BARRIER);
    stalls_until(wait, t->decided, t->control_reason);
    stalls_until(wait, ibuffer_next_event(&t->ibuffer), STALL_FETCH);
    if (vortex_is_shared(p))
        stalls_until(wait, p->fetch_at.at[slot], STALL_FETCH);
    stalls_until(wait, t->operands,
                 t->pending_by == PENDING_MEMORY ? STALL_MEMORY : STALL_DEPENDENCY);
    if (t->ibuffer.count && wait->at < wait->now)
        stalls_until_issue(wait, &p->unit[t->unit], t->unit_lost);
}

/* A warp issues in cycle `now`, which has its own reason. */
static inline void vortex_stalls_issue(struct vortex_core *core, uint32_t slot, cycle_t now)
{
    struct vortex_timing *t = &core->pipeline->warp[slot];
    if (t->counted < now) {
        struct stalls wait = vortex_stalls_begin(core, slot, now);
        stalls_until(&wait, t->started, STALL_IDLE);
        vortex_stalls_own(core, slot, &wait);
    }
    t->counted = now + 1;
}

#endif
