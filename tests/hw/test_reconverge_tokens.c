/* SPDX-License-Identifier: Apache-2.0 */
/* test_reconverge_tokens.c - the token stack: figures 5 to 7 of the PasTiS paper, the defect of its
 * plain rule, lanes that leave in part, and random programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "hw/reconverge_tokens.h"
#include "reconverge_programs.h"

#include <cmocka.h>

enum { ROOM = 40, WARP = 32, LAST = 0xFFFF };

static const uint32_t all = 0xFFFFFFFF;

struct stage {
    struct token entries[ROOM];
    struct token_stack stack;
};

static struct token_stack *open_stage(struct stage *stage, enum token_rule rule, uint32_t start,
                                      uint64_t mask)
{
    stage->stack =
        (struct token_stack){.entries = stage->entries, .size = ROOM, .rule = rule};
    tokens_reset(&stage->stack, start, mask);
    return &stage->stack;
}

static void assert_running(const struct token_stack *stack, uint32_t pc, uint64_t mask)
{
    assert_int_equal(stack->pc, pc);
    assert_int_equal(stack->active, mask);
}

static void assert_figure(const struct token_stack *stack, const char *figure)
{
    struct token_row rows[ROOM + 1];
    struct text text = {0};
    uint32_t count = tokens_rows(stack, LAST, rows);
    assert_int_equal(count, tokens_depth(stack));
    token_rows_text(&text, rows, count, WARP, TOKENS_LANE0_HIGHEST);
    assert_string_equal(text_string(&text), figure);
    text_free(&text);
}

#define NAMES "npc      rpc      mask\n"
#define FIGURE_5_BEFORE "0x8      0xFFFF   0xFFFFFFFF\n" NAMES
#define FIGURE_5_AFTER "0x10     0x70     0xFFFFFFFF\n0x70     0xFFFF   0xFFFFFFFF\n" NAMES
#define FIGURE_6_AFTER                                                                             \
    "0x48     0x70     0xC0000000\n0x18     0x70     0x3FFFFFFF\n"                                 \
    "0x70     0xFFFF   0xFFFFFFFF\n" NAMES
#define FIGURE_7_AFTER "0x18     0x70     0x3FFFFFFF\n0x70     0xFFFF   0xFFFFFFFF\n" NAMES
#define JOINED "0x70     0xFFFF   0xFFFFFFFF\n" NAMES

/* The example of section III-A under either rule, its choice under either kind of token.
 * PAS-40: figure 5 before. PAS-41: figure 5 after. PAS-42: figure 6. PAS-44: figure 7, then the
 * places and lanes in the order 0x8, 0x10, 0x48 (2 lanes), 0x18 (30), 0x70 (32). */
static void show_figures(enum token_rule rule, enum token_kind kind)
{
    struct stage stage;
    struct token_stack *stack = open_stage(&stage, rule, 0x8, all);
    assert_figure(stack, FIGURE_5_BEFORE);
    assert_int_equal(tokens_push(stack, kind, 0x70, 0x10), TOKENS_SAME);
    assert_figure(stack, FIGURE_5_AFTER);
    assert_int_equal(tokens_branch(stack, 0x3, 0x48, 0x18), TOKENS_PARTED);
    assert_figure(stack, FIGURE_6_AFTER);
    assert_int_equal(tokens_depth(stack), 3);
    assert_running(stack, 0x48, 0x3);
    assert_int_equal(tokens_leave(stack, kind, all, 0x50), TOKENS_RESUMED);
    assert_figure(stack, FIGURE_7_AFTER);
    assert_running(stack, 0x18, 0xFFFFFFFC);
    assert_int_equal(tokens_leave(stack, kind, all, 0x28), TOKENS_RESUMED);
    assert_figure(stack, JOINED);
    assert_running(stack, 0x70, all);
}

