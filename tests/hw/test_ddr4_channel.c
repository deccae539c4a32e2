/* SPDX-License-Identifier: Apache-2.0 */
/* test_ddr4_channel.c - latencies of the simple controller, its queue, refresh, and the order and
 * legality of its commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "../dice.h"
#include "hw/ddr4_channel.h"
#include "hw/ddr4_checker.h"
#include "hw/dram.h"

#include <cmocka.h>

/* With two groups, 16 KiB are a row of both groups' banks 0; 4 of these are all banks' row 0. */
enum { BURST = 64, ROW = 16384, BANKS = 4, CONFLICT = BANKS * ROW };

static const struct ddr4_numbers *x16(void)
{
    return ddr4_find("3200AA", "x16");
}

static cycle_t load(struct ddr4_channel *channel, uint64_t address, cycle_t now)
{
    return ddr4_channel_access(channel, address, false, now).done;
}

static void a_closed_bank_an_open_row_and_another_row_differ(void **unused)
{
    (void)unused;
    static struct ddr4_channel channel;
    ddr4_channel_build(&channel, x16(), false);
    assert_int_equal(load(&channel, 0, 100), 100 + 22 + 22 + 4);
    assert_int_equal(load(&channel, 2 * BURST, 300), 300 + 22 + 4);
    assert_int_equal(load(&channel, CONFLICT, 500), 500 + 22 + 22 + 22 + 4);
    assert_int_equal(ddr4_channel_access(&channel, CONFLICT, true, 700).done, 700 + 16 + 4);
    assert_int_equal(ddr4_channel_alone(x16(), CHANNEL_CONFLICT, false), 22 + 22 + 22 + 4);
    assert_int_equal(ddr4_channel_alone(x16(), CHANNEL_HIT, true), 16 + 4);
}

static void a_closed_page_never_finds_a_row(void **unused)
{
    (void)unused;
    static struct ddr4_channel channel;
    ddr4_channel_build(&channel, x16(), true);
    for (unsigned i = 0; i < 3; i++) {
        struct channel_answer answer = ddr4_channel_access(&channel, CONFLICT * i, false, 1000 * i);
        assert_int_equal(answer.row, CHANNEL_CLOSED);
        assert_int_equal(answer.done, 1000 * i + 22 + 22 + 4);
    }
    assert_true(ddr4_all_closed(&channel.ddr4));
}

/* Neighbouring bursts alternate between the groups: data without gaps. */
static void a_stream_fills_the_data_bus(void **unused)
{
    (void)unused;
    static struct ddr4_channel channel;
    ddr4_channel_build(&channel, x16(), false);
    cycle_t done = 0;
    for (unsigned i = 0; i < 200; i++)
        done = load(&channel, BURST * i, 0);
    /* The second bank opens nRRD_S later; from then on a burst takes four cycles. */
    assert_int_equal(done, 22 + 9 + 22 + 199 * 4);
}

/* Activates of waiting bursts go between the accesses of earlier ones. */
static void rows_open_while_earlier_bursts_wait(void **unused)
{
    (void)unused;
    static struct ddr4_channel channel;
    ddr4_channel_build(&channel, x16(), false);
    load(&channel, 0, 0);
    assert_int_equal(load(&channel, ROW, 0), 11 + 22 + 22 + 4); /* tRRD_L, not a row cycle */
}

static void a_burst_enters_the_queue_when_one_leaves_it(void **unused)
{
    (void)unused;
    static struct ddr4_channel channel;
    ddr4_channel_build(&channel, x16(), false);
    for (unsigned i = 0; i < CHANNEL_QUEUE; i++)
        load(&channel, 2 * BURST * i, 0);
    assert_int_equal(channel.clock, 0);
    load(&channel, 0, 0);
    assert_int_equal(channel.clock, 22 + 1); /* after the first access */
}

static void a_request_after_the_interval_waits_for_the_refresh(void **unused)
{
    (void)unused;
    static struct ddr4_channel channel;
    ddr4_channel_build(&channel, x16(), false);
    load(&channel, 0, 12000);
    assert_int_equal(load(&channel, 0, 12479), 12479 + 22 + 4);
    assert_int_equal(channel.refreshes, 0);
    /* Due at 12480; precharge at 12491 at the earliest, after the read of 12479. */
    assert_int_equal(load(&channel, 0, 12480), 12491 + 22 + 560 + 22 + 22 + 4);
    assert_int_equal(channel.refreshes, 1);
    load(&channel, 0, 10 * 12480);
    assert_int_equal(channel.refreshes, 10);
}

