/* SPDX-License-Identifier: Apache-2.0 */
/* turns.c - bounds of loops, and turns that are like others. */
#include "bound/fermi/turns.h"

#include "bound/fermi/walk.h"

/* Turns of a loop that lanes may or may not have left; with more it needs a bound. */
enum { TURNS_MAX = 1 << 16 };

/* ---- bounds ---- */

static const struct walk_bound *given(const struct walk *walk, uint32_t header)
{
    for (size_t i = 0; i < walk->bounds->count; i++) {
        if (walk->bounds->list[i].header == header)
            return &walk->bounds->list[i];
    }
    return NULL;
}

static void use_bound(const struct walk *walk, const struct walk_bound *bound)
{
    walk_assume(walk, bound->header, ASSUME_LOOP);
    if (walk->bounds->used)
        walk->bounds->used[bound - walk->bounds->list] = true;
}

static bool is_missing(const struct walk *walk, uint32_t header)
{
    for (size_t i = 0; i < walk->missing_count; i++) {
        if (walk->missing[i].header == header)
            return true;
    }
    return false;
}

static void miss_bound(struct walk *walk, const struct fermi_loop *loop)
{
    if (is_missing(walk, loop->header))
        return;
    walk->missing =
        arena_grow(walk->arena, walk->missing, walk->missing_count, sizeof *walk->missing);
    walk->missing[walk->missing_count++] =
        (struct walk_missing){.header = loop->header, .branch = loop->exit};
}

bool fermi_turns_back(struct fermi_walk *f, struct walk_state *state, uint32_t number)
{
    const struct walk_bound *bound = given(&f->walk, f->places.loops[number].header);
    const uint64_t turns = ++fermi_own(state)->turns[number];
    if (!fermi_own(state)->open || !bound || turns <= bound->iterations)
        return true;
    use_bound(&f->walk, bound);
    return false;
}

/* ---- regions ---- */

void fermi_turns_begin_region(struct fermi_walk *f, uint32_t index)
{
    if (f->region != NO_NODE)
        return;
    f->region = index;
    f->around = exact_turns_begin(&f->walk.turns, index);
}

void fermi_turns_end_region(struct fermi_walk *f)
{
    if (f->region != NO_NODE)
        exact_turns_end(&f->walk.turns, f->region, f->around);
    f->region = NO_NODE;
}

/* ---- a turn that stands for others ---- */

static void start_repeating(struct fermi_walk *f, struct fermi_turns *t, uint64_t times)
{
    t->times = times;
    t->repeats = f->tally->repeats;
    f->tally->repeats = count_times(t->repeats, times);
    t->apart = f->apart;
    if (f->walk.sink)
        t->mark = fermi_alone_mark(&f->alone);
}

/* Regions that began in this turn have counted their instructions by themselves. */
static void finish_repeating(struct fermi_walk *f, struct fermi_turns *t)
{
    if (!t->times)
        return;
    f->tally->repeats = t->repeats;
    if (f->frame_count && f->apart > t->apart)
        f->apart = count_add(f->apart, count_times(f->apart - t->apart, t->times - 1));
    if (f->walk.sink)
        fermi_alone_repeat(&f->alone, &t->mark, t->times - 1);
    t->times = 0;
}

static void forget_turn(struct fermi_walk *f, struct fermi_turns *t)
{
    finish_repeating(f, t);
    if (t->before)
        walk_state_drop(&f->walk, t->before);
    t->before = NULL;
    t->alike = false;
}

void fermi_turns_enter(struct fermi_walk *f, struct walk_state *state, uint32_t loop)
{
    fermi_own(state)->turns[loop] = 0;
    forget_turn(f, &f->turns[loop]);
    if (f->walk.sink)
        fermi_tally_enter(f->tally, f->places.loops[loop].header);
}

void fermi_turns_end_warp(struct fermi_walk *f)
{
    fermi_turns_end_region(f);
    for (uint32_t i = 0; i < f->places.loop_count; i++)
        forget_turn(f, &f->turns[i]);
    f->tally->repeats = 1;
}

/* ---- turns that begin alike ---- */

static struct fermi_turn_shape shape_of(const struct fermi_walk *f)
{
    struct fermi_turn_shape shape = {.frames = f->frame_count, .thirds = f->thirds,
                                     .uneven = f->uneven,
                                     .scattered = fermi_own(f->now)->scattered};
    for (uint32_t i = 0; i < f->frame_count; i++) {
        const struct fermi_frame *frame = &f->frame[i];
        shape.frame[i] = (struct fermi_frame_shape){
            .meet = frame->meet, .turns = frame->turns, .pending = frame->pending_count,
            .serial = frame->serial, .resumed = frame->resumed, .parked = frame->parked != NULL,
            .scattered = frame->scattered, .open = frame->open, .fails = frame->fails,
            .portions = frame->portions, .sides = frame->sides};
    }
    return shape;
}

