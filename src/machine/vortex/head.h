/* SPDX-License-Identifier: Apache-2.0 */
/* head.h - the head of a warp's queue: when it can issue, and what it needs.
 *
 * Once for every instruction: when it enters an empty queue, or when its predecessor leaves. */
#ifndef WARPCLOCK_MACHINE_VORTEX_HEAD_H
#define WARPCLOCK_MACHINE_VORTEX_HEAD_H

#include "machine/vortex/clock.h"

/* Has the queue room for a fetch? */
static inline void vortex_head_room(struct vortex_pipeline *p, uint32_t slot)
{
    const uint64_t full = ibuffer_full(&p->warp[slot].ibuffer);
    p->full = (p->full & ~(1ull << slot)) | full << slot;
}

static inline void vortex_head_set(struct vortex_pipeline *p, uint32_t slot, cycle_t ready,
                                   cycle_t operands, enum vortex_unit unit)
{
    struct vortex_timing *t = &p->warp[slot];
    t->operands = operands;
    t->unit = (uint8_t)unit;
    t->unit_lost = 0;
    p->wants[unit] |= 1ull << slot;
    wakeup_arm(&p->issue_at, slot, later(ready, operands));
}

/* The queue has a head, and none before it. */
static inline void vortex_head_add(struct vortex_core *core, uint32_t slot)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    const uint32_t head = ibuffer_head(&t->ibuffer);
    cycle_t ready = ibuffer_next_event(&t->ibuffer);
    if (p->oracle.on)
        wakeup_arm(&p->oracle.head_at, slot, ready);
    ready = later(ready, t->resume);
    if (ibuffer_is_nop(head)) { /* no operands (SWAS-40) */
        vortex_head_set(p, slot, ready, 0, VORTEX_ALU);
        return;
    }
    const struct insn *insn = &core->machine->run.launch->program->insns[head];
    cycle_t operands = scoreboard_ready(&t->scoreboard, insn->src, SOURCES_MAX, 0, &t->pending_by);
    operands =
        scoreboard_ready(&t->scoreboard, insn->dst, TARGETS_MAX, operands, &t->pending_by);
    vortex_head_set(p, slot, ready, operands, vortex_unit_of(p->numbers, insn->timing));
}

/* The head, which was ready, has issued and left the queue. */
static inline void vortex_head_next(struct vortex_core *core, uint32_t slot)
{
    struct vortex_pipeline *p = core->pipeline;
    struct vortex_timing *t = &p->warp[slot];
    p->wants[t->unit] &= ~(1ull << slot);
    p->seen &= ~(1ull << slot);
    vortex_head_room(p, slot);
    wakeup_take(&p->issue_at, slot);
    if (p->oracle.on)
        wakeup_take(&p->oracle.head_at, slot);
    if (t->ibuffer.count)
        vortex_head_add(core, slot);
}

#endif
