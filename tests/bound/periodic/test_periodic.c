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

static enum periodic_outcome analyse(enum periodic_scheduler scheduler,
                                     const struct periodic_kernel *kernels, size_t count,
                                     struct periodic_response *found)
{
    enum watch_verdict verdict;
    enum periodic_outcome outcome =
        periodic_analyse(scheduler, kernels, count, NULL, found, &verdict);
    assert_int_equal(verdict, WATCH_GO_ON);
    return outcome;
}

static void expect(enum periodic_scheduler scheduler, const struct periodic_kernel *kernels,
                   size_t count, const uint64_t *responses, bool schedulable)
{
    struct periodic_response found[KERNELS_MAX];
    enum periodic_outcome outcome = analyse(scheduler, kernels, count, found);
    assert_int_equal(outcome, schedulable ? PERIODIC_MEETS : PERIODIC_MISSES);
    for (size_t i = 0; i < count; i++) {
        assert_true(found[i].bounded);
        assert_int_equal(found[i].cycles, responses[i]);
        assert_int_equal(found[i].outcome, responses[i] <= kernels[i].deadline ? PERIODIC_MEETS
                                                                               : PERIODIC_MISSES);
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
    analyse(PERIODIC_FIXED_PRIORITY, kernels, 3, found);
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
    assert_int_equal(analyse(PERIODIC_FIXED_PRIORITY, kernels, 2, found), PERIODIC_MISSES);
    assert_true(found[0].bounded && found[0].cycles == 110 && !found[0].grows);
    assert_true(!found[1].bounded && found[1].grows);
    assert_int_equal(analyse(PERIODIC_EDF, kernels, 2, found), PERIODIC_MISSES);
    assert_true(found[0].grows && found[1].grows);
}

/* All of the time, exactly: bounded without blocking, not with it. */
static void a_full_machine_leaves_no_time_for_blocking(void **state)
{
    static const struct periodic_kernel kernels[] = {
        {30, 60, 60, 1}, {50, 100, 300, 2}, {1, 1000000, 1000000, 3}};
    struct periodic_response found[3];
    (void)state;
    expect(PERIODIC_FIXED_PRIORITY, kernels, 2, (const uint64_t[]){80, 80}, false);
    assert_int_equal(analyse(PERIODIC_FIXED_PRIORITY, kernels, 3, found), PERIODIC_MISSES);
    assert_true(found[0].bounded && found[1].grows && found[2].grows);
}

/* The second kernel needs more than four million steps. Nothing is said of what was not found, at
 * any priority; a response that is too long already decides. */
static void a_search_that_is_given_up_decides_nothing(void **state)
{
    struct periodic_kernel kernels[] = {
        {999999, 1000000, PERIODIC_MAX, 1}, {10000000, PERIODIC_MAX / 2, PERIODIC_MAX, 2}};
    struct periodic_response found[2];
    (void)state;
    for (unsigned turned = 0; turned < 2; turned++) {
        for (enum periodic_scheduler i = 0; i < PERIODIC_SCHEDULERS; i++) {
            assert_int_equal(analyse(i, kernels, 2, found), PERIODIC_UNDECIDED);
            for (size_t k = 0; k < 2; k++) {
                assert_int_equal(found[k].outcome,
                                 found[k].bounded ? PERIODIC_MEETS : PERIODIC_UNDECIDED);
                assert_false(found[k].grows);
            }
        }
        kernels[0].priority = 3;
    }
    kernels[1].deadline = 10000000;
    assert_int_equal(analyse(PERIODIC_FIXED_PRIORITY, kernels, 2, found), PERIODIC_MISSES);
    assert_int_equal(found[1].outcome, PERIODIC_MISSES);
}

static void an_interrupt_ends_a_search(void **state)
{
    static const struct periodic_kernel kernels[] = {
        {999999, 1000000, PERIODIC_MAX, 1}, {10000000, PERIODIC_MAX / 2, PERIODIC_MAX, 2}};
    struct periodic_response found[2];
    enum watch_verdict verdict;
    atomic_bool interrupt = true;
    (void)state;
    struct watch watch = {.interrupt = &interrupt};
    assert_int_equal(periodic_analyse(PERIODIC_EDF, kernels, 2, &watch, found, &verdict),
                     PERIODIC_UNDECIDED);
    assert_int_equal(verdict, WATCH_INTERRUPTED);
    watch = (struct watch){.ends = watch_now() - 1, .seconds = 1};
    periodic_analyse(PERIODIC_FIXED_PRIORITY, kernels, 2, &watch, found, &verdict);
    assert_int_equal(verdict, WATCH_TIME_OVER);
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
        analyse(scheduler, kernels, count, found);
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

/* ---- every phase ---- */

/* Two steps per cycle: a kernel can start just before others. */
enum { PHASED = 3, PERIOD_MAX = 6, STEPS = 2 };

/* The kernel that starts at `now`: its oldest arrival, by the rule of the scheduler, written anew.
 * `count`: none waits. */
static size_t first_of(enum periodic_scheduler scheduler, const struct periodic_kernel *kernels,
                       const uint64_t *arrival, size_t count, uint64_t now)
{
    size_t first = count;
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < count; i++) {
        uint64_t rank = scheduler == PERIODIC_EDF ? arrival[i] + STEPS * kernels[i].deadline
                                                  : kernels[i].priority;
        if (arrival[i] <= now && rank < least) {
            first = i;
            least = rank;
        }
    }
    return first;
}

static void run_phase(enum periodic_scheduler scheduler, const struct periodic_kernel *kernels,
                      size_t count, const uint64_t *phase, uint64_t *worst)
{
    enum { HORIZON_STEPS = STEPS * 260 }; /* four times the longest hyperperiod */
    uint64_t arrival[PHASED], now = 0;
    for (size_t i = 0; i < count; i++)
        arrival[i] = phase[i];
    while (now < HORIZON_STEPS) {
        size_t i = first_of(scheduler, kernels, arrival, count, now);
        if (i == count) {
            now++;
            continue;
        }
        now += STEPS * kernels[i].cycles;
        worst[i] = now - arrival[i] > worst[i] ? now - arrival[i] : worst[i];
        arrival[i] += STEPS * kernels[i].period;
    }
}

/* All phases of the kernels, on a grid of half cycles: no response is above its bound, and nearly
 * all bounds are reached up to the half cycle by which blocking must begin earlier. */
static void all_phases_are_within_bounds(void **state)
{
    uint64_t dice = 5, all = 0, reached = 0;
    (void)state;
    for (unsigned n = 0; n < 60; n++) {
        enum periodic_scheduler scheduler = n % PERIODIC_SCHEDULERS;
        struct periodic_kernel kernels[PHASED];
        struct periodic_response found[PHASED];
        uint64_t worst[PHASED] = {0}, phase[PHASED];
        for (size_t i = 0; i < PHASED; i++) {
            uint64_t period = 2 + dice_roll(&dice) % (PERIOD_MAX - 1);
            kernels[i] = (struct periodic_kernel){1 + dice_roll(&dice) % 2, period,
                                                  1 + dice_roll(&dice) % (2 * period), i};
        }
        if (periodic_utilisation(kernels, PHASED) > 1)
            continue;
        analyse(scheduler, kernels, PHASED, found);
        for (phase[0] = 0; phase[0] < STEPS * kernels[0].period; phase[0]++)
            for (phase[1] = 0; phase[1] < STEPS * kernels[1].period; phase[1]++)
                for (phase[2] = 0; phase[2] < STEPS * kernels[2].period; phase[2]++)
                    run_phase(scheduler, kernels, PHASED, phase, worst);
        for (size_t i = 0; i < PHASED; i++) {
            if (!found[i].bounded)
                continue;
            assert_true(worst[i] <= STEPS * found[i].cycles);
            reached += worst[i] + 1 >= STEPS * found[i].cycles;
            all++;
        }
    }
    assert_true(all > 30 && reached * 10 >= all * 7);
}

/* ---- the sufficient test ---- */

/* PWS-55: the three messages of Davis et al. 2007 in quarters of a millisecond: C = 1 ms, T = 2.5,
 * 3.5, 3.5 and D = 2.5, 3.25, 3.25. A takes 2 ms, B 3 ms; C fails the sufficient test. */
static void sufficient_responses_are_those_of_the_textbook(void **state)
{
    static const struct periodic_kernel kernels[] = {
        {4, 10, 10, 0}, {4, 14, 13, 0}, {4, 14, 13, 0}};
    static const uint64_t cycles[] = {8, 12, 28};
    struct periodic_response found[3];
    struct error err = {0};
    (void)state;
    assert_int_equal(periodic_sufficient(&err, kernels, 3, found), WC_OK);
    for (unsigned i = 0; i < 3; i++) {
        assert_true(found[i].bounded && found[i].cycles == cycles[i]);
        assert_int_equal(found[i].outcome, i < 2 ? PERIODIC_MEETS : PERIODIC_MISSES);
    }
}

/* PWS-55: a full GPU leaves no time to lower priorities; that ends, and says so. */
static void a_gpu_without_time_has_no_response(void **state)
{
    static const struct periodic_kernel kernels[] = {
        {10, 10, 10, 0}, {1, INT64_MAX / 2, INT64_MAX / 2, 0}};
    static const struct periodic_kernel no_period = {1, 0, 1, 0}, late = {1, 5, 6, 0};
    struct periodic_response found[2];
    struct error err = {0};
    (void)state;
    assert_int_equal(periodic_sufficient(&err, kernels, 2, found), WC_OK);
    assert_true(found[0].bounded); /* blocked by 10, the kernel itself */
    assert_int_equal(found[0].outcome, PERIODIC_MISSES);
    assert_true(!found[1].bounded && found[1].grows);
    assert_int_equal(periodic_sufficient(&err, &no_period, 1, found), WC_BAD_INPUT);
    error_clear(&err);
    assert_int_equal(periodic_sufficient(&err, &late, 1, found), WC_BAD_INPUT);
    error_clear(&err);
}

/* PWS-55: if it finds all deadlines met, its responses are not below those of the busy periods. */
static void the_sufficient_test_is_never_below_the_busy_periods(void **state)
{
    uint64_t dice = 3;
    unsigned met = 0;
    (void)state;
    for (unsigned n = 0; n < SETS; n++) {
        struct periodic_kernel kernels[4];
        struct periodic_response sufficient[4], found[4];
        struct error err = {0};
        bool all = true;
        for (unsigned i = 0; i < 4; i++) {
            uint64_t period = 20 + dice_roll(&dice) % 80;
            kernels[i] = (struct periodic_kernel){1 + dice_roll(&dice) % 12, period, period, i};
        }
        assert_int_equal(periodic_sufficient(&err, kernels, 4, sufficient), WC_OK);
        analyse(PERIODIC_FIXED_PRIORITY, kernels, 4, found);
        for (unsigned i = 0; i < 4; i++)
            all &= sufficient[i].outcome == PERIODIC_MEETS;
        for (unsigned i = 0; all && i < 4; i++)
            assert_true(found[i].bounded && found[i].cycles <= sufficient[i].cycles);
        met += all;
    }
    assert_true(met > 500);
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
        cmocka_unit_test(a_full_machine_leaves_no_time_for_blocking),
        cmocka_unit_test(a_search_that_is_given_up_decides_nothing),
        cmocka_unit_test(an_interrupt_ends_a_search),
        cmocka_unit_test(numbers_may_be_large),
        cmocka_unit_test(all_phases_are_within_bounds),
        cmocka_unit_test(sufficient_responses_are_those_of_the_textbook),
        cmocka_unit_test(a_gpu_without_time_has_no_response),
        cmocka_unit_test(the_sufficient_test_is_never_below_the_busy_periods),
        cmocka_unit_test(simulated_responses_are_within_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
