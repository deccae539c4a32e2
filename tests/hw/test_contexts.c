/* SPDX-License-Identifier: Apache-2.0 */
/* test_contexts.c - the heap of contexts, case by case. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "hw/contexts.h"

#include <cmocka.h>

enum { WARPS = 2, NODES = 16, SPACE = NODES + WARPS * CONTEXTS_LANES_MAX };

struct stage {
    struct contexts contexts;
    struct contexts_warp warps[WARPS];
    struct cct_node nodes[SPACE];
    cycle_t now;
};

static const struct contexts_numbers hardware = {
    .model = CONTEXTS_HARDWARE,
    .warps = WARPS,
    .hot = 2,
    .cct = {.nodes = NODES, .sort_min = 1, .sort_max = 64, .spill = 50},
};

static void open_stage(struct stage *stage, struct contexts_numbers numbers)
{
    stage->now = 0;
    assert_true(contexts_node_count(&numbers) <= SPACE);
    contexts_build(&stage->contexts, &numbers, stage->warps, stage->nodes);
    contexts_start(&stage->contexts, 0, 0, 0xff);
    contexts_take_change(&stage->contexts, 0);
}

static const struct split *hot(const struct stage *stage, uint32_t slot)
{
    return &stage->warps[0].hot[slot];
}

static void assert_hot(const struct stage *stage, uint32_t slot, uint32_t pc, uint64_t mask)
{
    assert_int_equal(hot(stage, slot)->mask, mask);
    if (mask)
        assert_int_equal(hot(stage, slot)->pc, pc);
}

/* A branch, with as much time after it that the sorter is free and all exchanges are made. */
static enum contexts_outcome branch(struct stage *stage, uint32_t slot, uint64_t taken,
                                    uint32_t target, uint32_t next)
{
    enum contexts_outcome outcome =
        contexts_branch(&stage->contexts, 0, slot, taken, target, next, stage->now);
    for (int i = 0; i < 10; i++)
        contexts_settle(&stage->contexts, stage->now += 64);
    return outcome;
}

static void go(struct stage *stage, uint32_t slot, uint32_t pc)
{
    assert_int_equal(branch(stage, slot, 0, 0, pc), CONTEXTS_MOVED);
}

static transition change(struct stage *stage)
{
    return contexts_take_change(&stage->contexts, 0);
}

/* Rows as papers print them. */
static void assert_change(struct stage *stage, const char *rows)
{
    char text[12];
    transition d = change(stage);
    for (uint32_t i = 0; i < 3; i++) {
        for (uint32_t j = 0; j < 3; j++)
            text[4 * i + j] = transition_at(d, i, j) ? '1' : '0';
        text[4 * i + 3] = i < 2 ? ';' : '\0';
    }
    assert_string_equal(text, rows);
}

/* Lanes 0-3 at 10, lanes 4-5 at 20, lanes 6-7 cold at 30. */
static void three_ways(struct stage *stage)
{
    branch(stage, 0, 0xc0, 30, 9);
    branch(stage, 0, 0x30, 20, 10);
    assert_hot(stage, 0, 10, 0x0f);
    assert_hot(stage, 1, 20, 0x30);
    assert_int_equal(stage->warps[0].cold, 0xc0);
    change(stage);
}

/* SBI-16: the split of lowest program counter is the primary, the next the secondary. */
static void the_two_lowest_splits_are_hot(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    three_ways(&stage);
    assert_ptr_equal(contexts_next(&stage.contexts, 0), hot(&stage, 0));
    assert_true(contexts_in_order(&stage.contexts, 0));
    go(&stage, 0, 40); /* behind all others */
    assert_hot(&stage, 0, 20, 0x30);
    assert_hot(&stage, 1, 30, 0xc0);
    assert_int_equal(stage.warps[0].cold, 0x0f);
    assert_true(contexts_in_order(&stage.contexts, 0));
}

