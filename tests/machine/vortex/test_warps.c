/* SPDX-License-Identifier: Apache-2.0 */
/* test_warps.c - warps and lanes among themselves: spawns, barriers, splits, predicates, votes. */
#include "machine_fixture.h"

static void spawned_warps_start_with_lane_0_and_a_second_spawn_waits_until_alone(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("spawn", 128, 0);
    set(stage, "warps", "8");
    run_well(stage);
    for (uint32_t warp = 1; warp < 8; warp++) {
        assert_int_equal(stage->out[warp], 1);
        assert_int_equal(stage->out[32 + warp], 1234); /* mscratch of the spawning warp */
        assert_int_equal(stage->out[65 + warp], 1);
    }
    assert_int_equal(stage->out[0], 0);  /* warp 0 itself is not started anew */
    assert_int_equal(stage->out[64], 1); /* only warp 0 was active behind the wait */
    assert_true(value(stage, "warps_started") == 1 + 7 + 7);
    close_stage(stage);
}

static void spawned_warps_see_the_start_up_argument_when_mscratch_is_not_copied(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("spawn", 128, 0);
    set(stage, "warps", "4");
    set(stage, "wspawn.copies_mscratch", "false");
    run_well(stage);
    for (uint32_t warp = 1; warp < 4; warp++) {
        assert_int_not_equal(stage->out[32 + warp], 1234);
        assert_int_equal(stage->out[32 + warp], stage->out[32 + 1]);
        assert_int_not_equal(stage->out[32 + warp], 0);
    }
    close_stage(stage);
}

static void a_machine_of_one_warp_spawns_nobody(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("spawn", 128, 0);
    set(stage, "warps", "1");
    run_well(stage);
    assert_int_equal(stage->out[64], 1);
    assert_true(value(stage, "warps_started") == 1);
    close_stage(stage);
}

/* HOUSE-30 */
static void a_deadlock_says_who_waits_where_and_who_has_come(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("deadlock", 1, 0);
    assert_int_equal(run(stage), WC_DEADLOCK);
    assert_int_equal(wc_error_status(stage->context), 4);
    assert_says(stage, "deadlock: 1 warp");
    assert_says(stage, "at barrier 5, where 1 of 2 warps have arrived");
    assert_says(stage, "kernel deadlock, core 0 warp 0, pc 0x8000");
    assert_json_has(stage, "\"status\": 4");
    close_stage(stage);
}

static void a_deadlock_across_cores_is_told_too(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("deadlock", 1, 1);
    set(stage, "barrier.global", "true");
    assert_int_equal(run(stage), WC_DEADLOCK); /* one core, and the program wants two */
    assert_says(stage, "at global barrier 5");
    close_stage(stage);
}

static void two_cores_meet_at_a_global_barrier_and_keep_their_own_local_memory(void **unused)
{
    (void)unused;
    struct stage *stage = open_bare("cores");
    assert_int_equal(wc_job_buffer(stage->job, "out", WC_U32, 128, stage->out, false), WC_OK);
    assert_int_equal(wc_job_arg_buffer(stage->job, "out"), WC_OK);
    assert_int_equal(wc_job_arg_local(stage->job, 64), WC_OK);
    set(stage, "cores", "2");
    set(stage, "warps", "4");
    set(stage, "barrier.global", "true");
    run_well(stage);
    for (uint32_t core = 0; core < 2; core++) {
        assert_int_equal(stage->out[core], core + 1);
        assert_int_equal(stage->out[16 + core], core + 1);     /* own local memory */
        assert_int_equal(stage->out[32 + core], 1 - core + 1); /* the other core's word */
        for (uint32_t warp = 0; warp < 4; warp++) /* nobody went on before all eight were there */
            assert_int_equal(stage->out[96 + 8 * core + warp], 8);
    }
    assert_true(value(stage, "barriers") == 8);
    close_stage(stage);
}

/* Without the parameter bit 31 means nothing: the two of 4 warps that meet are the core's own. */
static void bit_31_of_a_barrier_means_nothing_unless_barriers_are_global(void **unused)
{
    (void)unused;
    struct stage *stage = open_bare("cores");
    assert_int_equal(wc_job_buffer(stage->job, "out", WC_U32, 128, stage->out, false), WC_OK);
    assert_int_equal(wc_job_arg_buffer(stage->job, "out"), WC_OK);
    assert_int_equal(wc_job_arg_local(stage->job, 64), WC_OK);
    set(stage, "warps", "3");
    assert_int_equal(run(stage), WC_DEADLOCK);
    assert_says(stage, "at barrier 0, where 1 of 2 warps have arrived");
    close_stage(stage);
}

