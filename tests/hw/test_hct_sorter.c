/* SPDX-License-Identifier: Apache-2.0 */
/* test_hct_sorter.c - the sorting network of the hot context table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/hct_sorter.h"

#include <cmocka.h>

enum { ENTRIES = 3 };

static struct split entry(uint32_t pc, uint64_t mask)
{
    return (struct split){.mask = mask, .pc = pc, .key = split_key(false, 0, pc)};
}

static void check_sorted(const struct split *entries, uint32_t count, uint64_t all)
{
    uint64_t seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        assert_true(entries[i].mask);
        assert_false(entries[i].mask & seen);
        assert_true(i == 0 || entries[i - 1].key < entries[i].key);
        seen |= entries[i].mask;
    }
    assert_int_equal(seen, all);
}

/* Lane i of the warp came in with entry i: it is where that entry's pc is now. */
static void check_places(const struct split *entries, uint32_t count, const uint32_t *pc,
                         uint32_t valid)
{
    for (uint32_t lane = 0; lane < ENTRIES; lane++) {
        uint32_t found = 0;
        for (uint32_t i = 0; i < count; i++)
            found += (entries[i].mask >> lane & 1) && entries[i].pc == pc[lane];
        assert_int_equal(found, valid >> lane & 1);
    }
}

/* SBI-24: three entries, program counters 0, 1 and 2, all valid bits. */
static void every_input_of_three_entries_comes_out_sorted_and_merged(void **unused)
{
    (void)unused;
    for (uint32_t code = 0; code < 27 * 8; code++) {
        uint32_t valid = code & 7, pcs = code >> 3;
        uint32_t pc[ENTRIES] = {pcs % 3, pcs / 3 % 3, pcs / 9};
        struct split entries[ENTRIES];
        for (uint32_t i = 0; i < ENTRIES; i++)
            entries[i] = entry(pc[i], (uint64_t)(valid >> i & 1) << i);
        uint32_t count = hct_sort(entries, ENTRIES);
        check_sorted(entries, count, valid);
        check_places(entries, count, pc, valid);
    }
}

/* SBI-24: a merged entry is ready when both were. */
static void a_merged_entry_is_ready_with_the_later_one(void **unused)
{
    (void)unused;
    struct split entries[2] = {entry(5, 1), entry(5, 2)};
    entries[0].ready = 10;
    entries[1].ready = 30;
    assert_int_equal(hct_sort(entries, 2), 1);
    assert_int_equal(entries[0].ready, 30);
    assert_int_equal(entries[0].mask, 3);
}

/* Lanes that have issued a branch are not those that have just reached it. */
static void a_busy_entry_does_not_merge(void **unused)
{
    (void)unused;
    struct split entries[3] = {entry(5, 1), entry(5, 2), entry(5, 4)};
    entries[1].busy = true;
    assert_int_equal(hct_sort(entries, 3), 2);
    assert_int_equal(entries[0].mask, 5);
    assert_int_equal(entries[1].mask, 2);
    assert_true(entries[1].busy);
}

/* Deeper calls first; lanes at a barrier last. */
static void deeper_calls_come_first_and_waiting_lanes_last(void **unused)
{
    (void)unused;
    struct split entries[3] = {entry(1, 1), entry(2, 2), entry(9, 4)};
    entries[0].key = split_key(true, 3, 1);
    entries[2].key = split_key(false, 1, 9);
    assert_int_equal(hct_sort(entries, 3), 3);
    assert_int_equal(entries[0].mask, 4);
    assert_int_equal(entries[1].mask, 2);
    assert_int_equal(entries[2].mask, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_input_of_three_entries_comes_out_sorted_and_merged),
        cmocka_unit_test(a_merged_entry_is_ready_with_the_later_one),
        cmocka_unit_test(a_busy_entry_does_not_merge),
        cmocka_unit_test(deeper_calls_come_first_and_waiting_lanes_last),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
