/* SPDX-License-Identifier: Apache-2.0 */
/* test_frontend.c - fetch, decode, queues, prediction and misses, cycle by cycle. */
#include "vortex_rig.h"

#include <stdlib.h>

/* Lines long enough that a program misses once, at its first fetch. */
#define ALL_HITS "icache.line=1024 warps=1 threads=1 "

/* SWAS-1: also counted here, beside the invariants, for 32 warps that all want to run. */
static void no_cycle_has_two_fetches_or_two_issues(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "");
    cycle_t end = rig_count(rig, STAT_CYCLES);
    uint8_t *fetches = calloc(end, 1), *issues = calloc(end, 1);
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_FETCH)
            assert_true(++fetches[event->cycle] <= 1);
        if (event->kind == EVENT_ISSUE)
            assert_true(++issues[event->cycle] <= 1);
    }
    assert_true(rig_count(rig, STAT_FETCHES) > 32 * 15);
    assert_true(rig_count(rig, STAT_WARP_INSTRUCTIONS) > 32 * 15);
    free(fetches);
    free(issues);
    rig_free(rig);
}

static int64_t number(struct rig *rig, const char *name)
{
    int64_t value;
    assert_int_equal(parameter_int(&rig->err, &rig->parameters, name, &value), WC_OK);
    return value;
}

/* SWAS-1 */
static void the_machine_has_one_core_of_32_warps_of_32_threads(void **unused)
{
    (void)unused;
    struct rig *rig = rig_open("tests/machine/vortex/elf/straight.elf", "");
    assert_int_equal(number(rig, "cores"), 1);
    assert_int_equal(number(rig, "warps"), 32);
    assert_int_equal(number(rig, "threads"), 32);
    rig_free(rig);
}

/* Every instruction of straight-line code issues as soon as it can. */
static void assert_straight(const char *settings, cycle_t hit, cycle_t decode)
{
    struct rig *rig = rig_ran("straight", settings);
    uint64_t code = rig_address(rig, "code"), code_end = rig_address(rig, "code_end");
    for (uint64_t address = code + 4; address < code_end; address += 4) {
        const struct event *fetch = rig_fetch(rig, 0, address, 0);
        const struct event *issue = rig_find(rig, EVENT_ISSUE, 0, address, 0);
        assert_non_null(issue);
        assert_true(fetch->hit);
        assert_int_equal(fetch->arrival - fetch->cycle, hit);
        assert_int_equal(fetch->until - fetch->cycle, hit + decode);
        assert_int_equal(issue->cycle - fetch->cycle, hit + decode);
    }
    rig_free(rig);
}

/* SWAS-2, SWAS-3 */
static void an_instruction_issues_four_cycles_after_its_request(void **unused)
{
    (void)unused;
    assert_straight(ALL_HITS, 3, 1);
}

/* SWAS-2 */
static void request_to_issue_is_hit_latency_plus_decode(void **unused)
{
    (void)unused;
    assert_straight(ALL_HITS "icache.latency=5", 5, 1);
    assert_straight(ALL_HITS "front.decode=3", 3, 3);
}

/* SWAS-2: two lines arrive in the same cycle for two warps, and one of them decodes later. */
static void no_two_instructions_leave_the_decoder_in_one_cycle(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "");
    cycle_t end = rig_count(rig, STAT_CYCLES) + 1000;
    uint8_t *decoded = calloc(end, 1);
    bool shifted = false;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_FETCH)
            continue;
        assert_true(event->until < end);
        assert_true(++decoded[event->until] <= 1);
        shifted |= event->until > event->arrival + 1;
    }
    assert_true(shifted);
    free(decoded);
    rig_free(rig);
}

/* Requests of warp 0 for what stands behind `sum` before `sum` issues. */
static void assert_accepted(const char *settings, uint32_t queue)
{
    struct rig *rig = rig_ran("blocked", settings);
    uint64_t sum = rig_address(rig, "sum");
    const struct event *quotient = rig_issue_at(rig, 0, "quotient");
    const struct event *issue = rig_issue_at(rig, 0, "sum");
    uint32_t accepted = 0;
    cycle_t last = 0;
    assert_int_equal(issue->cycle - quotient->cycle, 40);
    for (uint64_t address = sum; rig_find(rig, EVENT_FETCH, 0, address, 0); address += 4) {
        const struct event *fetch = rig_fetch(rig, 0, address, 0);
        if (fetch->cycle > issue->cycle)
            break;
        accepted++;
        last = fetch->cycle;
    }
    assert_int_equal(accepted, queue);
    assert_true(last + 10 < issue->cycle); /* full long before, and it stayed full */
    rig_free(rig);
}

/* SWAS-4, SWAS-5 */
static void with_issue_blocked_exactly_four_requests_are_accepted(void **unused)
{
    (void)unused;
    struct rig *rig = rig_open("tests/machine/vortex/elf/straight.elf", "");
    assert_int_equal(number(rig, "front.queue"), 4);
    rig_free(rig);
    assert_accepted(ALL_HITS "units.fdiv.latency=40", 4);
    assert_accepted(ALL_HITS "units.fdiv.latency=40 fetch=gtlo", 4);
}

