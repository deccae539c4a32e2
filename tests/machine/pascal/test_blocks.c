/* SPDX-License-Identifier: Apache-2.0 */
/* test_blocks.c - blocks in SMs, warps of a processing block, and barriers between them. */
#include "tx2_rig.h"

#include <string.h>

static const char warm[] = "l1i.latency=1 front.buffer=8";

/* ---- policies ---- */

/* PAS-6: 8 warps of a block are two a processing block. */
static void run_to_barrier_runs_a_warp_to_its_end_before_the_next(void **unused)
{
    struct rig *rig = tx2_rig("scheduler=run_to_barrier");
    (void)unused;
    uint32_t first = sass_add(rig, mov32i(2, 1, STALL(1)));
    sass_add(rig, lds(3, RZ, 0, WRITES(0) + STALL(2)));
    sass_add(rig, iadd(4, 3, 3, WAITS(1) + STALL(6)));
    uint32_t last = sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 256);
    assert_true(rig_cycle(rig, 0, 1, first) > rig_cycle(rig, 0, 0, last));
    assert_true(rig_cycle(rig, 3, 1, first) > rig_cycle(rig, 3, 0, last));
    rig_free(rig);
}

/* PAS-6 */
static void run_to_barrier_takes_all_warps_to_the_barrier_first(void **unused)
{
    struct rig *rig = tx2_rig("scheduler=run_to_barrier");
    (void)unused;
    uint32_t first = sass_add(rig, lds(3, RZ, 0, WRITES(0) + STALL(2)));
    sass_add(rig, iadd(4, 3, 3, WAITS(1) + STALL(6)));
    uint32_t barrier = sass_add(rig, bar_sync(STALL(15)));
    uint32_t behind = sass_add(rig, mov32i(2, 1, STALL(1)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 256);
    assert_true(rig_cycle(rig, 0, 1, first) > rig_cycle(rig, 0, 0, barrier));
    assert_true(rig_cycle(rig, 0, 0, behind) > rig_cycle(rig, 0, 1, barrier));
    assert_true(rig_cycle(rig, 0, 1, behind) > rig_cycle(rig, 0, 1, barrier));
    rig_free(rig);
}

/* PAS-7, PAS-8: another warp issues in the very cycle in which the first one has to wait. */
static void a_switch_of_warps_costs_no_cycle(void **unused)
{
    struct rig *rig = tx2_rig("l1i.latency=1 front.buffer=8 scheduler=gto yield=false");
    (void)unused;
    for (unsigned i = 0; i < 64; i++)
        sass_add(rig, nop(STALL(15)));
    uint32_t first = sass_add(rig, mov32i(2, 1, STALL(2)));
    sass_add(rig, mov32i(3, 1, STALL(2)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 256);
    cycle_t one = rig_cycle(rig, 0, 0, first), other = rig_cycle(rig, 0, 1, first);
    assert_int_equal(one > other ? one - other : other - one, 1);
    rig_free(rig);
}

/* A loop of loads from shared memory: time to hide. */
static struct rig *memory_bound(const char *settings)
{
    struct rig *rig = tx2_rig(settings);
    for (unsigned i = 0; i < 20; i++) {
        sass_add(rig, lds(2, RZ, 4 * i, WRITES(0) + STALL(2)));
        sass_add(rig, iadd(3, 2, 3, WAITS(1) + STALL(6)));
    }
    sass_add(rig, exit_(STALL(15)));
    return rig;
}

static uint64_t cycles_of(const char *settings, uint32_t threads)
{
    struct rig *rig = memory_bound(settings);
    rig_run(rig, 1, threads);
    uint64_t cycles = rig_count(rig, STAT_CYCLES);
    rig_free(rig);
    return cycles;
}

/* PAS-7 */
static void policies_differ_only_where_a_processing_block_has_more_than_one_warp(void **unused)
{
    static const char *const policies[] = {"scheduler=run_to_barrier", "scheduler=lrr",
                                           "scheduler=gto", "scheduler=gtlrr", "scheduler=fp"};
    uint64_t alone = cycles_of(policies[0], 128), many = cycles_of(policies[0], 512);
    (void)unused;
    for (size_t i = 1; i < sizeof policies / sizeof *policies; i++) {
        assert_int_equal(cycles_of(policies[i], 128), alone);
        assert_true(cycles_of(policies[i], 512) < many); /* they hide latency */
    }
}

/* PAS-61: bit 4 unset hints to switch. */
static void a_hint_to_switch_passes_the_warp_over_for_one_turn(void **unused)
{
    (void)unused;
    for (unsigned obey = 0; obey < 2; obey++) {
        struct rig *rig = tx2_rig(obey ? "l1i.latency=1 front.buffer=8 scheduler=gto yield=true"
                                       : "l1i.latency=1 front.buffer=8 scheduler=gto yield=false");
        for (unsigned i = 0; i < 64; i++)
            sass_add(rig, nop(STALL(15)));
        uint32_t first = sass_add(rig, mov32i(2, 1, STALL(1)));
        uint32_t second = sass_add(rig, mov32i(3, 1, STALL(1)));
        sass_add(rig, mov32i(4, 1, STALL(1)));
        sass_add(rig, exit_(STALL(15)));
        rig_run(rig, 1, 256);
        uint32_t leader = rig_cycle(rig, 0, 0, first) > rig_cycle(rig, 0, 1, first);
        cycle_t gap = rig_cycle(rig, 0, leader, second) - rig_cycle(rig, 0, leader, first);
        assert_int_equal(gap, obey ? 2 : 1);
        rig_free(rig);
    }
}

/* ---- barriers ---- */

/* Threads of warp 0 loop for a while, the others go straight to the barrier. */
static void add_skew(struct rig *rig)
{
    sass_add(rig, s2r(2, TID_X, WRITES(0) + STALL(2)));
    sass_add(rig, isetp_lt(0, 2, 32, WAITS(1) + STALL(13)));
    for (unsigned i = 0; i < 10; i++)
        sass_add(rig, guarded(lds(3, RZ, 0, WRITES(1) + STALL(15)), 0, false));
    sass_add(rig, nop(WAITS(2) + STALL(1)));
}

/* PAS-66: all leave one release cycle after the last arrival. */
static void a_barrier_lets_all_warps_go_in_the_same_cycle(void **unused)
{
    struct rig *rig = tx2_rig("l1i.latency=1 front.buffer=8 barrier.release=20");
    (void)unused;
    add_skew(rig);
    uint32_t barrier = sass_add(rig, bar_sync(STALL(1)));
    uint32_t behind = sass_add(rig, mov32i(2, 1, STALL(1)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 128);
    cycle_t last = 0;
    for (uint32_t smp = 0; smp < 4; smp++)
        last = rig_cycle(rig, smp, 0, barrier) > last ? rig_cycle(rig, smp, 0, barrier) : last;
    for (uint32_t smp = 0; smp < 4; smp++)
        assert_int_equal(rig_cycle(rig, smp, 0, behind), last + 20);
    assert_true(rig_waited(rig, 1, 0, STALL_BARRIER) >= 20);
    assert_int_equal(rig_count(rig, STAT_BARRIERS), 4);
    rig_free(rig);
}

/* PAS-66: threads of the first warp end, the others meet without them. */
static void warps_that_ended_early_hang_nobody(void **unused)
{
    struct rig *rig = tx2_rig(warm);
    (void)unused;
    sass_add(rig, s2r(2, TID_X, WRITES(0) + STALL(2)));
    sass_add(rig, isetp_lt(0, 2, 32, WAITS(1) + STALL(13)));
    for (unsigned i = 0; i < 30; i++) /* the others arrive before it ends */
        sass_add(rig, guarded(lds(3, RZ, 0, WRITES(1) + STALL(15)), 0, false));
    sass_add(rig, guarded(exit_(WAITS(2) + STALL(15)), 0, false));
    sass_add(rig, bar_sync(STALL(15)));
    uint32_t behind = sass_add(rig, mov32i(2, 1, STALL(1)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 128);
    assert_null(rig_issue(rig, 0, 0, behind));
    for (uint32_t smp = 1; smp < 4; smp++)
        assert_non_null(rig_issue(rig, smp, 0, behind));
    assert_int_equal(rig_run_functional(rig, 1, 128), WC_OK);
    rig_free(rig);
}

/* A barrier of 96 threads in a block of 64. */
static void a_barrier_that_not_all_reach_is_a_deadlock_with_names(void **unused)
{
    struct rig *rig = tx2_rig(warm);
    (void)unused;
    struct word some = bar_sync(STALL(15));
    some.bits |= 96ull << 20; /* BAR.SYNC 0, 96 */
    sass_add(rig, some);
    sass_add(rig, exit_(STALL(15)));
    assert_int_equal(rig_try(rig, 1, 64, false), WC_DEADLOCK);
    assert_non_null(strstr(rig->err.message, "2 warps wait"));
    assert_non_null(strstr(rig->err.message, "where 2 of 3 warps have arrived"));
    error_clear(&rig->err);
    rig->err = (struct error){0};
    assert_int_equal(rig_run_functional(rig, 1, 64), WC_DEADLOCK);
    rig_free(rig);
}

/* ---- blocks ---- */

static uint32_t warps_started(const struct rig *rig, uint32_t sm, cycle_t at)
{
    uint32_t count = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        count += event->kind == EVENT_START && event->core / 4 == sm && event->cycle == at;
    }
    return count;
}

/* PAS-76 */
static void blocks_go_to_the_sm_with_max_room_ties_to_the_lowest(void **unused)
{
    struct rig *rig = tx2_rig(warm);
    (void)unused;
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    assert_int_equal(warps_started(rig, 0, 0), 1);
    assert_int_equal(warps_started(rig, 1, 0), 0);
    rig_run(rig, 2, 32);
    assert_int_equal(warps_started(rig, 0, 0), 1);
    assert_int_equal(warps_started(rig, 1, 0), 1);
    rig_run(rig, 3, 64);
    assert_int_equal(warps_started(rig, 0, 0), 4);
    assert_int_equal(warps_started(rig, 1, 0), 2);
    rig_free(rig);
}

static uint32_t at_start(const char *settings, uint32_t shared, uint32_t registers,
                         uint32_t threads)
{
    struct rig *rig = tx2_rig(settings);
    rig->kernel.local_bytes = shared;
    rig->kernel.registers = registers;
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 200, threads);
    uint32_t blocks = warps_started(rig, 0, 0) / ((threads + 31) / 32);
    assert_int_equal(rig_count(rig, STAT_WARPS_STARTED), 200 * ((threads + 31) / 32));
    rig_free(rig);
    return blocks;
}

/* PAS-76: blocks wait until what they need is free; each limit by itself. */
static void an_sm_holds_as_many_blocks_as_its_resources_allow(void **unused)
{
    (void)unused;
    assert_int_equal(at_start("", 0, 32, 32), 32);     /* blocks */
    assert_int_equal(at_start("", 0, 32, 128), 16);    /* warps: 64 */
    assert_int_equal(at_start("", 0, 64, 256), 4);     /* registers: 65536 / (8 * 2048) */
    assert_int_equal(at_start("", 0, 33, 1024), 1);    /* handed out by 256 a warp: 1280 * 32 */
    assert_int_equal(at_start("", 20000, 32, 32), 3);  /* shared memory: 65536 / 20224 */
    assert_int_equal(at_start("sm.threads=1024", 0, 16, 256), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_to_barrier_runs_a_warp_to_its_end_before_the_next),
        cmocka_unit_test(run_to_barrier_takes_all_warps_to_the_barrier_first),
        cmocka_unit_test(a_switch_of_warps_costs_no_cycle),
        cmocka_unit_test(policies_differ_only_where_a_processing_block_has_more_than_one_warp),
        cmocka_unit_test(a_hint_to_switch_passes_the_warp_over_for_one_turn),
        cmocka_unit_test(a_barrier_lets_all_warps_go_in_the_same_cycle),
        cmocka_unit_test(warps_that_ended_early_hang_nobody),
        cmocka_unit_test(a_barrier_that_not_all_reach_is_a_deadlock_with_names),
        cmocka_unit_test(blocks_go_to_the_sm_with_max_room_ties_to_the_lowest),
        cmocka_unit_test(an_sm_holds_as_many_blocks_as_its_resources_allow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
