/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c - which caches an access goes through, and what it finds there. */
#include "tx2_rig.h"

#include <stdlib.h>
#include <string.h>

/* R2, R3 := the address of `out`. */
static void add_address(struct rig *rig)
{
    sass_add(rig, mov_const(2, 0x140, STALL(6)));
    sass_add(rig, mov_const(3, 0x144, STALL(6)));
}

static uint64_t l1_loads(const struct rig *rig)
{
    return rig_count(rig, STAT_L1_HITS) + rig_count(rig, STAT_L1_MISSES);
}

/* PAS-70: all but shared memory goes through caches. */
static void global_and_local_loads_ask_l1_constants_their_cache_shared_memory_none(void **unused)
{
    static const struct {
        struct word (*load)(uint32_t, uint32_t, uint32_t, uint32_t);
        uint32_t l1, shared, constant;
    } ways[] = {{ldg, 1, 0, 0}, {ldl, 1, 0, 0}, {lds, 0, 1, 0}, {ldc, 0, 0, 1}};
    (void)unused;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        uint64_t constants[2], l2[2];
        for (unsigned with = 0; with < 2; with++) {
            struct rig *rig = tx2_rig("");
            add_address(rig);
            if (with)
                sass_add(rig, ways[i].load(4, i ? RZ : 2, 0, WRITES(0) + STALL(4)));
            sass_add(rig, exit_(STALL(15)));
            rig_run(rig, 1, 32);
            assert_int_equal(l1_loads(rig), with * ways[i].l1);
            assert_int_equal(rig_count(rig, STAT_PASTIS_SHARED_LOADS), with * ways[i].shared);
            constants[with] = rig_count(rig, STAT_CONSTANT_HITS) +
                              rig_count(rig, STAT_CONSTANT_MISSES);
            l2[with] = rig_count(rig, STAT_L2_HITS) + rig_count(rig, STAT_L2_MISSES);
            rig_free(rig);
        }
        assert_int_equal(constants[1] - constants[0], ways[i].constant);
        assert_true(l2[1] - l2[0] >= ways[i].l1);
        assert_true(ways[i].shared == 0 || l2[1] == l2[0]);
    }
}

