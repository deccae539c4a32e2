/* SPDX-License-Identifier: Apache-2.0 */
/* test_periodic.c - response times of periodic kernels, by hand and against simulated schedules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "bound/periodic/periodic.h"
#include "tests/dice.h"

#include <cmocka.h>

enum { KERNELS_MAX = 5, SETS = 3000, HORIZON = 3000 };

static void expect(enum periodic_scheduler scheduler, const struct periodic_kernel *kernels,
                   size_t count, const uint64_t *responses, bool schedulable)
{
    struct periodic_response found[KERNELS_MAX];
    assert_int_equal(periodic_analyse(scheduler, kernels, count, found), schedulable);
    for (size_t i = 0; i < count; i++) {
        assert_true(found[i].bounded);
        assert_int_equal(found[i].cycles, responses[i]);
        assert_int_equal(found[i].met, responses[i] <= kernels[i].deadline);
    }
}

/* ---- by hand ---- */

/* The first waits for the longer one of the others, and the last for all that arrive before it. */
static void a_kernel_waits_for_one_less_urgent(void **state)
{
    static const struct periodic_kernel kernels[] = {
        {20, 100, 100, 1}, {30, 150, 150, 2}, {40, 200, 200, 3}};
    (void)state;
    expect(PERIODIC_FIXED_PRIORITY, kernels, 3, (const uint64_t[]){60, 90, 90}, true);
    struct periodic_response found[3];
    periodic_analyse(PERIODIC_FIXED_PRIORITY, kernels, 3, found);
    assert_int_equal(found[0].blocking, 40);
    assert_int_equal(found[2].blocking, 0);
    assert_float_equal(periodic_utilisation(kernels, 3), 0.6, 1e-12);
}

static void a_kernel_alone_waits_for_nothing(void **state)
{
    static const struct periodic_kernel one = {70, 100, 80, 1};
    (void)state;
    expect(PERIODIC_FIXED_PRIORITY, &one, 1, (const uint64_t[]){70}, true);
    expect(PERIODIC_EDF, &one, 1, (const uint64_t[]){70}, true);
}

/* The second arrival of a busy period has the longest response: with three kernels of 1 ms and
 * periods of 2.5, 3.5 and 3.5 (Davis et al.) the last one's first arrival would meet its deadline,
 * the second does not. */
static void a_later_arrival_can_be_the_worst(void **state)
{
    static const struct periodic_kernel kernels[] = {
        {1000, 2500, 2500, 1}, {1000, 3500, 3250, 2}, {1000, 3500, 3250, 3}};
    (void)state;
    expect(PERIODIC_FIXED_PRIORITY, kernels, 3, (const uint64_t[]){2000, 3000, 3500}, false);
}

/* No preemption: a kernel longer than another's deadline makes that one late. */
static void a_long_kernel_makes_a_short_deadline_late(void **state)
{
    static const struct periodic_kernel kernels[] = {{10, 100, 50, 1}, {60, 1000, 1000, 2}};
    (void)state;
    expect(PERIODIC_FIXED_PRIORITY, kernels, 2, (const uint64_t[]){70, 70}, false);
    expect(PERIODIC_EDF, kernels, 2, (const uint64_t[]){70, 70}, false);
}

static void priorities_go_by_number_then_by_order(void **state)
{
    struct periodic_kernel kernels[] = {{10, 100, 90, 5}, {20, 100, 50, 5}, {30, 100, 70, 1}};
    (void)state;
    expect(PERIODIC_FIXED_PRIORITY, kernels, 3, (const uint64_t[]){60, 60, 50}, false);
    periodic_by_deadline(kernels, 3);
    expect(PERIODIC_FIXED_PRIORITY, kernels, 3, (const uint64_t[]){60, 50, 60}, true);
}

static void too_much_load_has_no_bound(void **state)
{
    static const struct periodic_kernel kernels[] = {{60, 100, 100, 1}, {50, 100, 100, 2}};
    struct periodic_response found[2];
    (void)state;
    assert_true(periodic_utilisation(kernels, 2) > 1);
    assert_false(periodic_analyse(PERIODIC_FIXED_PRIORITY, kernels, 2, found));
    assert_true(found[0].bounded && found[0].cycles == 110);
    assert_false(found[1].bounded);
    assert_false(periodic_analyse(PERIODIC_EDF, kernels, 2, found));
    assert_false(found[0].bounded || found[1].bounded);
}

static void numbers_may_be_large(void **state)
{
    static const struct periodic_kernel kernels[] = {
        {PERIODIC_MAX / 4, PERIODIC_MAX, PERIODIC_MAX, 1},
        {PERIODIC_MAX / 2, PERIODIC_MAX, PERIODIC_MAX, 2}};
    (void)state;
    expect(PERIODIC_FIXED_PRIORITY, kernels, 2,
           (const uint64_t[]){3 * (PERIODIC_MAX / 4), 3 * (PERIODIC_MAX / 4)}, true);
}

/* ---- a simulated schedule ---- */

