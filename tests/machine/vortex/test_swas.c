/* SPDX-License-Identifier: Apache-2.0 */
/* test_swas.c - SWaS on the machine itself: the worked cycle tables X1, X2 and X4, what holds a
 * warp, and queues that are never empty. */
#include "vortex_rig.h"

#include <stdio.h>
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

/* SWAS-34, SWAS-35, SWAS-39, SWAS-40, SWAS-45, table X1: four NOPs at the start, two idle cycles
 * while the branch resolves, four NOPs for the wrong path, the target fetched again. */
static void a_taken_branch_costs_four_nops(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("swas_branch", ALONE WARM "warps=2");
    char issued[64], asked[64];
    schedule(rig, 1, issued, sizeof issued - 1);
    fetches(rig, 1, asked, sizeof asked - 1);
    assert_string_equal(issued, "NNNN012..FFFF678");
    assert_string_equal(asked, "abcdefg..ghijklm");
    rig_free(rig);
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
    rig_free(rig);
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
    rig_free(rig);
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

/* ---- what holds a warp ---- */

struct slots {
    uint64_t instructions, nops[NOP_KINDS];
};

static struct slots slots_of(const struct rig *rig, uint32_t warp)
{
    struct slots slots = {0};
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->warp == warp && event->kind == EVENT_ISSUE)
            slots.instructions++;
        if (event->warp == warp && event->kind == EVENT_NOP)
            slots.nops[event->nop]++;
    }
    return slots;
}

/* The warp's first event of these two kinds behind a cycle. */
static const struct event *next_slot(const struct rig *rig, uint32_t warp, cycle_t after)
{
    const struct event *issue = rig_next(rig, EVENT_ISSUE, warp, after);
    const struct event *nop = rig_next(rig, EVENT_NOP, warp, after);
    return !nop || (issue && issue->cycle < nop->cycle) ? issue : nop;
}

/* SWAS-46: the queue is kept while its warp waits: what issues next was fetched before. */
static void assert_slots_kept(const struct rig *rig, uint32_t warp)
{
    const struct event *meet = rig_issue_at(rig, warp, "meet");
    const struct event *behind = next_slot(rig, warp, meet->cycle);
    const struct event *fetch = rig_next(rig, EVENT_FETCH, warp, meet->cycle);
    assert_int_equal(behind->kind, EVENT_ISSUE);
    assert_int_equal(behind->insn->pc, rig_address(rig, "behind"));
    assert_int_equal(fetch->cycle, behind->cycle);
}

/* SWAS-46: 32 warps meet that started close together or far apart. The rig's invariants have every
 * queue full in every slot, also across the barrier (SWAS-36). */
static void waiting_at_a_barrier_adds_no_slot(void **unused)
{
    (void)unused;
    static const char *const policies[] = {"lrr", "gtlrr", "gtlo"};
    for (size_t i = 0; i < 3; i++) {
        char near[128], far[128];
        snprintf(near, sizeof near, "frontend=swas threads=1 wspawn.gap=1 issue=%s " WARM,
                 policies[i]);
        snprintf(far, sizeof far, "frontend=swas threads=1 wspawn.gap=90 issue=%s " WARM,
                 policies[i]);
        struct rig *first = rig_ran("swas_barrier", near), *second = rig_ran("swas_barrier", far);
        for (uint32_t warp = 0; warp < 32; warp++) {
            struct slots one = slots_of(first, warp), two = slots_of(second, warp);
            assert_memory_equal(&one, &two, sizeof one);
            assert_int_equal(one.nops[NOP_START], 4);
            assert_int_equal(one.nops[NOP_FLUSH], 0);
            assert_slots_kept(first, warp);
            assert_slots_kept(second, warp);
        }
        assert_true(rig_count(second, STAT_STALL_BARRIER) >
                    rig_count(first, STAT_STALL_BARRIER) + 20000);
        rig_free(first);
        rig_free(second);
    }
}

/* SWAS-47: the first JOIN goes back to the other side, the second one on. The mask is that of the
 * cycle of issue: what was fetched ahead of TMC and SPLIT issues with theirs. */
static void a_join_to_the_other_side_costs_four_nops(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("swas_split", "frontend=swas wspawn.delay=200 " WARM
                                            "warps=2 threads=2");
    char issued[64], masks[64];
    size_t count = 0;
    schedule(rig, 1, issued, sizeof issued - 1);
    assert_string_equal(issued, "NNNN01234567FFFF5678");
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_ISSUE && event->warp == 1)
            masks[count++] = (char)('0' + event->mask);
    }
    masks[count] = '\0';
    assert_string_equal(masks, "113331112223");
    rig_free(rig);
}

/* SWAS-47: a warp that changes its mask issues nothing until that is done. */
static void a_mask_change_holds_its_warp_until_it_is_done(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("swas_split", "frontend=swas wspawn.delay=200 " WARM
                                            "warps=2 threads=2 units.warp_control.latency=6");
    char issued[64];
    schedule(rig, 1, issued, sizeof issued - 1);
    assert_string_equal(issued, "NNNN01.....234.....567.....FFFF567.....8");
    rig_free(rig);
}

static uint32_t stored(struct rig *rig, unsigned index)
{
    uint32_t value;
    memcpy(&value, (const char *)memory_bytes(&rig->memory, rig->out, 8) + 4 * index, 4);
    return value;
}