/* SWAS-4, SWAS-5 */
static void the_depth_of_the_queue_counts_requests_in_flight(void **unused)
{
    (void)unused;
    assert_accepted(ALL_HITS "units.fdiv.latency=40 front.queue=1", 1);
    assert_accepted(ALL_HITS "units.fdiv.latency=40 front.queue=7", 7);
    assert_accepted(ALL_HITS "units.fdiv.latency=40 front.queue=16", 16);
}

/* SWAS-6 */
static void one_warp_is_fetched_in_consecutive_cycles(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("straight", ALL_HITS "front.queue=16 fetch=gtlrr");
    uint64_t code = rig_address(rig, "code"), code_end = rig_address(rig, "code_end");
    for (uint64_t address = code + 8; address < code_end; address += 4)
        assert_int_equal(rig_fetch(rig, 0, address, 0)->cycle -
                             rig_fetch(rig, 0, address - 4, 0)->cycle, 1);
    rig_free(rig);
}

/* SWAS-6, SWAS-7, SWAS-13: from the transfer's issue at t to b later the wrong path is fetched and
 * nothing issues; then all of it is dropped, and the target is requested in that same cycle. */
static void assert_redirect(const char *transfer, const char *next, const char *target, cycle_t b,
                            const char *settings)
{
    struct rig *rig = rig_ran("branch", settings);
    cycle_t t = rig_issue_at(rig, 0, transfer)->cycle;
    uint64_t wrong = rig_address(rig, next), right = rig_address(rig, target);
    assert_true(rig_fetch(rig, 0, wrong, 0)->cycle < t + b);
    assert_true(rig_fetch(rig, 0, wrong + 4, 0)->cycle < t + b);
    assert_int_equal(rig_next(rig, EVENT_FLUSH, 0, t)->cycle, t + b);
    assert_int_equal(rig_fetch(rig, 0, right, t + b)->cycle, t + b);
    assert_int_equal(rig_next(rig, EVENT_ISSUE, 0, t)->cycle, t + b + 4);
    assert_int_equal(rig_issue_at(rig, 0, target)->cycle, t + b + 4);
    for (uint64_t address = wrong; address < right; address += 4)
        assert_null(rig_find(rig, EVENT_ISSUE, 0, address, 0));
    rig_free(rig);
}

/* SWAS-6, SWAS-7, SWAS-13 */
static void a_taken_branch_drops_the_wrong_path_when_it_is_resolved(void **unused)
{
    (void)unused;
    assert_redirect("taken", "taken_next", "taken_target", 3, ALL_HITS);
    assert_redirect("taken", "taken_next", "taken_target", 1, ALL_HITS "front.branch_resolve=1");
    assert_redirect("taken", "taken_next", "taken_target", 6, ALL_HITS "front.branch_resolve=6");
}

/* SWAS-13 */
static void jumps_and_indirect_jumps_count_as_taken(void **unused)
{
    (void)unused;
    assert_redirect("jump", "jump_next", "jump_target", 3, ALL_HITS);
    assert_redirect("indirect", "indirect_next", "indirect_target", 3, ALL_HITS);
}

/* SWAS-7: what is dropped in flight never reaches the queue: the next issue is the target's. */
static void a_flush_takes_queued_and_in_flight_instructions(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("branch", ALL_HITS "icache.latency=9 front.queue=16");
    cycle_t t = rig_issue_at(rig, 0, "taken")->cycle;
    const struct event *flush = rig_next(rig, EVENT_FLUSH, 0, t);
    uint32_t queued = 0, flying = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_FETCH && event->cycle < flush->cycle &&
            event->address >= rig_address(rig, "taken_next")) {
            queued += event->until <= flush->cycle;
            flying += event->until > flush->cycle;
        }
    }
    assert_true(queued > 0);
    assert_true(flying > 0);
    assert_int_equal(flush->count, queued + flying);
    assert_int_equal(rig_next(rig, EVENT_ISSUE, 0, t)->insn->pc, rig_address(rig, "taken_target"));
    rig_free(rig);
}

/* SWAS-7, SWAS-13: it loses nothing, and the next instruction issues when the outcome is known. */
static void a_branch_that_is_not_taken_drops_nothing(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("branch", ALL_HITS);
    cycle_t t = rig_issue_at(rig, 0, "not_taken")->cycle;
    assert_int_equal(rig_next(rig, EVENT_ISSUE, 0, t)->cycle, t + 3);
    assert_int_equal(rig_issue_at(rig, 0, "not_taken_next")->cycle, t + 3);
    cycle_t taken = rig_issue_at(rig, 0, "taken")->cycle; /* the first flush is that of another */
    assert_int_equal(rig_next(rig, EVENT_FLUSH, 0, 0)->cycle, taken + 3);
    rig_free(rig);
}