static void the_stack_goes_through_figures_5_to_7(void **unused)
{
    (void)unused;
    show_figures(TOKENS_PLAIN, TOKEN_SSY);
    show_figures(TOKENS_PLAIN, TOKEN_PBK);
    show_figures(TOKENS_TYPED, TOKEN_SSY);
    show_figures(TOKENS_TYPED, TOKEN_PBK);
}

/* PAS-40: a warp that is not full starts with the lanes it has. */
static void a_warp_starts_with_its_lanes_and_one_entry(void **unused)
{
    (void)unused;
    struct stage stage;
    struct token_row row;
    const struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 8, 0x01FFFFFF);
    assert_int_equal(tokens_rows(stack, LAST, &row), 1);
    assert_int_equal(row.npc, 8);
    assert_int_equal(row.rpc, LAST);
    assert_int_equal(row.mask, 0x01FFFFFF);
}

/* PAS-41: inner tokens take over the outer reconvergence pc, and sides of a branch share theirs. */
static void rows_of_nested_tokens_name_the_token_around_them(void **unused)
{
    (void)unused;
    struct stage stage;
    struct text text = {0};
    struct token_row rows[ROOM];
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, 0xFF);
    tokens_push(stack, TOKEN_PBK, 0x100, 0x10);
    tokens_branch(stack, 0x0F, 0x40, 0x18);
    tokens_push(stack, TOKEN_SSY, 0x80, 0x48);
    token_rows_text(&text, rows, tokens_rows(stack, LAST, rows), 8, TOKENS_LANE0_LOWEST);
    assert_string_equal(text_string(&text), "0x48     0x80     0x0F\n"
                                            "0x80     0x100    0x0F\n"
                                            "0x18     0x100    0xF0\n"
                                            "0x100    0xFFFF   0xFF\n" NAMES);
    text_free(&text);
}

/* PAS-43 */
static void a_branch_on_which_lanes_agree_pushes_nothing(void **unused)
{
    (void)unused;
    struct stage stage;
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, 0xF0);
    assert_int_equal(tokens_branch(stack, 0xFFF0, 0x48, 0x10), TOKENS_SAME);
    assert_running(stack, 0x48, 0xF0);
    assert_int_equal(tokens_branch(stack, 0x0F, 0x88, 0x50), TOKENS_SAME); /* none of ours */
    assert_running(stack, 0x50, 0xF0);
    assert_int_equal(tokens_depth(stack), 1);
}

/* PAS-46: 5 of 32 lanes leave, 27 go on; the five are not lost. */
static void lanes_that_leave_under_a_guard_wait_for_the_others(void **unused)
{
    (void)unused;
    static const enum token_kind kinds[] = {TOKEN_SSY, TOKEN_PBK, TOKEN_PCNT, TOKEN_CAL};
    for (unsigned i = 0; i < 8; i++) {
        struct stage stage;
        enum token_rule rule = i < 4 ? TOKENS_TYPED : TOKENS_PLAIN;
        struct token_stack *stack = open_stage(&stage, rule, 0x8, all);
        tokens_push(stack, kinds[i % 4], 0x70, 0x10);
        assert_int_equal(tokens_leave(stack, kinds[i % 4], 0x1F, 0x18), TOKENS_PARTED);
        assert_running(stack, 0x18, 0xFFFFFFE0);
        assert_int_equal(__builtin_popcountll(stack->active), 27);
        assert_int_equal(tokens_depth(stack), 2);
        assert_int_equal(tokens_leave(stack, kinds[i % 4], 0x1F, 0x28), TOKENS_SAME);
        assert_running(stack, 0x28, 0xFFFFFFE0);
        assert_int_equal(tokens_leave(stack, kinds[i % 4], all, 0x30), TOKENS_RESUMED);
        assert_running(stack, 0x70, all);
    }
}