/* A side of a branch that waits for its turn is the same one only if none went on meanwhile. */
static bool same_waiting(const struct fermi_frame_shape *a, const struct fermi_frame_shape *b)
{
    return a->meet == b->meet && a->turns == b->turns && a->pending == b->pending &&
           a->parked == b->parked &&
           (!a->pending || (a->serial == b->serial && a->resumed == b->resumed));
}

static bool same_frames(const struct fermi_turn_shape *a, const struct fermi_turn_shape *b)
{
    bool same = a->frames == b->frames;
    for (uint32_t i = 0; same && i < a->frames; i++)
        same = same_waiting(&a->frame[i], &b->frame[i]);
    return same;
}

/* ... and whether they will be together. */
static bool same_order(const struct fermi_turn_shape *a, const struct fermi_turn_shape *b)
{
    bool same = a->scattered == b->scattered && a->thirds == b->thirds && a->uneven == b->uneven;
    for (uint32_t i = 0; same && i < a->frames; i++) {
        const struct fermi_frame_shape *x = &a->frame[i], *y = &b->frame[i];
        same = x->scattered == y->scattered && x->open == y->open && x->fails == y->fails &&
               x->portions == y->portions && x->sides == y->sides;
    }
    return same;
}

/* What both know, of all lanes of either. */
static enum wc_status forget_what_moves(struct fermi_walk *f, struct walk_state *state,
                                        struct walk_state *before)
{
    const uint64_t mine = state->warp.mask, theirs = before->warp.mask;
    enum wc_status status = walk_state_gather(&f->walk, state, mine, before, theirs);
    if (status != WC_OK)
        return status;
    warp_set_mask(&state->warp, mine | theirs);
    state->straight = state->warp.pc;
    walk_state_calm(state, before, true);
    return WC_OK;
}

static bool same_test(const struct walk_order *a, const struct walk_order *b)
{
    return a->test == b->test &&
           (a->test == TEST_OTHER || (a->low == b->low && a->high == b->high));
}

static void remember(struct fermi_walk *f, struct fermi_turns *t,
                     const struct fermi_turn_shape *shape)
{
    if (t->before)
        walk_state_drop(&f->walk, t->before);
    t->before = walk_state_copy(&f->walk, f->now);
    t->shape = *shape;
}

/* Up to `limit` turns, of which so many have been made. Silent passes and the one that is told must
 * decide alike what is forgotten; so turns from the same values do not count. */
static enum wc_status begin_bounded(struct fermi_walk *f, struct fermi_turns *t, uint64_t *taken,
                                    uint64_t limit)
{
    const struct fermi_turn_shape shape = shape_of(f);
    const uint64_t left = limit - *taken;
    const bool over = t->before && exact_turns_are_over(&f->walk.turns, *taken, left);
    enum wc_status status = WC_OK;
    if (over && !t->alike)
        status = forget_what_moves(f, f->now, t->before);
    if (status != WC_OK)
        return status;
    t->alike = t->before && same_frames(&t->shape, &shape) &&
               same_test(&t->before->order, &f->now->order) &&
               walk_state_equal(&f->walk, t->before, f->now);
    if (!t->alike)
        exact_turns_count(&f->walk.turns);
    /* While all lanes are together, latencies go on from turn to turn. */
    if (t->alike && left >= 2 && (over || f->frame_count) &&
        (!f->walk.sink || same_order(&t->shape, &shape))) {
        start_repeating(f, t, left);
        *taken = limit - 1;
    }
    remember(f, t, &shape);
    return WC_OK;
}

/* Without a bound: as long as something else may end it. */
static bool may_end(struct fermi_walk *f, struct fermi_turns *t, uint64_t taken, uint32_t header)
{
    if (taken > TURNS_MAX || is_missing(&f->walk, header) ||
        (t->before && walk_state_equal(&f->walk, t->before, f->now)))
        return false;
    remember(f, t, &t->shape);
    return true;
}

enum wc_status fermi_turns_begin(struct fermi_walk *f, uint32_t number, bool *goes_on)
{
    const struct fermi_loop *loop = &f->places.loops[number];
    const struct walk_bound *bound = given(&f->walk, loop->header);
    struct fermi_turns *t = &f->turns[number];
    uint64_t *taken = &fermi_own(f->now)->turns[number];
    finish_repeating(f, t);
    if (!*taken)
        return WC_OK; /* it has just been entered */
    if (bound)
        return begin_bounded(f, t, taken, bound->iterations);
    *goes_on = may_end(f, t, *taken, loop->header);
    if (!*goes_on)
        miss_bound(&f->walk, loop);
    return WC_OK;
}
