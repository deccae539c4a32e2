/* SPDX-License-Identifier: Apache-2.0 */
/* walk_memory.c - what loads find and stores change, without touching device memory.
 *
 * Known are bytes of the image, of the argument block and of fixed buffers that no warp stores to
 * (walk_image.c), words of a lane's own stack, and the words that belong to the warp as a whole
 * (every warp writes them itself before it reads them). Other buffers, local memory and all else
 * are not known.
 *
 * Assumed: a store to an address that is not known stays inside of buffers, local memory and
 * variables of the image, or, if the address was made from a stack pointer, inside of objects on
 * the lane's own stack. */
#include <string.h>

#include "bound/engine/walker.h"

enum { WORD_BYTES = 4 };

/* The row that a store writes to memory. */
static uint32_t stored_row(const struct walk *walk, const struct insn *insn)
{
    return walk->launch->program->isa->stored(insn).first;
}

/* ---- allocations ---- */

/* The allocation of an access; accesses come in flocks. */
static const struct allocation *find_allocation(struct walk *walk, uint64_t low, uint64_t bytes)
{
    const struct allocation *a = walk->recent;
    if (a && low >= a->base && low - a->base < a->size && a->size - (low - a->base) >= bytes)
        return a;
    a = memory_find(walk->memory, low, bytes);
    walk->recent = a ? a : walk->recent;
    return a;
}

/* ---- lanes' own stacks ---- */

/* The row that holds the stack word of a lane at an address, or -1: not its own. */
static int64_t stack_row(const struct walk *walk, unsigned lane, uint64_t address)
{
    uint64_t top = walk->stacks.top - (uint64_t)lane * walk->stacks.bytes;
    uint64_t below = top - address / WORD_BYTES * WORD_BYTES;
    if (below < WORD_BYTES || below > walk->stacks.bytes)
        return -1;
    return (int64_t)(walk->machine->isa->rows + below / WORD_BYTES - 1);
}

/* One row for all lanes when they use the same word of their stacks; else -1. */
static int64_t common_stack_row(const struct walk *walk, uint64_t lanes)
{
    int64_t row = -1;
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        int64_t own = stack_row(walk, lane, walk->address[lane]);
        if (own < 0 || (row >= 0 && own != row))
            return -1;
        row = own;
    }
    return row;
}

static bool stack_read(const struct walk *walk, const struct walk_state *state, unsigned lane,
                       uint64_t address, unsigned bytes, uint32_t *value)
{
    int64_t row = stack_row(walk, lane, address);
    if (row < 0 || row >= state->rows.count || walk->stacks_shared ||
        !(state->rows.facts[row].known >> lane & 1))
        return false;
    *value = warp_row(&state->warp, (uint32_t)row)[lane] >> (8 * (address & 3));
    if (bytes < 4)
        *value &= (1u << (8 * bytes)) - 1;
    return true;
}

/* ---- one lane's load ---- */

static bool in_words(const struct walk *walk, uint64_t address)
{
    return walk->words_base && address - walk->words_base < walk->words_bytes;
}

static bool words_read(const struct walk *walk, const struct walk_state *state, uint64_t address,
                       unsigned bytes, uint32_t *value)
{
    uint32_t word = (uint32_t)(address - walk->words_base) / WORD_BYTES;
    *value = state->words.value[word];
    return bytes == WORD_BYTES && state->words.known >> word & 1;
}

static bool lane_read(struct walk *walk, const struct walk_state *state, unsigned lane,
                      unsigned bytes, uint32_t *value)
{
    uint64_t address = walk->address[lane];
    if (in_words(walk, address))
        return words_read(walk, state, address, bytes, value);
    if (walk_in_stacks(walk, (uint32_t)address))
        return stack_read(walk, state, lane, address, bytes, value);
    const struct allocation *a = find_allocation(walk, address, bytes);
    const struct walk_image *image = a ? walk_image_of(walk, a) : NULL;
    return image && walk_image_read(image, address, bytes, value);
}

