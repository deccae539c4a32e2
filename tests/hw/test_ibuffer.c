/* SPDX-License-Identifier: Apache-2.0 */
/* test_ibuffer.c - the instruction queue of a warp: slots in flight and queued. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/ibuffer.h"

#include <cmocka.h>

static void an_empty_queue_never_has_a_head(void **unused)
{
    (void)unused;
    struct ibuffer queue;
    ibuffer_reset(&queue, 4);
    assert_true(ibuffer_next_event(&queue) == NEVER);
    assert_false(ibuffer_full(&queue));
}

/* SWAS-5 */
static void a_queue_of_four_is_full_with_the_fourth_request_in_flight(void **unused)
{
    (void)unused;
    struct ibuffer queue;
    ibuffer_reset(&queue, 4);
    for (uint32_t i = 0; i < 3; i++) {
        ibuffer_push(&queue, i, 100 + i);
        assert_false(ibuffer_full(&queue));
    }
    ibuffer_push(&queue, 3, 103);
    assert_true(ibuffer_full(&queue));
    ibuffer_pop(&queue);
    assert_false(ibuffer_full(&queue));
}

static void instructions_leave_in_the_order_of_their_requests(void **unused)
{
    (void)unused;
    struct ibuffer queue;
    ibuffer_reset(&queue, 4);
    for (uint32_t i = 0; i < 4; i++)
        ibuffer_push(&queue, 10 + i, 100 + 5 * i);
    for (uint32_t i = 0; i < 4; i++) {
        assert_int_equal(ibuffer_head(&queue), 10 + i);
        assert_int_equal(ibuffer_next_event(&queue), 100 + 5 * i);
        ibuffer_pop(&queue);
    }
    assert_true(ibuffer_next_event(&queue) == NEVER);
}

/* A younger instruction that is there already does not pass an older one that is not. */
static void the_head_decides_when_the_queue_can_issue(void **unused)
{
    (void)unused;
    struct ibuffer queue;
    ibuffer_reset(&queue, 4);
    ibuffer_push(&queue, 1, 90);
    ibuffer_push(&queue, 2, 20);
    assert_int_equal(ibuffer_next_event(&queue), 90);
    ibuffer_pop(&queue);
    assert_int_equal(ibuffer_next_event(&queue), 20);
}

/* SWAS-7 */
static void a_flush_leaves_nothing_and_the_next_request_is_the_head(void **unused)
{
    (void)unused;
    struct ibuffer queue;
    ibuffer_reset(&queue, 4);
    for (uint32_t i = 0; i < 4; i++)
        ibuffer_push(&queue, i, 10 + i);
    ibuffer_flush(&queue);
    assert_true(ibuffer_next_event(&queue) == NEVER);
    assert_false(ibuffer_full(&queue));
    ibuffer_push(&queue, 77, 50);
    assert_int_equal(ibuffer_head(&queue), 77);
    assert_int_equal(ibuffer_next_event(&queue), 50);
}

static void the_largest_queue_holds_sixteen_however_often_it_went_round(void **unused)
{
    (void)unused;
    struct ibuffer queue;
    ibuffer_reset(&queue, IBUFFER_DEPTH_MAX);
    for (uint32_t i = 0; i < 16; i++)
        ibuffer_push(&queue, i, i);
    for (uint32_t i = 0; i < 100; i++) {
        assert_true(ibuffer_full(&queue));
        assert_int_equal(ibuffer_head(&queue), i);
        ibuffer_pop(&queue);
        ibuffer_push(&queue, i + 16, i + 16);
    }
}

static void a_queue_of_one_is_full_with_one(void **unused)
{
    (void)unused;
    struct ibuffer queue;
    ibuffer_reset(&queue, 1);
    ibuffer_push(&queue, 5, 9);
    assert_true(ibuffer_full(&queue));
    ibuffer_pop(&queue);
    assert_false(ibuffer_full(&queue));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_queue_never_has_a_head),
        cmocka_unit_test(a_queue_of_four_is_full_with_the_fourth_request_in_flight),
        cmocka_unit_test(instructions_leave_in_the_order_of_their_requests),
        cmocka_unit_test(the_head_decides_when_the_queue_can_issue),
        cmocka_unit_test(a_flush_leaves_nothing_and_the_next_request_is_the_head),
        cmocka_unit_test(the_largest_queue_holds_sixteen_however_often_it_went_round),
        cmocka_unit_test(a_queue_of_one_is_full_with_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
