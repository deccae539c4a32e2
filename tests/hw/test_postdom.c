/* SPDX-License-Identifier: Apache-2.0 */
/* test_postdom.c - the stack of plain code, which has a table of meeting places (SBI-12). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"
#include "hw/reconverge_postdom.h"
#include "isa/warp.h"

#include <cmocka.h>

enum { SIZE = 12, LENGTH = 16, ALL = 0xf };

struct stage {
    struct postdom_entry entries[SIZE];
    struct insn insns[LENGTH];
    int32_t meet[LENGTH];
    struct postdom_stack stack;
    struct reconverge now;
    struct text trace; /* "pc:mask" of every step */
};

static void open_stage(struct stage *stage)
{
    *stage = (struct stage){.now = {.active = ALL}};
    stage->stack = (struct postdom_stack){.entries = stage->entries, .size = SIZE,
                                          .first = stage->insns, .meet = stage->meet};
    for (int32_t i = 0; i < LENGTH; i++) {
        stage->insns[i].next = i + 1;
        stage->meet[i] = -1;
    }
    reconverge_postdom.reset(&stage->stack, 0, ALL);
}

static enum reconverge_outcome read_effect(struct stage *stage, struct effect effect)
{
    enum reconverge_outcome outcome = reconverge_postdom.read(
        &stage->stack, &stage->insns[stage->now.pc], &effect, &stage->now);
    text_add(&stage->trace, "%s%u:%x", text_string(&stage->trace)[0] ? " " : "", stage->now.pc,
             (unsigned)stage->now.active);
    return outcome;
}

static void step(struct stage *stage)
{
    read_effect(stage, (struct effect){.kind = EFFECT_NONE});
}

static void branch(struct stage *stage, uint64_t taken, int32_t target, int32_t meet)
{
    stage->insns[stage->now.pc].target = target;
    stage->meet[stage->now.pc] = meet;
    read_effect(stage, (struct effect){.kind = EFFECT_BRANCH, .taken = taken});
}

static void expect(struct stage *stage, const char *trace)
{
    assert_string_equal(text_string(&stage->trace), trace);
    text_free(&stage->trace);
}

/* 0: to 3 or 1; 1, 2: jump 4; 3; 4 is the join. */
static void both_sides_run_one_after_the_other_and_meet(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage);
    branch(&stage, 0x3, 3, 4);
    step(&stage);
    step(&stage);
    branch(&stage, 0xc, 4, -1);
    step(&stage);
    expect(&stage, "3:3 1:c 2:c 4:f 5:f");
}

/* 0: the loop body, 1: back to 0 or on; lanes that leave wait at 2. */
static void lanes_that_leave_a_loop_wait_for_the_others(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage);
    step(&stage);
    branch(&stage, 0x7, 0, 2);
    step(&stage);
    branch(&stage, 0x1, 0, 2);
    step(&stage);
    branch(&stage, 0x0, 0, 2);
    expect(&stage, "1:f 0:7 1:7 0:1 1:1 2:f");
}

/* 0: call 5; 5: some lanes to 7; 6: return; 7: return. */
static void lanes_that_return_early_meet_after_the_call(void **unused)
{
    (void)unused;
    static const uint32_t back[4] = {1, 1, 1, 1};
    const struct effect leave = {.kind = EFFECT_BRANCH_EACH, .taken = ALL, .lane_target = back};
    struct stage stage;
    open_stage(&stage);
    stage.insns[0].flow = FLOW_CALL;
    branch(&stage, ALL, 5, -1);
    branch(&stage, 0x8, 7, -1);
    read_effect(&stage, leave);
    read_effect(&stage, leave);
    step(&stage);
    expect(&stage, "5:f 7:8 6:7 1:f 2:f");
}

/* SBI-40: a compiler that knows no lanes may put a barrier into both sides of a branch. */
static void the_other_side_runs_while_lanes_wait_at_a_barrier(void **unused)
{
    (void)unused;
    const struct effect barrier = {.kind = EFFECT_BARRIER};
    struct stage stage;
    open_stage(&stage);
    branch(&stage, 0x3, 3, 4);
    assert_int_equal(read_effect(&stage, barrier), RECONVERGE_RESUMED);
    assert_int_equal(read_effect(&stage, barrier), RECONVERGE_EMPTY);
    postdom_release(&stage.stack, ALL);
    stage.now = postdom_now(&stage.stack);
    assert_int_equal(stage.now.pc, 2);
    assert_int_equal(stage.now.active, 0xc);
    branch(&stage, 0xc, 4, -1);
    expect(&stage, "3:3 1:c 0:0 4:f");
}

static void ended_lanes_leave_all_entries(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage);
    branch(&stage, 0x3, 3, 4);
    read_effect(&stage, (struct effect){.kind = EFFECT_EXIT, .taken = 0x3});
    branch(&stage, 0xc, 4, -1);
    assert_int_equal(read_effect(&stage, (struct effect){.kind = EFFECT_EXIT, .taken = ALL}),
                     RECONVERGE_DONE);
    text_free(&stage.trace);
}

static void a_full_stack_refuses_a_branch(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage);
    stage.stack.size = 2;
    stage.insns[0].target = 3;
    stage.meet[0] = 4;
    assert_int_equal(read_effect(&stage, (struct effect){.kind = EFFECT_BRANCH, .taken = 1}),
                     RECONVERGE_OVERFLOW);
    text_free(&stage.trace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_run_one_after_the_other_and_meet),
        cmocka_unit_test(lanes_that_leave_a_loop_wait_for_the_others),
        cmocka_unit_test(lanes_that_return_early_meet_after_the_call),
        cmocka_unit_test(the_other_side_runs_while_lanes_wait_at_a_barrier),
        cmocka_unit_test(ended_lanes_leave_all_entries),
        cmocka_unit_test(a_full_stack_refuses_a_branch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