static uint32_t widened(const struct insn *insn, uint32_t value)
{
    unsigned above = 32 - 8 * insn->op->bytes;
    return insn->op->keeps_sign ? (uint32_t)((int32_t)(value << above) >> above) : value;
}

/* ---- the addresses of an access ---- */

struct span {
    uint32_t low, high; /* the least and the largest address of some lanes */
    bool points;        /* those that are not known may be in the lanes' stacks */
};

/* The addresses of all lanes, and the span of the active ones. */
LANEWISE static struct span add_offset(const struct walk_state *state, const uint32_t *base,
                                       uint32_t offset, uint64_t *address)
{
    const uint32_t *active = state->warp.active;
    const size_t lanes = lane_count(state->warp.stride);
    uint32_t low = UINT32_MAX, high = 0;
    LANE_LOOP
    for (size_t lane = 0; lane < lanes; lane++) {
        uint32_t at = base[lane] + offset;
        uint32_t min = at | ~active[lane], max = at & active[lane];
        low = min < low ? min : low;
        high = max > high ? max : high;
        address[lane] = at;
    }
    return (struct span){.low = low, .high = high};
}

/* The same for some lanes only. */
static struct span span_of(const struct walk *walk, uint64_t lanes)
{
    struct span span = {.low = UINT32_MAX};
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        uint32_t address = (uint32_t)walk->address[__builtin_ctzll(rest)];
        span.low = address < span.low ? address : span.low;
        span.high = address > span.high ? address : span.high;
    }
    return span;
}

static bool is_place(const struct allocation *a, enum access_kind kind)
{
    return a->kind == ALLOCATION_BUFFER || a->kind == ALLOCATION_LOCAL ||
           (a->kind == ALLOCATION_DATA && kind == ACCESS_LOAD);
}

/* The object that a pointer was made from, if the access can be assumed to stay in it. */
static const struct allocation *assumed_object(const struct walk *walk,
                                               const struct walk_facts *facts, uint64_t lanes)
{
    return walk->bounds->tolerant ? NULL : walk_made(facts, lanes);
}

/* Where an access goes of which not all addresses are known: into a range of them, or, as the walk
 * assumes, into the object that its pointer was made from; true: so it assumes. */
static bool find_place(struct walk *walk, const struct walk_state *state, struct walk_address at,
                       struct walk_access *access)
{
    const struct walk_facts *facts = &state->rows.facts[at.row];
    const struct walk_range range = walk_range_of(state, at.row, access->lanes);
    const uint64_t low = (uint32_t)(range.low + at.offset);
    const uint64_t size = (uint64_t)range.span + access->bytes;
    const struct allocation *a = range_is_all(range) ? NULL : find_allocation(walk, low, size);
    if (a && is_place(a, access->kind)) {
        access->object = a;
        access->base = low;
        access->size = size;
        return false;
    }
    const struct allocation *object = assumed_object(walk, facts, access->lanes);
    if (object)
        walk_assume(walk, state->warp.pc, ASSUME_OBJECT);
    if (!object || facts->known & access->lanes)
        return false;
    access->object = object;
    access->base = object->base;
    access->size = object->size;
    return true;
}

/* What a run is compared with, if it follows. */
static void note_reach(const struct walk *walk, const struct walk_state *state, uint64_t known,
                       bool points, bool stays)
{
    struct reach *reach = walk->bounds->reach;
    const struct walk_access *access = &walk->access;
    if (!reach || !walk->sink)
        return;
    struct reach_insn *insn = &reach->insn[state->warp.pc];
    if (stays)
        reach_note_object(reach, state->warp.pc, access->object);
    else if (known || access->object || access->kind == ACCESS_LOAD || points)
        insn->open = true;
    else
        insn->spares_stacks = true;
}

