/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - issuing one instruction: applies its effect and computes its times. */
#include "machine/common/count.h"
#include "machine/gcn3/clock.h"

/* ---- how long ---- */

static cycle_t compute(struct gcn3_simd *simd, uint32_t unit, const struct insn *insn, cycle_t now)
{
    const struct gcn3_clock_numbers *n = &gcn3_machine_of(simd)->clock->numbers;
    const struct unit_class *class = &n->valu[insn->timing];
    struct unit *needed = simd->partition.unit[unit];
    switch (unit) {
    case GCN3_UNIT_VALU:
        unit_start(needed, now, unit_class_passes(class, GCN3_LANES));
        return now + class->latency;
    case GCN3_UNIT_BRANCH:
        return now + n->branch;
    case GCN3_UNIT_INTERNAL:
        return now + 1;
    default:
        if (needed) /* also a memory unit's instructions that access no memory */
            unit_start(needed, now, 1);
        return now + n->scalar;
    }
}

/* Counts from issue on: SMEM of two or more words counts twice. Both counters count a FLAT access
 * until its addresses say which memory it uses (see machines/gcn3.yaml). */
static void count_access(struct gcn3_timing *t, uint32_t unit, const struct insn *insn,
                         const struct effect *effect, cycle_t now,
                         const struct gcn3_memory_times *times)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    bool to_lds = effect->kind == EFFECT_MEMORY && effect->access.space == MEMORY_SHARED;
    if (unit == GCN3_UNIT_VMEM)
        dependency_add(&t->counter[GCN3_VM], now, times->done);
    else
        dependency_add(&t->counter[GCN3_LGKM], now, times->done);
    if (own->format == GCN3_FLAT)
        dependency_add(&t->counter[GCN3_LGKM], now, to_lds ? times->done : times->resolved);
    if (unit == GCN3_UNIT_SMEM && own->dst.words > 1)
        dependency_add(&t->counter[GCN3_LGKM], now, times->done);
}

/* Results of one unit return in the order of issue, except for scalar memory. */
static cycle_t in_order(struct gcn3_timing *t, uint32_t unit, cycle_t done)
{
    if (unit == GCN3_UNIT_SMEM)
        return done;
    cycle_t *latest = &t->returned[unit == GCN3_UNIT_VMEM ? GCN3_VM : GCN3_LGKM];
    return *latest = later(*latest, done);
}

static cycle_t use_memory(struct gcn3_simd *simd, uint32_t slot, const struct insn *insn,
                          const struct effect *effect, cycle_t now)
{
    struct gcn3_timing *t = &simd->timing[slot];
    uint32_t unit = t->slot.unit;
    bool none = effect->kind != EFFECT_MEMORY || !effect->access.mask;
    struct gcn3_memory_times times =
        none ? gcn3_memory_nothing(simd, insn, now)
             : gcn3_memory_access(simd, slot, insn, &effect->access, now);
    unit_start(simd->partition.unit[unit], now, times.busy);
    times.done = in_order(t, unit, times.done);
    count_access(t, unit, insn, effect, now, &times);
    return times.done;
}

static bool is_memory(const struct insn *insn)
{
    return insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC);
}

/* LDS instructions that only move data between lanes count and return like its loads. */
static bool counts(uint32_t unit, const struct insn *insn)
{
    return is_memory(insn) || unit == GCN3_UNIT_LDS ||
           (unit == GCN3_UNIT_SMEM && insn->dst[0].count);
}

/* ---- registers ---- */

static bool read_too_early(const struct slot_timing *t, const struct insn *insn, cycle_t now)
{
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++) {
        for (uint32_t k = 0; k < insn->src[i].count; k++) {
            if (t->ready[insn->src[i].first + k] > 2 * now + 1)
                return true;
        }
    }
    return false;
}

static void pend_registers(struct slot_timing *t, const struct insn *insn, cycle_t done,
                           bool memory)
{
    for (unsigned i = 0; i < TARGETS_MAX && insn->dst[i].count; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++)
            t->ready[insn->dst[i].first + k] = 2 * done + memory;
    }
}

/* ---- what follows ---- */

/* s_nop and s_sleep hold the wavefront for their count, a branch until it is decided. */
static cycle_t turn_over(const struct gcn3_simd *simd, uint32_t unit, const struct insn *insn,
                         cycle_t now, cycle_t done)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    cycle_t turn = gcn3_turn(gcn3_machine_of(simd));
    if (unit == GCN3_UNIT_BRANCH)
        return later(done, now + turn);
    return now + turn * (1u + own->pause_turns) + own->pause_cycles;
}

/* PWS-61: a wavefront's time is from its start to the end of the program, d is from the dispatch of
 * its work-group to its first instruction. */
void gcn3_end_wave(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    struct partition *p = &simd->partition;
    const struct gcn3_timing *t = &simd->timing[slot];
    uint64_t *count = p->run->outcome->statistics.count;
    count[STAT_GCN3_WAVE_CYCLES_MAX] =
        later(count[STAT_GCN3_WAVE_CYCLES_MAX], now + 1 - t->slot.started);
    count[STAT_GCN3_START_DELAY_MAX] =
        later(count[STAT_GCN3_START_DELAY_MAX], t->first - t->dispatched);
    partition_end_warp(p, slot);
}

enum wc_status gcn3_issue(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    struct partition *p = &simd->partition;
    struct run_state *run = p->run;
    struct gcn3_timing *t = &simd->timing[slot];
    struct resident *w = p->warp[slot];
    const struct insn *insn = run_insn(run, w);
    const struct effect *effect = &run->effect;
    const uint64_t mask = w->warp.mask;
    const uint32_t unit = t->slot.unit;
    const bool counted = insn->op && counts(unit, insn);
    uint64_t *count = run->outcome->statistics.count;
    if (gcn3_machine_of(simd)->splitting.points && gcn3_dynamic_joins(gcn3_wave_of(w)))
        return gcn3_split_arrive(simd, slot, now);
    gcn3_stalls_count(simd, slot, now);
    t->slot.counted = now + 1;
    t->first = earlier(t->first, now);
    count_instruction(&run->outcome->statistics, &w->warp, insn);
    bool early = read_too_early(&t->slot, insn, now);
    issue_execute(p, slot, insn, now);
    cycle_t done = now;
    if (effect->kind != EFFECT_FAULT)
        done = counted ? use_memory(simd, slot, insn, effect, now)
                       : compute(simd, unit, insn, now);
    struct issued issued = {.insn = insn, .before = mask, .now = now, .done = done};
    enum wc_status status = issue_apply(p, slot, &issued);
    if (status != WC_OK)
        return status;
    count[STAT_GCN3_VALU + unit]++;
    count[STAT_READ_BEFORE_READY] += early;
    pend_registers(&t->slot, insn, done, counted);
    t->drained = later(t->drained, done);
    if (gcn3_machine_of(simd)->splitting.enabled && gcn3_split_after(simd, slot, insn, now))
        return WC_OK;
    partition_release(run, w, now, now + gcn3_machine_of(simd)->clock->numbers.barrier_release);
    if (w->ended) {
        gcn3_end_wave(simd, slot, now);
        return WC_OK;
    }
    t->slot.stalled = turn_over(simd, unit, insn, now, done);
    gcn3_front_next(simd, slot, now);
    return WC_OK;
}
