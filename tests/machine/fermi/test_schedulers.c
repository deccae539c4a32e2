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
        cmocka_unit_test(two_loads_issue_together_only_with_an_option),
        cmocka_unit_test(buffered_instructions_follow_their_splits),
        cmocka_unit_test(swi_pairs_different_warps),
        cmocka_unit_test(every_lane_takes_its_own_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
