/* SPDX-License-Identifier: Apache-2.0 */
/* test_walk.c - small programs whose ways are known by looking at them, walked and then run with
 * different words in their buffer. */
#include <stdio.h>
#include <string.h>

#include "bound/vortex/walk.h"
#include "program.h"
#include "record.h"

enum { WARPS = 4 };

struct walked {
    struct rig *rig;
    struct record *record;
    struct arena arena;
    struct walk_missing *missing;
    size_t missing_count;
    enum wc_status status;
};

static struct walked load_program(const char *program, uint32_t what)
{
    char path[256];
    struct walked walked = {0};
    snprintf(path, sizeof path, "tests/bound/elf/%s.elf", program);
    walked.rig = rig_new_program("vortex", path, "warps=4");
    walked.rig->arguments[1].bits = what;
    walked.record = record_new(walked.rig->program, 1, WARPS);
    return walked;
}

static void walk(struct walked *walked, const struct walk_bounds *bounds)
{
    walked->status = vortex_walk(&walked->rig->err, walked->rig->machine, &walked->rig->memory,
                                 &walked->rig->launch, bounds, &walked->record->sink,
                                 &walked->arena, &walked->missing, &walked->missing_count);
}

static struct walked walk_program(const char *program, uint32_t what,
                                  const struct walk_bound *bounds, size_t bound_count)
{
    struct walked walked = load_program(program, what);
    walk(&walked, &(struct walk_bounds){bounds, bound_count});
    return walked;
}

static void finish(struct walked *walked)
{
    rig_free(walked->rig);
    record_free(walked->record);
    arena_free(&walked->arena);
}

static uint32_t index_of(const struct walked *walked, const char *label)
{
    return (uint32_t)program_index(walked->rig->program, rig_address(walked->rig, label));
}

static void expect_count(const struct walked *walked, const char *label, uint64_t count)
{
    uint64_t told = record_nodes_at(walked->record, rig_address(walked->rig, label));
    if (told != count)
        fail_msg("%s is told %llu times, not %llu", label, (unsigned long long)told,
                 (unsigned long long)count);
}

static void expect_edges(const struct walked *walked, const char *from, const char *to,
                         uint64_t count)
{
    assert_int_equal(record_edges_from(walked->record, rig_address(walked->rig, from),
                                       rig_address(walked->rig, to)), count);
}

/* The program does not do more than was told, with all zeroes, all ones, and something of both. */
static void expect_covers_runs(struct walked *walked)
{
    struct rig *rig = walked->rig;
    if (walked->status != WC_OK)
        fail_msg("%s", rig->err.message ? rig->err.message : "a loop lacks its bound");
    assert_int_equal(walked->record->ended, walked->record->activations);
    for (uint32_t round = 0; round < 4; round++) {
        struct record *ran = record_new(rig->program, 1, WARPS);
        struct observers observers = {.list = {&ran->observer}, .count = 1};
        struct run_control control = {.max_cycles = 1000000, .observers = &observers};
        struct outcome outcome = {0};
        for (uint32_t i = 0; i < RIG_OUT_BYTES / 4; i++)
            rig->out_words[i] = round == 1 || (round == 2 && i % 3) || (round == 3 && i > 4);
        if (rig->ops->run_timed(&rig->err, rig->machine, &rig->memory, &rig->launch, &control,
                                &outcome) != WC_OK)
            fail_msg("%s", rig->err.message);
        record_check_covered(walked->record, ran, rig->launch.name);
        record_free(ran);
    }
}

static void both_ways_of_an_unknown_branch_are_told_and_meet_again(void **state)
{
    (void)state;
    struct walked walked = walk_program("fork", 0, NULL, 0);
    expect_covers_runs(&walked);
    expect_count(&walked, "branch", 1);
    expect_count(&walked, "callee", 1);
    expect_count(&walked, "other", 1);
    expect_count(&walked, "meet", 7); /* both ways have made 7 of it */
    assert_int_equal(walked.record->regions, 1);
    finish(&walked);
}

static void a_loop_that_only_the_buffer_ends_lacks_a_bound(void **state)
{
    (void)state;
    struct walked walked = walk_program("loop", 0, NULL, 0);
    assert_int_equal(walked.status, WC_BAD_INPUT);
    assert_int_equal(walked.missing_count, 1);
    assert_int_equal(walked.missing[0].header, index_of(&walked, "head"));
    assert_int_equal(walked.missing[0].branch, index_of(&walked, "exit"));
    finish(&walked);
}

