/* SPDX-License-Identifier: Apache-2.0 */
/* front.c - instruction buffers, and when a warp's next instruction can issue.
 *
 * Code comes in groups of 32 bytes: a control word and three instructions. A warp's buffer holds a
 * few groups in a row and asks for one more when it leaves one; a control transfer out of the
 * buffer empties it (PAS-4, PAS-65). Buffers ask the instruction cache of their SM, one request a
 * cycle. */
#include "isa/sass/run.h"
#include "machine/pascal/clock.h"

static uint64_t group_of(const struct insn *insn)
{
    return insn->pc / SASS_GROUP_BYTES;
}

static void tell_fetch(const struct pascal_smp *smp, uint32_t slot, uint64_t address, cycle_t at,
                       struct memory_answer answer, cycle_t decoded)
{
    observers_tell(smp->machine->control->observers,
                   &(struct event){.kind = EVENT_FETCH, .cycle = at, .until = decoded,
                                   .arrival = answer.done, .core = smp->id, .warp = slot,
                                   .address = address, .space = SPACE_CODE, .hit = answer.hit});
}

/* One group more, asked for in cycle `at`. */
static void fetch(struct pascal_smp *smp, uint32_t slot, cycle_t at, bool observed)
{
    const struct pascal_clock_numbers *n = &smp->machine->clock->numbers;
    struct pascal_timing *t = &smp->timing[slot];
    struct cache *l1i = &smp->sm->l1i;
    uint64_t address = codebuffer_next(&t->code) * SASS_GROUP_BYTES;
    struct memory_answer answer =
        memory_request(&l1i->level, address, SASS_GROUP_BYTES, false, at);
    cycle_t decoded = answer.done + n->decode;
    for (uint32_t i = 1; !answer.hit && i <= n->prefetch; i++)
        memory_request(&l1i->level, address + (uint64_t)i * n->l1i.line_bytes, SASS_GROUP_BYTES,
                       false, at);
    codebuffer_add(&t->code, decoded);
    smp->machine->outcome->statistics.count[STAT_FETCHES]++;
    if (observed)
        tell_fetch(smp, slot, address, at, answer, decoded);
}

static void refill(struct pascal_smp *smp, uint32_t slot, uint64_t group, cycle_t at,
                   bool observed)
{
    struct pascal_timing *t = &smp->timing[slot];
    codebuffer_restart(&t->code, group);
    while (t->code.count < smp->machine->clock->numbers.buffer)
        fetch(smp, slot, at + t->code.count, observed);
}

/* The buffer follows the warp to its next instruction. */
static void follow(struct pascal_smp *smp, uint32_t slot, const struct insn *next, cycle_t now,
                   bool observed)
{
    struct pascal_timing *t = &smp->timing[slot];
    uint64_t group = group_of(next);
    if (!codebuffer_holds(&t->code, group)) {
        refill(smp, slot, group, now + smp->machine->clock->numbers.redirect, observed);
    } else {
        codebuffer_move(&t->code, group);
        while (t->code.count < smp->machine->clock->numbers.buffer)
            fetch(smp, slot, now + 1, observed);
    }
    t->fetched = codebuffer_decoded(&t->code, 0);
}

/* ---- what the next instruction waits for besides ---- */

static void wait_for(struct pascal_timing *t, uint32_t counter, uint32_t left)
{
    cycle_t until = dependency_until(&t->dependency[counter], left);
    if (until > t->waited) {
        t->waited = until;
        t->waited_memory = t->by_memory >> counter & 1;
    }
}

/* The counters of its wait mask, and those that DEPBAR names (PAS-62). */
static void wait_for_counters(struct pascal_timing *t, const struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    uint32_t mask = own->control.wait;
    t->waited = 0;
    if (insn->op->run == sass_depbar) {
        if (own->modifier[SASS_MODE] && own->b.value < PASCAL_DEPENDENCIES)
            wait_for(t, own->b.value, (uint32_t)own->offset);
        else if (!own->modifier[SASS_MODE])
            mask |= own->b.value;
    }
    for (mask &= (1u << PASCAL_DEPENDENCIES) - 1; mask; mask &= mask - 1)
        wait_for(t, (uint32_t)__builtin_ctz(mask), 0);
}

