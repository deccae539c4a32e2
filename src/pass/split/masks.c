/* SPDX-License-Identifier: Apache-2.0 */
/* masks.c - follows lane masks through the sides of a branch, until nothing changes. */
#include "pass/split/masks.h"

#include <string.h>

#include "isa/dependence.h"
#include "isa/gcn3/gcn3.h"

/* ---- values ---- */

/* Lanes are of three kinds, as the branch divides them. */
enum {
    LANE_THEN = 1 << 0,
    LANE_ELSE = 1 << 1,
    LANE_OFF = 1 << 2, /* off before the branch */
    LANE_ANY = 7,
};

/* Kinds of lanes that may be on, and that may be off. Neither: control has not come here. */
struct mask {
    uint8_t on, off;
};

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

static struct mask first_of(struct mask a, struct mask b)
{
    (void)b;
    return a;
}

/* ---- what instructions compute ---- */

/* The known forms. EXEC of saveexec is the second operand. */
struct mask_form {
    const char *name;
    struct mask (*result)(struct mask a, struct mask b);
    uint8_t words;
    bool saves; /* dst := EXEC, EXEC := result */
};

static const struct mask_form forms[] = {
    {"", NULL, 0, false}, /* none of these */
    {"s_mov_b32", first_of, 1, false},
    {"s_mov_b64", first_of, 2, false},
    {"s_and_b32", both_of, 1, false},
    {"s_and_b64", both_of, 2, false},
    {"s_or_b32", either_of, 1, false},
    {"s_or_b64", either_of, 2, false},
    {"s_xor_b32", one_of, 1, false},
    {"s_xor_b64", one_of, 2, false},
    {"s_andn2_b32", first_only, 1, false},
    {"s_andn2_b64", first_only, 2, false},
    {"s_and_saveexec_b64", both_of, 2, true},
    {"s_or_saveexec_b64", either_of, 2, true},
    {"s_xor_saveexec_b64", one_of, 2, true},
    {"s_andn2_saveexec_b64", first_only, 2, true},
};

/* A set of scalar registers, or of pairs by their first one. */
struct codes {
    uint64_t bits[2];
};

/* Compilers that lack scalar registers keep masks in lanes of vector registers: the first places
 * that v_writelane_b32 names are followed too. */
enum { SPILLS_MAX = 64, VALUES = GCN3_SCALARS + SPILLS_MAX };

struct mask_effect {
    struct codes written;
    uint64_t spills; /* that it overwrites */
    uint16_t from, to; /* a copy to or from such a place; equal: it is none */
    uint8_t form;
    bool by_lane; /* a comparison or carry: 0 in lanes that do not act */
};

/* Before an instruction. */
struct mask_state {
    struct mask value[VALUES];
    /* EXEC and these pairs together have all lanes of the else side. */
    struct codes holders;
    /* This pair and EXEC are equal in these kinds of lanes: of s_or_saveexec_b64, up to its
     * s_xor_b64. */
    uint16_t twin;
    uint8_t equal;
    bool reached;
};

static bool has(const struct codes *set, uint32_t code)
{
    return code < GCN3_SCALARS && set->bits[code / 64] >> code % 64 & 1;
}

static void put(struct codes *set, uint32_t code)
{
    if (code < GCN3_SCALARS)
        set->bits[code / 64] |= 1ull << code % 64;
}

static void drop(struct codes *set, uint32_t code)
{
    if (code < GCN3_SCALARS)
        set->bits[code / 64] &= ~(1ull << code % 64);
}

static bool is_empty(const struct codes *set)
{
    return !(set->bits[0] | set->bits[1]);
}

/* Comparisons and carries have a mask as their second result; v_cmpx writes it to EXEC too. */
static bool is_by_lane(const struct gcn3_insn *own)
{
    return own->sdst.kind == GCN3_SGPR && own->dst.kind != GCN3_SGPR;
}

static uint8_t form_of(const struct insn *insn)
{
    for (uint8_t i = 1; i < sizeof forms / sizeof *forms; i++) {
        if (strcmp(insn->op->name, forms[i].name) == 0)
            return i;
    }
    return 0;
}

/* ---- masks in lanes ---- */

struct spills {
    uint16_t vgpr[SPILLS_MAX];
    uint8_t lane[SPILLS_MAX];
    uint32_t count;
};

static bool is_named(const struct insn *insn, const char *name)
{
    return insn->op && strcmp(insn->op->name, name) == 0 &&
           gcn3_of(insn)->src[1].kind == GCN3_CONSTANT;
}