/* SWAS-8, SWAS-19: the miss is known a cycle after the request, in time for the next choice. */
static void a_warp_is_not_fetched_between_a_miss_and_its_line(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("straight", "warps=1 threads=1 front.queue=16");
    uint32_t misses = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_FETCH)
            continue;
        const struct event *next = rig_next(rig, EVENT_FETCH, 0, event->cycle);
        if (next && event->hit)
            assert_int_equal(next->cycle, event->cycle + 1);
        if (next && !event->hit) {
            assert_true(event->arrival > event->cycle + 20);
            assert_int_equal(next->cycle, event->arrival);
            misses++;
        }
    }
    assert_true(misses >= 2);
    assert_true(rig_count(rig, STAT_INSTRUCTION_MISSES) >= misses);
    rig_free(rig);
}

/* SWAS-19: the turn passes to a warp whose line is there. */
static void while_one_warp_misses_another_is_fetched(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("warps", "warps=4 threads=1");
    bool passed = false;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *miss = &rig->recorder.events[i];
        if (miss->kind != EVENT_FETCH || miss->hit)
            continue;
        for (size_t k = i + 1; k < rig->recorder.count; k++) {
            const struct event *other = &rig->recorder.events[k];
            passed |= other->kind == EVENT_FETCH && other->warp != miss->warp &&
                      other->cycle > miss->cycle && other->cycle < miss->arrival;
        }
    }
    assert_true(passed);
    rig_free(rig);
}

static cycle_t refetch_of_target(const char *settings, cycle_t *filled, cycle_t *resolved)
{
    struct rig *rig = rig_ran("wrong_miss", settings);
    uint64_t target = rig_address(rig, "target");
    cycle_t t = rig_issue_at(rig, 0, "taken")->cycle;
    const struct event *miss = rig_fetch(rig, 0, rig_address(rig, "wrong"), 0);
    assert_false(miss->hit);
    *filled = miss->arrival;
    *resolved = t + 3;
    cycle_t refetch = rig_fetch(rig, 0, target, t)->cycle;
    rig_free(rig);
    return refetch;
}

static void a_miss_on_the_wrong_path_bars_the_warp_until_its_fill_unless_cancelled(void **unused)
{
    (void)unused;
    cycle_t filled, resolved;
    cycle_t refetch = refetch_of_target("warps=1 threads=1", &filled, &resolved);
    assert_int_equal(refetch, filled);
    assert_true(filled > resolved);
    refetch = refetch_of_target("warps=1 threads=1 front.cancel_wrong_miss=true", &filled,
                                &resolved);
    assert_int_equal(refetch, resolved);
}

/* SWAS-12 */
static void the_stock_front_end_fetches_a_warp_again_when_its_instruction_is_decoded(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("branch", ALL_HITS "frontend=stock");
    cycle_t last = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind != EVENT_FETCH)
            continue;
        if (last)
            assert_true(event->cycle >= last + 1 + 3);
        last = event->cycle;
    }
    uint64_t target = rig_address(rig, "not_taken_next"); /* straight code: exactly 1 + t_F */
    assert_int_equal(rig_fetch(rig, 0, target + 8, 0)->cycle -
                         rig_fetch(rig, 0, target + 4, 0)->cycle, 4);
    assert_int_equal(rig_count(rig, STAT_WRONG_PATH), 0); /* and nothing behind a transfer */
    assert_null(rig_find(rig, EVENT_FETCH, 0, rig_address(rig, "taken_next"), 0));
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_cycle_has_two_fetches_or_two_issues),
        cmocka_unit_test(the_machine_has_one_core_of_32_warps_of_32_threads),
        cmocka_unit_test(an_instruction_issues_four_cycles_after_its_request),
        cmocka_unit_test(request_to_issue_is_hit_latency_plus_decode),
        cmocka_unit_test(no_two_instructions_leave_the_decoder_in_one_cycle),
        cmocka_unit_test(with_issue_blocked_exactly_four_requests_are_accepted),
        cmocka_unit_test(the_depth_of_the_queue_counts_requests_in_flight),
        cmocka_unit_test(one_warp_is_fetched_in_consecutive_cycles),
        cmocka_unit_test(a_taken_branch_drops_the_wrong_path_when_it_is_resolved),
        cmocka_unit_test(jumps_and_indirect_jumps_count_as_taken),
        cmocka_unit_test(a_flush_takes_queued_and_in_flight_instructions),
        cmocka_unit_test(a_branch_that_is_not_taken_drops_nothing),
        cmocka_unit_test(a_warp_is_not_fetched_between_a_miss_and_its_line),
        cmocka_unit_test(while_one_warp_misses_another_is_fetched),
        cmocka_unit_test(a_miss_on_the_wrong_path_bars_the_warp_until_its_fill_unless_cancelled),
        cmocka_unit_test(the_stock_front_end_fetches_a_warp_again_when_its_instruction_is_decoded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
