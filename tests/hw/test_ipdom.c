/* SPDX-License-Identifier: Apache-2.0 */
/* test_ipdom.c - lanes part at a split and come together at its join (Vortex 2.1 and 3.0). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/reconverge_ipdom.h"

#include <cmocka.h>

enum { ROOM = 3, BEHIND = 77, NOWHERE = 999 };

struct stage {
    struct ipdom_entry entries[ROOM];
    struct ipdom_stack stack;
    uint64_t mask;
    uint32_t place;
};

static void open_stage(struct stage *stage, uint64_t mask)
{
    *stage = (struct stage){.mask = mask, .place = NOWHERE};
    stage->stack = (struct ipdom_stack){.entries = stage->entries, .size = ROOM};
    ipdom_reset(&stage->stack);
}

static enum ipdom_outcome split(struct stage *stage, enum ipdom_order order, uint64_t taken)
{
    return ipdom_split(&stage->stack, order, taken, BEHIND, &stage->mask);
}

static enum ipdom_outcome join(struct stage *stage, uint32_t depth)
{
    return ipdom_join(&stage->stack, depth, &stage->mask, &stage->place);
}

static uint64_t first_side(enum ipdom_order order, uint64_t mask, uint64_t taken)
{
    struct stage stage;
    open_stage(&stage, mask);
    assert_int_equal(split(&stage, order, taken), IPDOM_PARTED);
    return stage.mask;
}

static void the_larger_side_goes_first_in_2_1(void **unused)
{
    (void)unused;
    assert_int_equal(first_side(IPDOM_LARGER_FIRST, 0xff, 0x07), 0xf8);
    assert_int_equal(first_side(IPDOM_LARGER_FIRST, 0xff, 0x1f), 0x1f);
}

static void the_smaller_side_goes_first_in_3_0(void **unused)
{
    (void)unused;
    assert_int_equal(first_side(IPDOM_SMALLER_FIRST, 0xff, 0x07), 0x07);
    assert_int_equal(first_side(IPDOM_SMALLER_FIRST, 0xff, 0x1f), 0xe0);
}

static void on_a_tie_the_taken_side_goes_first(void **unused)
{
    (void)unused;
    assert_int_equal(first_side(IPDOM_LARGER_FIRST, 0xff, 0xaa), 0xaa);
    assert_int_equal(first_side(IPDOM_SMALLER_FIRST, 0xff, 0xaa), 0xaa);
}

static void only_active_lanes_count_for_the_size_of_a_side(void **unused)
{
    (void)unused;
    /* taken names five lanes, but only two of the mask's five */
    assert_int_equal(first_side(IPDOM_LARGER_FIRST, 0x1f, 0xe3), 0x1c);
    assert_int_equal(first_side(IPDOM_SMALLER_FIRST, 0x1f, 0xe3), 0x03);
}

static void the_two_sides_run_one_after_the_other_and_then_together(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, 0xff);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x0f0f), IPDOM_PARTED);
    assert_int_equal(stage.mask, 0x0f);
    assert_int_equal(join(&stage, 0), IPDOM_OTHER);
    assert_int_equal(stage.mask, 0xf0);
    assert_int_equal(stage.place, BEHIND);
    assert_int_equal(stage.stack.depth, 1);
    assert_int_equal(join(&stage, 0), IPDOM_TOGETHER);
    assert_int_equal(stage.mask, 0xff);
    assert_int_equal(stage.stack.depth, 0);
}

static void lanes_that_agree_push_nothing_and_their_join_does_nothing(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, 0xf0);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0xf0), IPDOM_AGREED);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x0f), IPDOM_AGREED);
    assert_int_equal(stage.stack.depth, 0);
    assert_int_equal(stage.mask, 0xf0);
    assert_int_equal(join(&stage, 0), IPDOM_AGREED);
    assert_int_equal(stage.mask, 0xf0);
    assert_int_equal(stage.place, NOWHERE);
}

