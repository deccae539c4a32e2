/* SPDX-License-Identifier: Apache-2.0 */
/* walk_state.c - abstract states of a warp: copying, merging, lanes that sleep and wake. */
#include <stdlib.h>
#include <string.h>

#include "bound/engine/walker.h"

/* ---- rows ---- */

static bool same_tag(const struct walk_tag *a, const struct walk_tag *b)
{
    return a->kind == b->kind && a->certain == b->certain && a->depth == b->depth &&
           a->parked == b->parked && a->mask == b->mask;
}

static bool same_facts(const struct walk_facts *a, const struct walk_facts *b)
{
    return a->known == b->known && a->boolean == b->boolean && same_tag(&a->tag, &b->tag) &&
           a->points == b->points && a->saved == b->saved && a->object == b->object &&
           a->made == b->made && a->ranged == b->ranged &&
           (!a->ranged || range_same(a->range, b->range));
}

/* Joins a number or range to those that were joined before; the first one is taken as it is. */
struct hull {
    bool any;
    struct walk_range range;
};

static void hull_add(struct hull *hull, struct walk_range range)
{
    hull->range = hull->any ? range_join(hull->range, range) : range;
    hull->any = true;
}

/* The numbers of some lanes as a stretch of signed numbers. */
static void hull_add_lanes(struct hull *hull, const uint32_t *row, uint64_t lanes)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    if (!lanes)
        return;
    for (; lanes; lanes &= lanes - 1) {
        int32_t value = (int32_t)row[__builtin_ctzll(lanes)];
        low = value < low ? value : low;
        high = value > high ? value : high;
    }
    hull_add(hull, range_between(low, high));
}

static void rows_reserve(struct walk_rows *rows, uint32_t count)
{
    if (count <= rows->room)
        return;
    uint32_t room = count + count / 2;
    size_t bytes = (size_t)room * rows->stride * sizeof *rows->value;
    uint32_t *value = memory_take_aligned(bytes);
    if (rows->count)
        memcpy(value, rows->value, (size_t)rows->count * rows->stride * sizeof *value);
    memory_give_back(rows->value);
    rows->value = value;
    rows->facts = memory_grow(rows->facts, rows->room * sizeof *rows->facts,
                              room * sizeof *rows->facts);
    rows->room = room;
}

static void rows_extend(struct walk_rows *rows, uint32_t count)
{
    if (count <= rows->count)
        return;
    rows_reserve(rows, count);
    memset(rows->facts + rows->count, 0, (count - rows->count) * sizeof *rows->facts);
    rows->count = count;
}

static void rows_copy(struct walk_rows *to, const struct walk_rows *from)
{
    to->stride = from->stride;
    to->count = 0;
    rows_reserve(to, from->count);
    memcpy(to->value, from->value, (size_t)from->count * from->stride * sizeof *to->value);
    memcpy(to->facts, from->facts, from->count * sizeof *to->facts);
    to->count = from->count;
}

/* Words of 32 bits are what vector code can shift. */
static inline uint32_t equal_half(const uint32_t *a, const uint32_t *b, size_t lanes)
{
    uint32_t mask = 0;
    for (size_t lane = 0; lane < lanes; lane++)
        mask |= (uint32_t)(a[lane] == b[lane]) << lane;
    return mask;
}

static inline uint32_t below_half(const uint32_t *row, uint32_t limit, size_t lanes)
{
    uint32_t mask = 0;
    for (size_t lane = 0; lane < lanes; lane++)
        mask |= (uint32_t)(row[lane] < limit) << lane;
    return mask;
}

LANEWISE static uint64_t lanes_equal(const uint32_t *a, const uint32_t *b, uint32_t stride)
{
    size_t lanes = lane_count(stride), low = lanes < 32 ? lanes : 32;
    uint64_t mask = equal_half(a, b, low);
    return lanes > 32 ? mask | (uint64_t)equal_half(a + 32, b + 32, lanes - 32) << 32 : mask;
}

LANEWISE uint64_t walk_lanes_below(const uint32_t *row, uint32_t limit, uint32_t stride)
{
    size_t lanes = lane_count(stride), low = lanes < 32 ? lanes : 32;
    uint64_t mask = below_half(row, limit, low);
    return lanes > 32 ? mask | (uint64_t)below_half(row + 32, limit, lanes - 32) << 32 : mask;
}

static uint64_t below_two(const uint32_t *row, uint32_t stride, uint64_t known)
{
    return known ? walk_lanes_below(row, 2, stride) & known : 0;
}

