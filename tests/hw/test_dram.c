/* SPDX-License-Identifier: Apache-2.0 */
/* test_dram.c - rows, banks and the bus. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/dram.h"

#include <cmocka.h>

/* A row holds four lines of its bank; consecutive lines go to the two banks in turn. */
static const struct dram_numbers numbers = {.banks = 2, .row_bytes = 256, .line_bytes = 64,
                                            .row_hit = 14, .row_closed = 28, .row_conflict = 42,
                                            .burst = 4, .overhead = 16, .queue = 2};
enum { BACK = 4 + 16, LINE = 64, ROW = 2 * 256 };

static struct memory_answer load(struct dram *dram, uint64_t address, cycle_t now)
{
    return memory_request(&dram->level, address, LINE, false, now);
}

static void a_closed_bank_an_open_row_and_another_row_differ(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    assert_int_equal(load(&dram, 0, 100).done, 100 + 28 + BACK);
    assert_int_equal(load(&dram, 2 * LINE, 200).done, 200 + 14 + BACK);
    assert_int_equal(load(&dram, ROW, 300).done, 300 + 42 + BACK);
    assert_int_equal(dram.row_hits, 1);
    assert_int_equal(dram.loads, 3);
}

/* Lines 0, 2, 4 and 6 of bank 0 are a row; line 8 is the next one. */
static void a_row_ends_after_its_bytes(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    load(&dram, 0, 0);
    assert_int_equal(load(&dram, 6 * LINE, 100).done, 100 + 14 + BACK);
    assert_int_equal(load(&dram, 8 * LINE, 200).done, 200 + 42 + BACK);
}

static void consecutive_lines_go_to_consecutive_banks(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    load(&dram, 0, 0);
    assert_int_equal(load(&dram, LINE, 100).done, 100 + 28 + BACK); /* closed: another bank */
    assert_int_equal(load(&dram, LINE + 63, 200).done, 200 + 14 + BACK);
}

/* Both banks have their data at 28; the bus brings one line after the other. */
static void the_bus_carries_one_line_at_a_time(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    assert_int_equal(load(&dram, 0, 0).done, 28 + BACK);
    assert_int_equal(load(&dram, LINE, 0).done, 28 + 4 + BACK);
    assert_int_equal(dram_next_event(&dram, 27), 28);
    assert_true(dram_next_event(&dram, 28) == NEVER);
}

/* Data at 28: a request of cycle 27 waits one cycle, one of cycle 28 none. */
static void a_bank_takes_its_next_access_when_data_flows(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    load(&dram, 0, 0);
    assert_int_equal(load(&dram, 2 * LINE, 27).done, 28 + 14 + BACK);
    dram_reset(&dram);
    load(&dram, 0, 0);
    assert_int_equal(load(&dram, 2 * LINE, 28).done, 28 + 14 + BACK);
    dram_reset(&dram);
    load(&dram, 0, 0);
    assert_int_equal(load(&dram, 2 * LINE, 29).done, 29 + 14 + BACK);
}

static void a_request_is_taken_at_once_and_stores_use_rows_and_bus_too(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    assert_int_equal(memory_request(&dram.level, 0, LINE, true, 0).taken, 0);
    assert_int_equal(load(&dram, 2 * LINE, 100).done, 100 + 14 + BACK); /* the store's row */
    assert_int_equal(memory_request(&dram.level, LINE, LINE, true, 100).taken, 100);
    assert_int_equal(load(&dram, 4 * LINE, 115).done, 132 + BACK); /* behind the store's burst */
    assert_int_equal(dram.stores, 2);
    assert_int_equal(dram.loads, 2);
}

/* A load of a far cycle has booked the bus there; one of an earlier cycle takes the gap before. */
static void a_burst_of_a_far_cycle_keeps_no_earlier_one_waiting(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    load(&dram, 0, 10000);
    assert_int_equal(load(&dram, LINE, 100).done, 100 + 28 + BACK);
}

/* The queue holds two: the third store waits for the first one's burst, at 28 + 4. */
static void a_full_write_queue_makes_stores_wait(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    assert_int_equal(memory_request(&dram.level, 0, LINE, true, 0).taken, 0);
    assert_int_equal(memory_request(&dram.level, LINE, LINE, true, 0).taken, 0);
    assert_int_equal(memory_request(&dram.level, 2 * LINE, LINE, true, 0).taken, 32);
    assert_int_equal(memory_request(&dram.level, 3 * LINE, LINE, true, 100).taken, 100);
}

static void a_long_request_takes_several_bursts(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    assert_int_equal(memory_request(&dram.level, 0, 4 * LINE, false, 0).done, 28 + 12 + BACK);
    assert_int_equal(dram.loads, 4);
}