static void a_bound_limits_the_back_edges_of_an_entry(void **state)
{
    (void)state;
    struct walked walked = walk_program("loop", 0, NULL, 0);
    struct walk_bound bound = {index_of(&walked, "head"), 5};
    finish(&walked);
    walked = walk_program("loop", 0, &bound, 1);
    assert_int_equal(walked.status, WC_OK);
    expect_count(&walked, "head", 6);
    expect_edges(&walked, "back", "head", 5);
    expect_count(&walked, "known", 5);
    assert_int_equal(walked.record->max_iterations, 5);
    assert_int_equal(walked.record->regions, 1);
    finish(&walked);
}

static void a_bound_of_a_billion_is_told_by_repetition(void **state)
{
    (void)state;
    const uint64_t billion = 1000000000;
    struct walked walked = walk_program("loop", 0, NULL, 0);
    struct walk_bound bound = {index_of(&walked, "head"), billion};
    finish(&walked);
    walked = walk_program("loop", 0, &bound, 1);
    assert_int_equal(walked.status, WC_OK);
    expect_count(&walked, "head", billion + 1);
    expect_edges(&walked, "back", "head", billion);
    assert_int_equal(walked.record->max_iterations, billion);
    finish(&walked);
}

static void a_counter_ends_a_loop_that_the_buffer_may_end_before(void **state)
{
    (void)state;
    struct walked walked = walk_program("break", 0, NULL, 0);
    expect_covers_runs(&walked);
    expect_count(&walked, "head", 16);
    expect_count(&walked, "body", 16);
    expect_count(&walked, "behind", 1);
    finish(&walked);
}

static void a_counter_ends_a_loop_that_branches_on_a_flag(void **state)
{
    (void)state;
    struct walked walked = walk_program("break_flag", 0, NULL, 0);
    expect_covers_runs(&walked);
    expect_count(&walked, "head", 16);
    expect_count(&walked, "body", 16);
    expect_count(&walked, "behind", 1);
    assert_int_equal(walked.record->max_iterations, 15);
    finish(&walked);
}

static void a_counter_ends_a_loop_that_lanes_leave_by_a_flag(void **state)
{
    (void)state;
    struct walked walked = walk_program("break_lanes", 0, NULL, 0);
    expect_covers_runs(&walked);
    expect_count(&walked, "head", 10);
    expect_count(&walked, "body", 10);
    expect_count(&walked, "behind", 1);
    assert_int_equal(walked.record->max_iterations, 9);
    finish(&walked);
}

static void all_loops_without_a_bound_are_named_at_once(void **state)
{
    (void)state;
    struct walked walked = walk_program("nested", 0, NULL, 0);
    assert_int_equal(walked.status, WC_BAD_INPUT);
    assert_int_equal(walked.missing_count, 2);
    assert_int_equal(walked.missing[0].header, index_of(&walked, "inner"));
    assert_int_equal(walked.missing[1].header, index_of(&walked, "outer"));
    assert_int_equal(walked.missing[1].branch, index_of(&walked, "outer_exit"));
    finish(&walked);
}

static void walk_nested(uint64_t inner, uint64_t outer)
{
    struct walked walked = walk_program("nested", 0, NULL, 0);
    struct walk_bound bounds[] = {{index_of(&walked, "inner"), inner},
                                  {index_of(&walked, "outer"), outer}};
    finish(&walked);
    walked = walk_program("nested", 0, bounds, 2);
    assert_int_equal(walked.status, WC_OK);
    expect_count(&walked, "outer", outer + 1);
    expect_count(&walked, "inner", (inner + 1) * (outer + 1));
    expect_count(&walked, "more", (inner + 1) * (outer + 1));
    expect_count(&walked, "between", outer + 1);
    expect_count(&walked, "behind", 1);
    finish(&walked);
}

static void bounds_of_nested_loops_multiply(void **state)
{
    (void)state;
    walk_nested(3, 4);
    walk_nested(1, 0);
    walk_nested(0, 1);
    walk_nested(1000000, 1000000);
}

static void both_sides_of_an_unknown_split_run_one_after_the_other(void **state)
{
    (void)state;
    struct walked walked = walk_program("split", 0, NULL, 0);
    expect_covers_runs(&walked);
    expect_count(&walked, "split", 1);
    expect_count(&walked, "known", 1);
    expect_count(&walked, "low", 1);
    expect_count(&walked, "high", 1);
    expect_count(&walked, "join_known", 2);
    expect_count(&walked, "one", 1);
    expect_count(&walked, "join_nested", 2);
    expect_count(&walked, "nothing", 1);
    expect_count(&walked, "join", 2);
    expect_count(&walked, "behind", 4); /* the same on both sides */
    assert_int_equal(walked.record->regions, 1);
    finish(&walked);
}

