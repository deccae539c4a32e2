/* SPDX-License-Identifier: Apache-2.0 */
/* test_memory.c - requests, their number and their time, as loads and stores make them. */
#include "vortex_rig.h"

#define ONE_WARP "icache.line=1024 warps=1 "

/* Transactions of the access that issues at `symbol`; they are told just before it, with what they
 * do in DRAM. */
static uint32_t requests(const struct rig *rig, const char *symbol, enum event_space space)
{
    const struct event *issue = rig_issue_at(rig, 0, symbol);
    uint32_t count = 0;
    for (const struct event *e = issue - 1; e >= rig->recorder.events; e--) {
        if (e->kind == EVENT_BANK)
            continue;
        if (e->kind != EVENT_MEMORY)
            break;
        assert_int_equal(e->space, space);
        assert_true(e->cycle > issue->cycle);
        assert_true(e->until > e->cycle);
        assert_true(issue->until >= e->until);
        count++;
    }
    return count;
}

/* SWAS-11 */
static void a_load_from_one_address_makes_one_request(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP);
    assert_int_equal(__builtin_popcountll(rig_issue_at(rig, 0, "broadcast")->mask), 32);
    assert_int_equal(requests(rig, "broadcast", SPACE_GLOBAL), 1);
    rig_free(rig);
}

/* SWAS-11 */
static void a_load_with_a_stride_of_a_line_makes_a_request_for_each_lane(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP);
    assert_int_equal(requests(rig, "stride", SPACE_GLOBAL), 32);
    rig_free(rig);
    rig = rig_ran("loads", ONE_WARP "threads=5");
    assert_int_equal(requests(rig, "stride", SPACE_GLOBAL), 5);
    rig_free(rig);
}

/* SWAS-11 */
static void neighbouring_words_make_a_request_for_each_line(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP);
    assert_int_equal(requests(rig, "neighbours", SPACE_GLOBAL), 2);
    assert_int_equal(requests(rig, "store", SPACE_GLOBAL), 2);
    rig_free(rig);
}

struct standard {
    const char *name;
    int64_t value;
};

/* SWAS-11 */
static void caches_and_lanes_have_the_sizes_of_vortex(void **unused)
{
    (void)unused;
    static const struct standard numbers[] = {
        {"icache.bytes", 16384}, {"icache.ways", 1}, {"icache.mshrs", 16}, {"icache.line", 64},
        {"dcache.bytes", 16384}, {"dcache.ways", 1}, {"dcache.mshrs", 16}, {"dcache.line", 64},
        {"dcache.banks", 4},     {"local.bytes", 16384},
        {"units.alu.lanes", 0},  {"units.fma.lanes", 0}, {"units.csr.lanes", 4},
        {"units.warp_control.lanes", 4},
    };
    struct rig *rig = rig_open("tests/machine/vortex/elf/loads.elf", "");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t value;
        assert_int_equal(
            parameter_int(&rig->err, &rig->parameters, numbers[i].name, &value), WC_OK);
        assert_int_equal(value, numbers[i].value);
    }
    bool l2 = true;
    assert_int_equal(parameter_bool(&rig->err, &rig->parameters, "l2.present", &l2), WC_OK);
    assert_false(l2);
    rig_free(rig);
}

/* A hit: lsu.latency, the cache's latency, lsu.writeback; a cycle more for each further round. */
static void a_load_that_hits_takes_the_cache_latency_and_the_way_there_and_back(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP "lsu.latency=3 lsu.writeback=2 dcache.latency=11");
    const struct event *again = rig_issue_at(rig, 0, "again");
    const struct event *first = rig_issue_at(rig, 0, "broadcast");
    assert_int_equal(again->until - again->cycle, 3 + 11 + 2);
    assert_true(first->until - first->cycle > 3 + 11 + 2);
    rig_free(rig);
}

static void lanes_on_one_bank_of_local_memory_are_served_one_after_the_other(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP);
    const struct event *conflict = rig_issue_at(rig, 0, "local_conflict");
    const struct event *free_of_it = rig_issue_at(rig, 0, "local_free");
    assert_int_equal((conflict->until - conflict->cycle) -
                         (free_of_it->until - free_of_it->cycle), 31);
    assert_int_equal(requests(rig, "local_free", SPACE_LOCAL), 1);
    assert_int_equal(rig_count(rig, STAT_SHARED_CONFLICTS), 31);
    rig_free(rig);
}

/* Two lines a cycle come out of the coalescer for sixteen cycles, and both lie in one of the four
 * banks: the second of the last two is taken a cycle later. */
static void the_unit_takes_the_next_access_when_the_last_request_has_been_taken(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP "front.queue=16 lsu.latency=1");
    const struct event *first = rig_issue_at(rig, 0, "stride_first");
    cycle_t last = 0;
    for (const struct event *e = first - 1; e->kind == EVENT_MEMORY; e--) {
        assert_true(e->hit);
        last = e->cycle > last ? e->cycle : last;
    }
    assert_int_equal(last - (first->cycle + 1) + 1, 17);
    assert_int_equal(rig_issue_at(rig, 0, "stride_second")->cycle - first->cycle, 17);
    assert_int_equal(rig_issue_at(rig, 0, "broadcast_second")->cycle -
                         rig_issue_at(rig, 0, "broadcast_first")->cycle, 1);
    rig_free(rig);
}

