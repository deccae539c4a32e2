/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - issuing one instruction: it takes effect now, and its time is reckoned. */
#include "machine/pascal/clock.h"
#include "machine/common/steps.h"

static struct pascal_times compute(struct pascal_smp *smp, uint32_t slot, const struct insn *insn,
                                   const struct effect *effect, cycle_t now, bool observed)
{
    const struct pascal_clock_numbers *n = &smp->machine->clock->numbers;
    const struct pascal_class *class = &n->unit[insn->timing];
    if (effect->kind == EFFECT_MEMORY && effect->access.mask)
        return pascal_memory_access(smp, slot, insn, &effect->access, now, observed);
    if (insn->flags & (INSN_LOAD | INSN_STORE | INSN_ATOMIC))
        return pascal_memory_nothing(smp, slot, insn, now);
    unit_start(&smp->unit[pascal_unit_of(insn)], now,
               (SASS_LANES + class->lanes - 1) / class->lanes);
    return (struct pascal_times){.done = now + class->latency, .read = now + class->read,
                                 .by = n->latency_name[insn->timing]};
}

/* ---- registers: hardware does not look, so we do (PAS-60) ---- */

static bool read_too_early(const struct pascal_timing *t, const struct insn *insn, cycle_t at)
{
    for (unsigned i = 0; i < SOURCES_MAX; i++) {
        for (uint32_t k = 0; k < insn->src[i].count; k++) {
            if (t->ready[insn->src[i].first + k] > at)
                return true;
        }
    }
    return false;
}

static void pend_registers(struct pascal_timing *t, const struct insn *insn, cycle_t done,
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

/* ---- counters and stall counts: what hardware does look at (PAS-62) ---- */

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
    const struct pascal_clock_numbers *n = &smp->machine->clock->numbers;
    const struct sass_control *control = &sass_of(insn)->control;
    struct pascal_timing *t = &smp->timing[slot];
    bool memory = effect->kind == EFFECT_MEMORY;
    add_dependency(t, control->write_barrier, now, times->done, memory);
    add_dependency(t, control->read_barrier, now, times->read, memory);
    bool pairs = control->dual && n->dual_issue && !paired;
    t->stalled = now + (control->stall || pairs ? control->stall : 1);
    t->stalled_memory = n->shared_blocking && memory && times->done > t->stalled &&
                        effect->access.space == MEMORY_SHARED;
    if (t->stalled_memory)
        t->stalled = times->done;
    if (is_fence(insn, effect))
        t->operand = t->accessed;
    if (n->yield && !control->yield)
        smp->shy |= 1ull << slot;
}

/* ---- others ---- */

static struct pascal_smp *smp_of(struct pascal *pascal, const struct pascal_warp *w)
{
    uint32_t id = w->warp.core;
    return &pascal->clock->sm[id / PASCAL_SMPS].smp[id % PASCAL_SMPS];
}

/* Warps of the block that the instruction no longer keeps waiting; the one that issued it may be
 * among them and is told of by itself. */
static void release_others(struct pascal *pascal, const struct pascal_warp *by, cycle_t now,
                           bool observed)
{
    struct pascal_block *block = by->block;
    uint64_t released = block->released;
    block->released = 0;
    for (; released; released &= released - 1) {
        struct pascal_warp *w = block->warp[__builtin_ctzll(released)];
        struct pascal_smp *smp = smp_of(pascal, w);
        w->timing->resume = now + pascal->clock->numbers.barrier_release;
        pascal->clock->running++;
        if (w == by)
            continue;
        pascal_front_update(smp, w->warp.slot);
        if (observed)
            observers_tell(pascal->control->observers,
                           &(struct event){.kind = EVENT_RELEASE, .cycle = now,
                                           .until = w->timing->resume, .core = smp->id,
                                           .warp = w->warp.slot});
    }
}

