/* SPDX-License-Identifier: Apache-2.0 */
/* test_replay.c - schedules without a machine: policies over lists of slots, the bound over them,
 * and the front end of SWaS by hand. */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"
#include "bound/engine/replay.h"
#include "paper/swas/micro.h"
#include "paper/swas/random.h"

#include <cmocka.h>

/* ---- schedules of three equal warps ---- */

enum { WARPS = 3, SLOTS_MAX = 32 };

static void draw(void *user, uint64_t cycle, int warp)
{
    (void)cycle;
    if (warp == REPLAY_NOBODY)
        text_add(user, ".");
    else
        text_add(user, "%d", warp);
}

/* run[0], wait run[1], run[2], wait run[3], run[4] */
static size_t make_slots(const uint32_t run[5], struct replay_slot *slots)
{
    size_t count = 0;
    for (size_t i = 0; i < 5; i += 2) {
        for (uint32_t k = 0; k < run[i]; k++)
            slots[count++] = (struct replay_slot){.gap = i && !k ? run[i - 1] + 1 : 1};
    }
    return count;
}

static void assert_schedule(const char *policy, const uint32_t run[5],
                            const struct replay_outage *outage, const char *expected)
{
    struct replay_slot slots[SLOTS_MAX];
    struct replay_warp warps[WARPS];
    struct text drawn = {0};
    size_t count = make_slots(run, slots);
    for (size_t i = 0; i < WARPS; i++)
        warps[i] = (struct replay_warp){.slots = slots, .count = count};
    uint64_t makespan = replay_run(&(struct replay){
        .policy = scheduler_find(policy), .warps = warps, .warp_count = WARPS, .outages = outage,
        .outage_count = outage != NULL, .told = draw, .user = &drawn});
    assert_string_equal(text_string(&drawn), expected);
    assert_int_equal(makespan, strlen(expected));
    assert_true(outage || makespan <= replay_bound(warps, WARPS));
    text_free(&drawn);
}

/* SWAS-29 */
static void an_empty_queue_at_cycle_15_lengthens_the_schedule_of_three_warps(void **unused)
{
    static const uint32_t run[5] = {3, 4, 3, 3, 4};
    (void)unused;
    assert_schedule("gtlrr", run, NULL, "000111222000111222000011112222");
    assert_schedule("gtlrr", run, &(struct replay_outage){2, 15},
                    "00011122200011100001111222...2222");
}

/* SWAS-30 */
static void one_lost_cycle_can_cost_eleven(void **unused)
{
    static const uint32_t run[5] = {2, 4, 3, 8, 3};
    static const char *const policies[] = {"gtlrr", "gtlo"};
    (void)unused;
    for (size_t i = 0; i < 2; i++) {
        assert_schedule(policies[i], run, NULL, "001122000111222..000111222");
        assert_schedule(policies[i], run, &(struct replay_outage){2, 5},
                        "00112.0001112....000111222........222");
    }
}

/* SWAS-31: 33 to 28, 33 to 25, 24 to 21 cycles. */
static void one_lost_cycle_can_shorten_the_run(void **unused)
{
    static const uint32_t gtlrr[5] = {4, 7, 1, 5, 3}, gtlo[5] = {2, 2, 3, 7, 3},
                          lrr[5] = {2, 3, 2, 4, 3};
    (void)unused;
    assert_schedule("gtlrr", gtlrr, NULL, "0000111122220..1..0001112.....222");
    assert_schedule("gtlrr", gtlrr, &(struct replay_outage){0, 19}, "0000111122220..1..0200111222");
    assert_schedule("gtlo", gtlo, NULL, "001100011122..000111222.......222");
    assert_schedule("gtlo", gtlo, &(struct replay_outage){0, 1}, "011022000111222.000111222");
    assert_schedule("lrr", lrr, NULL, "012012.012012..012012012");
    assert_schedule("lrr", lrr, &(struct replay_outage){1, 1}, "020121002121000212121");
}

/* ---- slots ---- */

static uint64_t makespan_of(const struct replay_warp *warps, uint32_t count, const char *policy)
{
    return replay_run(&(struct replay){.policy = scheduler_find(policy), .warps = warps,
                                       .warp_count = count});
}

