/* SPDX-License-Identifier: Apache-2.0 */
/* test_schedule.c - schedules of phases, and refreshes: SIMD-46, SIMD-47, SIMD-53, SIMD-54,
 * SIMD-56, SIMD-57, SIMD-58, SIMD-72, SIMD-74. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bound/sim_d/schedule.h"
#include "hw/ddr4.h"
#include "machine/sim_d/memory.h"

enum { PHASES_MAX = 10, GROUPS_MAX = 9 };

static struct sim_d_memory_numbers numbers(void)
{
    return (struct sim_d_memory_numbers){.dram = ddr4_find("3200AA", "x16"), .compute_mhz = 1000,
                                         .scratchpad_words = 32};
}

/* ---- closed forms ---- */

/* The second example of SIMD-72: w = 1 to 5. */
static void test_pairs(void **state)
{
    static const cycle_t phases[] = {10, 30, 20, 40}, want[] = {100, 150, 240, 290, 380};
    struct sim_d_pair pair = sim_d_pair_cost(phases, 4, true);
    (void)state;
    assert_int_equal(pair.together, 140);
    assert_int_equal(pair.alone, 100);
    for (unsigned w = 1; w <= 5; w++)
        assert_int_equal(sim_d_pairs_time(&pair, w), want[w - 1]);
}

/* The first one: computePhiMag, two work-groups. */
static void test_example(void **state)
{
    static const cycle_t phases[] = {18, 205, 10, 205, 26, 225};
    const struct sim_d_memory_numbers n = numbers();
    struct sim_d_pair pair = sim_d_pair_cost(phases, 6, true);
    (void)state;
    assert_int_equal(pair.together, 1270);
    cycle_t c = sim_d_pairs_time(&pair, 2) + 49;
    assert_int_equal(c, 1337);
    assert_int_equal(c + sim_d_refresh_original(&n, c).cycles, 1687);
}

static void test_refresh(void **state)
{
    const struct sim_d_memory_numbers n = numbers();
    (void)state;
    assert_int_equal(7450 + sim_d_refresh_original(&n, 7450).cycles, 7800);
    assert_int_equal(7451 + sim_d_refresh_original(&n, 7451).cycles, 8151);
    assert_int_equal(10000000 + sim_d_refresh_original(&n, 10000000).cycles, 10470050);
    /* Equation 19 has one refresh for 7450 CC. If the counter starts just before one, a second
     * falls due in DC 12480, before the end of the first 7800 CC. */
    assert_int_equal(sim_d_refresh_safe(&n, true, 7450, 350).count, 2);
    assert_int_equal(sim_d_refresh_safe(&n, true, 7449, 350).count, 1);
}

/* Refreshes that are owed when the launch starts count as well. */
static void test_owed_refreshes(void **state)
{
    struct sim_d_memory_numbers n = numbers();
    (void)state;
    n.refresh_phase = 30000;
    assert_int_equal(sim_d_refresh_safe(&n, true, 100, 350).count, 2);
    assert_int_equal(sim_d_refresh_safe(&n, false, 100, 350).count, 2);
}

/* A known counter: the first refresh falls due when it is a multiple of the interval. */
static void test_known_phase(void **state)
{
    struct sim_d_memory_numbers n = numbers();
    (void)state;
    n.refresh_phase = 0;
    assert_int_equal(sim_d_refresh_safe(&n, false, 7798, 350).count, 0);
    assert_int_equal(sim_d_refresh_safe(&n, false, 7799, 350).count, 1);
    n.refresh_phase = 12479;
    assert_int_equal(sim_d_refresh_safe(&n, false, 7450, 350).count, 2);
    assert_int_equal(sim_d_refresh_safe(&n, false, 7449, 350).count, 1);
}

/* ---- against schedules ---- */

/* Work-groups in pairs on two resources, as the machine runs them: the times at which the
 * resources, the slots and the last phases allow. `from`: cycles[w][i], 0 for a phase that is left
 * out. */
