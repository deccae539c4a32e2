/* SPDX-License-Identifier: Apache-2.0 */
/* test_serialisation.c - phases of work-groups on resources: equations 2 to 14, 17 and 18, and both
 * theorems, on random phase lists. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bound/sim_d/schedule.h"
#include "bound/sim_d/serialisation.h"
#include "tests/dice.h"

#include <cmocka.h>

enum { PHASES_MAX = 10, GROUPS_MAX = 9, STEPS_MAX = PHASES_MAX * GROUPS_MAX, LISTS = 20000 };

struct bench {
    struct schedule_phase phases[PHASES_MAX];
    struct schedule_kernel kernel;
    struct schedule_step steps[STEPS_MAX];
    size_t step_count;
    struct schedule_reservation schedule[STEPS_MAX];
    cycle_t end;
};

static void make_schedule(struct bench *b)
{
    b->step_count = b->kernel.groups * b->kernel.count;
    schedule_serialise(&b->kernel, b->steps);
    b->end = schedule_minimal(&b->kernel, b->steps, b->step_count, NULL, b->schedule);
}

static void roll(struct bench *b, uint64_t *dice)
{
    static const uint64_t spans[] = {2, 40, 1000};
    uint64_t span = spans[dice_roll(dice) % 3];
    b->kernel = (struct schedule_kernel){1 + dice_roll(dice) % GROUPS_MAX, b->phases,
                                         2 * (1 + dice_roll(dice) % (PHASES_MAX / 2))};
    for (size_t i = 0; i < b->kernel.count; i++)
        b->phases[i] = (struct schedule_phase){i % 2 ? SCHEDULE_DRAM : SCHEDULE_COMPUTE,
                                               1 + dice_roll(dice) % span};
    make_schedule(b);
}

static void set_example(struct bench *b, uint64_t groups)
{
    static const cycle_t costs[] = {10, 30, 20, 40};
    b->kernel = (struct schedule_kernel){groups, b->phases, 4};
    for (size_t i = 0; i < 4; i++)
        b->phases[i] = (struct schedule_phase){i % 2 ? SCHEDULE_DRAM : SCHEDULE_COMPUTE, costs[i]};
    make_schedule(b);
}

static void read_costs(const struct bench *b, cycle_t *costs)
{
    for (size_t i = 0; i < b->kernel.count; i++)
        costs[i] = b->phases[i].cost;
}

/* By the analysis (schedule.h), without the upload. */
static cycle_t equation_18(const struct bench *b)
{
    cycle_t costs[PHASES_MAX];
    read_costs(b, costs);
    struct sim_d_pair pair = sim_d_pair_cost(costs, (uint32_t)b->kernel.count, true);
    return sim_d_pairs_time(&pair, b->kernel.groups);
}

/* ---- the model ---- */

/* SIMD-46 */
static void the_system_has_four_resources(void **state)
{
    static const struct schedule_resource expected[] = {
        {SCHEDULE_COMPUTE, 1}, {SCHEDULE_DRAM, 1},
        {SCHEDULE_SCRATCHPAD, 1}, {SCHEDULE_SCRATCHPAD, 2}};
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(schedule_resources[i].type, expected[i].type);
        assert_int_equal(schedule_resources[i].instance, expected[i].instance);
    }
    for (uint32_t slot = 0; slot < 2; slot++) {
        assert_int_equal(schedule_resource(SCHEDULE_FREE, SCHEDULE_SCRATCHPAD, slot), 2 + slot);
        assert_int_equal(schedule_resource(SCHEDULE_AS_COMPUTE, SCHEDULE_SCRATCHPAD, slot), 0);
        assert_int_equal(schedule_resource(SCHEDULE_AS_ACCESS, SCHEDULE_SCRATCHPAD, slot), 1);
        assert_int_equal(schedule_resource(SCHEDULE_FREE, SCHEDULE_COMPUTE, slot), 0);
        assert_int_equal(schedule_resource(SCHEDULE_AS_COMPUTE, SCHEDULE_DRAM, slot), 1);
    }
}

