/* SPDX-License-Identifier: Apache-2.0 */
/* test_regions.c - regions told by hand, with costs that can be told apart in their sums.
 *
 * The program is tests/bound/programs/loop.S; a region begins at the exit test of its first loop:
 *
 *   3 head: lw     4 exit: beqz, to 7     5 addi     6 back: j, to 3     7 behind: li */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "bound/engine/region.h"
#include "isa/rv32/rv32.h"
#include "load/image.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { HEAD = 3, EXIT, BODY, BACK, BEHIND };

/* ---- costs ---- */

struct cost {
    uint64_t cycles;
    uint64_t lane; /* 0: does not grow with its lanes */
};

static void worst(void *into, const void *from)
{
    struct cost *one = into;
    const struct cost *other = from;
    one->cycles = other->cycles > one->cycles ? other->cycles : one->cycles;
    one->lane = other->lane > one->lane ? other->lane : one->lane;
}

static uint64_t block(const struct region_costs *costs, const struct region_step *steps,
                      size_t count, struct work *work,
                      struct profile *profile)
{
    (void)costs;
    (void)profile;
    for (size_t i = 0; i < count; i++) {
        const struct cost *access = steps[i].access;
        work->cycles[0]++;
        work->cycles[2] += access ? access->cycles : 0;
    }
    return 10 * count;
}

static uint64_t redirect(const struct region_costs *costs, struct work *work)
{
    (void)costs;
    *work = (struct work){.cycles = {[1] = 100}};
    return 7;
}

static bool by_lane(const struct region_costs *costs, const void *access, struct work *lane)
{
    (void)costs;
    lane->cycles[3] += ((const struct cost *)access)->lane;
    return ((const struct cost *)access)->lane;
}

static void count(const struct region_costs *costs, const struct region_step *step,
                  uint64_t *quantity)
{
    (void)costs;
    quantity[0] += step ? 1 : 1000;
}

static const struct region_costs costs = {.access_bytes = sizeof(struct cost),
                                          .worst_access = worst, .block = block,
                                          .redirect = redirect, .by_lane = by_lane,
                                          .quantities = 1, .count = count};

/* ---- a region ---- */

struct stage {
    struct error err;
    struct image *image;
    struct program *program;
    struct regions *regions;
    struct ilp_solver solver;
};

static void open_program(struct stage *stage, const char *path)
{
    *stage = (struct stage){0};
    if (image_open(&stage->err, path, &stage->image) != WC_OK ||
        isa_rv32.decode(&stage->err, stage->image, isa_rv32.default_features, &stage->program) !=
            WC_OK)
        fail_msg("%s", stage->err.message);
    stage->regions = regions_new(&costs, stage->program, false);
}

static int set_up(void **state)
{
    static struct stage stage;
    open_program(&stage, "tests/bound/elf/loop.elf");
    assert_int_equal(stage.program->insns[EXIT].target, BEHIND);
    assert_int_equal(stage.program->insns[BACK].target, HEAD);
    *state = &stage;
    return 0;
}

static int tear_down(void **state)
{
    struct stage *stage = *state;
    regions_free(stage->regions);
    ilp_solver_close(&stage->solver);
    program_free(stage->program);
    image_free(stage->image);
    return 0;
}

static struct region_answer end_region(struct stage *stage, uint32_t to)
{
    struct region_answer answer = {0};
    if (region_end(&stage->err, stage->regions, &stage->solver, to, &answer) != WC_OK)
        fail_msg("%s", stage->err.message);
    return answer;
}

/* The loop from its exit test on; the load at its head costs so much the first and the second
 * time. */
static struct region_answer loop_of(struct stage *stage, uint64_t iterations, struct cost first,
                                    struct cost second)
{
    struct regions *r = stage->regions;
    region_begin(r, EXIT);
    region_node(r, EXIT, NULL);
    region_edge(r, EXIT, BEHIND);
    for (unsigned i = 0; i < 2; i++) {
        region_edge(r, EXIT, BODY);
        region_node(r, BODY, NULL);
        region_edge(r, BODY, BACK);
        region_node(r, BACK, NULL);
        region_edge(r, BACK, HEAD);
        region_node(r, HEAD, i ? &second : &first);
        region_edge(r, HEAD, EXIT);
        region_node(r, EXIT, NULL);
    }
    region_loop(r, HEAD, 1);
    region_loop(r, HEAD, iterations);
    region_loop(r, HEAD, 1);
    return end_region(stage, BEHIND);
}

