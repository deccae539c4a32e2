/* SPDX-License-Identifier: Apache-2.0 */
/* test_walk_state.c - what is known after ways meet, after an instruction, and of memory: one rule
 * at a time, on states made by hand, with an instruction set of the test's own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bound/engine/walker.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { LANES = 4, ALL = 15, STRIDE = 16, ROWS = 8, SP = 7 };
enum { BUFFER = 0x1000, NEXT = 0x1100, VARIABLES = 0x2000, MORE = 0x3000, LOCAL = 0x5000,
       WORDS = 0x6000, STACKS = 0x8000, STACK_BYTES = 0x100, TOP = STACKS + LANES * STACK_BYTES };

/* ---- the instruction set: results of r1 and r2 go to r3, accesses to the address in r1 ---- */

static uint32_t combine(enum value_rule rule, uint32_t a, uint32_t b)
{
    switch (rule) {
    case VALUE_ADD: return a + b;
    case VALUE_SUBTRACT: return a - b;
    case VALUE_MULTIPLY: return a * b;
    case VALUE_AND: return a & b;
    case VALUE_OR: return a | b;
    case VALUE_XOR: return a ^ b;
    case VALUE_TEST: return a < b;
    default: return a;
    }
}

static void run(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    effect->kind = EFFECT_NONE;
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint32_t second =
            insn->src[1].count ? warp_row(warp, insn->rs2)[lane] : (uint32_t)insn->imm;
        if (warp->mask >> lane & 1)
            warp_row(warp, insn->rd)[lane] =
                combine(insn->op->value, warp_row(warp, insn->rs1)[lane], second);
    }
}

static bool lacks(const struct insn *insn, struct text *out)
{
    (void)insn, (void)out;
    return false;
}

static struct regs stored(const struct insn *insn)
{
    return (struct regs){.first = insn->rs2, .count = 1};
}

static const struct isa isa = {.name = "toy", .register_count = ROWS, .insn_bytes_min = 4,
                               .lacks = lacks, .stored = stored};

static void operands(const struct insn *insn, struct walk_operand operand[2])
{
    operand[0] = (struct walk_operand){.is_row = true, .row = insn->rs1};
    operand[1] = (struct walk_operand){.is_row = insn->src[1].count, .row = insn->rs2,
                                       .number = (uint32_t)insn->imm};
}

static struct walk_address address(const struct insn *insn)
{
    return (struct walk_address){.row = insn->rs1, .offset = (uint32_t)insn->imm};
}

static bool saves(const struct insn *insn)
{
    (void)insn;
    return true;
}

static const struct walk_isa toy = {.rows = ROWS, .stack_pointer = SP, .operands = operands,
                                    .address = address, .saves = saves};

static void copy(struct walk_state *to, const struct walk_state *from) { (void)to, (void)from; }

static enum wc_status mergeable(struct walk *walk, const struct walk_state *a,
                                const struct walk_state *b)
{
    (void)walk, (void)a, (void)b;
    return WC_OK;
}

static bool equal(const struct walk_state *a, const struct walk_state *b)
{
    (void)a, (void)b;
    return true;
}

static const struct walk_machine machine = {.isa = &toy, .part = "PART", .meet = "MEET",
                                            .copy = copy, .mergeable = mergeable, .equal = equal};

/* ---- a walk under way ---- */

static struct stage {
    struct error err;
    struct memory memory;
    struct arena arena;
    struct insn insn;
    struct op op;
    struct program program;
    struct launch launch;
    uint8_t assumed[1];
    struct walk_bounds bounds;
    struct walk walk;
    const struct allocation *buffer, *next, *local;
} s;

static const struct allocation *place(enum allocation_kind kind, uint64_t base, uint64_t size)
{
    struct allocation *made;
    assert_int_equal(memory_place(&s.err, &s.memory, kind, "", base, size, true, &made), WC_OK);
    return made;
}

static int set_up(void **unused)
{
    (void)unused;
    s = (struct stage){.op = {.run = run}};
    place(ALLOCATION_BUFFER, BUFFER, 0x100);
    place(ALLOCATION_BUFFER, NEXT, 0x100);
    place(ALLOCATION_DATA, VARIABLES, 0x100);
    place(ALLOCATION_DATA, MORE, 0x100);
    place(ALLOCATION_LOCAL, LOCAL, 0x100);
    s.buffer = memory_find(&s.memory, BUFFER, 4);
    s.next = memory_find(&s.memory, NEXT, 4);
    s.local = memory_find(&s.memory, LOCAL, 4);
    s.program = (struct program){.isa = &isa, .insns = &s.insn, .count = 1};
    s.launch = (struct launch){.name = "toy", .program = &s.program};
    s.bounds = (struct walk_bounds){.assumed = s.assumed};
    s.walk = (struct walk){
        .err = &s.err, .machine = &machine, .launch = &s.launch, .memory = &s.memory,
        .bounds = &s.bounds, .arena = &s.arena, .stride = STRIDE, .lanes_agree = true,
        .stacks = {.low = STACKS, .high = TOP, .top = TOP, .bytes = STACK_BYTES},
        .words_base = WORDS, .words_bytes = 16, .insns = &s.insn, .may_learn = true};
    walk_collect_images(&s.walk);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    walk_states_free(&s.walk);
    arena_free(&s.walk.own);
    memory_free(&s.memory);
    arena_free(&s.arena);
    error_clear(&s.err);
    return 0;
}