struct record {
    struct ddr4_checker checker;
    uint64_t hash;
};

static void check(void *context, const struct ddr4_numbers *numbers,
                  const struct ddr4_command *command)
{
    struct record *record = context;
    (void)numbers;
    record->hash = (record->hash ^ (command->cycle * 64 + command->kind * 16u + command->bank)) *
                   UINT64_C(0x100000001b3);
    if (!ddr4_check(&record->checker, command))
        fail_msg("%s", record->checker.first);
}

static uint64_t random_stream(const struct ddr4_numbers *numbers, bool closed_page, uint64_t seed)
{
    static struct ddr4_channel channel;
    static struct record record;
    struct ddr4_watcher watcher = {&record, check};
    uint64_t dice = seed, address = 0;
    cycle_t now = 0;
    record.hash = seed;
    ddr4_checker_build(&record.checker, numbers, numbers->refi);
    ddr4_channel_build(&channel, numbers, closed_page);
    ddr4_channel_watch(&channel, &watcher);
    for (unsigned i = 0; i < 20000; i++) {
        address = dice_roll(&dice) % 8 ? address + BURST : dice_roll(&dice) % (UINT64_C(1) << 34);
        now += dice_roll(&dice) % 5 == 0 ? dice_roll(&dice) % 300 : 0;
        uint64_t early = dice_roll(&dice) % 4 == 0 ? dice_roll(&dice) % 50 : 0;
        record.hash += ddr4_channel_access(&channel, address, dice_roll(&dice) % 3 == 0,
                                           now > early ? now - early : 0).done;
    }
    ddr4_channel_flush(&channel);
    uint64_t sent = 0;
    for (unsigned kind = 0; kind < DDR4_KINDS; kind++)
        sent += channel.ddr4.issued[kind];
    assert_int_equal(record.checker.seen, sent);
    return record.hash;
}

/* SIMD-41: the checker sees every command in order and finds nothing; results repeat. */
static void random_streams_break_no_rule(void **unused)
{
    (void)unused;
    for (unsigned row = 0; row < ddr4_table_rows; row++) {
        for (unsigned closed = 0; closed < 2; closed++) {
            uint64_t hash = random_stream(&ddr4_table[row], closed, row + 7);
            assert_true(hash == random_stream(&ddr4_table[row], closed, row + 7));
        }
    }
}

/* Behind the port of all memory levels, in cycles of a slower core. */
static void the_port_converts_clocks_and_counts(void **unused)
{
    (void)unused;
    static struct dram dram;
    const struct dram_numbers numbers = {.banks = 8, .line_bytes = 64, .queue = 2, .overhead = 10,
                                         .ddr4 = x16(), .core_mhz = 800};
    dram_build(&dram, &numbers);
    struct memory_answer answer = memory_request(&dram.level, 0, 128, false, 100);
    assert_int_equal(answer.done, 100 + (22 + 9 + 22 + 4 + 1) / 2 + 10);
    assert_int_equal(dram.loads, 2);
    assert_int_equal(dram.bank[1].requests, 1);
    /* The third store waits for a place in the queue. */
    memory_request(&dram.level, 0, 4, true, 1000);
    assert_int_equal(memory_request(&dram.level, 0, 4, true, 1000).taken, 1000);
    assert_int_equal(memory_request(&dram.level, 0, 4, true, 1000).taken, 1000 + (16 + 4) / 2);
    assert_int_equal(dram.stores, 3);
    assert_int_equal(dram.row_hits, 3);
    dram_reset(&dram);
    assert_int_equal(memory_request(&dram.level, 0, 64, false, 100).done, 100 + 24 + 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_closed_bank_an_open_row_and_another_row_differ),
        cmocka_unit_test(a_closed_page_never_finds_a_row),
        cmocka_unit_test(a_stream_fills_the_data_bus),
        cmocka_unit_test(rows_open_while_earlier_bursts_wait),
        cmocka_unit_test(a_burst_enters_the_queue_when_one_leaves_it),
        cmocka_unit_test(a_request_after_the_interval_waits_for_the_refresh),
        cmocka_unit_test(random_streams_break_no_rule),
        cmocka_unit_test(the_port_converts_clocks_and_counts),
    };
    return cmocka_run_group_tests_name("ddr4 channel", tests, NULL, NULL);
}
