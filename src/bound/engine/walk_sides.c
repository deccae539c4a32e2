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

/* All lanes are back. It is not known which side was second: with several places of meeting control
 * may go on after each of them. */
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
    if (!add_meetings(one, zero))
        return walk_fail(walk, state, state->warp.pc,
                         "cannot be bounded: more than the maximum of %u %ss for one %s",
                         WALK_RESULTS_MAX, walk->machine->meet, walk->machine->part);
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
