/* SPDX-License-Identifier: Apache-2.0 */
/* test_constraint.c - secondary splits wait at reconvergence points, as long as they must. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/constraint.h"

#include <cmocka.h>

enum { LENGTH = 32, ALL = 0xf };

struct stage {
    struct contexts contexts;
    struct contexts_warp warps[1];
    struct cct_node nodes[2 * CONTEXTS_LANES_MAX];
    uint32_t divergence[LENGTH];
    struct constraint constraint;
    cycle_t now;
};

static void open_stage(struct stage *stage, bool literal)
{
    const struct contexts_numbers numbers = {
        .model = literal ? CONTEXTS_HARDWARE : CONTEXTS_EXACT, .warps = 1, .hot = 2,
        .literal = literal, .cct = {.nodes = CONTEXTS_LANES_MAX, .sort_min = 1, .sort_max = 64}};
    contexts_build(&stage->contexts, &numbers, stage->warps, stage->nodes);
    for (uint32_t i = 0; i < LENGTH; i++)
        stage->divergence[i] = CONSTRAINT_NONE;
    stage->constraint = (struct constraint){.divergence = stage->divergence};
    stage->now = 0;
    contexts_start(&stage->contexts, 0, 0, ALL);
}

static void branch(struct stage *stage, uint32_t slot, uint64_t taken, uint32_t target,
                   uint32_t next)
{
    contexts_branch(&stage->contexts, 0, slot, taken, target, next, stage->now += 64);
    contexts_settle(&stage->contexts, stage->now += 64);
}

static bool suspended(const struct stage *stage)
{
    return constraint_suspends(&stage->constraint, &stage->contexts, 0);
}

/* A primary at `pc`, a secondary at the marker of 20 with divergence point 10. */
static bool suspends_at(uint32_t pc, enum constraint_interval interval)
{
    struct stage stage;
    open_stage(&stage, false);
    stage.divergence[20] = 10;
    stage.constraint.interval = interval;
    branch(&stage, 0, 0xc, 20, pc);
    return suspended(&stage);
}

/* SBI-43, A-6: both readings of the interval. */
static void the_primary_between_the_points_suspends(void **unused)
{
    (void)unused;
    assert_false(suspends_at(9, CONSTRAINT_OPEN));
    assert_false(suspends_at(10, CONSTRAINT_OPEN));
    assert_true(suspends_at(11, CONSTRAINT_OPEN));
    assert_true(suspends_at(19, CONSTRAINT_OPEN));
    assert_false(suspends_at(9, CONSTRAINT_CLOSED));
    assert_true(suspends_at(10, CONSTRAINT_CLOSED));
    assert_true(suspends_at(11, CONSTRAINT_CLOSED));
    assert_true(suspends_at(19, CONSTRAINT_CLOSED));
}

/* Without a table nothing is suspended; a place without a marker is none. */
static void without_a_marker_nobody_waits(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, false);
    branch(&stage, 0, 0xc, 20, 11);
    assert_false(suspended(&stage));
    stage.constraint.divergence = NULL;
    assert_false(suspended(&stage));
}

/* SBI-44, SBI-45: the primary is never held, and takes the suspended split along. */
static void the_primary_is_never_suspended_and_releases(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, false);
    stage.divergence[20] = 10;
    branch(&stage, 0, 0xc, 20, 19);
    assert_true(suspended(&stage));
    branch(&stage, 0, 0, 0, 20);
    assert_int_equal(stage.warps[0].hot[0].mask, ALL);
    assert_false(suspended(&stage)); /* one split, at a marker, and the primary */
}

/* SBI-45: the primary ends or waits at a barrier; the other one is the primary then. */
static void a_primary_that_stops_holds_nobody(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, false);
    stage.divergence[20] = 10;
    branch(&stage, 0, 0xc, 20, 19);
    contexts_wait(&stage.contexts, 0, 0, 21, stage.now);
    assert_int_equal(contexts_next(&stage.contexts, 0)->pc, 20);
    assert_false(suspended(&stage));
}