static void a_reset_closes_rows_and_frees_the_bus(void **unused)
{
    (void)unused;
    struct dram dram;
    dram_build(&dram, &numbers);
    load(&dram, 0, 1000);
    dram_reset(&dram);
    assert_int_equal(load(&dram, 0, 0).done, 28 + BACK);
    assert_int_equal(dram.loads, 1);
    assert_int_equal(dram.row_hits, 0);
}

/* A bank that is pipelined: its second access starts 7 cycles after the first. */
static void a_pipelined_bank_starts_an_access_every_few_cycles(void **unused)
{
    (void)unused;
    struct dram_numbers pipelined = numbers;
    struct dram dram;
    pipelined.cycle = 7;
    dram_build(&dram, &pipelined);
    assert_int_equal(load(&dram, 0, 0).done, 28 + BACK);
    assert_int_equal(load(&dram, 2 * LINE, 100).done, 100 + 14 + BACK);
    assert_int_equal(load(&dram, 4 * LINE, 100).done, 107 + 14 + BACK);
}

/* As many lines as banks, from a multiple on, have a bank each under each mapping of lines. */
static void a_hash_spreads_strides_over_the_banks(void **unused)
{
    (void)unused;
    struct dram_numbers hashed = numbers;
    hashed.banks = 16;
    hashed.mapping = DRAM_HASH;
    for (uint64_t stride = LINE; stride <= 65536 * LINE; stride *= 16) {
        uint32_t seen = 0;
        for (uint64_t i = 0; i < 16; i++)
            seen |= 1u << dram_bank_of(&hashed, i * stride);
        assert_int_equal(seen, 0xffff);
    }
    hashed.mapping = DRAM_INTERLEAVE;
    assert_int_equal(dram_bank_of(&hashed, 3 * LINE), 3);
    assert_int_equal(dram_bank_of(&hashed, 16 * LINE), 0);
}

static void consecutive_lines_of_a_row_share_its_bank(void **unused)
{
    (void)unused;
    struct dram_numbers by_row = numbers;
    struct dram dram;
    by_row.mapping = DRAM_ROW;
    dram_build(&dram, &by_row);
    load(&dram, 0, 0);
    assert_int_equal(load(&dram, 3 * LINE, 100).done, 100 + 14 + BACK);
    assert_int_equal(load(&dram, 4 * LINE, 200).done, 200 + 28 + BACK); /* closed: another bank */
    assert_int_equal(load(&dram, 8 * LINE, 300).done, 300 + 42 + BACK); /* the first's next row */
}

static void remember(void *context, const struct dram_access *access)
{
    *(struct dram_access *)context = *access;
}

static void a_watcher_is_told_what_every_access_finds(void **unused)
{
    (void)unused;
    struct dram dram;
    struct dram_access last = {0};
    const struct dram_watcher watcher = {&last, remember};
    dram_build(&dram, &numbers);
    dram.watcher = &watcher;
    for (unsigned launch = 0; launch < 2; launch++) {
        load(&dram, LINE, 100);
        assert_int_equal(last.found, CHANNEL_CLOSED);
        assert_int_equal(last.bank, 1);
        assert_int_equal(last.free, 100 + 28);
        assert_int_equal(last.done, 100 + 28 + 4);
        memory_request(&dram.level, ROW + LINE, LINE, true, 120); /* the bank is busy */
        assert_int_equal(last.found, CHANNEL_CONFLICT);
        assert_int_equal(last.row, 1);
        assert_int_equal(last.start, 100 + 28);
        assert_true(last.store);
        load(&dram, ROW + LINE, 300);
        assert_int_equal(last.found, CHANNEL_HIT);
        assert_false(last.store);
        dram_reset(&dram);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_closed_bank_an_open_row_and_another_row_differ),
        cmocka_unit_test(a_row_ends_after_its_bytes),
        cmocka_unit_test(consecutive_lines_go_to_consecutive_banks),
        cmocka_unit_test(the_bus_carries_one_line_at_a_time),
        cmocka_unit_test(a_bank_takes_its_next_access_when_data_flows),
        cmocka_unit_test(a_request_is_taken_at_once_and_stores_use_rows_and_bus_too),
        cmocka_unit_test(a_burst_of_a_far_cycle_keeps_no_earlier_one_waiting),
        cmocka_unit_test(a_full_write_queue_makes_stores_wait),
        cmocka_unit_test(a_long_request_takes_several_bursts),
        cmocka_unit_test(a_reset_closes_rows_and_frees_the_bus),
        cmocka_unit_test(a_pipelined_bank_starts_an_access_every_few_cycles),
        cmocka_unit_test(a_hash_spreads_strides_over_the_banks),
        cmocka_unit_test(consecutive_lines_of_a_row_share_its_bank),
        cmocka_unit_test(a_watcher_is_told_what_every_access_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
