/* SPDX-License-Identifier: Apache-2.0 */
/* test_unit.c - a functional unit: when it is free, and how long it was not. SWAS-10 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/unit.h"

#include <cmocka.h>

static void a_pipelined_unit_is_free_in_the_next_cycle(void **unused)
{
    (void)unused;
    struct unit unit;
    unit_reset(&unit);
    unit_start(&unit, 10, 1);
    assert_int_equal(unit.free, 11);
    assert_int_equal(unit_busy_before(&unit, 100), 0);
    assert_true(unit_next_event(&unit, 11) == NEVER);
}

/* Busy at 25, free at 26. */
static void a_unit_of_interval_sixteen_is_free_sixteen_cycles_later(void **unused)
{
    (void)unused;
    struct unit unit;
    unit_reset(&unit);
    unit_start(&unit, 10, 16);
    assert_int_equal(unit.free, 26);
    assert_int_equal(unit_next_event(&unit, 25), 26);
    assert_true(unit_next_event(&unit, 26) == NEVER);
}

static void busy_cycles_are_those_behind_the_start_and_before_the_end(void **unused)
{
    (void)unused;
    struct unit unit;
    unit_reset(&unit);
    unit_start(&unit, 10, 16);
    assert_int_equal(unit_busy_before(&unit, 11), 0); /* cycle 10 itself was free */
    assert_int_equal(unit_busy_before(&unit, 12), 1);
    assert_int_equal(unit_busy_before(&unit, 25), 14);
    assert_int_equal(unit_busy_before(&unit, 26), 15);
    assert_int_equal(unit_busy_before(&unit, 1000), 15);
}

/* A warp is ready from cycle 60 on and issues at 126: the difference of the two questions, each
 * asked in its time, is what it lost to the unit. */
static void what_is_lost_in_between_is_the_difference_of_two_questions(void **unused)
{
    (void)unused;
    struct unit unit;
    unit_reset(&unit);
    unit_start(&unit, 10, 41); /* busy 11 to 50 */
    cycle_t at_60 = unit_busy_before(&unit, 60);
    assert_int_equal(at_60, 40);
    unit_start(&unit, 100, 26); /* busy 101 to 125 */
    assert_int_equal(unit_busy_before(&unit, 126) - at_60, 25);
}

static void a_reset_unit_is_free_and_was_never_busy(void **unused)
{
    (void)unused;
    struct unit unit;
    unit_reset(&unit);
    unit_start(&unit, 10, 16);
    unit_reset(&unit);
    assert_int_equal(unit.free, 0);
    assert_int_equal(unit_busy_before(&unit, 100), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_lost_in_between_is_the_difference_of_two_questions),
        cmocka_unit_test(a_pipelined_unit_is_free_in_the_next_cycle),
        cmocka_unit_test(a_unit_of_interval_sixteen_is_free_sixteen_cycles_later),
        cmocka_unit_test(busy_cycles_are_those_behind_the_start_and_before_the_end),
        cmocka_unit_test(a_reset_unit_is_free_and_was_never_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