/* SBI-45: a split popped into the second slot at a marker is judged like any other. */
static void a_popped_split_is_judged_too(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, false);
    stage.divergence[20] = 10;
    branch(&stage, 0, 0x8, 20, 1);
    branch(&stage, 0, 0x4, 12, 11);
    assert_int_equal(stage.warps[0].cold, 0x8);
    contexts_exit(&stage.contexts, 0, 1, 0x4, 0, stage.now);
    assert_int_equal(stage.warps[0].hot[1].pc, 20);
    assert_true(suspended(&stage));
}

/* SBI-43: by priority, not by address. */
static void the_interval_follows_the_priorities(void **unused)
{
    (void)unused;
    struct stage stage;
    uint32_t priority[LENGTH];
    open_stage(&stage, false);
    for (uint32_t i = 0; i < LENGTH; i++)
        priority[i] = LENGTH - 1 - i;
    contexts_reset(&stage.contexts, priority);
    contexts_start(&stage.contexts, 0, 31, ALL);
    stage.divergence[10] = 20;
    branch(&stage, 0, 0xc, 10, 15);
    assert_true(suspended(&stage));
    branch(&stage, 0, 0, 0, 20);
    assert_false(suspended(&stage));
}

/* a primary in a function that it may have called between the points. */
static void a_primary_in_a_deeper_call_holds(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, false);
    stage.divergence[20] = 10;
    branch(&stage, 0, 0xc, 20, 15);
    struct contexts_move call[2] = {
        {.moves = true, .taken = ALL, .target = 30, .next = 16, .call = 1}};
    contexts_step(&stage.contexts, 0, call, stage.now);
    assert_int_equal(stage.warps[0].hot[0].pc, 30);
    assert_true(suspended(&stage));
}

/* ---- SBI-46: nested if-else ---- */

/* A 0..1 -> B 2..13, C 14..15; C -> D 16..17, E 18..20; joins F 21..23 and G 24..25, which ends.
 * Lanes 0-1 take B, lane 2 D, lane 3 E. */
struct place {
    char block;
    uint64_t taken; /* lanes that go to `target` */
    uint32_t target;
};

static const struct place nested[] = {
    {'A', 0, 0}, {'A', 0xc, 14},
    {'B', 0, 0}, {'B', 0, 0}, {'B', 0, 0}, {'B', 0, 0}, {'B', 0, 0}, {'B', 0, 0},
    {'B', 0, 0}, {'B', 0, 0}, {'B', 0, 0}, {'B', 0, 0}, {'B', 0, 0}, {'B', ALL, 24},
    {'C', 0, 0}, {'C', 0x8, 18},
    {'D', 0, 0}, {'D', ALL, 21},
    {'E', 0, 0}, {'E', 0, 0}, {'E', 0, 0},
    {'F', 0, 0}, {'F', 0, 0}, {'F', 0, 0},
    {'G', 0, 0}, {'G', 0, 0},
};

enum { NESTED_C_LAST = 15, NESTED_D = 16, NESTED_E = 18, NESTED_F = 21, NESTED_G = 24,
       NESTED_LAST = 25 };

struct co_issues {
    uint32_t b_with_f, d_or_e_with_f, with_g, issues;
};

static void note(struct co_issues *seen, char one, char two)
{
    seen->b_with_f += one == 'B' && two == 'F';
    seen->d_or_e_with_f += (one == 'D' || one == 'E') && two == 'F';
    seen->with_g += two == 'G';
}

static struct contexts_move move_from(const struct split *split)
{
    const struct place *place = &nested[split->pc];
    return (struct contexts_move){
        .moves = true, .taken = place->taken, .target = place->target, .next = split->pc + 1,
        .ends = split->pc == NESTED_LAST ? ALL : 0};
}

/* Issues both splits in every cycle, the secondary unless it is suspended. */
static struct co_issues run_nested(struct stage *stage)
{
    struct co_issues seen = {0};
    while (contexts_next(&stage->contexts, 0)) {
        const struct split *hot = stage->warps[0].hot;
        bool both = hot[1].mask && !suspended(stage);
        struct contexts_move moves[2] = {move_from(&hot[0])};
        if (both) {
            note(&seen, nested[hot[0].pc].block, nested[hot[1].pc].block);
            moves[1] = move_from(&hot[1]);
        }
        seen.issues += 1 + both;
        contexts_step(&stage->contexts, 0, moves, stage->now);
        contexts_settle(&stage->contexts, ++stage->now);
    }
    return seen;
}

