/* SPDX-License-Identifier: Apache-2.0 */
/* test_dependency.c - counters that go down in cycles known beforehand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/dependency.h"

#include <cmocka.h>

/* PAS-62 */
static void a_counter_is_zero_in_the_cycle_of_its_last_decrement(void **unused)
{
    (void)unused;
    struct dependency d = {.count = 0};
    assert_int_equal(dependency_until(&d, 0), 0);
    dependency_add(&d, 10, 33);
    assert_int_equal(dependency_until(&d, 0), 33);
    dependency_add(&d, 11, 20);
    assert_int_equal(dependency_until(&d, 0), 33);
    dependency_add(&d, 12, 40);
    assert_int_equal(dependency_until(&d, 0), 40);
}

/* PAS-62: DEPBAR.LE waits until no more than that many are under way. */
static void a_counter_is_small_enough_when_all_but_the_latest_have_ended(void **unused)
{
    (void)unused;
    struct dependency d = {.count = 0};
    dependency_add(&d, 0, 30);
    dependency_add(&d, 1, 10);
    dependency_add(&d, 2, 20);
    assert_int_equal(dependency_until(&d, 1), 20);
    assert_int_equal(dependency_until(&d, 2), 10);
    assert_int_equal(dependency_until(&d, 3), 0);
}

static void what_has_ended_is_no_longer_counted(void **unused)
{
    (void)unused;
    struct dependency d = {.count = 0};
    for (cycle_t now = 0; now < 1000; now++) {
        dependency_add(&d, now, now + 5);
        assert_in_range(d.count, 1, 5);
        assert_int_equal(dependency_until(&d, 0), now + 5);
    }
}

static void more_than_hardware_counts_keeps_the_latest(void **unused)
{
    (void)unused;
    struct dependency d = {.count = 0};
    for (cycle_t i = 0; i < 3 * DEPENDENCY_MAX; i++)
        dependency_add(&d, 0, 1000 + i);
    assert_int_equal(d.count, DEPENDENCY_MAX);
    assert_int_equal(dependency_until(&d, 0), 1000 + 3 * DEPENDENCY_MAX - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_counter_is_zero_in_the_cycle_of_its_last_decrement),
        cmocka_unit_test(a_counter_is_small_enough_when_all_but_the_latest_have_ended),
        cmocka_unit_test(what_has_ended_is_no_longer_counted),
        cmocka_unit_test(more_than_hardware_counts_keeps_the_latest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