static void a_slot_waits_for_the_result_that_it_needs_and_not_for_the_slots_between(void **unused)
{
    /* slot 2 needs slot 0, ten cycles on; slot 1 goes at once */
    static const struct replay_slot slots[] = {{.gap = 1}, {.gap = 1},
                                               {.gap = 1, .needs = 2, .latency = 10}};
    struct replay_warp warp = {.slots = slots, .count = 3, .start = 5};
    (void)unused;
    assert_int_equal(makespan_of(&warp, 1, "lrr"), 5 + 10 + 1);
    assert_int_equal(replay_bound(&warp, 1), 5 + 10 + 1);
}

static void a_unit_that_is_not_pipelined_starts_its_next_slot_after_its_occupancy(void **unused)
{
    static const struct replay_slot division[] = {{.gap = 1, .occupancy = 16}};
    struct replay_warp warps[] = {{division, 1, 0}, {division, 1, 0}, {division, 1, 0}};
    (void)unused;
    assert_int_equal(makespan_of(warps, 3, "lrr"), 33);
    assert_true(replay_bound(warps, 3) >= 33);
}

/* ---- the bound ---- */

static void no_run_of_60000_is_longer_than_the_bound(void **unused)
{
    (void)unused;
    struct swas_bound_trials trials = swas_random_bound();
    print_message("# %" PRIu64 " runs: equal to the bound in %.1f %%, bound/run %.3f on average\n",
                  trials.runs, 100 * (double)trials.equal / (double)trials.runs,
                  trials.mean_ratio);
    assert_int_equal(trials.runs, 60000);
    assert_int_equal(trials.violations, 0);
    assert_true(trials.equal > 0);
}

static void nor_with_units_that_are_not_pipelined_and_staggered_starts(void **unused)
{
    (void)unused;
    struct swas_bound_trials trials = swas_random_bound_with_units();
    print_message("# %" PRIu64 " runs: equal to the bound in %.1f %%, bound/run %.3f on average\n",
                  trials.runs, 100 * (double)trials.equal / (double)trials.runs,
                  trials.mean_ratio);
    assert_int_equal(trials.violations, 0);
}

/* Two warps that take different ways take longer than two that take the worse way of either: the
 * longest list of slots and the longest waiting must be looked for apart. */
static void the_worst_common_path_is_no_bound_for_warps_on_different_paths(void **unused)
{
    struct replay_slot many[10], two[2] = {{.gap = 1}, {.gap = 21}};
    (void)unused;
    for (size_t i = 0; i < 10; i++)
        many[i] = (struct replay_slot){.gap = 1};
    const struct replay_warp a = {many, 10, 0}, b = {two, 2, 0};
    const struct replay_warp both_a[] = {a, a}, both_b[] = {b, b}, mixed[] = {a, b};
    assert_int_equal(replay_bound(both_a, 2), 20);
    assert_int_equal(replay_bound(both_b, 2), 24);
    assert_int_equal(makespan_of(mixed, 2, "gtlo"), 32);
    assert_int_equal(replay_bound(mixed, 2), 32);
}

/* ---- the front end of SWaS, cycle by cycle ---- */

static void add_slot(struct text *out, const struct micro_slot *slot)
{
    static const char *const nops[] = {[MICRO_START] = "N", [MICRO_MISS] = "N(miss)",
                                       [MICRO_FLUSH] = "N(flush)"};
    if (slot->kind == MICRO_INSTRUCTION)
        text_add(out, "I%u", slot->insn);
    else
        text_add(out, "%s", nops[slot->kind]);
}

/* "cycle warp: issue / fetch: queue", a line each; ~ for what is on its way at the next cycle. */
static void add_line(void *user, const struct micro_cycle *cycle)
{
    struct text *out = user;
    if (cycle->warp < 0)
        text_add(out, "%" PRIu64 " -", cycle->cycle);
    else
        text_add(out, "%" PRIu64 " w%d ", cycle->cycle, cycle->warp);
    if (cycle->warp >= 0) {
        add_slot(out, &cycle->issued);
        text_add(out, " / I%u%s", cycle->fetched, cycle->missed ? "!" : "");
    }
    text_add(out, ":");
    for (uint32_t i = 0; i < cycle->queued; i++) {
        text_add(out, " ");
        add_slot(out, &cycle->queue[i]);
        text_add(out, "%s", cycle->queue[i].poppable > cycle->cycle + 1 ? "~" : "");
    }
    text_add(out, "%s\n", cycle->ended ? " dropped" : "");
}

