/* SPDX-License-Identifier: Apache-2.0 */
/* mask_state.c - follows lane masks through instructions. */
#include "pass/split/mask_state.h"

/* ---- values ---- */

static const struct mask any_mask = {LANE_ANY, LANE_ANY};

static struct mask exactly(uint8_t on)
{
    return (struct mask){on, LANE_ANY & ~on};
}

static struct mask both_of(struct mask a, struct mask b)
{
    return (struct mask){a.on & b.on, a.off | b.off};
}

static struct mask either_of(struct mask a, struct mask b)
{
    return (struct mask){a.on | b.on, a.off & b.off};
}

static struct mask first_only(struct mask a, struct mask b)
{
    return both_of(a, (struct mask){b.off, b.on});
}

static struct mask one_of(struct mask a, struct mask b)
{
    return either_of(first_only(a, b), first_only(b, a));
}

static struct mask combine(enum mask_op op, struct mask a, struct mask b)
{
    switch (op) {
    case MASK_AND:
        return both_of(a, b);
    case MASK_OR:
        return either_of(a, b);
    case MASK_XOR:
        return one_of(a, b);
    case MASK_ANDN2:
        return first_only(a, b);
    case MASK_COPY:
        break;
    }
    return a;
}

/* ---- one instruction ---- */

static struct mask constant(uint32_t bits)
{
    return bits == 0 ? exactly(0) : bits == ~0u ? exactly(LANE_ANY) : any_mask;
}

static struct mask read_mask(const struct mask_state *state, const struct gcn3_operand *operand,
                             unsigned word)
{
    if (operand->kind == GCN3_SGPR && operand->code + word < GCN3_SCALARS)
        return state->value[operand->code + word];
    return operand->kind == GCN3_CONSTANT ? constant((uint32_t)(operand->value >> 32 * word))
                                          : any_mask;
}

static void compute(struct mask_state *state, const struct gcn3_insn *own,
                    const struct mask_form *form)
{
    struct mask result[2], saved[2] = {any_mask, any_mask};
    const uint32_t to = form->saves ? GCN3_EXEC : own->dst.code;
    for (unsigned i = 0; i < form->words; i++) {
        saved[i] = state->value[GCN3_EXEC + i];
        result[i] = combine(form->op, read_mask(state, &own->src[0], i),
                            form->saves ? saved[i] : read_mask(state, &own->src[1], i));
    }
    for (unsigned i = 0; form->saves && i < 2 && own->dst.code + i < GCN3_SCALARS; i++)
        state->value[own->dst.code + i] = saved[i];
    for (unsigned i = 0; i < form->words && to + i < GCN3_SCALARS; i++)
        state->value[to + i] = result[i];
}

static void set_written(struct mask_state *state, const struct mask_effect *effect)
{
    const struct mask acting[2] = {state->value[GCN3_EXEC], state->value[GCN3_EXEC + 1]};
    for (uint32_t code = 0; code < GCN3_SCALARS; code++) {
        if (codes_have(&effect->written, code))
            state->value[code] = effect->by_lane
                                     ? (struct mask){acting[code % 2].on, LANE_ANY}
                                     : any_mask;
    }
    for (uint64_t spills = effect->spills; spills; spills &= spills - 1)
        state->value[GCN3_SCALARS + __builtin_ctzll(spills)] = any_mask;
}

/* A mask goes to a lane or comes back; other lanes of the vector register stay. */
static void copy(struct mask_state *state, const struct mask_effect *effect)
{
    state->value[effect->to] = state->value[effect->from];
}

/* ---- two masks that are equal ---- */

static uint32_t pair_of(const struct gcn3_operand *operand)
{
    return operand->kind == GCN3_SGPR ? operand->code : GCN3_SCALARS;
}

/* Of two operands, one of which is EXEC: the other one. */
static uint32_t beside_exec(const struct gcn3_insn *own)
{
    const uint32_t a = pair_of(&own->src[0]), b = pair_of(&own->src[1]);
    return a == GCN3_EXEC ? b : b == GCN3_EXEC ? a : GCN3_SCALARS;
}

/* EXEC ^ twin has no lane in which both are equal. */
static void turn(struct mask_state *state, const struct gcn3_insn *own,
                 const struct mask_form *form)
{
    if (form->op != MASK_XOR || form->words != 2 || form->saves ||
        pair_of(&own->dst) != GCN3_EXEC || beside_exec(own) != state->twin)
        return;
    for (unsigned i = 0; i < 2; i++)
        state->value[GCN3_EXEC + i] = first_only(state->value[GCN3_EXEC + i],
                                                 exactly(state->equal));
}

static bool writes_pair(const struct mask_effect *effect, uint32_t pair)
{
    return codes_have(&effect->written, pair) || codes_have(&effect->written, pair + 1);
}

/* dst := EXEC, EXEC |= source: equal where the source, as it was before, has no lanes. */
static void note_twin(struct mask_state *state, const struct insn *insn,
                      const struct mask_effect *effect, uint8_t source)
{
    const struct mask_form *form = effect->form;
    const uint32_t twin = state->twin;
    if (form->saves && form->op == MASK_OR) {
        state->twin = (uint16_t)pair_of(&gcn3_of(insn)->dst);
        state->equal = LANE_ANY & ~source;
    } else if (writes_pair(effect, GCN3_EXEC) || writes_pair(effect, twin)) {
        state->equal = 0;
    }
}

/* ---- lanes that are off for a while ---- */

