/* SPDX-License-Identifier: Apache-2.0 */
/* test_codebuffer.c - pieces of code in a row, which come at one end and leave at the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/codebuffer.h"

#include <cmocka.h>

/* PAS-65 */
static void pieces_keep_their_times_when_those_before_leave(void **unused)
{
    (void)unused;
    struct codebuffer buffer;
    codebuffer_restart(&buffer, 100);
    for (cycle_t i = 0; i < CODEBUFFER_MAX; i++)
        codebuffer_add(&buffer, 10 * i);
    codebuffer_move(&buffer, 103);
    assert_int_equal(codebuffer_decoded(&buffer, 0), 30);
    assert_int_equal(codebuffer_decoded(&buffer, 1), 40);
    assert_int_equal(codebuffer_next(&buffer), 100 + CODEBUFFER_MAX);
}

/* PAS-65 */
static void pieces_that_come_take_the_places_of_those_that_left(void **unused)
{
    (void)unused;
    struct codebuffer buffer;
    codebuffer_restart(&buffer, 0);
    for (cycle_t i = 0; i < 100; i++) {
        codebuffer_add(&buffer, 7 * i);
        if (i >= 3)
            codebuffer_move(&buffer, i - 2);
        assert_int_equal(codebuffer_next(&buffer), i + 1);
    }
    assert_int_equal(buffer.count, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(codebuffer_decoded(&buffer, i), 7 * (97 + i));
}

/* PAS-4: what it does not hold, before or behind, has to be fetched. */
static void it_holds_what_it_has_asked_for_and_nothing_else(void **unused)
{
    (void)unused;
    struct codebuffer buffer;
    codebuffer_restart(&buffer, 5);
    assert_false(codebuffer_holds(&buffer, 5));
    codebuffer_add(&buffer, 1);
    codebuffer_add(&buffer, 2);
    assert_false(codebuffer_holds(&buffer, 4));
    assert_true(codebuffer_holds(&buffer, 5));
    assert_true(codebuffer_holds(&buffer, 6));
    assert_false(codebuffer_holds(&buffer, 7));
    codebuffer_restart(&buffer, 50);
    assert_false(codebuffer_holds(&buffer, 5));
    assert_int_equal(codebuffer_next(&buffer), 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_keep_their_times_when_those_before_leave),
        cmocka_unit_test(pieces_that_come_take_the_places_of_those_that_left),
        cmocka_unit_test(it_holds_what_it_has_asked_for_and_nothing_else),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
