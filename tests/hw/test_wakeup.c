/* SPDX-License-Identifier: Apache-2.0 */
/* test_wakeup.c - the wheel of sleeping warps, against a list of their cycles. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "hw/wakeup.h"

#include <cmocka.h>

enum { WARPS = 64 };

static void nobody_wakes_after_a_reset(void **unused)
{
    (void)unused;
    struct wakeup wakeup;
    wakeup_reset(&wakeup);
    assert_true(wakeup.next == NEVER);
    assert_int_equal(wakeup_ready(&wakeup, 1000), 0);
}

static void a_warp_wakes_in_its_cycle_and_stays_awake(void **unused)
{
    (void)unused;
    struct wakeup wakeup;
    wakeup_reset(&wakeup);
    wakeup_set(&wakeup, 3, 10);
    wakeup_set(&wakeup, 63, 10 + 5 * WAKEUP_SPAN);
    assert_int_equal(wakeup_ready(&wakeup, 9), 0);
    assert_int_equal(wakeup_ready(&wakeup, 10), 1 << 3);
    assert_int_equal(wakeup_ready(&wakeup, 9 + 5 * WAKEUP_SPAN), 1 << 3);
    assert_true(wakeup_ready(&wakeup, 10 + 5 * WAKEUP_SPAN) == (1ull << 63 | 1 << 3));
}

static void a_cycle_that_has_passed_wakes_at_once(void **unused)
{
    (void)unused;
    struct wakeup wakeup;
    wakeup_reset(&wakeup);
    wakeup_set(&wakeup, 1, 0);
    assert_int_equal(wakeup_ready(&wakeup, 0), 1 << 1);
    wakeup_set(&wakeup, 2, 50);
    assert_int_equal(wakeup_ready(&wakeup, 100), 1 << 1 | 1 << 2);
    wakeup_set(&wakeup, 1, NEVER);
    wakeup_set(&wakeup, 4, 70);
    assert_int_equal(wakeup_ready(&wakeup, 100), 1 << 2 | 1 << 4);
}

/* A third each: soon, within some turns of the wheel, not at all. */
static cycle_t any_cycle(cycle_t now)
{
    switch (rand() % 3) {
    case 0: return now + (cycle_t)(rand() % 8);
    case 1: return now + (cycle_t)(rand() % (5 * WAKEUP_SPAN));
    default: return NEVER;
    }
}

static void check(struct wakeup *wakeup, const cycle_t *at, cycle_t now)
{
    uint64_t ready = 0;
    cycle_t next = NEVER;
    for (uint32_t warp = 0; warp < WARPS; warp++) {
        ready |= (uint64_t)(at[warp] <= now) << warp;
        next = at[warp] > now ? earlier(next, at[warp]) : next;
    }
    assert_true(wakeup_ready(wakeup, now) == ready);
    assert_true(wakeup->next > now && wakeup->next <= next);
}

static void any_sequence_wakes_the_same_warps_as_a_list(void **unused)
{
    (void)unused;
    struct wakeup wakeup;
    cycle_t at[WARPS], now = 0;
    srand(1);
    wakeup_reset(&wakeup);
    for (uint32_t warp = 0; warp < WARPS; warp++)
        at[warp] = NEVER;
    for (unsigned round = 0; round < 50000; round++) {
        for (int changes = rand() % 3; changes; changes--) {
            uint32_t warp = (uint32_t)(rand() % WARPS);
            at[warp] = any_cycle(now);
            wakeup_set(&wakeup, warp, at[warp]);
        }
        check(&wakeup, at, now);
        now += (cycle_t)(rand() % 50 ? rand() % 3 : rand() % (3 * WAKEUP_SPAN));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_wakes_after_a_reset),
        cmocka_unit_test(a_warp_wakes_in_its_cycle_and_stays_awake),
        cmocka_unit_test(a_cycle_that_has_passed_wakes_at_once),
        cmocka_unit_test(any_sequence_wakes_the_same_warps_as_a_list),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
