/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c - counters, caches, LDS and the time they take. */
#include "machine/gcn3/model.h"

#include "gcn3.h"

#include <string.h>

#define WARM "l1i.latency=1 l1i.line=1024 l2.line=1024 front.buffer=8 "

static void start_warm(struct rig *rig)
{
    for (unsigned i = 0; i < 24; i++)
        gcn3_add(rig, s_nop(15));
}

/* ---- counters ---- */

/* The wait ends in the turn behind the load's end, and not before. */
static void s_waitcnt_waits_for_as_many_as_it_says(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    start_warm(rig);
    gcn3_add_address(rig, 8, 0);
    uint32_t first = gcn3_add(rig, flat_load_dword(2, 8));
    uint32_t second = gcn3_add(rig, flat_load_dword(3, 8));
    uint32_t one = gcn3_add(rig, s_waitcnt(1, 15));
    uint32_t none = gcn3_add(rig, s_waitcnt(0, 15));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    cycle_t first_done = rig_issue(rig, 0, 0, first)->until;
    cycle_t second_done = rig_issue(rig, 0, 0, second)->until;
    assert_in_range(rig_cycle(rig, 0, 0, one), first_done, first_done + 3);
    assert_in_range(rig_cycle(rig, 0, 0, none), second_done, second_done + 7);
    assert_true(rig_waited(rig, 0, 0, STALL_MEMORY) > 100);
    rig_free(rig);
}

/* A load that hits behind one that misses is not counted down before it. */
static void vector_loads_return_in_order(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    start_warm(rig);
    gcn3_add_address(rig, 8, 0);
    gcn3_add(rig, v_lshlrev_b32(1, 8, 0));
    gcn3_add(rig, v_add_u32(10, VGPR(1), 8)); /* lines that nobody has loaded */
    gcn3_add(rig, v_mov_b32(11, VGPR(9)));
    gcn3_add(rig, flat_load_dword(2, 8));
    gcn3_add(rig, s_waitcnt(0, 15));
    uint32_t misses = gcn3_add(rig, flat_load_dword(3, 10));
    uint32_t hits = gcn3_add(rig, flat_load_dword(4, 8));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    assert_true(rig_issue(rig, 0, 0, hits)->until >= rig_issue(rig, 0, 0, misses)->until);
    rig_free(rig);
}

static void a_wait_for_lds_does_not_wait_for_global_memory(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    rig->kernel.local_bytes = 1024;
    start_warm(rig);
    gcn3_add(rig, s_mov_b32(M0, 193));
    gcn3_add_address(rig, 8, 0);
    gcn3_add(rig, v_lshlrev_b32(1, 2, 0));
    uint32_t global = gcn3_add(rig, flat_load_dword(2, 8));
    uint32_t local = gcn3_add(rig, ds_read_b32(3, 1));
    uint32_t wait = gcn3_add(rig, s_waitcnt(15, 0));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    cycle_t done = rig_issue(rig, 0, 0, local)->until;
    assert_in_range(rig_cycle(rig, 0, 0, wait), done, done + 3);
    assert_true(rig_issue(rig, 0, 0, global)->until > done);
    rig_free(rig);
}

/* Four bits count: the 16th load waits until the first one is back. */
static void a_full_counter_holds_the_next_access(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    uint32_t load[16];
    (void)unused;
    start_warm(rig);
    gcn3_add_address(rig, 8, 0);
    for (unsigned i = 0; i < 16; i++)
        load[i] = gcn3_add(rig, flat_load_dword(2, 8));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    assert_true(rig_cycle(rig, 0, 0, load[14]) < rig_issue(rig, 0, 0, load[0])->until);
    assert_true(rig_cycle(rig, 0, 0, load[15]) >= rig_issue(rig, 0, 0, load[0])->until);
    rig_free(rig);
}

static void what_is_read_before_it_is_there_is_counted(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    start_warm(rig);
    gcn3_add_address(rig, 8, 0);
    gcn3_add(rig, flat_load_dword(2, 8));
    gcn3_add(rig, v_add_u32(3, VGPR(2), 0)); /* no wait */
    gcn3_add(rig, s_waitcnt(0, 15));
    gcn3_add(rig, v_add_u32(4, VGPR(2), 0));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 2, 64);
    assert_int_equal(rig_count(rig, STAT_READ_BEFORE_READY), 2);
    rig_free(rig);
}

/* ---- caches ---- */

static uint64_t lines_of(unsigned shift)
{
    struct rig *rig = gcn3_rig("gcn3", "");
    gcn3_add(rig, v_lshlrev_b32(1, shift, 0));
    gcn3_add_address(rig, 8, 1);
    gcn3_add(rig, flat_load_dword(2, 8));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    uint64_t lines = rig_count(rig, STAT_GLOBAL_TRANSACTIONS);
    rig_free(rig);
    return lines;
}

static void lanes_on_one_line_share_a_request(void **unused)
{
    (void)unused;
    assert_int_equal(lines_of(0), 4);  /* 64 words on lines of 64 bytes */
    assert_int_equal(lines_of(2), 16);
    assert_int_equal(lines_of(4), 64);
}