/* SIMD-46: as compute, phases of the scratchpad become part of the compute phases around them. */
static void a_policy_joins_phases_of_one_resource(void **state)
{
    static const struct schedule_phase phases[] = {
        {SCHEDULE_COMPUTE, 1}, {SCHEDULE_SCRATCHPAD, 2}, {SCHEDULE_COMPUTE, 4},
        {SCHEDULE_DRAM, 8}, {SCHEDULE_COMPUTE, 16}, {SCHEDULE_SCRATCHPAD, 32},
        {SCHEDULE_COMPUTE, 64}, {SCHEDULE_DRAM, 128}};
    struct schedule_phase out[8];
    (void)state;
    assert_true(schedule_alternates(phases, 8));
    assert_int_equal(schedule_join(SCHEDULE_AS_COMPUTE, phases, 8, out), 4);
    static const cycle_t costs[] = {7, 8, 112, 128};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(out[i].cost, costs[i]);
    assert_true(schedule_alternates(out, 4));
    assert_int_equal(schedule_join(SCHEDULE_AS_ACCESS, phases, 8, out), 8);
    assert_int_equal(out[1].type, SCHEDULE_DRAM);
    assert_false(schedule_alternates(phases + 1, 7));
    assert_false(schedule_alternates(phases, 2)); /* ends with the scratchpad */
    assert_false(schedule_alternates(phases, 3));
    assert_false(schedule_alternates(phases, 0));
}

/* SIMD-47, SIMD-53 */
static void work_groups_swap_resources(void **state)
{
    static const struct { uint64_t group; size_t phase; } expected[] = {
        {0, 0}, {0, 1}, {1, 0}, {0, 2}, {1, 1}, {0, 3}, {1, 2}, {1, 3},
        {2, 0}, {2, 1}, {2, 2}, {2, 3}};
    struct bench *b = *state;
    set_example(b, 3);
    for (size_t i = 0; i < 12; i++) {
        assert_int_equal(b->steps[i].group, expected[i].group);
        assert_int_equal(b->steps[i].phase, expected[i].phase);
        assert_int_equal(b->steps[i].slot, expected[i].group % 2);
        assert_int_equal(b->steps[i].resource, expected[i].phase % 2);
    }
}

/* SIMD-48 */
static void serialisations_are_counted(void **state)
{
    uint64_t count = 0;
    (void)state;
    assert_true(schedule_serialisations(4, 3, &count));
    assert_int_equal(count, 924);
    assert_true(schedule_serialisations(1, 6, &count));
    assert_int_equal(count, 1);
    assert_true(schedule_serialisations(3, 2, &count)); /* 6! / (4! 2!) */
    assert_int_equal(count, 15);
    assert_true(schedule_serialisations(11, 6, &count));
    assert_float_equal(schedule_serialisations_log10(11, 6), log10((double)count), 1e-9);
    assert_false(schedule_serialisations(80, 16, &count));
    assert_false(schedule_serialisations(UINT64_MAX, 2, &count));
    assert_float_equal(schedule_serialisations_log10(80, 16), 383.7, 0.1);
}

/* ---- schedules ---- */

/* SIMD-56 */
static void the_latest_ends_are_of_a_prefix(void **state)
{
    static const struct schedule_reservation s[] = {
        {{.group = 0, .phase = 0, .resource = 0, .slot = 0}, 0, 10},
        {{.group = 0, .phase = 1, .resource = 1, .slot = 0}, 10, 40},
        {{.group = 1, .phase = 0, .resource = 0, .slot = 1}, 10, 20},
        {{.group = 0, .phase = 2, .resource = 0, .slot = 0}, 40, 60}};
    static const cycle_t release[2][5] = {{0, 10, 10, 20, 60}, {0, 0, 40, 40, 40}};
    static const cycle_t slot_end[2][5] = {{0, 10, 40, 40, 60}, {0, 0, 0, 20, 20}};
    (void)state;
    for (size_t m = 0; m <= 4; m++) {
        for (uint32_t i = 0; i < 2; i++) {
            assert_int_equal(schedule_release(s, m, i), release[i][m]);
            assert_int_equal(schedule_slot_end(s, m, i), slot_end[i][m]);
        }
        assert_int_equal(schedule_release(s, m, 2), 0);
    }
}

