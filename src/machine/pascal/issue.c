/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - issuing one instruction: applies its effect and computes its times. */
#include "machine/common/count.h"
#include "machine/pascal/front.h"
#include "machine/pascal/stalls.h"

static struct pascal_times compute(struct pascal_smp *smp, uint32_t slot, const struct insn *insn,
                                   const struct effect *effect, cycle_t now)
{
    const struct pascal_clock_numbers *n = &pascal_of(smp)->clock->numbers;
    const struct unit_class *class = &n->unit[insn->timing];
    if (effect->kind == EFFECT_MEMORY && effect->access.mask)
        return pascal_memory_access(smp, slot, insn, &effect->access, now);
    if (insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC))
        return pascal_memory_nothing(smp, slot, insn, now);
    pascal_unit_start(smp, smp->timing[slot].slot.unit, now, class->passes);
    return (struct pascal_times){.done = now + class->latency, .read = now + class->read,
                                 .by = n->latency_name[insn->timing]};
}

/* ---- registers: hardware does not check, so we count (PAS-60) ---- */

/* A source is ready only after `limit`. */
static bool reads_early(const cycle_t *times, const struct insn *insn, cycle_t limit)
{
    for (unsigned i = 0; i < SOURCES_MAX && insn->src[i].count; i++) {
        const cycle_t *ready = &times[insn->src[i].first], *end = ready + insn->src[i].count;
        do {
            if (*ready > limit)
                return true;
        } while (++ready < end);
    }
    return false;
}

static void pend_registers(cycle_t *times, const struct insn *insn, cycle_t done,
                           cycle_t predicate)
{
    for (unsigned i = 0; i < TARGETS_MAX && insn->dst[i].count; i++) {
        const uint32_t name = insn->dst[i].first;
        const bool is_predicate = name >= SASS_NAME_P0 && name < SASS_NAME_CC;
        cycle_t *ready = &times[name], *end = ready + insn->dst[i].count;
        do
            *ready = is_predicate ? later(done, predicate) : done;
        while (++ready < end);
    }
    times[SASS_RZ] = times[SASS_NAME_P0 + SASS_PT] = 0;
}

/* ---- counters and stall counts: what hardware checks (PAS-62) ---- */

static void add_dependency(struct pascal_timing *t, uint32_t counter, cycle_t now, cycle_t at,
                           bool memory)
{
    if (counter >= PASCAL_DEPENDENCIES)
        return;
    dependency_add(&t->dependency[counter], now, at);
    t->by_memory = (uint8_t)((t->by_memory & ~(1u << counter)) | (unsigned)memory << counter);
}

/* MEMBAR of the block is for the compiler alone; beyond that earlier accesses must be complete. */
static bool is_fence(const struct insn *insn, const struct effect *effect)
{
    return effect->kind == EFFECT_FENCE && sass_of(insn)->modifier[SASS_MODE] != 0;
}

static void obey_control(struct pascal_smp *smp, uint32_t slot, const struct insn *insn,
                         const struct effect *effect, cycle_t now,
                         const struct pascal_times *times, bool paired)
{
    const struct pascal_clock_numbers *n = &pascal_of(smp)->clock->numbers;
    const struct sass_control *control = &sass_of(insn)->control;
    struct pascal_timing *t = &smp->timing[slot];
    bool memory = effect->kind == EFFECT_MEMORY;
    add_dependency(t, control->write_barrier, now, times->done, memory);
    add_dependency(t, control->read_barrier, now, times->read, memory);
    bool pairs = control->dual && n->dual_issue && !paired;
    t->slot.stalled = now + (control->stall || pairs ? control->stall : 1);
    t->slot.stalled_memory = n->shared_blocking && memory && times->done > t->slot.stalled &&
                             effect->access.space == MEMORY_SHARED;
    if (t->slot.stalled_memory)
        t->slot.stalled = times->done;
    t->slot.waited = is_fence(insn, effect) ? t->accessed : 0;
    if (n->yield && !control->yield)
        smp->yielded |= 1ull << slot;
}

/* ---- all together ---- */

/* At a barrier, even for the last warp to arrive. */
static bool stops(const struct effect *effect)
{
    return effect->kind == EFFECT_BARRIER && effect->target != SASS_BARRIER_ARRIVE;
}

/* What else its effect means for the warps of the block; true: the warp has ended. */
static bool leave(struct pascal_smp *smp, uint32_t slot, const struct effect *effect, cycle_t now)
{
    struct partition *p = &smp->partition;
    const struct resident *w = p->warp[slot];
    if (stops(effect) || w->ended)
        scheduler_let_go(&smp->scheduler, slot);
    partition_release(p->run, w, now, now + pascal_of(smp)->clock->numbers.barrier_release);
    if (w->ended)
        partition_end_warp(p, slot);
    return w->ended;
}

enum wc_status pascal_issue(struct pascal_smp *smp, uint32_t slot, cycle_t now, bool paired)
{
    struct partition *p = &smp->partition;
    struct run_state *run = p->run;
    const struct pascal_clock_numbers *n = &pascal_of(smp)->clock->numbers;
    struct slot_timing *t = &smp->timing[slot].slot;
    struct resident *w = p->warp[slot];
    const struct insn *insn = run_insn(run, w);
    const struct effect *effect = &run->effect;
    uint64_t *count = run->outcome->statistics.count;
    const uint64_t mask = w->warp.mask;
    if (!paired)
        pascal_stalls_count(smp, slot, now);
    t->counted = now + 1;
    count_instruction(&run->outcome->statistics, &w->warp, insn);
    cycle_t *times_of = pascal_register_times(smp, slot);
    bool early = reads_early(times_of, insn, now + n->unit[insn->timing].read);
    issue_execute(p, slot, insn, now);
    struct pascal_times times = {now, now, NULL};
    if (effect->kind != EFFECT_FAULT)
        times = compute(smp, slot, insn, effect, now);
    enum wc_status status = issue_apply(p, slot, insn, now, times.done);
    if (run->observed && tells_issue(run, w, insn, mask))
        issue_report(p, slot, &(struct issued){.insn = insn, .before = mask, .now = now,
                                               .done = times.done, .parameter = times.by,
                                               .paired = paired});
    if (status != WC_OK)
        return status;
    if (early)
        count[STAT_READ_BEFORE_READY]++;
    if (paired)
        count[STAT_DUAL_ISSUES]++;
    pend_registers(times_of, insn, times.done, now + n->predicate);
    if (!effect_continues(effect->kind) && leave(smp, slot, effect, now))
        return WC_OK;
    obey_control(smp, slot, insn, effect, now, &times, paired);
    pascal_front_next(smp, slot, insn, now);
    return WC_OK;
}
