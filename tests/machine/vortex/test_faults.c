/* SPDX-License-Identifier: Apache-2.0 */
/* test_faults.c - what a kernel that goes wrong gets told: where, who, and what was near. */
#include "machine_fixture.h"

enum { LOAD, STORE, STORE_TO_CODE, LOAD_HALF };

/* 32 lanes at out + offset + 4 * lane. */
static struct stage *open_access(uint32_t what, uint64_t words, uint32_t offset)
{
    struct stage *stage = open_program("access", words, what);
    add_word(stage, offset);
    return stage;
}

static void an_access_inside_is_no_fault(void **unused)
{
    (void)unused;
    struct stage *stage = open_access(STORE, 32, 0);
    run_well(stage);
    for (uint32_t lane = 0; lane < 32; lane++)
        assert_int_equal(stage->out[lane], lane);
    close_stage(stage);
}

/* HOUSE-15 */
static void a_load_outside_names_kernel_warp_lane_pc_and_buffer(void **unused)
{
    (void)unused;
    struct stage *stage = open_access(LOAD, 24, 0);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_int_equal(wc_error_status(stage->context), 3);
    assert_says(stage, "load of 4 bytes at 0x10060 is outside all allocations");
    assert_says(stage, "kernel access, core 0 warp 0 lane 24, pc 0x8000");
    assert_says(stage, "<_start+0x");
    assert_says(stage, "(lw t2, 0(s3))");
    assert_says(stage, "nearest: buffer out at 0x10000..0x1005f (96 bytes), at its end");
    close_stage(stage);
}

static void a_store_before_the_buffer_says_how_far(void **unused)
{
    (void)unused;
    struct stage *stage = open_access(STORE, 32, (uint32_t)-8);
    stage->out[0] = 77;
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "store of 4 bytes at 0xfff8 is outside all allocations");
    assert_says(stage, "lane 0,");
    assert_says(stage, "buffer out");
    assert_says(stage, "8 bytes before it");
    assert_int_equal(stage->out[0], 77);
    close_stage(stage);
}

static void a_fault_leaves_a_result_with_what_ran_so_far(void **unused)
{
    (void)unused;
    struct stage *stage = open_access(LOAD, 32, 4096);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_non_null(stage->result);
    assert_true(value(stage, "warp_instructions") > 5);
    assert_json_has(stage, "\"status\": 3");
    assert_json_has(stage, "is outside all allocations");
    close_stage(stage);
}

static void a_misaligned_load_is_told_as_such(void **unused)
{
    (void)unused;
    struct stage *stage = open_access(LOAD, 32, 2);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "load of 4 bytes at 0x10002 is not aligned to its size");
    close_stage(stage);
    stage = open_access(LOAD_HALF, 32, 1);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "load of 2 bytes at 0x10001 is not aligned to its size");
    close_stage(stage);
}

static void code_cannot_be_stored_to(void **unused)
{
    (void)unused;
    struct stage *stage = open_access(STORE_TO_CODE, 32, 0);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "store of 4 bytes at 0x80000000 is to read-only memory");
    assert_says(stage, "code segment");
    close_stage(stage);
}

/* HOUSE-17 */
static void illegal_words_are_all_listed_before_the_first_instruction(void **unused)
{
    (void)unused;
    for (uint32_t what = 0; what < 2; what++) { /* whichever of them would be reached */
        struct stage *stage = open_program("illegal", 32, what);
        assert_int_equal(run(stage), WC_KERNEL_FAULT);
        assert_says(stage, "illegal uses 2 instructions that this machine cannot execute");
        assert_says(stage, "0xffffffff is not an instruction of this machine");
        assert_says(stage, "0x0000705b is not an instruction of this machine");
        assert_says(stage, "<_start+0x");
        assert_part(wc_error_place(stage->context), "illegal.elf");
        assert_null(stage->result); /* not one instruction ran */
        for (uint32_t lane = 0; lane < 32; lane++)
            assert_int_equal(stage->out[lane], 0);
        close_stage(stage);
    }
}