static struct walk_state *state_of(uint64_t mask)
{
    const struct warp warp = {.lanes = LANES, .stride = STRIDE};
    struct walk_state *state = walk_state_start(&s.walk, &warp, false);
    warp_set_mask(&state->warp, mask);
    return state;
}

/* All lanes of a row hold a number. */
static void give(struct walk_state *state, uint32_t row, uint32_t number)
{
    for (uint32_t lane = 0; lane < LANES; lane++)
        warp_row(&state->warp, row)[lane] = number;
    walk_facts(state, row)->known = ALL;
}

static uint32_t value(struct walk_state *state, uint32_t row, uint32_t lane)
{
    return warp_row(&state->warp, row)[lane];
}

static uint64_t known(struct walk_state *state, uint32_t row)
{
    return walk_facts(state, row)->known;
}

static void merge(struct walk_state *into, struct walk_state *other)
{
    assert_int_equal(walk_state_merge(&s.walk, into, other), WC_OK);
}

/* ---- ways that meet ---- */

static void what_both_ways_know_alike_is_known(void **unused)
{
    (void)unused;
    struct walk_state *one = state_of(ALL), *other = state_of(ALL);
    assert_int_equal(known(one, 1), 0); /* not zeroed */
    give(one, 1, 5);
    give(other, 1, 5);
    give(one, 2, 5);
    give(other, 2, 6);
    give(one, 3, 5);
    give(one, 4, 0);
    give(other, 4, 1);
    give(one, 5, 1);
    give(other, 5, 2);
    merge(one, other);
    assert_int_equal(known(one, 1), ALL);
    assert_int_equal(known(one, 2), 0);
    assert_int_equal(known(one, 3), 0);
    assert_int_equal(walk_facts(one, 4)->boolean & ~known(one, 4), ALL);
    assert_int_equal(walk_facts(one, 5)->boolean, 0);
    assert_true(one->certain);
}

static void a_lost_stack_address_may_still_point_there(void **unused)
{
    (void)unused;
    struct walk_state *one = state_of(ALL), *other = state_of(ALL);
    give(one, 1, STACKS + 8);
    give(other, 1, 3);
    give(one, 2, 3);
    give(other, 2, STACKS + 8);
    give(one, 3, 3);
    give(other, 3, 4);
    merge(one, other);
    assert_true(walk_facts(one, 1)->points);
    assert_true(walk_facts(one, 2)->points);
    assert_false(walk_facts(one, 3)->points);
}

static void objects_saved_words_and_words_of_the_warp_need_both_ways(void **unused)
{
    (void)unused;
    struct walk_state *one = state_of(ALL), *other = state_of(ALL);
    walk_make(one, 1, ALL, s.buffer);
    walk_make(other, 1, ALL, s.buffer);
    walk_make(one, 2, ALL, s.buffer);
    walk_make(other, 2, ALL, s.next);
    walk_make(one, 3, ALL, s.buffer);
    walk_make(one, 5, 3, s.buffer);
    walk_make(other, 5, 6, s.buffer);
    walk_facts(one, 4)->saved = 3;
    walk_facts(other, 4)->saved = 6;
    one->words = (struct walk_words){.value = {7, 7, 7}, .known = 7};
    other->words = (struct walk_words){.value = {7, 8, 7}, .known = 3};
    merge(one, other);
    assert_ptr_equal(walk_made(walk_facts(one, 1), ALL), s.buffer);
    assert_null(walk_made(walk_facts(one, 2), 1));
    assert_null(walk_made(walk_facts(one, 3), 1));
    assert_ptr_equal(walk_made(walk_facts(one, 5), 2), s.buffer);
    assert_null(walk_made(walk_facts(one, 5), 1));
    assert_null(walk_made(walk_facts(one, 5), 4));
    assert_int_equal(walk_facts(one, 4)->saved, 2);
    assert_int_equal(one->words.known, 1);
}

static void a_new_object_leaves_other_lanes_without_theirs(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    walk_make(state, 1, ALL, s.buffer);
    walk_make(state, 1, 3, s.next);
    assert_ptr_equal(walk_made(walk_facts(state, 1), 3), s.next);
    assert_null(walk_made(walk_facts(state, 1), ALL));
    assert_null(walk_made(walk_facts(state, 1), 12));
}