/* A constant operand that hits costs nothing; one that misses holds the instruction. */
static void ask_constant(struct pascal_smp *smp, struct pascal_timing *t,
                         const struct sass_source *source, cycle_t now)
{
    if (source->kind != SASS_CONSTANT)
        return;
    uint64_t address = pascal_constant_address(smp->machine, source->bank, source->value);
    struct memory_answer answer =
        memory_request(&smp->sm->constant.level, address, 4, false, now);
    if (!answer.hit)
        t->operand = later(t->operand, answer.done);
}

static void ask_constants(struct pascal_smp *smp, struct pascal_timing *t,
                          const struct insn *insn, cycle_t now)
{
    const struct sass_insn *own = sass_of(insn);
    if (insn->timing == TIMING_LOAD_CONSTANT) /* its bank is no operand */
        return;
    ask_constant(smp, t, &own->b, now);
    ask_constant(smp, t, &own->c, now);
}

static void want_unit(struct pascal_smp *smp, uint32_t slot, const struct insn *insn)
{
    struct pascal_timing *t = &smp->timing[slot];
    smp->wants[t->unit] &= ~(1ull << slot);
    t->unit = (uint8_t)pascal_unit_of(insn);
    smp->wants[t->unit] |= 1ull << slot;
}

static void look_at(struct pascal_smp *smp, uint32_t slot, const struct insn *next, cycle_t now)
{
    struct pascal_timing *t = &smp->timing[slot];
    want_unit(smp, slot, next);
    if (!next->own) /* no instruction: it will say so when it runs */
        return;
    wait_for_counters(t, next);
    ask_constants(smp, t, next, now);
}

void pascal_front_update(struct pascal_smp *smp, uint32_t slot)
{
    cycle_t at = pascal_held_until(&smp->timing[slot]);
    smp->seen &= ~(1ull << slot);
    wakeup_set(&smp->issue_at, slot, smp->warp[slot]->waits ? NEVER : at);
    smp->due = earlier(smp->due, smp->issue_at.at[slot]);
}

void pascal_front_next(struct pascal_smp *smp, uint32_t slot, const struct insn *insn, cycle_t now,
                       bool observed)
{
    const struct insn *next = &smp->machine->launch->program->insns[smp->warp[slot]->warp.pc];
    struct pascal_timing *t = &smp->timing[slot];
    if (next != insn + 1 || group_of(next) != t->code.first)
        follow(smp, slot, next, now, observed);
    look_at(smp, slot, next, now);
    pascal_front_update(smp, slot);
}

void pascal_front_start(struct pascal_smp *smp, uint32_t slot, cycle_t start, bool observed)
{
    struct pascal_warp *w = smp->warp[slot];
    struct pascal_timing *t = &smp->timing[slot];
    const struct insn *first = &smp->machine->launch->program->insns[w->warp.pc];
    for (unsigned i = 0; i < PASCAL_DEPENDENCIES; i++)
        t->dependency[i].count = 0;
    memset(t->ready, 0, SASS_NAMES * sizeof *t->ready);
    memset(t->returned, 0, sizeof t->returned);
    t->started = t->resume = t->stalled = start;
    t->accessed = t->operand = t->waited = 0;
    t->stalled_memory = false;
    if (observed)
        observers_tell(smp->machine->control->observers,
                       &(struct event){.kind = EVENT_START, .cycle = start, .core = smp->id,
                                       .warp = slot, .mask = w->warp.mask, .insn = first});
    refill(smp, slot, group_of(first), start, observed);
    t->fetched = codebuffer_decoded(&t->code, 0);
    look_at(smp, slot, first, start);
    pascal_front_update(smp, slot);
}

void pascal_front_end(struct pascal_smp *smp, uint32_t slot)
{
    smp->wants[smp->timing[slot].unit] &= ~(1ull << slot);
    smp->seen &= ~(1ull << slot);
    wakeup_set(&smp->issue_at, slot, NEVER);
}