static struct micro_result run_micro(uint32_t warps, uint32_t start_nops,
                                     const struct micro_insn *insns, uint32_t count,
                                     struct text *lines)
{
    struct micro micro = {.policy = scheduler_find("gtlrr"), .warps = warps, .depth = 4,
                          .start_nops = start_nops, .branch_resolve = 3,
                          .told = lines ? add_line : NULL, .user = lines};
    struct micro_result result;
    for (uint32_t i = 0; i < warps; i++)
        micro.program[i] = (struct micro_program){insns, count};
    micro_run(&micro, &result);
    return result;
}

static void assert_lines(struct text *lines, const char *expected)
{
    assert_string_equal(text_string(lines), expected);
    text_free(lines);
}

/* X1 */
static void a_taken_branch_costs_its_decision_and_four_nops(void **unused)
{
    static const struct micro_insn insns[9] = {[2] = {.branch = true, .target = 6, .taken = 1}};
    struct text lines = {0};
    (void)unused;
    struct micro_result result = run_micro(1, 4, insns, 9, &lines);
    assert_lines(&lines, "0 w0 N / I0: N N N I0~\n"
                         "1 w0 N / I1: N N I0~ I1~\n"
                         "2 w0 N / I2: N I0~ I1~ I2~\n"
                         "3 w0 N / I3: I0 I1~ I2~ I3~\n"
                         "4 w0 I0 / I4: I1 I2~ I3~ I4~\n"
                         "5 w0 I1 / I5: I2 I3~ I4~ I5~\n"
                         "6 w0 I2 / I6: I3 I4~ I5~ I6~\n"
                         "7 -: I3 I4 I5~ I6~\n"
                         "8 -: I3 I4 I5 I6~\n"
                         "9 w0 N(flush) / I6: N(flush) N(flush) N(flush) I6~\n"
                         "10 w0 N(flush) / I7: N(flush) N(flush) I6~ I7~\n"
                         "11 w0 N(flush) / I8: N(flush) I6~ I7~ I8~\n"
                         "12 w0 N(flush) / I9: I6 I7~ I8~ I9~\n"
                         "13 w0 I6 / I10: I7 I8~ I9~ I10~\n"
                         "14 w0 I7 / I11: I8 I9~ I10~ I11~\n"
                         "15 w0 I8 / I12: dropped\n");
    assert_int_equal(result.warp[0].slots, 4 + 6 + 0 + 4 * 1);
    assert_int_equal(result.cycles, 14 + 2);
}

/* X2 */
static void a_miss_costs_one_nop_and_suspends_the_warp_until_its_line_is_there(void **unused)
{
    static const struct micro_insn insns[7] = {[2] = {.miss = 8}};
    struct text lines = {0};
    (void)unused;
    struct micro_result result = run_micro(1, 4, insns, 7, &lines);
    assert_lines(&lines, "0 w0 N / I0: N N N I0~\n"
                         "1 w0 N / I1: N N I0~ I1~\n"
                         "2 w0 N / I2!: N I0~ I1~ N(miss)~\n"
                         "3 -: N I0 I1~ N(miss)~\n"
                         "4 -: N I0 I1 N(miss)~\n"
                         "5 -: N I0 I1 N(miss)\n"
                         "6 -: N I0 I1 N(miss)\n"
                         "7 -: N I0 I1 N(miss)\n"
                         "8 -: N I0 I1 N(miss)\n"
                         "9 -: N I0 I1 N(miss)\n"
                         "10 w0 N / I2: I0 I1 N(miss) I2~\n"
                         "11 w0 I0 / I3: I1 N(miss) I2~ I3~\n"
                         "12 w0 I1 / I4: N(miss) I2~ I3~ I4~\n"
                         "13 w0 N(miss) / I5: I2 I3~ I4~ I5~\n"
                         "14 w0 I2 / I6: I3 I4~ I5~ I6~\n"
                         "15 w0 I3 / I7: I4 I5~ I6~ I7~\n"
                         "16 w0 I4 / I8: I5 I6~ I7~ I8~\n"
                         "17 w0 I5 / I9: I6 I7~ I8~ I9~\n"
                         "18 w0 I6 / I10: dropped\n");
    assert_int_equal(result.warp[0].slots, 4 + 7 + 1);
}

