/* SPDX-License-Identifier: Apache-2.0 */
/* test_issue.c - turns of SIMDs, kinds of instruction, contexts and their limits. */
#include "machine/gcn3/model.h"

#include "gcn3.h"

#include <string.h>

/* Code is always there. */
#define WARM "l1i.latency=1 l1i.line=1024 l2.line=1024 front.buffer=8 "

static void start_warm(struct rig *rig)
{
    for (unsigned i = 0; i < 24; i++) /* until the first lines have come */
        gcn3_add(rig, s_nop(15));
}

/* ---- turns ---- */

/* PWS-14: a context stays with its SIMD; GCN's SIMDs issue one after the other. */
static void simds_take_turns(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    start_warm(rig);
    for (unsigned i = 0; i < 8; i++)
        gcn3_add(rig, v_mov_b32(i, CONSTANT(i)));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 4, 512);
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_ISSUE)
            assert_int_equal(event->cycle % 4, event->core % 4);
    }
    rig_free(rig);
}

/* PWS-60: an instruction of the vector unit every four cycles. */
static void a_vector_instruction_takes_four_cycles(void **unused)
{
    static const char *const ways[] = {WARM, WARM "issue.turn=1"};
    (void)unused;
    for (unsigned way = 0; way < 2; way++) {
        struct rig *rig = gcn3_rig("gcn3", ways[way]);
        start_warm(rig);
        uint32_t first = gcn3_add(rig, v_mov_b32(1, CONSTANT(1)));
        uint32_t dependent = gcn3_add(rig, v_add_u32(2, VGPR(1), 1));
        uint32_t free = gcn3_add(rig, v_mov_b32(3, CONSTANT(1)));
        gcn3_add(rig, s_endpgm());
        rig_run(rig, 1, 64);
        assert_int_equal(rig_cycle(rig, 0, 0, dependent) - rig_cycle(rig, 0, 0, first), 4);
        assert_int_equal(rig_cycle(rig, 0, 0, free) - rig_cycle(rig, 0, 0, dependent), 4);
        rig_free(rig);
    }
}

static void slower_classes_keep_the_unit_longer(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    start_warm(rig);
    uint32_t special = gcn3_add(rig, v_rcp_f32(1, VGPR(0)));
    uint32_t wide = gcn3_add(rig, v_add_f64(2, VGPR(4), VGPR(6)));
    uint32_t last = gcn3_add(rig, v_mov_b32(8, CONSTANT(1)));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    assert_int_equal(rig_cycle(rig, 0, 0, wide) - rig_cycle(rig, 0, 0, special), 16);
    assert_int_equal(rig_cycle(rig, 0, 0, last) - rig_cycle(rig, 0, 0, wide), 64);
    assert_true(rig_waited(rig, 0, 0, STALL_UNIT) >= 12 + 60);
    rig_free(rig);
}

static void an_instruction_waits_for_what_is_being_computed(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM "issue.turn=1 valu.alu.latency=9 scalar.latency=5");
    (void)unused;
    start_warm(rig);
    uint32_t vector = gcn3_add(rig, v_mov_b32(1, CONSTANT(1)));
    uint32_t reads = gcn3_add(rig, v_add_u32(2, VGPR(1), 1));
    uint32_t scalar = gcn3_add(rig, s_mov_b32(8, CONSTANT(1)));
    uint32_t reads_scalar = gcn3_add(rig, s_mov_b32(9, 8));
    uint32_t mask = gcn3_add(rig, s_mov_b64(EXEC, EXEC));
    uint32_t under_mask = gcn3_add(rig, v_mov_b32(3, CONSTANT(1)));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    assert_int_equal(rig_cycle(rig, 0, 0, reads) - rig_cycle(rig, 0, 0, vector), 9);
    assert_int_equal(rig_cycle(rig, 0, 0, scalar) - rig_cycle(rig, 0, 0, reads), 1);
    assert_int_equal(rig_cycle(rig, 0, 0, reads_scalar) - rig_cycle(rig, 0, 0, scalar), 5);
    assert_int_equal(rig_cycle(rig, 0, 0, under_mask) - rig_cycle(rig, 0, 0, mask), 5);
    rig_free(rig);
}

