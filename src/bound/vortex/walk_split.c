/* SPDX-License-Identifier: Apache-2.0 */
/* walk_split.c - lanes that part and meet again, as far as it is not known which.
 *
 * Both sides of a SPLIT are walked, one after the other, each as a scope that ends in front of the
 * JOIN. A PRED keeps lanes in a loop: those that may leave are parked, and a way out of the loop
 * opens on which they wake. */
#include "bound/vortex/walk_scope.h"
#include "isa/rv32/run.h"

/* ---- SPLIT and JOIN ---- */

struct side {
    uint64_t mask; /* lanes that may be on it */
    uint32_t joins[WALK_RESULTS_MAX];
    uint32_t join_count;
    struct walk_state *state; /* in front of its JOIN; NULL: no way gets there */
};

static enum wc_status collect_side(struct scope *scope, struct scope *inner, struct side *side)
{
    enum wc_status status = WC_OK;
    struct walk *walk = inner->walk;
    side->state = NULL;
    side->join_count = 0;
    scope->ended = scope->ended || inner->ended;
    for (uint32_t i = 0; i < inner->result_count && status == WC_OK; i++) {
        struct pending *result = &inner->results[i];
        if (!result->is_join)
            return walk_fail(walk, result->state, inner->start,
                             "cannot be bounded: a side of this SPLIT ends without its JOIN");
        if (result->state->warp.mask != side->mask)
            return walk_fail(walk, result->state, result->index,
                             "cannot be bounded: JOIN with other lanes than its SPLIT");
        side->joins[side->join_count++] = result->index;
        walk_tell_node(walk, result->index, NULL);
        if (!side->state) {
            side->state = result->state;
            continue;
        }
        status = walk_state_merge(walk, side->state, result->state);
        walk_state_drop(walk, result->state);
    }
    return status;
}

/* From behind the SPLIT to its JOIN with the lanes of one side. Takes the state over. */
static enum wc_status walk_side(struct scope *scope, struct walk_state *state, uint32_t start,
                                enum walk_outcome forced, struct side *side, bool certain)
{
    struct scope inner;
    enum wc_status status = scope_enter(&inner, scope, state);
    if (status != WC_OK)
        return status;
    uint32_t depth = state->ipdom.depth++;
    state->entries[depth] = (struct ipdom_entry){
        .whole = state->warp.mask, .other = start, .second_side = true};
    state->open[depth] = !certain;
    state->warp.depth = state->ipdom.depth;
    state->certain = certain;
    warp_set_mask(&state->warp, side->mask);
    inner.function = scope->function;
    inner.start = start;
    inner.is_side = true;
    inner.forced = forced;
    status = scope_arrive(&inner, state, start);
    if (status == WC_OK)
        status = scope_run(&inner);
    return status == WC_OK ? collect_side(scope, &inner, side) : status;
}

static enum walk_outcome opposite(enum walk_outcome outcome)
{
    if (outcome == OUTCOME_EITHER)
        return outcome;
    return outcome == OUTCOME_TARGET ? OUTCOME_NEXT : OUTCOME_TARGET;
}

/* False: there are too many. */
static bool add_joins(struct side *to, const struct side *from)
{
    for (uint32_t i = 0; i < from->join_count; i++) {
        bool there = false;
        for (uint32_t j = 0; j < to->join_count; j++)
            there = there || to->joins[j] == from->joins[i];
        if (!there && to->join_count == WALK_RESULTS_MAX)
            return false;
        if (!there)
            to->joins[to->join_count++] = from->joins[i];
    }
    return true;
}

/* Behind the JOIN: everybody is back. Which side was second is not known, so with several JOINs
 * control may go on behind each of them. */
static enum wc_status join_sides(struct scope *scope, struct side *one, struct side *zero,
                                 uint64_t whole, bool certain)
{
    struct walk *walk = scope->walk;
    struct side *side = one->state ? one : zero;
    struct walk_state *state = side->state;
    enum wc_status status = WC_OK;
    if (one->state && zero->state) {
        status = walk_state_gather(walk, state, one->mask, zero->state, zero->mask);
        walk_state_drop(walk, zero->state);
    }
    if (!state || status != WC_OK)
        return status;
    if (!add_joins(one, zero))
        return walk_fail(walk, state, state->warp.pc,
                         "cannot be bounded: more than the maximum of %u JOINs for one SPLIT",
                         WALK_RESULTS_MAX);
    state->warp.depth = --state->ipdom.depth;
    state->certain = certain;
    warp_set_mask(&state->warp, whole);
    for (uint32_t i = 0; i < one->join_count && status == WC_OK; i++) {
        bool last = i + 1 == one->join_count;
        status = scope_go(scope, last ? state : walk_state_copy(walk, state), one->joins[i],
                    walk->insns[one->joins[i]].next);
    }
    return status;
}