/* SPILLS_MAX: it is not followed. */
static uint32_t find_spill(const struct spills *spills, uint32_t vgpr, uint64_t lane)
{
    uint32_t i = 0;
    while (i < spills->count && (spills->vgpr[i] != vgpr || spills->lane[i] != lane % GCN3_LANES))
        i++;
    return i < spills->count ? i : SPILLS_MAX;
}

static struct spills list_spills(const struct program *program, uint32_t first, uint32_t end)
{
    struct spills out = {.count = 0};
    for (uint32_t i = first; i < end && out.count < SPILLS_MAX; i++) {
        const struct insn *insn = &program->insns[i];
        if (!is_named(insn, "v_writelane_b32"))
            continue;
        const uint64_t lane = gcn3_of(insn)->src[1].value;
        if (find_spill(&out, gcn3_of(insn)->dst.code, lane) < SPILLS_MAX)
            continue;
        out.vgpr[out.count] = gcn3_of(insn)->dst.code;
        out.lane[out.count++] = lane % GCN3_LANES;
    }
    return out;
}

static void set_copy(const struct spills *spills, const struct insn *insn,
                     struct mask_effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const bool writes = is_named(insn, "v_writelane_b32");
    if (!writes && !is_named(insn, "v_readlane_b32"))
        return;
    const struct gcn3_operand *scalar = writes ? &own->src[0] : &own->dst;
    const struct gcn3_operand *vector = writes ? &own->dst : &own->src[0];
    const uint32_t spill = find_spill(spills, vector->code, own->src[1].value);
    if (scalar->kind != GCN3_SGPR || spill == SPILLS_MAX)
        return;
    effect->from = (uint16_t)(writes ? scalar->code : GCN3_SCALARS + spill);
    effect->to = (uint16_t)(writes ? GCN3_SCALARS + spill : scalar->code);
}

static uint64_t spills_in(const struct spills *spills, const struct register_use *use)
{
    uint64_t out = 0;
    for (uint32_t i = 0; i < spills->count; i++) {
        const uint32_t name = GCN3_V0 + spills->vgpr[i];
        if (name >= use->first && name < use->first + (uint32_t)use->count)
            out |= 1ull << i;
    }
    return out;
}

/* ---- all of a function ---- */

static void list_effect(const struct program *program, const struct spills *spills,
                        const struct insn *insn, struct mask_effect *effect)
{
    struct dependence list = {0};
    if (!insn->op)
        return;
    program->isa->dependence(insn, NULL, &list);
    for (unsigned i = 0; i < list.writes; i++) {
        for (uint32_t k = 0; k < list.write[i].count; k++)
            put(&effect->written, list.write[i].first + k);
        effect->spills |= spills_in(spills, &list.write[i]);
    }
    if (list.is_full)
        *effect = (struct mask_effect){.written = {{~0ull, ~0ull}}, .spills = ~0ull};
    effect->by_lane = is_by_lane(gcn3_of(insn));
    effect->form = form_of(insn);
    set_copy(spills, insn, effect);
}

