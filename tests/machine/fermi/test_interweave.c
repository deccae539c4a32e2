/* SPDX-License-Identifier: Apache-2.0 */
/* test_interweave.c - splits of one warp and of two warps that issue together. */
#include <string.h>

#include "machine/fermi/statistics.h"
#include "rv32.h"
#include "sass.h"

enum { THREADS = 1024, WARP = 64 };

static void put_many(struct rig *rig, uint32_t count)
{
    static const uint32_t registers[] = {T1, T2, A2, A3, A4, A5, A6, A7, T3, T4, T5, T6};
    for (uint32_t i = 0; i < count; i++)
        rv_put(rig, rv_addi(registers[i % 12], A1, 1));
}

/* t0 := thread & mask */
static void put_id(struct rig *rig, int32_t mask)
{
    rv_put(rig, rv_csrr(T0, CSR_LOCAL_X));
    rv_put(rig, rv_andi(T0, T0, mask));
}

/* Of the issues of an instruction: how many, and by which lanes in all. */
static uint32_t issues_of(const struct rig *rig, uint32_t number, uint64_t *lanes)
{
    uint32_t count = 0;
    *lanes = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_ISSUE || event->insn != &rig->program->insns[number])
            continue;
        *lanes |= event->mask;
        count++;
    }
    return count;
}

static cycle_t cycles(const struct rig *rig)
{
    return rig_count(rig, STAT_CYCLES);
}

/* Arms of `length` instructions for even and odd threads. */
static struct rig *run_arms(const char *machine, const char *settings, uint32_t length)
{
    struct rig *rig = rv_rig(machine, settings);
    put_id(rig, 1);
    uint32_t branch = rv_put(rig, rv_bne(T0, ZERO, 0));
    put_many(rig, length);
    uint32_t jump = rv_put(rig, rv_j(0));
    rv_land(rig, branch);
    put_many(rig, length);
    rv_land(rig, jump);
    rv_put(rig, rv_ret());
    rig_run(rig, 1, THREADS);
    return rig;
}

/* SBI-35, SBI-36: the row is busy for the length of one arm, not of both. */
static void equal_arms_of_a_branch_share_the_lanes_of_a_row(void **unused)
{
    (void)unused;
    struct rig *alone = run_arms("fermi-warp64", "", 400);
    struct rig *sbi = run_arms("fermi-sbi", "sbi=same_warp", 400);
    assert_true(cycles(alone) > 2 * 400 * 16);
    assert_true(cycles(sbi) < 400 * 16 + 400);
    assert_true(rig_count(sbi, STAT_SBI_PAIR_SAME_ROW) > 390 * 16);
    assert_int_equal(rig_count(sbi, STAT_THREAD_INSTRUCTIONS),
                     rig_count(alone, STAT_THREAD_INSTRUCTIONS));
    rig_free(alone);
    rig_free(sbi);
}

/* SWI-20: both arms of a warp issue together under SBI+SWI too, although the second scheduler looks
 * one cycle later. */
static void equal_arms_issue_together_under_both(void **unused)
{
    (void)unused;
    struct rig *both = run_arms("fermi-sbi-swi", "", 400);
    assert_true(cycles(both) < 400 * 16 + 500);
    assert_true(rig_count(both, STAT_SBI_PAIR_SAME_WARP) > 380 * 16);
    rig_free(both);
}

/* ---- the paper's figure 4 ---- */

struct nest {
    uint32_t b, d, e, f, g, end; /* first instructions of blocks B to G */
};

/* Threads 0, 1 of four take B, thread 2 D, thread 3 E. */
static struct rig *run_nest(const char *settings, struct nest *nest)
{
    struct rig *rig = rv_rig("fermi-sbi", settings);
    rv_put(rig, rv_csrr(S0, CSR_LOCAL_X));
    rv_put(rig, rv_andi(T0, S0, 2));
    rv_put(rig, rv_andi(S2, S0, 1));
    uint32_t to_c = rv_put(rig, rv_bne(T0, ZERO, 0));
    nest->b = rig->made.added;
    put_many(rig, 120);
    uint32_t to_g = rv_put(rig, rv_j(0));
    rv_land(rig, to_c);
    uint32_t to_e = rv_put(rig, rv_bne(S2, ZERO, 0));
    nest->d = rig->made.added;
    put_many(rig, 6);
    uint32_t to_f = rv_put(rig, rv_j(0));
    rv_land(rig, to_e);
    nest->e = rig->made.added;
    put_many(rig, 24);
    rv_land(rig, to_f);
    nest->f = rig->made.added;
    put_many(rig, 20);
    rv_land(rig, to_g);
    nest->g = rig->made.added;
    put_many(rig, 4);
    nest->end = rv_put(rig, rv_ret());
    rig_run(rig, 1, WARP);
    return rig;
}

