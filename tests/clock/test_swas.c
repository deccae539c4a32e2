/* SPDX-License-Identifier: Apache-2.0 */
/* test_swas.c - the worked cycle tables X1, X2 and X4 of SWaS, on the machine itself. */
#include "rig.h"

#include <string.h>

/* One miss at the program's start; the others start when warp 0 is gone. */
#define ALONE "frontend=swas threads=1 wspawn.delay=200 wspawn.gap=0 "
#define WARM "icache.line=1024 icache.bytes=16384 "

/* One letter a cycle from the start of warp 1 on: '.' nobody, N/M/F a NOP of start, miss or flush,
 * otherwise the number of the instruction counted from i0. */
static void schedule(const struct rig *rig, uint32_t warp, char *text, size_t room)
{
    const struct event *start = rig_next(rig, EVENT_START, warp, 0);
    uint64_t base = rig_address(rig, "i0");
    assert_non_null(start);
    memset(text, '.', room);
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->warp != warp || event->cycle < start->cycle)
            continue;
        assert_true(event->cycle - start->cycle < room || event->kind == EVENT_STALL);
        if (event->kind == EVENT_NOP)
            text[event->cycle - start->cycle] = "NMF"[event->nop];
        if (event->kind == EVENT_ISSUE)
            text[event->cycle - start->cycle] = (char)('0' + (event->insn->pc - base) / 4);
    }
    while (room && text[room - 1] == '.')
        room--;
    text[room] = '\0';
}

/* In the same way, what is asked for; a letter beyond 'i' is fetched past the end. */
static void fetches(const struct rig *rig, uint32_t warp, char *text, size_t room)
{
    const struct event *start = rig_next(rig, EVENT_START, warp, 0);
    uint64_t base = rig_address(rig, "i0");
    size_t end = 0;
    memset(text, '.', room);
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_FETCH || event->warp != warp)
            continue;
        end = event->cycle - start->cycle;
        assert_true(end < room);
        text[end] = (char)('a' + (event->address - base) / 4);
    }
    text[end + 1] = '\0';
}

/* SWAS-34, SWAS-35, SWAS-39, SWAS-40, SWAS-45, table X1: four NOPs at the start, two idle cycles while
 * the branch resolves, four NOPs for the wrong path, the target fetched again. */
static void a_taken_branch_costs_four_nops(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("swas_branch", ALONE WARM "warps=2");
    char issued[64], asked[64];
    schedule(rig, 1, issued, sizeof issued - 1);
    fetches(rig, 1, asked, sizeof asked - 1);
    assert_string_equal(issued, "NNNN012..FFFF678");
    assert_string_equal(asked, "abcdefg..ghijklm");
    rig_close(rig);
}

/* SWAS-37, SWAS-38, table X2: the miss is known in cycle 3; the line is there in cycle 10. */
static void a_miss_suspends_its_warp_and_costs_one_nop(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("swas_miss", ALONE "warps=2 icache.forward=1 icache.delivery=1 "
                                           "dram.row_hit=1 dram.row_closed=1 dram.row_conflict=1 "
                                           "dram.burst=4 dram.overhead=1");
    char issued[64], asked[64];
    schedule(rig, 1, issued, sizeof issued - 1);
    fetches(rig, 1, asked, sizeof asked - 1);
    assert_string_equal(issued, "NNN.......N01M23456");
    assert_string_equal(asked, "abc.......cdefghijk");
    rig_close(rig);
}

/* SWAS-35, table X4: the greedy policy holds through NOPs and instructions alike. */
static void two_warps_share_the_scheduler_greedily(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("swas_greedy", ALONE WARM "warps=3 units.fma.latency=4");
    char first[64], second[64];
    schedule(rig, 1, first, sizeof first - 1);
    schedule(rig, 2, second, sizeof second - 1);
    assert_string_equal(first, "NNNN01......23");
    assert_string_equal(second, "......NNNN01...23");
    rig_close(rig);
}

/* SWAS-33: a queue that cannot hold what is under way would run empty. */
static void a_queue_shorter_than_the_way_to_issue_is_refused(void **unused)
{
    (void)unused;
    struct parameters parameters;
    struct error err = {0};
    const struct machine_ops *ops;
    struct machine *machine;
    assert_int_equal(parameters_load(&err, "machines/vortex-swas.yaml", NULL, &parameters), WC_OK);
    assert_int_equal(parameters_set_pair(&err, &parameters, "front.queue=3", "test"), WC_OK);
    assert_int_equal(machine_find(&err, &parameters, &ops), WC_OK);
    assert_int_equal(ops->create(&err, &parameters, &machine), WC_BAD_INPUT);
    assert_non_null(strstr(err.message, "4 to 15 slots"));
    error_clear(&err);
    parameters_free(&parameters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_taken_branch_costs_four_nops),
        cmocka_unit_test(a_miss_suspends_its_warp_and_costs_one_nop),
        cmocka_unit_test(two_warps_share_the_scheduler_greedily),
        cmocka_unit_test(a_queue_shorter_than_the_way_to_issue_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
