/* SPDX-License-Identifier: Apache-2.0 */
/* front.c - fetch: which slot, and the next part of its instructions.
 *
 * A slot keeps the compute unit until it waits for memory or is empty (SIMD-5). A fetched
 * instruction enters the first decode stage in the next cycle and is split there into parts, one
 * per cycle (SIMD-2, SIMD-8). */
#include "machine/common/observer.h"
#include "machine/sim_d/clock.h"

enum sim_d_slot_state sim_d_visible_state(const struct sim_d_slot_clock *slot, cycle_t now)
{
    return now >= slot->visible ? slot->state : slot->before;
}

void sim_d_end_phase(struct sim_d_machine *m, uint32_t slot, cycle_t now)
{
    static const uint8_t phase_of[] = {
        [SIM_D_SLOT_RUN] = PHASE_COMPUTE, [SIM_D_SLOT_DRAM] = PHASE_DRAM,
        [SIM_D_SLOT_DRAM_LAST] = PHASE_DRAM, [SIM_D_SLOT_PAD] = PHASE_SCRATCHPAD};
    const struct sim_d_slot_clock *s = &m->clock->slot[slot];
    uint64_t *count = m->run.outcome->statistics.count;
    if (s->state == SIM_D_SLOT_NONE || now <= s->visible)
        return;
    count[STAT_SIM_D_COMPUTE_PHASES + phase_of[s->state]]++;
    count[STAT_SIM_D_COMPUTE_PHASE_CYCLES + phase_of[s->state]] += now - s->visible;
    if (m->run.observed)
        sim_d_tell_phase(m, slot, (enum event_phase)phase_of[s->state], now);
}

void sim_d_set_state(struct sim_d_machine *m, uint32_t slot, enum sim_d_slot_state state,
                     cycle_t from)
{
    struct sim_d_slot_clock *s = &m->clock->slot[slot];
    sim_d_end_phase(m, slot, from);
    s->before = s->state;
    s->state = state;
    s->visible = from;
}

/* SIMD-50: a scratchpad transfer takes the compute unit. */
static bool is_taken(const struct sim_d_clock *c, cycle_t now)
{
    if (c->numbers.policy != SIM_D_AS_COMPUTE)
        return false;
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        if (sim_d_visible_state(&c->slot[i], now) == SIM_D_SLOT_PAD)
            return true;
    }
    return false;
}

/* The slot that is fetched; false: none can run. */
static bool choose(struct sim_d_clock *c, cycle_t now)
{
    if (is_taken(c, now))
        return false;
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        uint32_t slot = c->current ^ i;
        if (sim_d_visible_state(&c->slot[slot], now) == SIM_D_SLOT_RUN) {
            c->current = slot;
            return true;
        }
    }
    return false;
}

static uint32_t part_count(const struct insn *insn)
{
    switch (sim_d_class(insn)) {
    case SIM_D_CLASS_VECTOR:
    case SIM_D_CLASS_CONTROL: return SIM_D_COLUMNS;
    case SIM_D_CLASS_RECIPROCAL: return SIM_D_COLUMNS * SIM_D_QUAD;
    default: return 1;
    }
}

/* The next part of the instruction that is being split. */
static struct sim_d_part expand(struct sim_d_clock *c)
{
    struct sim_d_part part = c->expanding;
    bool quads = sim_d_class(part.insn) == SIM_D_CLASS_RECIPROCAL;
    c->parts_left--;
    c->part++;
    part.column = (uint8_t)(quads ? c->part / SIM_D_QUAD : c->part);
    part.writes = !quads || c->part % SIM_D_QUAD == SIM_D_QUAD - 1;
    part.last = c->parts_left == 0;
    return part;
}

void sim_d_begin_parts(struct sim_d_clock *c, const struct sim_d_part *first)
{
    c->expanding = *first;
    c->expanding.fresh = false;
    c->parts_left = part_count(first->insn) - 1;
    c->part = 0;
}

struct sim_d_part sim_d_next_part(struct sim_d_machine *m, cycle_t now)
{
    struct sim_d_clock *c = m->clock;
    if (c->parts_left)
        return expand(c);
    if (!choose(c, now))
        return (struct sim_d_part){0};
    struct sim_d_slot_clock *s = &c->slot[c->current];
    bool stops = s->state != SIM_D_SLOT_RUN || s->free_at != NEVER || s->injecting;
    if (stops || s->pc >= m->run.launch->program->count)
        return (struct sim_d_part){0};
    const struct insn *insn = &m->run.launch->program->insns[s->pc++];
    m->run.outcome->statistics.count[STAT_FETCHES]++;
    m->run.outcome->statistics.count[STAT_WRONG_PATH] += !s->fetches;
    struct sim_d_part part = {.insn = insn, .slot = (uint8_t)c->current, .fresh = true,
                              .wrong = !s->fetches, .last = part_count(insn) == 1,
                              .writes = sim_d_class(insn) != SIM_D_CLASS_RECIPROCAL};
    return part;
}