/* Everything that lanes which slept since the tag held comes back. */
static void wake(struct walk_state *state)
{
    const struct walk_tag tag = {.kind = TAG_MASK, .certain = true, .mask = ALL};
    assert_int_equal(walk_wake(&s.walk, state, &tag), WC_OK);
    assert_int_equal(state->warp.mask, ALL);
}

static void lanes_that_one_way_has_inactive_may_sleep(void **unused)
{
    (void)unused;
    struct walk_state *one = state_of(3), *other = state_of(ALL);
    give(one, 1, 5);
    give(other, 1, 5);
    merge(one, other);
    assert_false(one->certain);
    assert_int_equal(one->warp.mask, ALL);
    give(one, 1, 9);
    wake(one);
    assert_int_equal(known(one, 1), 3);
    one = state_of(ALL);
    give(one, 1, 5);
    give(other, 1, 5);
    warp_set_mask(&other->warp, 3);
    merge(one, other);
    give(one, 1, 9);
    wake(one);
    assert_int_equal(known(one, 1), 3);
}

static void sleeping_lanes_hold_what_they_held(void **unused)
{
    (void)unused;
    struct walk_state *one = state_of(ALL), *other = state_of(ALL);
    give(one, 1, 9);
    give(other, 1, 5);
    assert_int_equal(walk_park(&s.walk, other, 0, 8), WC_OK);
    give(other, 1, 9);
    merge(one, other);
    wake(one);
    assert_int_equal(known(one, 1), 7);
    wake(other);
    assert_int_equal(known(other, 1), 7);
}

static void both_sides_give_the_lanes_that_they_had(void **unused)
{
    (void)unused;
    struct walk_state *one = state_of(ALL), *other = state_of(ALL);
    give(one, 1, 5);
    give(other, 1, 6);
    assert_int_equal(walk_state_gather(&s.walk, one, 7, other, 12), WC_OK);
    assert_int_equal(known(one, 1), 3 | 8); /* lane 2 may be on both sides */
    assert_int_equal(value(one, 1, 0), 5);
    assert_int_equal(value(one, 1, 3), 6);
}

static void states_are_equal_if_their_numbers_are(void **unused)
{
    (void)unused;
    struct walk_state *one = state_of(ALL), *other = state_of(ALL);
    give(one, 1, 5);
    give(other, 1, 5);
    assert_true(walk_state_equal(&s.walk, one, other));
    warp_row(&other->warp, 1)[3] = 6;
    assert_false(walk_state_equal(&s.walk, one, other));
    walk_facts(one, 1)->known = walk_facts(other, 1)->known = 7;
    assert_true(walk_state_equal(&s.walk, one, other));
    other->certain = false;
    assert_false(walk_state_equal(&s.walk, one, other));
}

static void forgetting_is_for_active_lanes(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(3);
    give(state, 1, 1);
    walk_facts(state, 1)->boolean = ALL;
    walk_facts(state, 1)->tag.kind = TAG_MASK;
    walk_make(state, 1, ALL, s.buffer);
    walk_forget(state, 1);
    assert_int_equal(known(state, 1), 12);
    assert_int_equal(walk_facts(state, 1)->boolean, 12);
    assert_int_equal(walk_facts(state, 1)->tag.kind, TAG_NONE);
    assert_null(walk_made(walk_facts(state, 1), 1));
}

static void an_open_level_is_found_below_others(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    state->warp.depth = 2;
    state->open[0] = true;
    state->open[1] = false;
    assert_true(walk_any_open(state));
    state->open[0] = false;
    assert_false(walk_any_open(state));
}

/* ---- decisions ---- */

static bool is_uniform(struct walk_state *state)
{
    uint32_t number;
    return walk_uniform(&s.walk, state, 1, &number);
}

static void one_lane_speaks_for_all_if_they_agree(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    assert_false(is_uniform(state));
    walk_facts(state, 1)->known = 8; /* the lane that decides */
    assert_true(is_uniform(state));
    assert_int_equal(s.assumed[0] >> ASSUME_LANES & 1, 0);
    walk_facts(state, 1)->known = 7;
    assert_true(is_uniform(state));
    assert_true(s.assumed[0] >> ASSUME_LANES & 1);
    s.walk.lanes_agree = false;
    assert_false(is_uniform(state));
}

static void lanes_that_may_be_inactive_must_all_be_known_and_agree(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    state->certain = false;
    give(state, 1, 5);
    assert_true(is_uniform(state));
    warp_row(&state->warp, 1)[2] = 6;
    assert_false(is_uniform(state));
    give(state, 1, 5);
    walk_facts(state, 1)->known = 14;
    assert_false(is_uniform(state));
}

static void a_lane_that_is_not_known_may_be_on_both_sides(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    give(state, 1, 2);
    warp_row(&state->warp, 1)[1] = 3;
    walk_facts(state, 1)->known = 7;
    const struct walk_choice choice = walk_choice(state, 1);
    assert_int_equal(choice.one, 2 | 8);
    assert_int_equal(choice.zero, 1 | 4 | 8);
    assert_false(choice.known);
}

