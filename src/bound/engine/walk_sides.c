/* SPDX-License-Identifier: Apache-2.0 */
/* walk_sides.c - lanes that part and meet again, as far as it is not known which.
 *
 * Both sides are walked, one after the other, each as a scope that ends before the instruction at
 * which its lanes wait for the others. */
#include "bound/engine/walk_scope.h"

struct side {
    uint64_t mask; /* lanes that may be on it */
    uint32_t meetings[WALK_RESULTS_MAX]; /* instructions */
    uint32_t meeting_count;
    struct walk_state *state; /* before them; NULL: no way leads there */
};

static enum wc_status collect_side(struct scope *scope, struct scope *inner, struct side *side)
{
    enum wc_status status = WC_OK;
    struct walk *walk = inner->walk;
    side->state = NULL;
    side->meeting_count = 0;
    scope->ended = scope->ended || inner->ended;
    for (uint32_t i = 0; i < inner->result_count && status == WC_OK; i++) {
        struct pending *result = &inner->results[i];
        if (!result->is_meeting)
            return walk_fail(walk, result->state, inner->start,
                             "cannot be bounded: a side of this %s ends without its %s",
                             walk->machine->part, walk->machine->meet);
        if (result->state->warp.mask != side->mask)
            return walk_fail(walk, result->state, result->index,
                             "cannot be bounded: %s with other lanes than its %s",
                             walk->machine->meet, walk->machine->part);
        side->meetings[side->meeting_count++] = result->index;
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

/* From `start` to the meeting with the lanes of one side. Takes the state over. */
static enum wc_status walk_side(struct scope *scope, struct walk_state *state, uint32_t start,
                                enum walk_outcome forced, struct side *side, bool certain)
{
    struct scope inner;
    enum wc_status status = scope_enter(&inner, scope, state);
    if (status != WC_OK)
        return status;
    state->open[state->warp.depth] = !certain;
    scope->walk->machine->part_lanes(state, start);
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

/* False: there are too many. */
static bool add_meetings(struct side *to, const struct side *from)
{
    for (uint32_t i = 0; i < from->meeting_count; i++) {
        bool there = false;
        for (uint32_t j = 0; j < to->meeting_count; j++)
            there = there || to->meetings[j] == from->meetings[i];
        if (!there && to->meeting_count == WALK_RESULTS_MAX)
            return false;
        if (!there)
            to->meetings[to->meeting_count++] = from->meetings[i];
    }
    return true;
}

/* No lane of the state stays in the loop that a flag keeps lanes in. */
static bool all_leave(const struct walk_state *state, uint32_t row, bool stays)
{
    const struct walk_choice choice = walk_choice(state, row);
    return !(stays ? choice.one : choice.zero);
}

/* What lanes of a side hold that will stay; NULL: none will. */
static struct walk_state *stayers(struct walk *walk, struct walk_state *state, uint32_t row,
                                  bool stays)
{
    struct walk_state *better = state->stayed;
    if (all_leave(state, row, stays))
        return NULL;
    if (better && state->flag == row && state->flag_is == stays) {
        state->stayed = NULL;
        return better;
    }
    return walk_state_copy(walk, state);
}

/* Lanes that `break` on one side set a flag there, by which they leave after the sides have met.
 * Then those that stay hold what the other side knows, above all the loop's counter. */
static struct walk_state *find_stayers(struct walk *walk, const struct side *one,
                                       const struct side *zero, uint32_t *row, bool *stays)
{
    bool both = one->state && zero->state && one->meeting_count == 1 && zero->meeting_count == 1 &&
                one->meetings[0] == zero->meetings[0];
    int32_t next = both ? walk->insns[one->meetings[0]].next : WALK_NOWHERE;
    if (next < 0 || !walk->machine->flag_ahead ||
        !walk->machine->flag_ahead(walk, (uint32_t)next, row, stays))
        return NULL;
    struct walk_state *first = stayers(walk, one->state, *row, *stays);
    struct walk_state *second = stayers(walk, zero->state, *row, *stays);
    if (!first || !second)
        return first ? first : second;
    walk_state_drop(walk, first);
    walk_state_drop(walk, second);
    return NULL;
}

/* All lanes are back. It is not known which side was second: with several places of meeting control
 * may go on after each of them. */
static enum wc_status join_sides(struct scope *scope, struct side *one, struct side *zero,
                                 uint64_t whole, bool certain)
{
    struct walk *walk = scope->walk;
    struct side *side = one->state ? one : zero;
    struct walk_state *state = side->state;
    enum wc_status status = WC_OK;
    uint32_t flag = 0;
    bool flag_is = false;
    struct walk_state *stayed = find_stayers(walk, one, zero, &flag, &flag_is);
    if (one->state && zero->state) {
        status = walk_state_gather(walk, state, one->mask, zero->state, zero->mask);
        walk_state_drop(walk, zero->state);
    }
    if (!state || status != WC_OK)
        return status;
    if (!add_meetings(one, zero))
        return walk_fail(walk, state, state->warp.pc,
                         "cannot be bounded: more than the maximum of %u %ss for one %s",
                         WALK_RESULTS_MAX, walk->machine->meet, walk->machine->part);
    walk_state_forget_flag(walk, state);
    state->stayed = stayed;
    state->flag = flag;
    state->flag_is = flag_is;
    walk->machine->meet_lanes(state);
    state->certain = certain;
    warp_set_mask(&state->warp, whole);
    for (uint32_t i = 0; i < one->meeting_count && status == WC_OK; i++) {
        bool last = i + 1 == one->meeting_count;
        status = scope_go(scope, last ? state : walk_state_copy(walk, state), one->meetings[i],
                          walk->insns[one->meetings[i]].next);
    }
    return status;
}

enum wc_status scope_part(struct scope *scope, struct walk_state *state, uint32_t index,
                          const struct walk_choice *choice, enum walk_outcome when_one)
{
    struct walk *walk = scope->walk;
    uint32_t start = (uint32_t)walk->insns[index].next;
    uint64_t whole = state->warp.mask;
    bool certain = state->certain, known = certain && choice->known;
    struct side one = {.mask = choice->one}, zero = {.mask = choice->zero};
    struct walk_state *other = walk_state_copy(walk, state);
    walk_tell_edge(walk, index, start);
    if (when_one == OUTCOME_EITHER && walk->sink && walk->sink->ops->unpaired)
        walk->sink->ops->unpaired(walk->sink, start);
    enum wc_status status = walk_side(scope, state, start, when_one, &one, known);
    for (uint32_t i = 0; i < one.meeting_count && status == WC_OK; i++)
        walk_tell_edge(walk, one.meetings[i], start);
    if (status == WC_OK)
        status = walk_side(scope, other, start, walk_opposite(when_one), &zero, known);
    return status == WC_OK ? join_sides(scope, &one, &zero, whole, certain) : status;
}