static cycle_t simulate(cycle_t cycles[GROUPS_MAX][PHASES_MAX], const unsigned *count,
                        unsigned groups)
{
    cycle_t free_at[2] = {0}, end = 0; /* resources: compute, access */
    cycle_t ready[2] = {0}; /* slots */
    cycle_t last_start[2] = {0};
    for (unsigned first = 0; first < groups; first += 2) {
        unsigned in_pair = groups - first < 2 ? 1 : 2, at[2] = {0};
        cycle_t accepted = last_start[1];
        ready[0] = later(ready[0], accepted);
        for (unsigned turn = 0; turn < 2 * PHASES_MAX; turn++) {
            unsigned slot = turn % 2, phase = at[slot];
            if (slot >= in_pair || phase >= count[first + slot])
                continue;
            cycle_t start = later(ready[slot], free_at[phase % 2]);
            ready[slot] = free_at[phase % 2] = start + cycles[first + slot][phase];
            if (phase + 1 == count[first + slot])
                last_start[slot] = phase % 2 ? start : ready[slot];
            at[slot]++;
            end = later(end, ready[slot]);
        }
        if (in_pair == 1)
            last_start[1] = last_start[0];
    }
    return end;
}

static cycle_t die(unsigned sides)
{
    return 1 + (cycle_t)(rand() % (int)sides);
}

/* No schedule in which phases are shorter, or the last ones left out, ends after equation 18. */
static void test_schedules(void **state)
{
    (void)state;
    srand(17);
    for (unsigned round = 0; round < 20000; round++) {
        unsigned n = 2 * (unsigned)die(PHASES_MAX / 2), w = (unsigned)die(GROUPS_MAX);
        cycle_t worst[PHASES_MAX], cycles[GROUPS_MAX][PHASES_MAX];
        unsigned count[GROUPS_MAX];
        for (unsigned i = 0; i < n; i++)
            worst[i] = die(50);
        for (unsigned g = 0; g < w; g++) {
            count[g] = n;
            for (unsigned i = 0; i < n; i++)
                cycles[g][i] = worst[i];
        }
        struct sim_d_pair pair = sim_d_pair_cost(worst, n, true);
        cycle_t full = simulate(cycles, count, w), bound = sim_d_pairs_time(&pair, w);
        assert_true(full <= bound);
        for (unsigned g = 0; g < w; g++) {
            count[g] = (unsigned)die(n);
            for (unsigned i = 0; i < n; i++)
                cycles[g][i] = die((unsigned)worst[i]);
        }
        assert_true(simulate(cycles, count, w) <= bound);
    }
}

/* Work-groups that end with compute do not overlap with the next pair. */
static void test_odd_phases(void **state)
{
    static const cycle_t phases[] = {10, 30, 20};
    struct sim_d_pair pair = sim_d_pair_cost(phases, 3, false);
    (void)state;
    assert_int_equal(pair.together, 10 + 30 + 30 + 20);
    assert_int_equal(sim_d_pairs_time(&pair, 2), 90);
    assert_int_equal(sim_d_pairs_time(&pair, 3), 150);
}

/* A3: equation 7 starts a phase one cycle after the end of the one before it, so the printed
 * schedule of two work-groups takes 154 cycles; equation 18 has 150. */
static void test_equation_7(void **state)
{
    static const cycle_t c[] = {10, 30, 20, 40};
    cycle_t free_at[2] = {0}, ready[2] = {0}, start = 1, end = 0;
    unsigned at[2] = {0};
    (void)state;
    for (unsigned turn = 0; turn < 8; turn++) {
        unsigned slot = turn % 2, phase = at[slot]++;
        cycle_t resource = free_at[phase % 2] ? free_at[phase % 2] + 1 : 1;
        cycle_t own = ready[slot] ? ready[slot] + 1 : 1;
        start = later(start, later(resource, own));
        end = ready[slot] = free_at[phase % 2] = start + c[phase];
    }
    struct sim_d_pair pair = sim_d_pair_cost(c, 4, true);
    assert_true(end - 1 > sim_d_pairs_time(&pair, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs), cmocka_unit_test(test_example),
        cmocka_unit_test(test_refresh), cmocka_unit_test(test_owed_refreshes),
        cmocka_unit_test(test_known_phase),
        cmocka_unit_test(test_schedules), cmocka_unit_test(test_odd_phases),
        cmocka_unit_test(test_equation_7),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
