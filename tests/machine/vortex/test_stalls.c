/* SPDX-License-Identifier: Apache-2.0 */
/* test_stalls.c - every cycle in which a warp does not issue has the reason it should have. */
#include "vortex_rig.h"

#include <stdlib.h>

#define ALONE "icache.line=1024 warps=1 threads=1 front.queue=16 "

struct expected {
    cycle_t from, until; /* counted from the issue in question */
    enum stall_reason reason;
};

/* All waits of the warp between its issue at `symbol` and its next one. */
static void assert_waits(const struct rig *rig, uint32_t warp, const char *symbol,
                         const struct expected *waits, size_t count)
{
    cycle_t issue = rig_issue_at(rig, warp, symbol)->cycle;
    const struct event *next = rig_next(rig, EVENT_ISSUE, warp, issue);
    cycle_t at = issue + 1;
    for (size_t i = 0; i < count; i++) {
        const struct event *wait = rig_next(rig, EVENT_STALL, warp, at - 1);
        assert_non_null(wait);
        assert_int_equal(wait->cycle, issue + waits[i].from);
        assert_int_equal(wait->until, issue + waits[i].until);
        if (wait->reason != waits[i].reason)
            fail_msg("%s: %s instead of %s", symbol, stall_name(wait->reason),
                     stall_name(waits[i].reason));
        at = wait->until;
    }
    assert_int_equal(next->cycle, at); /* nothing left over */
}

#define ASSERT_WAITS(rig, warp, symbol, ...)                                                       \
    do {                                                                                           \
        static const struct expected waits[] = {__VA_ARGS__};                                      \
        assert_waits(rig, warp, symbol, waits, sizeof waits / sizeof *waits);                      \
    } while (0)

static void an_operand_being_computed_is_a_dependency(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("latency", ALONE);
    ASSERT_WAITS(rig, 0, "fmul", {1, 4, STALL_DEPENDENCY});
    ASSERT_WAITS(rig, 0, "div", {1, 34, STALL_DEPENDENCY});
    assert_waits(rig, 0, "add", NULL, 0);
    rig_free(rig);
}

static void a_busy_unit_is_the_unit(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("latency", ALONE);
    ASSERT_WAITS(rig, 0, "two_fdiv", {1, 16, STALL_UNIT});
    assert_waits(rig, 0, "two_fmul", NULL, 0);
    rig_free(rig);
}

/* Until it is decided a dependency; behind that the target has to be fetched. */
static void a_branch_is_a_dependency_and_a_taken_one_a_fetch_behind_it(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("branch", ALONE);
    ASSERT_WAITS(rig, 0, "not_taken", {1, 3, STALL_DEPENDENCY});
    ASSERT_WAITS(rig, 0, "taken", {1, 3, STALL_DEPENDENCY}, {3, 7, STALL_FETCH});
    rig_free(rig);
}

static void an_operand_being_loaded_is_memory(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ALONE "dcache.latency=9 lsu.latency=1 lsu.writeback=1");
    ASSERT_WAITS(rig, 0, "broadcast_second", {1, 11, STALL_MEMORY});
    rig_free(rig);
}

/* The first three arrive long before the last one. */
static void whoever_waits_for_others_is_at_a_barrier_until_the_release_is_over(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "icache.line=1024 warps=4 threads=1 barrier.release=7 "
                                       "wspawn.gap=100 front.queue=16");
    const struct event *release = rig_next(rig, EVENT_RELEASE, 1, 0);
    const struct event *wait = rig_next(rig, EVENT_STALL, 1, rig_issue_at(rig, 1, "meet")->cycle);
    assert_int_equal(wait->reason, STALL_BARRIER);
    assert_int_equal(wait->cycle, rig_issue_at(rig, 1, "meet")->cycle + 1);
    assert_int_equal(wait->until, release->cycle + 7);
    rig_free(rig);
}

/* Eight passes of four lanes: the mask is known eight cycles later. */
static void a_mask_being_changed_is_divergence(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", "icache.line=1024 warps=1 threads=32 front.queue=16");
    const struct event *mask = rig_next(rig, EVENT_MASK, 0, 0);
    const struct event *wait = rig_next(rig, EVENT_STALL, 0, mask->cycle);
    assert_int_equal(wait->reason, STALL_DIVERGENCE);
    assert_int_equal(wait->cycle, mask->cycle + 1);
    assert_int_equal(wait->until, mask->cycle + 8);
    rig_free(rig);
}

/* In which cycles the divider was taken, by the issues; not the cycles of the starts themselves. */
static bool *divider_busy(const struct rig *rig, cycle_t end)
{
    bool *busy = calloc(end + 16, sizeof *busy);
    assert_non_null(busy);
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_ISSUE || event->insn->timing != TIMING_FDIV)
            continue;
        for (cycle_t cycle = event->cycle + 1; cycle < event->cycle + 16; cycle++)
            busy[cycle] = true;
    }
    return busy;
}

/* Warps that all want the divider, and lose cycles to other warps as well: of the cycles between
 * ready and issue exactly those count for the unit in which it was busy. */
static void a_ready_warp_waits_for_the_unit_only_while_the_unit_is_busy(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "icache.line=1024 warps=8 threads=4 issue=gtlo");
    bool *busy = divider_busy(rig, rig_count(rig, STAT_CYCLES));
    cycle_t waited = 0;
    for (uint32_t warp = 0; warp < 8; warp++) {
        const struct event *issue = rig_issue_at(rig, warp, "quotient");
        cycle_t before = rig_issue_at(rig, warp, "product")->cycle, unit = 0, lost = 0, from = 0;
        for (size_t i = 0; i < rig->recorder.count; i++) {
            const struct event *wait = &rig->recorder.events[i];
            if (wait->kind != EVENT_STALL || wait->warp != warp || wait->cycle <= before ||
                wait->cycle >= issue->cycle ||
                (wait->reason != STALL_UNIT && wait->reason != STALL_NOT_SELECTED))
                continue;
            from = from ? from : wait->cycle;
            unit += wait->reason == STALL_UNIT ? wait->until - wait->cycle : 0;
        }
        for (cycle_t cycle = from; from && cycle < issue->cycle; cycle++)
            lost += busy[cycle];
        assert_int_equal(unit, lost);
        waited += unit;
    }
    assert_true(waited > 100);
    free(busy);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_operand_being_computed_is_a_dependency),
        cmocka_unit_test(a_busy_unit_is_the_unit),
        cmocka_unit_test(a_branch_is_a_dependency_and_a_taken_one_a_fetch_behind_it),
        cmocka_unit_test(an_operand_being_loaded_is_memory),
        cmocka_unit_test(whoever_waits_for_others_is_at_a_barrier_until_the_release_is_over),
        cmocka_unit_test(a_mask_being_changed_is_divergence),
        cmocka_unit_test(a_ready_warp_waits_for_the_unit_only_while_the_unit_is_busy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