/* EXEC := EXEC op other. */
static bool change_exec(const struct gcn3_insn *own, const struct mask_form *form,
                        struct codes *holders)
{
    const uint32_t other = beside_exec(own);
    const bool from_exec = pair_of(&own->src[0]) == GCN3_EXEC;
    if (other >= GCN3_EXEC)
        return false;
    if (form->op == MASK_OR)
        codes_drop(holders, other);
    else if (form->op == MASK_XOR || (form->op == MASK_ANDN2 && from_exec))
        codes_put(holders, other);
    else
        return false;
    return true;
}

/* dst := EXEC, EXEC := source op EXEC: both together have what EXEC and the source had; of "and",
 * only what EXEC had. */
static bool save_exec(const struct gcn3_insn *own, const struct mask_form *form,
                      struct codes *holders, struct codes *overwritten)
{
    const uint32_t dst = pair_of(&own->dst);
    if (dst >= GCN3_EXEC - 1)
        return false;
    if (form->op != MASK_AND)
        codes_drop(holders, pair_of(&own->src[0]));
    *overwritten = *holders;
    if (form->op != MASK_OR)
        codes_put(holders, dst);
    return true;
}

/* dst op= other keeps what is in it if it only grows. EXEC ^ pair, with EXEC, has what the pair
 * has. */
static bool change_holder(const struct gcn3_insn *own, const struct mask_form *form,
                          struct codes *holders, struct codes *overwritten)
{
    const uint32_t dst = pair_of(&own->dst), other = beside_exec(own);
    if (form->op == MASK_OR && (pair_of(&own->src[0]) == dst || pair_of(&own->src[1]) == dst))
        codes_drop(overwritten, dst);
    if (form->op == MASK_XOR && codes_have(holders, other)) {
        codes_drop(holders, other);
        *overwritten = *holders;
        codes_put(holders, dst);
    }
    return true;
}

static bool overlaps(const struct codes *pairs, const struct codes *written)
{
    for (uint32_t code = 0; code < GCN3_EXEC; code++) {
        if (codes_have(pairs, code) && (codes_have(written, code) || codes_have(written, code + 1)))
            return true;
    }
    return false;
}

bool mask_state_follow_holders(struct mask_state *state, const struct insn *insn,
                               const struct mask_effect *effect)
{
    struct codes *holders = &state->holders;
    const struct gcn3_insn *own = insn->op ? gcn3_of(insn) : NULL;
    const struct mask_form *form = effect->form;
    const bool writes_exec = writes_pair(effect, GCN3_EXEC);
    struct codes overwritten = *holders;
    bool known = !writes_exec;
    if (own && form->words == 2 && form->saves)
        known = save_exec(own, form, holders, &overwritten);
    else if (own && form->words == 2 && pair_of(&own->dst) == GCN3_EXEC)
        known = change_exec(own, form, holders);
    else if (own && form->words == 2 && !writes_exec)
        known = change_holder(own, form, holders, &overwritten);
    return known && !overlaps(&overwritten, &effect->written);
}

/* ---- states ---- */

struct mask_state mask_state_first(uint32_t saved)
{
    struct mask_state state = {.reached = true};
    for (uint32_t i = 0; i < VALUES; i++)
        state.value[i] = any_mask;
    for (uint32_t i = 0; i < 2; i++) {
        state.value[saved + i] = exactly(LANE_THEN | LANE_ELSE);
        state.value[GCN3_EXEC + i] = exactly(LANE_THEN);
    }
    return state;
}

void mask_state_advance(struct mask_state *state, const struct insn *insn,
                        const struct mask_effect *effect)
{
    const struct gcn3_insn *own = insn->op ? gcn3_of(insn) : NULL;
    uint8_t source = LANE_ANY;
    if (effect->from != effect->to) {
        copy(state, effect);
    } else if (own && effect->form->words && own->dst.kind == GCN3_SGPR) {
        source = read_mask(state, &own->src[0], 0).on | read_mask(state, &own->src[0], 1).on;
        compute(state, own, effect->form);
        turn(state, own, effect->form);
    } else {
        set_written(state, effect);
    }
    note_twin(state, insn, effect, source);
}

static bool merge_codes(struct codes *into, const struct codes *from)
{
    bool changed = false;
    for (unsigned i = 0; i < 2; i++) {
        changed |= from->bits[i] & ~into->bits[i];
        into->bits[i] |= from->bits[i];
    }
    return changed;
}

static bool merge_twins(struct mask_state *into, const struct mask_state *from)
{
    const uint8_t equal = into->twin == from->twin ? into->equal & from->equal : 0;
    const bool changed = equal != into->equal;
    into->equal = equal;
    return changed;
}

bool mask_state_merge(struct mask_state *into, const struct mask_state *from)
{
    bool changed = !into->reached;
    if (!into->reached)
        *into = *from;
    changed |= merge_codes(&into->holders, &from->holders);
    changed |= merge_twins(into, from);
    for (uint32_t i = 0; i < VALUES; i++) {
        struct mask *own = &into->value[i];
        const struct mask was = *own, other = from->value[i];
        *own = (struct mask){was.on | other.on, was.off | other.off};
        changed |= own->on != was.on || own->off != was.off;
    }
    return changed;
}

uint8_t mask_state_exec(const struct mask_state *state)
{
    return state->value[GCN3_EXEC].on | state->value[GCN3_EXEC + 1].on;
}

bool mask_state_is_exec(const struct mask_state *state, uint8_t lanes)
{
    const struct mask wanted = exactly(lanes);
    for (unsigned i = 0; i < 2; i++) {
        const struct mask own = state->value[GCN3_EXEC + i];
        if (own.on != wanted.on || own.off != wanted.off)
            return false;
    }
    return true;
}
