/* SPDX-License-Identifier: Apache-2.0 */
/* masks.c - follows lane masks through the sides of a branch, until nothing changes. */
#include "pass/split/masks.h"

#include "pass/split/mask_state.h"

struct masks masks_find(struct arena *arena, const struct program *program, uint32_t first,
                        uint32_t end)
{
    struct masks masks = {.program = program, .first = first, .end = end};
    const struct mask_spills spills = mask_spills_find(program, first, end);
    uint32_t count = 0;
    masks.effects = arena_array(arena, end - first, sizeof *masks.effects);
    masks.place = arena_array(arena, end - first, sizeof *masks.place);
    for (uint32_t i = first; i < end; i++) {
        const uint32_t to = (uint32_t)program->insns[i].target;
        mask_effect_find(program, &spills, &program->insns[i], &masks.effects[i - first]);
        if (program->insns[i].target >= 0 && to >= first && to < end && !masks.place[to - first])
            masks.place[to - first] = ++count; /* from 1 on */
    }
    masks.states = arena_array(arena, count + 1u, sizeof *masks.states);
    return masks;
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
    if (!(mask_state_exec(state) & ~allowed_at(w, at)))
        return;
    refuse(w->site, at < w->then_end ? "its then side may enable lanes that are not its own"
                                     : "its else side may enable lanes that are not its own", at);
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
    if (reads_first_lane(insn) && !mask_state_is_exec(state, allowed_at(w, at)))
        refuse(w->site, "it may read the first lane of a side without one", at);
}

static void step(const struct walk *w, struct mask_state *state, uint32_t at)
{
    const struct insn *insn = &w->masks->program->insns[at];
    const struct mask_effect *effect = &w->masks->effects[at - w->masks->first];
    const bool in_else = w->site->otherwise != NO_INSN && at >= w->site->otherwise;
    check_first_lane(w, state, insn, at);
    mask_state_advance(state, insn, effect);
    check_exec(w, state, at);
    if (in_else && !mask_state_follow_holders(state, insn, effect))
        refuse(w->site, "its else side changes EXEC in a way that is not understood", at);
}

/* At the beginning of the else side EXEC has its lanes, all of them. */
static void begin_else(const struct walk *w, struct mask_state *state)
{
    if (!mask_state_is_exec(state, LANE_ELSE))
        refuse(w->site, "the lanes of its else side are not known", w->site->otherwise);
    state->holders = (struct codes){{0, 0}};
}

static void check_end(const struct walk *w, const struct mask_state *state)
{
    if (w->site->serial != NO_INSN && !codes_empty(&state->holders))
        refuse(w->site, "lanes of its else side are not all active at its end", NO_INSN);
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
        w->changed |= mask_state_merge(state_at(w->masks, to), state);
}

/* Once through the code, from the branch to the join. */
static void walk(struct walk *w)
{
    const struct masks *masks = w->masks;
    struct mask_state state = mask_state_first(w->site->saved);
    for (uint32_t at = w->site->open + 1; at < w->site->join; at++) {
        const struct insn *insn = &masks->program->insns[at];
        struct mask_state *stored = state_at(masks, at);
        if (state.reached && at == w->site->otherwise)
            begin_else(w, &state);
        if (stored && state.reached)
            mask_state_merge(stored, &state);
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
