/* SPDX-License-Identifier: Apache-2.0 */
/* test_issue.c - when the head of a queue issues: operands, units, barriers, starts and ends. */
#include "vortex_rig.h"

#include <stdio.h>

/* One miss at the first fetch, and a queue that is full when a pair comes. */
#define ALONE "icache.line=1024 warps=1 threads=1 front.queue=16 "

static cycle_t distance(struct rig *rig, const char *pair)
{
    char next[64];
    snprintf(next, sizeof next, "%s_next", pair);
    return rig_issue_at(rig, 0, next)->cycle - rig_issue_at(rig, 0, pair)->cycle;
}

struct pair {
    const char *name;
    cycle_t apart;
};

static void assert_pairs(const struct pair *pairs, size_t count, const char *settings)
{
    struct rig *rig = rig_ran("latency", settings);
    for (size_t i = 0; i < count; i++) {
        if (distance(rig, pairs[i].name) != pairs[i].apart)
            fail_msg("%s: %llu cycles apart instead of %llu", pairs[i].name,
                     (unsigned long long)distance(rig, pairs[i].name),
                     (unsigned long long)pairs[i].apart);
    }
    rig_free(rig);
}

#define ASSERT_PAIRS(settings, ...)                                                               \
    do {                                                                                          \
        static const struct pair pairs[] = {__VA_ARGS__};                                         \
        assert_pairs(pairs, sizeof pairs / sizeof *pairs, settings);                              \
    } while (0)

/* SWAS-9, SWAS-10 */
static void a_dependent_instruction_issues_one_latency_later(void **unused)
{
    (void)unused;
    ASSERT_PAIRS(ALONE, {"add", 1}, {"mul", 4}, {"div", 34}, {"fmul", 4}, {"fadd", 4},
                 {"fmadd", 4}, {"fcvt_to_float", 5}, {"fcvt_to_integer", 5}, {"fdiv", 16},
                 {"fsqrt", 16}, {"fmin", 2}, {"feq", 2});
}

/* SWAS-10 */
static void latencies_come_from_the_machine_file(void **unused)
{
    (void)unused;
    ASSERT_PAIRS(ALONE "units.fma.latency=7 units.fdiv.latency=15 units.alu.latency=2",
                 {"fmul", 7}, {"fadd", 7}, {"fmadd", 7}, {"fdiv", 15}, {"add", 2});
}

/* SWAS-9: the second write of a register waits for the first; a write behind a read does not. */
static void a_write_waits_for_a_write_and_not_for_a_read(void **unused)
{
    (void)unused;
    ASSERT_PAIRS(ALONE, {"write_after_write", 4}, {"write_after_read", 1});
}

/* SWAS-10 */
static void two_products_start_one_apart_and_two_quotients_sixteen(void **unused)
{
    (void)unused;
    ASSERT_PAIRS(ALONE, {"two_fmul", 1}, {"two_fdiv", 16}, {"two_fsqrt", 16});
    ASSERT_PAIRS(ALONE "units.fdiv.interval=3", {"two_fdiv", 3}, {"fdiv", 16});
}

/* A unit narrower than the warp takes it in passes: latency and interval grow. */
static void a_narrow_unit_takes_a_warp_in_passes(void **unused)
{
    (void)unused;
    ASSERT_PAIRS("icache.line=1024 warps=1 threads=8 front.queue=16 units.fma.lanes=2",
                 {"fmul", 4 + 3}, {"two_fmul", 4});
}

static void assert_spaced(struct rig *rig, const char *symbol, uint32_t warps, cycle_t apart,
                          bool exact)
{
    cycle_t at[32];
    for (uint32_t warp = 0; warp < warps; warp++)
        at[warp] = rig_issue_at(rig, warp, symbol)->cycle;
    for (uint32_t a = 0; a < warps; a++) {
        bool neighbour = false;
        for (uint32_t b = 0; b < warps; b++) {
            cycle_t between = at[a] > at[b] ? at[a] - at[b] : at[b] - at[a];
            assert_true(a == b || between >= apart);
            neighbour |= a != b && between == apart;
        }
        assert_true(neighbour || !exact);
    }
}

/* SWAS-10, SWAS-19: the unit is busy for other warps too, and only that unit. */
static void quotients_of_different_warps_start_sixteen_apart_and_products_one(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "icache.line=1024 warps=2 threads=1 issue=lrr");
    assert_spaced(rig, "quotient", 2, 16, true);
    assert_spaced(rig, "product", 2, 1, true);
    rig_free(rig);
    rig = rig_ran("warps", "icache.line=1024 warps=8 threads=4 issue=lrr");
    assert_spaced(rig, "quotient", 8, 16, true);
    rig_free(rig);
}

