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
    assert_int_equal(unit_busy_before(&unit, 10), 0);
    assert_int_equal(unit_busy_before(&unit, 11), 0); /* cycle 10 itself was free */
    assert_int_equal(unit_busy_before(&unit, 12), 1);
    assert_int_equal(unit_busy_before(&unit, 25), 14);
    assert_int_equal(unit_busy_before(&unit, 26), 15);
    assert_int_equal(unit_busy_before(&unit, 1000), 15);
}

/* A warp was ready from cycle 60 on and issues at 126: what it lost to the unit is known at 126
 * only, after another start. */
static void the_past_stays_as_it_was_when_another_instruction_starts(void **unused)
{
    (void)unused;
    struct unit unit;
    unit_reset(&unit);
    unit_start(&unit, 10, 41);  /* busy 11 to 50 */
    unit_start(&unit, 100, 26); /* busy 101 to 125 */
    assert_int_equal(unit_busy_before(&unit, 60), 40);
    assert_int_equal(unit_busy_before(&unit, 30), 19);
    assert_int_equal(unit_busy_before(&unit, 126) - unit_busy_before(&unit, 60), 25);
}

/* Against a unit that is looked at every cycle. */
static void any_two_cycles_have_the_busy_cycles_between_them(void **unused)
{
    (void)unused;
    enum { END = 600 };
    struct unit unit;
    bool busy[END] = {false};
    uint32_t random = 7;
    cycle_t now = 3;
    unit_reset(&unit);
    for (unsigned i = 0; i < UNIT_STARTS && now < END - 40; i++) {
        random = random * 1664525 + 1013904223;
        cycle_t interval = 1 + (random >> 20) % 9;
        unit_start(&unit, now, interval);
        for (cycle_t cycle = now + 1; cycle < now + interval; cycle++)
            busy[cycle] = true;
        now += interval + (random >> 10) % 4;
    }
    for (cycle_t from = 0; from < END; from++) {
        cycle_t lost = 0;
        for (cycle_t to = from; to < END; to++) {
            assert_int_equal(unit_busy_before(&unit, to) - unit_busy_before(&unit, from), lost);
            lost += busy[to];
        }
    }
}

/* Longer ago than it remembers it answers the count at its oldest start. */
static void before_what_is_remembered_the_count_stays(void **unused)
{
    (void)unused;
    struct unit unit;
    unit_reset(&unit);
    for (cycle_t i = 0; i < UNIT_STARTS + 10; i++)
        unit_start(&unit, 10 * i, 3);
    assert_int_equal(unit_busy_before(&unit, 0), 20); /* ten forgotten starts of two cycles */
    assert_int_equal(unit_busy_before(&unit, 100), 20);
    assert_int_equal(unit_busy_before(&unit, 102), 21);
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
        cmocka_unit_test(a_pipelined_unit_is_free_in_the_next_cycle),
        cmocka_unit_test(a_unit_of_interval_sixteen_is_free_sixteen_cycles_later),
        cmocka_unit_test(busy_cycles_are_those_behind_the_start_and_before_the_end),
        cmocka_unit_test(the_past_stays_as_it_was_when_another_instruction_starts),
        cmocka_unit_test(any_two_cycles_have_the_busy_cycles_between_them),
        cmocka_unit_test(before_what_is_remembered_the_count_stays),
        cmocka_unit_test(a_reset_unit_is_free_and_was_never_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