/* A lane that loses what was known of it may point into its stack from now on. */
static bool lost_pointer(const struct walk *walk, const uint32_t *row, uint64_t lost)
{
    for (; lost; lost &= lost - 1) {
        if (walk_in_stacks(walk, row[__builtin_ctzll(lost)]))
            return true;
    }
    return false;
}

/* The ranges of a row that is mixed; `known`: lanes that both know alike. */
static void mix_ranges(struct walk_facts *a, const uint32_t *x, const struct walk_facts *b,
                       const uint32_t *y, uint64_t take, uint64_t mix, uint64_t known)
{
    struct hull hull = {0};
    uint64_t both = mix & ~known & (a->known | a->ranged) & (b->known | b->ranged);
    uint64_t mine = a->ranged & (~(take | mix) | both), theirs = b->ranged & (take | both);
    if (!(mine | theirs | both)) {
        a->ranged = 0;
        return;
    }
    if (mine)
        hull_add(&hull, a->range);
    if (theirs)
        hull_add(&hull, b->range);
    hull_add_lanes(&hull, x, both & a->known);
    hull_add_lanes(&hull, y, both & b->known);
    a->ranged = hull.any && !range_is_all(hull.range) ? mine | theirs | both : 0;
    a->range = hull.range;
}

/* `take` lanes become the other's; of `mix` lanes is known what both know alike. */
static void mix_row(const struct walk *walk, struct walk_rows *into, const struct walk_rows *other,
                    uint32_t row, uint64_t take, uint64_t mix)
{
    static const struct walk_facts nothing;
    const uint32_t stride = into->stride;
    const bool there = row < other->count;
    struct walk_facts *a = &into->facts[row];
    const struct walk_facts *b = there ? &other->facts[row] : &nothing;
    uint32_t *x = into->value + (size_t)row * stride;
    const uint32_t *y = there ? other->value + (size_t)row * stride : x;
    if (same_facts(a, b) && (!a->known || !memcmp(x, y, stride * sizeof *x)))
        return;
    uint64_t known = a->known & b->known;
    if (known)
        known &= lanes_equal(x, y, stride);
    uint64_t boolean_a = below_two(x, stride, a->known) | (a->boolean & ~a->known);
    uint64_t boolean_b = below_two(y, stride, b->known) | (b->boolean & ~b->known);
    a->points |= b->points || lost_pointer(walk, x, mix & a->known & ~known) ||
                 lost_pointer(walk, y, mix & b->known & ~known);
    a->made = (a->made & ~(take | mix)) | (b->made & take) | (a->made & b->made & mix);
    if (a->object != b->object || !a->made) {
        a->object = NULL;
        a->made = 0;
    }
    mix_ranges(a, x, b, y, take, mix, known);
    a->boolean = (a->boolean & ~(take | mix)) | (b->boolean & take) | (boolean_a & boolean_b & mix);
    a->known = (a->known & ~(take | mix)) | (b->known & take) | (known & mix);
    if (!same_tag(&a->tag, &b->tag))
        a->tag = nothing.tag;
    a->saved = (a->saved & ~(take | mix)) | (b->saved & take) | (a->saved & b->saved & mix);
    for (uint64_t rest = take; rest; rest &= rest - 1)
        x[__builtin_ctzll(rest)] = y[__builtin_ctzll(rest)];
}

static void rows_mix(const struct walk *walk, struct walk_rows *into, const struct walk_rows *other,
                     uint64_t take, uint64_t mix)
{
    rows_extend(into, other->count);
    for (uint32_t row = 0; row < into->count; row++)
        mix_row(walk, into, other, row, take, mix);
}

static bool rows_equal(const struct walk_rows *a, const struct walk_rows *b)
{
    if (a->count != b->count)
        return false;
    for (uint32_t row = 0; row < a->count; row++) {
        const uint32_t *x = a->value + (size_t)row * a->stride;
        const uint32_t *y = b->value + (size_t)row * b->stride;
        if (!same_facts(&a->facts[row], &b->facts[row]))
            return false;
        uint64_t known = a->facts[row].known;
        if (known && known & ~lanes_equal(x, y, a->stride))
            return false;
    }
    return true;
}

static void rows_free(struct walk_rows *rows)
{
    memory_give_back(rows->value);
    memory_give_back(rows->facts);
}

/* ---- states ---- */