struct arrival {
    uint64_t next;
    uint64_t oldest[64]; /* that wait, a ring */
    size_t first, waiting;
};

struct machine {
    const struct periodic_kernel *kernels;
    size_t count;
    enum periodic_scheduler scheduler;
    struct arrival arrival[KERNELS_MAX];
    uint64_t worst[KERNELS_MAX];
    bool sporadic;
};

static void arrive(struct machine *m, uint64_t now, uint64_t *dice)
{
    for (size_t i = 0; i < m->count; i++) {
        struct arrival *a = &m->arrival[i];
        while (a->next <= now) {
            assert_true(a->waiting < 64);
            a->oldest[(a->first + a->waiting++) % 64] = a->next;
            a->next += m->kernels[i].period;
            if (m->sporadic && dice_roll(dice) % 4 == 0)
                a->next += dice_roll(dice) % m->kernels[i].period;
        }
    }
}

static bool is_before(const struct machine *m, size_t a, size_t b)
{
    const struct arrival *one = &m->arrival[a], *two = &m->arrival[b];
    uint64_t x = m->kernels[a].priority, y = m->kernels[b].priority;
    if (m->scheduler == PERIODIC_EDF) {
        x = one->oldest[one->first] + m->kernels[a].deadline;
        y = two->oldest[two->first] + m->kernels[b].deadline;
    }
    return x != y ? x < y : a < b;
}

/* The kernel that starts now; `count`: none waits. */
static size_t choose(const struct machine *m)
{
    size_t best = m->count;
    for (size_t i = 0; i < m->count; i++) {
        if (m->arrival[i].waiting && (best == m->count || is_before(m, i, best)))
            best = i;
    }
    return best;
}

static void simulate(struct machine *m, uint64_t *dice)
{
    for (uint64_t now = 0; now < HORIZON;) {
        arrive(m, now, dice);
        size_t i = choose(m);
        if (i == m->count) {
            now++;
            continue;
        }
        struct arrival *a = &m->arrival[i];
        uint64_t cycles = m->kernels[i].cycles;
        if (dice_roll(dice) % 3 == 0)
            cycles = 1 + dice_roll(dice) % cycles;
        uint64_t response = now + cycles - a->oldest[a->first];
        m->worst[i] = response > m->worst[i] ? response : m->worst[i];
        a->first = (a->first + 1) % 64;
        a->waiting--;
        now += cycles;
    }
}

static size_t roll(uint64_t *dice, struct periodic_kernel *kernels)
{
    size_t count = 1 + dice_roll(dice) % KERNELS_MAX;
    for (size_t i = 0; i < count; i++) {
        struct periodic_kernel *k = &kernels[i];
        k->period = 10 + dice_roll(dice) % 190;
        k->cycles = 1 + dice_roll(dice) % (2 * k->period / count);
        k->deadline = 1 + dice_roll(dice) % (2 * k->period);
        k->priority = dice_roll(dice) % count;
    }
    return count;
}

/* Random sets, arrivals and durations: no response is longer than its bound. */
static size_t sets_within_bounds(enum periodic_scheduler scheduler, size_t *reached)
{
    uint64_t dice = 17 + scheduler;
    size_t sets = 0;
    for (int n = 0; n < SETS; n++) {
        struct periodic_kernel kernels[KERNELS_MAX];
        struct periodic_response found[KERNELS_MAX];
        size_t count = roll(&dice, kernels);
        if (periodic_utilisation(kernels, count) > 1)
            continue;
        periodic_analyse(scheduler, kernels, count, found);
        struct machine m = {.kernels = kernels, .count = count, .scheduler = scheduler,
                            .sporadic = n % 3 == 2};
        for (size_t i = 0; i < count; i++)
            m.arrival[i].next = n % 3 ? dice_roll(&dice) % kernels[i].period : 0;
        simulate(&m, &dice);
        for (size_t i = 0; i < count; i++) {
            assert_true(!found[i].bounded || m.worst[i] <= found[i].cycles);
            *reached += found[i].bounded && m.worst[i] + 1 >= found[i].cycles;
        }
        sets++;
    }
    return sets;
}

static void simulated_responses_are_within_bounds(void **state)
{
    (void)state;
    for (enum periodic_scheduler i = 0; i < PERIODIC_SCHEDULERS; i++) {
        size_t reached = 0, sets = sets_within_bounds(i, &reached);
        assert_true(sets > 1000 && reached > 100); /* bounds are not far above */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kernel_waits_for_one_less_urgent),
        cmocka_unit_test(a_kernel_alone_waits_for_nothing),
        cmocka_unit_test(a_later_arrival_can_be_the_worst),
        cmocka_unit_test(a_long_kernel_makes_a_short_deadline_late),
        cmocka_unit_test(priorities_go_by_number_then_by_order),
        cmocka_unit_test(too_much_load_has_no_bound),
        cmocka_unit_test(numbers_may_be_large),
        cmocka_unit_test(simulated_responses_are_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