/* Fills walk->access; returns the lanes whose addresses are known. */
static uint64_t find_addresses(struct walk *walk, const struct walk_state *state,
                               const struct insn *insn, enum access_kind kind, struct span *span)
{
    const struct walk_address at = walk->machine->isa->address(insn);
    const uint32_t *base = warp_row(&state->warp, at.row);
    const struct walk_facts *facts = &state->rows.facts[at.row];
    uint64_t mask = state->warp.mask, known = facts->known & mask;
    *span = add_offset(state, base, at.offset, walk->address);
    if (known != mask)
        *span = span_of(walk, known);
    walk->access = (struct walk_access){.kind = (uint8_t)kind,
                                        .bytes = insn->op->bytes,
                                        .known = known == mask, .lanes = mask,
                                        .some = !state->certain, .address = walk->address};
    const bool stays = known != mask && find_place(walk, state, at, &walk->access);
    note_reach(walk, state, known, facts->points, stays);
    span->points = facts->points;
    return known;
}

const struct allocation *walk_object_at(struct walk *walk, uint32_t address)
{
    const struct allocation *a = find_allocation(walk, address, 1);
    return a && (a->kind == ALLOCATION_BUFFER || a->kind == ALLOCATION_LOCAL) ? a : NULL;
}

/* The buffer that all addresses of a span are in, or NULL. */
static const struct allocation *span_buffer(struct walk *walk, struct span span, unsigned bytes)
{
    const struct allocation *a =
        find_allocation(walk, span.low, (uint64_t)span.high - span.low + bytes);
    return a && a->kind == ALLOCATION_BUFFER ? a : NULL;
}

/* The buffer that all lanes of walk->access are in, or NULL; `known`: lanes of the span. */
static const struct allocation *access_buffer(struct walk *walk, uint64_t known, struct span span)
{
    const struct walk_access *access = &walk->access;
    const struct allocation *a = known ? span_buffer(walk, span, access->bytes) : access->object;
    if (!a || a->kind != ALLOCATION_BUFFER || (known != access->lanes && access->object != a))
        return NULL;
    return a;
}

/* ---- loads ---- */

/* A whole word of the stack in all lanes brings its facts along. */
static bool load_stack_row(struct walk *walk, struct walk_state *state, const struct insn *insn,
                           uint64_t lanes)
{
    if (lanes != state->warp.mask || insn->op->bytes != WORD_BYTES ||
        !walk_in_stacks(walk, (uint32_t)walk->address[warp_deciding_lane(&state->warp)]))
        return false;
    int64_t row = common_stack_row(walk, lanes);
    if (row < 0 || row >= state->rows.count || walk->stacks_shared)
        return false;
    struct walk_facts *to = walk_facts(state, insn->rd);
    const struct walk_facts *from = walk_facts(state, (uint32_t)row);
    const uint32_t *source = warp_row(&state->warp, (uint32_t)row);
    uint32_t *target = warp_row(&state->warp, insn->rd);
    for (uint32_t lane = 0; lane < state->warp.stride; lane++)
        target[lane] = lanes >> lane & 1 ? source[lane] : target[lane];
    to->known = (to->known & ~lanes) | (from->known & lanes);
    to->boolean = (to->boolean & ~lanes) | (from->boolean & lanes);
    walk_copy_range(to, from, lanes);
    to->tag = from->tag;
    to->points = from->points || (to->points && lanes != lanes_all(state->warp.lanes));
    walk_make(state, insn->rd, lanes, walk_made(from, lanes));
    return true;
}

static void load_value(struct walk_state *state, const struct insn *insn, uint64_t lanes,
                       uint32_t value)
{
    uint32_t *target = warp_row(&state->warp, insn->rd);
    value = widened(insn, value);
    for (uint32_t lane = 0; lane < warp_loop_lanes(&state->warp); lane++)
        target[lane] = lanes >> lane & 1 ? value : target[lane];
    walk_facts(state, insn->rd)->known |= lanes;
}