/* HOUSE-17 */
static void atomics_need_the_a_extension_and_the_message_says_how_to_get_it(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("atomic", 64, 0);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "amoadd.w needs");
    assert_says(stage, "isa.a=true");
    assert_null(stage->result);
    set(stage, "isa.a", "true");
    run_well(stage);
    assert_int_equal(stage->out[0], 31 * 32 / 2);
    for (uint32_t lane = 0; lane < 32; lane++)
        assert_int_equal(stage->out[1 + lane], lane * (lane - 1) / 2);
    assert_true(value(stage, "atomics") == 1);
    close_stage(stage);
}

enum { BRANCH, JUMP, MASK };

/* HOUSE-16 */
static void lanes_that_disagree_at_a_branch_stop_the_run(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("disagree", 32, BRANCH);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "lanes disagree about a branch that the hardware takes only from lane 31");
    assert_says(stage, "lane 0 and 15 more of mask 0xffffffff");
    assert_says(stage, "kernel disagree, core 0 warp 0, pc 0x8000");
    assert_hints(stage, "SPLIT and JOIN");
    assert_hints(stage, "disagreement=follow");
    close_stage(stage);
}

/* HOUSE-16 */
static void lanes_that_disagree_at_a_jump_by_register_stop_the_run(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("disagree", 32, JUMP);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "lanes disagree about a jump target");
    assert_says(stage, "lane 0 and 15 more");
    close_stage(stage);
}

/* HOUSE-16 */
static void lanes_that_disagree_about_an_operand_stop_the_run(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("disagree", 32, MASK);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "lanes disagree about an operand");
    assert_says(stage, "lane 0");
    close_stage(stage);
}

/* Hardware follows its highest active lane, 31: the odd way, and mask 4 (lane 2). */
static void disagreement_follow_goes_on_as_the_hardware_does_and_counts(void **unused)
{
    (void)unused;
    for (uint32_t what = BRANCH; what <= MASK; what++) {
        struct stage *stage = open_program("disagree", 32, what);
        set(stage, "disagreement", "follow");
        run_well(stage);
        for (uint32_t lane = 0; lane < 32; lane++)
            assert_int_equal(stage->out[lane], what != MASK ? 2 : lane == 2 ? 1 : 0);
        assert_true(value(stage, "lane_disagreements") == 1);
        close_stage(stage);
    }
}

static void a_join_of_a_split_that_is_not_open_is_a_fault(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("split", 64, 1);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "JOIN of the split at depth 7, but 1 splits are open");
    close_stage(stage);
}

static void a_join_that_leaves_no_lane_is_a_fault(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("split", 64, 2);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "JOIN leaves no lane active");
    close_stage(stage);
}

static void a_predicate_without_a_lane_to_restore_is_a_fault(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("predicate", 64, 1);
    assert_int_equal(run(stage), WC_KERNEL_FAULT);
    assert_says(stage, "PRED leaves no lane active");
    close_stage(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_access_inside_is_no_fault),
        cmocka_unit_test(a_load_outside_names_kernel_warp_lane_pc_and_buffer),
        cmocka_unit_test(a_store_before_the_buffer_says_how_far),
        cmocka_unit_test(a_fault_leaves_a_result_with_what_ran_so_far),
        cmocka_unit_test(a_misaligned_load_is_told_as_such),
        cmocka_unit_test(code_cannot_be_stored_to),
        cmocka_unit_test(illegal_words_are_all_listed_before_the_first_instruction),
        cmocka_unit_test(atomics_need_the_a_extension_and_the_message_says_how_to_get_it),
        cmocka_unit_test(lanes_that_disagree_at_a_branch_stop_the_run),
        cmocka_unit_test(lanes_that_disagree_at_a_jump_by_register_stop_the_run),
        cmocka_unit_test(lanes_that_disagree_about_an_operand_stop_the_run),
        cmocka_unit_test(disagreement_follow_goes_on_as_the_hardware_does_and_counts),
        cmocka_unit_test(a_join_of_a_split_that_is_not_open_is_a_fault),
        cmocka_unit_test(a_join_that_leaves_no_lane_is_a_fault),
        cmocka_unit_test(a_predicate_without_a_lane_to_restore_is_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