static void a_shared_counter_bounds_a_loop_that_lanes_leave_one_by_one(void **state)
{
    (void)state;
    struct walked walked = walk_program("pred", 0, NULL, 0);
    expect_covers_runs(&walked);
    expect_count(&walked, "head", 11);
    expect_count(&walked, "body", 10);
    expect_count(&walked, "behind", 1);
    expect_count(&walked, "again", 2);
    assert_int_equal(walked.record->regions, 1);
    finish(&walked);
}

static void a_variable_that_any_warp_stores_to_is_not_known(void **state)
{
    (void)state;
    struct walked walked = walk_program("variable", 0, NULL, 0);
    expect_covers_runs(&walked);
    assert_int_equal(walked.record->regions, 1);
    expect_count(&walked, "on_kept", 1);
    expect_count(&walked, "on_stored", 1);
    expect_count(&walked, "second", WARPS - 1);
    finish(&walked);
}

static struct allocation *buffer_of(const struct walked *walked)
{
    return memory_find(&walked->rig->memory, walked->rig->out, 4);
}

static struct walked load_row(uint32_t what)
{
    struct walked walked = load_program("row", what);
    walked.rig->out_words[0] = 3;
    walked.rig->out_words[1] = 10;
    return walked;
}

static void a_fixed_buffer_decides_as_it_is(void **state)
{
    (void)state;
    const uint32_t whats[] = {0, 1, 5}; /* 1, 5: a store to other words of it */
    for (uint32_t i = 0; i < 3; i++) {
        struct walked walked = load_row(whats[i]);
        buffer_of(&walked)->fixed = true;
        walk(&walked, &(struct walk_bounds){0});
        assert_int_equal(walked.status, WC_OK);
        expect_count(&walked, "head", 8);
        expect_count(&walked, "body", 7);
        assert_int_equal(walked.record->regions, 0);
        finish(&walked);
    }
}

static void a_store_that_may_reach_a_fixed_buffer_makes_it_unknown(void **state)
{
    (void)state;
    for (uint32_t what = 2; what <= 4; what++) {
        struct walked walked = load_row(what);
        buffer_of(&walked)->fixed = true;
        walk(&walked, &(struct walk_bounds){0});
        assert_int_equal(walked.status, WC_BAD_INPUT);
        assert_int_equal(walked.missing_count, 1);
        assert_int_equal(walked.missing[0].header, index_of(&walked, "head"));
        finish(&walked);
    }
}

static void an_earlier_launch_may_have_stored_to_a_fixed_buffer(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct walk_changes changes = {.arena = &arena};
    struct walked walked = load_row(2);
    buffer_of(&walked)->fixed = true;
    walk(&walked, &(struct walk_bounds){.changes = &changes});
    walked.rig->arguments[1].bits = 0;
    walked.missing_count = 0;
    walk(&walked, &(struct walk_bounds){.changes = &changes});
    assert_int_equal(walked.status, WC_BAD_INPUT);
    assert_int_equal(walked.missing_count, 1);
    finish(&walked);
    arena_free(&arena);
}

static struct walked walk_count(uint32_t what)
{
    struct walked walked = load_program("count", what);
    buffer_of(&walked)->assume = (struct element_range){.bytes = 4, .min = 0, .max = 20};
    walk(&walked, &(struct walk_bounds){0});
    return walked;
}

static void a_range_of_elements_ends_loops_that_count_down_from_one(void **state)
{
    (void)state;
    for (uint32_t what = 0; what <= 1; what++) { /* 1: a store of another element */
        struct walked walked = walk_count(what);
        expect_covers_runs(&walked); /* with 0 and 1 */
        expect_count(&walked, "head", 20);
        assert_int_equal(walked.record->max_iterations, 19);
        finish(&walked);
    }
}

static void a_store_that_may_break_the_range_of_elements_ends_it(void **state)
{
    (void)state;
    for (uint32_t what = 2; what <= 3; what++) {
        struct walked walked = walk_count(what);
        assert_int_equal(walked.status, WC_BAD_INPUT);
        assert_int_equal(walked.missing_count, 1);
        assert_int_equal(walked.missing[0].header, index_of(&walked, "head"));
        finish(&walked);
    }
}

static void a_stack_keeps_what_no_unknown_index_overwrites(void **state)
{
    (void)state;
    struct walked walked = walk_program("stack", 0, NULL, 0);
    expect_covers_runs(&walked);
    expect_count(&walked, "kept", 3);
    expect_count(&walked, "behind", 1);
    assert_int_equal(walked.record->regions, 2);
    finish(&walked);
}

