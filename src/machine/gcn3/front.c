/* SPDX-License-Identifier: Apache-2.0 */
/* front.c - kinds of instruction, and when a wavefront's next instruction can issue.
 *
 * Code comes in pieces of 32 bytes. Buffers send requests to the instruction cache that their
 * compute unit shares with others (PWS-60, machine/common/front.c). */
#include <string.h>

#include "machine/gcn3/clock.h"

/* ---- kinds of instruction ---- */

enum gcn3_unit gcn3_unit_of(const struct insn *insn)
{
    static const uint8_t units[GCN3_FORMATS] = {
        [GCN3_SOP2] = GCN3_UNIT_SALU, [GCN3_SOPK] = GCN3_UNIT_SALU, [GCN3_SOP1] = GCN3_UNIT_SALU,
        [GCN3_SOPC] = GCN3_UNIT_SALU, [GCN3_SOPP] = GCN3_UNIT_INTERNAL,
        [GCN3_SMEM] = GCN3_UNIT_SMEM,
        [GCN3_VOP2] = GCN3_UNIT_VALU, [GCN3_VOP1] = GCN3_UNIT_VALU, [GCN3_VOPC] = GCN3_UNIT_VALU,
        [GCN3_VOP3] = GCN3_UNIT_VALU, [GCN3_DS] = GCN3_UNIT_LDS, [GCN3_FLAT] = GCN3_UNIT_VMEM,
        [GCN3_MUBUF] = GCN3_UNIT_VMEM, [GCN3_MTBUF] = GCN3_UNIT_VMEM, [GCN3_MIMG] = GCN3_UNIT_VMEM,
        [GCN3_EXP] = GCN3_UNIT_INTERNAL, [GCN3_VINTRP] = GCN3_UNIT_VALU};
    if (!insn->op) /* not an instruction: it faults when it runs */
        return GCN3_UNIT_INTERNAL;
    if (insn->timing == TIMING_BRANCH && insn->flow != FLOW_EXIT)
        return GCN3_UNIT_BRANCH;
    return (enum gcn3_unit)units[gcn3_of(insn)->format];
}

/* ---- what the next instruction waits for ---- */

/* An instruction of two words may begin in one piece and end in the next. */
static cycle_t whole_at(const struct slot_timing *t, const struct insn *insn)
{
    uint32_t bytes = insn->op ? gcn3_of(insn)->bytes : 4;
    cycle_t at = codebuffer_decoded(&t->code, 0);
    if ((insn->pc + bytes - 1) / GCN3_FETCH_BYTES == t->code.first)
        return at;
    return later(at, codebuffer_decoded(&t->code, 1));
}

static void wait_for(struct gcn3_timing *t, enum gcn3_counter counter, uint32_t left)
{
    t->slot.waited = later(t->slot.waited, dependency_until(&t->counter[counter], left));
}

/* Split and merge wait until all that the wavefront has issued is complete (PWS-12h). */
static void wait_for_all(const struct gcn3_simd *simd, struct gcn3_timing *t,
                         const struct gcn3_wave *wave, const struct insn *insn)
{
    const struct gcn3_splitting *s = &gcn3_machine_of(simd)->splitting;
    const uint8_t role = insn->op->role;
    if (!s->enabled)
        return;
    if (s->points ? !gcn3_dynamic_joins(wave) : role != ROLE_SPLIT && role != ROLE_JOIN)
        return;
    t->asked = later(later(t->slot.started, t->slot.stalled), t->slot.fetched);
    t->slot.waited = t->drained;
}

/* s_waitcnt waits for its counts; an instruction that counts waits while its counter is full. */
static void wait_for_counters(struct gcn3_timing *t, const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    t->slot.waited = 0;
    if (t->slot.unit == GCN3_UNIT_INTERNAL && insn->timing == TIMING_FENCE) {
        if (own->vmcnt < GCN3_VMCNT_MAX)
            wait_for(t, GCN3_VM, own->vmcnt);
        if (own->lgkmcnt < GCN3_LGKMCNT_MAX)
            wait_for(t, GCN3_LGKM, own->lgkmcnt);
    }
    if (t->slot.unit == GCN3_UNIT_VMEM)
        wait_for(t, GCN3_VM, GCN3_VMCNT_MAX - 1);
    if (t->slot.unit == GCN3_UNIT_LDS || t->slot.unit == GCN3_UNIT_SMEM || own->format == GCN3_FLAT)
        wait_for(t, GCN3_LGKM, GCN3_LGKMCNT_MAX - 1);
}

static cycle_t computed_at(const struct slot_timing *t, const struct regs *list, unsigned count)
{
    cycle_t at = 0;
    for (unsigned i = 0; i < count && list[i].count; i++) {
        for (uint32_t k = 0; k < list[i].count; k++) {
            cycle_t ready = t->ready[list[i].first + k];
            if (!(ready & 1))
                at = later(at, ready >> 1);
        }
    }
    return at;
}

static void look_at(struct gcn3_simd *simd, uint32_t slot, const struct insn *next)
{
    struct gcn3_timing *t = &simd->timing[slot];
    partition_want(&simd->partition, slot, gcn3_unit_of(next));
    t->slot.fetched = whole_at(&t->slot, next);
    t->slot.waited = 0;
    t->slot.operand = 0;
    if (!next->op)
        return;
    wait_for_counters(t, next);
    wait_for_all(simd, t, gcn3_wave_of(simd->partition.warp[slot]), next);
    const uint32_t unit = t->slot.unit;
    const cycle_t *ready = t->slot.ready;
    cycle_t at = later(computed_at(&t->slot, next->src, SOURCES_MAX),
                       computed_at(&t->slot, next->dst, TARGETS_MAX));
    if (unit != GCN3_UNIT_SALU && unit != GCN3_UNIT_SMEM && unit != GCN3_UNIT_INTERNAL)
        at = later(at, later(ready[GCN3_EXEC], ready[GCN3_EXEC + 1]) >> 1);
    t->slot.operand = at;
}

void gcn3_front_next(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    struct partition *p = &simd->partition;
    const struct insn *next = partition_next(p, slot);
    const struct slot_timing *t = &simd->timing[slot].slot;
    if (next->pc / GCN3_FETCH_BYTES != t->code.first) {
        cycle_t decided = later(t->stalled, now + 1);
        front_follow(p, slot, next->pc, decided, decided);
    }
    look_at(simd, slot, next);
    partition_update(p, slot);
}

void gcn3_front_start(struct gcn3_simd *simd, uint32_t slot, const struct gcn3_wave *wave,
                      cycle_t now, cycle_t start)
{
    struct partition *p = &simd->partition;
    struct gcn3_timing *t = &simd->timing[slot];
    for (unsigned i = 0; i < GCN3_COUNTERS; i++)
        t->counter[i].count = 0;
    memset(t->returned, 0, sizeof t->returned);
    t->dispatched = now;
    t->first = NEVER;
    t->drained = 0;
    for (unsigned i = 0; i < GCN3_UNITS; i++)
        simd->arbiter[i].started[slot] = wave->swf.age;
    partition_start(p, slot, GCN3_NAMES, start);
    look_at(simd, slot, partition_next(p, slot));
    partition_update(p, slot);
}
