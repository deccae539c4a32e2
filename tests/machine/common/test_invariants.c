/* SPDX-License-Identifier: Apache-2.0 */
/* test_invariants.c - the checker finds what it is there for: told events, one breach each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "machine/common/invariants.h"

#include <cmocka.h> /* last: it has a macro named fail */

static const struct insn addition = {.pc = 0x100};

/* A launch of one core and two warps: warp 0 starts at 0, fetches, issues at 4 and 5, ends. */
static const struct event good[] = {
    {.kind = EVENT_LAUNCH, .core = 1, .warp = 2},
    {.kind = EVENT_START, .mask = 1, .insn = &addition},
    {.kind = EVENT_FETCH, .cycle = 0, .arrival = 3, .until = 4, .address = 0x100, .hit = true},
    {.kind = EVENT_FETCH, .cycle = 1, .arrival = 9, .until = 10, .address = 0x100},
    {.kind = EVENT_STALL, .cycle = 0, .until = 4, .reason = STALL_FETCH},
    {.kind = EVENT_MEMORY, .cycle = 6, .until = 9},
    {.kind = EVENT_ISSUE, .cycle = 4, .until = 9, .mask = 1, .insn = &addition},
    {.kind = EVENT_BARRIER, .cycle = 4},
    {.kind = EVENT_RELEASE, .cycle = 6, .until = 8},
    {.kind = EVENT_FETCH, .cycle = 9, .arrival = 12, .until = 13, .address = 0x100, .hit = true},
    {.kind = EVENT_STALL, .cycle = 5, .until = 10, .reason = STALL_BARRIER},
    {.kind = EVENT_ISSUE, .cycle = 10, .until = 11, .mask = 1, .insn = &addition},
    {.kind = EVENT_FLUSH, .cycle = 13, .count = 1},
    {.kind = EVENT_FETCH, .cycle = 13, .arrival = 16, .until = 17, .address = 0x100, .hit = true},
    {.kind = EVENT_STALL, .cycle = 11, .until = 17, .reason = STALL_FETCH},
    {.kind = EVENT_ISSUE, .cycle = 17, .until = 18, .mask = 1, .insn = &addition},
    {.kind = EVENT_MASK, .cycle = 17, .mask = 0},
    {.kind = EVENT_END, .cycle = 17},
    {.kind = EVENT_STALL, .cycle = 18, .until = 20, .reason = STALL_IDLE},
    {.kind = EVENT_STALL, .cycle = 0, .until = 20, .reason = STALL_IDLE, .warp = 1},
    {.kind = EVENT_FINISH, .cycle = 20, .core = 1, .warp = 2},
};
enum {
    AT_START = 1, AT_FETCH = 2, AT_MISS = 3, AT_STALL = 4, AT_MEMORY = 5, AT_ISSUE = 6,
    AT_BARRIER = 7, AT_RELEASE = 8, AT_REFETCH = 9, AT_WAIT = 10, AT_SECOND = 11, AT_FLUSH = 12,
    AT_FETCH_LAST = 13, AT_END = 17, AT_IDLE = 18, AT_OTHER = 19, AT_FINISH = 20, GOOD_COUNT = 21
};

/* Tells the good events with number `at` replaced; without a replacement it is left out. */
static enum wc_status tell(struct error *err, size_t at, const struct event *instead)
{
    struct invariants *invariants = invariants_new();
    assert_non_null(invariants);
    struct observer *observer = invariants_observer(invariants);
    for (size_t i = 0; i < GOOD_COUNT; i++) {
        if (i != at)
            observer->event(observer, &good[i]);
        else if (instead)
            observer->event(observer, instead);
    }
    enum wc_status status = invariants_result(err, invariants);
    invariants_free(invariants);
    return status;
}

static void a_run_that_keeps_to_the_rules_passes(void **unused)
{
    (void)unused;
    struct error err = {0};
    if (tell(&err, GOOD_COUNT, NULL) != WC_OK)
        fail_msg("%s", err.message);
}

static void assert_breach(size_t at, const struct event *instead, const char *what)
{
    struct error err = {0};
    enum wc_status status = tell(&err, at, instead);
    if (status != WC_INTERNAL)
        fail_msg("'%s' is not found", what);
    if (!strstr(err.message, what))
        fail_msg("'%s' instead of '%s'", err.message, what);
    error_clear(&err);
}

/* The good event `at`, with one member changed. */
#define ASSERT_CHANGED(at, member, value, what)                                                    \
    do {                                                                                           \
        struct event changed = good[at];                                                           \
        changed.member = (value);                                                                  \
        assert_breach(at, &changed, what);                                                         \
    } while (0)

