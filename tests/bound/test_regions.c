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
};

static void worst(void *into, const void *from)
{
    struct cost *one = into;
    const struct cost *other = from;
    one->cycles = other->cycles > one->cycles ? other->cycles : one->cycles;
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

static void count(const struct region_costs *costs, const struct region_step *step,
                  uint64_t *quantity)
{
    (void)costs;
    quantity[0] += step ? 1 : 1000;
}

static const struct region_costs costs = {.access_bytes = sizeof(struct cost),
                                          .worst_access = worst, .block = block,
                                          .redirect = redirect, .quantities = 1, .count = count};

/* ---- a region ---- */

struct stage {
    struct error err;
    struct image *image;
    struct program *program;
    struct regions *regions;
    struct ilp_solver solver;
};

static int set_up(void **state)
{
    static struct stage stage;
    stage = (struct stage){0};
    if (image_open(&stage.err, "tests/bound/elf/loop.elf", &stage.image) != WC_OK ||
        isa_rv32.decode(&stage.err, stage.image, isa_rv32.default_features, &stage.program) !=
            WC_OK)
        fail_msg("%s", stage.err.message);
    assert_int_equal(stage.program->insns[EXIT].target, BEHIND);
    assert_int_equal(stage.program->insns[BACK].target, HEAD);
    stage.regions = regions_new(&costs, stage.program, false);
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

/* The loop from its exit test on; the load at its head costs so much the first and the second
 * time. */
static struct region_answer loop(struct stage *stage, uint64_t iterations, uint64_t first,
                                 uint64_t second)
{
    struct regions *r = stage->regions;
    struct region_answer answer = {0};
    region_begin(r, EXIT);
    region_node(r, EXIT, NULL);
    region_edge(r, EXIT, BEHIND);
    for (unsigned i = 0; i < 2; i++) {
        region_edge(r, EXIT, BODY);
        region_node(r, BODY, NULL);
        region_edge(r, BODY, BACK);
        region_node(r, BACK, NULL);
        region_edge(r, BACK, HEAD);
        region_node(r, HEAD, &(struct cost){i ? second : first});
        region_edge(r, HEAD, EXIT);
        region_node(r, EXIT, NULL);
    }
    region_loop(r, HEAD, 1);
    region_loop(r, HEAD, iterations);
    region_loop(r, HEAD, 1);
    if (region_end(&stage->err, r, &stage->solver, BEHIND, &answer) != WC_OK)
        fail_msg("%s", stage->err.message);
    return answer;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_loop_that_a_region_begins_in_turns_as_often_as_told,
                                        set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_worst_access_of_all_times_counts, set_up, tear_down),
        cmocka_unit_test_setup_teardown(counts_are_the_most_of_each, set_up, tear_down),
        cmocka_unit_test_setup_teardown(answers_are_kept_for_equal_regions_only, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
