/* SPDX-License-Identifier: Apache-2.0 */
/* test_issue.c - when an instruction issues: stall counts, counters, buffers, units, pairs. */
#include "tx2_rig.h"

/* So many cycles that code and constants have come and no fetch disturbs what is measured. */
static const char warm[] = "l1i.latency=1 front.buffer=8 l2.latency=1 dram.overhead=0";

/* A kernel begins with this, so that its first groups are in the buffer when it goes on. */
static void wait_for_code(struct rig *rig)
{
    for (unsigned i = 0; i < 64; i++)
        sass_add(rig, nop(STALL(15)));
}

static cycle_t gap(const struct rig *rig, uint32_t first, uint32_t second)
{
    return rig_cycle(rig, 0, 0, second) - rig_cycle(rig, 0, 0, first);
}

/* PAS-10, PAS-60, PAS-62: hardware obeys, whatever the operands need. */
static void a_stall_count_is_the_distance_to_the_next_issue(void **unused)
{
    (void)unused;
    for (uint32_t stall = 1; stall < 16; stall++) {
        struct rig *rig = tx2_rig(warm);
        wait_for_code(rig);
        uint32_t producer = sass_add(rig, iadd(2, 3, 4, STALL(stall)));
        uint32_t consumer = sass_add(rig, iadd(5, 2, 2, STALL(6)));
        sass_add(rig, exit_(STALL(15)));
        rig_run(rig, 1, 32);
        assert_int_equal(gap(rig, producer, consumer), stall);
        /* six cycles are what the result takes: who reads it earlier is told of */
        assert_int_equal(rig_count(rig, STAT_READ_BEFORE_READY), stall < 6);
        rig_free(rig);
    }
}

/* PAS-60: predicates take 13. */
static void a_guard_read_too_early_is_counted(void **unused)
{
    (void)unused;
    for (uint32_t stall = 12; stall < 14; stall++) {
        struct rig *rig = tx2_rig(warm);
        wait_for_code(rig);
        sass_add(rig, isetp_lt(0, RZ, 1, STALL(stall)));
        sass_add(rig, guarded(iadd(5, 3, 3, STALL(6)), 0, false));
        sass_add(rig, exit_(STALL(15)));
        rig_run(rig, 1, 32);
        assert_int_equal(rig_count(rig, STAT_READ_BEFORE_READY), stall < 13);
        rig_free(rig);
    }
}