/* Two addresses one L1 apart, in turn, each load waiting for the one before; misses in L1. */
static uint64_t ping_pong_misses(const char *settings)
{
    struct rig *rig = tx2_rig(settings);
    add_address(rig);
    for (unsigned i = 0; i < 20; i++)
        sass_add(rig, ldg(4, 2, i % 2 ? 16384 : 0, WAITS(1) + WRITES(0) + STALL(4)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 1);
    uint64_t misses = rig_count(rig, STAT_L1_MISSES);
    rig_free(rig);
    return misses;
}

/* PAS-71 */
static void lines_one_cache_apart_evict_each_other_in_a_direct_mapped_cache_alone(void **unused)
{
    (void)unused;
    assert_int_equal(ping_pong_misses("mode=paper"), 20);
    assert_int_equal(ping_pong_misses("mode=paper l1d.ways=2"), 2);
    assert_int_equal(ping_pong_misses(""), 2);
}

static uint64_t load_cycles(const char *settings)
{
    struct rig *rig = tx2_rig(settings);
    add_address(rig);
    sass_add(rig, ldg(4, 2, 0, WRITES(0) + STALL(4)));
    sass_add(rig, iadd(5, 4, 4, WAITS(1) + STALL(6)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    uint64_t cycles = rig_count(rig, STAT_CYCLES);
    rig_free(rig);
    return cycles;
}

/* PAS-73 */
static void buffers_in_l2_at_the_start_make_a_run_shorter(void **unused)
{
    (void)unused;
    uint64_t cold = load_cycles("warm=none"), warm = load_cycles("warm=inputs");
    assert_true(warm < cold);
    assert_in_range(cold - warm, 50, 200);
}

/* PAS-74 */
static void the_size_of_a_buffer_does_not_change_cycles(void **unused)
{
    uint64_t base = load_cycles("");
    (void)unused;
    struct rig *rig = tx2_rig("");
    uint64_t low, high, align, unused_buffer;
    rig->ops->heap(rig->machine, &low, &high, &align);
    assert_int_equal(memory_allocate(&rig->err, &rig->memory, ALLOCATION_BUFFER, "more", 1 << 20,
                                     align, low, high, &unused_buffer), WC_OK);
    add_address(rig);
    sass_add(rig, ldg(4, 2, 0, WRITES(0) + STALL(4)));
    sass_add(rig, iadd(5, 4, 4, WAITS(1) + STALL(6)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 32);
    assert_int_equal(rig_count(rig, STAT_CYCLES), base);
    rig_free(rig);
}

/* PAS-1: processing blocks 0 and 1 share an L1, 2 and 3 the other one. */
static void two_processing_blocks_share_an_l1(void **unused)
{
    struct rig *rig = tx2_rig("");
    (void)unused;
    add_address(rig);
    sass_add(rig, ldg(4, 2, 0, WRITES(0) + STALL(4)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 128); /* the same line from four processing blocks, at about the same time */
    assert_int_equal(l1_loads(rig), 4);
    /* one line was asked for by each of the two caches; others wait for the same fill */
    uint64_t l2 = rig_count(rig, STAT_L2_HITS) + rig_count(rig, STAT_L2_MISSES);
    rig_run(rig, 1, 64);
    uint64_t fewer = rig_count(rig, STAT_L2_HITS) + rig_count(rig, STAT_L2_MISSES);
    assert_int_equal(l2 - fewer, 1);
    rig_free(rig);
}

/* PAS-53, PAS-81: transactions of loads and stores, told apart; the time of a conflict. */
static void bank_conflicts_lengthen_an_access_to_shared_memory(void **unused)
{
    (void)unused;
    for (uint32_t shift = 0; shift < 6; shift++) {
        struct rig *rig = tx2_rig("l1i.latency=1 front.buffer=8");
        sass_add(rig, s2r(2, LANEID, WRITES(0) + STALL(2)));
        sass_add(rig, shl(2, 2, shift + 2, WAITS(1) + STALL(15)));
        sass_add(rig, sts(2, 0, 2, READS(1) + STALL(15)));
        uint32_t load = sass_add(rig, lds(3, 2, 0, WAITS(2) + WRITES(0) + STALL(2)));
        uint32_t next = sass_add(rig, iadd(4, 3, 3, WAITS(1) + STALL(6)));
        sass_add(rig, exit_(STALL(15)));
        rig_run(rig, 1, 32);
        assert_int_equal(rig_count(rig, STAT_PASTIS_SHARED_LOADS), 1u << shift);
        assert_int_equal(rig_count(rig, STAT_PASTIS_SHARED_STORES), 1u << shift);
        assert_int_equal(rig_cycle(rig, 0, 0, next) - rig_cycle(rig, 0, 0, load),
                         21 + (2u << shift));
        rig_free(rig);
    }
}

/* PAS-66: within a block it costs its stall count alone, beyond it the store must be complete. */
static void a_fence_waits_for_the_stores_of_its_warp(void **unused)
{
    (void)unused;
    for (uint32_t level = 0; level < 3; level++) {
        struct rig *rig = tx2_rig("l1d.forward=500");
        add_address(rig);
        uint32_t store = sass_add(rig, stg(2, 0, 2, STALL(4)));
        uint32_t fence = sass_add(rig, membar(level, STALL(5)));
        uint32_t next = sass_add(rig, mov32i(4, 1, STALL(1)));
        sass_add(rig, exit_(STALL(15)));
        rig_run(rig, 1, 32);
        cycle_t waited = rig_cycle(rig, 0, 0, next) - rig_cycle(rig, 0, 0, fence);
        if (level)
            assert_true(rig_cycle(rig, 0, 0, next) >= rig_issue(rig, 0, 0, store)->until);
        assert_int_equal(waited > 400, level > 0);
        rig_free(rig);
    }
}

/* PAS-9 */
static void a_functional_run_leaves_the_same_memory_and_no_cycles(void **unused)
{
    struct rig *rig = tx2_rig("");
    uint8_t *kept = malloc(RIG_OUT_BYTES);
    (void)unused;
    add_address(rig);
    sass_add(rig, s2r(4, TID_X, WRITES(0) + STALL(2)));
    sass_add(rig, shl(5, 4, 2, WAITS(1) + STALL(6)));
    sass_add(rig, sts(5, 0, 4, STALL(15)));
    sass_add(rig, bar_sync(STALL(15)));
    sass_add(rig, lds(6, 5, 4, WRITES(0) + STALL(2)));
    sass_add(rig, iadd(7, 2, 5, STALL(6))); /* the buffer crosses no 4 GiB border */
    sass_add(rig, iadd(8, 3, RZ, STALL(6)));
    sass_add(rig, mov32i(9, 0, STALL(6)));
    sass_add(rig, iadd(10, 7, RZ, STALL(6)));
    sass_add(rig, iadd(11, 8, RZ, STALL(6)));
    sass_add(rig, stg(10, 0, 6, WAITS(1) + STALL(4)));
    sass_add(rig, exit_(STALL(15)));
    rig_run(rig, 1, 1000);
    assert_int_equal(rig_count(rig, STAT_READ_BEFORE_READY), 0);
    uint32_t *out = memory_bytes(&rig->memory, rig->out, RIG_OUT_BYTES);
    assert_int_equal(out[0], 1);
    assert_int_equal(out[998], 999);
    assert_int_equal(out[999], 0);
    memcpy(kept, out, RIG_OUT_BYTES);
    uint64_t instructions = rig_count(rig, STAT_WARP_INSTRUCTIONS);
    memset(out, 0xee, RIG_OUT_BYTES / 2);
    memset(out, 0, 4000);
    assert_int_equal(rig_run_functional(rig, 1, 1000), WC_OK);
    assert_memory_equal(kept, out, 4000);
    assert_int_equal(rig_count(rig, STAT_WARP_INSTRUCTIONS), instructions);
    assert_int_equal(rig_count(rig, STAT_CYCLES), 0);
    free(kept);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            global_and_local_loads_ask_l1_constants_their_cache_shared_memory_none),
        cmocka_unit_test(
            lines_one_cache_apart_evict_each_other_in_a_direct_mapped_cache_alone),
        cmocka_unit_test(buffers_in_l2_at_the_start_make_a_run_shorter),
        cmocka_unit_test(the_size_of_a_buffer_does_not_change_cycles),
        cmocka_unit_test(two_processing_blocks_share_an_l1),
        cmocka_unit_test(bank_conflicts_lengthen_an_access_to_shared_memory),
        cmocka_unit_test(a_fence_waits_for_the_stores_of_its_warp),
        cmocka_unit_test(a_functional_run_leaves_the_same_memory_and_no_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
