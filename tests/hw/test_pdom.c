/* SPDX-License-Identifier: Apache-2.0 */
/* test_pdom.c - the reconvergence stack of code without reconvergence instructions (SBI-12). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "hw/reconverge_pdom.h"

#include <cmocka.h>

enum { SIZE = 12, LENGTH = 64, ALL = 0xf };

struct stage {
    struct token entries[SIZE];
    uint32_t join[LENGTH];
    struct pdom_stack stack;
    struct text trace; /* "pc:mask depth" of every step */
};

static void open_stage(struct stage *stage)
{
    *stage = (struct stage){.stack.tokens = {.entries = stage->entries, .size = SIZE}};
    stage->stack.join = stage->join;
    for (uint32_t i = 0; i < LENGTH; i++)
        stage->join[i] = PDOM_NONE;
    pdom_reset(&stage->stack, 0, ALL);
}

static void note(struct stage *stage)
{
    const struct token_stack *tokens = &stage->stack.tokens;
    text_add(&stage->trace, "%s%u:%x/%u", text_string(&stage->trace)[0] ? " " : "", tokens->pc,
             (unsigned)tokens->active, tokens_depth(tokens));
}

static void next(struct stage *stage)
{
    pdom_next(&stage->stack, stage->stack.tokens.pc + 1);
    note(stage);
}

static void branch(struct stage *stage, uint64_t taken, uint32_t target)
{
    pdom_branch(&stage->stack, taken, target, stage->stack.tokens.pc + 1);
    note(stage);
}

static void expect(struct stage *stage, const char *trace)
{
    assert_string_equal(text_string(&stage->trace), trace);
    text_free(&stage->trace);
}

/* 0: branch to 5; 1: branch to 3; 2: jump 4; 3; 4 (inner join): jump 6; 5; 6 (outer join). */
static void nested_ifs_meet_at_their_post_dominators(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage);
    stage.join[0] = 6;
    stage.join[1] = 4;
    branch(&stage, 0x1, 5);   /* lane 0 runs 5 first */
    next(&stage);             /* at 6 it waits; 1-3 run at 1 */
    branch(&stage, 0x8, 3);
    next(&stage);             /* at 4 it waits */
    branch(&stage, ALL, 4);   /* the other side joins it */
    branch(&stage, ALL, 6);   /* all meet */
    expect(&stage, "5:1/3 1:e/2 3:8/4 2:6/3 4:e/2 6:f/1");
}

/* 0: body; 1: `if (...) break`: branch to 4; 2: rest of body; 3: loop to 0; 4: after the loop. */
static void lanes_that_break_wait_without_another_entry(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage);
    stage.join[1] = stage.join[3] = 4;
    next(&stage);
    branch(&stage, 0x3, 4); /* lanes 0, 1 break: they wait at once */
    next(&stage);
    branch(&stage, ALL, 0);
    next(&stage);
    branch(&stage, 0x4, 4); /* lane 2 breaks: no new token */
    next(&stage);
    branch(&stage, 0, 0);   /* lane 3 falls out of the loop: all continue */
    expect(&stage, "1:f/1 2:c/2 3:c/2 0:c/2 1:c/2 2:8/2 3:8/2 4:f/1");
}

/* 0: call 10, return to 1. 10: `if (...) return`: branch to 20; 11: more; 20: return. The branch
 * has no join in the function but its return. */
static void lanes_that_return_early_meet_at_the_call(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage);
    pdom_call(&stage.stack, 10, 1);
    note(&stage);
    branch(&stage, 0x3, 20);
    pdom_return(&stage.stack, ALL, 21);
    note(&stage);
    pdom_return(&stage.stack, ALL, 12);
    note(&stage);
    expect(&stage, "10:f/2 20:3/3 11:c/2 1:f/1");
}

/* Lanes end inside a side: the join has only those that are left. */
static void ended_lanes_do_not_come_back(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage);
    stage.join[0] = 6;
    branch(&stage, 0x3, 5);
    pdom_exit(&stage.stack, 0x1, 6);
    note(&stage);
    branch(&stage, ALL, 6);
    pdom_exit(&stage.stack, ALL, 7);
    note(&stage);
    expect(&stage, "5:3/3 1:c/2 6:e/1 6:0/0");
}

static void lanes_that_agree_push_nothing(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage);
    stage.join[0] = 6;
    branch(&stage, ALL, 5);
    branch(&stage, 0, 9);
    expect(&stage, "5:f/1 6:f/1");
}

static void a_switch_meets_at_its_join(void **unused)
{
    (void)unused;
    struct stage stage;
    static const uint32_t target[] = {10, 20, 10, 9};
    open_stage(&stage);
    stage.join[0] = 9;
    pdom_branch_each(&stage.stack, 0xf, target, 1);
    note(&stage);
    branch(&stage, ALL, 9);
    branch(&stage, ALL, 9);
    expect(&stage, "10:5/4 20:2/3 9:f/1");
}

static void a_full_stack_changes_nothing(void **unused)
{
    (void)unused;
    struct stage stage;
    static const uint32_t target[] = {10, 20, 30, 40};
    open_stage(&stage);
    stage.join[0] = 9;
    stage.stack.tokens.size = 1;
    assert_int_equal(pdom_branch(&stage.stack, 0x3, 5, 1), TOKENS_OVERFLOW);
    stage.stack.tokens.size = 3;
    assert_int_equal(pdom_branch_each(&stage.stack, ALL, target, 1), TOKENS_OVERFLOW);
    assert_int_equal(stage.stack.tokens.depth, 0);
    assert_int_equal(stage.stack.tokens.pc, 0);
    assert_int_equal(stage.stack.tokens.active, ALL);
    stage.stack.tokens.size = 4;
    assert_int_equal(pdom_branch_each(&stage.stack, ALL, target, 1), TOKENS_PARTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_ifs_meet_at_their_post_dominators),
        cmocka_unit_test(lanes_that_break_wait_without_another_entry),
        cmocka_unit_test(lanes_that_return_early_meet_at_the_call),
        cmocka_unit_test(ended_lanes_do_not_come_back),
        cmocka_unit_test(lanes_that_agree_push_nothing),
        cmocka_unit_test(a_switch_meets_at_its_join),
        cmocka_unit_test(a_full_stack_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