struct masks masks_find(struct arena *arena, const struct program *program, uint32_t first,
                        uint32_t end)
{
    struct masks masks = {.program = program, .first = first, .end = end};
    const struct spills spills = list_spills(program, first, end);
    uint32_t count = 0;
    masks.effects = arena_array(arena, end - first, sizeof *masks.effects);
    masks.place = arena_array(arena, end - first, sizeof *masks.place);
    for (uint32_t i = first; i < end; i++) {
        const uint32_t to = (uint32_t)program->insns[i].target;
        list_effect(program, &spills, &program->insns[i], &masks.effects[i - first]);
        if (program->insns[i].target >= 0 && to >= first && to < end && !masks.place[to - first])
            masks.place[to - first] = ++count; /* from 1 on */
    }
    masks.states = arena_array(arena, count + 1u, sizeof *masks.states);
    return masks;
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
        result[i] = form->result(read_mask(state, &own->src[0], i),
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
        if (has(&effect->written, code))
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
    if (form->result != one_of || form->words != 2 || form->saves ||
        pair_of(&own->dst) != GCN3_EXEC || beside_exec(own) != state->twin)
        return;
    for (unsigned i = 0; i < 2; i++)
        state->value[GCN3_EXEC + i] = first_only(state->value[GCN3_EXEC + i],
                                                 exactly(state->equal));
}

/* dst := EXEC, EXEC |= source: equal where the source, as it was before, has no lanes. */
static void note_twin(struct mask_state *state, const struct insn *insn,
                      const struct mask_effect *effect, uint8_t source)
{
    const struct mask_form *form = &forms[effect->form];
    const uint32_t twin = state->twin;
    if (form->saves && form->result == either_of) {
        state->twin = (uint16_t)pair_of(&gcn3_of(insn)->dst);
        state->equal = LANE_ANY & ~source;
    } else if (has(&effect->written, GCN3_EXEC) || has(&effect->written, GCN3_EXEC + 1) ||
               has(&effect->written, twin) || has(&effect->written, twin + 1)) {
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
    if (form->result == either_of)
        drop(holders, other);
    else if (form->result == one_of || (form->result == first_only && from_exec))
        put(holders, other);
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
    if (form->result != both_of)
        drop(holders, pair_of(&own->src[0]));
    *overwritten = *holders;
    if (form->result != either_of)
        put(holders, dst);
    return true;
}

/* dst op= other keeps what is in it if it only grows. EXEC ^ pair, with EXEC, has what the pair
 * has. */
static bool change_holder(const struct gcn3_insn *own, const struct mask_form *form,
                          struct codes *holders, struct codes *overwritten)
{
    const uint32_t dst = pair_of(&own->dst), other = beside_exec(own);
    if (form->result == either_of && (pair_of(&own->src[0]) == dst || pair_of(&own->src[1]) == dst))
        drop(overwritten, dst);
    if (form->result == one_of && has(holders, other)) {
        drop(holders, other);
        *overwritten = *holders;
        put(holders, dst);
    }
    return true;
}

static bool overlaps(const struct codes *pairs, const struct codes *written)
{
    for (uint32_t code = 0; code < GCN3_EXEC; code++) {
        if (has(pairs, code) && (has(written, code) || has(written, code + 1)))
            return true;
    }
    return false;
}

/* False: it is not known where the lanes are that are off. */
static bool follow_holders(struct codes *holders, const struct insn *insn,
                           const struct mask_effect *effect)
{
    const struct gcn3_insn *own = insn->op ? gcn3_of(insn) : NULL;
    const struct mask_form *form = &forms[effect->form];
    const bool writes_exec = has(&effect->written, GCN3_EXEC) ||
                             has(&effect->written, GCN3_EXEC + 1);
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

/* After the instruction. */
static void advance(struct mask_state *state, const struct insn *insn,
                    const struct mask_effect *effect)
{
    const struct gcn3_insn *own = insn->op ? gcn3_of(insn) : NULL;
    uint8_t source = LANE_ANY;
    if (effect->from != effect->to) {
        copy(state, effect);
    } else if (own && effect->form && own->dst.kind == GCN3_SGPR) {
        source = read_mask(state, &own->src[0], 0).on | read_mask(state, &own->src[0], 1).on;
        compute(state, own, &forms[effect->form]);
        turn(state, own, &forms[effect->form]);
    } else {
        set_written(state, effect);
    }
    note_twin(state, insn, effect, source);
}

/* ---- a site ---- */

struct walk {
    const struct masks *masks;
    struct split_site *site;
    uint32_t then_end; /* first instruction after the then side */
    bool changed;
};

static void refuse(struct split_site *site, const char *why, uint32_t at)
{
    if (site->refused)
        return;
    site->refused = why;
    site->refused_at = at;
}

/* What EXEC may have there. */
static uint8_t allowed_at(const struct walk *w, uint32_t at)
{
    if (at < w->then_end)
        return LANE_THEN;
    return at < w->site->otherwise ? LANE_THEN | LANE_ELSE : LANE_ELSE;
}

static void check_exec(const struct walk *w, const struct mask_state *state, uint32_t at)
{
    const uint8_t on = state->value[GCN3_EXEC].on | state->value[GCN3_EXEC + 1].on;
    if (!(on & ~allowed_at(w, at)))
        return;
    refuse(w->site, at < w->then_end ? "its then side may enable lanes that are not its own"
                                     : "its else side may enable lanes that are not its own", at);
}

static bool is_exec(const struct mask_state *state, uint8_t lanes)
{
    const struct mask wanted = exactly(lanes);
    for (unsigned i = 0; i < 2; i++) {
        const struct mask own = state->value[GCN3_EXEC + i];
        if (own.on != wanted.on || own.off != wanted.off)
            return false;
    }
    return true;
}

/* A scalar from a lane that no operand selects. */
static bool reads_first_lane(const struct insn *insn)
{
    return insn->op && insn->role == ROLE_CROSS && gcn3_of(insn)->dst.kind == GCN3_SGPR &&
           gcn3_of(insn)->src[1].kind == GCN3_NONE;
}

/* Without an active lane it reads lane 0, which may be another part's by then. */
static void check_first_lane(const struct walk *w, const struct mask_state *state,
                             const struct insn *insn, uint32_t at)
{
    if (reads_first_lane(insn) && !is_exec(state, allowed_at(w, at)))
        refuse(w->site, "it may read the first lane of a side without one", at);
}

static void step(const struct walk *w, struct mask_state *state, uint32_t at)
{
    const struct insn *insn = &w->masks->program->insns[at];
    const struct mask_effect *effect = &w->masks->effects[at - w->masks->first];
    const bool in_else = w->site->otherwise != NO_INSN && at >= w->site->otherwise;
    check_first_lane(w, state, insn, at);
    advance(state, insn, effect);
    check_exec(w, state, at);
    if (in_else && !follow_holders(&state->holders, insn, effect))
        refuse(w->site, "its else side changes EXEC in a way that is not understood", at);
}

static bool is_else_exact(const struct mask_state *state)
{
    return is_exec(state, LANE_ELSE);
}

/* At the beginning of the else side EXEC has its lanes, all of them. */
static void begin_else(const struct walk *w, struct mask_state *state)
{
    if (!is_else_exact(state))
        refuse(w->site, "the lanes of its else side are not known", w->site->otherwise);
    state->holders = (struct codes){{0, 0}};
}

static void check_end(const struct walk *w, const struct mask_state *state)
{
    if (w->site->serial != NO_INSN && !is_empty(&state->holders))
        refuse(w->site, "lanes of its else side are not all active at its end", NO_INSN);
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

static bool merge_states(struct mask_state *into, const struct mask_state *from)
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

static struct mask_state *state_at(const struct masks *masks, uint32_t at)
{
    const uint32_t place = masks->place[at - masks->first];
    return place ? &masks->states[place] : NULL;
}

/* The state also holds at the target of a branch. */
static void follow_branch(struct walk *w, const struct mask_state *state, uint32_t to)
{
    if (to == w->site->join)
        check_end(w, state);
    else
        w->changed |= merge_states(state_at(w->masks, to), state);
}

/* After the branch of the site EXEC has the lanes of the then side, and a pair the lanes of
 * both. */
static struct mask_state first_state(const struct split_site *site)
{
    struct mask_state state = {.reached = true};
    for (uint32_t i = 0; i < VALUES; i++)
        state.value[i] = any_mask;
    for (uint32_t i = 0; i < 2; i++) {
        state.value[site->saved + i] = exactly(LANE_THEN | LANE_ELSE);
        state.value[GCN3_EXEC + i] = exactly(LANE_THEN);
    }
    return state;
}

/* Once through the code, from the branch to the join. */
static void walk(struct walk *w)
{
    const struct masks *masks = w->masks;
    struct mask_state state = first_state(w->site);
    for (uint32_t at = w->site->open + 1; at < w->site->join; at++) {
        const struct insn *insn = &masks->program->insns[at];
        struct mask_state *stored = state_at(masks, at);
        if (state.reached && at == w->site->otherwise)
            begin_else(w, &state);
        if (stored && state.reached)
            merge_states(stored, &state);
        if (stored)
            state = *stored;
        if (!state.reached)
            continue;
        step(w, &state, at);
        if (insn->target >= 0)
            follow_branch(w, &state, (uint32_t)insn->target);
        state.reached = insn->flow != FLOW_JUMP && insn->flow != FLOW_EXIT;
    }
    if (state.reached)
        check_end(w, &state);
}

void masks_check(const struct masks *masks, struct split_site *site)
{
    struct walk w = {.masks = masks, .site = site, .changed = true};
    w.then_end = site->serial == NO_INSN ? site->join : site->serial;
    if (site->saved >= GCN3_EXEC - 1)
        refuse(site, "it saves EXEC in EXEC", site->open);
    for (uint32_t at = site->open; at < site->join; at++) {
        struct mask_state *stored = state_at(masks, at);
        if (stored)
            stored->reached = false;
    }
    while (w.changed && !site->refused) {
        w.changed = false;
        walk(&w);
    }
}