/* SWAS-48 */
static void a_fence_holds_its_warp_and_flushes_nothing(void **unused)
{
    (void)unused;
    static const char *const fronts[] = {"swas", "paper"};
    for (size_t i = 0; i < 2; i++) {
        char settings[128];
        snprintf(settings, sizeof settings,
                 "frontend=%s wspawn.delay=200 isa.traps=true threads=1 warps=2 " WARM, fronts[i]);
        struct rig *rig = rig_ran("swas_system", settings);
        const struct event *fence = rig_issue_at(rig, 1, "fence");
        const struct event *call = rig_issue_at(rig, 1, "call");
        const struct event *flush = rig_next(rig, EVENT_FLUSH, 1, 0);
        assert_int_equal(stored(rig, 0), rig_issue_at(rig, 1, "first")->cycle);
        assert_int_equal(stored(rig, 1), rig_issue_at(rig, 1, "second")->cycle);
        assert_true(fence->until > fence->cycle + 10); /* the load is under way */
        assert_int_equal(next_slot(rig, 1, fence->cycle)->cycle, fence->until);
        assert_true(flush->cycle > call->cycle); /* the environment call moves the PC */
        assert_null(rig_next(rig, EVENT_FLUSH, 1, flush->cycle));
        assert_int_equal(slots_of(rig, 1).nops[NOP_FLUSH], i == 0 ? 4 : 0);
        rig_free(rig);
    }
}

/* ---- queues that are never empty ---- */

struct queue {
    cycle_t ready[IBUFFER_DEPTH_MAX];
    uint32_t head, count;
};

static void push(struct queue *queue, cycle_t ready)
{
    queue->ready[(queue->head + queue->count++) % IBUFFER_DEPTH_MAX] = ready;
}

/* After each slot the next one is decoded already: a selected warp would find it. */
static void replay_queue(struct queue *queue, const struct event *event, uint32_t slots)
{
    if (event->kind == EVENT_START) {
        *queue = (struct queue){0};
        while (queue->count < slots)
            push(queue, event->cycle);
    } else if (event->kind == EVENT_FETCH) {
        push(queue, event->until);
    } else if (event->kind == EVENT_ISSUE || event->kind == EVENT_NOP) {
        queue->head = (queue->head + 1) % IBUFFER_DEPTH_MAX;
        queue->count--;
        assert_int_equal(queue->count, slots);
        assert_true(queue->ready[queue->head] <= event->cycle + 1);
    }
}

static void assert_never_empty(const struct rig *rig)
{
    struct queue queues[32] = {0};
    uint32_t slots = rig->recorder.events[0].count;
    assert_int_equal(rig->recorder.events[0].kind, EVENT_LAUNCH);
    assert_true(slots >= 4);
    for (size_t i = 1; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->warp < 32)
            replay_queue(&queues[event->warp], event, slots);
    }
}

/* SWAS-57: every slot is an instruction or a NOP, and a cycle has one at most. */
static void assert_slots_add_up(const struct rig *rig)
{
    uint64_t issues = 0, nops = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        issues += rig->recorder.events[i].kind == EVENT_ISSUE;
        nops += rig->recorder.events[i].kind == EVENT_NOP;
    }
    double used = statistic_value(&rig->outcome.statistics, STAT_SWAS_SLOT_UTILISATION);
    double share = statistic_value(&rig->outcome.statistics, STAT_SWAS_NOP_SHARE);
    uint64_t cycles = rig_count(rig, STAT_SWAS_KERNEL_CYCLES);
    assert_int_equal(rig_count(rig, STAT_SWAS_COMMITTED_WARP), issues);
    assert_int_equal(rig_count(rig, STAT_SWAS_KERNEL_NOPS), nops);
    assert_int_equal(rig_count(rig, STAT_FETCHES), issues + nops);
    assert_int_equal((uint64_t)(used * (double)cycles + 0.5), issues + nops);
    assert_int_equal((uint64_t)(share * (double)(issues + nops) + 0.5), nops);
    assert_true(used <= 1);
}

/* SWAS-41, SWAS-57: a cache of one line, one miss at a time, longer fetches, other policies. */
static void a_selected_warp_never_finds_its_queue_empty(void **unused)
{
    (void)unused;
    static const char *const programs[] = {"branch", "wrong_miss", "warps", "loads", "respawn",
                                           "oracle_loop", "oracle_held", "swas_split"};
    static const char *const policies[] = {"lrr", "gtlrr", "gtlo"};
    static const char *const machines[] = {
        "icache.bytes=64 icache.mshrs=1", "icache.bytes=256 icache.mshrs=1 threads=4",
        "icache.bytes=128 icache.latency=5 front.decode=2 front.queue=7", "front.queue=6 warps=2"};
    for (size_t i = 0; i < 8 * 3 * 4; i++) {
        char settings[256];
        snprintf(settings, sizeof settings, "frontend=swas issue=%s %s", policies[i / 8 % 3],
                 machines[i / 24]);
        struct rig *rig = rig_ran(programs[i % 8], settings);
        assert_never_empty(rig);
        assert_slots_add_up(rig);
        assert_int_equal(rig_count(rig, STAT_SWAS_ERRORS), 0);
        rig_free(rig);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_taken_branch_costs_four_nops),
        cmocka_unit_test(a_miss_suspends_its_warp_and_costs_one_nop),
        cmocka_unit_test(two_warps_share_the_scheduler_greedily),
        cmocka_unit_test(a_queue_shorter_than_the_way_to_issue_is_refused),
        cmocka_unit_test(waiting_at_a_barrier_adds_no_slot),
        cmocka_unit_test(a_join_to_the_other_side_costs_four_nops),
        cmocka_unit_test(a_mask_change_holds_its_warp_until_it_is_done),
        cmocka_unit_test(a_fence_holds_its_warp_and_flushes_nothing),
        cmocka_unit_test(a_selected_warp_never_finds_its_queue_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
