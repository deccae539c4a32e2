/* SPDX-License-Identifier: Apache-2.0 */
/* test_stepping.c - programs that try the machine's corners keep to the rules of invariants.h, and
 * run the same whether cycles in which nothing happens are jumped over or not. */
#include "vortex_rig.h"

#include <stdio.h>
#include <string.h>

static const char *const configurations[] = {
    "",
    "frontend=stock",
    "warps=4 threads=4",
    "warps=8 threads=16 fetch=gtlo issue=gtlo",
    "warps=8 threads=4 fetch=gtlrr issue=lrr front.queue=1",
    "cores=3 warps=4 threads=4 l2.present=true",
    "warps=6 threads=4 front.cancel_wrong_miss=true icache.mshrs=1 dcache.mshrs=1",
    "frontend=swas",
    "frontend=swas warps=4 threads=4 issue=lrr icache.mshrs=1 icache.bytes=256",
    "frontend=swas warps=8 threads=4 issue=gtlo front.cancel_wrong_miss=true front.queue=9",
    "cores=2 warps=4 threads=4 issue=lrr oracle.sync=all",
    "lsu.merge=address dcache.mshrs=2",
    "warps=4 threads=4 wspawn.delay=1 wspawn.gap=0 barrier.release=1 front.branch_resolve=1",
};

/* Oracles tell of a jump's cycles at once, core after core; their sums are among the statistics. */
static void drop_oracles(struct recorder *recorder)
{
    size_t kept = 0;
    for (size_t i = 0; i < recorder->count; i++) {
        if (recorder->events[i].kind != EVENT_ORACLE)
            recorder->events[kept++] = recorder->events[i];
    }
    recorder->count = kept;
}

/* The same statistics and the same events, whether idle cycles are jumped over or not. */
static void assert_same_both_ways(const char *elf, const char *settings, uint64_t max)
{
    struct rig *jumps = rig_open(elf, settings), *steps = rig_open(elf, settings);
    enum wc_status status = rig_clock(jumps, max, false);
    assert_int_equal(rig_clock(steps, max, true), status);
    if (memcmp(&jumps->outcome, &steps->outcome, sizeof jumps->outcome) != 0)
        fail_msg("%s with '%s': %llu and %llu cycles, or other numbers differ", elf, settings,
                 (unsigned long long)rig_count(jumps, STAT_CYCLES),
                 (unsigned long long)rig_count(steps, STAT_CYCLES));
    drop_oracles(&jumps->recorder);
    drop_oracles(&steps->recorder);
    assert_int_equal(jumps->recorder.count, steps->recorder.count);
    for (size_t i = 0; i < jumps->recorder.count; i++) {
        const struct event *a = &jumps->recorder.events[i], *b = &steps->recorder.events[i];
        assert_int_equal(a->kind, b->kind);
        assert_int_equal(a->cycle, b->cycle);
        assert_int_equal(a->until, b->until);
        assert_int_equal(a->warp, b->warp);
        assert_int_equal(a->core, b->core);
    }
    assert_memory_equal(memory_bytes(&jumps->memory, jumps->out, RIG_OUT_BYTES),
                        memory_bytes(&steps->memory, steps->out, RIG_OUT_BYTES), RIG_OUT_BYTES);
    uint64_t told = rig_count(jumps, STAT_WARP_INSTRUCTIONS);
    for (unsigned kind = 0; kind < NOP_KINDS; kind++)
        told += rig_count(jumps, STAT_SWAS_NOPS_START + kind);
    for (unsigned reason = 0; reason < STALL_COUNT; reason++)
        told += rig_count(jumps, STAT_STALL_DEPENDENCY + reason);
    int64_t cores, warps;
    assert_int_equal(parameter_int(&jumps->err, &jumps->parameters, "cores", &cores), WC_OK);
    assert_int_equal(parameter_int(&jumps->err, &jumps->parameters, "warps", &warps), WC_OK);
    assert_int_equal(told, rig_count(jumps, STAT_CYCLES) * (uint64_t)(cores * warps));
    rig_free(jumps);
    rig_free(steps);
}

static void for_all_configurations(const char *folder, const char *const *programs, size_t count,
                                   uint64_t max)
{
    for (size_t i = 0; i < count; i++) {
        char elf[256];
        snprintf(elf, sizeof elf, "tests/%s/elf/%s.elf", folder, programs[i]);
        for (size_t k = 0; k < sizeof configurations / sizeof *configurations; k++)
            assert_same_both_ways(elf, configurations[k], max);
    }
}