/* PAS-47: PBK L; SSY S; odd lanes branch to a break, even lanes sync. */
static uint64_t lanes_at_the_join(struct stage *stage, enum token_rule rule)
{
    enum { L = 0x100, S = 0x80, BREAK = 0x48 };
    struct token_stack *stack = open_stage(stage, rule, 0x8, all);
    tokens_push(stack, TOKEN_PBK, L, 0x10);
    tokens_push(stack, TOKEN_SSY, S, 0x18);
    assert_int_equal(tokens_branch(stack, 0xAAAAAAAA, BREAK, 0x28), TOKENS_PARTED);
    assert_int_equal(tokens_leave(stack, TOKEN_PBK, all, BREAK + 8), TOKENS_RESUMED);
    assert_running(stack, 0x28, 0x55555555);
    assert_int_equal(tokens_leave(stack, TOKEN_SSY, all, 0x30), TOKENS_RESUMED);
    assert_int_equal(stack->pc, S);
    uint64_t joined = stack->active;
    assert_int_equal(tokens_leave(stack, TOKEN_PBK, all, S + 8), TOKENS_RESUMED);
    assert_running(stack, L, all);
    return joined;
}

/* PAS-47 */
static void lanes_that_broke_out_stay_out_of_the_join_inside_the_loop(void **unused)
{
    (void)unused;
    struct stage stage;
    assert_int_equal(lanes_at_the_join(&stage, TOKENS_TYPED), 0x55555555);
}

/* PAS-47: the paper's pop of one entry, whatever its kind, revives them. */
static void the_plain_rule_revives_lanes_that_broke_out(void **unused)
{
    (void)unused;
    struct stage stage;
    assert_int_equal(lanes_at_the_join(&stage, TOKENS_PLAIN), all);
}

/* PAS-47: all lanes break out of two scopes, whose tokens are then empty and passed over. */
static void tokens_without_lanes_are_passed_over(void **unused)
{
    (void)unused;
    struct stage stage;
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, 0xFF);
    tokens_push(stack, TOKEN_PBK, 0x100, 0x10);
    tokens_push(stack, TOKEN_PCNT, 0xC0, 0x18);
    tokens_push(stack, TOKEN_SSY, 0x80, 0x28);
    assert_int_equal(tokens_leave(stack, TOKEN_PBK, 0x0F, 0x30), TOKENS_PARTED);
    assert_int_equal(tokens_leave(stack, TOKEN_PBK, all, 0x38), TOKENS_RESUMED);
    assert_running(stack, 0x100, 0xFF);
    assert_int_equal(tokens_depth(stack), 1);
}

/* PAS-48 */
static void lanes_that_exit_in_one_arm_are_missing_at_the_join(void **unused)
{
    (void)unused;
    struct stage stage;
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, all);
    tokens_push(stack, TOKEN_SSY, 0x70, 0x10);
    assert_int_equal(tokens_branch(stack, 0xFFFF0000, 0x48, 0x18), TOKENS_PARTED);
    assert_int_equal(tokens_exit(stack, all, 0x50), TOKENS_RESUMED);
    assert_running(stack, 0x18, 0x0000FFFF);
    assert_int_equal(tokens_leave(stack, TOKEN_SSY, all, 0x28), TOKENS_RESUMED);
    assert_running(stack, 0x70, 0x0000FFFF);
    assert_int_equal(tokens_exit(stack, 0xFF, 0x78), TOKENS_PARTED);
    assert_running(stack, 0x78, 0xFF00);
    assert_int_equal(tokens_exit(stack, all, 0x88), TOKENS_DONE);
    assert_int_equal(tokens_depth(stack), 0);
    assert_int_equal(tokens_rows(stack, LAST, NULL), 0);
}

/* PAS-48: the token of the scope in which the whole warp ends is no reason to go on. */
static void a_warp_whose_lanes_all_exit_inside_a_scope_is_done(void **unused)
{
    (void)unused;
    struct stage stage;
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, 0xF);
    tokens_push(stack, TOKEN_SSY, 0x70, 0x10);
    tokens_push(stack, TOKEN_PBK, 0x60, 0x18);
    assert_int_equal(tokens_exit(stack, 0x3, 0x28), TOKENS_PARTED);
    assert_int_equal(tokens_exit(stack, 0xC, 0x30), TOKENS_DONE);
    assert_int_equal(stack->active, 0);
    assert_int_equal(tokens_branch(stack, all, 0x40, 0x38), TOKENS_DONE); /* and stays so */
    assert_int_equal(stack->active, 0);
}