/* SBI-25: an empty second slot is refilled, a third entry goes cold; with and without cold ones. */
static void slots_are_refilled_and_the_third_entry_goes_cold(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    go(&stage, 0, 1); /* (1,0,0), nothing cold: nothing to pop */
    assert_hot(&stage, 1, 0, 0);
    branch(&stage, 0, 0xf0, 20, 2); /* (1,1,0): neither */
    assert_hot(&stage, 1, 20, 0xf0);
    assert_int_equal(stage.warps[0].cold_count, 0);
    branch(&stage, 0, 0x0c, 30, 3); /* (1,1,1): push */
    assert_hot(&stage, 0, 3, 0x03);
    assert_hot(&stage, 1, 20, 0xf0);
    assert_int_equal(stage.warps[0].cold, 0x0c);
    branch(&stage, 0, 0x02, 40, 4); /* (1,1,1) and one cold: push */
    assert_int_equal(stage.warps[0].cold_count, 2);
    go(&stage, 0, 20); /* merge: (1,0,0) and two cold: pop the head */
    assert_hot(&stage, 0, 20, 0xf1);
    assert_hot(&stage, 1, 30, 0x0c);
    assert_int_equal(stage.warps[0].cold, 0x02);
    contexts_exit(&stage.contexts, 0, 0, 0xff, 0, stage.now); /* (0,1,0): pop */
    assert_hot(&stage, 0, 30, 0x0c);
    assert_hot(&stage, 1, 40, 0x02);
    assert_int_equal(stage.warps[0].cold_count, 0);
    assert_int_equal(cct_free_nodes(&stage.contexts.cct), NODES);
}

/* SBI-44: the secondary that waits for the primary joins it in the step that brings it there. */
static void a_primary_that_arrives_takes_the_secondary_along(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    branch(&stage, 0, 0xf0, 2, 1);
    assert_int_equal(contexts_branch(&stage.contexts, 0, 0, 0, 0, 2, stage.now), CONTEXTS_MOVED);
    assert_hot(&stage, 0, 2, 0xff);
    assert_hot(&stage, 1, 0, 0);
}

/* Both move in one cycle: the primary to where the secondary was does not merge them. */
static void splits_that_move_together_do_not_meet(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    branch(&stage, 0, 0xf0, 2, 1);
    struct contexts_move moves[2] = {{.moves = true, .next = 2}, {.moves = true, .next = 3}};
    contexts_step(&stage.contexts, 0, moves, stage.now);
    assert_hot(&stage, 0, 2, 0x0f);
    assert_hot(&stage, 1, 3, 0xf0);
    moves[1].moves = false;
    moves[0].next = 3;
    contexts_step(&stage.contexts, 0, moves, stage.now);
    assert_hot(&stage, 0, 3, 0xff);
}

/* SBI-31: of three sides the second reaches the join while the third is cold there. */
static void a_hot_split_merges_with_the_head_of_the_list(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    three_ways(&stage);
    go(&stage, 1, 30);
    assert_hot(&stage, 0, 10, 0x0f);
    assert_hot(&stage, 1, 30, 0xf0);
    assert_int_equal(contexts_count(&stage.contexts, 0), 2);
}

/* SBI-31, A-9: to the letter of the paper they stay apart and issue twice. */
static void in_literal_mode_the_head_is_not_compared(void **unused)
{
    (void)unused;
    struct stage stage;
    struct contexts_numbers numbers = hardware;
    numbers.literal = true;
    open_stage(&stage, numbers);
    three_ways(&stage);
    go(&stage, 1, 30);
    assert_hot(&stage, 1, 30, 0x30);
    go(&stage, 1, 50); /* overtakes the cold split at 30 */
    assert_hot(&stage, 1, 50, 0x30);
    assert_false(contexts_in_order(&stage.contexts, 0));
    assert_int_equal(stage.contexts.out_of_order, 2); /* SBI-16: at 30, equal, and at 50 */
    assert_int_equal(contexts_count(&stage.contexts, 0), 3);
    go(&stage, 0, 50);
    assert_hot(&stage, 0, 30, 0xc0);
    assert_hot(&stage, 1, 50, 0x3f);
}

