/* SPDX-License-Identifier: Apache-2.0 */
/* test_walk_range.c - ranges hold every result of the values that they hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bound/engine/walk_range.h"
#include "tests/dice.h"

#include <cmocka.h>

enum { ROUNDS = 200000 };

static uint64_t dice = 1;

static uint32_t roll(void)
{
    return (uint32_t)dice_roll(&dice);
}

/* Numbers near 0 and near the ends of both number lines, and any. */
static uint32_t roll_word(void)
{
    static const uint32_t middles[] = {0, 0x80000000, 0xffffffff, 0x7fffffff, 1000};
    uint32_t kind = roll() % 6;
    return kind == 5 ? roll() : middles[kind] + roll() % 41 - 20;
}

static struct walk_range roll_range(void)
{
    uint32_t kind = roll() % 4;
    uint32_t span = kind == 0 ? 0 : kind == 1 ? roll() % 70 : kind == 2 ? roll() : UINT32_MAX;
    return span == UINT32_MAX ? RANGE_ALL : (struct walk_range){roll_word(), span};
}

static uint32_t roll_member(struct walk_range range)
{
    uint32_t kind = roll() % 3;
    return range.low + (kind == 0 ? 0 : kind == 1 ? range.span
                        : (uint32_t)(roll() % ((uint64_t)range.span + 1)));
}

static bool holds(struct walk_range range, uint32_t value)
{
    return range_contains(range, range_point(value));
}

static uint32_t result_of(enum value_rule rule, uint32_t a, uint32_t b)
{
    switch (rule) {
    case VALUE_MOVE: return a;
    case VALUE_ADD: return a + b;
    case VALUE_SUBTRACT: return a - b;
    case VALUE_MULTIPLY: return a * b;
    case VALUE_AND: return a & b;
    case VALUE_OR: return a | b;
    case VALUE_XOR: return a ^ b;
    case VALUE_SELECT: return b & 1 ? a : 0;
    case VALUE_SHIFT_LEFT: return a << (b & 31);
    case VALUE_SHIFT_RIGHT: return a >> (b & 31);
    default: return b & 1;
    }
}

static bool test_of(enum test test, uint32_t a, uint32_t b)
{
    switch (test) {
    case TEST_EQUAL: return a == b;
    case TEST_DIFFERENT: return a != b;
    case TEST_LESS: return (int32_t)a < (int32_t)b;
    case TEST_NOT_LESS: return (int32_t)a >= (int32_t)b;
    case TEST_BELOW: return a < b;
    default: return a >= b;
    }
}

static void a_range_holds_every_result(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        const enum value_rule rule = (enum value_rule)(roll() % (VALUE_SHIFT_RIGHT + 1));
        struct walk_range a = roll_range(), b = roll_range();
        uint32_t x = roll_member(a), y = roll_member(b);
        if (!holds(range_result(rule, a, b), result_of(rule, x, y)))
            fail_msg("rule %d of 0x%x and 0x%x", (int)rule, x, y);
        struct walk_range join = range_join(a, b);
        assert_true(holds(join, x) && holds(join, y));
    }
}

static void a_verdict_is_that_of_every_pair(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        const enum test test = (enum test)(TEST_EQUAL + roll() % 6);
        struct walk_range a = roll_range(), b = roll_range();
        uint32_t x = roll_member(a), y = roll_member(b);
        enum range_verdict verdict = range_test(test, a, b);
        bool found = test_of(test, x, y);
        if (verdict == (found ? RANGE_NEVER : RANGE_ALWAYS))
            fail_msg("test %d of 0x%x and 0x%x", (int)test, x, y);
        range_assume(test, &a, &b);
        if (found && !(holds(a, x) && holds(b, y)))
            fail_msg("assuming test %d loses 0x%x and 0x%x", (int)test, x, y);
    }
}

static void a_difference_is_that_of_every_pair_in_order(void **state)
{
    (void)state;
    for (int i = 0; i < ROUNDS; i++) {
        const enum test test = (enum test)(TEST_LESS + roll() % 4);
        const bool less = test == TEST_LESS || test == TEST_BELOW;
        struct walk_range a = roll_range(), b = roll_range();
        uint32_t x = roll_member(a), y = roll_member(b);
        if (!test_of(test, x, y))
            continue;
        struct walk_range found = range_difference(less ? b : a, less ? a : b, test);
        if (!holds(found, less ? y - x : x - y))
            fail_msg("test %d of 0x%x and 0x%x", (int)test, x, y);
    }
    struct walk_range row = range_between(0, 1000);
    assert_true(range_same(range_difference(row, row, TEST_LESS), range_between(1, 1000)));
    assert_true(range_same(range_difference(row, row, TEST_NOT_BELOW), range_between(0, 1000)));
}

static void numbers_of_both_signs_are_compared_by_their_ends(void **state)
{
    (void)state;
    struct walk_range small = range_between(-3, 63), large = range_between(64, 70);
    assert_int_equal(range_test(TEST_LESS, small, large), RANGE_ALWAYS);
    assert_int_equal(range_test(TEST_NOT_LESS, small, large), RANGE_NEVER);
    assert_int_equal(range_test(TEST_BELOW, small, large), RANGE_SOMETIMES);
    assert_int_equal(range_test(TEST_EQUAL, small, large), RANGE_NEVER);
    assert_int_equal(range_test(TEST_LESS, small, range_point(63)), RANGE_SOMETIMES);
    assert_int_equal(range_test(TEST_BELOW, RANGE_ALL, range_point(0)), RANGE_NEVER);
}

static void results_are_as_narrow_as_loops_and_addresses_need(void **state)
{
    (void)state;
    struct walk_range index = range_between(0, 63);
    struct walk_range scaled = range_result(VALUE_SHIFT_LEFT, index, range_point(2));
    struct walk_range address = range_result(VALUE_ADD, scaled, range_point(0x10000));
    assert_true(range_same(address, (struct walk_range){0x10000, 252}));
    struct walk_range count = index, zero = range_point(0);
    range_assume(TEST_DIFFERENT, &count, &zero);
    assert_true(range_same(count, range_between(1, 63)));
    count = range_result(VALUE_ADD, count, range_point(UINT32_MAX));
    assert_true(range_same(count, range_between(0, 62)));
    assert_true(range_same(range_result(VALUE_XOR, range_point(20), range_point(20)),
                           range_point(0)));
    assert_true(range_same(range_result(VALUE_OR, range_point(9), range_point(6)),
                           range_point(15)));
    assert_true(range_same(range_result(VALUE_AND, RANGE_ALL, range_point(15)),
                           range_between(0, 15)));
    assert_true(range_same(range_result(VALUE_SHIFT_RIGHT, RANGE_ALL, range_point(24)),
                           range_between(0, 255)));
    assert_true(range_same(range_result(VALUE_MULTIPLY, range_between(-2, 3), range_point(5)),
                           range_between(-10, 15)));
    assert_true(range_same(range_result(VALUE_XOR, range_point(20), range_point(20)),
                           range_point(0)));
    assert_true(range_same(range_join(range_point(5), range_point(UINT32_MAX)),
                           range_between(-1, 5)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_range_holds_every_result),
        cmocka_unit_test(a_verdict_is_that_of_every_pair),
        cmocka_unit_test(a_difference_is_that_of_every_pair_in_order),
        cmocka_unit_test(numbers_of_both_signs_are_compared_by_their_ends),
        cmocka_unit_test(results_are_as_narrow_as_loops_and_addresses_need),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