/* PAS-48: lanes return one after the other from the same call, out of an open loop. */
static void lanes_return_to_the_place_behind_their_call(void **unused)
{
    (void)unused;
    struct stage stage;
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, 0xFF);
    assert_int_equal(tokens_call(stack, 0x200, 0x10), TOKENS_SAME);
    assert_running(stack, 0x200, 0xFF);
    tokens_push(stack, TOKEN_PBK, 0x280, 0x208);
    assert_int_equal(tokens_leave(stack, TOKEN_CAL, 0x03, 0x210), TOKENS_PARTED);
    assert_int_equal(tokens_leave(stack, TOKEN_PBK, all, 0x218), TOKENS_RESUMED);
    assert_running(stack, 0x280, 0xFC);
    assert_int_equal(tokens_leave(stack, TOKEN_CAL, all, 0x288), TOKENS_RESUMED);
    assert_running(stack, 0x10, 0xFF);
}

/* PAS-48: the latch of a loop gathers lanes that continue, without those that broke out. */
static void lanes_that_continue_meet_without_those_that_broke_out(void **unused)
{
    (void)unused;
    struct stage stage;
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, 0xFF);
    tokens_push(stack, TOKEN_PBK, 0x100, 0x10);
    tokens_push(stack, TOKEN_PCNT, 0xC0, 0x18);
    tokens_push(stack, TOKEN_SSY, 0x80, 0x28);
    assert_int_equal(tokens_leave(stack, TOKEN_PCNT, 0x03, 0x30), TOKENS_PARTED);
    assert_int_equal(tokens_leave(stack, TOKEN_PBK, 0x0C, 0x38), TOKENS_PARTED);
    assert_int_equal(tokens_leave(stack, TOKEN_SSY, all, 0x48), TOKENS_RESUMED);
    assert_running(stack, 0x80, 0xF0);
    assert_int_equal(tokens_leave(stack, TOKEN_PCNT, all, 0x88), TOKENS_RESUMED);
    assert_running(stack, 0xC0, 0xF3);
    assert_int_equal(tokens_leave(stack, TOKEN_PBK, all, 0xC8), TOKENS_RESUMED);
    assert_running(stack, 0x100, 0xFF);
}

/* PAS-48: an indirect branch with three targets and two lanes that do not take it. */
static void an_indirect_branch_parts_lanes_by_their_targets(void **unused)
{
    (void)unused;
    struct stage stage;
    static const uint32_t target[] = {0x80, 0x48, 0x80, 0x68, 0x48, 0x80, 0, 0};
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, 0xFF);
    tokens_push(stack, TOKEN_SSY, 0x100, 0x10);
    assert_int_equal(tokens_branch_each(stack, 0x3F, target, 0x18), TOKENS_PARTED);
    assert_int_equal(tokens_depth(stack), 5);
    assert_running(stack, 0x80, 0x25);
    tokens_leave(stack, TOKEN_SSY, all, 0x88);
    assert_running(stack, 0x48, 0x12);
    tokens_leave(stack, TOKEN_SSY, all, 0x50);
    assert_running(stack, 0x68, 0x08);
    tokens_leave(stack, TOKEN_SSY, all, 0x70);
    assert_running(stack, 0x18, 0xC0);
    tokens_leave(stack, TOKEN_SSY, all, 0x28);
    assert_running(stack, 0x100, 0xFF);
}

static void an_indirect_branch_to_one_target_parts_nobody(void **unused)
{
    (void)unused;
    struct stage stage;
    static const uint32_t target[] = {0, 0x48, 0, 0x48};
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, 0xA);
    assert_int_equal(tokens_branch_each(stack, 0xF, target, 0x10), TOKENS_SAME);
    assert_running(stack, 0x48, 0xA);
    assert_int_equal(tokens_branch_each(stack, 0x5, target, 0x50), TOKENS_SAME);
    assert_running(stack, 0x50, 0xA);
}