static bool is_in(const struct rig *rig, const struct event *event, uint32_t first, uint32_t end)
{
    const struct insn *insns = rig->program->insns;
    return event->insn >= insns + first && event->insn < insns + end;
}

/* Cycles in which two ranges of code issue together. */
static uint32_t together(const struct rig *rig, uint32_t first1, uint32_t end1, uint32_t first2,
                         uint32_t end2)
{
    uint32_t count = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *one = &rig->recorder.events[i];
        for (size_t k = 0; one->kind == EVENT_ISSUE && k < rig->recorder.count; k++) {
            const struct event *two = &rig->recorder.events[k];
            count += two->kind == EVENT_ISSUE && two->cycle == one->cycle &&
                     is_in(rig, one, first1, end1) && is_in(rig, two, first2, end2);
        }
    }
    return count;
}

/* SBI-31, SBI-42, SBI-43, SBI-46: acceptance row 20. */
static void inner_blocks_wait_for_each_other_and_run_next_to_the_outer_arm(void **unused)
{
    (void)unused;
    static const char *const models[] = {"sbi=same_warp", "sbi=same_warp contexts.model=exact",
                                         "sbi=any"};
    for (unsigned i = 0; i < 3; i++) {
        struct nest nest;
        uint64_t lanes;
        struct rig *rig = run_nest(models[i], &nest);
        assert_true(together(rig, nest.b, nest.d, nest.f, nest.g) > 0);
        assert_int_equal(together(rig, nest.d, nest.f, nest.f, nest.g), 0);
        assert_int_equal(issues_of(rig, nest.f, &lanes), 1);
        assert_int_equal(issues_of(rig, nest.g, &lanes), 1);
        assert_true(lanes == ~0ull);
        rig_free(rig);
    }
}

/* ---- the same as a cubin: SSY, guarded BRA, SYNC ---- */

/* Code has a control word in front of every three instructions. */
static int32_t word_of(uint32_t number)
{
    return (int32_t)(number / 3 * 4 + 1 + number % 3);
}

/* An instruction that was added before goes to the next one to be added. */
static void sass_land(struct rig *rig, uint32_t number, struct word word)
{
    const int32_t skip = word_of(rig->made.added) - word_of(number) - 1;
    uint64_t bits = word.bits | (uint64_t)((uint32_t)skip * 8 & 0xffffff) << 20;
    memcpy(rig->made.code + 8 * word_of(number), &bits, sizeof bits);
}

static void sass_many(struct rig *rig, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        sass_add(rig, iadd32i(4 + i % 12, 1, 1, STALL(0)));
}

/* The file of a cubin lists where each SYNC goes. */
static void run_told(struct rig *rig, const uint32_t syncs[4], const struct nest *nest)
{
    const struct branch_targets told[4] = {{syncs[0], 1, &nest->g}, {syncs[1], 1, &nest->f},
                                           {syncs[2], 1, &nest->f}, {syncs[3], 1, &nest->g}};
    rig_expect_ok(rig, rig_admit(rig, 1, WARP));
    rig->program->branch_targets = told;
    rig->program->branch_targets_count = 4;
    rig_expect_ok(rig, rig_clock(rig, RIG_CYCLES_MAX, false));
    rig->program->branch_targets = NULL;
    rig->program->branch_targets_count = 0;
}

