/* SPDX-License-Identifier: Apache-2.0 */
/* front.c - instruction buffers, and when a wavefront's next instruction can issue.
 *
 * Code comes in pieces of 32 bytes. A buffer holds a few pieces in a row and asks for one more when
 * it leaves one; a control transfer out of the buffer empties it. Buffers ask the instruction cache
 * that their compute unit shares with others (PWS-60). Nothing is fetched beyond a branch before it
 * is decided but what stands in the buffer anyway. */
#include <string.h>

#include "machine/gcn3/clock.h"

static uint64_t piece_of(uint64_t address)
{
    return address / GCN3_FETCH_BYTES;
}

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
    if (!insn->op) /* no instruction: it will say so when it runs */
        return GCN3_UNIT_INTERNAL;
    if (insn->timing == TIMING_BRANCH && insn->flow != FLOW_EXIT)
        return GCN3_UNIT_BRANCH;
    return (enum gcn3_unit)units[gcn3_of(insn)->format];
}

/* ---- the buffer ---- */

static void tell_fetch(const struct gcn3_simd *simd, uint32_t slot, uint64_t address, cycle_t at,
                       struct memory_answer answer, cycle_t decoded)
{
    observers_tell(simd->machine->control->observers,
                   &(struct event){.kind = EVENT_FETCH, .cycle = at, .until = decoded,
                                   .arrival = answer.done, .core = simd->id, .warp = slot,
                                   .address = address, .space = SPACE_CODE, .hit = answer.hit});
}

/* One piece more, asked for in cycle `at`. */
static void fetch(struct gcn3_simd *simd, uint32_t slot, cycle_t at, bool observed)
{
    const struct gcn3_clock_numbers *n = &simd->machine->clock->numbers;
    struct gcn3_timing *t = &simd->timing[slot];
    uint64_t address = codebuffer_next(&t->code) * GCN3_FETCH_BYTES;
    struct memory_answer answer = memory_request(&simd->cu->caches->l1i.level, address,
                                                 GCN3_FETCH_BYTES, false, at);
    cycle_t decoded = later(answer.done + n->decode, at + 1);
    codebuffer_add(&t->code, decoded);
    simd->machine->outcome->statistics.count[STAT_FETCHES]++;
    if (observed)
        tell_fetch(simd, slot, address, at, answer, decoded);
}

static void refill(struct gcn3_simd *simd, uint32_t slot, uint64_t piece, cycle_t at,
                   bool observed)
{
    struct gcn3_timing *t = &simd->timing[slot];
    codebuffer_restart(&t->code, piece);
    while (t->code.count < simd->machine->clock->numbers.buffer)
        fetch(simd, slot, at + t->code.count, observed);
}

/* An instruction of two words may begin in one piece and end in the next. */
static cycle_t whole_at(const struct gcn3_timing *t, const struct insn *insn)
{
    uint32_t bytes = insn->op ? gcn3_of(insn)->bytes : 4;
    cycle_t at = codebuffer_decoded(&t->code, 0);
    if (piece_of(insn->pc + bytes - 1) == t->code.first)
        return at;
    return later(at, codebuffer_decoded(&t->code, 1));
}

/* The buffer follows the wavefront to its next instruction, decided in cycle `now`. */
static void follow(struct gcn3_simd *simd, uint32_t slot, const struct insn *next, cycle_t now,
                   bool observed)
{
    struct gcn3_timing *t = &simd->timing[slot];
    uint64_t piece = piece_of(next->pc);
    if (!codebuffer_holds(&t->code, piece)) {
        refill(simd, slot, piece, now, observed);
        return;
    }
    codebuffer_move(&t->code, piece);
    while (t->code.count < simd->machine->clock->numbers.buffer)
        fetch(simd, slot, now, observed);
}

/* ---- what the next instruction waits for besides ---- */

static void wait_for(struct gcn3_timing *t, enum gcn3_counter counter, uint32_t left)
{
    t->waited = later(t->waited, dependency_until(&t->counter[counter], left));
}

