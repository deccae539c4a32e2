/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c - accesses of the SBI/SWI machines: coalescing, repeats, latency, scoreboard. */
#include "machine/fermi/statistics.h"
#include "rv32.h"

enum { LATENCY = 9, HIT = 3, MEMORY = 330 };

/* a2 := out + (thread & mask) << shift */
static void put_address(struct rig *rig, int32_t mask, uint32_t shift)
{
    rv_put(rig, rv_csrr(T0, CSR_LOCAL_X));
    rv_put(rig, rv_andi(T0, T0, mask));
    rv_put(rig, rv_slli(T0, T0, shift));
    rv_put(rig, rv_add(A2, A0, T0));
}

static cycle_t time_of(const struct rig *rig, uint32_t number)
{
    const struct event *event = rig_issue(rig, 0, 0, number);
    return event->until - event->cycle;
}

/* SBI-2, A-3 */
static void a_miss_takes_a_hit_and_one_memory_latency(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi", "");
    uint32_t miss = rv_put(rig, rv_lw(T1, A0, 0));
    rv_put(rig, rv_addi(T1, T1, 1));
    uint32_t hit = rv_put(rig, rv_lw(T1, A0, 4));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, 1);
    assert_int_equal(time_of(rig, miss), LATENCY + HIT + MEMORY);
    assert_int_equal(time_of(rig, hit), LATENCY + HIT);
    rig_free(rig);
}

/* SBI-2, SBI-3: blocks of 128 bytes follow each other in 12.8 cycles. */
static void a_stream_of_misses_takes_the_bandwidth(void **unused)
{
    (void)unused;
    const cycle_t alone = LATENCY + HIT + MEMORY;
    struct rig *rig = rv_rig("fermi", "");
    put_address(rig, 31, 7);
    uint32_t load = rv_put(rig, rv_lw(T1, A2, 0));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, 32);
    assert_in_range(time_of(rig, load), alone + 31 * 128 / 10, alone + 31 * 128 / 10 + 1);
    rig_free(rig);
}

static uint64_t transactions(const char *machine, const char *settings, uint32_t shift)
{
    struct rig *rig = rv_rig(machine, settings);
    put_address(rig, 31, shift);
    rv_put(rig, rv_lw(T1, A2, 0));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, 32);
    uint64_t count = rig_count(rig, STAT_GLOBAL_TRANSACTIONS);
    rig_free(rig);
    return count;
}

/* SBI-11, SWI-17 */
static void lanes_in_one_block_share_a_transaction(void **unused)
{
    (void)unused;
    assert_int_equal(transactions("fermi", "", 2), 1);
    assert_int_equal(transactions("fermi", "", 7), 32);
    assert_int_equal(transactions("fermi-sbi", "", 2), 1);
    assert_int_equal(transactions("fermi-sbi", "", 7), 32);
    assert_int_equal(transactions("fermi-swi", "shuffle=xor-rev", 2), 1);
    assert_int_equal(transactions("fermi-swi", "shuffle=mirror-odd", 7), 32);
}

/* SBI-28: four blocks in every wave: four issues, whose lanes become fewer, and each lane once. */
static void lanes_that_are_not_served_repeat_the_access_as_a_split(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi-sbi", "");
    put_address(rig, 3, 7);
    uint32_t load = rv_put(rig, rv_lw(T1, A2, 0));
    rv_put(rig, rv_addi(T1, T1, 1));
    rv_put(rig, rv_sw(T1, A2, 0));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, 64);
    uint64_t mask = ~0ull;
    uint32_t issues = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_ISSUE || event->insn != &rig->program->insns[load])
            continue;
        assert_true(event->mask == mask);
        mask &= ~(0x1111111111111111ull << issues++);
    }
    assert_int_equal(issues, 4);
    assert_int_equal(rig_count(rig, STAT_SBI_REPLAYS), 3 + 3);
    assert_int_equal(rig_count(rig, STAT_THREAD_INSTRUCTIONS), 64 * 8);
    assert_int_equal(rig->out_words[0], 1);
    assert_int_equal(rig->out_words[96], 1);
    rig_free(rig);
}

/* SBI-28: lanes that were served load while the others repeat their store: that stays a store. */
static void a_store_that_repeats_stays_a_store(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi-sbi", "");
    put_address(rig, 3, 7);
    rv_put(rig, rv_sw(T0, A2, 0));
    rv_put(rig, rv_lw(T1, A0, 1024));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, 64);
    assert_int_equal(rig_count(rig, STAT_DRAM_WRITES), 2 * 4);
    assert_int_equal(rig_count(rig, STAT_DRAM_READS), 1);
    rig_free(rig);
}

/* SBI-28, SBI-57: all passes of an access have one entry of the scoreboard, and a pass takes the
 * row for the waves that have lanes left: 32 blocks of half a warp are requested one per cycle,
 * long before the first miss returns. */
