/* SPDX-License-Identifier: Apache-2.0 */
/* test_frontend_cost.c - bits of the tables of a front end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/frontend_cost.h"

#include <cmocka.h>

static const struct frontend_design baseline = {
    .pools = 2, .warps = 24, .lanes = 32, .stack_blocks = 3, .stack_entries = 4, .entries = 6,
    .pc_bits = 32, .register_bits = 8, .instruction_bits = 64};

static struct frontend_design interwoven(bool sbi, bool swi)
{
    struct frontend_design design = baseline;
    design.pools = 1;
    design.lanes = 64;
    design.cold = 128;
    design.hot = sbi ? 2 : 1;
    design.matrix = sbi;
    design.lookup = swi;
    return design;
}

static void assert_table(struct frontend_table table, uint32_t copies, uint32_t rows,
                         uint32_t bits)
{
    assert_int_equal(table.copies, copies);
    assert_int_equal(table.rows, rows);
    assert_int_equal(table.bits, bits);
}

/* SBI-12, EVAL-1 */
static void the_baseline_has_pools_and_stacks(void **unused)
{
    (void)unused;
    assert_table(frontend_scoreboard(&baseline), 2, 24, 48);
    assert_table(frontend_contexts(&baseline), 2, 24, 64);
    assert_table(frontend_waiting(&baseline), 1, 144, 256);
    assert_table(frontend_buffer(&baseline), 1, 48, 64);
}

/* SBI-22, SBI-23, SBI-58, EVAL-1 */
static void sbi_has_two_hot_contexts_and_matrices(void **unused)
{
    (void)unused;
    struct frontend_design sbi = interwoven(true, false);
    assert_table(frontend_scoreboard(&sbi), 1, 24, 144);
    assert_table(frontend_contexts(&sbi), 1, 24, 201);
    assert_table(frontend_waiting(&sbi), 1, 128, 104);
    assert_table(frontend_buffer(&sbi), 1, 48, 64);
    assert_false(frontend_buffer(&sbi).dual_ported);
}

/* SBI-22, EVAL-1 */
static void swi_has_one_hot_context_and_two_ports(void **unused)
{
    (void)unused;
    struct frontend_design swi = interwoven(false, true);
    assert_table(frontend_scoreboard(&swi), 2, 24, 48);
    assert_table(frontend_contexts(&swi), 1, 24, 104);
    assert_table(frontend_waiting(&swi), 1, 128, 104);
    assert_table(frontend_buffer(&swi), 1, 24, 64);
    assert_true(frontend_buffer(&swi).dual_ported);
    assert_false(frontend_contexts(&swi).banked);
}

/* SWI-19, EVAL-1 */
static void both_have_two_read_copies_and_banks(void **unused)
{
    (void)unused;
    struct frontend_design both = interwoven(true, true);
    assert_table(frontend_scoreboard(&both), 1, 24, 288);
    assert_table(frontend_contexts(&both), 1, 24, 201);
    assert_true(frontend_contexts(&both).banked);
    assert_table(frontend_waiting(&both), 1, 128, 104);
    assert_table(frontend_buffer(&both), 1, 48, 64);
    assert_true(frontend_buffer(&both).dual_ported);
}

/* SBI-58: the scoreboard depends on warps and entries, not on the width of a warp. */
static void the_scoreboard_does_not_depend_on_the_width(void **unused)
{
    (void)unused;
    for (uint32_t lanes = 32; lanes <= 128; lanes *= 2) {
        struct frontend_design sbi = interwoven(true, false);
        sbi.lanes = lanes;
        struct frontend_table scoreboard = frontend_scoreboard(&sbi);
        struct frontend_table contexts = frontend_contexts(&sbi);
        assert_int_equal(frontend_bits(&scoreboard), 3456);
        assert_int_equal(contexts.bits, 2 * (32 + lanes + 1) + 7);
    }
}

/* Pointers are as wide as the table of cold contexts needs. */
static void pointers_follow_the_size_of_the_table(void **unused)
{
    (void)unused;
    struct frontend_design sbi = interwoven(true, false);
    sbi.cold = 129;
    assert_int_equal(frontend_contexts(&sbi).bits, 202);
    assert_int_equal(frontend_waiting(&sbi).bits, 105);
    sbi.cold = 1;
    assert_int_equal(frontend_contexts(&sbi).bits, 194);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_baseline_has_pools_and_stacks),
        cmocka_unit_test(sbi_has_two_hot_contexts_and_matrices),
        cmocka_unit_test(swi_has_one_hot_context_and_two_ports),
        cmocka_unit_test(both_have_two_read_copies_and_banks),
        cmocka_unit_test(the_scoreboard_does_not_depend_on_the_width),
        cmocka_unit_test(pointers_follow_the_size_of_the_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