static void each_rule_about_issues_is_enforced(void **unused)
{
    (void)unused;
    static const struct insn other = {.pc = 0x104};
    ASSERT_CHANGED(AT_ISSUE, mask, 0, "without lanes");
    ASSERT_CHANGED(AT_ISSUE, mask, 3, "not the warp's");
    ASSERT_CHANGED(AT_ISSUE, until, 3, "a result before its issue");
    ASSERT_CHANGED(AT_ISSUE, insn, &other, "not the fetched one");
    ASSERT_CHANGED(AT_ISSUE, warp, 1, "cycle 4, core 0, warp 1: the warp's cycles");
    ASSERT_CHANGED(AT_FETCH, until, 5, "before the instruction is decoded");
    assert_breach(AT_FETCH_LAST, NULL, "an issue from an empty queue");
    assert_breach(AT_RELEASE, NULL, "waiting at a barrier");
    ASSERT_CHANGED(AT_RELEASE, until, 11, "before the barrier releases the warp");
    ASSERT_CHANGED(AT_SECOND, cycle, 8, "an event of an earlier cycle");
}

/* SWAS-1 */
static void two_issues_of_a_core_in_one_cycle_are_a_breach(void **unused)
{
    (void)unused;
    struct invariants *invariants = invariants_new();
    struct observer *observer = invariants_observer(invariants);
    struct error err = {0};
    observer->event(observer, &good[0]);
    for (uint32_t warp = 0; warp < 2; warp++) {
        const struct event events[] = {
            {.kind = EVENT_START, .warp = warp, .mask = 1},
            {.kind = EVENT_FETCH, .warp = warp, .cycle = warp, .arrival = warp + 3,
             .until = warp + 4, .address = 0x100, .hit = true},
        };
        observer->event(observer, &events[0]);
        observer->event(observer, &events[1]);
    }
    for (uint32_t warp = 0; warp < 2; warp++) {
        const struct event events[] = {
            {.kind = EVENT_STALL, .warp = warp, .until = 5, .reason = STALL_FETCH},
            {.kind = EVENT_ISSUE, .warp = warp, .cycle = 5, .until = 6, .mask = 1,
             .insn = &addition},
        };
        observer->event(observer, &events[0]);
        observer->event(observer, &events[1]);
    }
    assert_int_equal(invariants_result(&err, invariants), WC_INTERNAL);
    assert_non_null(strstr(err.message, "cycle 5, core 0, warp 1: a second issue in one cycle"));
    error_clear(&err);
    invariants_free(invariants);
}

static void each_rule_about_time_is_enforced(void **unused)
{
    (void)unused;
    assert_breach(AT_STALL, NULL, "accounted for one by one");
    ASSERT_CHANGED(AT_STALL, until, 3, "accounted for one by one");
    ASSERT_CHANGED(AT_STALL, until, 5, "accounted for one by one");
    ASSERT_CHANGED(AT_STALL, until, 0, "a wait of zero cycles");
    ASSERT_CHANGED(AT_STALL, reason, STALL_IDLE, "a running warp is reported idle");
    ASSERT_CHANGED(AT_IDLE, reason, STALL_FETCH, "an idle slot is reported waiting");
    assert_breach(AT_OTHER, NULL, "do not end with the launch");
    ASSERT_CHANGED(AT_FLUSH, cycle, 8, "an event of an earlier cycle");
    ASSERT_CHANGED(AT_FINISH, cycle, 21, "do not end with the launch");
    ASSERT_CHANGED(AT_SECOND, until, 30, "before its last result");
}

static void each_rule_about_fetches_is_enforced(void **unused)
{
    (void)unused;
    ASSERT_CHANGED(AT_MISS, cycle, 0, "a second fetch in one cycle");
    ASSERT_CHANGED(AT_REFETCH, cycle, 8, "between a miss and its line");
    ASSERT_CHANGED(AT_FETCH, until, 3, "decoded before it arrives");
    ASSERT_CHANGED(AT_FETCH, warp, 1, "a fetch of an inactive warp");
    ASSERT_CHANGED(AT_START, cycle, 1, "a fetch before the warp's start");
    ASSERT_CHANGED(AT_FLUSH, count, 2, "an incomplete flush");
    ASSERT_CHANGED(AT_FETCH, warp, 2, "outside the machine");
}

