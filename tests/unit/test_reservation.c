/* SPDX-License-Identifier: Apache-2.0 */
/* test_reservation.c - a stage of one client a cycle that is booked ahead and out of order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "hw/reservation.h"

#include <cmocka.h>

static int open_stage(void **state)
{
    struct reservation *stage = malloc(sizeof *stage);
    if (!stage)
        return -1;
    reservation_reset(stage);
    *state = stage;
    return 0;
}

static int close_stage(void **state)
{
    free(*state);
    return 0;
}

static void a_free_cycle_is_given_as_wanted(void **state)
{
    assert_int_equal(reservation_book(*state, 0), 0);
    assert_int_equal(reservation_book(*state, 7), 7);
}

static void a_taken_cycle_gives_the_first_free_one_behind_it(void **state)
{
    assert_int_equal(reservation_book(*state, 7), 7);
    assert_int_equal(reservation_book(*state, 8), 8);
    assert_int_equal(reservation_book(*state, 7), 9);
    assert_int_equal(reservation_book(*state, 7), 10);
    assert_int_equal(reservation_book(*state, 6), 6);
}

/* What the stage is there for. */
static void a_booking_far_ahead_does_not_hold_up_nearer_ones(void **state)
{
    assert_int_equal(reservation_book(*state, 150), 150);
    for (cycle_t cycle = 4; cycle < 150; cycle++)
        assert_int_equal(reservation_book(*state, cycle), cycle);
    assert_int_equal(reservation_book(*state, 149), 151);
}

static void a_cycle_of_a_window_ago_does_not_count(void **state)
{
    assert_int_equal(reservation_book(*state, 5), 5);
    assert_int_equal(reservation_book(*state, 5 + RESERVATION_WINDOW), 5 + RESERVATION_WINDOW);
    assert_int_equal(reservation_book(*state, 5 + RESERVATION_WINDOW), 6 + RESERVATION_WINDOW);
}

static void the_window_goes_round_its_end(void **state)
{
    cycle_t last = RESERVATION_WINDOW - 1;
    assert_int_equal(reservation_book(*state, last), last);
    assert_int_equal(reservation_book(*state, last), last + 1);
    assert_int_equal(reservation_book(*state, last), last + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_free_cycle_is_given_as_wanted, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(a_taken_cycle_gives_the_first_free_one_behind_it,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(a_booking_far_ahead_does_not_hold_up_nearer_ones,
                                        open_stage, close_stage),
        cmocka_unit_test_setup_teardown(a_cycle_of_a_window_ago_does_not_count, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(the_window_goes_round_its_end, open_stage, close_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