/* A lane whose bytes reach into the next line asks for both. */
static void a_word_in_two_lines_asks_for_both(void **unused)
{
    (void)unused;
    for (uint32_t offset = 56; offset <= 64; offset++) {
        struct rig *rig = gcn3_rig("gcn3", "");
        gcn3_add(rig, v_mov_b32(1, CONSTANT(0)));
        gcn3_add_address(rig, 8, 1);
        gcn3_add(rig, v_add_u32(8, CONSTANT(offset), 8));
        gcn3_add(rig, flat_load_dword(2, 8));
        gcn3_add(rig, s_endpgm());
        rig_run(rig, 1, 64);
        assert_int_equal(rig_count(rig, STAT_GLOBAL_TRANSACTIONS),
                         offset > 60 && offset < 64 ? 2 : 1);
        rig_free(rig);
    }
}

static void a_line_that_was_loaded_hits_and_comes_sooner(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    start_warm(rig);
    gcn3_add_address(rig, 8, 0);
    uint32_t cold = gcn3_add(rig, flat_load_dword(2, 8));
    gcn3_add(rig, s_waitcnt(0, 0));
    uint32_t warm = gcn3_add(rig, flat_load_dword(3, 8));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    const struct event *first = rig_issue(rig, 0, 0, cold), *second = rig_issue(rig, 0, 0, warm);
    /* vmem.latency, four lines one a cycle, l1d.latency, vmem.writeback */
    assert_int_equal(second->until - second->cycle, 16 + 3 + 80 + 4);
    assert_true(first->until - first->cycle > second->until - second->cycle + 100);
    assert_int_equal(rig_count(rig, STAT_L1_HITS), 4);
    assert_int_equal(rig_count(rig, STAT_L1_MISSES), 4);
    rig_free(rig);
}

static void scalar_loads_have_a_cache_of_their_own(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    (void)unused;
    start_warm(rig);
    gcn3_add(rig, s_load_dword(8, ARGUMENTS, 0));
    gcn3_add(rig, s_waitcnt(15, 0));
    uint32_t warm = gcn3_add(rig, s_load_dword(9, ARGUMENTS, 4));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    const struct event *event = rig_issue(rig, 0, 0, warm);
    assert_int_equal(event->until - event->cycle, 4 + 24);
    assert_int_equal(rig_count(rig, STAT_SCALAR_HITS), 1);
    assert_int_equal(rig_count(rig, STAT_SCALAR_MISSES), 1);
    assert_int_equal(rig_count(rig, STAT_L1_LOADS), 0);
    rig_free(rig);
}

/* ---- LDS ---- */

/* PWS-60: 32 banks of a word; lanes whose words are 2^shift apart. */
static cycle_t lds_time(unsigned shift, uint64_t *conflicts)
{
    struct rig *rig = gcn3_rig("gcn3", WARM);
    rig->kernel.local_bytes = 32768;
    start_warm(rig);
    gcn3_add(rig, s_mov_b32(M0, 193));
    gcn3_add(rig, v_lshlrev_b32(1, 2 + shift, 0));
    uint32_t load = gcn3_add(rig, ds_read_b32(2, 1));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 64);
    const struct event *event = rig_issue(rig, 0, 0, load);
    cycle_t time = event->until - event->cycle;
    *conflicts = rig_count(rig, STAT_SHARED_CONFLICTS);
    rig_free(rig);
    return time;
}

static void banks_that_are_wanted_twice_take_twice(void **unused)
{
    uint64_t conflicts;
    (void)unused;
    assert_int_equal(lds_time(0, &conflicts), 64);
    assert_int_equal(conflicts, 0);
    assert_int_equal(lds_time(1, &conflicts), 64 + 2); /* two words of each bank in each half */
    assert_int_equal(conflicts, 2);
    assert_int_equal(lds_time(5, &conflicts), 64 + 62);
    assert_int_equal(conflicts, 62);
}

/* One LDS serves the SIMDs of a compute unit, one access at a time. */
static void wavefronts_share_the_lds_of_their_compute_unit(void **unused)
{
    struct rig *rig = gcn3_rig("gcn3", WARM "lds.transaction=8 dispatch.wave=0");
    (void)unused;
    rig->kernel.local_bytes = 1024;
    start_warm(rig);
    gcn3_add(rig, s_mov_b32(M0, 193));
    gcn3_add(rig, v_lshlrev_b32(1, 2, 0));
    uint32_t load = gcn3_add(rig, ds_read_b32(2, 1));
    gcn3_add(rig, s_endpgm());
    rig_run(rig, 1, 256);
    cycle_t min = NEVER, max = 0;
    for (uint32_t simd = 0; simd < 4; simd++) {
        min = earlier(min, rig_issue(rig, simd, 0, load)->until);
        max = later(max, rig_issue(rig, simd, 0, load)->until);
    }
    assert_true(max - min >= 3 * 16);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s_waitcnt_waits_for_as_many_as_it_says),
        cmocka_unit_test(vector_loads_return_in_order),
        cmocka_unit_test(a_wait_for_lds_does_not_wait_for_global_memory),
        cmocka_unit_test(a_full_counter_holds_the_next_access),
        cmocka_unit_test(what_is_read_before_it_is_there_is_counted),
        cmocka_unit_test(lanes_on_one_line_share_a_request),
        cmocka_unit_test(a_word_in_two_lines_asks_for_both),
        cmocka_unit_test(a_line_that_was_loaded_hits_and_comes_sooner),
        cmocka_unit_test(scalar_loads_have_a_cache_of_their_own),
        cmocka_unit_test(banks_that_are_wanted_twice_take_twice),
        cmocka_unit_test(wavefronts_share_the_lds_of_their_compute_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
