/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - issuing one instruction: applies its effect and computes its times. */
#include "machine/common/count.h"
#include "machine/gcn3/front.h"
#include "machine/gcn3/stalls.h"

/* ---- how long ---- */

static cycle_t compute(struct gcn3_simd *simd, const struct gcn3_decoded *decoded, cycle_t now)
{
    if (decoded->passes)
        unit_start(simd->partition.unit[decoded->unit], now, decoded->passes);
    return now + decoded->latency;
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

/* ---- registers ---- */

/* Reads a register before a load has written it: code has not waited. */
static bool reads_early(const struct gcn3_timing *t, const cycle_t *ready,
                        const struct gcn3_decoded *decoded, cycle_t now)
{
    return t->loading > now &&
           gcn3_ready_at(ready, gcn3_registers(decoded), decoded->sources, true) > now;
}

/* Its results are ready in cycle `done`. Nobody asks for those of a computation that are there
 * before the wavefront's next instruction, unless an earlier result for the same register is still
 * under way. */
static void pend_registers(struct gcn3_timing *t, cycle_t *ready,
                           const struct gcn3_decoded *decoded, cycle_t now, cycle_t done)
{
    const bool from_memory = decoded->flags & GCN3_COUNTS;
    if (from_memory)
        t->loading = later(t->loading, done);
    else if (done <= t->slot.stalled && later(t->computing, t->loading) <= now)
        return;
    if (!from_memory || decoded->flags & GCN3_LOADS_EXEC)
        t->computing = later(t->computing, done);
    const uint16_t *reg = gcn3_registers(decoded) + decoded->sources;
    for (uint32_t i = 0; i < decoded->targets; i++)
        ready[reg[i]] = 2 * done + from_memory;
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

/* What else its effect means for the wavefronts of the work-group; true: it has ended. */
static bool leave(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    struct partition *p = &simd->partition;
    const struct resident *w = p->warp[slot];
    partition_release(p->run, w, now,
                      now + gcn3_machine_of(simd)->clock->numbers.barrier_release);
    if (w->ended)
        gcn3_end_wave(simd, slot, now);
    return w->ended;
}

enum wc_status gcn3_issue(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    struct partition *p = &simd->partition;
    struct run_state *run = p->run;
    struct gcn3_timing *t = &simd->timing[slot];
    struct resident *w = p->warp[slot];
    const struct insn *insn = run_insn(run, w);
    const struct gcn3_decoded *decoded = gcn3_decoded_at(gcn3_machine_of(simd), w->warp.pc);
    const struct effect *effect = &run->effect;
    const uint64_t mask = w->warp.mask;
    uint64_t *count = run->outcome->statistics.count;
    if (gcn3_machine_of(simd)->splitting.points && gcn3_dynamic_joins(gcn3_wave_of(w)))
        return gcn3_split_arrive(simd, slot, now);
    gcn3_stalls_count(simd, slot, now);
    t->slot.counted = now + 1;
    t->first = earlier(t->first, now);
    count_instruction(&run->outcome->statistics, &w->warp, insn);
    cycle_t *ready = gcn3_register_times(simd, slot);
    const bool early = reads_early(t, ready, decoded, now);
    issue_execute(p, slot, insn, now);
    cycle_t done = now;
    if (effect->kind != EFFECT_FAULT)
        done = decoded->flags & GCN3_COUNTS ? use_memory(simd, slot, insn, effect, now)
                                            : compute(simd, decoded, now);
    enum wc_status status = issue_apply(p, slot, insn, now, done);
    if (run->observed && tells_issue(run, w, insn, mask))
        issue_report(p, slot, &(struct issued){.insn = insn, .before = mask, .now = now,
                                               .done = done});
    if (status != WC_OK)
        return status;
    count[STAT_GCN3_VALU + decoded->unit]++;
    if (early)
        count[STAT_READ_BEFORE_READY]++;
    t->drained = later(t->drained, done);
    t->slot.stalled = now + decoded->pause;
    pend_registers(t, ready, decoded, now, done);
    if (gcn3_machine_of(simd)->splitting.enabled && gcn3_split_after(simd, slot, insn, now))
        return WC_OK;
    if (!effect_continues(effect->kind) && leave(simd, slot, now))
        return WC_OK;
    gcn3_front_next(simd, slot, now);
    return WC_OK;
}