/* SBI-31: with one hot split the comparison cannot be switched off. */
static void one_hot_split_merges_with_the_head(void **unused)
{
    (void)unused;
    struct stage stage;
    struct contexts_numbers numbers = hardware;
    numbers.hot = 1;
    numbers.literal = true;
    open_stage(&stage, numbers);
    branch(&stage, 0, 0xf0, 5, 1);
    assert_hot(&stage, 0, 1, 0x0f);
    assert_int_equal(stage.warps[0].cold, 0xf0);
    go(&stage, 0, 7);
    assert_hot(&stage, 0, 5, 0xf0);
    go(&stage, 0, 7);
    assert_hot(&stage, 0, 7, 0xff);
}

/* SBI-31: one exchange per warp and cycle; an insertion in the same cycle delays it. */
static void an_exchange_follows_in_the_next_cycle(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    three_ways(&stage);
    contexts_branch(&stage.contexts, 0, 0, 0x03, 50, 40, stage.now); /* 20, 40, 50; cold 30 */
    assert_hot(&stage, 0, 20, 0x30);
    assert_hot(&stage, 1, 40, 0x0c);
    assert_int_equal(stage.contexts.unsettled, 1);
    contexts_settle(&stage.contexts, stage.now + 1);
    assert_hot(&stage, 1, 30, 0xc0);
    assert_int_equal(stage.contexts.unsettled, 0);
}

/* SBI-32: no node is left: the branch is held, and nothing changes until one is free. */
static void a_divergence_without_a_node_is_held(void **unused)
{
    (void)unused;
    struct stage stage;
    struct contexts_numbers numbers = hardware;
    numbers.cct.nodes = 1;
    open_stage(&stage, numbers);
    three_ways(&stage);
    assert_int_equal(branch(&stage, 0, 0x03, 11, 12), CONTEXTS_FULL);
    assert_hot(&stage, 0, 10, 0x0f);
    assert_int_equal(stage.contexts.full_stalls, 1);
    assert_int_equal(contexts_live(&stage.contexts, 0), 0xff);
    go(&stage, 1, 30); /* frees the node */
    assert_int_equal(branch(&stage, 0, 0x03, 11, 12), CONTEXTS_MOVED);
    assert_int_equal(contexts_count(&stage.contexts, 0), 3);
}

/* SBI-32: at most so many cold splits per warp, although the pool has nodes. */
static void a_warp_has_its_own_limit(void **unused)
{
    (void)unused;
    struct stage stage;
    struct contexts_numbers numbers = hardware;
    numbers.cold_max = 1;
    open_stage(&stage, numbers);
    three_ways(&stage);
    assert_int_equal(branch(&stage, 0, 0x03, 11, 12), CONTEXTS_FULL);
    assert_int_equal(cct_free_nodes(&stage.contexts.cct), NODES - 1);
}

/* SBI-32: without a limit per warp, one warp may use the pool that another one needs. */
static void warps_share_the_pool(void **unused)
{
    (void)unused;
    struct stage stage;
    struct contexts_numbers numbers = hardware;
    numbers.cct.nodes = 1;
    open_stage(&stage, numbers);
    three_ways(&stage);
    contexts_start(&stage.contexts, 1, 0, 7);
    contexts_branch(&stage.contexts, 1, 0, 1, 10, 1, stage.now);
    assert_int_equal(contexts_branch(&stage.contexts, 1, 0, 2, 20, 2, stage.now), CONTEXTS_FULL);
    contexts_end(&stage.contexts, 0);
    assert_int_equal(contexts_branch(&stage.contexts, 1, 0, 2, 20, 2, stage.now), CONTEXTS_MOVED);
}

