/* SPDX-License-Identifier: Apache-2.0 */
/* test_schedulers.c - who issues, and who may issue together. */
#include "machine/fermi/statistics.h"
#include "rv32.h"

enum { THREADS = 1024, WARP = 64 };

/* SBI-5, SBI-6: one fetch and one issue per pool and cycle; the oldest instruction goes first, of
 * equally old ones that of the lower warp. */
static void warps_of_a_pool_fetch_and_issue_in_turns(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi", "");
    for (unsigned i = 0; i < 20; i++)
        rv_put(rig, rv_addi(T1 + i % 2, A1, 1));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, THREADS);
    for (uint32_t warp = 0; warp < 32; warp++)
        assert_int_equal(rig_cycle(rig, 0, warp, 0), 1 + warp / 2);
    assert_int_equal(rig_count(rig, STAT_FETCHES), rig_count(rig, STAT_SBI_ISSUED));
    assert_true(rig_count(rig, STAT_FETCHES) <= 2 * rig_count(rig, STAT_CYCLES));
    rig_free(rig);
}

/* Even and odd threads do the same in arms of their own: `loads` of memory and branches to the next
 * instruction. */
static struct rig *run_arms(const char *settings, bool loads)
{
    struct rig *rig = rv_rig("fermi-sbi", settings);
    uint32_t jump = 0;
    rv_put(rig, rv_csrr(T0, CSR_LOCAL_X));
    rv_put(rig, rv_andi(T0, T0, 1));
    uint32_t branch = rv_put(rig, rv_bne(T0, ZERO, 0));
    for (unsigned arm = 0; arm < 2; arm++) {
        for (unsigned i = 0; i < 20; i++)
            rv_put(rig, loads ? rv_lw(i % 2 ? T1 : T2, A0, 0) : rv_beq(ZERO, A1, 1));
        if (arm == 0) {
            jump = rv_put(rig, rv_j(0));
            rv_land(rig, branch);
        }
    }
    rv_land(rig, jump);
    rv_put(rig, rv_ret());
    rig_run(rig, 1, THREADS);
    return rig;
}

/* Cycles with two issues of instructions that the test is about. */
static uint32_t pairs(const struct rig *rig, uint8_t timing)
{
    cycle_t last = NEVER;
    uint32_t count = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_ISSUE || event->insn->timing != timing ||
            event->insn->flow == FLOW_JUMP || event->insn->flow == FLOW_RETURN)
            continue;
        count += event->cycle == last;
        last = event->cycle;
    }
    return count;
}

/* SBI-26, SBI-27 */
static void two_branches_do_not_issue_together(void **unused)
{
    (void)unused;
    struct rig *one = run_arms("sbi=same_warp", false);
    struct rig *two = run_arms("sbi=same_warp two_divergences=true", false);
    assert_int_equal(pairs(one, TIMING_BRANCH), 0);
    assert_true(pairs(two, TIMING_BRANCH) > 0);
    rig_free(one);
    rig_free(two);
}

/* Threads part by bit 0, and in both arms at once by bit 1. */
static struct rig *run_parting_arms(const char *settings)
{
    struct rig *rig = rv_rig("fermi-sbi", settings);
    uint32_t jump = 0;
    rv_put(rig, rv_csrr(T0, CSR_LOCAL_X));
    rv_put(rig, rv_andi(T1, T0, 2));
    rv_put(rig, rv_andi(T0, T0, 1));
    uint32_t branch = rv_put(rig, rv_bne(T0, ZERO, 0));
    for (unsigned arm = 0; arm < 2; arm++) {
        for (unsigned i = 0; i < 10; i++)
            rv_put(rig, rv_addi(T2, A1, (int32_t)i));
        uint32_t inner = rv_put(rig, rv_bne(T1, ZERO, 0));
        rv_put(rig, rv_addi(T2, T2, 1));
        rv_land(rig, inner);
        if (arm == 0) {
            jump = rv_put(rig, rv_j(0));
            rv_land(rig, branch);
        }
    }
    rv_land(rig, jump);
    rv_put(rig, rv_ret());
    rig_run(rig, 1, WARP);
    return rig;
}

