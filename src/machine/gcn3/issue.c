/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - issuing one instruction: it takes effect now, and its time is reckoned. */
#include "machine/gcn3/clock.h"
#include "machine/common/steps.h"

/* ---- how long ---- */

static cycle_t compute(struct gcn3_simd *simd, uint32_t unit, const struct insn *insn, cycle_t now)
{
    const struct gcn3_clock_numbers *n = &simd->machine->clock->numbers;
    switch (unit) {
    case GCN3_UNIT_VALU: {
        const struct gcn3_class *class = &n->valu[insn->timing];
        unit_start(simd->unit[unit], now, (GCN3_LANES + class->lanes - 1) / class->lanes);
        return now + class->latency;
    }
    case GCN3_UNIT_BRANCH:
        return now + n->branch;
    case GCN3_UNIT_INTERNAL:
        return now + 1;
    default:
        if (simd->unit[unit]) /* also what a memory's unit does without memory */
            unit_start(simd->unit[unit], now, 1);
        return now + n->scalar;
    }
}

/* Counts from issue on: SMEM of two words and more counts twice. What goes to memory by FLAT is
 * counted by both, until its addresses say which memory it is (see machines/gcn3.yaml). */
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

/* What one unit does comes back in the order of its issue, but for scalar memory. */
static cycle_t in_order(struct gcn3_timing *t, uint32_t unit, cycle_t done)
{
    if (unit == GCN3_UNIT_SMEM)
        return done;
    cycle_t *latest = &t->returned[unit == GCN3_UNIT_VMEM ? GCN3_VM : GCN3_LGKM];
    return *latest = later(*latest, done);
}

static cycle_t use_memory(struct gcn3_simd *simd, uint32_t slot, const struct insn *insn,
                          const struct effect *effect, cycle_t now, bool observed)
{
    struct gcn3_timing *t = &simd->timing[slot];
    uint32_t unit = t->unit;
    bool none = effect->kind != EFFECT_MEMORY || !effect->access.mask;
    struct gcn3_memory_times times =
        none ? gcn3_memory_nothing(simd, insn, now)
             : gcn3_memory_access(simd, slot, insn, &effect->access, now, observed);
    unit_start(simd->unit[unit], now, times.busy);
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

static bool read_too_early(const struct gcn3_timing *t, const struct insn *insn, cycle_t now)
{
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++) {
        for (uint32_t k = 0; k < insn->src[i].count; k++) {
            if (t->ready[insn->src[i].first + k] > 2 * now + 1)
                return true;
        }
    }
    return false;
}

static void pend_registers(struct gcn3_timing *t, const struct insn *insn, cycle_t done,
                           bool memory)
{
    for (unsigned i = 0; i < TARGETS_MAX && insn->dst[i].count; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++)
            t->ready[insn->dst[i].first + k] = 2 * done + memory;
    }
}

/* ---- what follows ---- */

/* s_nop and s_sleep hold the wavefront by their number, a branch until it is decided. */
static cycle_t turn_over(const struct gcn3_simd *simd, uint32_t unit, const struct insn *insn,
                         cycle_t now, cycle_t done)
{
    enum { OP_NOP = 0x00, OP_SLEEP = 0x0e, SLEEP_UNIT = 64 };
    cycle_t turn = gcn3_turn(simd->machine);
    if (unit == GCN3_UNIT_BRANCH)
        return later(done, now + turn);
    if (unit == GCN3_UNIT_INTERNAL && insn->op) {
        const struct gcn3_insn *own = gcn3_of(insn);
        if (own->opcode == OP_NOP)
            return now + turn * ((own->simm16 & 0xf) + 1u);
        if (own->opcode == OP_SLEEP)
            return now + turn + (cycle_t)SLEEP_UNIT * (own->simm16 & 0x7f);
    }
    return now + turn;
}

static struct gcn3_simd *simd_of(struct gcn3_machine *m, const struct gcn3_wave *wave)
{
    uint32_t id = wave->warp.core;
    return &m->clock->cu[id / m->numbers.simds].simd[id % m->numbers.simds];
}

/* Wavefronts of the group that the instruction no longer keeps waiting; the one that issued it may
 * be among them and is told of by itself. */
static void release_others(struct gcn3_machine *m, const struct gcn3_wave *by, cycle_t now,
                           bool observed)
{
    struct gcn3_workgroup *group = by->group;
    uint64_t released = group->released;
    group->released = 0;
    for (; released; released &= released - 1) {
        struct gcn3_wave *wave = group->wave[__builtin_ctzll(released)];
        struct gcn3_simd *simd = simd_of(m, wave);
        wave->timing->resume = now + m->clock->numbers.barrier_release;
        m->clock->running++;
        if (wave == by)
            continue;
        gcn3_front_update(simd, wave->warp.slot);
        if (observed)
            observers_tell(m->control->observers,
                           &(struct event){.kind = EVENT_RELEASE, .cycle = now,
                                           .until = wave->timing->resume, .core = simd->id,
                                           .warp = wave->warp.slot});
    }
}