/* SIMD-57: the phases 10, 30, 20, 40. */
static void the_papers_sums_are_the_end_of_the_schedule(void **state)
{
    static const cycle_t ends[] = {100, 150, 240, 290, 380};
    struct bench *b = *state;
    for (uint64_t groups = 1; groups <= 5; groups++) {
        set_example(b, groups);
        assert_int_equal(b->end, ends[groups - 1]);
        assert_int_equal(equation_18(b), ends[groups - 1]);
    }
}

/* Equation 7 as printed: ends are included, and 1 is added to each. */
static cycle_t printed_end(const struct bench *b)
{
    struct schedule_reservation s[STEPS_MAX];
    cycle_t start = 1, end = 0;
    for (size_t m = 0; m < b->step_count; m++) {
        if (m)
            start = later(start, later(schedule_release(s, m, b->steps[m].resource) + 1,
                                       schedule_slot_end(s, m, b->steps[m].slot) + 1));
        s[m] = (struct schedule_reservation){b->steps[m], start,
                                             start + b->phases[b->steps[m].phase].cost};
        end = later(end, s[m].end);
    }
    return end;
}

/* SIMD-57, A3: equation 18 is not a bound of the schedule that equations 6, 7 and 9 print. */
static void the_printed_schedule_exceeds_equation_18(void **state)
{
    struct bench *b = *state;
    set_example(b, 2);
    assert_int_equal(printed_end(b) - 1, 154);
    assert_int_equal(equation_18(b), 150);
}

/* SIMD-47, SIMD-57: the schedule is minimal, valid and as long as equation 18. */
static void random_schedules_end_with_equation_18(void **state)
{
    struct bench *b = *state;
    uint64_t dice = 57;
    for (int i = 0; i < LISTS; i++) {
        roll(b, &dice);
        assert_null(schedule_problem(&b->kernel, b->schedule, b->step_count));
        assert_int_equal(b->end, equation_18(b));
        for (size_t m = 0; m < b->step_count; m++) {
            const struct schedule_reservation *r = &b->schedule[m];
            cycle_t start = later(schedule_release(b->schedule, m, r->step.resource),
                                  schedule_slot_end(b->schedule, m, r->step.slot));
            assert_int_equal(r->start, later(start, m ? r[-1].start : 0));
        }
    }
}

/* SIMD-57, theorem 1 with its primes (A4): nothing starts or ends later when phases are shorter. */
static void shorter_phases_never_lengthen(void **state)
{
    struct bench *b = *state;
    struct schedule_reservation shorter[STEPS_MAX];
    cycle_t durations[STEPS_MAX];
    uint64_t dice = 571;
    for (int i = 0; i < LISTS; i++) {
        roll(b, &dice);
        for (size_t m = 0; m < b->step_count; m++) {
            cycle_t cost = b->phases[b->steps[m].phase].cost;
            durations[m] = dice_roll(&dice) % 3 ? cost : 1 + dice_roll(&dice) % cost;
        }
        cycle_t end = schedule_minimal(&b->kernel, b->steps, b->step_count, durations, shorter);
        assert_true(end <= b->end);
        assert_null(schedule_problem(&b->kernel, shorter, b->step_count));
        for (size_t m = 0; m < b->step_count; m++)
            assert_true(shorter[m].start <= b->schedule[m].start &&
                        shorter[m].end <= b->schedule[m].end);
    }
}

static size_t without(const struct bench *b, uint64_t group, size_t from, size_t to,
                      struct schedule_step *out)
{
    size_t kept = 0;
    for (size_t m = 0; m < b->step_count; m++) {
        const struct schedule_step *step = &b->steps[m];
        if (step->group != group || step->phase < from || step->phase >= to)
            out[kept++] = *step;
    }
    return kept;
}

/* SIMD-54, theorem 2 */
static void removed_phases_never_lengthen(void **state)
{
    struct bench *b = *state;
    struct schedule_step steps[STEPS_MAX];
    struct schedule_reservation out[STEPS_MAX];
    uint64_t dice = 54;
    for (int i = 0; i < LISTS; i++) {
        roll(b, &dice);
        uint64_t group = dice_roll(&dice) % b->kernel.groups;
        size_t phase = dice_roll(&dice) % b->kernel.count;
        size_t count = without(b, group, phase, phase + 1, steps);
        assert_int_equal(count, b->step_count - 1);
        assert_true(schedule_minimal(&b->kernel, steps, count, NULL, out) <= b->end);
        count = without(b, group, phase, b->kernel.count, steps); /* early exit */
        assert_true(schedule_minimal(&b->kernel, steps, count, NULL, out) <= b->end);
        assert_null(schedule_problem(&b->kernel, out, count));
    }
}