static void each_rule_about_memory_barriers_starts_and_ends_is_enforced(void **unused)
{
    (void)unused;
    ASSERT_CHANGED(AT_MEMORY, until, 5, "a memory response before the request");
    ASSERT_CHANGED(AT_MEMORY, cycle, 0, "a memory request in the past");
    assert_breach(AT_BARRIER, NULL, "released that is not waiting");
    ASSERT_CHANGED(AT_RELEASE, until, 5, "a release in the past");
    ASSERT_CHANGED(AT_START, mask, 0, "starts without lanes");
    assert_breach(AT_START, NULL, "inactive warp");
    assert_breach(AT_END, &good[AT_START], "a warp starts that is already active");
    assert_breach(AT_END, NULL, "a running warp is reported idle");
    assert_breach(AT_FINISH, NULL, "did not report its end");
}

/* 17 fetches and no issue: one more than the largest queue holds. */
static void a_queue_beyond_the_largest_is_a_breach(void **unused)
{
    (void)unused;
    struct invariants *invariants = invariants_new();
    struct observer *observer = invariants_observer(invariants);
    struct error err = {0};
    observer->event(observer, &good[0]);
    observer->event(observer, &good[1]);
    for (cycle_t cycle = 0; cycle < 16; cycle++)
        observer->event(observer, &(struct event){.kind = EVENT_FETCH, .cycle = cycle,
                                                  .arrival = cycle + 3, .until = cycle + 4,
                                                  .hit = true});
    observer->event(observer, &(struct event){.kind = EVENT_FETCH, .cycle = 16, .arrival = 19,
                                              .until = 20, .hit = true});
    assert_int_equal(invariants_result(&err, invariants), WC_INTERNAL);
    assert_non_null(strstr(err.message, "cycle 16, core 0, warp 0: a fetch into a full queue"));
    error_clear(&err);
    invariants_free(invariants);
}

static void a_launch_that_was_cut_may_leave_warps_behind_and_another_may_not(void **unused)
{
    (void)unused;
    struct event events[] = {good[0], good[1],
                             {.kind = EVENT_FINISH, .cycle = 0, .core = 1, .warp = 2, .cut = true}};
    for (int cut = 0; cut < 2; cut++) {
        struct invariants *invariants = invariants_new();
        struct observer *observer = invariants_observer(invariants);
        struct error err = {0};
        events[2].cut = cut;
        for (size_t i = 0; i < 3; i++)
            observer->event(observer, &events[i]);
        assert_int_equal(invariants_result(&err, invariants), cut ? WC_OK : WC_INTERNAL);
        error_clear(&err);
        invariants_free(invariants);
    }
}

/* SIMD-41: commands of DDR4 are checked, each launch for itself. */
static void a_command_that_comes_too_early_is_a_breach(void **unused)
{
    (void)unused;
    for (unsigned early = 0; early < 2; early++) {
        const struct ddr4_numbers *numbers = ddr4_find("3200AA", "x16");
        const struct ddr4_command commands[] = {
            {.kind = DDR4_ACT, .cycle = 100}, {.kind = DDR4_RD, .cycle = 122 - early}};
        struct invariants *invariants = invariants_new();
        struct observer *observer = invariants_observer(invariants);
        struct error err = {0};
        for (unsigned launch = 0; launch < 2; launch++) {
            observer->event(observer, &good[0]);
            for (unsigned i = 0; i < 2; i++) {
                const struct event_dram dram = {numbers, &commands[i], numbers->refi};
                observer->event(observer, &(struct event){.kind = EVENT_DRAM, .dram = &dram});
            }
            observer->event(observer, &(struct event){.kind = EVENT_FINISH, .cut = true});
        }
        assert_int_equal(invariants_result(&err, invariants), early ? WC_INTERNAL : WC_OK);
        if (early)
            assert_non_null(strstr(err.message, "tRCD"));
        error_clear(&err);
        invariants_free(invariants);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_run_that_keeps_to_the_rules_passes),
        cmocka_unit_test(each_rule_about_issues_is_enforced),
        cmocka_unit_test(two_issues_of_a_core_in_one_cycle_are_a_breach),
        cmocka_unit_test(each_rule_about_time_is_enforced),
        cmocka_unit_test(each_rule_about_fetches_is_enforced),
        cmocka_unit_test(each_rule_about_memory_barriers_starts_and_ends_is_enforced),
        cmocka_unit_test(a_queue_beyond_the_largest_is_a_breach),
        cmocka_unit_test(a_launch_that_was_cut_may_leave_warps_behind_and_another_may_not),
        cmocka_unit_test(a_command_that_comes_too_early_is_a_breach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