static void a_split_inside_a_side_comes_together_before_the_outer_one(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, 0xff);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x3f), IPDOM_PARTED);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x0f), IPDOM_PARTED);
    assert_int_equal(stage.mask, 0x0f);
    assert_int_equal(join(&stage, 1), IPDOM_OTHER);
    assert_int_equal(stage.mask, 0x30);
    assert_int_equal(join(&stage, 1), IPDOM_TOGETHER);
    assert_int_equal(stage.mask, 0x3f);
    assert_int_equal(join(&stage, 0), IPDOM_OTHER);
    assert_int_equal(stage.mask, 0xc0);
    /* the other side parts once more, at the same depth */
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x80), IPDOM_PARTED);
    assert_int_equal(stage.mask, 0x80);
    assert_int_equal(join(&stage, 1), IPDOM_OTHER);
    assert_int_equal(join(&stage, 1), IPDOM_TOGETHER);
    assert_int_equal(stage.mask, 0xc0);
    assert_int_equal(join(&stage, 0), IPDOM_TOGETHER);
    assert_int_equal(stage.mask, 0xff);
}

static void an_agreeing_split_between_two_parted_ones_needs_no_entry(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, 0x3);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x1), IPDOM_PARTED);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x1), IPDOM_AGREED); /* saw depth 1 */
    assert_int_equal(join(&stage, 1), IPDOM_AGREED);
    assert_int_equal(join(&stage, 0), IPDOM_OTHER);
    assert_int_equal(stage.mask, 0x2);
}

static void a_full_stack_refuses_and_stays_as_it_is(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, 0xff);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x7f), IPDOM_PARTED);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x3f), IPDOM_PARTED);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x1f), IPDOM_PARTED);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x0f), IPDOM_OVERFLOW);
    assert_int_equal(stage.mask, 0x1f);
    assert_int_equal(stage.stack.depth, ROOM);
    /* lanes that agree need no room */
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x1f), IPDOM_AGREED);
}

static void a_join_that_is_not_of_the_innermost_split_is_unpaired(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, 0xff);
    assert_int_equal(join(&stage, 1), IPDOM_UNPAIRED); /* none is open */
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x1f), IPDOM_PARTED);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x0f), IPDOM_PARTED);
    assert_int_equal(join(&stage, 0), IPDOM_UNPAIRED);
    assert_int_equal(join(&stage, 3), IPDOM_UNPAIRED);
    assert_int_equal(join(&stage, UINT32_MAX), IPDOM_UNPAIRED);
    assert_int_equal(stage.mask, 0x0f);
    assert_int_equal(stage.stack.depth, 2);
}

static void a_reset_forgets_open_splits(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, 0xff);
    assert_int_equal(split(&stage, IPDOM_LARGER_FIRST, 0x1f), IPDOM_PARTED);
    ipdom_reset(&stage.stack);
    assert_int_equal(join(&stage, 0), IPDOM_AGREED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_larger_side_goes_first_in_2_1),
        cmocka_unit_test(the_smaller_side_goes_first_in_3_0),
        cmocka_unit_test(on_a_tie_the_taken_side_goes_first),
        cmocka_unit_test(only_active_lanes_count_for_the_size_of_a_side),
        cmocka_unit_test(the_two_sides_run_one_after_the_other_and_then_together),
        cmocka_unit_test(lanes_that_agree_push_nothing_and_their_join_does_nothing),
        cmocka_unit_test(a_split_inside_a_side_comes_together_before_the_outer_one),
        cmocka_unit_test(an_agreeing_split_between_two_parted_ones_needs_no_entry),
        cmocka_unit_test(a_full_stack_refuses_and_stays_as_it_is),
        cmocka_unit_test(a_join_that_is_not_of_the_innermost_split_is_unpaired),
        cmocka_unit_test(a_reset_forgets_open_splits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