/* Threads 0 to 31 take B, 32 to 47 D, 48 to 63 E. */
static struct rig *run_sass_nest(const char *settings, struct nest *nest)
{
    const struct word ssy = {0xe290000000000000, STALL(0)}, sync = {0xf0f800000007000f, STALL(0)};
    const struct word part[2] = {guarded(bra(0, STALL(0)), 0, true),
                                 guarded(bra(0, STALL(0)), 1, true)};
    struct rig *rig = sass_rig("fermi-sbi", settings);
    uint32_t syncs[4];
    sass_add(rig, s2r(0, TID_X, STALL(0)));
    sass_add(rig, isetp_lt(0, 0, 32, STALL(0)));
    sass_add(rig, isetp_lt(1, 0, 48, STALL(0)));
    uint32_t outer = sass_add(rig, ssy), to_c = sass_add(rig, part[0]);
    nest->b = rig->made.added;
    sass_many(rig, 120);
    syncs[0] = sass_add(rig, sync);
    sass_land(rig, to_c, part[0]);
    uint32_t inner = sass_add(rig, ssy), to_e = sass_add(rig, part[1]);
    nest->d = rig->made.added;
    sass_many(rig, 6);
    syncs[1] = sass_add(rig, sync);
    sass_land(rig, to_e, part[1]);
    nest->e = rig->made.added;
    sass_many(rig, 24);
    syncs[2] = sass_add(rig, sync);
    sass_land(rig, inner, ssy);
    nest->f = rig->made.added;
    sass_many(rig, 20);
    syncs[3] = sass_add(rig, sync);
    sass_land(rig, outer, ssy);
    nest->g = rig->made.added;
    sass_many(rig, 4);
    nest->end = sass_add(rig, exit_(STALL(0)));
    run_told(rig, syncs, nest);
    return rig;
}

/* SBI-19, SBI-31, SBI-42, SBI-43, SBI-46, SBI-48: acceptance row 20, by both divergence points. */
static void inner_blocks_of_a_cubin_wait_for_each_other(void **unused)
{
    (void)unused;
    static const char *const models[] = {"sbi=same_warp", "sbi=same_warp contexts.model=exact",
                                         "sbi=same_warp pcdiv=isa", "sbi=any"};
    for (unsigned i = 0; i < 4; i++) {
        struct nest nest;
        uint64_t lanes;
        struct rig *rig = run_sass_nest(models[i], &nest);
        assert_true(together(rig, nest.b, nest.d, nest.f, nest.g) > 0);
        assert_int_equal(together(rig, nest.d, nest.f, nest.f, nest.g), 0);
        assert_int_equal(issues_of(rig, nest.f, &lanes), 1);
        assert_int_equal(issues_of(rig, nest.g, &lanes), 1);
        assert_true(lanes == ~0ull);
        rig_free(rig);
    }
}

/* SBI-41: without constraints the first arm that arrives runs on alone. */
static void without_constraints_a_join_issues_once_per_arm(void **unused)
{
    (void)unused;
    struct nest nest;
    uint64_t lanes;
    struct rig *rig = run_nest("sbi=same_warp constraints=false", &nest);
    assert_true(issues_of(rig, nest.g, &lanes) > 1);
    assert_true(lanes == ~0ull);
    rig_free(rig);
}

/* ---- running ahead ---- */

/* SBI-39: even threads wait for memory, odd ones only compute. */
static void a_secondary_runs_while_its_primary_waits_for_memory(void **unused)
{
    (void)unused;
    struct rig *rig = rv_rig("fermi-sbi", "sbi=same_warp");
    put_id(rig, 1);
    uint32_t branch = rv_put(rig, rv_bne(T0, ZERO, 0));
    uint32_t load = rv_put(rig, rv_lw(T1, A0, 0));
    uint32_t use = rv_put(rig, rv_addi(T1, T1, 1));
    uint32_t jump = rv_put(rig, rv_j(0));
    rv_land(rig, branch);
    put_many(rig, 40);
    uint32_t last = rv_put(rig, rv_addi(S2, S2, 1));
    rv_land(rig, jump);
    rv_put(rig, rv_ret());
    rig_run(rig, 1, WARP);
    assert_true(rig_cycle(rig, 0, 0, use) - rig_cycle(rig, 0, 0, load) > 330);
    assert_true(rig_cycle(rig, 0, 0, last) < rig_cycle(rig, 0, 0, use));
    rig_free(rig);
}

