/* SPDX-License-Identifier: Apache-2.0 */
/* test_cct.c - lists of cold contexts, their sorter, and what happens when it is busy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "hw/cct.h"

#include <cmocka.h>

#include "tests/dice.h"

enum { NODES = 128, SPILLED = 32, LISTS = 16 };

struct stage {
    struct cct_numbers numbers;
    struct cct_node nodes[NODES + SPILLED];
    struct cct cct;
    uint32_t list[LISTS];
};

static void open_stage(struct stage *stage, uint32_t nodes)
{
    *stage = (struct stage){.numbers = {.nodes = nodes, .spilled = SPILLED, .sort_min = 1,
                                        .sort_max = 64, .spill = 100}};
    cct_build(&stage->cct, &stage->numbers, stage->nodes);
    for (uint32_t i = 0; i < LISTS; i++)
        stage->list[i] = CCT_NONE;
}

static struct split at(uint32_t pc, uint64_t mask)
{
    return (struct split){.mask = mask, .pc = pc, .key = split_key(false, 0, pc)};
}

static enum cct_outcome insert(struct stage *stage, uint32_t pc, cycle_t now)
{
    struct split split = at(pc, 1ull << pc % 64);
    return cct_insert(&stage->cct, &stage->list[0], &split, false, now);
}

static uint32_t pop(struct stage *stage)
{
    return cct_take(&stage->cct, &stage->list[0], 0).pc;
}

static uint32_t length(const struct stage *stage, uint32_t head)
{
    uint32_t nodes = 0;
    for (; head != CCT_NONE; head = stage->nodes[head].next)
        assert_true(++nodes <= NODES + SPILLED);
    return nodes;
}

/* SBI-29: an insertion into a list of length k at its end takes k + 1 cycles. */
static void an_insertion_takes_the_nodes_walked_and_one(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, NODES);
    cycle_t now = 0;
    for (uint32_t k = 0; k < 63; k++) {
        insert(&stage, k, now);
        assert_int_equal(stage.cct.sorter_free, now + k + 1);
        now = stage.cct.sorter_free;
    }
    insert(&stage, 0, now); /* to the front: merges, no node is passed */
    assert_int_equal(stage.cct.sorter_free, now + 1);
}

/* SBI-29: never more than 64 cycles. */
static void an_insertion_takes_at_most_64_cycles(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, NODES);
    for (uint32_t k = 0; k < 100; k++)
        insert(&stage, k, k * 100);
    assert_int_equal(stage.cct.sorter_free, 9900 + 64);
}

static void the_cost_of_an_insertion_can_be_set(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, NODES);
    stage.numbers.sort_min = 64;
    insert(&stage, 1, 0);
    assert_int_equal(stage.cct.sorter_free, 64);
}

/* SBI-30: while the sorter is busy, inserts go to the head; pops return the last one. */
static void a_busy_sorter_makes_the_list_a_stack(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, NODES);
    stage.numbers.sort_min = 64;
    insert(&stage, 10, 0);
    insert(&stage, 30, 1);
    insert(&stage, 20, 63);
    assert_int_equal(stage.cct.degraded_inserts, 2);
    assert_int_equal(pop(&stage), 20);
    assert_int_equal(pop(&stage), 30);
    assert_int_equal(pop(&stage), 10);
}

/* SBI-30: in the cycle in which the sorter is free again the next insertion is sorted. */
static void a_free_sorter_keeps_the_list_sorted(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, NODES);
    insert(&stage, 30, 0);
    insert(&stage, 10, 1);
    insert(&stage, 20, 2);
    assert_int_equal(stage.cct.degraded_inserts, 0);
    assert_int_equal(pop(&stage), 10);
    assert_int_equal(pop(&stage), 20);
    assert_int_equal(pop(&stage), 30);
}

static void splits_at_one_place_share_a_node(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, NODES);
    struct split one = at(7, 1), two = at(7, 2);
    assert_int_equal(cct_insert(&stage.cct, &stage.list[0], &one, false, 0), CCT_ADDED);
    assert_int_equal(cct_insert(&stage.cct, &stage.list[0], &two, false, 9), CCT_MERGED);
    assert_int_equal(cct_take(&stage.cct, &stage.list[0], 0).mask, 3);
    assert_int_equal(stage.list[0], CCT_NONE);
}

/* SBI-32: a full table refuses; memory takes the context, at a cost when it is fetched back. */
static void a_full_table_refuses_or_spills(void **unused)
{
    (void)unused;
    struct stage stage;
    open_stage(&stage, 2);
    assert_int_equal(insert(&stage, 1, 0), CCT_ADDED);
    assert_int_equal(insert(&stage, 2, 100), CCT_ADDED);
    assert_int_equal(insert(&stage, 3, 200), CCT_FULL);
    assert_int_equal(length(&stage, stage.list[0]), 2);
    assert_int_equal(stage.cct.inserts, 2);
    struct split split = at(3, 8);
    assert_int_equal(cct_insert(&stage.cct, &stage.list[0], &split, true, 200), CCT_ADDED);
    assert_int_equal(stage.cct.spills, 1);
    assert_int_equal(cct_take(&stage.cct, &stage.list[0], 300).ready, 0);
    assert_int_equal(cct_take(&stage.cct, &stage.list[0], 300).ready, 0);
    assert_int_equal(cct_take(&stage.cct, &stage.list[0], 300).ready, 400);
    assert_int_equal(cct_free_nodes(&stage.cct), 2);
}

static void check_lists(const struct stage *stage)
{
    uint8_t seen[NODES + SPILLED] = {0};
    uint32_t used = 0;
    for (uint32_t i = 0; i < LISTS; i++) {
        for (uint32_t node = stage->list[i]; node != CCT_NONE; node = stage->nodes[node].next) {
            assert_int_equal(seen[node]++, 0);
            used++;
        }
    }
    assert_int_equal(used, stage->cct.used + stage->cct.spilled);
    assert_int_equal(length(stage, stage->cct.free) + stage->cct.used, NODES);
    assert_int_equal(length(stage, stage->cct.free_spill) + stage->cct.spilled, SPILLED);
}

/* SBI-23: lists have no cycle and share no node; free and used nodes are 128. */
static void lists_share_no_node_and_none_is_lost(void **unused)
{
    (void)unused;
    struct stage stage;
    uint64_t dice = 1;
    open_stage(&stage, NODES);
    for (uint32_t now = 0; now < 20000; now++) {
        uint64_t roll = dice_roll(&dice);
        uint32_t *list = &stage.list[roll % LISTS];
        struct split split = at((uint32_t)(roll >> 8) % 20, 1);
        bool grow = now / 1000 % 2 ? roll >> 32 & 1 : (roll >> 32) % 4;
        if (grow)
            cct_insert(&stage.cct, list, &split, roll >> 40 & 1, now);
        else if (*list != CCT_NONE)
            cct_take(&stage.cct, list, now);
        check_lists(&stage);
    }
    assert_true(stage.cct.degraded_inserts && stage.cct.spills);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_insertion_takes_the_nodes_walked_and_one),
        cmocka_unit_test(an_insertion_takes_at_most_64_cycles),
        cmocka_unit_test(the_cost_of_an_insertion_can_be_set),
        cmocka_unit_test(a_busy_sorter_makes_the_list_a_stack),
        cmocka_unit_test(a_free_sorter_keeps_the_list_sorted),
        cmocka_unit_test(splits_at_one_place_share_a_node),
        cmocka_unit_test(a_full_table_refuses_or_spills),
        cmocka_unit_test(lists_share_no_node_and_none_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
