/* SPDX-License-Identifier: Apache-2.0 */
/* test_run.c - what kernels do to wavefronts: divergence, barriers, ends, and what goes wrong. Each
 * runs without a clock and with one. */
#include "machine/gcn3/model.h"

#include "gcn3.h"

#include <string.h>

static void expect_both(struct rig *rig, uint32_t groups, uint32_t items, enum wc_status status,
                        const char *words)
{
    assert_int_equal(rig_run_functional(rig, groups, items), status);
    if (words)
        rig_expect_words(rig, words);
    error_clear(&rig->err);
    assert_int_equal(rig_try(rig, groups, items, false), status);
    if (words)
        rig_expect_words(rig, words);
}

/* ---- control ---- */

/* PWS-27: the two sides follow each other under EXEC, and a side without a lane is skipped. */
static void sides_of_a_branch_follow_each_other(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add_address(rig, 8, 0);
    gcn3_add(rig, v_mov_b32(10, CONSTANT(1)));
    gcn3_add(rig, v_cmp_gt_u32(CONSTANT(20), 0)); /* lanes below 20 */
    gcn3_add(rig, s_and_saveexec_b64(8, VCC));
    gcn3_add(rig, s_cbranch_execz(1));
    uint32_t then = gcn3_add(rig, v_mov_b32(10, CONSTANT(2)));
    gcn3_add(rig, s_mov_b64(EXEC, 8));
    gcn3_add(rig, flat_store_dword(8, 10));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 128); /* the second wavefront has no lane below 20 */
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(rig->out_words[i], i < 20 ? 2 : 1);
    assert_int_equal(rig_issues(rig, then), 1);
    rig_free(rig);
}

/* PWS-27: the example of the paper's figure 2 takes the sum of all blocks, 20. A block costs as
 * many issues as it has vector instructions; its work-items are those of the figure. */
static void the_papers_example_takes_20(void **unused)
{
    static const struct {
        uint32_t lanes, cost;
    } blocks[] = {{0xf, 1}, {0xe, 2}, {0x8, 3}, {0x6, 3}, {0xe, 2}, {0x1, 2}, {0xf, 1}, {0x3, 2},
                  {0xc, 2}, {0xf, 2}};
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(blocks[i].lanes)));
        gcn3_add(rig, s_cbranch_execz((int32_t)blocks[i].cost));
        for (uint32_t k = 0; k < blocks[i].cost; k++)
            gcn3_add(rig, v_mov_b32(1, CONSTANT(k)));
    }
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 4);
    assert_int_equal(rig_count(rig, STAT_GCN3_VALU), 20);
    rig_free(rig);
}

/* A wavefront whose lanes are all off still runs scalar code. */
static void scalar_code_runs_with_no_lane(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_mov_b64(8, EXEC));
    gcn3_add(rig, s_mov_b64(EXEC, CONSTANT(0)));
    gcn3_add(rig, v_mov_b32(10, CONSTANT(7))); /* nobody */
    gcn3_add(rig, s_mov_b64(EXEC, 8));
    gcn3_add_address(rig, 12, 0);
    gcn3_add(rig, flat_store_dword(12, 10));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(rig->out_words[i], 0);
    rig_free(rig);
}

static void control_to_nowhere_is_a_fault(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_mov_b64(8, CONSTANT(4)));
    gcn3_add(rig, s_setpc_b64(8));
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 64, WC_KERNEL_FAULT, "without an instruction");
    rig_free(rig);
}

static void code_that_just_stops_is_a_fault(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_nop(0));
    expect_both(rig, 1, 64, WC_KERNEL_FAULT, "without an instruction");
    rig_free(rig);
}

