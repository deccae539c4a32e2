/* SPDX-License-Identifier: Apache-2.0 */
/* test_inflight.c - entries of the instructions in flight. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/inflight.h"

#include <cmocka.h>

static void without_a_limit_nothing_waits(void **unused)
{
    (void)unused;
    struct inflight inflight;
    inflight_reset(&inflight, 0);
    assert_int_equal(inflight_hold(&inflight, 1000), 0);
    assert_int_equal(inflight_hold(&inflight, 2000), 0);
}

static void the_unit_is_full_until_the_first_result(void **unused)
{
    (void)unused;
    struct inflight inflight;
    inflight_reset(&inflight, 2);
    assert_int_equal(inflight_hold(&inflight, 30), 0);
    assert_int_equal(inflight_hold(&inflight, 20), 20);
    assert_int_equal(inflight_hold(&inflight, 50), 30); /* the entry of the one that ended at 20 */
}

static void one_entry_makes_instructions_follow_each_other(void **unused)
{
    (void)unused;
    struct inflight inflight;
    inflight_reset(&inflight, 1);
    assert_int_equal(inflight_hold(&inflight, 10), 10);
    assert_int_equal(inflight_hold(&inflight, 25), 25);
    inflight_reset(&inflight, 1);
    assert_int_equal(inflight_hold(&inflight, 5), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_limit_nothing_waits),
        cmocka_unit_test(the_unit_is_full_until_the_first_result),
        cmocka_unit_test(one_entry_makes_instructions_follow_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