static void tell_issue(struct pascal_smp *smp, uint32_t slot, const struct insn *insn,
                       uint64_t mask, cycle_t now, const struct pascal_times *times, bool paired)
{
    const struct observers *observers = smp->machine->control->observers;
    const struct pascal_warp *w = smp->warp[slot];
    struct event event = {.kind = EVENT_ISSUE, .cycle = now, .until = times->done,
                          .core = smp->id, .warp = slot, .insn = insn, .mask = mask,
                          .parameter = times->by, .paired = paired};
    observers_tell(observers, &event);
    event.mask = w->warp.mask;
    event.kind = EVENT_MASK;
    if (event.mask != mask)
        observers_tell(observers, &event);
    event.kind = EVENT_BARRIER;
    if (w->waits)
        observers_tell(observers, &event);
    event.kind = EVENT_END;
    if (w->ended)
        observers_tell(observers, &event);
}

static void end_warp(struct pascal_smp *smp, uint32_t slot)
{
    struct pascal *pascal = smp->machine;
    struct pascal_block *block = smp->warp[slot]->block;
    pascal_front_end(smp, slot);
    scheduler_let_go(&smp->scheduler, slot);
    pascal->clock->running--;
    if (block->live)
        return;
    pascal_block_end(pascal, block);
    pascal->clock->resident--;
    pascal->clock->freed = true;
}

/* At a barrier, even if it finds itself to be the last one there. */
static bool stops(const struct effect *effect)
{
    return effect->kind == EFFECT_BARRIER && effect->target != SASS_BARRIER_ARRIVE;
}

static void count_issue(struct pascal_smp *smp, const struct insn *insn, bool early, bool paired,
                        cycle_t latency)
{
    struct pascal *pascal = smp->machine;
    uint64_t *count = pascal->outcome->statistics.count;
    count[STAT_PASTIS_READ_BEFORE_READY] += early;
    count[STAT_PASTIS_DUAL_ISSUES] += paired;
    if (insn->flags & INSN_LOAD && !(insn->flags & INSN_ATOMIC))
        pascal->clock->load_latency += latency;
}

enum wc_status pascal_issue(struct pascal_smp *smp, uint32_t slot, cycle_t now,
                            struct effect *effect, bool paired, bool observed)
{
    struct pascal *pascal = smp->machine;
    struct pascal_clock *clock = pascal->clock;
    struct pascal_timing *t = &smp->timing[slot];
    struct pascal_warp *w = smp->warp[slot];
    const struct insn *insn = &pascal->launch->program->insns[w->warp.pc];
    uint64_t mask = w->warp.mask;
    if (!paired)
        pascal_stalls_count(smp, slot, now, observed);
    t->counted = now + 1;
    count_instruction(&pascal->outcome->statistics, &w->warp, insn);
    bool early = read_too_early(t, insn, now + clock->numbers.unit[insn->timing].read);
    pascal->cycle = now;
    effect->kind = EFFECT_NONE;
    if (observed && pascal->control->steps)
        steps_before(pascal->control->steps, &w->warp, insn);
    insn->run(&w->warp, insn, effect);
    struct pascal_times times = {now, now, NULL};
    if (effect->kind != EFFECT_FAULT)
        times = compute(smp, slot, insn, effect, now, observed);
    enum wc_status status = pascal_apply(pascal, w, insn, effect);
    clock->drained = later(clock->drained, later(times.done, now + 1));
    if (observed && pascal->control->steps)
        pascal_log_step(pascal, w, insn, effect);
    if (observed)
        tell_issue(smp, slot, insn, mask, now, &times, paired);
    if (status != WC_OK)
        return status;
    count_issue(smp, insn, early, paired, times.done - now);
    pend_registers(t, insn, times.done, now + clock->numbers.predicate);
    if (stops(effect)) {
        clock->running--;
        scheduler_let_go(&smp->scheduler, slot);
    }
    release_others(pascal, w, now, observed);
    if (w->ended) {
        end_warp(smp, slot);
        return WC_OK;
    }
    t->operand = 0;
    obey_control(smp, slot, insn, effect, now, &times, paired);
    pascal_front_next(smp, slot, insn, now, observed);
    return WC_OK;
}
