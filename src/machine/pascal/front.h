/* SPDX-License-Identifier: Apache-2.0 */
/* front.h - when a warp's next instruction can issue.
 *
 * Code comes in groups of 32 bytes: a control word and three instructions (PAS-4, PAS-65). Buffers
 * send requests to the instruction cache of their SM, one per cycle (machine/common/front.c). A
 * part of every issue: inlined there. */
#ifndef WARPCLOCK_MACHINE_PASCAL_FRONT_H
#define WARPCLOCK_MACHINE_PASCAL_FRONT_H

#include <string.h>

#include "machine/pascal/clock.h"

/* Timing classes that need none of the other units. */
enum { PASCAL_CONTROL_CLASSES = 1u << TIMING_BRANCH | 1u << TIMING_BARRIER | 1u << TIMING_FENCE };

static inline enum pascal_unit pascal_unit_of(const struct insn *insn)
{
    static const uint8_t units[UNIT_COUNT] = {
        [UNIT_ALU] = PASCAL_CORES, [UNIT_FPU] = PASCAL_CORES, [UNIT_LSU] = PASCAL_LSU,
        [UNIT_SFU] = PASCAL_SFU, [UNIT_FP64] = PASCAL_FP64};
    const bool control = PASCAL_CONTROL_CLASSES >> insn->timing & 1;
    return control ? PASCAL_CONTROL : (enum pascal_unit)units[insn->unit];
}

static inline void pascal_wait_for(struct pascal_timing *t, uint32_t counter, uint32_t left)
{
    cycle_t until = dependency_until(&t->dependency[counter], left);
    if (until > t->slot.operand) {
        t->slot.operand = until;
        t->slot.operand_memory = t->by_memory >> counter & 1;
    }
}

/* The counters of its wait mask, and those that DEPBAR names (PAS-62). */
static inline void pascal_wait_for_counters(struct pascal_timing *t, const struct insn *insn)
{
    const struct sass_insn *own = sass_of(insn);
    uint32_t mask = own->control.wait;
    t->slot.operand = 0;
    if (insn->role == ROLE_WAIT) {
        if (own->modifier[SASS_MODE] && own->b.value < PASCAL_DEPENDENCIES)
            pascal_wait_for(t, own->b.value, (uint32_t)own->offset);
        else if (!own->modifier[SASS_MODE])
            mask |= own->b.value;
    }
    for (mask &= (1u << PASCAL_DEPENDENCIES) - 1; mask; mask &= mask - 1)
        pascal_wait_for(t, (uint32_t)__builtin_ctz(mask), 0);
}

/* A constant operand that hits costs nothing; one that misses holds the instruction. */
static inline void pascal_ask_constant(struct pascal_smp *smp, struct slot_timing *t,
                                       const struct sass_source *source, cycle_t now)
{
    if (source->kind != SASS_CONSTANT)
        return;
    uint64_t address = pascal_constant_address(pascal_of(smp), source->bank, source->value);
    struct memory_answer answer = cache_load(&smp->sm->constant, address, 4, now);
    if (!answer.hit)
        t->waited = later(t->waited, answer.done);
}

static inline void pascal_look_at(struct pascal_smp *smp, uint32_t slot, const struct insn *next,
                                  cycle_t now)
{
    struct pascal_timing *t = &smp->timing[slot];
    const struct sass_insn *own = next->own;
    partition_want(&smp->partition, slot, pascal_unit_of(next));
    if (!own) /* not an instruction: it faults when it runs */
        return;
    pascal_wait_for_counters(t, next);
    if (next->timing != TIMING_LOAD_CONSTANT) { /* its bank is no operand */
        pascal_ask_constant(smp, &t->slot, &own->b, now);
        pascal_ask_constant(smp, &t->slot, &own->c, now);
    }
}

/* It has issued insn in cycle `now`: what comes next, and when. */
static inline void pascal_front_next(struct pascal_smp *smp, uint32_t slot,
                                     const struct insn *insn, cycle_t now)
{
    struct partition *p = &smp->partition;
    struct slot_timing *t = &smp->timing[slot].slot;
    const struct insn *next = partition_next(p, slot);
    if (next != insn + 1 || next->pc / SASS_GROUP_BYTES != t->code.first) {
        front_follow(p, slot, next->pc, now + 1, now + pascal_of(smp)->clock->numbers.redirect);
        t->fetched = codebuffer_decoded(&t->code, 0);
    }
    pascal_look_at(smp, slot, next, now);
    partition_update(p, slot);
}

/* A warp of a new block, from cycle `start` on. */
static inline void pascal_front_start(struct pascal_smp *smp, uint32_t slot, cycle_t start)
{
    struct partition *p = &smp->partition;
    struct pascal_timing *t = &smp->timing[slot];
    for (unsigned i = 0; i < PASCAL_DEPENDENCIES; i++)
        t->dependency[i].count = 0;
    memset(t->returned, 0, sizeof t->returned);
    t->accessed = 0;
    partition_start(p, slot, SASS_NAMES, start);
    t->slot.fetched = codebuffer_decoded(&t->slot.code, 0);
    pascal_look_at(smp, slot, partition_next(p, slot), start);
    partition_update(p, slot);
}

#endif