static void a_slot_used_again_starts_with_registers_that_are_not_known(void **state)
{
    (void)state;
    struct walked walked = walk_program("spawn", 0, NULL, 0);
    expect_covers_runs(&walked);
    assert_int_equal(walked.record->activations, 1 + 2 * (WARPS - 1));
    assert_int_equal(walked.record->last_phase, 2);
    assert_int_equal(walked.record->regions, WARPS - 1);
    expect_count(&walked, "left", WARPS - 1);
    finish(&walked);
}

static void a_lane_that_slept_on_one_way_is_not_known_to_have_counted(void **state)
{
    (void)state;
    struct walked walked = walk_program("absent", 0, NULL, 0);
    expect_covers_runs(&walked);
    expect_count(&walked, "five", 1);
    expect_count(&walked, "six", 2);
    finish(&walked);
}

static void a_return_to_the_header_is_a_back_edge(void **state)
{
    (void)state;
    struct walked walked = walk_program("latch", 0, NULL, 0);
    assert_int_equal(walked.missing_count, 1);
    struct walk_bound bound = {index_of(&walked, "head"), 4};
    assert_int_equal(walked.missing[0].header, bound.header);
    finish(&walked);
    walked = walk_program("latch", 0, &bound, 1);
    assert_int_equal(walked.status, WC_OK);
    expect_count(&walked, "head", 5);
    finish(&walked);
}

static void expect_refused(const char *program, uint32_t what, const char *part)
{
    struct walked walked = walk_program(program, what, NULL, 0);
    assert_int_equal(walked.status, WC_BAD_INPUT);
    assert_int_equal(walked.missing_count, 0);
    if (!walked.rig->err.message || !strstr(walked.rig->err.message, part))
        fail_msg("'%s' does not say '%s'", walked.rig->err.message, part);
    finish(&walked);
}

static void a_jump_to_an_unknown_place_is_refused(void **state)
{
    (void)state;
    expect_refused("wild", 0, "the target of this jump is unknown");
    expect_refused("wild", 0, "jalr");
}

static void time_is_not_known_and_a_trap_that_it_may_lead_to_is_refused(void **state)
{
    (void)state;
    struct walked walked = walk_program("time", 0, NULL, 0);
    expect_covers_runs(&walked);
    assert_int_equal(walked.record->regions, 1);
    finish(&walked);
    expect_refused("time", 1, "traps");
}

static void only_barriers_on_every_path_are_certain(void **state)
{
    (void)state;
    struct walked walked = walk_program("barrier", 0, NULL, 0);
    expect_covers_runs(&walked);
    assert_int_equal(walked.record->barriers, 2);
    assert_int_equal(walked.record->uncertain_barriers, 1);
    finish(&walked);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ways_of_an_unknown_branch_are_told_and_meet_again),
        cmocka_unit_test(a_loop_that_only_the_buffer_ends_lacks_a_bound),
        cmocka_unit_test(a_bound_limits_the_back_edges_of_an_entry),
        cmocka_unit_test(a_bound_of_a_billion_is_told_by_repetition),
        cmocka_unit_test(a_counter_ends_a_loop_that_the_buffer_may_end_before),
        cmocka_unit_test(a_counter_ends_a_loop_that_branches_on_a_flag),
        cmocka_unit_test(a_counter_ends_a_loop_that_lanes_leave_by_a_flag),
        cmocka_unit_test(all_loops_without_a_bound_are_named_at_once),
        cmocka_unit_test(bounds_of_nested_loops_multiply),
        cmocka_unit_test(both_sides_of_an_unknown_split_run_one_after_the_other),
        cmocka_unit_test(a_shared_counter_bounds_a_loop_that_lanes_leave_one_by_one),
        cmocka_unit_test(a_variable_that_any_warp_stores_to_is_not_known),
        cmocka_unit_test(a_fixed_buffer_decides_as_it_is),
        cmocka_unit_test(a_store_that_may_reach_a_fixed_buffer_makes_it_unknown),
        cmocka_unit_test(an_earlier_launch_may_have_stored_to_a_fixed_buffer),
        cmocka_unit_test(a_range_of_elements_ends_loops_that_count_down_from_one),
        cmocka_unit_test(a_store_that_may_break_the_range_of_elements_ends_it),
        cmocka_unit_test(a_stack_keeps_what_no_unknown_index_overwrites),
        cmocka_unit_test(a_slot_used_again_starts_with_registers_that_are_not_known),
        cmocka_unit_test(a_lane_that_slept_on_one_way_is_not_known_to_have_counted),
        cmocka_unit_test(a_return_to_the_header_is_a_back_edge),
        cmocka_unit_test(a_jump_to_an_unknown_place_is_refused),
        cmocka_unit_test(time_is_not_known_and_a_trap_that_it_may_lead_to_is_refused),
        cmocka_unit_test(only_barriers_on_every_path_are_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