/* s_waitcnt waits as it says; whoever counts waits while a counter is full. */
static void wait_for_counters(struct gcn3_timing *t, const struct insn *insn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    t->waited = 0;
    if (t->unit == GCN3_UNIT_INTERNAL && insn->timing == TIMING_FENCE) {
        if (own->vmcnt < GCN3_VMCNT_MAX)
            wait_for(t, GCN3_VM, own->vmcnt);
        if (own->lgkmcnt < GCN3_LGKMCNT_MAX)
            wait_for(t, GCN3_LGKM, own->lgkmcnt);
    }
    if (t->unit == GCN3_UNIT_VMEM)
        wait_for(t, GCN3_VM, GCN3_VMCNT_MAX - 1);
    if (t->unit == GCN3_UNIT_LDS || t->unit == GCN3_UNIT_SMEM || own->format == GCN3_FLAT)
        wait_for(t, GCN3_LGKM, GCN3_LGKMCNT_MAX - 1);
}

static cycle_t computed_at(const struct gcn3_timing *t, const struct regs *list, unsigned count)
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
    simd->wants[t->unit] &= ~(1ull << slot);
    t->unit = (uint8_t)gcn3_unit_of(next);
    simd->wants[t->unit] |= 1ull << slot;
    t->waited = 0;
    t->operand = 0;
    if (!next->op)
        return;
    wait_for_counters(t, next);
    t->operand = later(computed_at(t, next->src, SOURCES_MAX),
                       computed_at(t, next->dst, TARGETS_MAX));
    if (t->unit != GCN3_UNIT_SALU && t->unit != GCN3_UNIT_SMEM && t->unit != GCN3_UNIT_INTERNAL)
        t->operand = later(t->operand, later(t->ready[GCN3_EXEC], t->ready[GCN3_EXEC + 1]) >> 1);
}

void gcn3_front_update(struct gcn3_simd *simd, uint32_t slot)
{
    cycle_t at = simd->wave[slot]->waits ? NEVER : gcn3_held_until(&simd->timing[slot]);
    wakeup_set(&simd->issue_at, slot, at);
    simd->due = earlier(simd->due, at);
}

void gcn3_front_next(struct gcn3_simd *simd, uint32_t slot, cycle_t now, bool observed)
{
    const struct insn *next = &simd->machine->launch->program->insns[simd->wave[slot]->warp.pc];
    struct gcn3_timing *t = &simd->timing[slot];
    if (piece_of(next->pc) != t->code.first)
        follow(simd, slot, next, later(t->stalled, now + 1), observed);
    t->fetched = whole_at(t, next);
    look_at(simd, slot, next);
    gcn3_front_update(simd, slot);
}

void gcn3_front_start(struct gcn3_simd *simd, uint32_t slot, cycle_t now, cycle_t start,
                      bool observed)
{
    struct gcn3_wave *wave = simd->wave[slot];
    struct gcn3_timing *t = &simd->timing[slot];
    const struct insn *first = &simd->machine->launch->program->insns[wave->warp.pc];
    for (unsigned i = 0; i < GCN3_COUNTERS; i++)
        t->counter[i].count = 0;
    memset(t->ready, 0, GCN3_NAMES * sizeof *t->ready);
    memset(t->returned, 0, sizeof t->returned);
    t->started = t->resume = t->stalled = start;
    t->dispatched = now;
    t->first = NEVER;
    for (unsigned i = 0; i < GCN3_UNITS; i++)
        scheduler_start(&simd->arbiter[i], slot);
    if (observed)
        observers_tell(simd->machine->control->observers,
                       &(struct event){.kind = EVENT_START, .cycle = start, .core = simd->id,
                                       .warp = slot, .mask = wave->warp.mask, .insn = first});
    refill(simd, slot, piece_of(first->pc), start, observed);
    t->fetched = whole_at(t, first);
    look_at(simd, slot, first);
    gcn3_front_update(simd, slot);
}

void gcn3_front_end(struct gcn3_simd *simd, uint32_t slot)
{
    simd->wants[simd->timing[slot].unit] &= ~(1ull << slot);
    wakeup_set(&simd->issue_at, slot, NEVER);
}