static struct region_answer loop(struct stage *stage, uint64_t iterations, uint64_t first,
                                 uint64_t second)
{
    return loop_of(stage, iterations, (struct cost){first}, (struct cost){second});
}

static void a_loop_that_a_region_begins_in_turns_as_often_as_told(void **state)
{
    const struct region_answer answer = loop(*state, 5, 0, 0);
    assert_int_equal(answer.work.cycles[0], 1 + 5 * 4);
    assert_int_equal(answer.work.cycles[1], (5 + 1) * 100); /* back, and out */
    assert_int_equal(answer.waiting, (1 + 5 * 4) * 10 + (5 + 1) * 7);
}

static void the_worst_access_of_all_times_counts(void **state)
{
    assert_int_equal(loop(*state, 5, 2, 30).work.cycles[2], 5 * 30);
    assert_int_equal(loop(*state, 5, 31, 2).work.cycles[2], 5 * 31);
}

static void counts_are_the_most_of_each(void **state)
{
    const struct region_counts counts = loop(*state, 5, 0, 0).counts;
    assert_int_equal(counts.quantity[0], 1 + 5 * 4 + (5 + 1) * 1000);
    uint64_t runs[BEHIND + 1] = {0}, taken[BEHIND + 1] = {0};
    for (uint32_t i = 0; i < counts.run_count; i++)
        runs[counts.runs[i].index] += counts.runs[i].times;
    for (uint32_t i = 0; i < counts.taken_count; i++)
        taken[counts.taken[i].from] += counts.taken[i].times;
    assert_int_equal(runs[EXIT], 6);
    assert_int_equal(runs[HEAD], 5);
    assert_int_equal(runs[BEHIND], 0);
    assert_int_equal(taken[EXIT], 1);
    assert_int_equal(taken[BACK], 5);
}

/* The answer for fewer turns is not the answer for more. */
static void answers_are_kept_for_equal_regions_only(void **state)
{
    struct stage *stage = *state;
    uint64_t different;
    assert_int_equal(loop(stage, 5, 1, 1).work.cycles[0], 21);
    assert_int_equal(loop(stage, 5, 1, 1).work.cycles[0], 21);
    assert_int_equal(loop(stage, 6, 1, 1).work.cycles[0], 25);
    assert_int_equal(loop(stage, 5, 1, 2).work.cycles[2], 10);
    assert_int_equal(regions_count(stage->regions, &different), 4);
    assert_int_equal(different, 3);
}

/* ---- totals ---- */

static struct work rounds(struct stage *stage)
{
    struct work work;
    assert_true(regions_rounds(stage->regions, UINT64_MAX, &work));
    return work;
}

static void a_total_limits_the_rounds_of_all_regions(void **state)
{
    struct stage *stage = *state;
    regions_limit(stage->regions, HEAD, 8);
    const struct region_answer answer = loop(stage, 5, 30, 30);
    assert_int_equal(answer.lean.cycles[0], 1); /* out at once */
    assert_int_equal(answer.lean.cycles[1], 100);
    assert_int_equal(rounds(stage).cycles[0], 5 * 4);
    assert_int_equal(rounds(stage).cycles[1], 5 * 100); /* back */
    assert_int_equal(rounds(stage).cycles[2], 5 * 30);
    loop(stage, 5, 2, 2);
    assert_int_equal(rounds(stage).cycles[0], 8 * 4);
    assert_int_equal(rounds(stage).cycles[2], 8 * 30);
    struct work work;
    assert_false(regions_rounds(stage->regions, 1000, &work));
}