struct loop_counts {
    uint32_t body, branches, breaks, deepest;
};

/* PBK end; head: body; lanes that are not through branch to head; break; end. Lane l is through
 * after l + 1 turns. */
static struct loop_counts run_uneven_loop(struct token_stack *stack)
{
    enum { START, HEAD, BRANCH, BREAK, END };
    struct loop_counts counts = {0};
    uint32_t turns[WARP] = {0};
    tokens_reset(stack, START, all);
    assert_int_equal(tokens_push(stack, TOKEN_PBK, END, HEAD), TOKENS_SAME);
    while (stack->pc != END) {
        uint64_t again = 0;
        if (tokens_depth(stack) > counts.deepest)
            counts.deepest = tokens_depth(stack);
        switch (stack->pc) {
        case HEAD:
            counts.body++;
            for (unsigned lane = 0; lane < WARP; lane++)
                turns[lane] += stack->active >> lane & 1;
            stack->pc = BRANCH;
            break;
        case BRANCH:
            counts.branches++;
            for (unsigned lane = 0; lane < WARP; lane++)
                again |= (uint64_t)(turns[lane] <= lane) << lane;
            if (tokens_branch(stack, again, HEAD, BREAK) == TOKENS_OVERFLOW)
                return counts;
            break;
        default:
            counts.breaks++;
            tokens_leave(stack, TOKEN_PBK, all, END);
        }
    }
    for (unsigned lane = 0; lane < WARP; lane++)
        assert_int_equal(turns[lane], lane + 1);
    assert_running(stack, END, all);
    return counts;
}

/* PAS-49 */
static void a_loop_that_each_lane_ends_in_another_turn_is_33_deep(void **unused)
{
    (void)unused;
    for (int rule = TOKENS_TYPED; rule <= TOKENS_PLAIN; rule++) {
        struct stage stage;
        struct loop_counts counts = run_uneven_loop(open_stage(&stage, rule, 0, all));
        assert_int_equal(counts.deepest, 33);
        assert_int_equal(counts.body, 32);
        assert_int_equal(counts.branches, 32);
        assert_int_equal(counts.breaks, 32);
    }
}

/* PAS-49: 32 entries besides the running lanes are just enough. */
static void a_full_stack_refuses_and_stays_as_it_is(void **unused)
{
    (void)unused;
    struct stage stage;
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0, all);
    stack->size = 32;
    assert_int_equal(run_uneven_loop(stack).breaks, 32);
    stack->size = 31;
    assert_int_equal(run_uneven_loop(stack).breaks, 0);
    assert_int_equal(stack->depth, 31);
    assert_running(stack, 2, 0xC0000000); /* at its branch, with the two lanes that had to part */
    assert_int_equal(tokens_push(stack, TOKEN_SSY, 9, 3), TOKENS_OVERFLOW);
    assert_int_equal(tokens_call(stack, 9, 3), TOKENS_OVERFLOW);
    const uint32_t target[WARP] = {[30] = 7, [31] = 8};
    assert_int_equal(tokens_branch_each(stack, all, target, 3), TOKENS_OVERFLOW);
    assert_int_equal(stack->depth, 31);
    assert_running(stack, 2, 0xC0000000);
    assert_int_equal(tokens_branch(stack, all, 9, 3), TOKENS_SAME); /* needs no room */
}

static void an_indirect_branch_needs_room_for_all_its_sides(void **unused)
{
    (void)unused;
    struct stage stage;
    static const uint32_t target[] = {1, 2, 3, 4};
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0, 0x1F);
    stack->size = 3;
    assert_int_equal(tokens_branch_each(stack, 0xF, target, 9), TOKENS_OVERFLOW);
    assert_int_equal(stack->depth, 0);
    assert_running(stack, 0, 0x1F);
    stack->size = 4;
    assert_int_equal(tokens_branch_each(stack, 0xF, target, 9), TOKENS_PARTED);
    assert_int_equal(stack->depth, 4);
}

