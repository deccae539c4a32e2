/* SPDX-License-Identifier: Apache-2.0 */
/* test_scheduler.c - which warp goes next: the vectors of the requirements, turn by turn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/scheduler.h"

#include <cmocka.h>

enum { NOBODY = -1 };
enum { W0 = 1, W1 = 2, W2 = 4, W3 = 8, ALL = 15 };

struct turn {
    uint64_t ready;
    int granted;
};

static void start(struct scheduler *scheduler, const char *policy, uint32_t warps)
{
    const struct scheduler_ops *ops = scheduler_find(policy);
    assert_non_null(ops);
    scheduler_reset(scheduler, ops, warps);
}

/* A scheduler of four warps, fresh from reset, through a list of turns. */
static void assert_turns(const char *policy, const struct turn *turns, size_t count)
{
    struct scheduler scheduler;
    start(&scheduler, policy, 4);
    for (size_t i = 0; i < count; i++) {
        int granted = scheduler_turn(&scheduler, turns[i].ready);
        if (granted != turns[i].granted)
            fail_msg("%s, turn %zu, ready 0x%llx: warp %d instead of %d", policy, i,
                     (unsigned long long)turns[i].ready, granted, turns[i].granted);
    }
}

#define ASSERT_TURNS(policy, ...)                                                                 \
    do {                                                                                          \
        static const struct turn turns[] = {__VA_ARGS__};                                         \
        assert_turns(policy, turns, sizeof turns / sizeof *turns);                                \
    } while (0)

/* SWAS-15 */
static void lrr_goes_round_when_all_are_ready(void **unused)
{
    (void)unused;
    ASSERT_TURNS("lrr", {ALL, 0}, {ALL, 1}, {ALL, 2}, {ALL, 3}, {ALL, 0}, {ALL, 1});
}

/* SWAS-15 */
static void lrr_alternates_between_the_two_that_are_ready(void **unused)
{
    (void)unused;
    ASSERT_TURNS("lrr", {W1 | W3, 1}, {W1 | W3, 3}, {W1 | W3, 1}, {W1 | W3, 3});
}

/* SWAS-15: with two or more ready warps none is taken twice in a row. */
static void lrr_takes_a_warp_twice_only_when_it_is_alone(void **unused)
{
    (void)unused;
    struct scheduler scheduler;
    uint64_t dice = 1;
    int before = NOBODY;
    start(&scheduler, "lrr", 32);
    for (unsigned i = 0; i < 5000; i++) {
        dice = dice * 6364136223846793005u + 1442695040888963407u;
        uint64_t ready = dice >> 32 & dice >> 16 & 0xffffffffu;
        int granted = scheduler_turn(&scheduler, ready);
        if (granted != NOBODY)
            assert_true(ready >> granted & 1);
        if (granted != NOBODY && ready & (ready - 1))
            assert_int_not_equal(granted, before);
        before = granted == NOBODY ? before : granted;
    }
}

/* SWAS-15: no grant leaves the pointer where it was. */
static void lrr_goes_on_behind_the_last_grant_after_an_idle_turn(void **unused)
{
    (void)unused;
    ASSERT_TURNS("lrr", {ALL, 0}, {ALL, 1}, {0, NOBODY}, {0, NOBODY}, {ALL, 2}, {ALL, 3});
}

/* SWAS-15: an idle turn right after reset still leaves warp 0 first. */
static void every_policy_begins_with_warp_0(void **unused)
{
    (void)unused;
    for (size_t i = 0; scheduler_policy(i); i++)
        ASSERT_TURNS(scheduler_policy(i)->name, {0, NOBODY}, {ALL, 0});
}

/* SWAS-16 */
static void gtlrr_stays_with_a_warp_while_it_is_ready(void **unused)
{
    (void)unused;
    ASSERT_TURNS("gtlrr", {ALL, 0}, {ALL, 0}, {ALL, 0}, {W1 | W2, 1}, {ALL, 1}, {ALL, 1},
                 {W0 | W3, 3}, {ALL, 3}, {W0 | W1 | W2, 0});
}

/* SWAS-16: all stalled, then c and c+1 wake together: c+1. */
static void gtlrr_loses_its_hold_in_an_idle_turn_but_not_its_place(void **unused)
{
    (void)unused;
    ASSERT_TURNS("gtlrr", {W1, 1}, {W1, 1}, {0, NOBODY}, {W1 | W2, 2});
    ASSERT_TURNS("gtlrr", {W3, 3}, {0, NOBODY}, {W3 | W0, 0});
}

/* SWAS-16: the scan goes current+1 ... current; the current one comes last, but it comes. */
static void gtlrr_takes_the_same_warp_after_an_idle_turn_when_it_is_alone(void **unused)
{
    (void)unused;
    ASSERT_TURNS("gtlrr", {W2, 2}, {0, NOBODY}, {W2, 2}, {ALL, 2});
    ASSERT_TURNS("gtlrr", {W2, 2}, {0, NOBODY}, {W1 | W2, 1});
}

/* SWAS-17: w2 runs, w0 wakes: w2 keeps going; w2 stalls: w0. */
static void gtlo_is_not_preempted_by_an_older_warp(void **unused)
{
    (void)unused;
    ASSERT_TURNS("gtlo", {W2, 2}, {W0 | W2, 2}, {W0 | W2 | W3, 2}, {W0 | W3, 0},
                 {ALL, 0});
}

