/* SPDX-License-Identifier: Apache-2.0 */
/* test_barrier.c - arrivals, releases and phases of one barrier. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/barrier.h"

#include <cmocka.h>

static uint64_t arrive(struct barrier *barrier, uint32_t warp, uint32_t expected)
{
    bool released;
    uint64_t free_again = barrier_arrive(barrier, warp, expected, true, &released);
    assert_int_equal(released, free_again != 0); /* whoever arrives this way waits */
    return free_again;
}

static void the_nth_arrival_releases_all_who_wait(void **unused)
{
    (void)unused;
    struct barrier barrier;
    barrier_reset(&barrier);
    assert_int_equal(arrive(&barrier, 3, 3), 0);
    assert_int_equal(arrive(&barrier, 0, 3), 0);
    assert_int_equal(barrier.arrived, 2);
    assert_int_equal(barrier.expected, 3);
    assert_int_equal(arrive(&barrier, 31, 3), 1u << 3 | 1u << 0 | 1u << 31);
    assert_int_equal(barrier.arrived, 0);
    assert_int_equal(barrier.waiting, 0);
}

static void the_64th_warp_can_wait_too(void **unused)
{
    (void)unused;
    struct barrier barrier;
    barrier_reset(&barrier);
    assert_int_equal(arrive(&barrier, 63, 2), 0);
    assert_true(arrive(&barrier, 62, 2) == 3ull << 62);
}

static void one_expected_warp_passes_at_once_and_ends_a_phase(void **unused)
{
    (void)unused;
    struct barrier barrier;
    barrier_reset(&barrier);
    assert_int_equal(arrive(&barrier, 5, 1), 1u << 5);
    assert_int_equal(barrier.phase, 1);
}

static void a_barrier_can_be_used_again_and_counts_its_phases(void **unused)
{
    (void)unused;
    struct barrier barrier;
    barrier_reset(&barrier);
    for (uint32_t round = 0; round < 5; round++) {
        assert_int_equal(barrier.phase, round);
        assert_int_equal(arrive(&barrier, 0, 2), 0);
        assert_int_equal(arrive(&barrier, 1, 2), 3);
    }
    assert_int_equal(barrier.phase, 5);
}

static void whoever_arrives_without_waiting_is_not_among_the_released(void **unused)
{
    (void)unused;
    struct barrier barrier;
    bool released;
    barrier_reset(&barrier);
    assert_int_equal(arrive(&barrier, 2, 2), 0);
    assert_int_equal(barrier_arrive(&barrier, 4, 2, false, &released), 1u << 2);
    assert_true(released);
}

static void a_release_that_nobody_waits_for_is_told(void **unused)
{
    (void)unused;
    struct barrier barrier;
    bool released;
    barrier_reset(&barrier);
    assert_int_equal(barrier_arrive(&barrier, 0, 2, false, &released), 0);
    assert_false(released);
    assert_int_equal(barrier_arrive(&barrier, 1, 2, false, &released), 0);
    assert_true(released);
    assert_int_equal(barrier.phase, 1);
}

static void waiting_for_a_phase_that_is_over_does_not_hold(void **unused)
{
    (void)unused;
    struct barrier barrier;
    bool released;
    barrier_reset(&barrier);
    barrier_arrive(&barrier, 0, 1, false, &released); /* phase 0 is over */
    assert_true(barrier_wait(&barrier, 0, 0));
    assert_int_equal(barrier.waiting, 0);
}

static void waiting_for_the_current_phase_holds_until_its_release(void **unused)
{
    (void)unused;
    struct barrier barrier;
    bool released;
    barrier_reset(&barrier);
    barrier_arrive(&barrier, 0, 2, false, &released);
    assert_false(barrier_wait(&barrier, 0, 0));
    assert_int_equal(barrier_arrive(&barrier, 1, 2, false, &released), 1);
    assert_true(released);
}

static void phases_are_told_apart_by_their_lowest_bit(void **unused)
{
    (void)unused;
    struct barrier barrier;
    bool released;
    barrier_reset(&barrier);
    barrier_arrive(&barrier, 0, 1, false, &released); /* phase 1 now */
    assert_false(barrier_wait(&barrier, 3, 1));
    assert_false(barrier_wait(&barrier, 4, 3));
    assert_int_equal(barrier.waiting, 1u << 3 | 1u << 4);
    assert_true(barrier_wait(&barrier, 5, 2));
}

/* PAS-66 */
static void those_who_wait_go_when_fewer_are_expected(void **unused)
{
    (void)unused;
    struct barrier barrier;
    barrier_reset(&barrier);
    assert_int_equal(barrier_expect(&barrier, 0), 0); /* nobody has arrived */
    arrive(&barrier, 0, 4);
    arrive(&barrier, 2, 4);
    assert_int_equal(barrier_expect(&barrier, 3), 0);
    assert_int_equal(barrier_expect(&barrier, 2), 1u << 0 | 1u << 2);
    assert_int_equal(barrier.arrived, 0);
    assert_int_equal(barrier.phase, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nth_arrival_releases_all_who_wait),
        cmocka_unit_test(the_64th_warp_can_wait_too),
        cmocka_unit_test(one_expected_warp_passes_at_once_and_ends_a_phase),
        cmocka_unit_test(a_barrier_can_be_used_again_and_counts_its_phases),
        cmocka_unit_test(whoever_arrives_without_waiting_is_not_among_the_released),
        cmocka_unit_test(a_release_that_nobody_waits_for_is_told),
        cmocka_unit_test(waiting_for_a_phase_that_is_over_does_not_hold),
        cmocka_unit_test(waiting_for_the_current_phase_holds_until_its_release),
        cmocka_unit_test(phases_are_told_apart_by_their_lowest_bit),
        cmocka_unit_test(those_who_wait_go_when_fewer_are_expected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
