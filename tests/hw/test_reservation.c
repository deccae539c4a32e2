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
    assert_int_equal(reservation_book(*state, 0, 1), 0);
    assert_int_equal(reservation_book(*state, 7, 1), 7);
}

static void a_taken_cycle_gives_the_first_free_one_behind_it(void **state)
{
    assert_int_equal(reservation_book(*state, 7, 1), 7);
    assert_int_equal(reservation_book(*state, 8, 1), 8);
    assert_int_equal(reservation_book(*state, 7, 1), 9);
    assert_int_equal(reservation_book(*state, 7, 1), 10);
    assert_int_equal(reservation_book(*state, 6, 1), 6);
}

/* What the stage is there for. */
static void a_booking_far_ahead_does_not_hold_up_nearer_ones(void **state)
{
    assert_int_equal(reservation_book(*state, 150, 1), 150);
    for (cycle_t cycle = 4; cycle < 150; cycle++)
        assert_int_equal(reservation_book(*state, cycle, 1), cycle);
    assert_int_equal(reservation_book(*state, 149, 1), 151);
}

static void several_cycles_are_booked_in_a_row_or_behind(void **state)
{
    assert_int_equal(reservation_book(*state, 12, 4), 12);
    assert_int_equal(reservation_book(*state, 10, 2), 10);
    assert_int_equal(reservation_book(*state, 8, 4), 16); /* only 8 and 9 were free before */
    assert_int_equal(reservation_book(*state, 8, 2), 8);
}

static void a_cycle_of_a_window_ago_does_not_count(void **state)
{
    assert_int_equal(reservation_book(*state, 5, 1), 5);
    assert_int_equal(reservation_book(*state, 5 + RESERVATION_WINDOW, 1), 5 + RESERVATION_WINDOW);
    assert_int_equal(reservation_book(*state, 5 + RESERVATION_WINDOW, 1), 6 + RESERVATION_WINDOW);
}

static void the_window_goes_round_its_end(void **state)
{
    cycle_t last = RESERVATION_WINDOW - 1;
    assert_int_equal(reservation_book(*state, last, 1), last);
    assert_int_equal(reservation_book(*state, last, 1), last + 1);
    assert_int_equal(reservation_book(*state, last, 1), last + 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(several_cycles_are_booked_in_a_row_or_behind, open_stage,
                                        close_stage),
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