struct walk_state *walk_state_new(struct walk *walk)
{
    struct walk_state *state = walk->free;
    if (state) {
        walk->free = state->next_free;
        return state;
    }
    size_t bytes = (sizeof *state + 63) / 64 * 64, own = (walk->machine->own_bytes + 63) / 64 * 64;
    state = memory_take_aligned(bytes + own);
    state->own = (char *)state + bytes;
    state->rows.stride = walk->stride;
    state->next_made = walk->made;
    walk->made = state;
    return state;
}

void walk_state_drop(struct walk *walk, struct walk_state *state)
{
    walk_state_forget_flag(walk, state);
    state->next_free = walk->free;
    walk->free = state;
}

void walk_state_forget_flag(struct walk *walk, struct walk_state *state)
{
    if (state->stayed)
        walk_state_drop(walk, state->stayed);
    state->stayed = NULL;
}

void walk_states_free(struct walk *walk)
{
    for (struct walk_state *state = walk->made, *next; state; state = next) {
        next = state->next_made;
        for (uint32_t i = 0; i < state->parked_room; i++)
            rows_free(&state->parked[i].rows);
        rows_free(&state->rows);
        memory_give_back(state->parked);
        memory_give_back(state);
    }
}

static struct walk_parked *parked_push(struct walk_state *state)
{
    if (state->parked_count == state->parked_room) {
        uint32_t room = state->parked_room + 4;
        state->parked = memory_grow(state->parked, state->parked_room * sizeof *state->parked,
                                    room * sizeof *state->parked);
        memset(state->parked + state->parked_room, 0,
               (room - state->parked_room) * sizeof *state->parked);
        state->parked_room = room;
    }
    struct walk_parked *parked = &state->parked[state->parked_count++];
    parked->mask = 0;
    parked->rows.count = 0;
    parked->rows.stride = state->rows.stride;
    return parked;
}

/* Rows may have moved. */
static void settle(struct walk_state *state)
{
    state->warp.reg = state->rows.value;
}

void walk_state_extend(struct walk_state *state, uint32_t rows)
{
    rows_extend(&state->rows, rows);
    settle(state);
}

struct walk_state *walk_state_start(struct walk *walk, const struct warp *warp, bool zeroed)
{
    const uint32_t rows = walk->machine->isa->rows;
    struct walk_state *state = walk_state_new(walk);
    state->warp = *warp;
    state->warp.memory = NULL;
    state->warp.depth = 0;
    state->rows.count = 0;
    walk_state_extend(state, rows);
    memset(state->rows.value, 0, (size_t)rows * state->rows.stride * sizeof *state->rows.value);
    for (uint32_t row = 0; row < rows; row++)
        walk_facts(state, row)->known = zeroed ? lanes_all(warp->lanes) : 0;
    state->certain = true;
    state->words.known = 0;
    state->order.test = TEST_OTHER;
    state->straight = warp->pc;
    state->parked_count = state->newest = 0;
    return state;
}

struct walk_state *walk_state_copy(struct walk *walk, const struct walk_state *from)
{
    struct walk_state *state = walk_state_new(walk);
    state->warp = from->warp;
    rows_copy(&state->rows, &from->rows);
    state->certain = from->certain;
    memcpy(state->open, from->open, from->warp.depth * sizeof *state->open);
    state->words = from->words;
    state->order = from->order;
    state->straight = from->straight;
    state->newest = from->newest;
    state->parked_count = 0;
    for (uint32_t i = 0; i < from->parked_count; i++) {
        struct walk_parked *parked = parked_push(state);
        rows_copy(&parked->rows, &from->parked[i].rows);
        parked->mask = from->parked[i].mask;
    }
    settle(state);
    walk->machine->copy(state, from);
    return state;
}

/* ---- what is known ---- */

void walk_make(struct walk_state *state, uint32_t row, uint64_t lanes,
               const struct allocation *object)
{
    struct walk_facts *facts = walk_facts(state, row);
    uint64_t others = facts->made & ~lanes;
    if (object) {
        facts->made = facts->object == object ? others | lanes : lanes;
        facts->object = object;
    } else {
        facts->made = others;
        facts->object = others ? facts->object : NULL;
    }
}

void walk_forget(struct walk_state *state, uint32_t row)
{
    struct walk_facts *facts = walk_facts(state, row);
    uint64_t mask = state->warp.mask;
    facts->known &= ~mask;
    facts->boolean &= ~mask;
    facts->ranged &= ~mask;
    facts->tag.kind = TAG_NONE;
    walk_make(state, row, mask, NULL);
    facts->points = facts->points && mask != lanes_all(state->warp.lanes);
}

void walk_know(struct walk_state *state, uint32_t row)
{
    walk_forget(state, row);
    walk_facts(state, row)->known |= state->warp.mask;
}