static void lanes_cannot_leave_for_a_token_that_is_not_open(void **unused)
{
    (void)unused;
    struct stage stage;
    struct token_stack *stack = open_stage(&stage, TOKENS_TYPED, 0x8, 0xFF);
    assert_int_equal(tokens_leave(stack, TOKEN_SSY, 0x1, 0x10), TOKENS_UNPAIRED);
    tokens_push(stack, TOKEN_SSY, 0x70, 0x10);
    assert_int_equal(tokens_leave(stack, TOKEN_PBK, 0x1, 0x18), TOKENS_UNPAIRED);
    assert_running(stack, 0x10, 0xFF);
    assert_int_equal(stack->depth, 1);
    /* nobody leaves, so nobody asks */
    assert_int_equal(tokens_leave(stack, TOKEN_PBK, 0x100, 0x18), TOKENS_SAME);
    assert_running(stack, 0x18, 0xFF);
}

enum { TRIALS = 3000 };

/* PAS-49, and the typed rules of PAS-46 to PAS-48 together. */
static void every_lane_of_a_random_program_goes_its_own_way(void **unused)
{
    (void)unused;
    struct programs_seen seen = {0};
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        const char *wrong = program_trial(seed, TOKENS_TYPED, &seen);
        if (wrong)
            fail_msg("program %u: %s", (unsigned)seed, wrong);
    }
    assert_true(seen.branches_parted > TRIALS && seen.indirect_parted > TRIALS);
    assert_true(seen.exits_parted > TRIALS / 2 && seen.past_other_tokens > TRIALS);
    for (int kind = TOKEN_SSY; kind <= TOKEN_CAL; kind++)
        assert_true(seen.leaves_parted[kind] > TRIALS / 2);
}

/* PAS-47: the programs above can tell the rules apart. */
static void random_programs_go_wrong_under_the_plain_rule(void **unused)
{
    (void)unused;
    struct programs_seen seen = {0};
    unsigned wrong = 0;
    for (uint64_t seed = 0; seed < 20; seed++)
        wrong += program_trial(seed, TOKENS_PLAIN, &seen) != NULL;
    assert_true(wrong > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stack_goes_through_figures_5_to_7),
        cmocka_unit_test(a_warp_starts_with_its_lanes_and_one_entry),
        cmocka_unit_test(rows_of_nested_tokens_name_the_token_around_them),
        cmocka_unit_test(a_branch_on_which_lanes_agree_pushes_nothing),
        cmocka_unit_test(lanes_that_leave_under_a_guard_wait_for_the_others),
        cmocka_unit_test(lanes_that_broke_out_stay_out_of_the_join_inside_the_loop),
        cmocka_unit_test(the_plain_rule_revives_lanes_that_broke_out),
        cmocka_unit_test(tokens_without_lanes_are_passed_over),
        cmocka_unit_test(lanes_that_exit_in_one_arm_are_missing_at_the_join),
        cmocka_unit_test(a_warp_whose_lanes_all_exit_inside_a_scope_is_done),
        cmocka_unit_test(lanes_return_to_the_place_behind_their_call),
        cmocka_unit_test(lanes_that_continue_meet_without_those_that_broke_out),
        cmocka_unit_test(an_indirect_branch_parts_lanes_by_their_targets),
        cmocka_unit_test(an_indirect_branch_to_one_target_parts_nobody),
        cmocka_unit_test(a_loop_that_each_lane_ends_in_another_turn_is_33_deep),
        cmocka_unit_test(a_full_stack_refuses_and_stays_as_it_is),
        cmocka_unit_test(an_indirect_branch_needs_room_for_all_its_sides),
        cmocka_unit_test(lanes_cannot_leave_for_a_token_that_is_not_open),
        cmocka_unit_test(every_lane_of_a_random_program_goes_its_own_way),
        cmocka_unit_test(random_programs_go_wrong_under_the_plain_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