/* SBI-27, A-8: found out afterwards, the second branch issues again if both part lanes, and is
 * counted once. */
static void of_two_branches_that_part_the_second_is_repeated(void **unused)
{
    (void)unused;
    struct rig *apart = run_parting_arms("sbi=same_warp");
    struct rig *both = run_parting_arms("sbi=same_warp two_divergences=true");
    struct rig *repeated = run_parting_arms("sbi=same_warp divergence=posthoc");
    struct rig *together = run_arms("sbi=same_warp divergence=posthoc", false);
    assert_int_equal(rig_count(both, STAT_SBI_DIVERGENCE_REPLAYS), 0);
    assert_int_equal(rig_count(repeated, STAT_SBI_DIVERGENCE_REPLAYS), 1);
    assert_int_equal(rig_count(repeated, STAT_SBI_ISSUED), rig_count(both, STAT_SBI_ISSUED) + 1);
    assert_int_equal(rig_count(repeated, STAT_THREAD_INSTRUCTIONS),
                     rig_count(apart, STAT_THREAD_INSTRUCTIONS));
    assert_true(pairs(repeated, TIMING_BRANCH) > pairs(apart, TIMING_BRANCH));
    assert_true(pairs(together, TIMING_BRANCH) > 0);
    assert_int_equal(rig_count(together, STAT_SBI_DIVERGENCE_REPLAYS), 0);
    rig_free(apart);
    rig_free(both);
    rig_free(repeated);
    rig_free(together);
}

/* Threads of a warp take a lock one by one: amoswap until it was free. */
static struct rig *lock_rig(const char *machine, const char *settings)
{
    const uint32_t take = 0x01u << 27 | T1 << 20 | A0 << 15 | 2 << 12 | T2 << 7 | 0x2f;
    struct rig *rig = rv_rig(machine, settings);
    rv_put(rig, rv_addi(T1, ZERO, 1));
    uint32_t head = rv_put(rig, take);
    rv_put(rig, rv_bne(T2, ZERO, (int32_t)head - (int32_t)rig->made.added));
    rv_put(rig, rv_lw(T0, A0, 4));
    rv_put(rig, rv_addi(T0, T0, 1));
    rv_put(rig, rv_sw(T0, A0, 4));
    rv_put(rig, rv_sw(ZERO, A0, 0));
    rv_put(rig, rv_ret());
    return rig;
}

static enum wc_status run_locks(struct rig *rig, uint32_t threads)
{
    rig_expect_ok(rig, rig_admit(rig, 1, threads));
    return rig_clock(rig, 400000, false);
}

/* who waits for a lock comes first in the order and keeps its holder from running; a watchdog
 * that changes the order ends this. */
static void a_watchdog_lets_the_holder_of_a_lock_run(void **unused)
{
    (void)unused;
    static const char *const machines[] = {"fermi-warp64", "fermi-swi", "fermi-sbi",
                                           "fermi-sbi-swi"};
    struct rig *stuck = lock_rig("fermi-warp64", "");
    assert_int_equal(run_locks(stuck, 8), WC_DEADLOCK);
    assert_int_equal(rig_count(stuck, STAT_SBI_REORDERS), 0);
    rig_free(stuck);
    for (unsigned i = 0; i < 4; i++) {
        struct rig *rig = lock_rig(machines[i], "watchdog=2000");
        rig_expect_ok(rig, run_locks(rig, 8));
        assert_int_equal(rig->out_words[1], 8);
        assert_int_equal(rig->out_words[0], 0);
        if (i < 2) /* a second front end lets it run anyway */
            assert_true(rig_count(rig, STAT_SBI_REORDERS) > 0);
        rig_free(rig);
    }
}

/* SWI-8, A-13 */
static void two_loads_issue_together_only_with_an_option(void **unused)
{
    (void)unused;
    struct rig *one = run_arms("sbi=same_warp", true);
    struct rig *two = run_arms("sbi=same_warp two_divergences=true lsu_interweave=true", true);
    assert_int_equal(pairs(one, TIMING_LOAD), 0);
    assert_true(pairs(two, TIMING_LOAD) > 0);
    assert_true(rig_count(two, STAT_GLOBAL_TRANSACTIONS) >= 1);
    rig_free(one);
    rig_free(two);
}