/* A pointer into a buffer that the launch passes, or the image has: all lanes have loaded the same.
 * A number of a fixed buffer is none. An address in local memory may be the end of the stacks,
 * which is where it begins. */
static void load_pointer(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    const unsigned lane = warp_deciding_lane(&state->warp);
    const struct allocation *object =
        walk_object_at(walk, warp_row(&state->warp, insn->rd)[lane]);
    if (insn->op->bytes == WORD_BYTES && !in_words(walk, walk->address[lane]) && object &&
        object->kind == ALLOCATION_BUFFER)
        walk_make(state, insn->rd, state->warp.mask, object);
}

/* Lanes whose addresses are known, as far as what is there is known. */
static void load_known(struct walk *walk, struct walk_state *state, const struct insn *insn,
                       uint64_t lanes, struct span span, bool from_stack)
{
    const unsigned bytes = insn->op->bytes;
    const struct allocation *buffer = lanes ? span_buffer(walk, span, bytes) : NULL;
    if (buffer && !buffer->fixed) /* the common case, about which nothing is known */
        return;
    if (buffer)
        walk_assume(walk, state->warp.pc, ASSUME_FIXED);
    uint64_t same = span.low == span.high && !from_stack ? lanes : 0;
    for (uint64_t rest = lanes; rest; rest &= same ? 0 : rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint32_t value = 0;
        if (lane_read(walk, state, lane, bytes, &value))
            load_value(state, insn, same ? same : 1ull << lane, value);
    }
    if (!buffer && same == state->warp.mask && !(same & ~walk_facts(state, insn->rd)->known))
        load_pointer(walk, state, insn);
}

void walk_load(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    struct span span;
    uint64_t lanes = find_addresses(walk, state, insn, ACCESS_LOAD, &span);
    bool from_stack =
        span.points ||
        (lanes && walk_in_stacks(walk, (uint32_t)walk->address[__builtin_ctzll(lanes)]));
    if (lanes && load_stack_row(walk, state, insn, lanes))
        return;
    walk_forget(state, insn->rd);
    walk_facts(state, insn->rd)->points |= from_stack; /* a pointer kept on the stack, perhaps */
    load_known(walk, state, insn, lanes, span, from_stack);
    walk_limit(state, insn->rd,
               walk_elements_load(walk, state, insn, access_buffer(walk, lanes, span)));
}

/* ---- stores ---- */

static void stack_store(struct walk *walk, struct walk_state *state, const struct insn *insn,
                        uint64_t lanes, int64_t row)
{
    if (row >= state->rows.count)
        walk_state_extend(state, (uint32_t)row + 1);
    struct walk_facts *to = walk_facts(state, (uint32_t)row);
    const uint32_t stored = stored_row(walk, insn);
    const struct walk_facts *from = walk_facts(state, stored);
    bool whole = insn->op->bytes == WORD_BYTES;
    const uint32_t *source = warp_row(&state->warp, stored);
    uint32_t *target = warp_row(&state->warp, (uint32_t)row);
    for (uint64_t rest = lanes; rest; rest &= rest - 1)
        target[__builtin_ctzll(rest)] = source[__builtin_ctzll(rest)];
    to->known = (to->known & ~lanes) | (whole ? from->known & lanes : 0);
    to->boolean = (to->boolean & ~lanes) | (whole ? from->boolean & lanes : 0);
    walk_copy_range(to, whole ? from : &(struct walk_facts){0}, lanes);
    bool all = whole && lanes == state->warp.mask;
    to->points = from->points || (to->points && lanes != lanes_all(state->warp.lanes));
    to->saved = whole && walk->saves[state->warp.pc] ? to->saved | lanes : to->saved & ~lanes;
    walk_make(state, (uint32_t)row, lanes, whole ? walk_made(from, lanes) : NULL);
    if (all)
        to->tag = from->tag;
    else
        to->tag.kind = TAG_NONE;
}