static void programs_of_the_clock_run_the_same_with_and_without_jumps(void **unused)
{
    (void)unused;
    static const char *const programs[] = {"straight", "blocked", "branch", "latency",
                                           "warps",    "greedy",  "loads",  "wrong_miss",
                                           "respawn"};
    for_all_configurations("machine/vortex", programs, 9, 100000);
}

/* Spawns that wait, splits, predicates, disagreements; some of these end in a fault on purpose. */
static void programs_of_the_machine_run_the_same_with_and_without_jumps(void **unused)
{
    (void)unused;
    static const char *const programs[] = {"spawn",   "split",    "predicate", "exchange",
                                           "deadlock", "disagree", "illegal",   "access",
                                           "console_bytes", "tohost"};
    for_all_configurations("machine/vortex", programs, 10, 100000);
}

static void programs_of_the_instruction_set_run_the_same_with_and_without_jumps(void **unused)
{
    (void)unused;
    static const char *const programs[] = {"control", "csr", "memory", "traps", "warps"};
    for_all_configurations("isa/rv32", programs, 5, 100000);
}

/* The last of the first warps to end leaves its slot to one that the waiting warp spawns in that
 * same cycle: an end and a start, with the delay of a start between them. */
static void a_slot_that_is_spawned_again_as_its_warp_ends_has_an_end_and_a_start(void **unused)
{
    (void)unused;
    struct rig *rig = rig_open("tests/machine/vortex/elf/respawn.elf", "warps=8 wspawn.delay=20");
    assert_int_equal(rig_clock(rig, 100000, false), WC_OK);
    uint32_t starts = 0, ends = 0;
    bool reused = false;
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        starts += event->kind == EVENT_START;
        ends += event->kind == EVENT_END;
        if (event->kind != EVENT_END)
            continue;
        const struct event *again = rig_next(rig, EVENT_START, event->warp, event->cycle);
        const struct event *fetch = rig_next(rig, EVENT_FETCH, event->warp, event->cycle);
        if (again)
            assert_true(fetch->cycle >= again->cycle && again->cycle >= event->cycle + 20);
        for (const struct event *next = event + 1; next->kind == EVENT_START; next++)
            reused |= next->warp == event->warp; /* in the cycle of the end */
    }
    assert_int_equal(starts, 1 + 7 + 7);
    assert_int_equal(ends, 1 + 7 + 7);
    assert_true(reused);
    rig_free(rig);
}

/* Warps of other cores are released as those of the arriving one. */
static void a_barrier_across_cores_releases_every_core_after_the_same_time(void **unused)
{
    (void)unused;
    struct rig *rig = rig_open("tests/machine/vortex/elf/cores.elf",
                               "cores=2 warps=4 barrier.global=true barrier.release=25");
    rig->arguments[1] = (struct argument){.kind = ARGUMENT_LOCAL, .bytes = 64};
    assert_int_equal(rig_clock(rig, 100000, false), WC_OK);
    uint32_t released[2] = {0, 0};
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *release = &rig->recorder.events[i];
        if (release->kind != EVENT_RELEASE)
            continue;
        released[release->core]++;
        assert_int_equal(release->until, release->cycle + 25);
        for (size_t k = i + 1; k < rig->recorder.count; k++) {
            const struct event *issue = &rig->recorder.events[k];
            if (issue->kind == EVENT_ISSUE && issue->core == release->core &&
                issue->warp == release->warp)
                assert_true(issue->cycle >= release->until);
        }
    }
    assert_true(released[0] > 0);
    assert_true(released[1] > 0);
    assert_true(released[0] + released[1] >= 7); /* all but the last of eight */
    rig_free(rig);
}

static void a_run_cut_by_the_limit_keeps_to_the_rules(void **unused)
{
    (void)unused;
    for (uint64_t max = 1; max < 400; max += 7) {
        assert_same_both_ways("tests/machine/vortex/elf/forever.elf", "warps=4", max);
        assert_same_both_ways("tests/machine/vortex/elf/spawn.elf", "warps=8 wspawn.gap=9", max);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(programs_of_the_clock_run_the_same_with_and_without_jumps),
        cmocka_unit_test(programs_of_the_machine_run_the_same_with_and_without_jumps),
        cmocka_unit_test(programs_of_the_instruction_set_run_the_same_with_and_without_jumps),
        cmocka_unit_test(a_slot_that_is_spawned_again_as_its_warp_ends_has_an_end_and_a_start),
        cmocka_unit_test(a_barrier_across_cores_releases_every_core_after_the_same_time),
        cmocka_unit_test(a_run_cut_by_the_limit_keeps_to_the_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