/* PWS-3: with the extension and without SpSIMDs split and merge do nothing. */
static void split_and_merge_need_the_extension(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, any_word(0xbf606b6a));
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 64, WC_KERNEL_FAULT, "illegal instruction");
    assert_int_equal(machine_preflight(&rig->err, &rig->launch), WC_KERNEL_FAULT);
    rig_free(rig);
    rig = gcn3_rig("gcn3", "isa.pws=true");
    gcn3_add_address(rig, 8, 0);
    gcn3_add(rig, any_word(0xbf606b6a));
    gcn3_add(rig, v_mov_b32(10, CONSTANT(3)));
    gcn3_add(rig, any_word(0xbfe00000));
    gcn3_add(rig, flat_store_dword(8, 10));
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 64, WC_OK, NULL);
    for (uint32_t i = 0; i < 64; i++)
        assert_int_equal(rig->out_words[i], 3);
    rig_free(rig);
}

/* ---- barriers ---- */

/* Every work-item stores to LDS, and behind the barrier reads what its mirror image stored. */
static void a_barrier_keeps_wavefronts_together(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    rig->kernel.local_bytes = 1024;
    gcn3_add(rig, s_mov_b32(M0, 193)); /* -1: no bound */
    gcn3_add(rig, v_lshlrev_b32(2, 2, 0));
    gcn3_add(rig, ds_write_b32(2, 0));
    gcn3_add(rig, s_waitcnt(15, 0));
    gcn3_add(rig, s_barrier());
    gcn3_add(rig, s_mov_b32_literal(9, 255 * 4));
    gcn3_add(rig, any_word(0x34040409)); /* v_sub_u32 v2, vcc, s9, v2 */
    gcn3_add(rig, ds_read_b32(3, 2));
    gcn3_add_address(rig, 8, 0);
    gcn3_add(rig, flat_store_dword(8, 3));
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 2, 256, WC_OK, NULL);
    for (uint32_t i = 0; i < 256; i++)
        assert_int_equal(rig->out_words[i], 255 - i);
    assert_int_equal(rig_count(rig, STAT_BARRIERS), 8);
    rig_free(rig);
}

/* Wavefronts that have ended are not waited for, wherever they end. */
static void a_barrier_does_not_wait_for_those_who_ended(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, v_cmp_gt_u32(CONSTANT(64), 0));
    gcn3_add(rig, s_and_saveexec_b64(8, VCC));
    uint32_t over = gcn3_add(rig, s_cbranch_execz(1));
    uint32_t barrier = gcn3_add(rig, s_barrier()); /* the first wavefront alone */
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 256, WC_OK, NULL);
    assert_int_equal(rig_issues(rig, barrier), 1);
    assert_int_equal(rig_issues(rig, over), 4);
    rig_free(rig);
}

static void a_wavefront_that_never_comes_ends_at_the_limit(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, v_cmp_gt_u32(CONSTANT(64), 0));
    gcn3_add(rig, s_and_saveexec_b64(8, VCC));
    gcn3_add(rig, s_cbranch_execz(2));
    gcn3_add(rig, s_barrier());
    gcn3_add(rig, s_endpgm());
    gcn3_add(rig, s_branch(-1));
    expect_both(rig, 1, 128, WC_DEADLOCK, "waits at the barrier, where 1 of 2 wavefronts");
    rig_expect_words(rig, "cycle limit reached");
    rig_free(rig);
}

/* ---- faults ---- */

static void a_store_outside_of_all_buffers_names_the_nearest(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, s_mov_b32_literal(9, RIG_OUT_BYTES / 4 - 5));
    gcn3_add(rig, v_add_u32(5, 9, 0)); /* lane 5 is the first one outside */
    gcn3_add_address(rig, 8, 5);
    gcn3_add(rig, flat_store_dword(8, 5));
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 64, WC_KERNEL_FAULT, "buffer out");
    rig_expect_words(rig, "work-group (0, 0, 0), CU 0 SIMD 0 wavefront 0 lane 5");
    rig_expect_words(rig, "at its end");
    assert_int_equal(rig->out_words[RIG_OUT_BYTES / 4 - 1], 0); /* no lane has stored */
    rig_free(rig);
}

