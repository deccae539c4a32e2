/* SPDX-License-Identifier: Apache-2.0 */
/* walk_split.c - SPLIT and JOIN: known ones change the stack, others are walked on both sides. */
#include "bound/vortex/walker.h"

/* rd of a SPLIT. */
static void write_depth(struct walk_state *state, const struct insn *insn)
{
    walk_forget(state, insn->rd);
    struct walk_facts *facts = walk_facts(state, insn->rd);
    warp_write_uniform(&state->warp, insn->rd, state->warp.depth);
    if (!walk_any_open(state))
        facts->known |= state->warp.mask;
    facts->tag = (struct walk_tag){.kind = TAG_DEPTH, .depth = (uint8_t)state->warp.depth};
}

static enum wc_status too_many(struct walk *walk, const struct walk_state *state, uint32_t index)
{
    return walk_fail(walk, state, index,
                     "cannot be bounded: more than the maximum of %u open SPLITs",
                     WALK_SPLITS_MAX);
}

enum wc_status vortex_known_split(struct walk *walk, struct walk_state *state, uint32_t index,
                                  bool *known)
{
    const struct insn *insn = &walk->insns[index];
    struct ipdom_stack *ipdom = &vortex_own(state)->ipdom;
    struct walk_choice choice = walk_choice(state, insn->rs1);
    *known = !choice.one || !choice.zero || (state->certain && choice.known);
    if (!*known)
        return WC_OK;
    uint64_t mask = state->warp.mask;
    uint64_t taken = insn->op->negated ? mask & ~choice.one : choice.one;
    write_depth(state, insn);
    walk_tell_node(walk, index, NULL);
    if (choice.one && choice.zero) {
        state->open[ipdom->depth < WALK_SPLITS_MAX ? ipdom->depth : 0] = false;
        if (ipdom_split(ipdom, vortex_numbers_of(walk)->split_order, taken, (uint32_t)insn->next,
                        &mask) == IPDOM_OVERFLOW)
            return too_many(walk, state, index);
        warp_set_mask(&state->warp, mask);
        state->warp.depth = ipdom->depth;
    }
    return walk_go_on(walk, state, index, insn->next);
}

/* What a JOIN does: OUTCOME_NEXT nothing, OUTCOME_TARGET ends the innermost open SPLIT. */
static enum wc_status decide_join(struct walk *walk, struct walk_state *state, uint32_t index,
                                  enum walk_outcome *outcome)
{
    const struct insn *insn = &walk->insns[index];
    const struct walk_tag *tag = &walk_facts(state, insn->rs1)->tag;
    uint32_t depth, open = state->warp.depth;
    if (!walk_uniform(walk, state, insn->rs1, &depth)) {
        if (tag->kind != TAG_DEPTH)
            return walk_fail(walk, state, index,
                             "cannot be bounded: the SPLIT of this JOIN is unknown");
        depth = tag->depth;
    }
    if (depth != open && depth + 1 != open)
        return walk_fail(walk, state, index,
                         "cannot be bounded: JOIN of the split at depth %u, but %u splits are open",
                         depth, open);
    *outcome = depth == open ? OUTCOME_NEXT : OUTCOME_TARGET;
    return WC_OK;
}

enum wc_status vortex_known_join(struct walk *walk, struct walk_state *state, uint32_t index)
{
    struct ipdom_stack *ipdom = &vortex_own(state)->ipdom;
    enum walk_outcome outcome = OUTCOME_NEXT;
    enum wc_status status = decide_join(walk, state, index, &outcome);
    uint64_t mask = state->warp.mask;
    uint32_t place = 0;
    int32_t to = walk->insns[index].next;
    walk_tell_node(walk, index, NULL);
    if (status != WC_OK || outcome == OUTCOME_NEXT)
        return status != WC_OK ? status : walk_go_on(walk, state, index, to);
    if (ipdom_join(ipdom, ipdom->depth - 1, &mask, &place) == IPDOM_OTHER)
        to = (int32_t)place;
    if (!mask)
        return walk_fail(walk, state, index, "cannot be bounded: JOIN leaves no lane active");
    warp_set_mask(&state->warp, mask);
    state->warp.depth = ipdom->depth;
    return walk_go_on(walk, state, index, to);
}

/* ---- in a region ---- */

enum wc_status vortex_ways_of_split(struct scope *scope, struct walk_state *state, uint32_t index)
{
    struct walk *walk = scope->walk;
    const struct insn *insn = &walk->insns[index];
    struct walk_choice choice = walk_choice(state, insn->rs1);
    if (state->warp.depth == WALK_SPLITS_MAX || insn->next < 0)
        return too_many(walk, state, index);
    walk_tell_node(walk, index, NULL);
    write_depth(state, insn);
    if (!choice.one || !choice.zero)
        return scope_go(scope, state, index, insn->next);
    return scope_part(scope, state, index, &choice,
                      vortex_pair(walk, state, scope->function, index));
}

enum wc_status vortex_ways_of_join(struct scope *scope, struct walk_state *state, uint32_t index)
{
    enum walk_outcome outcome = OUTCOME_NEXT;
    enum wc_status status = decide_join(scope->walk, state, index, &outcome);
    if (status != WC_OK)
        return status;
    if (outcome == OUTCOME_TARGET)
        return scope_finish(scope, state, index, true);
    walk_tell_node(scope->walk, index, NULL);
    return scope_go(scope, state, index, scope->walk->insns[index].next);
}