/* ---- values ---- */

/* r3 := r1 and r2, or a number. */
static void step(struct walk_state *state, enum value_rule rule, int32_t number, bool is_number)
{
    s.op = (struct op){.run = run, .value = rule};
    s.insn = (struct insn){.run = run, .op = &s.op, .rd = 3, .rs1 = 1, .rs2 = 2, .imm = number,
                           .src = {{1, 1}, {2, !is_number}}, .dst = {{3, 1}}};
    walk_classify(&s.walk);
    assert_int_equal(walk_step(&s.walk, state, 0), WC_OK);
}

static void step_rows(struct walk_state *state, enum value_rule rule)
{
    step(state, rule, 0, false);
}

static void only_zero_decides(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    give(state, 2, 0);
    step_rows(state, VALUE_AND);
    assert_int_equal(known(state, 3), ALL);
    assert_int_equal(value(state, 3, 1), 0);
    step_rows(state, VALUE_MULTIPLY);
    assert_int_equal(known(state, 3), ALL);
    step_rows(state, VALUE_ADD);
    assert_int_equal(known(state, 3), 0);
    step_rows(state, VALUE_OR);
    assert_int_equal(known(state, 3), 0);
    give(state, 2, 1);
    step_rows(state, VALUE_AND);
    assert_int_equal(known(state, 3), 0);
    assert_int_equal(walk_facts(state, 3)->boolean, ALL);
    give(state, 1, 1); /* the other operand is not known */
    walk_facts(state, 2)->known = 0;
    step_rows(state, VALUE_ADD);
    assert_int_equal(known(state, 3), 0);
}

static void zero_or_one_is_kept_by_some_rules(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    walk_facts(state, 1)->boolean = ALL;
    give(state, 2, 2);
    step_rows(state, VALUE_OR);
    assert_int_equal(walk_facts(state, 3)->boolean, 0);
    give(state, 2, 1);
    step_rows(state, VALUE_OR);
    assert_int_equal(walk_facts(state, 3)->boolean, ALL);
    step_rows(state, VALUE_SUBTRACT);
    assert_int_equal(walk_facts(state, 3)->boolean, 0);
    step(state, VALUE_ADD, 0, true);
    assert_int_equal(walk_facts(state, 3)->boolean, ALL);
    step(state, VALUE_ADD, 5, true);
    assert_int_equal(walk_facts(state, 3)->boolean, 0);
    walk_facts(state, 1)->boolean = 0;
    step_rows(state, VALUE_TEST);
    assert_int_equal(walk_facts(state, 3)->boolean, ALL);
}

static const struct allocation *made(struct walk_state *state)
{
    return walk_made(walk_facts(state, 3), state->warp.mask);
}

static void a_pointer_and_an_offset_point_into_the_same_object(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    walk_make(state, 1, ALL, s.buffer);
    step_rows(state, VALUE_ADD);
    assert_ptr_equal(made(state), s.buffer);
    step_rows(state, VALUE_SUBTRACT);
    assert_ptr_equal(made(state), s.buffer);
    step_rows(state, VALUE_MULTIPLY);
    assert_null(made(state));
    step_rows(state, VALUE_AND);
    assert_null(made(state));
    walk_make(state, 2, ALL, s.next);
    step_rows(state, VALUE_ADD);
    assert_null(made(state));
    step_rows(state, VALUE_SUBTRACT);
    assert_null(made(state));
    give(state, 1, BUFFER); /* the same with known numbers */
    give(state, 2, NEXT);
    step_rows(state, VALUE_ADD);
    assert_null(made(state));
    step_rows(state, VALUE_SUBTRACT);
    assert_null(made(state));
    walk_make(state, 2, ALL, NULL);
    step_rows(state, VALUE_SUBTRACT);
    assert_ptr_equal(made(state), s.buffer);
}

static void known_addresses_of_local_memory_are_pointers_if_all_are(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    give(state, 1, LOCAL + 8);
    step_rows(state, VALUE_ADD); /* r2 is not known */
    assert_ptr_equal(made(state), s.local);
    warp_row(&state->warp, 1)[3] = BUFFER;
    step_rows(state, VALUE_ADD);
    assert_null(made(state));
    give(state, 1, BUFFER);
    step_rows(state, VALUE_ADD);
    assert_null(made(state));
}

static void a_stack_address_and_something_may_point_into_the_stack(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    give(state, 1, STACKS + 8);
    step_rows(state, VALUE_ADD);
    assert_true(walk_facts(state, 3)->points);
    give(state, 1, 8);
    step_rows(state, VALUE_ADD);
    assert_false(walk_facts(state, 3)->points);
}

static void only_a_plain_move_takes_the_tag_along(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    walk_facts(state, 1)->tag.kind = TAG_MASK;
    step(state, VALUE_ADD, 0, true);
    assert_int_equal(walk_facts(state, 3)->tag.kind, TAG_MASK);
    step(state, VALUE_ADD, 1, true);
    assert_int_equal(walk_facts(state, 3)->tag.kind, TAG_NONE);
}