/* SBI-40: a barrier in each arm; threads meet, not warps. */
static void threads_meet_at_barriers_of_different_arms(void **unused)
{
    (void)unused;
    static const char *const machines[] = {"fermi", "fermi-warp64", "fermi-sbi", "fermi-swi",
                                           "fermi-sbi-swi"};
    for (unsigned i = 0; i < 5; i++) {
        struct rig *rig = rv_rig(machines[i], "");
        put_id(rig, 1);
        uint32_t branch = rv_put(rig, rv_bne(T0, ZERO, 0));
        rv_put(rig, rv_barrier());
        uint32_t jump = rv_put(rig, rv_j(0));
        rv_land(rig, branch);
        put_many(rig, 30);
        uint32_t last = rv_put(rig, rv_barrier());
        rv_land(rig, jump);
        uint32_t after = rv_put(rig, rv_addi(T1, T1, 1));
        rv_put(rig, rv_ret());
        rig_run(rig, 1, 256);
        assert_true(rig_cycle(rig, 0, 0, after) > rig_cycle(rig, 0, 1, last));
        assert_int_equal(rig_count(rig, STAT_THREAD_INSTRUCTIONS), 256 * 6 + 128 * 31);
        rig_free(rig);
    }
}

/* ---- the order of splits ---- */

/* The other arm is after the join: 16 lanes of code that all run twice by address. */
static uint64_t issued_with_bad_layout(const char *machine, const char *settings)
{
    struct rig *rig = rv_rig(machine, settings);
    put_id(rig, 1);
    uint32_t branch = rv_put(rig, rv_bne(T0, ZERO, 0));
    put_many(rig, 4);
    uint32_t join = rig->made.added;
    put_many(rig, 60);
    rv_put(rig, rv_ret());
    rv_land(rig, branch);
    put_many(rig, 4);
    rv_put(rig, rv_j((int32_t)join - (int32_t)rig->made.added));
    rig_run(rig, 1, THREADS);
    uint64_t issued = rig_count(rig, STAT_SBI_ISSUED);
    rig_free(rig);
    return issued;
}

/* SBI-15, SBI-18: acceptance row 16. */
static void a_bad_layout_issues_the_join_twice_until_it_is_reordered(void **unused)
{
    (void)unused;
    uint64_t by_address = issued_with_bad_layout("fermi-warp64", "");
    uint64_t reordered = issued_with_bad_layout("fermi-warp64", "frontier.order=remap");
    assert_int_equal(by_address, 16 * (3 + 4 + 61 + 5 + 61));
    assert_int_equal(reordered, 16 * (3 + 4 + 5 + 61));
    assert_int_equal(issued_with_bad_layout("fermi", ""), 32 * (3 + 4 + 5 + 61));
}

/* ---- other warps ---- */

/* `if ((thread & 31) < 16)` without else. */
static struct rig *run_half(const char *machine, const char *settings, int32_t threads)
{
    struct rig *rig = rv_rig(machine, settings);
    put_id(rig, 31);
    rv_put(rig, rv_addi(S2, ZERO, 16));
    uint32_t branch = rv_put(rig, rv_blt(T0, S2, 2));
    uint32_t jump = rv_put(rig, rv_j(0));
    (void)branch;
    put_many(rig, 400);
    rv_land(rig, jump);
    rv_put(rig, rv_ret());
    rig_run(rig, 1, (uint32_t)threads);
    return rig;
}

/* SWI-1, SWI-3, SWI-13: other warps fill the lanes that an unbalanced branch leaves. */
static void another_warp_fills_the_lanes_of_an_unbalanced_branch(void **unused)
{
    (void)unused;
    struct rig *alone = run_half("fermi-warp64", "", THREADS);
    struct rig *sbi = run_half("fermi-sbi", "sbi=same_warp", THREADS);
    struct rig *swi = run_half("fermi-swi", "", THREADS);
    assert_true(cycles(sbi) * 100 > cycles(alone) * 97);
    assert_true(cycles(swi) * 100 < cycles(alone) * 65);
    assert_true(rig_count(swi, STAT_SBI_PAIR_SAME_ROW) > 2500);
    rig_free(alone);
    rig_free(sbi);
    rig_free(swi);
}

/* Cycles of a kernel without a branch. */
static cycle_t straight(const char *settings)
{
    struct rig *rig = rv_rig("fermi-swi", settings);
    put_many(rig, 100);
    rv_put(rig, rv_ret());
    rig_run(rig, 2, THREADS);
    cycle_t took = cycles(rig);
    rig_free(rig);
    return took;
}