/* X3: SWAS-41 */
static void one_nop_fewer_at_the_start_underflows_at_cycle_3(void **unused)
{
    static const struct micro_insn insns[4];
    (void)unused;
    struct micro_result result = run_micro(1, 3, insns, 4, NULL);
    assert_true(result.underflow);
    assert_int_equal(result.underflow_at, 3);
    assert_false(run_micro(1, 4, insns, 4, NULL).underflow);
}

/* X4 */
static void two_warps_take_turns_where_one_waits_for_a_result(void **unused)
{
    static const struct micro_insn insns[4] = {[1] = {.latency = 4}};
    struct text lines = {0};
    (void)unused;
    run_micro(2, 4, insns, 4, &lines);
    assert_lines(&lines, "0 w0 N / I0: N N N I0~\n"
                         "1 w0 N / I1: N N I0~ I1~\n"
                         "2 w0 N / I2: N I0~ I1~ I2~\n"
                         "3 w0 N / I3: I0 I1~ I2~ I3~\n"
                         "4 w0 I0 / I4: I1 I2~ I3~ I4~\n"
                         "5 w0 I1 / I5: I2 I3~ I4~ I5~\n"
                         "6 w1 N / I0: N N N I0~\n"
                         "7 w1 N / I1: N N I0~ I1~\n"
                         "8 w1 N / I2: N I0~ I1~ I2~\n"
                         "9 w1 N / I3: I0 I1~ I2~ I3~\n"
                         "10 w1 I0 / I4: I1 I2~ I3~ I4~\n"
                         "11 w1 I1 / I5: I2 I3~ I4~ I5~\n"
                         "12 w0 I2 / I6: I3 I4 I5 I6~\n"
                         "13 w0 I3 / I7: dropped\n"
                         "14 -:\n"
                         "15 w1 I2 / I6: I3 I4 I5 I6~\n"
                         "16 w1 I3 / I7: dropped\n");
}

/* ---- lemmas ---- */

/* SWAS-41, SWAS-43 */
static void no_queue_of_27000_runs_is_empty_and_slots_are_l_n_m_and_l_times_b(void **unused)
{
    (void)unused;
    struct swas_lemmas lemmas = swas_random_lemmas();
    assert_int_equal(lemmas.runs, 27000);
    assert_int_equal(lemmas.with_misses, 12000);
    assert_int_equal(lemmas.underflows, 0);
    assert_int_equal(lemmas.mismatches, 0);
}

static void warps_recorded_alone_and_replayed_together_are_the_schedule_of_all(void **unused)
{
    (void)unused;
    struct swas_replays replays = swas_random_replays();
    print_message("# %" PRIu64 " runs, %" PRIu64 " cycles\n", replays.runs, replays.cycles);
    assert_int_equal(replays.runs, 27000);
    assert_true(replays.cycles > 1000000);
    assert_int_equal(replays.different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_queue_at_cycle_15_lengthens_the_schedule_of_three_warps),
        cmocka_unit_test(one_lost_cycle_can_cost_eleven),
        cmocka_unit_test(one_lost_cycle_can_shorten_the_run),
        cmocka_unit_test(a_slot_waits_for_the_result_that_it_needs_and_not_for_the_slots_between),
        cmocka_unit_test(a_unit_that_is_not_pipelined_starts_its_next_slot_after_its_occupancy),
        cmocka_unit_test(no_run_of_60000_is_longer_than_the_bound),
        cmocka_unit_test(nor_with_units_that_are_not_pipelined_and_staggered_starts),
        cmocka_unit_test(the_worst_common_path_is_no_bound_for_warps_on_different_paths),
        cmocka_unit_test(a_taken_branch_costs_its_decision_and_four_nops),
        cmocka_unit_test(a_miss_costs_one_nop_and_suspends_the_warp_until_its_line_is_there),
        cmocka_unit_test(one_nop_fewer_at_the_start_underflows_at_cycle_3),
        cmocka_unit_test(two_warps_take_turns_where_one_waits_for_a_result),
        cmocka_unit_test(no_queue_of_27000_runs_is_empty_and_slots_are_l_n_m_and_l_times_b),
        cmocka_unit_test(warps_recorded_alone_and_replayed_together_are_the_schedule_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