/* The first of a pair makes no second phase and is three phases ahead. */
static size_t order_ahead(const struct bench *b, struct schedule_step *steps)
{
    const size_t n = b->kernel.count;
    size_t count = 0;
    for (uint64_t group = 0; group < b->kernel.groups; group += 2) {
        for (size_t i = 0; i < n + 3; i++) {
            uint32_t own = (uint32_t)(i % 2), other = (uint32_t)((i + 1) % 2);
            if (i < n && i != 1)
                steps[count++] = (struct schedule_step){i, group, own, 0};
            if (i >= 3)
                steps[count++] = (struct schedule_step){i - 3, group + 1, other, 1};
        }
    }
    return count;
}

/* SIMD-53, SIMD-57: an even number of groups whose first request takes no time. The first pair
 * could not get ahead in a run; here it is. */
static void pairs_with_an_empty_request_stay_within_their_sum(void **state)
{
    struct bench *b = *state;
    struct schedule_step steps[2 * STEPS_MAX];
    struct schedule_reservation out[2 * STEPS_MAX];
    uint64_t dice = 571;
    for (int i = 0; i < LISTS; i++) {
        cycle_t costs[PHASES_MAX];
        roll(b, &dice);
        b->kernel.groups += b->kernel.groups % 2;
        if (b->kernel.count < 4)
            continue;
        read_costs(b, costs);
        struct sim_d_pair pair = sim_d_pair_cost(costs, (uint32_t)b->kernel.count, true);
        pair.together = sim_d_pair_ahead(costs, (uint32_t)b->kernel.count, true);
        size_t count = order_ahead(b, steps);
        assert_int_equal(count, b->kernel.groups / 2 * (2 * b->kernel.count - 1));
        assert_true(schedule_minimal(&b->kernel, steps, count, NULL, out) <=
                    sim_d_pairs_time(&pair, b->kernel.groups));
    }
}

/* ---- a greedy scheduler ---- */

/* Two slots that start every phase as soon as its resource is free; a slot that is empty takes the
 * next group once the other slot has started its last phase, has ended or has not begun. */
struct greedy {
    struct bench *b;
    uint64_t next, group[2];
    size_t phase[2];          /* that it waits for, or is in */
    bool busy[2], running[2], accepts[2];
    cycle_t until[2], free_at[2];
    struct schedule_reservation *out;
    size_t count;
};

static void greedy_load(struct greedy *g)
{
    for (uint32_t z = 0; z < 2; z++) {
        if (g->busy[z] || !g->accepts[z] || g->next == g->b->kernel.groups)
            continue;
        g->busy[z] = true;
        g->accepts[z] = false;
        g->group[z] = g->next++;
        g->phase[z] = 0;
    }
}

static void greedy_end(struct greedy *g, cycle_t now)
{
    for (uint32_t z = 0; z < 2; z++) {
        if (!g->running[z] || g->until[z] != now)
            continue;
        g->running[z] = false;
        g->busy[z] = ++g->phase[z] < g->b->kernel.count;
    }
}

static void greedy_start(struct greedy *g, uint32_t z, cycle_t now, uint64_t *dice)
{
    uint32_t resource = g->phase[z] % 2;
    if (!g->busy[z] || g->running[z] || g->free_at[resource] > now)
        return;
    cycle_t cost = g->b->phases[g->phase[z]].cost;
    g->running[z] = true;
    g->until[z] = g->free_at[resource] = now + 1 + dice_roll(dice) % cost;
    if (g->phase[z] + 1 == g->b->kernel.count)
        g->accepts[1 - z] = true;
    g->out[g->count++] = (struct schedule_reservation){
        {g->phase[z], g->group[z], resource, z}, now, g->until[z]};
}