/* One range for all lanes of a row: those that are not active now lose another one. */
static void set_range(struct walk_facts *facts, uint64_t lanes, uint64_t ranged,
                      struct walk_range range)
{
    uint64_t others = facts->ranged & ~lanes;
    if (!ranged || range_is_all(range)) {
        facts->ranged = others;
        return;
    }
    facts->ranged = range_same(facts->range, range) ? others | ranged : ranged;
    facts->range = range;
}

void walk_limit(struct walk_state *state, uint32_t row, struct walk_range range)
{
    struct walk_facts *facts = walk_facts(state, row);
    set_range(facts, state->warp.mask, state->warp.mask & ~facts->known, range);
}

void walk_copy_range(struct walk_facts *to, const struct walk_facts *from, uint64_t lanes)
{
    set_range(to, lanes, from->ranged & lanes, from->range);
}

struct walk_range walk_range_of(const struct walk_state *state, uint32_t row, uint64_t lanes)
{
    const struct walk_facts *facts = &state->rows.facts[row];
    struct hull hull = {0};
    if (lanes & ~(facts->known | facts->ranged))
        return RANGE_ALL;
    if (lanes & facts->ranged)
        hull_add(&hull, facts->range);
    hull_add_lanes(&hull, warp_row(&state->warp, row), lanes & facts->known);
    return hull.any ? hull.range : RANGE_ALL;
}

static void calm_rows(struct walk_rows *next, const struct walk_rows *start, bool all)
{
    for (uint32_t row = 0; row < next->count; row++) {
        struct walk_facts *a = &next->facts[row];
        const struct walk_facts *b = row < start->count ? &start->facts[row] : NULL;
        bool calm = b && (all ? range_same(a->range, b->range) : a->range.span <= b->range.span);
        a->ranged &= calm ? b->ranged : 0;
    }
}

void walk_state_calm(struct walk_state *next, const struct walk_state *start, bool all)
{
    calm_rows(&next->rows, &start->rows, all);
    for (uint32_t i = 0; i < next->parked_count && i < start->parked_count; i++)
        calm_rows(&next->parked[i].rows, &start->parked[i].rows, all);
}

bool walk_any_open(const struct walk_state *state)
{
    for (uint32_t i = 0; i < state->warp.depth; i++) {
        if (state->open[i])
            return true;
    }
    return false;
}

/* ---- merging ---- */

/* What has to be the same however control came here. */
static enum wc_status check_mergeable(struct walk *walk, const struct walk_state *a,
                                      const struct walk_state *b)
{
    if (a->warp.depth != b->warp.depth)
        return walk_fail(walk, a, a->warp.pc,
                         "cannot be bounded: paths meet here with %u and %u open %ss",
                         a->warp.depth, b->warp.depth, walk->machine->part);
    return walk->machine->mergeable(walk, a, b);
}

static void merge_words(struct walk_words *into, const struct walk_words *other)
{
    for (uint32_t i = 0; i < WALK_WORDS_MAX; i++) {
        if (into->value[i] != other->value[i])
            into->known &= ~(1u << i);
    }
    into->known &= other->known;
}

/* More lanes sleep in a set, with these rows. */
static void lay_down(const struct walk *walk, struct walk_parked *parked,
                     const struct walk_rows *rows, uint64_t lanes)
{
    if (parked->mask)
        rows_mix(walk, &parked->rows, rows, lanes & ~parked->mask, lanes & parked->mask);
    else
        rows_copy(&parked->rows, rows);
    parked->mask |= lanes;
}

/* A lane is parked with what it held in the run in which it is parked. */
static void merge_parked(struct walk *walk, struct walk_state *into, const struct walk_state *other)
{
    for (uint32_t i = 0; i < other->parked_count; i++) {
        const struct walk_parked *theirs = &other->parked[i];
        struct walk_parked *mine =
            i < into->parked_count ? &into->parked[i] : parked_push(into);
        if (theirs->mask)
            lay_down(walk, mine, &theirs->rows, theirs->mask);
    }
}

/* A lane that only one of two ways has active sleeps on the other one: from here on the rows tell
 * what it holds if it is awake. */
static void park_absent(struct walk *walk, struct walk_state *into, const struct walk_state *other)
{
    uint64_t mine = into->warp.mask, theirs = other->warp.mask;
    into->newest = into->newest > other->newest ? into->newest : other->newest;
    if (mine == theirs)
        return;
    while (into->parked_count <= into->newest)
        parked_push(into);
    struct walk_parked *parked = &into->parked[into->newest];
    if (theirs & ~mine)
        lay_down(walk, parked, &into->rows, theirs & ~mine);
    if (mine & ~theirs)
        lay_down(walk, parked, &other->rows, mine & ~theirs);
}