/* SBI-32: a spilled split is not lost, and takes time to come back. */
static void a_split_can_be_spilled(void **unused)
{
    (void)unused;
    struct stage stage;
    struct contexts_numbers numbers = hardware;
    numbers.cct.nodes = 1;
    open_stage(&stage, numbers);
    three_ways(&stage);
    struct contexts_move move[2] = {
        {.moves = true, .taken = 0x03, .target = 40, .next = 12, .spill = true}};
    assert_int_equal(contexts_step(&stage.contexts, 0, move, stage.now), CONTEXTS_MOVED);
    assert_int_equal(contexts_count(&stage.contexts, 0), 4);
    assert_int_equal(stage.contexts.cct.spills, 1);
    for (int i = 0; i < 2; i++)
        contexts_exit(&stage.contexts, 0, 0, 0xff, 0, 1000);
    assert_hot(&stage, 0, 30, 0xc0);
    assert_hot(&stage, 1, 40, 0x03);
    assert_int_equal(hot(&stage, 1)->ready, 1050);
}

/* SBI-32: eight targets, one node: the paced form makes one split per cycle and is held. */
static void a_switch_parts_one_target_at_a_time(void **unused)
{
    (void)unused;
    struct stage stage;
    static const uint32_t target[8] = {30, 20, 30, 10, 20, 10, 40, 40};
    open_stage(&stage, hardware);
    uint64_t lanes = contexts_first_target(&stage.contexts, 0xff, target);
    assert_int_equal(lanes, 0x28);
    assert_int_equal(branch(&stage, 0, lanes, 10, 0), CONTEXTS_MOVED);
    assert_hot(&stage, 0, 0, 0xd7);
    assert_hot(&stage, 1, 10, 0x28);
    lanes = contexts_first_target(&stage.contexts, hot(&stage, 0)->mask, target);
    assert_int_equal(lanes, 0x12);
}

static void a_switch_parts_all_targets_at_once(void **unused)
{
    (void)unused;
    struct stage stage;
    static const uint32_t target[8] = {30, 20, 30, 10, 20, 10, 40, 40};
    open_stage(&stage, hardware);
    contexts_branch_each(&stage.contexts, 0, 0, 0x7f, target, 5, 0, false, 0);
    assert_hot(&stage, 0, 5, 0x80);
    assert_hot(&stage, 1, 10, 0x28);
    assert_int_equal(contexts_count(&stage.contexts, 0), 5);
    contexts_exit(&stage.contexts, 0, 0, 0xff, 0, 0);
    assert_hot(&stage, 1, 20, 0x12); /* in order, although the sorter was busy */
}

/* Lanes in a function come before their caller, wherever its code is. */
static void a_deeper_call_runs_first(void **unused)
{
    (void)unused;
    struct stage stage;
    struct contexts_move call[2] = {
        {.moves = true, .taken = 0x0f, .target = 100, .next = 1, .call = 1}};
    open_stage(&stage, hardware);
    contexts_step(&stage.contexts, 0, call, 0);
    assert_hot(&stage, 0, 100, 0x0f);
    assert_hot(&stage, 1, 1, 0xf0);
    struct contexts_move back[2] = {
        {.moves = true, .taken = 0x0f, .target = 1, .next = 0, .call = -1}};
    contexts_step(&stage.contexts, 0, back, 0);
    assert_hot(&stage, 0, 1, 0xff);
    back[0].target = 2;
    contexts_step(&stage.contexts, 0, back, 0); /* from no call: a jump */
    assert_int_equal(hot(&stage, 0)->depth, 0);
}

/* The order of a table instead of addresses: the join at 2 is behind the else side at 3. */
static void a_table_of_priorities_replaces_the_address(void **unused)
{
    (void)unused;
    struct stage stage;
    static const uint32_t priority[] = {0, 1, 3, 2};
    open_stage(&stage, hardware);
    contexts_reset(&stage.contexts, priority);
    contexts_start(&stage.contexts, 0, 0, 0xff);
    branch(&stage, 0, 0xf0, 3, 1);
    go(&stage, 0, 2);
    assert_hot(&stage, 0, 3, 0xf0);
    assert_hot(&stage, 1, 2, 0x0f);
    go(&stage, 0, 2);
    assert_hot(&stage, 0, 2, 0xff);
}

