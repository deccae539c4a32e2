/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - issuing one instruction: applies its effect and computes its times. */
#include "machine/common/count.h"
#include "machine/pascal/clock.h"

static struct pascal_times compute(struct pascal_smp *smp, uint32_t slot, const struct insn *insn,
                                   const struct effect *effect, cycle_t now)
{
    const struct pascal_clock_numbers *n = &pascal_of(smp)->clock->numbers;
    const struct unit_class *class = &n->unit[insn->timing];
    if (effect->kind == EFFECT_MEMORY && effect->access.mask)
        return pascal_memory_access(smp, slot, insn, &effect->access, now);
    if (insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC))
        return pascal_memory_nothing(smp, slot, insn, now);
    unit_start(&smp->unit[pascal_unit_of(insn)], now, unit_class_passes(class, SASS_LANES));
    return (struct pascal_times){.done = now + class->latency, .read = now + class->read,
                                 .by = n->latency_name[insn->timing]};
}

/* ---- registers: hardware does not check, so we count (PAS-60) ---- */

static bool read_too_early(const struct slot_timing *t, const struct insn *insn, cycle_t at)
{
    for (unsigned i = 0; i < SOURCES_MAX; i++) {
        for (uint32_t k = 0; k < insn->src[i].count; k++) {
            if (t->ready[insn->src[i].first + k] > at)
                return true;
        }
    }
    return false;
}

static void pend_registers(struct slot_timing *t, const struct insn *insn, cycle_t done,
                           cycle_t predicate)
{
    for (unsigned i = 0; i < TARGETS_MAX; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++) {
            uint32_t name = insn->dst[i].first + k;
            bool is_predicate = name >= SASS_NAME_P0 && name < SASS_NAME_CC;
            t->ready[name] = is_predicate ? later(done, predicate) : done;
        }
    }
    t->ready[SASS_RZ] = t->ready[SASS_NAME_P0 + SASS_PT] = 0;
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

enum wc_status pascal_issue(struct pascal_smp *smp, uint32_t slot, cycle_t now, bool paired)
{
    struct partition *p = &smp->partition;
    struct run_state *run = p->run;
    const struct pascal_clock_numbers *n = &pascal_of(smp)->clock->numbers;
    struct slot_timing *t = &smp->timing[slot].slot;
    struct resident *w = p->warp[slot];
    const struct insn *insn = run_insn(run, w);
    const struct effect *effect = &run->effect;
    uint64_t *count = run->outcome->statistics.count, mask = w->warp.mask;
    if (!paired)
        pascal_stalls_count(smp, slot, now);
    t->counted = now + 1;
    count_instruction(&run->outcome->statistics, &w->warp, insn);
    bool early = read_too_early(t, insn, now + n->unit[insn->timing].read);
    issue_execute(p, slot, insn, now);
    struct pascal_times times = {now, now, NULL};
    if (effect->kind != EFFECT_FAULT)
        times = compute(smp, slot, insn, effect, now);
    struct issued issued = {.insn = insn, .before = mask, .now = now, .done = times.done,
                            .parameter = times.by, .paired = paired};
    enum wc_status status = issue_apply(p, slot, &issued);
    if (status != WC_OK)
        return status;
    count[STAT_READ_BEFORE_READY] += early;
    count[STAT_DUAL_ISSUES] += paired;
    pend_registers(t, insn, times.done, now + n->predicate);
    if (stops(effect) || w->ended)
        scheduler_let_go(&smp->scheduler, slot);
    partition_release(run, w, now, now + n->barrier_release);
    if (w->ended) {
        partition_end_warp(p, slot);
        return WC_OK;
    }
    obey_control(smp, slot, insn, effect, now, &times, paired);
    pascal_front_next(smp, slot, insn, now);
    return WC_OK;
}