static enum wc_status part(struct scope *scope, struct walk_state *state, uint32_t index,
                           const struct walk_choice *choice)
{
    struct walk *walk = scope->walk;
    uint32_t start = (uint32_t)walk->insns[index].next;
    uint64_t whole = state->warp.mask;
    bool certain = state->certain, known = certain && choice->known;
    enum walk_outcome when_one = walk_pair(walk, state, scope->function, index);
    struct side one = {.mask = choice->one}, zero = {.mask = choice->zero};
    struct walk_state *other = walk_state_copy(walk, state);
    walk_tell_edge(walk, index, start);
    enum wc_status status = walk_side(scope, state, start, when_one, &one, known);
    for (uint32_t i = 0; i < one.join_count && status == WC_OK; i++)
        walk_tell_edge(walk, one.joins[i], start);
    if (status == WC_OK)
        status = walk_side(scope, other, start, opposite(when_one), &zero, known);
    return status == WC_OK ? join_sides(scope, &one, &zero, whole, certain) : status;
}

enum wc_status scope_split(struct scope *scope, struct walk_state *state, uint32_t index)
{
    struct walk *walk = scope->walk;
    const struct insn *insn = &walk->insns[index];
    struct walk_choice choice = walk_choice(state, insn->rs1);
    bool agreed = !choice.one || !choice.zero;
    if (state->ipdom.depth == WALK_SPLITS_MAX || insn->next < 0)
        return walk_fail(walk, state, index,
                         "cannot be bounded: more than the maximum of %u open SPLITs",
                         WALK_SPLITS_MAX);
    walk_tell_node(walk, index, NULL);
    walk_split_depth(state, insn);
    return agreed ? scope_go(scope, state, index, insn->next) : part(scope, state, index, &choice);
}

enum wc_status scope_join(struct scope *scope, struct walk_state *state, uint32_t index)
{
    enum walk_outcome outcome;
    enum wc_status status = walk_join(scope->walk, state, index, &outcome);
    if (status != WC_OK)
        return status;
    if (outcome == OUTCOME_TARGET)
        return scope_finish(scope, state, index, true);
    walk_tell_node(scope->walk, index, NULL);
    return scope_go(scope, state, index, scope->walk->insns[index].next);
}

/* ---- PRED and TMC ---- */

/* PRED and the branch behind it as one: those who stay, and all of them once nobody does. */
static enum wc_status pred_and_branch(struct scope *scope, uint32_t index,
                                      enum walk_outcome when_stay, struct walk_state *stay,
                                      struct walk_state *leave)
{
    struct walk *walk = scope->walk;
    bool taken = when_stay == OUTCOME_TARGET;
    walk_tell_edge(walk, index, index + 1);
    walk_tell_node(walk, index + 1, NULL);
    return scope_both_ways(scope, index + 1, taken ? stay : leave, taken ? leave : stay);
}

enum wc_status scope_pred(struct scope *scope, struct walk_state *state, uint32_t index)
{
    struct walk *walk = scope->walk;
    const struct insn *insn = &walk->insns[index];
    struct walk_pred pred;
    enum wc_status status = walk_pred(walk, state, index, &pred);
    if (status != WC_OK)
        return status;
    enum walk_outcome when_stay = walk_pair(walk, state, scope->function, index);
    if (insn->run == rv32_pred_n)
        when_stay = opposite(when_stay);
    walk_tell_node(walk, index, NULL);
    if (when_stay != OUTCOME_EITHER)
        scope_note_exit(scope, &walk->insns[index + 1], index + 1, pred.known);
    struct walk_state *leave = pred.may_leave ? walk_state_copy(walk, state) : NULL;
    struct walk_state *stay = pred.may_stay ? state : NULL;
    if (stay)
        status = walk_pred_stay(walk, stay, &pred);
    else
        walk_state_drop(walk, state);
    if (leave && status == WC_OK)
        status = walk_wake(walk, leave, &pred.restore);
    if (status != WC_OK)
        return status;
    if (when_stay != OUTCOME_EITHER)
        return pred_and_branch(scope, index, when_stay, stay, leave);
    if (stay && leave) {
        status = walk_state_merge(walk, stay, leave);
        walk_state_drop(walk, leave);
    }
    return status == WC_OK ? scope_go(scope, stay ? stay : leave, index, insn->next) : status;
}

enum wc_status scope_mask(struct scope *scope, struct walk_state *state, uint32_t index)
{
    bool ends;
    enum wc_status status = walk_mask(scope->walk, state, index, &ends);
    if (status != WC_OK)
        return status;
    walk_tell_node(scope->walk, index, NULL);
    if (!ends)
        return scope_go(scope, state, index, scope->walk->insns[index].next);
    scope->ended = true;
    walk_state_drop(scope->walk, state);
    return WC_OK;
}