/* SBI-40: splits that wait at one barrier merge, let the others run, and continue together. */
static void waiting_splits_let_others_run_and_merge(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    three_ways(&stage);
    contexts_wait(&stage.contexts, 0, 0, 11, stage.now);
    contexts_settle(&stage.contexts, ++stage.now);
    assert_hot(&stage, 0, 20, 0x30);
    assert_hot(&stage, 1, 30, 0xc0);
    go(&stage, 0, 10);
    contexts_wait(&stage.contexts, 0, 0, 11, stage.now);
    assert_int_equal(contexts_waiting(&stage.contexts, 0), 0x3f);
    assert_int_equal(contexts_count(&stage.contexts, 0), 2);
    contexts_exit(&stage.contexts, 0, 0, 0xc0, 0, stage.now); /* exited lanes do not wait */
    assert_int_equal(contexts_waiting(&stage.contexts, 0), contexts_live(&stage.contexts, 0));
    assert_null(contexts_next(&stage.contexts, 0));
    contexts_release(&stage.contexts, 0, ~0ull, stage.now);
    assert_hot(&stage, 0, 11, 0x3f);
}

/* SBI-40: all hot splits wait and the list is out of order: one that can run is found. */
static void a_split_that_can_run_is_found_below_waiting_ones(void **unused)
{
    (void)unused;
    struct stage stage;
    struct contexts_numbers numbers = hardware;
    numbers.literal = true;
    numbers.cct.sort_min = 64;
    open_stage(&stage, numbers);
    three_ways(&stage); /* 10, 20, cold 30 */
    contexts_wait(&stage.contexts, 0, 1, 99, stage.now);
    contexts_wait(&stage.contexts, 0, 0, 98, stage.now);
    assert_non_null(contexts_next(&stage.contexts, 0));
    assert_hot(&stage, 0, 30, 0xc0);
    assert_int_equal(stage.contexts.rescues, 1);
}

static void only_the_named_lanes_are_released(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    contexts_wait(&stage.contexts, 0, 0, 5, 0);
    contexts_release(&stage.contexts, 0, 0x0f, 0);
    assert_hot(&stage, 0, 5, 0x0f);
    assert_false(hot(&stage, 0)->waits);
    assert_hot(&stage, 1, 5, 0xf0);
    assert_true(hot(&stage, 1)->waits);
}

/* A branch under way keeps its slot, although lower splits appear. */
static void a_busy_split_stays_hot(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    branch(&stage, 0, 0xf0, 20, 10);
    contexts_set_busy(&stage.contexts, 0, 1);
    branch(&stage, 0, 0x03, 5, 6);
    assert_hot(&stage, 0, 5, 0x03);
    assert_hot(&stage, 1, 20, 0xf0);
    assert_int_equal(stage.warps[0].cold, 0x0c);
    go(&stage, 0, 20); /* does not merge with it */
    assert_hot(&stage, 0, 6, 0x0c);
    assert_hot(&stage, 1, 20, 0xf0);
    assert_int_equal(stage.warps[0].cold, 0x03);
    branch(&stage, 1, 0xf0, 21, 0);
    assert_hot(&stage, 1, 20, 0x03);
    assert_int_equal(stage.warps[0].cold, 0xf0);
}

static void a_move_ends_the_branch_under_way(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    contexts_set_busy(&stage.contexts, 0, 0);
    go(&stage, 0, 5);
    assert_false(hot(&stage, 0)->busy);
}

/* a watchdog changes the order for a while; nobody is lost, and the matrix says who moved. */
static void the_order_can_change_at_run_time(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    three_ways(&stage);
    uint32_t seed = 1; /* one that reverses the primary and a split that was behind it */
    while (contexts_reorder(&stage.contexts, seed, stage.now), hot(&stage, 0)->pc == 10)
        seed++;
    contexts_reorder(&stage.contexts, 0, stage.now);
    change(&stage);
    contexts_reorder(&stage.contexts, seed, stage.now);
    assert_int_equal(contexts_live(&stage.contexts, 0), 0xff);
    assert_int_equal(contexts_count(&stage.contexts, 0), 3);
    assert_int_not_equal(change(&stage), TRANSITION_SAME);
    contexts_reorder(&stage.contexts, 0, stage.now);
    assert_hot(&stage, 0, 10, 0x0f);
    assert_hot(&stage, 1, 20, 0x30);
}