static void mark_nested(struct stage *stage)
{
    stage->divergence[NESTED_F] = NESTED_C_LAST;
    stage->divergence[NESTED_G] = 1;
}

static void inner_sides_are_awaited_and_outer_ones_overlap(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, false);
    mark_nested(&stage);
    struct co_issues seen = run_nested(&stage);
    assert_true(seen.b_with_f > 0);
    assert_int_equal(seen.d_or_e_with_f, 0);
    assert_int_equal(seen.with_g, 0);
}

/* SBI-46: without constraints the join is issued once for each side. */
static void without_constraints_joins_are_issued_again(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, false);
    mark_nested(&stage);
    uint32_t with = run_nested(&stage).issues;
    stage.constraint.divergence = NULL;
    contexts_start(&stage.contexts, 0, 0, ALL);
    assert_true(run_nested(&stage).issues > with);
}

/* A-9, SBI-46: to the letter, F runs while a cold split is still in E. */
static void the_literal_heap_breaks_the_constraint(void **unused)
{
    (void)unused;
    struct stage stage;
    for (int literal = 0; literal < 2; literal++) {
        open_stage(&stage, literal);
        mark_nested(&stage);
        branch(&stage, 0, 0xc, NESTED_C_LAST, 2);
        branch(&stage, 1, 0x8, NESTED_E, NESTED_D); /* one of them is cold */
        branch(&stage, 1, ALL, NESTED_F, 0); /* D reaches the join */
        assert_int_equal(stage.warps[0].hot[0].pc, 2);
        assert_int_equal(stage.warps[0].hot[1].pc, literal ? NESTED_F : NESTED_E);
        assert_false(suspended(&stage));
    }
}

/* SBI-47: with the immediate dominator as divergence point a join of several divergences waits for
 * all of them. */
static void a_join_of_several_divergences_waits_for_all(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, false);
    stage.divergence[20] = 2; /* branches at 2, 6 and 9 lead there */
    branch(&stage, 0, 0x8, 20, 3);
    assert_true(suspended(&stage));
    branch(&stage, 0, 0x4, 20, 7);
    assert_int_equal(stage.warps[0].hot[1].mask, 0xc);
    assert_true(suspended(&stage));
    branch(&stage, 0, 0x2, 20, 10);
    assert_true(suspended(&stage));
    branch(&stage, 0, ALL, 20, 0);
    assert_int_equal(stage.warps[0].hot[0].mask, ALL);
}

/* a do-while loop 5..9 with exit 10. The end of its dominator, 9, leaves the interval
 * empty; the divergence instruction before the loop, 4, makes exited lanes wait. */
static void both_divergence_points_of_a_loop_can_be_used(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, false);
    branch(&stage, 0, 0xc, 10, 5);
    for (uint32_t pc = 5; pc < 10; pc++) {
        branch(&stage, 0, 0, 0, pc);
        stage.divergence[10] = 9;
        assert_false(suspended(&stage));
        stage.divergence[10] = 4;
        assert_true(suspended(&stage));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_primary_between_the_points_suspends),
        cmocka_unit_test(without_a_marker_nobody_waits),
        cmocka_unit_test(the_primary_is_never_suspended_and_releases),
        cmocka_unit_test(a_primary_that_stops_holds_nobody),
        cmocka_unit_test(a_popped_split_is_judged_too),
        cmocka_unit_test(the_interval_follows_the_priorities),
        cmocka_unit_test(a_primary_in_a_deeper_call_holds),
        cmocka_unit_test(inner_sides_are_awaited_and_outer_ones_overlap),
        cmocka_unit_test(without_constraints_joins_are_issued_again),
        cmocka_unit_test(the_literal_heap_breaks_the_constraint),
        cmocka_unit_test(a_join_of_several_divergences_waits_for_all),
        cmocka_unit_test(both_divergence_points_of_a_loop_can_be_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