/* SWAS-11: the load-store unit before release 2.1 had a check for equal addresses only. */
static void without_a_coalescer_only_one_address_is_one_request(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP "front.queue=16 lsu.merge=address");
    assert_int_equal(requests(rig, "broadcast", SPACE_GLOBAL), 1);
    assert_int_equal(requests(rig, "neighbours", SPACE_GLOBAL), 32);
    assert_int_equal(requests(rig, "stride", SPACE_GLOBAL), 32);
    assert_int_equal(rig_issue_at(rig, 0, "broadcast_second")->cycle -
                         rig_issue_at(rig, 0, "broadcast_first")->cycle, 1);
    assert_int_equal(rig_issue_at(rig, 0, "stride_second")->cycle -
                         rig_issue_at(rig, 0, "stride_first")->cycle, 8); /* four banks */
    rig_free(rig);
}

/* SWAS-52 */
static void the_mean_load_latency_is_that_of_the_loads_from_issue_to_register(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", "warps=1 fetch=lrr issue=gtlrr");
    uint64_t loads = 0, cycles = 0;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_ISSUE && event->insn->flags & INSN_LOAD) {
            loads++;
            cycles += event->until - event->cycle;
        }
    }
    assert_int_equal(loads, 12);
    assert_int_equal(rig_count(rig, STAT_LOADS), loads);
    assert_int_equal(rig_count(rig, STAT_LOAD_LATENCY_SUM), cycles);
    assert_int_equal(rig_count(rig, STAT_SWAS_LOADS), loads); /* it is all kernel */
    assert_int_equal(rig_count(rig, STAT_SWAS_LOAD_LATENCY_SUM), cycles);
    double mean = statistic_value(&rig->outcome.statistics, STAT_LOAD_LATENCY);
    assert_true(mean == (double)cycles / (double)loads);
    assert_string_equal(statistic(NULL, STAT_LOAD_LATENCY)->unit, "cycles");
    rig_free(rig);
}

/* One entry: the second load issues when the data of the first is there, and is one access. */
static void the_unit_is_full_while_all_entries_of_loads_are_held(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP "front.queue=16 dcache.latency=11 lsu.queue=1");
    assert_int_equal(rig_issue_at(rig, 0, "broadcast_second")->cycle -
                         rig_issue_at(rig, 0, "broadcast_first")->cycle, 11);
    rig_free(rig);
    rig = rig_ran("loads", ONE_WARP "front.queue=16 dcache.latency=11 lsu.queue=2");
    assert_int_equal(rig_issue_at(rig, 0, "broadcast_second")->cycle -
                         rig_issue_at(rig, 0, "broadcast_first")->cycle, 1);
    rig_free(rig);
}

static void groups_of_lanes_may_have_requests_of_their_own(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP "lsu.groups=apart");
    assert_int_equal(requests(rig, "broadcast", SPACE_GLOBAL), 2);
    rig_free(rig);
}

/* Four lanes: requests of 16 bytes instead of 64. */
static void a_request_may_be_as_wide_as_a_warp(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP "threads=4 lsu.request=warp");
    assert_int_equal(requests(rig, "broadcast", SPACE_GLOBAL), 1);
    assert_int_equal(requests(rig, "neighbours", SPACE_GLOBAL), 1);
    assert_int_equal(requests(rig, "stride", SPACE_GLOBAL), 4);
    rig_free(rig);
    rig = rig_ran("loads", ONE_WARP "lsu.request=warp"); /* 32 lanes fill a line */
    assert_int_equal(requests(rig, "neighbours", SPACE_GLOBAL), 2);
    rig_free(rig);
}

static void local_memory_may_have_a_bank_per_thread(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("loads", ONE_WARP "local.banks=0");
    assert_int_equal(rig_count(rig, STAT_SHARED_CONFLICTS), 31);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_from_one_address_makes_one_request),
        cmocka_unit_test(a_load_with_a_stride_of_a_line_makes_a_request_for_each_lane),
        cmocka_unit_test(neighbouring_words_make_a_request_for_each_line),
        cmocka_unit_test(caches_and_lanes_have_the_sizes_of_vortex),
        cmocka_unit_test(a_load_that_hits_takes_the_cache_latency_and_the_way_there_and_back),
        cmocka_unit_test(lanes_on_one_bank_of_local_memory_are_served_one_after_the_other),
        cmocka_unit_test(the_unit_takes_the_next_access_when_the_last_request_has_been_taken),
        cmocka_unit_test(without_a_coalescer_only_one_address_is_one_request),
        cmocka_unit_test(the_mean_load_latency_is_that_of_the_loads_from_issue_to_register),
        cmocka_unit_test(the_unit_is_full_while_all_entries_of_loads_are_held),
        cmocka_unit_test(groups_of_lanes_may_have_requests_of_their_own),
        cmocka_unit_test(a_request_may_be_as_wide_as_a_warp),
        cmocka_unit_test(local_memory_may_have_a_bank_per_thread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
