/* SPDX-License-Identifier: Apache-2.0 */
/* test_transition.c - dependency matrices and their product. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/transition.h"

#include <cmocka.h>

#include "tests/dice.h"

/* "110;010;001", as papers print it: column 1 first. */
static transition matrix(const char *text)
{
    uint32_t out = 0;
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t j = 0; j < 3; j++)
            out |= (uint32_t)(text[4 * i + j] == '1') << (3 * i + j);
    return (transition)out;
}

static void rows_are_read_as_written(void **unused)
{
    (void)unused;
    assert_int_equal(matrix("100;010;001"), TRANSITION_SAME);
    assert_int_equal(matrix("101;010;011"), transition_rows(5, 2, 6));
    assert_true(transition_at(matrix("101;000;000"), 0, 2));
    assert_false(transition_at(matrix("101;000;000"), 2, 0));
}

/* SBI-56: eight threads; one split, two, exchanged, merged, two again. */
static void the_example_of_eight_threads_gives_its_matrices(void **unused)
{
    (void)unused;
    static const uint64_t lanes[5][3] = {
        {0xff, 0, 0}, {0x0f, 0xf0, 0}, {0xf0, 0x0f, 0}, {0xff, 0, 0}, {0x0f, 0xf0, 0}};
    transition d[4];
    for (int t = 0; t < 4; t++)
        d[t] = transition_between(lanes[t], lanes[t + 1]);
    assert_int_equal(d[1], matrix("010;100;000"));
    assert_int_equal(transition_then(d[0], d[1]), matrix("110;000;000"));
    assert_int_equal(transition_then(d[1], d[2]), matrix("100;100;000"));
    /* exact is 100;010;000: the product has false dependences */
    assert_int_equal(transition_then(transition_then(d[1], d[2]), d[3]), matrix("110;110;000"));
    assert_int_equal(transition_between(lanes[1], lanes[4]), matrix("100;010;000"));
}

static void deal(uint64_t *dice, uint64_t lanes[3])
{
    uint64_t a = dice_roll(dice), b = dice_roll(dice), live = dice_roll(dice) | dice_roll(dice);
    uint64_t few = dice_roll(dice) & dice_roll(dice) & dice_roll(dice);
    lanes[0] = a & live & (b & 1 ? few : ~0ull);
    lanes[1] = ~a & b & live & (b & 2 ? few : ~0ull);
    lanes[2] = live & ~lanes[0] & ~lanes[1] & (b & 4 ? 0 : ~0ull);
}

/* SBI-51, SBI-53: D(t-2,t) as a product never lacks a common thread of the two times. */
static void a_product_misses_no_common_thread(void **unused)
{
    (void)unused;
    uint64_t dice = 7, lanes[3][3];
    uint32_t false_ones = 0;
    for (int round = 0; round < 10000; round++) {
        for (int t = 0; t < 3; t++)
            deal(&dice, lanes[t]);
        uint64_t alive = lanes[1][0] | lanes[1][1] | lanes[1][2];
        for (int i = 0; i < 3; i++) {
            lanes[0][i] &= dice_roll(&dice) | ~0ull * (round & 1);
            lanes[2][i] &= alive; /* no thread comes back */
        }
        transition product = transition_then(transition_between(lanes[0], lanes[1]),
                                             transition_between(lanes[1], lanes[2]));
        transition exact = transition_between(lanes[0], lanes[2]);
        assert_int_equal(exact & ~product, 0);
        false_ones += product != exact;
    }
    assert_true(false_ones);
}

static void the_product_with_no_change_is_the_matrix(void **unused)
{
    (void)unused;
    for (uint32_t d = 0; d < 512; d++) {
        assert_int_equal(transition_then((transition)d, TRANSITION_SAME), d);
        assert_int_equal(transition_then(TRANSITION_SAME, (transition)d), d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_read_as_written),
        cmocka_unit_test(the_example_of_eight_threads_gives_its_matrices),
        cmocka_unit_test(a_product_misses_no_common_thread),
        cmocka_unit_test(the_product_with_no_change_is_the_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