static uint64_t known_of_vote(struct walk_state *state)
{
    s.op = (struct op){.run = run, .role = ROLE_CROSS};
    s.insn = (struct insn){.run = run, .op = &s.op, .rd = 3, .rs1 = 1, .src = {{1, 1}},
                           .dst = {{3, 1}}};
    walk_classify(&s.walk);
    assert_int_equal(walk_step(&s.walk, state, 0), WC_OK);
    return known(state, 3);
}

static void a_vote_is_known_if_its_lanes_and_their_values_are(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    assert_int_equal(known_of_vote(state), 0);
    give(state, 1, 1);
    assert_int_equal(known_of_vote(state), ALL);
    state->certain = false;
    assert_int_equal(known_of_vote(state), 0);
    state->certain = true;
    state->warp.depth = 1;
    state->open[0] = true;
    assert_int_equal(known_of_vote(state), 0);
    state->open[0] = false;
    assert_int_equal(walk_park(&s.walk, state, 0, 8), WC_OK);
    assert_int_equal(known_of_vote(state), 0);
}

/* ---- ranges ---- */

static void assert_range(struct walk_range range, uint32_t low, uint32_t span)
{
    assert_int_equal(range.low, low);
    assert_int_equal(range.span, span);
}

static void a_row_has_one_range_and_numbers_beside_it(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(12);
    walk_limit(state, 1, range_between(2, 5));
    assert_range(walk_range_of(state, 1, 12), 2, 3);
    assert_true(range_is_all(walk_range_of(state, 1, ALL)));
    warp_set_mask(&state->warp, 3);
    walk_limit(state, 1, range_between(2, 5));
    assert_range(walk_range_of(state, 1, ALL), 2, 3);
    walk_limit(state, 1, range_between(2, 9));
    assert_range(walk_range_of(state, 1, 3), 2, 7);
    assert_true(range_is_all(walk_range_of(state, 1, 12))); /* lost the other one */
    warp_row(&state->warp, 1)[3] = 100;
    walk_facts(state, 1)->known = 8;
    assert_range(walk_range_of(state, 1, 3 | 8), 2, 98);
    walk_forget(state, 1);
    assert_true(range_is_all(walk_range_of(state, 1, 3)));
}

static void what_both_ways_hold_is_in_the_range_of_both(void **unused)
{
    (void)unused;
    struct walk_state *one = state_of(ALL), *other = state_of(ALL);
    walk_limit(one, 1, range_between(2, 5));
    walk_limit(other, 1, range_between(4, 9));
    walk_limit(one, 2, range_between(2, 5));
    give(other, 2, 50);
    give(one, 3, 50);
    walk_limit(other, 3, range_between(2, 5));
    walk_limit(one, 4, range_between(2, 5));
    merge(one, other);
    assert_range(walk_range_of(one, 1, ALL), 2, 7);
    assert_range(walk_range_of(one, 2, ALL), 2, 48);
    assert_range(walk_range_of(one, 3, ALL), 2, 48);
    assert_true(range_is_all(walk_range_of(one, 4, ALL)));
}

static void a_range_that_grows_is_dropped(void **unused)
{
    (void)unused;
    struct walk_state *start = state_of(ALL), *next = state_of(ALL);
    walk_limit(start, 1, range_between(2, 5));
    walk_limit(next, 1, range_between(2, 6));
    walk_limit(start, 2, range_between(2, 5));
    walk_limit(next, 2, range_between(3, 6));
    walk_state_calm(next, start, false);
    assert_true(range_is_all(walk_range_of(next, 1, ALL)));
    assert_range(walk_range_of(next, 2, ALL), 3, 3); /* as wide */
    walk_state_calm(next, start, true);
    assert_true(range_is_all(walk_range_of(next, 2, ALL)));
}

/* ---- memory ---- */

static void a_prologue_saves_registers_that_it_has_not_written(void **unused)
{
    (void)unused;
    static const struct op stores = {.run = run, .role = ROLE_ACCESS, .bytes = 4,
                                     .flags = INSN_STORE};
    static const struct op sets = {.run = run, .value = VALUE_ADD};
    struct insn code[] = {{.run = run, .op = &stores, .rs1 = SP, .rs2 = 2, .pc = 0},
                          {.run = run, .op = &sets, .rd = 2, .rs1 = 1, .pc = 4,
                           .src = {{1, 1}}, .dst = {{2, 1}}},
                          {.run = run, .op = &stores, .rs1 = SP, .rs2 = 2, .pc = 8}};
    struct code_range range = {.bytes = sizeof code / sizeof *code * 4,
                               .count = sizeof code / sizeof *code};
    struct function function = {.name = "toy", .bytes = range.bytes};
    s.program = (struct program){.isa = &isa, .insns = code, .count = range.count,
                                 .ranges = &range, .range_count = 1, .functions = &function,
                                 .function_count = 1};
    s.walk.insns = code;
    walk_classify(&s.walk);
    assert_true(s.walk.saves[0]);
    assert_false(s.walk.saves[2]);
}