/* Two wavefronts of a SIMD: a vector and a scalar instruction side by side. */
static void different_kinds_issue_in_one_cycle_and_equal_ones_do_not(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    start_warm(rig);
    for (unsigned i = 0; i < 12; i++)
        gcn3_add(rig, i % 2 ? s_mov_b32(8 + i, CONSTANT(i)) : v_mov_b32(1 + i, CONSTANT(i)));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 512);
    uint32_t together = 0, vectors_together = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *a = &rig->recorder.events[i];
        for (size_t k = i + 1; k < rig->recorder.count && a->kind == EVENT_ISSUE; k++) {
            const struct event *b = &rig->recorder.events[k];
            if (b->kind != EVENT_ISSUE || b->cycle != a->cycle || b->core != a->core)
                continue;
            assert_int_not_equal(a->warp, b->warp); /* one instruction a wavefront */
            bool vector = gcn3_of(a->insn)->format == GCN3_VOP1;
            bool other = gcn3_of(b->insn)->format == GCN3_VOP1;
            together += vector != other && gcn3_of(a->insn)->format != GCN3_SOPP &&
                        gcn3_of(b->insn)->format != GCN3_SOPP;
            vectors_together += vector && other;
        }
    }
    assert_true(together > 0);
    assert_int_equal(vectors_together, 0);
    rig_free(rig);
}

static void s_nop_and_s_sleep_take_their_time(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    start_warm(rig);
    uint32_t nop = gcn3_add(rig, s_nop(4));
    uint32_t sleep = gcn3_add(rig, s_sleep(2));
    uint32_t last = gcn3_add(rig, s_nop(0));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    assert_int_equal(rig_cycle(rig, 0, 0, sleep) - rig_cycle(rig, 0, 0, nop), 20);
    assert_int_equal(rig_cycle(rig, 0, 0, last) - rig_cycle(rig, 0, 0, sleep), 4 + 128);
    rig_free(rig);
}

static void a_branch_holds_its_wavefront_until_it_is_decided(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM "branch.latency=12");
    (void)unused;
    start_warm(rig);
    uint32_t branch = gcn3_add(rig, s_cbranch_execz(0));
    uint32_t behind = gcn3_add(rig, s_nop(0));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    assert_int_equal(rig_cycle(rig, 0, 0, behind) - rig_cycle(rig, 0, 0, branch), 12);
    rig_free(rig);
}

/* ---- policies ---- */

static struct rig *of_policy(const char *settings, uint32_t *first, uint32_t *last)
{
    struct rig *rig = gcn3_rig("gcn3", settings);
    start_warm(rig);
    *first = gcn3_add(rig, v_mov_b32(1, CONSTANT(1)));
    for (unsigned i = 0; i < 6; i++)
        gcn3_add(rig, v_mov_b32(1, CONSTANT(1)));
    *last = gcn3_add(rig, v_mov_b32(1, CONSTANT(1)));
    gcn3_add(rig, s_endpgm());
    return rig;
}

/* PWS-60: with oldest-first the first wavefront is through before the second begins; in turn they
 * move together. */
static void the_oldest_goes_first_or_all_in_turn(void **unused)
{
    uint32_t first, last;
    (void)unused;
    struct rig *rig = of_policy(WARM "cu.simds=1 issue.turn=1 dispatch.wave=0", &first, &last);
    rig_run(rig, 1, 128);
    assert_true(rig_cycle(rig, 0, 0, last) < rig_cycle(rig, 0, 1, last));
    cycle_t ahead = rig_cycle(rig, 0, 1, last) - rig_cycle(rig, 0, 0, last);
    rig_free(rig);
    rig = of_policy(WARM "cu.simds=1 issue.turn=1 dispatch.wave=0 scheduler=lrr", &first, &last);
    rig_run(rig, 1, 128);
    assert_int_equal(rig_cycle(rig, 0, 1, last) - rig_cycle(rig, 0, 0, last), 4);
    assert_true(ahead > 4);
    rig_free(rig);
}

/* ---- contexts ---- */

/* PWS-15: a work-group stays in one compute unit, and goes where there is room. */
static void work_groups_spread_over_compute_units(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    uint32_t end = gcn3_add(rig, s_endpgm());
    rig_run(rig, 4, 256);
    for (uint32_t simd = 0; simd < 16; simd++) /* one wavefront each */
        assert_non_null(rig_issue(rig, simd, 0, end));
    assert_int_equal(rig_issues(rig, end), 16);
    rig_free(rig);
}

static uint64_t groups_at_once(const char *settings, uint32_t vgprs, uint32_t sgprs, uint32_t lds,
                               uint32_t items)
{
    struct rig *rig = gcn3_rig("gcn3", settings);
    gcn3_add(rig, s_sleep(20)); /* longer than it takes to fill the machine */
    gcn3_add(rig, s_endpgm());
    rig->own.vgprs = vgprs;
    rig->own.sgprs = sgprs;
    rig->kernel.local_bytes = lds;
    rig_run(rig, 300, items);
    uint64_t max = rig_count(rig, STAT_GCN3_GROUPS_MAX);
    rig_free(rig);
    return max;
}

/* PWS-14, PWS-15, PWS-60: contexts, registers, local memory and group slots, of 4 compute
 * units with 4 SIMDs. */