void walk_state_take(struct walk *walk, struct walk_state *state, const struct walk_state *from,
                     uint64_t lanes)
{
    rows_mix(walk, &state->rows, &from->rows, lanes, 0);
    state->order.test = TEST_OTHER;
    settle(state);
}

enum wc_status walk_state_merge(struct walk *walk, struct walk_state *into,
                                struct walk_state *other)
{
    enum wc_status status = check_mergeable(walk, into, other);
    if (status != WC_OK)
        return status;
    walk_state_forget_flag(walk, into);
    into->order.test = TEST_OTHER;
    into->straight = into->warp.pc;
    park_absent(walk, into, other);
    rows_mix(walk, &into->rows, &other->rows, 0, ~0ull);
    settle(into);
    merge_words(&into->words, &other->words);
    merge_parked(walk, into, other);
    into->certain = into->certain && other->certain && into->warp.mask == other->warp.mask;
    if (into->warp.mask != other->warp.mask)
        warp_set_mask(&into->warp, into->warp.mask | other->warp.mask);
    return WC_OK;
}

enum wc_status walk_state_gather(struct walk *walk, struct walk_state *into, uint64_t mine,
                                 struct walk_state *other, uint64_t theirs)
{
    enum wc_status status = check_mergeable(walk, into, other);
    if (status != WC_OK)
        return status;
    uint64_t take = theirs & ~mine, keep = mine & ~theirs;
    into->order.test = TEST_OTHER;
    rows_mix(walk, &into->rows, &other->rows, take, ~(take | keep));
    settle(into);
    merge_words(&into->words, &other->words);
    merge_parked(walk, into, other);
    into->newest = into->newest > other->newest ? into->newest : other->newest;
    return WC_OK;
}

static bool parked_equal(const struct walk_state *a, const struct walk_state *b)
{
    if (a->parked_count != b->parked_count)
        return false;
    for (uint32_t i = 0; i < a->parked_count; i++) {
        if (a->parked[i].mask != b->parked[i].mask ||
            !rows_equal(&a->parked[i].rows, &b->parked[i].rows))
            return false;
    }
    return true;
}

static bool words_equal(const struct walk_words *a, const struct walk_words *b)
{
    return a->known == b->known && !memcmp(a->value, b->value, sizeof a->value);
}

bool walk_state_equal(const struct walk *walk, const struct walk_state *a,
                      const struct walk_state *b)
{
    return a->warp.mask == b->warp.mask && a->certain == b->certain &&
           a->warp.depth == b->warp.depth && a->newest == b->newest &&
           words_equal(&a->words, &b->words) &&
           !memcmp(a->open, b->open, a->warp.depth * sizeof *a->open) &&
           walk->machine->equal(a, b) && rows_equal(&a->rows, &b->rows) && parked_equal(a, b);
}

/* ---- lanes that leave a loop before others ---- */

enum wc_status walk_park(struct walk *walk, struct walk_state *state, uint32_t set, uint64_t lanes)
{
    if (set >= WALK_PARKED_MAX)
        return walk_fail(walk, state, state->warp.pc,
                         "cannot be bounded: the lanes that have left their loops are unknown");
    while (state->parked_count <= set)
        parked_push(state);
    lay_down(walk, &state->parked[set], &state->rows, lanes);
    return WC_OK;
}

enum wc_status walk_wake(struct walk *walk, struct walk_state *state, const struct walk_tag *tag)
{
    for (uint32_t i = tag->depth; i < state->warp.depth; i++) {
        if (state->open[i])
            return walk_fail(walk, state, state->warp.pc,
                             "cannot be bounded: lanes masked by an open %s become active again",
                             walk->machine->part);
    }
    for (uint32_t i = tag->parked; i < state->parked_count; i++) {
        if (state->parked[i].mask & ~tag->mask)
            return walk_fail(walk, state, state->warp.pc,
                             "cannot be bounded: the mask excludes lanes that left a loop");
        rows_mix(walk, &state->rows, &state->parked[i].rows, 0, state->parked[i].mask);
    }
    state->order.test = TEST_OTHER;
    settle(state);
    if (state->parked_count > tag->parked)
        state->parked_count = tag->parked;
    warp_set_mask(&state->warp, tag->mask);
    state->certain = tag->certain;
    return WC_OK;
}
