/* SPDX-License-Identifier: Apache-2.0 */
/* test_throughput_memory.c - constant latency, limited throughput, and an L1 in front of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "hw/cache.h"
#include "hw/throughput_memory.h"

#include <cmocka.h>

enum { BLOCK = 128, LATENCY = 330, HIT = 3, LINES = 48 * 1024 / BLOCK, MSHRS = 64 };

static const struct throughput_numbers ten = {.latency = LATENCY, .bytes = 10, .per = 1};
static const struct throughput_numbers twenty = {.latency = LATENCY, .bytes = 20, .per = 1};

static cycle_t load(struct throughput_memory *memory, uint64_t block, cycle_t now)
{
    return memory_request(&memory->level, block * BLOCK, BLOCK, false, now).done;
}

/* SBI-2: blocks follow each other every 12.8 cycles: 64 cycles for five. */
static void a_block_takes_a_fraction_of_a_cycle(void **unused)
{
    (void)unused;
    struct throughput_memory memory;
    throughput_build(&memory, &ten);
    static const cycle_t starts[] = {0, 13, 26, 39, 52, 64, 77};
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(load(&memory, i, 0), starts[i] + LATENCY);
}

/* SBI-2: steady state, 128 bytes in 12.8 cycles. */
static void a_stream_has_the_throughput(void **unused)
{
    (void)unused;
    struct throughput_memory memory;
    throughput_build(&memory, &ten);
    cycle_t done = 0;
    for (uint32_t i = 0; i < 10000; i++)
        done = load(&memory, i, i);
    assert_int_equal(done, 127988 + LATENCY); /* 9999 * 12.8 = 127987.2 */
}

/* SBI-3: twice the bandwidth, half the time; requests that do not queue have one latency. */
static void bandwidth_and_latency_are_independent(void **unused)
{
    (void)unused;
    struct throughput_memory slow, fast;
    cycle_t slow_done = 0, fast_done = 0;
    throughput_build(&slow, &ten);
    throughput_build(&fast, &twenty);
    for (uint32_t i = 0; i < 1001; i++) {
        slow_done = load(&slow, i, 0);
        fast_done = load(&fast, i, 0);
    }
    assert_int_equal(slow_done - LATENCY, 12800);
    assert_int_equal(fast_done - LATENCY, 6400);
    throughput_reset(&slow);
    for (uint32_t i = 0; i < 100; i++)
        assert_int_equal(load(&slow, i, 13 * i), 13 * i + LATENCY);
    assert_int_equal(slow.waited, 0);
}

static void credit_of_an_idle_channel_is_not_saved(void **unused)
{
    (void)unused;
    struct throughput_memory memory;
    throughput_build(&memory, &ten);
    load(&memory, 0, 0);
    assert_int_equal(throughput_next_event(&memory, 5), 13);
    assert_int_equal(throughput_next_event(&memory, 13), NEVER);
    assert_int_equal(load(&memory, 1, 1000), 1000 + LATENCY);
    assert_int_equal(load(&memory, 2, 1000), 1013 + LATENCY);
}

/* Stores use the channel for their bytes. */
static void stores_share_the_channel(void **unused)
{
    (void)unused;
    struct throughput_memory memory;
    throughput_build(&memory, &ten);
    memory_request(&memory.level, 0, 50, true, 0);
    assert_int_equal(load(&memory, 1, 0), 5 + LATENCY);
    assert_int_equal(memory.stores, 1);
    assert_int_equal(memory.bytes, 178);
}

static void slow_channels_have_whole_cycles_per_byte(void **unused)
{
    (void)unused;
    struct throughput_memory memory;
    const struct throughput_numbers third = {.latency = 1, .bytes = 1, .per = 3};
    throughput_build(&memory, &third);
    assert_int_equal(memory_request(&memory.level, 0, 4, false, 0).done, 1);
    assert_int_equal(memory_request(&memory.level, 0, 4, false, 0).done, 13);
}

/* SBI-2: the L1 of 48 KB, 6 ways of 128 bytes, has 64 sets; a lone miss costs exactly the
 * hit and 330 cycles. */
static void a_lone_miss_costs_the_hit_and_the_latency(void **unused)
{
    (void)unused;
    static const struct cache_numbers numbers = {
        .bytes = 48 * 1024, .line_bytes = BLOCK, .ways = 6, .banks = 1, .mshrs = MSHRS,
        .latency = HIT, .forward = 0, .delivery = HIT, .replacement = CACHE_LRU};
    static struct cache_line lines[LINES];
    cycle_t bank_free[1], mshr_free[MSHRS];
    struct throughput_memory memory;
    struct cache cache;
    throughput_build(&memory, &ten);
    cache_build(&cache, &numbers, &memory.level,
                (struct cache_storage){lines, bank_free, mshr_free});
    assert_int_equal(cache.set_mask + 1, 64);
    assert_int_equal(memory_request(&cache.level, 0, 4, false, 10).done, 10 + HIT + LATENCY);
    assert_int_equal(memory_request(&cache.level, 4, 4, false, 1000).done, 1000 + HIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_block_takes_a_fraction_of_a_cycle),
        cmocka_unit_test(a_stream_has_the_throughput),
        cmocka_unit_test(bandwidth_and_latency_are_independent),
        cmocka_unit_test(credit_of_an_idle_channel_is_not_saved),
        cmocka_unit_test(stores_share_the_channel),
        cmocka_unit_test(slow_channels_have_whole_cycles_per_byte),
        cmocka_unit_test(a_lone_miss_costs_the_hit_and_the_latency),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
