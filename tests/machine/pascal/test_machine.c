/* SPDX-License-Identifier: Apache-2.0 */
/* test_machine.c - what a launch finds on a Pascal machine, and what the machine refuses. */
#include "tx2_rig.h"

#include <string.h>

#include "machine/pascal/clock.h"

static const struct pascal *machine_of(const struct rig *rig)
{
    return (const struct pascal *)rig->machine;
}

/* PAS-1, PAS-2 */
static void the_machine_file_has_the_parts_of_the_paper(void **unused)
{
    struct rig *rig = tx2_rig("");
    const struct pascal_numbers *n = &machine_of(rig)->numbers;
    const struct pascal_clock_numbers *clock = &machine_of(rig)->clock->numbers;
    (void)unused;
    assert_int_equal(n->sms, 2);
    assert_int_equal(PASCAL_SMPS, 4);
    assert_int_equal(PASCAL_L1D_CACHES, 2);
    assert_int_equal(clock->unit[TIMING_ALU].lanes, 32);
    assert_int_equal(clock->unit[TIMING_FMA].lanes, 32);
    assert_int_equal(clock->unit[TIMING_HALF].lanes, 32);
    assert_int_equal(clock->unit[TIMING_DOUBLE].lanes, 1);
    assert_int_equal(clock->unit[TIMING_SPECIAL].lanes, 8);
    assert_int_equal(clock->lsu_lanes, 8);
    rig_free(rig);
}

/* PAS-71: the caches of the paper are direct-mapped. */
static void paper_mode_sets_what_the_paper_has_and_each_is_a_parameter(void **unused)
{
    struct rig *rig = tx2_rig("mode=paper l2.ways=2");
    const struct pascal_clock_numbers *clock = &machine_of(rig)->clock->numbers;
    (void)unused;
    assert_true(clock->policy->exclusive);
    assert_false(clock->dual_issue);
    assert_true(clock->shared_blocking);
    assert_int_equal(clock->shared.transaction, 0);
    assert_int_equal(clock->unit[TIMING_DOUBLE].lanes, 32);
    assert_int_equal(clock->l1i.ways, 1);
    assert_int_equal(clock->l1d.ways, 1);
    assert_int_equal(clock->l2.ways, 2); /* by name: stronger than the mode */
    rig_free(rig);
}

static uint64_t first_mask(const struct rig *rig, uint32_t smp)
{
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_START && event->core == smp && event->warp == 0)
            return event->mask;
    }
    return 0;
}

/* PAS-3, PAS-77 */
static void threads_become_warps_of_32_one_a_processing_block(void **unused)
{
    struct rig *rig = tx2_rig("");
    (void)unused;
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 121);
    assert_int_equal(rig_count(rig, STAT_WARPS_STARTED), 4);
    for (uint32_t smp = 0; smp < 3; smp++)
        assert_int_equal(first_mask(rig, smp), 0xffffffff);
    assert_int_equal(first_mask(rig, 3), 0x1ffffff);
    rig_run(rig, 1, 16);
    assert_int_equal(rig_count(rig, STAT_WARPS_STARTED), 1);
    assert_int_equal(first_mask(rig, 0), 0xffff);
    rig_run(rig, 1, 64); /* two warps: two processing blocks */
    assert_int_equal(first_mask(rig, 1), 0xffffffff);
    assert_int_equal(first_mask(rig, 2), 0);
    rig_free(rig);
}