static void work_by_the_lane_counts_for_each_work_item(void **state)
{
    struct stage *stage = *state;
    regions_limit(stage->regions, HEAD, 8);
    loop_of(stage, 5, (struct cost){30, 9}, (struct cost){30, 9});
    assert_int_equal(rounds(stage).cycles[0], 5 * 4);
    assert_int_equal(rounds(stage).cycles[2], 0);
    assert_int_equal(rounds(stage).cycles[3], 8 * 9);
}

static void lanes_that_wake_in_a_round_leave_the_total_aside(void **state)
{
    static const struct op wakes = {.name = "tmc", .role = ROLE_MASK};
    struct stage *stage = *state;
    stage->program->insns[BODY].op = &wakes;
    regions_limit(stage->regions, HEAD, 8);
    const struct region_answer answer = loop(stage, 5, 0, 0);
    assert_int_equal(answer.lean.cycles[0], answer.work.cycles[0]);
    assert_int_equal(rounds(stage).cycles[0], 0);
}

/* tests/bound/programs/rounds.S. */
static void inner_loops_turn_in_each_round(void **unused)
{
    (void)unused;
    enum { OUTER = 3, LOAD, INNER, COUNT, AGAIN, NEXT, ROUND, LAST };
    static const uint32_t edges[][2] = {{OUTER, LAST}, {OUTER, LOAD}, {LOAD, INNER},
                                        {INNER, COUNT}, {COUNT, AGAIN}, {AGAIN, INNER},
                                        {INNER, NEXT}, {NEXT, ROUND}, {ROUND, OUTER}};
    struct stage stage, *place = &stage;
    open_program(&stage, "tests/bound/elf/rounds.elf");
    regions_limit(stage.regions, OUTER, 8);
    region_begin(stage.regions, OUTER);
    for (uint32_t index = OUTER; index < LAST; index++)
        region_node(stage.regions, index, NULL);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        region_edge(stage.regions, edges[i][0], edges[i][1]);
    region_loop(stage.regions, INNER, 3);
    region_loop(stage.regions, OUTER, 5);
    end_region(&stage, LAST);
    assert_int_equal(rounds(&stage).cycles[0], 8 * (2 + 3 * 3 + 1 + 2));
    assert_int_equal(rounds(&stage).cycles[1], 8 * (3 + 1 + 1) * 100);
    tear_down((void **)&place);
}

/* tests/bound/programs/latch.S: control comes back to the header from a call. */
static void where_a_call_goes_round_the_total_is_left_aside(void **unused)
{
    (void)unused;
    enum { CALL = 3, TOP, TEST, LAST, CALLEE, RETURN };
    static const uint32_t edges[][2] = {{TEST, LAST}, {TEST, CALL}, {CALL, CALLEE},
                                        {CALLEE, RETURN}, {RETURN, TOP}, {TOP, TEST}};
    struct stage stage, *place = &stage;
    open_program(&stage, "tests/bound/elf/latch.elf");
    regions_limit(stage.regions, TOP, 8);
    region_begin(stage.regions, TEST);
    region_node(stage.regions, TEST, NULL);
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
        region_edge(stage.regions, edges[i][0], edges[i][1]);
        if (edges[i][1] != LAST)
            region_node(stage.regions, edges[i][1], NULL);
    }
    region_loop(stage.regions, TOP, 5);
    const struct region_answer answer = end_region(&stage, LAST);
    assert_int_equal(answer.work.cycles[0], 1 + 5 * 5);
    assert_int_equal(answer.lean.cycles[0], answer.work.cycles[0]);
    assert_int_equal(rounds(&stage).cycles[0], 0);
    tear_down((void **)&place);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_loop_that_a_region_begins_in_turns_as_often_as_told,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_worst_access_of_all_times_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(counts_are_the_most_of_each, set_up, tear_down),
        cmocka_unit_test_setup_teardown(answers_are_kept_for_equal_regions_only, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_total_limits_the_rounds_of_all_regions, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(work_by_the_lane_counts_for_each_work_item, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(lanes_that_wake_in_a_round_leave_the_total_aside, set_up,
                                        tear_down),
        cmocka_unit_test(inner_loops_turn_in_each_round),
        cmocka_unit_test(where_a_call_goes_round_the_total_is_left_aside),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