static void residency_ends_where_the_first_resource_does(void **unused)
{
    (void)unused;
    assert_int_equal(groups_at_once("", 16, 16, 0, 64), 160);  /* contexts */
    assert_int_equal(groups_at_once("", 16, 16, 0, 65), 80);
    assert_int_equal(groups_at_once("", 16, 16, 0, 256), 40);
    assert_int_equal(groups_at_once("", 16, 16, 0, 1024), 8);  /* 16 wavefronts: two a unit */
    assert_int_equal(groups_at_once("", 256, 16, 0, 64), 128); /* 8 a SIMD by vector registers */
    assert_int_equal(groups_at_once("simd.sgprs=512", 16, 104, 0, 64), 64); /* 4 of 112 scalars */
    assert_int_equal(groups_at_once("", 16, 16, 16384, 64), 16);
    assert_int_equal(groups_at_once("", 16, 16, 16000, 64), 16); /* handed out by 512 bytes */
    assert_int_equal(groups_at_once("cu.groups=3", 16, 16, 0, 64), 12);
    assert_int_equal(groups_at_once("cus=1 cu.simds=2 simd.waves=3", 16, 16, 0, 192), 2);
}

/* As the paper measures them. */
static void the_time_of_a_wavefront_is_from_its_start_to_its_end(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "dispatch.start=7");
    (void)unused;
    uint32_t first = gcn3_add(rig, s_nop(0));
    uint32_t end = gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    assert_int_equal(rig_count(rig, STAT_GCN3_START_DELAY_MAX), rig_cycle(rig, 0, 0, first));
    assert_int_equal(rig_count(rig, STAT_GCN3_WAVE_CYCLES_MAX), rig_cycle(rig, 0, 0, end) + 1 - 7);
    assert_int_equal(rig_count(rig, STAT_CYCLES), rig_cycle(rig, 0, 0, end) + 1);
    rig_free(rig);
}

/* ---- barriers ---- */

static void a_barrier_lets_all_go_behind_the_last(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM "barrier.release=10");
    (void)unused;
    gcn3_add(rig, v_cmp_gt_u32(CONSTANT(64), 0));
    gcn3_add(rig, s_and_saveexec_b64(8, VCC));
    gcn3_add(rig, s_cbranch_execz(1));
    gcn3_add(rig, s_sleep(8)); /* the first wavefront comes late */
    uint32_t barrier = gcn3_add(rig, s_barrier());
    uint32_t behind = gcn3_add(rig, s_nop(0));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 256);
    cycle_t last = rig_cycle(rig, 0, 0, barrier);
    for (uint32_t simd = 0; simd < 4; simd++) {
        assert_true(rig_cycle(rig, simd, 0, barrier) <= last);
        assert_in_range(rig_cycle(rig, simd, 0, behind), last + 10, last + 13);
    }
    assert_true(rig_waited(rig, 1, 0, STALL_BARRIER) > 400);
    rig_free(rig);
}

/* ---- stepping ---- */

static void jumping_over_cycles_changes_nothing(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "simd.waves=3 l1i.bytes=512");
    struct statistics jumped;
    (void)unused;
    rig->kernel.local_bytes = 256;
    gcn3_add_address(rig, 8, 0);
    for (unsigned i = 0; i < 20; i++) {
        gcn3_add(rig, v_rcp_f32(1, VGPR(0)));
        gcn3_add(rig, flat_load_dword(4, 8));
        gcn3_add(rig, s_waitcnt(i % 3, 15));
        gcn3_add(rig, s_barrier());
        gcn3_add(rig, v_add_u32(5, VGPR(4), 5));
    }
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 50, 192);
    jumped = rig->outcome.statistics;
    assert_int_equal(rig_try(rig, 50, 192, true), WC_OK);
    assert_memory_equal(&jumped, &rig->outcome.statistics, sizeof jumped);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simds_take_turns),
        cmocka_unit_test(a_vector_instruction_takes_four_cycles),
        cmocka_unit_test(slower_classes_keep_the_unit_longer),
        cmocka_unit_test(an_instruction_waits_for_what_is_being_computed),
        cmocka_unit_test(different_kinds_issue_in_one_cycle_and_equal_ones_do_not),
        cmocka_unit_test(s_nop_and_s_sleep_take_their_time),
        cmocka_unit_test(a_branch_holds_its_wavefront_until_it_is_decided),
        cmocka_unit_test(the_oldest_goes_first_or_all_in_turn),
        cmocka_unit_test(work_groups_spread_over_compute_units),
        cmocka_unit_test(residency_ends_where_the_first_resource_does),
        cmocka_unit_test(the_time_of_a_wavefront_is_from_its_start_to_its_end),
        cmocka_unit_test(a_barrier_lets_all_go_behind_the_last),
        cmocka_unit_test(jumping_over_cycles_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