/* SWAS-49 */
static void the_warps_of_a_spawn_start_one_after_the_other(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "");
    cycle_t last = 0;
    uint32_t starts = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_START)
            continue;
        assert_int_equal(event->warp, starts);
        assert_true(starts == 0 || event->cycle > last);
        if (starts > 1)
            assert_int_equal(event->cycle - last, 4); /* wspawn.gap */
        last = event->cycle;
        starts++;
    }
    assert_int_equal(starts, 32);
    rig_free(rig);
}

/* SWAS-49: the gap can be had from the machine's parameters, and is what the machine does. */
static void the_first_fetch_of_a_spawned_warp_is_not_before_its_start(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "warps=4 wspawn.gap=11 wspawn.delay=5");
    const struct event *before = NULL;
    const struct event *spawn =
        rig_find(rig, EVENT_ISSUE, 0, rig_address(rig, "each") - 4, 0);
    assert_int_equal(rig_next(rig, EVENT_START, 1, 0)->cycle, spawn->cycle + 5);
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *start = &rig->recorder.events[i];
        if (start->kind != EVENT_START)
            continue;
        assert_true(rig_next(rig, EVENT_FETCH, start->warp, 0)->cycle >= start->cycle);
        if (before && before->warp)
            assert_int_equal(start->cycle - before->cycle, 11);
        before = start;
    }
    assert_int_equal(before->warp, 3);
    rig_free(rig);
}

static void released_warps_go_on_after_the_release_and_not_before(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "icache.line=1024 warps=4 threads=1 barrier.release=9");
    uint32_t releases = 0;
    cycle_t last = 0;
    for (uint32_t warp = 0; warp < 4; warp++) {
        cycle_t arrived = rig_issue_at(rig, warp, "meet")->cycle;
        last = arrived > last ? arrived : last;
    }
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *release = &rig->recorder.events[i];
        if (release->kind != EVENT_RELEASE)
            continue;
        releases++;
        assert_int_equal(release->cycle, last);
        assert_int_equal(release->until, last + 9);
        assert_true(rig_next(rig, EVENT_ISSUE, release->warp, last)->cycle >= last + 9);
    }
    assert_int_equal(releases, 3);
    rig_free(rig);
}

static void every_warp_that_started_ends_once(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "warps=8");
    for (uint32_t warp = 0; warp < 8; warp++) {
        const struct event *end = rig_next(rig, EVENT_END, warp, 0);
        assert_non_null(end);
        assert_null(rig_next(rig, EVENT_END, warp, end->cycle));
        assert_null(rig_next(rig, EVENT_ISSUE, warp, end->cycle));
        assert_null(rig_next(rig, EVENT_FETCH, warp, end->cycle));
    }
    rig_free(rig);
}

/* Operand collector, dispatch and commit; more where slices of warps share the units. */
static void every_unit_has_the_way_there_and_back_on_top(void **unused)
{
    (void)unused;
    ASSERT_PAIRS(ALONE "units.overhead=3", {"add", 4}, {"fmul", 7}, {"two_fmul", 1});
    ASSERT_PAIRS("icache.line=1024 warps=4 threads=1 front.queue=16 units.overhead=3 "
                 "units.slice=2 units.slice_cost=2", {"add", 6}, {"fmul", 9});
    ASSERT_PAIRS("icache.line=1024 warps=4 threads=1 front.queue=16 units.overhead=3 "
                 "units.slice=4 units.slice_cost=2", {"add", 4});
}

/* One entry: the next instruction of the FPU, of any class, starts when the result is there. */
static void the_fpu_is_full_while_all_its_entries_are_held(void **unused)
{
    (void)unused;
    ASSERT_PAIRS(ALONE "fpu.queue=1 units.fdiv.interval=1", {"two_fmul", 4}, {"two_fdiv", 16},
                 {"write_after_read", 4});
    ASSERT_PAIRS(ALONE "fpu.queue=1 units.overhead=5", {"two_fmul", 4}, {"fmul", 9}, {"add", 6});
    ASSERT_PAIRS(ALONE "fpu.queue=2 units.fdiv.interval=1", {"two_fmul", 1}, {"two_fdiv", 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dependent_instruction_issues_one_latency_later),
        cmocka_unit_test(latencies_come_from_the_machine_file),
        cmocka_unit_test(a_write_waits_for_a_write_and_not_for_a_read),
        cmocka_unit_test(two_products_start_one_apart_and_two_quotients_sixteen),
        cmocka_unit_test(a_narrow_unit_takes_a_warp_in_passes),
        cmocka_unit_test(quotients_of_different_warps_start_sixteen_apart_and_products_one),
        cmocka_unit_test(the_warps_of_a_spawn_start_one_after_the_other),
        cmocka_unit_test(the_first_fetch_of_a_spawned_warp_is_not_before_its_start),
        cmocka_unit_test(released_warps_go_on_after_the_release_and_not_before),
        cmocka_unit_test(every_warp_that_started_ends_once),
        cmocka_unit_test(every_unit_has_the_way_there_and_back_on_top),
        cmocka_unit_test(the_fpu_is_full_while_all_its_entries_are_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