static void a_repeated_access_has_one_entry_and_no_empty_waves(void **unused)
{
    (void)unused;
    static const char *const machines[] = {"fermi-sbi", "fermi-sbi-swi"};
    for (unsigned k = 0; k < 2; k++) {
        struct rig *rig = rv_rig(machines[k], "");
        put_address(rig, 31, 7);
        uint32_t load = rv_put(rig, rv_lw(T1, A2, 0));
        rv_put(rig, rv_ret());
        rig_run(rig, 1, 32);
        cycle_t first = rig_cycle(rig, 0, 0, load), last = first;
        for (size_t i = 0; i < rig->recorder.count; i++) {
            const struct event *event = &rig->recorder.events[i];
            if (event->kind == EVENT_ISSUE && event->insn == &rig->program->insns[load])
                last = event->cycle;
        }
        assert_int_equal(rig_count(rig, STAT_SBI_REPLAYS), 31);
        assert_true(last - first < 64);
        rig_free(rig);
    }
}

/* SBI-7, SBI-57, SWI-23: six instructions in flight, on all machines; the seventh waits until the
 * first retires. */
static void the_seventh_load_waits_for_an_entry_of_the_scoreboard(void **unused)
{
    (void)unused;
    static const uint32_t registers[] = {T1, T2, A2, A3, A4, A5, A6};
    static const char *const machines[] = {"fermi", "fermi-warp64", "fermi-sbi", "fermi-swi",
                                           "fermi-sbi-swi"};
    for (unsigned k = 0; k < 5; k++) {
        struct rig *rig = rv_rig(machines[k], "");
        for (unsigned i = 0; i < 7; i++)
            rv_put(rig, rv_lw(registers[i], A0, (int32_t)i * 128));
        rv_put(rig, rv_ret());
        rig_run(rig, 1, 1);
        assert_int_equal(rig_cycle(rig, 0, 0, 6), rig_issue(rig, 0, 0, 0)->until);
        assert_true(rig_cycle(rig, 0, 0, 5) < rig_issue(rig, 0, 0, 0)->until);
        rig_free(rig);
    }
}

/* SBI-7: a write waits for a write, not for a read. */
static void a_register_in_flight_is_not_written_again(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi", "");
    rv_put(rig, rv_lw(T1, A0, 0));
    uint32_t again = rv_put(rig, rv_addi(T1, ZERO, 1));
    uint32_t other = rv_put(rig, rv_addi(T2, T1, 1));
    uint32_t behind = rv_put(rig, rv_addi(T1, ZERO, 2));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, 1);
    assert_int_equal(rig_cycle(rig, 0, 0, again), rig_issue(rig, 0, 0, 0)->until);
    assert_int_equal(rig_cycle(rig, 0, 0, other), rig_cycle(rig, 0, 0, again) + LATENCY);
    assert_int_equal(rig_cycle(rig, 0, 0, behind), rig_cycle(rig, 0, 0, other) + 1);
    rig_free(rig);
}

/* SBI-14: from a branch to the instruction after it: execution, then a fetch. */
static void an_iteration_has_one_branch_bubble(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi", "");
    rv_put(rig, rv_addi(T1, ZERO, 3));
    uint32_t head = rv_put(rig, rv_addi(T1, T1, -1));
    for (unsigned i = 0; i < 8; i++)
        rv_put(rig, rv_addi(T2, A1, 1));
    uint32_t branch = rv_put(rig, rv_bne(T1, ZERO, -9));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, 1);
    const struct event *first = rig_find(rig, EVENT_ISSUE, 0, rig->program->insns[head].pc, 0);
    const struct event *second =
        rig_find(rig, EVENT_ISSUE, 0, rig->program->insns[head].pc, first->cycle + 1);
    cycle_t jumped = rig_cycle(rig, 0, 0, branch);
    assert_int_equal(second->cycle - jumped, LATENCY + 1);
    rig_free(rig);
}

/* SBI-4: one issue per cycle of even warps, one of odd ones. */
static void each_pool_issues_once_per_cycle(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi", "");
    for (unsigned i = 0; i < 50; i++)
        rv_put(rig, rv_addi(T1 + i % 2, A1, 1));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, 1024);
    cycle_t last[2] = {NEVER, NEVER};
    uint32_t both = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_ISSUE)
            continue;
        assert_true(last[event->warp % 2] != event->cycle);
        last[event->warp % 2] = event->cycle;
        both += last[0] == last[1];
    }
    assert_true(both > 700);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_miss_takes_a_hit_and_one_memory_latency),
        cmocka_unit_test(a_stream_of_misses_takes_the_bandwidth),
        cmocka_unit_test(lanes_in_one_block_share_a_transaction),
        cmocka_unit_test(lanes_that_are_not_served_repeat_the_access_as_a_split),
        cmocka_unit_test(a_store_that_repeats_stays_a_store),
        cmocka_unit_test(a_repeated_access_has_one_entry_and_no_empty_waves),
        cmocka_unit_test(the_seventh_load_waits_for_an_entry_of_the_scoreboard),
        cmocka_unit_test(a_register_in_flight_is_not_written_again),
        cmocka_unit_test(an_iteration_has_one_branch_bubble),
        cmocka_unit_test(each_pool_issues_once_per_cycle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