/* PAS-23: block and grid, the parameters behind the base that the file names, thread numbers. */
static void constants_and_special_registers_are_there_before_the_first_instruction(void **unused)
{
    enum { SIZES = 8 };
    static const uint32_t offsets[SIZES] = {0x08, 0x0c, 0x14, 0x20, 0x200, 0x208, 0x204, 0xfc};
    struct rig *rig = tx2_rig("");
    (void)unused;
    rig->kernel.parameter_base = 0x200;
    rig->arguments[1].bits = 77;
    sass_add(rig, mov_const(2, 0x200, STALL(6))); /* out */
    sass_add(rig, mov_const(3, 0x204, STALL(6)));
    for (uint32_t i = 0; i < SIZES; i++) {
        sass_add(rig, mov_const(4, offsets[i], STALL(6)));
        sass_add(rig, stg(2, 4 * i, 4, STALL(4)));
    }
    sass_add(rig, s2r(4, TID_X, WRITES(0) + STALL(2)));
    sass_add(rig, s2r(5, CTAID_X, WRITES(1) + STALL(2)));
    sass_add(rig, iadd(6, 4, 5, WAITS(3) + STALL(6)));
    sass_add(rig, stg(2, 4 * SIZES, 6, STALL(4)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 3, 33);
    const uint32_t *out = memory_bytes(&rig->memory, rig->out, 4 * SIZES + 4);
    assert_int_equal(out[0], 33);
    assert_int_equal(out[1], 1);
    assert_int_equal(out[2], 3);
    assert_int_equal(out[3], 64); /* the stack begins at the end of local memory */
    assert_int_equal(out[4], (uint32_t)rig->out);
    assert_int_equal(out[5], 77);
    assert_int_equal(out[6], rig->out >> 32);
    assert_int_equal(out[7], 0);
    assert_in_range(out[SIZES], 0, 32 + 2); /* some thread of some block was the last */
    assert_int_equal(rig_count(rig, STAT_READ_BEFORE_READY), 0);
    rig_free(rig);
}

/* PAS-66: BAR.RED by 70 threads, of which numbers below 40 hold; in the middle of a warp the lanes
 * branch to the very next instruction, which parts nobody (PAS-43). */
static void a_barrier_reduces_over_the_threads_that_came(void **unused)
{
    static const struct { uint64_t bar; uint32_t want; } rounds[] = {
        {0xf0a8180200070300, 40}, /* BAR.RED.POPC 0x3, P0 */
        {0xf0a8180a00070400, 0},  /* .AND */
        {0xf0a8181200070500, 1},  /* .OR */
        {0xf0a81c0200070300, 30}, /* .POPC of !P0 */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; i++) {
        struct rig *rig = tx2_rig("");
        sass_add(rig, mov_const(2, rig->kernel.parameter_base, STALL(6)));
        sass_add(rig, mov_const(3, rig->kernel.parameter_base + 4, STALL(6)));
        sass_add(rig, s2r(4, TID_X, WRITES(0) + STALL(2)));
        sass_add(rig, isetp_lt(0, 4, 40, WAITS(1) + STALL(13)));
        sass_add(rig, guarded(bra(0, STALL(13)), 0, false));
        sass_add(rig, (struct word){rounds[i].bar, STALL(15)});
        /* B2R.RESULT R6, P0 */
        sass_add(rig, (struct word){0xf0b800010007ff06, WRITES(0) + STALL(2)});
        sass_add(rig, guarded(iadd32i(6, 6, 1000, WAITS(1) + STALL(6)), 0, false));
        sass_add(rig, stg(2, 0, 6, STALL(4)));
        sass_add(rig, exit_(STALL(15)));
        rig_run(rig, 1, 70);
        const uint32_t *out = memory_bytes(&rig->memory, rig->out, 4);
        assert_int_equal(out[0], rounds[i].want ? rounds[i].want + 1000 : 0);
        assert_int_equal(rig_count(rig, STAT_DIVERGENT_SPLITS), 0);
        assert_int_equal(rig_count(rig, STAT_BARRIERS), 3);
        rig_free(rig);
    }
}

/* ---- what does not fit is refused before anything runs ---- */

static void expect_refusal(struct rig *rig, uint32_t blocks, uint32_t threads, const char *words)
{
    assert_int_equal(rig_try(rig, blocks, threads, false), WC_BAD_INPUT);
    if (!strstr(rig->err.message, words))
        fail_msg("'%s' does not say '%s'", rig->err.message, words);
    error_clear(&rig->err);
    rig->err = (struct error){0};
}

/* PAS-76 */
static void launches_that_fit_no_sm_are_refused_with_the_limit(void **unused)
{
    struct rig *rig = tx2_rig("");
    (void)unused;
    sass_add(rig, exit_(STALL(15)));
    expect_refusal(rig, 1, 1025, "block size 1025");
    rig->kernel.registers = 255;
    expect_refusal(rig, 1, 1024, "262144 registers");
    rig->kernel.registers = 32;
    rig->kernel.local_bytes = 49153;
    expect_refusal(rig, 1, 32, "49153 bytes of shared memory");
    rig->kernel.local_bytes = 0;
    rig->kernel.stack_bytes = 1 << 20;
    expect_refusal(rig, 1, 32, "1048576 bytes of local memory");
    rig->kernel.stack_bytes = 0;
    rig->kernel.max_threads = 64;
    expect_refusal(rig, 1, 65, "compiled for up to 64");
    rig->kernel.max_threads = 0;
    rig->kernel.parameter_base = 65530;
    expect_refusal(rig, 1, 32, "constant bank 0");
    rig_free(rig);
}

static void windows_that_hide_memory_or_each_other_are_refused(void **unused)
{
    static const struct { const char *setting, *words; } cases[] = {
        {"windows.shared=0", "above 0"},
        {"windows.shared=0x1000001000001", "multiple of 16 MiB"},
        {"windows.local=0x5ff000000", "overlap the heap"},
        {"windows.local=0x1000001000000", "both are at"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct error err = {0};
        struct parameters parameters = {0};
        const struct machine_ops *ops;
        struct machine *machine;
        assert_int_equal(parameters_load(&err, "machines/jetson-tx2.yaml", NULL, &parameters), 0);
        assert_int_equal(parameters_set_pair(&err, &parameters, cases[i].setting, "test"), 0);
        assert_int_equal(machine_find(&err, &parameters, &ops), WC_OK);
        assert_int_equal(ops->create(&err, &parameters, &machine), WC_BAD_INPUT);
        assert_non_null(strstr(err.message, cases[i].words));
        parameters_free(&parameters);
        error_clear(&err);
    }
}

static void a_fault_names_block_warp_lane_and_place(void **unused)
{
    struct rig *rig = tx2_rig("");
    (void)unused;
    sass_add(rig, mov32i(2, 64, STALL(6)));
    sass_add(rig, mov32i(3, 0, STALL(6)));
    sass_add(rig, ldg(4, 2, 0, WRITES(0) + STALL(2)));
    sass_add(rig, exit_(STALL(15)));
    assert_int_equal(rig_try(rig, 2, 32, false), WC_KERNEL_FAULT);
    assert_non_null(strstr(rig->err.message, "load of 4 bytes at 0x40"));
    assert_non_null(strstr(rig->err.message, "kernel kernel, block (0, 0, 0), "));
    assert_non_null(strstr(rig->err.message, "SM 0 processing block 0 warp 0 lane 0"));
    assert_non_null(strstr(rig->err.message, "pc 0x1018"));
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_machine_file_has_the_parts_of_the_paper),
        cmocka_unit_test(paper_mode_sets_what_the_paper_has_and_each_is_a_parameter),
        cmocka_unit_test(threads_become_warps_of_32_one_a_processing_block),
        cmocka_unit_test(constants_and_special_registers_are_there_before_the_first_instruction),
        cmocka_unit_test(a_barrier_reduces_over_the_threads_that_came),
        cmocka_unit_test(launches_that_fit_no_sm_are_refused_with_the_limit),
        cmocka_unit_test(windows_that_hide_memory_or_each_other_are_refused),
        cmocka_unit_test(a_fault_names_block_warp_lane_and_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