static void tell_issue(struct gcn3_simd *simd, uint32_t slot, const struct insn *insn,
                       uint64_t mask, cycle_t now, cycle_t done)
{
    const struct observers *observers = simd->machine->control->observers;
    const struct gcn3_wave *wave = simd->wave[slot];
    struct event event = {.kind = EVENT_ISSUE, .cycle = now, .until = done, .core = simd->id,
                          .warp = slot, .insn = insn, .mask = mask};
    observers_tell(observers, &event);
    event.mask = wave->warp.mask;
    event.kind = EVENT_MASK;
    if (event.mask != mask)
        observers_tell(observers, &event);
    event.kind = EVENT_BARRIER;
    if (wave->waits)
        observers_tell(observers, &event);
    event.kind = EVENT_END;
    if (wave->ended)
        observers_tell(observers, &event);
}

/* PWS-61: a wavefront's time runs from its start to the end of the program, d from the dispatch of
 * its work-group to its first instruction. */
static void measure_wave(struct gcn3_machine *m, const struct gcn3_timing *t, cycle_t now)
{
    uint64_t *count = m->outcome->statistics.count;
    count[STAT_GCN3_WAVE_CYCLES] = later(count[STAT_GCN3_WAVE_CYCLES], now + 1 - t->started);
    count[STAT_GCN3_START_DELAY] = later(count[STAT_GCN3_START_DELAY], t->first - t->dispatched);
}

static void end_wave(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    struct gcn3_machine *m = simd->machine;
    struct gcn3_workgroup *group = simd->wave[slot]->group;
    gcn3_front_end(simd, slot);
    measure_wave(m, &simd->timing[slot], now);
    m->clock->running--;
    if (group->live)
        return;
    gcn3_group_end(m, group);
    m->clock->resident--;
    m->clock->freed = true;
}

static void count_issue(struct gcn3_simd *simd, uint32_t unit, const struct insn *insn,
                        bool early, cycle_t latency)
{
    struct gcn3_machine *m = simd->machine;
    uint64_t *count = m->outcome->statistics.count;
    count[STAT_GCN3_VALU + unit]++;
    count[STAT_GCN3_READ_BEFORE_READY] += early;
    if (insn->flags & INSN_LOAD && !(insn->flags & INSN_ATOMIC))
        m->clock->load_latency += latency;
}

enum wc_status gcn3_issue(struct gcn3_simd *simd, uint32_t slot, cycle_t now,
                          struct effect *effect, bool observed)
{
    struct gcn3_machine *m = simd->machine;
    struct gcn3_timing *t = &simd->timing[slot];
    struct gcn3_wave *wave = simd->wave[slot];
    const struct insn *insn = &m->launch->program->insns[wave->warp.pc];
    const uint64_t mask = wave->warp.mask;
    const uint32_t unit = t->unit;
    const bool counted = insn->op && counts(unit, insn);
    gcn3_stalls_count(simd, slot, now, observed);
    t->counted = now + 1;
    t->first = earlier(t->first, now);
    count_instruction(&m->outcome->statistics, &wave->warp, insn);
    bool early = read_too_early(t, insn, now);
    m->cycle = now;
    effect->kind = EFFECT_NONE;
    if (observed && m->control->steps)
        steps_before(m->control->steps, &wave->warp, insn);
    insn->run(&wave->warp, insn, effect);
    cycle_t done = now;
    if (effect->kind != EFFECT_FAULT)
        done = counted ? use_memory(simd, slot, insn, effect, now, observed)
                       : compute(simd, unit, insn, now);
    enum wc_status status = gcn3_apply(m, wave, insn, effect);
    m->clock->drained = later(m->clock->drained, later(done, now + 1));
    if (observed && m->control->steps)
        gcn3_log_step(m, wave, insn, effect);
    if (observed)
        tell_issue(simd, slot, insn, mask, now, done);
    if (status != WC_OK)
        return status;
    count_issue(simd, unit, insn, early, done - now);
    pend_registers(t, insn, done, counted);
    m->clock->running -= effect->kind == EFFECT_BARRIER;
    release_others(m, wave, now, observed);
    if (wave->ended) {
        end_wave(simd, slot, now);
        return WC_OK;
    }
    t->stalled = turn_over(simd, unit, insn, now, done);
    gcn3_front_next(simd, slot, now, observed);
    return WC_OK;
}