static void greedy_run(struct greedy *g, uint64_t *dice)
{
    for (cycle_t now = 0; g->count < g->b->step_count; now++) {
        greedy_end(g, now);
        for (int again = 0; again < 2; again++) { /* a last phase lets the other slot load */
            greedy_load(g);
            uint32_t first = g->busy[0] && (!g->busy[1] || g->group[0] < g->group[1]) ? 0 : 1;
            greedy_start(g, first, now, dice);
            greedy_start(g, 1 - first, now, dice);
        }
    }
}

/* SIMD-53: however long phases take, they start in one order, at the times of equation 7. */
static void a_greedy_scheduler_has_one_serialisation(void **state)
{
    struct bench *b = *state;
    struct schedule_reservation out[STEPS_MAX], minimal[STEPS_MAX];
    cycle_t durations[STEPS_MAX];
    uint64_t dice = 53;
    for (int i = 0; i < 2000; i++) {
        roll(b, &dice);
        struct greedy g = {.b = b, .accepts = {true, true}, .out = out};
        greedy_run(&g, &dice);
        for (size_t m = 0; m < b->step_count; m++) {
            assert_int_equal(out[m].step.phase, b->steps[m].phase);
            assert_int_equal(out[m].step.group, b->steps[m].group);
            durations[m] = out[m].end - out[m].start;
        }
        schedule_minimal(&b->kernel, b->steps, b->step_count, durations, minimal);
        for (size_t m = 0; m < b->step_count; m++)
            assert_int_equal(minimal[m].start, out[m].start);
    }
}

/* ---- the validator ---- */

static const char *broken(struct bench *b, size_t m, struct schedule_reservation change)
{
    set_example(b, 4);
    b->schedule[m] = change;
    const char *problem = schedule_problem(&b->kernel, b->schedule, b->step_count);
    return problem ? problem : "valid";
}

/* SIMD-47 */
static void the_validator_names_what_is_wrong(void **state)
{
    struct bench *b = *state;
    set_example(b, 4);
    struct schedule_reservation r = b->schedule[3], with = r; /* group 0, phase 2: 40 to 60 */
    assert_int_equal(r.start, 40);
    with.end = r.start;
    assert_string_equal(broken(b, 3, with), "a phase ends before it has started");
    with.end = r.end + 1;
    assert_string_equal(broken(b, 3, with), "a phase lasts longer than its cost");
    with = r;
    with.step.resource = SCHEDULE_RESOURCES;
    assert_string_equal(broken(b, 3, with), "a step is not one of the kernel's");
    with = b->schedule[4];
    with.start--;
    with.end--;
    assert_string_equal(broken(b, 4, with), "a phase starts before its predecessor");
    with = r;
    with.step.resource = 1;
    with.start = 39;
    with.end = 59;
    assert_string_equal(broken(b, 3, with), "a resource is reserved twice at once");
    with = r;
    with.start = 39;
    with.end = 59;
    assert_string_equal(broken(b, 3, with), "two phases of a slot overlap");
    with = r;
    with.step.phase = 3;
    assert_string_equal(broken(b, 3, with), "phases of a work-group are not in order");
    with = r;
    with.step.group = 2;
    assert_string_equal(broken(b, 3, with), "a work-group does not begin with its first phase");
    with = b->schedule[9];
    assert_int_equal(with.step.group, 2);
    with.step.group = 1;
    assert_string_equal(broken(b, 9, with), "work-groups of a slot are not in order");
    with = b->schedule[2];
    with.step.phase = 2;
    assert_string_equal(broken(b, 2, with), "a work-group does not begin with its first phase");
}

static int new_bench(void **state)
{
    *state = calloc(1, sizeof(struct bench));
    return *state ? 0 : -1;
}

static int end_bench(void **state)
{
    free(*state);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, new_bench, end_bench)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_system_has_four_resources),
        TEST(a_policy_joins_phases_of_one_resource),
        TEST(work_groups_swap_resources),
        TEST(serialisations_are_counted),
        TEST(the_latest_ends_are_of_a_prefix),
        TEST(the_papers_sums_are_the_end_of_the_schedule),
        TEST(the_printed_schedule_exceeds_equation_18),
        TEST(random_schedules_end_with_equation_18),
        TEST(shorter_phases_never_lengthen),
        TEST(removed_phases_never_lengthen),
        TEST(pairs_with_an_empty_request_stay_within_their_sum),
        TEST(a_greedy_scheduler_has_one_serialisation),
        TEST(the_validator_names_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