/* Lanes store in rising order, as in the run (memory/port.c): the last one wins. */
static void words_store(struct walk *walk, struct walk_state *state, const struct insn *insn,
                        unsigned lane)
{
    const uint32_t stored = stored_row(walk, insn);
    uint32_t word = (uint32_t)(walk->address[lane] - walk->words_base) / WORD_BYTES;
    bool known = insn->op->bytes == WORD_BYTES && state->certain &&
                 walk_facts(state, stored)->known >> lane & 1;
    state->words.value[word] = known ? warp_row(&state->warp, stored)[lane] : 0;
    state->words.known = known ? state->words.known | 1u << word
                               : state->words.known & ~(1u << word);
}

static enum wc_status lane_store(struct walk *walk, struct walk_state *state,
                                 const struct insn *insn, unsigned lane,
                                 struct walk_range stored)
{
    uint64_t address = walk->address[lane];
    unsigned bytes = insn->op->bytes;
    if (in_words(walk, address)) {
        words_store(walk, state, insn, lane);
        return WC_OK;
    }
    if (walk_in_stacks(walk, (uint32_t)address)) {
        int64_t row = stack_row(walk, lane, address);
        if (row >= 0) {
            stack_store(walk, state, insn, 1ull << lane, row);
            return WC_OK;
        }
        if (!walk->may_learn && !walk->stacks_shared)
            return walk_fail(walk, state, state->warp.pc,
                             "cannot be bounded: a store to the stack of another lane");
        walk->learned += !walk->stacks_shared;
        walk->stacks_shared = true;
        return WC_OK;
    }
    const struct allocation *a = find_allocation(walk, address, bytes);
    struct walk_image *image = a ? walk_image_of(walk, a) : NULL;
    if (a)
        walk_elements_store(walk, a, bytes, stored);
    return image ? walk_image_store(walk, state, image, address, bytes) : WC_OK;
}

/* Somewhere into objects of the stack: saved registers are none. */
static void store_astray(const struct walk *walk, struct walk_state *state, uint64_t lanes)
{
    for (uint32_t row = walk->machine->isa->rows; row < state->rows.count; row++) {
        struct walk_facts *facts = walk_facts(state, row);
        uint64_t hit = lanes & ~facts->saved;
        if (!hit)
            continue;
        facts->known &= ~hit;
        facts->boolean &= ~hit;
        facts->ranged &= ~hit;
        facts->points = true;
        walk_make(state, row, hit, NULL);
        facts->tag.kind = TAG_NONE;
    }
}

/* Words below the stack pointer of a lane belong to no function any more: a later function may have
 * objects there. */
static void release_lane(const struct walk *walk, struct walk_state *state, unsigned lane)
{
    const uint32_t first = walk->machine->isa->rows, sp = walk->machine->isa->stack_pointer;
    uint64_t top = walk->stacks.top - (uint64_t)lane * walk->stacks.bytes;
    uint64_t depth = top - warp_row(&state->warp, sp)[lane];
    bool known = walk_facts(state, sp)->known >> lane & 1 && depth <= walk->stacks.bytes;
    for (uint32_t row = first + (known ? (uint32_t)depth / WORD_BYTES : 0);
         row < state->rows.count; row++)
        walk_facts(state, row)->saved &= ~(1ull << lane);
}

void walk_release_stack(const struct walk *walk, struct walk_state *state)
{
    uint64_t lanes = 0;
    for (uint32_t row = walk->machine->isa->rows; row < state->rows.count; row++)
        lanes |= walk_facts(state, row)->saved;
    for (lanes &= state->warp.mask; lanes; lanes &= lanes - 1)
        release_lane(walk, state, (unsigned)__builtin_ctzll(lanes));
}

/* The words of the warp as a whole are in local memory too. */
static bool may_be_words(const struct walk *walk, const struct walk_access *access,
                         const struct allocation *pointed)
{
    if (!walk->words_base)
        return false;
    if (!access->object)
        return !pointed || pointed->kind == ALLOCATION_LOCAL;
    return access->base < walk->words_base + walk->words_bytes &&
           walk->words_base < access->base + access->size;
}