static void arrivals_and_waits_of_3_0_keep_their_phases_apart(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("arrive", 128, 0);
    assert_int_equal(wc_job_machine(stage->job, "vortex-3.0"), WC_OK);
    set(stage, "warps", "6");
    run_well(stage);
    for (uint32_t warp = 0; warp < 6; warp++) {
        assert_int_equal(stage->out[warp], warp + 1);
        assert_int_equal(stage->out[32 + warp], (warp + 1) % 6 + 1);
        assert_int_equal(stage->out[64 + warp], 2); /* phase 0, then phase 1 */
    }
    close_stage(stage);
}

static void a_predicated_loop_runs_each_lane_as_often_as_it_wants(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("predicate", 64, 0);
    run_well(stage);
    for (uint32_t lane = 0; lane < 32; lane++) {
        assert_int_equal(stage->out[lane], lane);
        assert_int_equal(stage->out[32 + lane], 0xffffffffu);
    }
    close_stage(stage);
}

static void assert_sides(const char *first, uint32_t low_lanes, uint32_t high_lanes)
{
    struct stage *stage = open_program("split", 64, 0);
    if (first)
        set(stage, "split.first", first);
    run_well(stage);
    for (uint32_t lane = 0; lane < 32; lane++) {
        assert_int_equal(stage->out[lane], lane < 8 ? low_lanes : high_lanes);
        assert_int_equal(stage->out[32 + lane], 0xffffffffu);
    }
    assert_true(value(stage, "divergent_splits") == 1);
    close_stage(stage);
}

static void which_side_of_a_split_runs_first_is_the_machines_choice(void **unused)
{
    (void)unused;
    assert_sides(NULL, 2, 1); /* 2.1: the larger one */
    assert_sides("larger", 2, 1);
    assert_sides("smaller", 1, 2);
}

static void splits_inside_splits_come_together_again(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("split", 64, 3);
    run_well(stage);
    uint32_t seen[5] = {0};
    for (uint32_t lane = 0; lane < 32; lane++) {
        assert_int_equal(stage->out[lane] % 10, 0);
        assert_in_range(stage->out[lane], 10, 40);
        seen[stage->out[lane] / 10]++;
        assert_int_equal(stage->out[32 + lane], 0xffffffffu);
    }
    /* the larger outer side first: 12 + 12 lanes, then 4 + 4 */
    assert_int_equal(seen[1], 12);
    assert_int_equal(seen[2], 12);
    assert_int_equal(seen[3], 4);
    assert_int_equal(seen[4], 4);
    assert_true(value(stage, "divergent_splits") == 3);
    close_stage(stage);
}

static void votes_and_shuffles_answer_across_lanes(void **unused)
{
    (void)unused;
    struct stage *stage = open_program("vote", 256, 0);
    assert_int_equal(run(stage), WC_KERNEL_FAULT); /* not there before 2.3 */
    assert_says(stage, "vote and shuffle");
    set(stage, "isa.vote", "true");
    run_well(stage);
    for (uint32_t lane = 0; lane < 32; lane++) {
        assert_int_equal(stage->out[lane], 0);
        assert_int_equal(stage->out[32 + lane], 1);
        assert_int_equal(stage->out[64 + lane], 0);
        assert_int_equal(stage->out[96 + lane], 0x1f);
        assert_int_equal(stage->out[128 + lane], 100 + (lane ? lane - 1 : 0));
        assert_int_equal(stage->out[160 + lane], 100 + (lane < 31 ? lane + 1 : 31));
        assert_int_equal(stage->out[192 + lane], 100 + (lane ^ 3));
        assert_int_equal(stage->out[224 + lane], 100 + (lane & 0x38) + 2);
    }
    close_stage(stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spawned_warps_start_with_lane_0_and_a_second_spawn_waits_until_alone),
        cmocka_unit_test(spawned_warps_see_the_start_up_argument_when_mscratch_is_not_copied),
        cmocka_unit_test(a_machine_of_one_warp_spawns_nobody),
        cmocka_unit_test(a_deadlock_says_who_waits_where_and_who_has_come),
        cmocka_unit_test(a_deadlock_across_cores_is_told_too),
        cmocka_unit_test(two_cores_meet_at_a_global_barrier_and_keep_their_own_local_memory),
        cmocka_unit_test(bit_31_of_a_barrier_means_nothing_unless_barriers_are_global),
        cmocka_unit_test(arrivals_and_waits_of_3_0_keep_their_phases_apart),
        cmocka_unit_test(a_predicated_loop_runs_each_lane_as_often_as_it_wants),
        cmocka_unit_test(which_side_of_a_split_runs_first_is_the_machines_choice),
        cmocka_unit_test(splits_inside_splits_come_together_again),
        cmocka_unit_test(votes_and_shuffles_answer_across_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