/* PAS-62: a load from shared memory free of conflicts takes 23 cycles; the constant is 0. */
static void who_waits_for_a_counter_issues_when_the_data_is_there(void **unused)
{
    struct rig *rig = tx2_rig(warm);
    (void)unused;
    wait_for_code(rig);
    uint32_t load = sass_add(rig, lds(2, RZ, 0, WRITES(0) + STALL(2)));
    uint32_t apart = sass_add(rig, iadd(4, 3, 3, STALL(6)));
    uint32_t consumer = sass_add(rig, iadd(5, 2, 2, WAITS(1) + STALL(6)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    assert_int_equal(gap(rig, load, apart), 2);
    assert_int_equal(gap(rig, load, consumer), 23);
    assert_int_equal(rig_count(rig, STAT_READ_BEFORE_READY), 0);
    assert_int_equal(rig_waited(rig, 0, 0, STALL_MEMORY), 23 - 2 - 6);
    rig_free(rig);
}

/* PAS-60 */
static void without_its_wait_mask_the_consumer_issues_early_and_is_counted(void **unused)
{
    struct rig *rig = tx2_rig(warm);
    (void)unused;
    wait_for_code(rig);
    uint32_t load = sass_add(rig, lds(2, RZ, 0, WRITES(0) + STALL(2)));
    uint32_t consumer = sass_add(rig, iadd(5, 2, 2, STALL(6)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    assert_int_equal(gap(rig, load, consumer), 2);
    assert_int_equal(rig_count(rig, STAT_READ_BEFORE_READY), 1);
    rig_free(rig);
}

/* PAS-55: the paper's warp waits for all transactions, a counter only holds who needs it. */
static void blocking_shared_memory_holds_the_next_instruction(void **unused)
{
    (void)unused;
    for (unsigned blocks = 0; blocks < 2; blocks++) {
        struct rig *rig = tx2_rig(blocks ? "l1i.latency=1 front.buffer=8 shared.blocking=true"
                                         : "l1i.latency=1 front.buffer=8");
        wait_for_code(rig);
        uint32_t load = sass_add(rig, lds(2, RZ, 0, WRITES(0) + STALL(3)));
        uint32_t apart = sass_add(rig, iadd(4, 3, 3, STALL(6)));
        sass_add(rig, exit_(STALL(15)));
        rig_run(rig, 1, 32);
        assert_int_equal(gap(rig, load, apart), blocks ? 23 : 3);
        rig_free(rig);
    }
}

/* PAS-62: counters count; loads of one memory come back in order. */
static void depbar_lets_go_when_few_enough_are_under_way(void **unused)
{
    struct rig *rig = tx2_rig("l1i.latency=1 front.buffer=8 shared.transaction=4");
    (void)unused;
    wait_for_code(rig);
    uint32_t first = sass_add(rig, lds(2, RZ, 0, WRITES(0) + STALL(4)));
    sass_add(rig, lds(3, RZ, 4, WRITES(0) + STALL(4)));
    sass_add(rig, lds(4, RZ, 8, WRITES(0) + STALL(4)));
    uint32_t two = sass_add(rig, depbar_le(0, 2, STALL(1)));
    uint32_t one = sass_add(rig, depbar_le(0, 1, STALL(1)));
    uint32_t none = sass_add(rig, depbar_le(0, 0, STALL(1)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    assert_int_equal(gap(rig, first, two), 23);
    assert_int_equal(gap(rig, first, one), 4 + 23);
    assert_int_equal(gap(rig, first, none), 8 + 23);
    rig_free(rig);
}

/* A load that no lane makes does not come back before those in front of it. */
static void a_load_of_no_lane_keeps_its_turn(void **unused)
{
    struct rig *rig = tx2_rig(warm);
    (void)unused;
    wait_for_code(rig);
    uint32_t load = sass_add(rig, lds(2, RZ, 0, STALL(4)));
    sass_add(rig, guarded(lds(3, RZ, 4, WRITES(0) + STALL(2)), 7, true)); /* @!PT */
    uint32_t consumer = sass_add(rig, iadd(5, 2, 2, WAITS(1) + STALL(6)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    assert_int_equal(gap(rig, load, consumer), 23);
    assert_int_equal(rig_count(rig, STAT_PASTIS_SHARED_LOADS), 1); /* PAS-54 */
    rig_free(rig);
}

/* PAS-2, PAS-5: back to back, each class at the pace of its unit. */
static void a_stream_of_one_class_goes_at_the_pace_of_its_unit(void **unused)
{
    enum { ISSUES = 16 };
    static const struct {
        struct word (*word)(uint32_t, uint32_t, uint32_t);
        uint32_t cycles;
    } classes[] = {{mov32i, 1}, {mufu_rcp, 4}};
    (void)unused;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        struct rig *rig = tx2_rig(warm);
        wait_for_code(rig);
        uint32_t first = sass_add(rig, classes[i].word(2, 3, STALL(1)));
        for (unsigned k = 1; k < ISSUES; k++)
            sass_add(rig, classes[i].word(2, 3, STALL(1)));
        sass_add(rig, exit_(STALL(15)));
        rig_run(rig, 1, 32);
        assert_int_equal(gap(rig, first, first + ISSUES - 1), (ISSUES - 1) * classes[i].cycles);
        assert_int_equal(rig_waited(rig, 0, 0, STALL_UNIT),
                         (ISSUES - 1) * (classes[i].cycles - 1));
        rig_free(rig);
    }
}

/* PAS-2: one lane a cycle. */
static void double_precision_takes_32_cycles_a_warp(void **unused)
{
    struct rig *rig = tx2_rig(warm);
    (void)unused;
    wait_for_code(rig);
    uint32_t first = sass_add(rig, dadd(2, 4, 6, STALL(1)));
    uint32_t second = sass_add(rig, dadd(8, 10, 12, STALL(1)));
    uint32_t other = sass_add(rig, iadd(20, 21, 22, STALL(1)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    assert_int_equal(gap(rig, first, second), 32);
    assert_int_equal(gap(rig, second, other), 1); /* the cores are free */
    rig_free(rig);
}

/* PAS-4: memory and the rest have ports of their own; PAS-2: the LSUs take 4 cycles a warp. */
static void two_memory_instructions_wait_for_one_port_memory_and_alu_do_not(void **unused)
{
    struct rig *rig = tx2_rig(warm);
    (void)unused;
    wait_for_code(rig);
    uint32_t load = sass_add(rig, lds(2, RZ, 0, STALL(1)));
    uint32_t alu = sass_add(rig, iadd(5, 6, 7, STALL(1)));
    uint32_t again = sass_add(rig, lds(3, RZ, 4, STALL(1)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    assert_int_equal(gap(rig, load, alu), 1);
    assert_int_equal(gap(rig, load, again), 4);
    rig_free(rig);
}

static void a_marked_pair_issues_in_one_cycle_when_units_differ(void **unused)
{
    (void)unused;
    for (unsigned dual = 0; dual < 2; dual++) {
        struct rig *rig = tx2_rig(dual ? "l1i.latency=1 front.buffer=8"
                                       : "l1i.latency=1 front.buffer=8 dual_issue=false");
        wait_for_code(rig);
        uint32_t alu = sass_add(rig, iadd(5, 6, 7, DUAL));
        uint32_t load = sass_add(rig, lds(2, RZ, 0, STALL(2)));
        uint32_t same = sass_add(rig, iadd(8, 6, 7, DUAL));
        uint32_t other = sass_add(rig, iadd(9, 6, 7, STALL(2)));
        sass_add(rig, exit_(STALL(15)));
        rig_run(rig, 1, 32);
        assert_int_equal(gap(rig, alu, load), !dual);
        assert_int_equal(gap(rig, same, other), 1); /* both need the cores */
        assert_int_equal(rig_count(rig, STAT_DUAL_ISSUES), dual);
        rig_free(rig);
    }
}

/* PAS-5, PAS-65: nothing issues before it is fetched and decoded, and the reason is told. */
static void a_branch_out_of_the_buffer_waits_for_its_target(void **unused)
{
    struct rig *rig = tx2_rig("front.buffer=1 front.redirect=5 front.decode=2 l1i.latency=7 "
                              "front.prefetch=0");
    (void)unused;
    wait_for_code(rig);
    uint32_t jump = sass_add(rig, bra(40, STALL(6)));
    for (unsigned i = 1; i < 31; i++)
        sass_add(rig, nop(STALL(1)));
    uint32_t target = rig->made.added; /* ten groups on: forty words */
    sass_add(rig, mov32i(2, 1, STALL(1)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    const struct event *issued = rig_issue(rig, 0, 0, target);
    assert_null(rig_issue(rig, 0, 0, jump + 1));
    if (!issued) /* it lands on the first instruction behind the control word */
        fail_msg("the branch went elsewhere");
    assert_true(issued->cycle - rig_cycle(rig, 0, 0, jump) >= 5 + 7 + 2);
    assert_true(rig_waited(rig, 0, 0, STALL_FETCH) > 0);
    rig_free(rig);
}

/* The reason of the wait that ended with the issue of an instruction. */
static enum stall_reason reason_before(const struct rig *rig, uint32_t number)
{
    cycle_t issued = rig_cycle(rig, 0, 0, number);
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_STALL && event->core == 0 && event->warp == 0 &&
            event->until == issued)
            return event->reason;
    }
    return STALL_COUNT;
}

/* PAS-5: one condition of readiness broken at a time. */
static void the_missing_condition_is_told_as_the_reason(void **unused)
{
    struct rig *rig = tx2_rig("l1i.latency=1 front.buffer=2 l1i.bytes=512");
    (void)unused;
    wait_for_code(rig);
    sass_add(rig, mufu_rcp(2, 3, WRITES(0) + STALL(1)));
    uint32_t data = sass_add(rig, iadd(4, 2, 2, WAITS(1) + STALL(1)));
    sass_add(rig, mufu_rcp(2, 3, STALL(1)));
    uint32_t unit = sass_add(rig, mufu_rcp(5, 3, STALL(1)));
    for (unsigned i = 0; i < 30; i++) /* over the end of a line that nobody has fetched yet */
        sass_add(rig, nop(STALL(1)));
    uint32_t last = sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    assert_int_equal(reason_before(rig, data), STALL_DEPENDENCY);
    assert_int_equal(reason_before(rig, unit), STALL_UNIT);
    unsigned fetches = 0;
    for (uint32_t i = unit + 1; i <= last; i++)
        fetches += reason_before(rig, i) == STALL_FETCH;
    assert_true(fetches > 0);
    rig_free(rig);
}

/* PAS-65: request, arrival, decode, issue, result: one after the other for every instruction. */
static void stages_of_an_instruction_are_stamped_in_order(void **unused)
{
    struct rig *rig = tx2_rig("");
    unsigned fetches = 0;
    (void)unused;
    for (unsigned i = 0; i < 12; i++)
        sass_add(rig, mov32i(2, i, STALL(2)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_FETCH)
            continue;
        fetches++;
        assert_true(event->cycle < event->arrival && event->arrival < event->until);
        for (uint32_t k = 0; k < 13; k++) {
            const struct event *issue = rig_issue(rig, 0, 0, k);
            if (issue->insn->pc / 32 == event->address / 32) {
                assert_true(issue->cycle >= event->until);
                assert_true(issue->until > issue->cycle);
            }
        }
    }
    assert_true(fetches >= 5);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stall_count_is_the_distance_to_the_next_issue),
        cmocka_unit_test(a_guard_read_too_early_is_counted),
        cmocka_unit_test(who_waits_for_a_counter_issues_when_the_data_is_there),
        cmocka_unit_test(without_its_wait_mask_the_consumer_issues_early_and_is_counted),
        cmocka_unit_test(blocking_shared_memory_holds_the_next_instruction),
        cmocka_unit_test(depbar_lets_go_when_few_enough_are_under_way),
        cmocka_unit_test(a_load_of_no_lane_keeps_its_turn),
        cmocka_unit_test(a_stream_of_one_class_goes_at_the_pace_of_its_unit),
        cmocka_unit_test(double_precision_takes_32_cycles_a_warp),
        cmocka_unit_test(two_memory_instructions_wait_for_one_port_memory_and_alu_do_not),
        cmocka_unit_test(a_marked_pair_issues_in_one_cycle_when_units_differ),
        cmocka_unit_test(a_branch_out_of_the_buffer_waits_for_its_target),
        cmocka_unit_test(the_missing_condition_is_told_as_the_reason),
        cmocka_unit_test(stages_of_an_instruction_are_stamped_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
