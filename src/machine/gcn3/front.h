/* SPDX-License-Identifier: Apache-2.0 */
/* front.h - when a wavefront's next instruction can issue.
 *
 * Code comes in pieces of 32 bytes. Buffers send requests to the instruction cache that their
 * compute unit shares with others (PWS-60, machine/common/front.c). A part of every issue: inlined
 * there. */
#ifndef WARPCLOCK_MACHINE_GCN3_FRONT_H
#define WARPCLOCK_MACHINE_GCN3_FRONT_H

#include <string.h>

#include "machine/gcn3/decoded.h"

/* An instruction of two words may begin in one piece and end in the next. */
static inline cycle_t gcn3_whole_at(const struct slot_timing *t, const struct gcn3_decoded *next)
{
    cycle_t at = codebuffer_decoded(&t->code, 0);
    return next->flags & GCN3_CROSSES ? later(at, codebuffer_decoded(&t->code, 1)) : at;
}

/* Split and merge wait until all that the wavefront has issued is complete (PWS-12h). */
static inline void gcn3_wait_for_all(const struct gcn3_simd *simd, struct gcn3_timing *t,
                                     const struct gcn3_wave *wave)
{
    const struct gcn3_splitting *s = &gcn3_machine_of(simd)->splitting;
    if (!s->enabled)
        return;
    const uint8_t role = run_insn(simd->partition.run, &wave->resident)->op->role;
    if (s->points ? !gcn3_dynamic_joins(wave) : role != ROLE_SPLIT && role != ROLE_JOIN)
        return;
    t->asked = later(later(t->slot.started, t->slot.stalled), t->slot.fetched);
    t->slot.waited = t->drained;
}

static inline void gcn3_wait_for_counters(struct gcn3_timing *t, const struct gcn3_decoded *next)
{
    cycle_t waited = 0;
    for (unsigned i = 0; i < GCN3_COUNTERS; i++) {
        if (next->counter[i] != GCN3_ANY_COUNT)
            waited = later(waited, dependency_until(&t->counter[i], next->counter[i]));
    }
    t->slot.waited = waited;
}

/* The latest time of some registers, of those that are computed or of those from memory. */
static inline cycle_t gcn3_ready_at(const cycle_t *ready, const uint16_t *reg, uint32_t count,
                                    bool from_memory)
{
    cycle_t at = 0;
    for (uint32_t i = 0; i < count; i++)
        at = later(at, (ready[reg[i]] & 1) == from_memory ? ready[reg[i]] : 0);
    return at >> 1;
}

/* The operands that are being computed are ready. */
static inline cycle_t gcn3_computed_at(const cycle_t *ready, const struct gcn3_decoded *next)
{
    cycle_t at = gcn3_ready_at(ready, gcn3_registers(next), next->sources + next->targets, false);
    if (next->flags & GCN3_MASKED)
        at = later(at, later(ready[GCN3_EXEC], ready[GCN3_EXEC + 1]) >> 1);
    return at;
}

static inline void gcn3_look_at(struct gcn3_simd *simd, uint32_t slot,
                                const struct gcn3_decoded *next)
{
    struct gcn3_timing *t = &simd->timing[slot];
    struct resident *w = simd->partition.warp[slot];
    partition_want(&simd->partition, slot, next->unit);
    t->slot.fetched = gcn3_whole_at(&t->slot, next);
    t->slot.waited = t->slot.operand = 0;
    if (next->flags & GCN3_INVALID)
        return;
    gcn3_wait_for_counters(t, next);
    gcn3_wait_for_all(simd, t, gcn3_wave_of(w));
    if (t->computing > t->slot.stalled) /* otherwise nothing is later than that */
        t->slot.operand = gcn3_computed_at(gcn3_register_times(simd, slot), next);
}

/* It has issued in cycle `now`: what comes next, and when. */
static inline void gcn3_front_next(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    struct partition *p = &simd->partition;
    const uint32_t index = p->warp[slot]->warp.pc;
    const struct gcn3_decoded *next = gcn3_decoded_at(gcn3_machine_of(simd), index);
    const struct slot_timing *t = &simd->timing[slot].slot;
    if (next->piece != t->code.first) {
        cycle_t decided = later(t->stalled, now + 1);
        front_follow(p, slot, p->run->insns[index].pc, decided, decided);
    }
    gcn3_look_at(simd, slot, next);
    partition_update_issued(p, slot);
}

/* A wavefront of a new work-group, dispatched in cycle `now`, from cycle `start` on. */
static inline void gcn3_front_start(struct gcn3_simd *simd, uint32_t slot,
                                    const struct gcn3_wave *wave, cycle_t now, cycle_t start)
{
    struct partition *p = &simd->partition;
    struct gcn3_timing *t = &simd->timing[slot];
    for (unsigned i = 0; i < GCN3_COUNTERS; i++)
        t->counter[i].count = 0;
    memset(t->returned, 0, sizeof t->returned);
    t->dispatched = now;
    t->first = NEVER;
    t->drained = t->computing = t->loading = 0;
    for (unsigned i = 0; i < GCN3_UNITS; i++)
        simd->arbiter[i].started[slot] = wave->swf.age;
    partition_start(p, slot, GCN3_NAMES, start);
    gcn3_look_at(simd, slot, gcn3_decoded_at(gcn3_machine_of(simd), p->warp[slot]->warp.pc));
    partition_update(p, slot);
}

#endif