/* SWAS-17: otherwise the oldest ready warp, which is the one with the lowest number. */
static void gtlo_takes_the_oldest_when_its_warp_stalls(void **unused)
{
    (void)unused;
    ASSERT_TURNS("gtlo", {W3, 3}, {W1 | W2, 1}, {W2 | W3, 2}, {W0 | W1 | W3, 0});
}

/* SWAS-17: after an idle turn the scan begins at 0 again. */
static void gtlo_scans_from_0_after_an_idle_turn(void **unused)
{
    (void)unused;
    ASSERT_TURNS("gtlo", {W2, 2}, {0, NOBODY}, {W1 | W2 | W3, 1});
    ASSERT_TURNS("gtlo", {W2, 2}, {0, NOBODY}, {W2 | W3, 2});
}

/* The fetch of Vortex itself. */
static void fp_always_takes_the_lowest_number(void **unused)
{
    (void)unused;
    ASSERT_TURNS("fp", {W2 | W3, 2}, {ALL, 0}, {ALL, 0}, {W1 | W2, 1}, {0, NOBODY},
                 {W3, 3}, {W1 | W3, 1});
}

/* PAS-6 */
static void run_to_barrier_waits_with_its_warp_until_that_is_let_go(void **unused)
{
    (void)unused;
    struct scheduler scheduler;
    start(&scheduler, "run_to_barrier", 4);
    assert_int_equal(scheduler_turn(&scheduler, W1 | W2), 1);
    assert_int_equal(scheduler_turn(&scheduler, W0 | W2), NOBODY);
    assert_int_equal(scheduler_turn(&scheduler, 0), NOBODY);
    assert_int_equal(scheduler_turn(&scheduler, ALL), 1);
    scheduler_let_go(&scheduler, 2); /* another one */
    assert_int_equal(scheduler_turn(&scheduler, W0), NOBODY);
    scheduler_let_go(&scheduler, 1);
    assert_int_equal(scheduler_turn(&scheduler, W2 | W3), 2);
    assert_int_equal(scheduler_turn(&scheduler, W0 | W3), NOBODY);
}

static void the_last_of_64_warps_hands_over_to_the_first(void **unused)
{
    (void)unused;
    struct scheduler scheduler;
    start(&scheduler, "lrr", 64);
    assert_int_equal(scheduler_turn(&scheduler, ~0ull), 0);
    assert_int_equal(scheduler_turn(&scheduler, 1ull << 63 | 1), 63);
    assert_int_equal(scheduler_turn(&scheduler, ~0ull), 0);
    assert_int_equal(scheduler_turn(&scheduler, 1ull << 62 | 1), 62);
}

static void policies_are_found_by_their_exact_name_only(void **unused)
{
    (void)unused;
    static const char *const known[] = {"fp", "lrr", "gtlrr", "gtlo", "oldest",
                                         "run_to_barrier"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_string_equal(scheduler_find(known[i])->name, known[i]);
    assert_null(scheduler_find("lr"));
    assert_null(scheduler_find("lrrr"));
    assert_null(scheduler_find(""));
    for (size_t i = 0; scheduler_policy(i); i++)
        assert_non_null(scheduler_policy(i)->about);
}

/* PWS-60: age is the order of starts, not the number of the slot. */
static void oldest_takes_the_one_that_started_first(void **unused)
{
    struct scheduler scheduler;
    (void)unused;
    start(&scheduler, "oldest", 4);
    assert_int_equal(scheduler_turn(&scheduler, ALL), 0); /* nothing was told: the lowest */
    scheduler_start(&scheduler, 2);
    scheduler_start(&scheduler, 0);
    scheduler_start(&scheduler, 3);
    scheduler_start(&scheduler, 1);
    assert_int_equal(scheduler_turn(&scheduler, ALL), 2);
    assert_int_equal(scheduler_turn(&scheduler, ALL), 2);
    assert_int_equal(scheduler_turn(&scheduler, W1 | W3), 3);
    scheduler_start(&scheduler, 2); /* another warp in its slot */
    assert_int_equal(scheduler_turn(&scheduler, ALL), 0);
    assert_int_equal(scheduler_turn(&scheduler, W1 | W2), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lrr_goes_round_when_all_are_ready),
        cmocka_unit_test(lrr_alternates_between_the_two_that_are_ready),
        cmocka_unit_test(lrr_takes_a_warp_twice_only_when_it_is_alone),
        cmocka_unit_test(lrr_goes_on_behind_the_last_grant_after_an_idle_turn),
        cmocka_unit_test(every_policy_begins_with_warp_0),
        cmocka_unit_test(gtlrr_stays_with_a_warp_while_it_is_ready),
        cmocka_unit_test(gtlrr_loses_its_hold_in_an_idle_turn_but_not_its_place),
        cmocka_unit_test(gtlrr_takes_the_same_warp_after_an_idle_turn_when_it_is_alone),
        cmocka_unit_test(gtlo_is_not_preempted_by_an_older_warp),
        cmocka_unit_test(gtlo_takes_the_oldest_when_its_warp_stalls),
        cmocka_unit_test(gtlo_scans_from_0_after_an_idle_turn),
        cmocka_unit_test(fp_always_takes_the_lowest_number),
        cmocka_unit_test(run_to_barrier_waits_with_its_warp_until_that_is_let_go),
        cmocka_unit_test(the_last_of_64_warps_hands_over_to_the_first),
        cmocka_unit_test(policies_are_found_by_their_exact_name_only),
        cmocka_unit_test(oldest_takes_the_one_that_started_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