/* SWI-4, SWI-16, SWI-17: with equal lanes in all warps nothing fits; shuffled, it does. */
static void lane_shuffling_makes_room_and_costs_nothing(void **unused)
{
    (void)unused;
    struct rig *plain = run_half("fermi-swi", "shuffle=identity", THREADS);
    struct rig *shuffled = run_half("fermi-swi", "shuffle=xor-rev", THREADS);
    assert_true(rig_count(plain, STAT_SBI_PAIR_SAME_ROW) < 32); /* the two ways of the branch */
    assert_true(cycles(shuffled) < cycles(plain));
    assert_int_equal(rig_count(shuffled, STAT_THREAD_INSTRUCTIONS),
                     rig_count(plain, STAT_THREAD_INSTRUCTIONS));
    rig_free(plain);
    rig_free(shuffled);
    assert_int_equal(straight("shuffle=identity"), straight("shuffle=mirror-odd"));
    assert_int_equal(straight("shuffle=xor"), straight("shuffle=xor-rev"));
}

/* SWI-6: what both schedulers pick issues once. */
static void an_instruction_that_both_schedulers_pick_issues_once(void **unused)
{
    (void)unused;
    struct rig *swi = run_half("fermi-swi", "", THREADS);
    struct rig *alone = run_half("fermi-warp64", "", THREADS);
    assert_true(rig_count(swi, STAT_SBI_CONFLICTS) > 0);
    assert_int_equal(rig_count(swi, STAT_SBI_ISSUED), rig_count(alone, STAT_SBI_ISSUED));
    rig_free(swi);
    rig_free(alone);
}

static void assert_same(struct rig *one, struct rig *two)
{
    assert_int_equal(cycles(one), cycles(two));
    assert_int_equal(rig_count(one, STAT_SBI_ISSUED), rig_count(two, STAT_SBI_ISSUED));
    assert_int_equal(rig_count(one, STAT_SBI_PAIR_SAME_ROW),
                     rig_count(two, STAT_SBI_PAIR_SAME_ROW));
    rig_free(one);
    rig_free(two);
}

/* SWI-20, SWI-24: without one mechanism the combination is the other. */
static void both_together_without_one_is_the_other(void **unused)
{
    (void)unused;
    assert_same(run_half("fermi-sbi-swi", "sbi=none mem_split=false", THREADS),
                run_half("fermi-swi", "", THREADS));
    assert_same(run_arms("fermi-sbi-swi", "swi=false scheduler.latency=1", 100),
                run_arms("fermi-sbi", "sbi=same_warp", 100));
}

/* SWI-2, SWI-12, SWI-20: two instructions per cycle at most. */
static void no_cycle_has_a_third_issue(void **unused)
{
    (void)unused;
    static const char *const machines[] = {"fermi", "fermi-sbi", "fermi-swi", "fermi-sbi-swi"};
    for (unsigned k = 0; k < 4; k++) {
        struct rig *rig = run_half(machines[k], "", THREADS);
        cycle_t last = NEVER;
        uint32_t count = 0, max = 0;
        for (size_t i = 0; i < rig->recorder.count; i++) {
            const struct event *event = &rig->recorder.events[i];
            if (event->kind != EVENT_ISSUE)
                continue;
            count = event->cycle == last ? count + 1 : 1;
            last = event->cycle;
            max = count > max ? count : max;
        }
        assert_int_equal(max, 2);
        rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_arms_of_a_branch_share_the_lanes_of_a_row),
        cmocka_unit_test(equal_arms_issue_together_under_both),
        cmocka_unit_test(inner_blocks_wait_for_each_other_and_run_next_to_the_outer_arm),
        cmocka_unit_test(inner_blocks_of_a_cubin_wait_for_each_other),
        cmocka_unit_test(without_constraints_a_join_issues_once_per_arm),
        cmocka_unit_test(a_secondary_runs_while_its_primary_waits_for_memory),
        cmocka_unit_test(threads_meet_at_barriers_of_different_arms),
        cmocka_unit_test(a_bad_layout_issues_the_join_twice_until_it_is_reordered),
        cmocka_unit_test(another_warp_fills_the_lanes_of_an_unbalanced_branch),
        cmocka_unit_test(lane_shuffling_makes_room_and_costs_nothing),
        cmocka_unit_test(an_instruction_that_both_schedulers_pick_issues_once),
        cmocka_unit_test(both_together_without_one_is_the_other),
        cmocka_unit_test(no_cycle_has_a_third_issue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