/* Loads r3 from the address in r1, or stores r2 there. */
static void access_memory(struct walk_state *state, uint8_t flags, uint8_t bytes, bool keeps_sign)
{
    bool writes = flags & (INSN_LOAD | INSN_ATOMIC);
    s.op = (struct op){.run = run, .role = ROLE_ACCESS, .bytes = bytes, .flags = flags,
                       .keeps_sign = keeps_sign};
    s.insn = (struct insn){.run = run, .op = &s.op, .rd = 3, .rs1 = 1, .rs2 = 2, .flags = flags,
                           .src = {{1, 1}, {2, 1}}, .dst = {{3, writes}}};
    walk_classify(&s.walk);
    assert_int_equal(walk_step(&s.walk, state, 0), WC_OK);
}

static void load(struct walk_state *state)
{
    access_memory(state, INSN_LOAD, 4, false);
}

static void store(struct walk_state *state, uint8_t bytes)
{
    access_memory(state, INSN_STORE, bytes, false);
}

/* r1 := the address of this word below the top of each lane's stack. */
static void aim_at_stack(struct walk_state *state, uint32_t below)
{
    give(state, 1, 0);
    for (uint32_t lane = 0; lane < LANES; lane++)
        warp_row(&state->warp, 1)[lane] = TOP - lane * STACK_BYTES - below;
}

static void put_on_stack(struct walk_state *state, uint32_t below, uint32_t number)
{
    aim_at_stack(state, below);
    give(state, 2, number);
    store(state, 4);
}

static uint64_t known_on_stack(struct walk_state *state, uint32_t below)
{
    aim_at_stack(state, below);
    load(state);
    return known(state, 3);
}

static void words_of_the_stack_are_known_and_parts_of_them(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    put_on_stack(state, 8, 0x0102f3f4);
    assert_int_equal(known_on_stack(state, 8), ALL);
    assert_int_equal(value(state, 3, 2), 0x0102f3f4);
    assert_int_equal(known_on_stack(state, 12), 0);
    aim_at_stack(state, 7);
    access_memory(state, INSN_LOAD, 1, true);
    assert_int_equal(known(state, 3), ALL);
    assert_int_equal(value(state, 3, 1), 0xfffffff3);
    aim_at_stack(state, 7);
    store(state, 1);
    assert_int_equal(known_on_stack(state, 8), 0);
}

static void a_store_somewhere_into_the_stack_spares_saved_registers(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    put_on_stack(state, 8, 5);
    walk_facts(state, ROWS + 1)->saved = 0;
    put_on_stack(state, 16, 5);
    walk_facts(state, ROWS + 3)->saved = ALL;
    walk_facts(state, 1)->known = 0;
    walk_facts(state, 1)->points = true;
    store(state, 4);
    assert_true(s.assumed[0] >> ASSUME_SAVED & 1);
    assert_int_equal(known_on_stack(state, 8), 0);
    assert_int_equal(known_on_stack(state, 16), ALL);
}

static void words_below_the_stack_pointer_are_saved_no_more(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    put_on_stack(state, 24, 5);
    for (uint32_t row = ROWS; row < ROWS + 6; row++)
        walk_facts(state, row)->saved = ALL;
    aim_at_stack(state, 8);
    s.op = (struct op){.run = run, .value = VALUE_ADD};
    s.insn = (struct insn){.run = run, .op = &s.op, .rd = SP, .rs1 = 1, .src = {{1, 1}},
                           .dst = {{SP, 1}}};
    walk_classify(&s.walk);
    assert_int_equal(walk_step(&s.walk, state, 0), WC_OK);
    assert_int_equal(walk_facts(state, ROWS + 1)->saved, ALL); /* at the stack pointer */
    assert_int_equal(walk_facts(state, ROWS + 2)->saved, 0);
    assert_int_equal(walk_facts(state, ROWS + 5)->saved, 0);
}

static void an_atomic_combines_a_stack_word(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    put_on_stack(state, 8, 5);
    aim_at_stack(state, 8);
    give(state, 2, 1);
    access_memory(state, INSN_ATOMIC, 4, false);
    assert_int_equal(known(state, 3), 0);
    assert_int_equal(known_on_stack(state, 8), 0);
}

static void a_store_to_the_stack_of_another_lane_is_seen_by_all(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    put_on_stack(state, 8, 5);
    aim_at_stack(state, 8);
    warp_row(&state->warp, 1)[0] = TOP - 2 * STACK_BYTES - 8;
    store(state, 4);
    assert_true(s.walk.stacks_shared);
    assert_int_equal(known_on_stack(state, 8), 0);
    aim_at_stack(state, 8);
    warp_row(&state->warp, 1)[0] -= 4; /* lane by lane */
    load(state);
    assert_int_equal(known(state, 3), 0);
}