/* SBI-55: the matrix of each event of the table. */
static void every_event_has_its_matrix(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    branch(&stage, 0, 0xf0, 20, 1);
    assert_change(&stage, "110;000;000"); /* divergence of the only split */
    go(&stage, 0, 2);
    assert_change(&stage, "100;010;001"); /* no change */
    branch(&stage, 0, 0x0c, 30, 3);
    change(&stage);                        /* the first cold one */
    branch(&stage, 0, 0x02, 40, 4);
    assert_change(&stage, "101;010;001"); /* child goes cold */
    branch(&stage, 1, 0xf0, 2, 0);
    assert_change(&stage, "010;100;001"); /* swap of order */
    go(&stage, 0, 4);
    assert_change(&stage, "100;100;011"); /* merge, pop, more remain */
    contexts_exit(&stage.contexts, 0, 1, 0x0c, 0, stage.now);
    assert_change(&stage, "100;000;010"); /* the secondary ends, the last cold one is popped */
    go(&stage, 0, 40);
    assert_change(&stage, "100;100;000"); /* merge, nothing cold */
}

/* Changes that nobody has taken are multiplied. */
static void changes_accumulate(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    branch(&stage, 0, 0xf0, 20, 1);
    go(&stage, 0, 30);
    assert_change(&stage, "110;000;000");
    go(&stage, 0, 30);
    assert_change(&stage, "100;100;000");
}

/* Moves are counted by the number of splits after them. */
static void splits_per_warp_are_counted(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, hardware);
    three_ways(&stage);
    go(&stage, 0, 11);
    go(&stage, 0, 20);
    assert_int_equal(stage.contexts.histogram[2], 2);
    assert_int_equal(stage.contexts.histogram[3], 2);
    assert_int_equal(stage.contexts.divergences, 2);
    assert_int_equal(stage.contexts.merges, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_two_lowest_splits_are_hot),
        cmocka_unit_test(slots_are_refilled_and_the_third_entry_goes_cold),
        cmocka_unit_test(a_primary_that_arrives_takes_the_secondary_along),
        cmocka_unit_test(splits_that_move_together_do_not_meet),
        cmocka_unit_test(a_hot_split_merges_with_the_head_of_the_list),
        cmocka_unit_test(in_literal_mode_the_head_is_not_compared),
        cmocka_unit_test(one_hot_split_merges_with_the_head),
        cmocka_unit_test(an_exchange_follows_in_the_next_cycle),
        cmocka_unit_test(a_divergence_without_a_node_is_held),
        cmocka_unit_test(a_warp_has_its_own_limit),
        cmocka_unit_test(warps_share_the_pool),
        cmocka_unit_test(a_split_can_be_spilled),
        cmocka_unit_test(a_switch_parts_one_target_at_a_time),
        cmocka_unit_test(a_switch_parts_all_targets_at_once),
        cmocka_unit_test(a_deeper_call_runs_first),
        cmocka_unit_test(a_table_of_priorities_replaces_the_address),
        cmocka_unit_test(waiting_splits_let_others_run_and_merge),
        cmocka_unit_test(a_split_that_can_run_is_found_below_waiting_ones),
        cmocka_unit_test(only_the_named_lanes_are_released),
        cmocka_unit_test(a_busy_split_stays_hot),
        cmocka_unit_test(a_move_ends_the_branch_under_way),
        cmocka_unit_test(the_order_can_change_at_run_time),
        cmocka_unit_test(every_event_has_its_matrix),
        cmocka_unit_test(changes_accumulate),
        cmocka_unit_test(splits_per_warp_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