/* SBI-37: entries of the buffer follow their splits when the primary passes the secondary. */
static void buffered_instructions_follow_their_splits(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi-sbi", "sbi=same_warp constraints=false");
    rv_put(rig, rv_csrr(T0, CSR_LOCAL_X));
    rv_put(rig, rv_andi(T0, T0, 1));
    rv_put(rig, rv_addi(T1, ZERO, 20));
    uint32_t branch = rv_put(rig, rv_bne(T0, ZERO, 0));
    rv_put(rig, rv_addi(T1, T1, 40)); /* even threads count longer */
    rv_land(rig, branch);
    uint32_t head = rv_put(rig, rv_addi(T1, T1, -1));
    for (unsigned i = 0; i < 6; i++)
        rv_put(rig, rv_addi(T2, A1, 1));
    rv_put(rig, rv_bne(T1, ZERO, (int32_t)head - (int32_t)rig->made.added));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, WARP);
    assert_true(rig_count(rig, STAT_SBI_BUFFER_SWAPS) + rig_count(rig, STAT_SBI_SWAPS) > 0);
    assert_int_equal(rig_count(rig, STAT_THREAD_INSTRUCTIONS),
                     64 * 5 + 32 + 32 * 8 * (20 + 60));
    rig_free(rig);
}

/* SWI-7: without SBI both instructions of a phase are of different warps. */
static void swi_pairs_different_warps(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi-swi", "");
    for (unsigned i = 0; i < 60; i++)
        rv_put(rig, i % 3 ? rv_addi(T1 + i % 2, A1, 1) : rv_div(A2 + i % 4, A1, A1));
    rv_put(rig, rv_ret());
    rig_run(rig, 1, THREADS);
    assert_true(rig_count(rig, STAT_SBI_PAIR_OTHER_ROW) > 0);
    assert_int_equal(rig_count(rig, STAT_SBI_PAIR_SAME_WARP), 0);
    rig_free(rig);
}

/* SBI-16, SBI-20: the result does not depend on who goes first. */
static void every_lane_takes_its_own_path(void **unused)
{
    (void)unused;
    static const char *const ways[][2] = {
        {"fermi", ""}, {"fermi-warp64", ""}, {"fermi-sbi", ""},
        {"fermi-sbi", "constraints=false contexts.literal=true"}, {"fermi-swi", ""},
        {"fermi-sbi-swi", "frontier.order=remap contexts.cold=1"}};
    for (unsigned k = 0; k < sizeof ways / sizeof *ways; k++) {
        struct rig *rig = rv_rig(ways[k][0], ways[k][1]);
        rv_put(rig, rv_csrr(T0, CSR_LOCAL_X));
        rv_put(rig, rv_slli(A2, T0, 2));
        rv_put(rig, rv_add(A2, A2, A0));
        rv_put(rig, rv_andi(T1, T0, 31));
        uint32_t head = rv_put(rig, rv_beq(T1, ZERO, 0)); /* as many rounds as the number says */
        rv_put(rig, rv_add(T2, T2, T1));
        rv_put(rig, rv_addi(T1, T1, -1));
        rv_put(rig, rv_j((int32_t)head - (int32_t)rig->made.added));
        rv_land(rig, head);
        rv_put(rig, rv_sw(T2, A2, 0));
        rv_put(rig, rv_ret());
        rig_run(rig, 1, 256);
        for (uint32_t i = 0; i < 256; i++)
            assert_int_equal(rig->out_words[i], i % 32 * (i % 32 + 1) / 2);
        rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warps_of_a_pool_fetch_and_issue_in_turns),
        cmocka_unit_test(two_branches_do_not_issue_together),
        cmocka_unit_test(of_two_branches_that_part_the_second_is_repeated),
        cmocka_unit_test(a_watchdog_lets_the_holder_of_a_lock_run),
        cmocka_unit_test(two_loads_issue_together_only_with_an_option),
        cmocka_unit_test(buffered_instructions_follow_their_splits),
        cmocka_unit_test(swi_pairs_different_warps),
        cmocka_unit_test(every_lane_takes_its_own_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