static void an_access_is_known_if_all_its_lanes_are(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    give(state, 1, BUFFER);
    load(state);
    assert_true(s.walk.access.known);
    walk_make(state, 1, ALL, s.next);
    walk_facts(state, 1)->known = 7;
    load(state);
    assert_false(s.walk.access.known);
    assert_null(s.walk.access.object); /* lane 0 is in another one */
    assert_true(s.assumed[0] >> ASSUME_OBJECT & 1);
    walk_facts(state, 1)->known = 0;
    load(state);
    assert_ptr_equal(s.walk.access.object, s.next);
}

static void words_of_the_warp_are_known_where_the_store_is(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    give(state, 1, WORDS + 4);
    give(state, 2, 0x102);
    store(state, 4);
    give(state, 1, WORDS + 4);
    load(state);
    assert_int_equal(known(state, 3), ALL);
    assert_int_equal(value(state, 3, 0), 0x102);
    access_memory(state, INSN_LOAD, 1, false);
    assert_int_equal(known(state, 3), 0);
    state->certain = false;
    store(state, 4);
    state->certain = true;
    load(state);
    assert_int_equal(known(state, 3), 0);
}

static void loads_bring_ranges(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    give(state, 1, BUFFER);
    access_memory(state, INSN_LOAD, 1, false);
    assert_range(walk_range_of(state, 3, ALL), 0, 255);
    access_memory(state, INSN_LOAD, 1, true);
    assert_range(walk_range_of(state, 3, ALL), 0u - 128, 255);
    load(state);
    assert_true(range_is_all(walk_range_of(state, 3, ALL)));
    aim_at_stack(state, 8);
    walk_facts(state, 2)->known = 0;
    walk_limit(state, 2, range_between(2, 5));
    store(state, 4);
    aim_at_stack(state, 8);
    load(state);
    assert_range(walk_range_of(state, 3, ALL), 2, 3);
    walk_facts(state, 1)->known = 0;
    walk_facts(state, 1)->points = true;
    store(state, 4);
    aim_at_stack(state, 8);
    load(state);
    assert_true(range_is_all(walk_range_of(state, 3, ALL)));
}

/* What the elements of the buffer are in now. */
static struct walk_range element_range(struct walk_state *state)
{
    give(state, 1, BUFFER + 8);
    load(state);
    return walk_range_of(state, 3, ALL);
}

static void assume_elements(void)
{
    struct allocation *buffer = (struct allocation *)memory_find(&s.memory, BUFFER, 4);
    buffer->assume = (struct element_range){.bytes = 4, .min = 0, .max = 5};
    walk_collect_elements(&s.walk);
}

static void elements_keep_their_range_until_a_store_breaks_it(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    assume_elements();
    assert_range(element_range(state), 0, 5);
    assert_true(s.assumed[0] >> ASSUME_RANGE & 1);
    access_memory(state, INSN_LOAD, 1, false); /* a part of one */
    assert_range(walk_range_of(state, 3, ALL), 0, 255);
    give(state, 2, 5);
    give(state, 1, BUFFER);
    store(state, 4);
    assert_range(element_range(state), 0, 5);
    give(state, 2, 6);
    give(state, 1, BUFFER);
    store(state, 4);
    assert_true(range_is_all(element_range(state)));
    assume_elements();
    give(state, 2, 5);
    give(state, 1, BUFFER);
    store(state, 1);
    assert_true(range_is_all(element_range(state)));
    assume_elements();
    walk_facts(state, 1)->known = 0; /* anywhere, perhaps into two elements */
    store(state, 4);
    assert_true(range_is_all(element_range(state)));
}

static void a_fixed_buffer_is_known_until_it_is_stored_to(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    ((struct allocation *)memory_find(&s.memory, BUFFER, 4))->fixed = true;
    s.walk.image_count = 0;
    walk_collect_images(&s.walk);
    give(state, 1, BUFFER);
    load(state);
    assert_int_equal(known(state, 3), ALL);
    assert_true(s.assumed[0] >> ASSUME_FIXED & 1);
    give(state, 1, NEXT);
    load(state);
    assert_int_equal(known(state, 3), 0);
    walk_facts(state, 1)->known = 0;
    walk_make(state, 1, ALL, s.buffer);
    store(state, 4);
    give(state, 1, BUFFER);
    load(state);
    assert_int_equal(known(state, 3), 0);
}

/* Some lanes store to a known place, the others somewhere into the fixed buffer. */
static void a_fixed_buffer_is_not_known_after_a_store_of_some_lanes(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    ((struct allocation *)memory_find(&s.memory, BUFFER, 4))->fixed = true;
    s.walk.image_count = 0;
    walk_collect_images(&s.walk);
    give(state, 1, NEXT);
    walk_facts(state, 1)->known = 1;
    walk_make(state, 1, ALL & ~1ull, s.buffer);
    store(state, 4);
    give(state, 1, BUFFER);
    load(state);
    assert_int_equal(known(state, 3), 0);
}