/* Lanes whose addresses are not known. */
static void store_somewhere(struct walk *walk, struct walk_state *state, const struct insn *insn,
                            uint64_t lanes, bool points, struct walk_range stored)
{
    const uint32_t base = walk->machine->isa->address(insn).row;
    const struct allocation *pointed = assumed_object(walk, walk_facts(state, base), lanes);
    const struct walk_access *access = &walk->access;
    if (may_be_words(walk, access, pointed))
        walk_assume(walk, state->warp.pc, ASSUME_WORDS);
    if (access->object) {
        walk_image_store_inside(walk, access->object, access->base, access->size);
        walk_elements_store(walk, access->object, access->bytes, stored);
        return;
    }
    if (points) {
        walk_assume(walk, state->warp.pc, ASSUME_SAVED);
        store_astray(walk, state, lanes);
    }
    if (pointed) {
        walk_image_store_inside(walk, pointed, pointed->base, pointed->size);
        walk_elements_store(walk, pointed, access->bytes, stored);
        return;
    }
    walk_assume(walk, state->warp.pc, ASSUME_STORE);
    walk_image_store_anywhere(walk);
    walk_elements_store_anywhere(walk);
}

static enum wc_status store_at(struct walk *walk, struct walk_state *state,
                               const struct insn *insn, enum access_kind kind)
{
    struct span span;
    uint64_t lanes = find_addresses(walk, state, insn, kind, &span);
    uint64_t unknown = state->warp.mask & ~lanes;
    enum wc_status status = WC_OK;
    const struct walk_range stored = kind == ACCESS_STORE
        ? walk_range_of(state, stored_row(walk, insn), state->warp.mask) : RANGE_ALL;
    if (unknown)
        store_somewhere(walk, state, insn, unknown, span.points, stored);
    const struct allocation *buffer = lanes ? span_buffer(walk, span, insn->op->bytes) : NULL;
    if (buffer)
        walk_elements_store(walk, buffer, insn->op->bytes, stored);
    if (!lanes || (buffer && !buffer->fixed))
        return WC_OK;
    int64_t row = common_stack_row(walk, lanes);
    if (row >= 0) {
        stack_store(walk, state, insn, lanes, row);
        return WC_OK;
    }
    for (uint64_t rest = lanes; rest && status == WC_OK; rest &= rest - 1)
        status = lane_store(walk, state, insn, (unsigned)__builtin_ctzll(rest), stored);
    return status;
}

enum wc_status walk_store(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    return store_at(walk, state, insn, ACCESS_STORE);
}

enum wc_status walk_atomic(struct walk *walk, struct walk_state *state, const struct insn *insn)
{
    enum wc_status status = store_at(walk, state, insn, ACCESS_ATOMIC);
    const uint32_t way = insn->flags & (INSN_LOAD | INSN_STORE);
    if (way != (INSN_LOAD | INSN_STORE)) /* LR, SC */
        walk->access.kind = ACCESS_LOAD;
    if (way == INSN_STORE)
        walk->access.or_store = walk->access.some = true;
    uint32_t base = walk->machine->isa->address(insn).row;
    uint64_t lanes = state->rows.facts[base].known & state->warp.mask;
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        int64_t row = stack_row(walk, lane, walk->address[lane]);
        if (row >= 0 && row < state->rows.count) { /* the word is combined, not replaced */
            walk_facts(state, (uint32_t)row)->known &= ~(1ull << lane);
            walk_facts(state, (uint32_t)row)->boolean &= ~(1ull << lane);
            walk_facts(state, (uint32_t)row)->ranged &= ~(1ull << lane);
            walk_make(state, (uint32_t)row, 1ull << lane, NULL);
        }
        if (in_words(walk, walk->address[lane]))
            state->words.known = 0;
    }
    walk_forget(state, insn->rd);
    return status;
}