static void arguments_cannot_be_written(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, v_mov_b32(8, ARGUMENTS));
    gcn3_add(rig, v_mov_b32(9, ARGUMENTS + 1));
    gcn3_add(rig, flat_store_dword(8, 0));
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 1, WC_KERNEL_FAULT, "read-only memory");
    rig_free(rig);
}

static void bits_that_are_no_instruction_are_a_fault(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    gcn3_add(rig, any_word(0xbf9f0000)); /* SOPP 31 */
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 64, WC_KERNEL_FAULT, "illegal instruction 0xbf9f0000");
    rig_free(rig);
}

/* Every lane has words of its own, and beyond them there is nothing. */
static void scratch_is_private_and_ends(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    enum { WAVE_OFFSET = 9 };
    rig->own.properties = 1 | 1 << 3;                /* s[0:3] scratch, s[4:5] arguments */
    rig->own.rsrc2 = 6 << 1 | 1 << 7 | 1 << 8 | 1 << 9 | 1; /* s6, s7, s8: group; s9: offset */
    rig->kernel.stack_bytes = 8;
    gcn3_add(rig, v_mov_b32(1, CONSTANT(4)));
    gcn3_add(rig, buffer_store_dword(0, 1, WAVE_OFFSET));
    gcn3_add(rig, s_waitcnt(0, 15));
    gcn3_add(rig, buffer_load_dword(2, 1, WAVE_OFFSET));
    gcn3_add(rig, s_load_dwordx2(10, 4, 0));
    gcn3_add(rig, s_waitcnt(0, 0));
    gcn3_add(rig, v_lshlrev_b32(8, 2, 0));
    gcn3_add(rig, v_add_u32(8, 10, 8));
    gcn3_add(rig, v_mov_b32(9, 11));
    gcn3_add(rig, flat_store_dword(8, 2));
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 256, WC_OK, NULL);
    for (uint32_t i = 0; i < 256; i++)
        assert_int_equal(rig->out_words[i], i);
    rig_free(rig);
    rig = gcn3_rig("gcn3", "");
    rig->own.properties = 1;
    rig->own.rsrc2 = 4 << 1 | 1;
    rig->kernel.stack_bytes = 8;
    gcn3_add(rig, v_mov_b32(1, CONSTANT(8)));
    gcn3_add(rig, buffer_store_dword(0, 1, 4));
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 64, WC_KERNEL_FAULT, "local memory is out of bounds");
    rig_free(rig);
}

/* On this hardware LDS gives 0 outside of its bounds by M0; outside of the group's share it is a
 * fault that a compiler never makes. */
static void lds_outside_of_the_groups_share_is_told(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    (void)unused;
    rig->kernel.local_bytes = 64;
    gcn3_add(rig, s_mov_b32(M0, 193));
    gcn3_add(rig, v_lshlrev_b32(2, 2, 0));
    gcn3_add(rig, ds_write_b32(2, 0));
    gcn3_add(rig, s_endpgm());
    expect_both(rig, 1, 64, WC_KERNEL_FAULT, "shared memory is out of bounds");
    rig_expect_words(rig, "lane 16");
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_of_a_branch_follow_each_other),
        cmocka_unit_test(the_papers_example_takes_20),
        cmocka_unit_test(scalar_code_runs_with_no_lane),
        cmocka_unit_test(control_to_nowhere_is_a_fault),
        cmocka_unit_test(code_that_just_stops_is_a_fault),
        cmocka_unit_test(split_and_merge_need_the_extension),
        cmocka_unit_test(a_barrier_keeps_wavefronts_together),
        cmocka_unit_test(a_barrier_does_not_wait_for_those_who_ended),
        cmocka_unit_test(a_wavefront_that_never_comes_ends_at_the_limit),
        cmocka_unit_test(a_store_outside_of_all_buffers_names_the_nearest),
        cmocka_unit_test(arguments_cannot_be_written),
        cmocka_unit_test(bits_that_are_no_instruction_are_a_fault),
        cmocka_unit_test(scratch_is_private_and_ends),
        cmocka_unit_test(lds_outside_of_the_groups_share_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