/* ---- the image ---- */

static uint64_t known_at(struct walk_state *state, uint32_t at)
{
    give(state, 1, at);
    load(state);
    return known(state, 3);
}

static void a_variable_that_is_stored_to_is_not_known(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    assert_int_equal(known_at(state, VARIABLES), ALL);
    give(state, 1, VARIABLES + 6);
    store(state, 1);
    assert_int_equal(known_at(state, VARIABLES), ALL);
    assert_int_equal(known_at(state, VARIABLES + 4), 0);
    give(state, 1, VARIABLES + 16);
    store(state, 4);
    give(state, 1, VARIABLES + 18);
    access_memory(state, INSN_LOAD, 1, false);
    assert_int_equal(known(state, 3), 0);
    assert_true(s.walk.learned > 0);
}

static void a_store_to_an_unknown_address_changes_all_variables(void **unused)
{
    (void)unused;
    struct walk_state *state = state_of(ALL);
    walk_make(state, 1, ALL, s.buffer);
    store(state, 4);
    assert_int_equal(s.assumed[0] >> ASSUME_STORE & 1, 0);
    assert_int_equal(known_at(state, VARIABLES), ALL);
    walk_facts(state, 1)->known = 0;
    walk_make(state, 1, ALL, NULL);
    store(state, 4);
    assert_true(s.assumed[0] >> ASSUME_STORE & 1);
    assert_true(s.assumed[0] >> ASSUME_WORDS & 1);
    assert_int_equal(known_at(state, VARIABLES), 0);
    assert_int_equal(known_at(state, MORE), 0);
}

static void another_launch_knows_what_this_one_stored(void **unused)
{
    (void)unused;
    struct walk_changes changes = {.arena = &s.arena};
    s.bounds.changes = &changes;
    s.walk.image_count = 0;
    walk_collect_images(&s.walk);
    struct walk_state *state = state_of(ALL);
    give(state, 1, VARIABLES);
    store(state, 4);
    s.walk.image_count = 0;
    walk_collect_images(&s.walk);
    assert_int_equal(known_at(state, VARIABLES), 0);
    assert_int_equal(known_at(state, VARIABLES + 4), ALL);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(what_both_ways_know_alike_is_known),
        CASE(a_lost_stack_address_may_still_point_there),
        CASE(objects_saved_words_and_words_of_the_warp_need_both_ways),
        CASE(a_new_object_leaves_other_lanes_without_theirs),
        CASE(lanes_that_one_way_has_inactive_may_sleep),
        CASE(sleeping_lanes_hold_what_they_held),
        CASE(both_sides_give_the_lanes_that_they_had),
        CASE(states_are_equal_if_their_numbers_are),
        CASE(forgetting_is_for_active_lanes),
        CASE(an_open_level_is_found_below_others),
        CASE(one_lane_speaks_for_all_if_they_agree),
        CASE(lanes_that_may_be_inactive_must_all_be_known_and_agree),
        CASE(a_lane_that_is_not_known_may_be_on_both_sides),
        CASE(only_zero_decides),
        CASE(zero_or_one_is_kept_by_some_rules),
        CASE(a_pointer_and_an_offset_point_into_the_same_object),
        CASE(known_addresses_of_local_memory_are_pointers_if_all_are),
        CASE(a_stack_address_and_something_may_point_into_the_stack),
        CASE(only_a_plain_move_takes_the_tag_along),
        CASE(a_row_has_one_range_and_numbers_beside_it),
        CASE(what_both_ways_hold_is_in_the_range_of_both),
        CASE(a_range_that_grows_is_dropped),
        CASE(loads_bring_ranges),
        CASE(elements_keep_their_range_until_a_store_breaks_it),
        CASE(a_fixed_buffer_is_known_until_it_is_stored_to),
        CASE(a_fixed_buffer_is_not_known_after_a_store_of_some_lanes),
        CASE(a_vote_is_known_if_its_lanes_and_their_values_are),
        CASE(a_prologue_saves_registers_that_it_has_not_written),
        CASE(words_of_the_stack_are_known_and_parts_of_them),
        CASE(a_store_somewhere_into_the_stack_spares_saved_registers),
        CASE(words_below_the_stack_pointer_are_saved_no_more),
        CASE(an_atomic_combines_a_stack_word),
        CASE(a_store_to_the_stack_of_another_lane_is_seen_by_all),
        CASE(an_access_is_known_if_all_its_lanes_are),
        CASE(words_of_the_warp_are_known_where_the_store_is),
        CASE(a_variable_that_is_stored_to_is_not_known),
        CASE(a_store_to_an_unknown_address_changes_all_variables),
        CASE(another_launch_knows_what_this_one_stored),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
