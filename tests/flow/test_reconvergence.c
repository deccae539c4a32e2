/* SPDX-License-Identifier: Apache-2.0 */
/* test_reconvergence.c - where lanes meet, and an order in which they meet early. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "flow/reconvergence.h"

#include <cmocka.h>

static const char *name_of(uint32_t reg)
{
    return reg ? "id" : "zero";
}

static const struct convention convention = {
    .by_lane = (const char *const[]){"id", NULL},
    .fixed = (const char *const[]){"zero", NULL},
    .kept = (const char *const[]){"zero", NULL},
};
static const struct isa made_up = {.name = "made-up", .register_count = 2, .insn_bytes_min = 4,
                                   .register_name = name_of, .convention = &convention};
static const struct op some_op = {.name = "op"};

/* A branch reads a register that differs between lanes. */
struct row {
    enum flow flow;
    int32_t target;
};

struct made {
    struct arena arena;
    struct program program;
    struct insn insns[16];
    struct code_range range;
    struct function function;
    struct reconvergence found;
};

static void find(struct made *made, const struct row *rows, uint32_t count)
{
    *made = (struct made){.program = {.isa = &made_up, .count = count}};
    for (uint32_t i = 0; i < count; i++) {
        made->insns[i] = (struct insn){
            .op = &some_op, .pc = 0x1000 + 4 * i, .flow = (uint8_t)rows[i].flow,
            .next = (int32_t)i + 1, .target = rows[i].flow == FLOW_NEXT ? -1 : rows[i].target};
        if (rows[i].flow == FLOW_BRANCH)
            made->insns[i].src[0] = (struct regs){1, 1};
    }
    made->range = (struct code_range){0x1000, 4 * count, 0, count};
    made->function = (struct function){"kernel", 0x1000, 4 * count, true};
    made->program.insns = made->insns;
    made->program.ranges = &made->range;
    made->program.functions = &made->function;
    made->program.range_count = made->program.function_count = 1;
    made->found = reconvergence_find(&made->arena, &made->program);
}

/* The paper's figure 4: A (0) to B (1) or C (3); B: jump to G (8); C to D (4) or E (6); D: jump to
 * F (7); E, F, G. SBI-42, SBI-46 */
static const struct row nested[] = {
    {FLOW_BRANCH, 3}, {FLOW_NEXT, 0}, {FLOW_JUMP, 8}, {FLOW_BRANCH, 6}, {FLOW_NEXT, 0},
    {FLOW_JUMP, 7},   {FLOW_NEXT, 0}, {FLOW_NEXT, 0}, {FLOW_RETURN, -1},
};

static void the_divergence_point_is_the_end_of_the_immediate_dominator(void **unused)
{
    (void)unused;
    struct made made;
    find(&made, nested, 9);
    assert_int_equal(made.found.meet[0], 8);
    assert_int_equal(made.found.meet[3], 7);
    assert_int_equal(made.found.divergence[7], 3);
    assert_int_equal(made.found.divergence[8], 0);
    assert_int_equal(made.found.divergence[6], NO_NODE);
    assert_int_equal(made.found.branches, 2);
    assert_int_equal(made.found.below, 2);
    arena_free(&made.arena);
}

/* SBI-18: a compiler's frontier order stays as it is. */
static void code_in_frontier_order_keeps_it(void **unused)
{
    (void)unused;
    struct made made;
    find(&made, nested, 9);
    for (uint32_t i = 0; i < 9; i++)
        assert_int_equal(made.found.order[i], i);
    arena_free(&made.arena);
}

/* SBI-18: 0: to 3 or 1; 1: join; 2: return; 3 (the other side, after the join): to 1. */
static void a_side_after_the_join_comes_before_it_in_the_order(void **unused)
{
    (void)unused;
    static const struct row rows[] = {
        {FLOW_BRANCH, 3}, {FLOW_NEXT, 0}, {FLOW_RETURN, -1}, {FLOW_JUMP, 1}};
    struct made made;
    find(&made, rows, 4);
    assert_int_equal(made.found.meet[0], 1);
    assert_true(made.found.order[3] < made.found.order[1]);
    assert_true(made.found.order[0] < made.found.order[3]);
    arena_free(&made.arena);
}

/* The loop 0..4 is left from 1, and its parts 2 and 3..4 go back on their own: all of the body
 * comes before the exit 5. */
static void the_body_of_a_loop_comes_before_its_exit(void **unused)
{
    (void)unused;
    static const struct row rows[] = {{FLOW_BRANCH, 3}, {FLOW_BRANCH, 5}, {FLOW_JUMP, 0},
                                      {FLOW_NEXT, 0},   {FLOW_JUMP, 0},   {FLOW_RETURN, -1}};
    struct made made;
    find(&made, rows, 6);
    for (uint32_t i = 0; i < 5; i++)
        assert_true(made.found.order[i] < made.found.order[5]);
    arena_free(&made.arena);
}

/* SBI-48 */
static void a_token_names_a_divergence_point_of_its_own(void **unused)
{
    (void)unused;
    static const struct row rows[] = {{FLOW_TOKEN, 4},  {FLOW_NEXT, 0},  {FLOW_BRANCH, 4},
                                      {FLOW_NEXT, 0},   {FLOW_RETURN, -1}};
    struct made made;
    find(&made, rows, 5);
    assert_int_equal(made.found.divergence[4], 2);
    assert_int_equal(made.found.token[4], 0);
    arena_free(&made.arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_divergence_point_is_the_end_of_the_immediate_dominator),
        cmocka_unit_test(code_in_frontier_order_keeps_it),
        cmocka_unit_test(a_side_after_the_join_comes_before_it_in_the_order),
        cmocka_unit_test(the_body_of_a_loop_comes_before_its_exit),
        cmocka_unit_test(a_token_names_a_divergence_point_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
