/* SPDX-License-Identifier: Apache-2.0 */
/* test_exact_turns.c - which turns of loops a walk makes one by one (HOUSE-130). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "bound/engine/exact_turns.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { PLACES = 4, HERE = 1, THERE = 2, MANY = 1 << 20 };

struct fixture {
    struct arena arena;
    struct exact_turns turns;
};

static int begin(void **state)
{
    static struct fixture fixture;
    fixture = (struct fixture){0};
    exact_turns_make(&fixture.turns, &fixture.arena, PLACES);
    *state = &fixture;
    return 0;
}

static int end(void **state)
{
    struct fixture *f = *state;
    arena_free(&f->arena);
    return 0;
}

static struct exact_turns *turns_of(void **state)
{
    struct fixture *f = *state;
    return &f->turns;
}

static void count(struct exact_turns *turns, uint64_t times)
{
    for (uint64_t i = 0; i < times; i++)
        exact_turns_count(turns);
}

static void walk_region(struct exact_turns *turns, uint32_t place, uint64_t times)
{
    const struct exact_turns around = exact_turns_begin(turns, place);
    count(turns, times);
    exact_turns_end(turns, place, around);
}

static void a_loop_of_a_few_thousand_turns_is_exact(void **state)
{
    struct exact_turns *turns = turns_of(state);
    exact_turns_begin(turns, HERE);
    assert_false(exact_turns_are_over(turns, 1, 4096));
    assert_false(exact_turns_are_over(turns, 4096, 4096));
    assert_false(exact_turns_are_over(turns, 17, 4096));
    assert_true(exact_turns_are_over(turns, 17, 4097));
}

static void the_first_turns_of_a_long_one_are(void **state)
{
    struct exact_turns *turns = turns_of(state);
    exact_turns_begin(turns, HERE);
    assert_false(exact_turns_are_over(turns, 16, MANY));
    assert_true(exact_turns_are_over(turns, 17, MANY));
}

static void loops_in_loops_share_the_turns_of_a_region(void **state)
{
    struct exact_turns *turns = turns_of(state);
    exact_turns_begin(turns, HERE);
    count(turns, 8192);
    assert_false(exact_turns_are_over(turns, 1, 10));
    count(turns, 1);
    assert_true(exact_turns_are_over(turns, 1, 10));
}

static void a_region_that_has_used_them_up_has_none_in_other_warps(void **state)
{
    struct exact_turns *turns = turns_of(state);
    walk_region(turns, HERE, 8193);
    walk_region(turns, THERE, 8192);
    exact_turns_begin(turns, HERE);
    assert_true(exact_turns_are_over(turns, 1, 10));
    exact_turns_begin(turns, THERE);
    assert_false(exact_turns_are_over(turns, 1, 10));
    exact_turns_forget(turns);
    exact_turns_begin(turns, HERE);
    assert_false(exact_turns_are_over(turns, 1, 10));
}

static void many_regions_of_a_launch_are_exact_in_short_loops_only(void **state)
{
    struct exact_turns *turns = turns_of(state);
    for (unsigned i = 0; i < 32; i++)
        walk_region(turns, HERE, 4096);
    exact_turns_begin(turns, HERE);
    assert_false(exact_turns_are_over(turns, 17, 4000)); /* 2^17 so far */
    walk_region(turns, HERE, 1);
    exact_turns_begin(turns, HERE);
    assert_true(exact_turns_are_over(turns, 17, 4000));
    assert_false(exact_turns_are_over(turns, 16, 4000));
    assert_false(exact_turns_are_over(turns, 28, 100));
    assert_true(exact_turns_are_over(turns, 29, 100));
    exact_turns_begin(turns, THERE);
    assert_false(exact_turns_are_over(turns, 17, 4000));
}

static void a_region_inside_another_has_its_own(void **state)
{
    struct exact_turns *turns = turns_of(state);
    exact_turns_begin(turns, HERE);
    count(turns, 8192);
    walk_region(turns, THERE, 100);
    assert_false(exact_turns_are_over(turns, 1, 10));
    count(turns, 1);
    assert_true(exact_turns_are_over(turns, 1, 10));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_loop_of_a_few_thousand_turns_is_exact, begin, end),
        cmocka_unit_test_setup_teardown(the_first_turns_of_a_long_one_are, begin, end),
        cmocka_unit_test_setup_teardown(loops_in_loops_share_the_turns_of_a_region, begin, end),
        cmocka_unit_test_setup_teardown(a_region_that_has_used_them_up_has_none_in_other_warps,
                                        begin, end),
        cmocka_unit_test_setup_teardown(many_regions_of_a_launch_are_exact_in_short_loops_only,
                                        begin, end),
        cmocka_unit_test_setup_teardown(a_region_inside_another_has_its_own, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
