/* SPDX-License-Identifier: Apache-2.0 */
/* test_swas_oracle.c - the oracles and the kernel's own numbers on the machine, by its events. */
#include "vortex_rig.h"

#include <stdio.h>

#define WARM "icache.line=1024 icache.bytes=16384 "

/* SWAS-21: with the oracles' own events and numbers taken out, nothing tells whether they ran. */
static void assert_same_run(const char *program, const char *settings)
{
    char off[256];
    snprintf(off, sizeof off, "%s oracle=off", settings);
    struct rig *with = rig_ran(program, settings), *without = rig_ran(program, off);
    size_t at = 0;
    for (size_t i = 0; i < with->recorder.count; i++) {
        struct event event = with->recorder.events[i];
        if (event.kind == EVENT_ORACLE)
            continue;
        assert_true(at < without->recorder.count);
        struct event other = without->recorder.events[at++];
        if (event.insn) /* each run has decoded its own program */
            assert_int_equal(event.insn->pc, other.insn->pc);
        event.insn = other.insn = NULL;
        event.launch = other.launch = NULL;
        assert_memory_equal(&event, &other, sizeof event);
    }
    assert_int_equal(at, without->recorder.count);
    assert_true(rig_count(with, STAT_SWAS_DISCREPANCIES) > 0);
    for (size_t id = 0; id < STAT_MAX; id++) {
        if (statistic_is_known(&without->outcome.statistics, id, true))
            assert_int_equal(rig_count(with, id), rig_count(without, id));
        else
            assert_int_equal(rig_count(without, id), 0);
    }
    rig_free(with);
    rig_free(without);
}

static void oracles_change_nothing(void **unused)
{
    (void)unused;
    static const char *const settings[] = {
        "issue=lrr", "issue=gtlrr", "issue=gtlo fetch=gtlo", "frontend=stock",
        "issue=lrr oracle.sync=all", "frontend=swas issue=lrr", "frontend=swas issue=gtlo",
        "cores=2 warps=4"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        assert_same_run("oracle_loop", settings[i]);
        assert_same_run("oracle_held", settings[i]);
        assert_same_run("warps", settings[i]);
    }
}

/* SWAS-22: two warps that wait for operands and take turns, with full queues. */
static void a_chain_of_dependences_behind_full_queues_has_no_discrepancy(void **unused)
{
    (void)unused;
    static const char *const policies[] = {"lrr oracle.sync=all", "gtlrr", "gtlo"};
    for (size_t i = 0; i < 3; i++) {
        char settings[128];
        snprintf(settings, sizeof settings, WARM "warps=2 issue=%s", policies[i]);
        struct rig *rig = rig_ran("oracle_full", settings);
        cycle_t from = rig_issue_at(rig, 1, "chain")->cycle;
        cycle_t to = rig_issue_at(rig, 0, "chain_end")->cycle;
        uint64_t waits = 0;
        for (size_t k = 0; k < rig->recorder.count; k++) {
            const struct event *event = &rig->recorder.events[k];
            if (event->cycle < from || event->cycle >= to)
                continue;
            assert_int_not_equal(event->kind, EVENT_ORACLE);
            waits += event->kind == EVENT_STALL && event->reason == STALL_DEPENDENCY;
        }
        assert_true(to >= from + 40 && waits >= 20);
        rig_free(rig);
    }
}

/* ---- what a listener knows of each warp, in the order of events ---- */

enum { WARPS_MAX = 32 };

struct known_warp {
    bool active, waits;
    cycle_t start;   /* ... or the cycle in which a barrier lets it go */
    cycle_t decided; /* a change of its mask is done */
    cycle_t flushed, line; /* its last redirect, and the arrival of its last miss */
    uint32_t queued;
};

static void follow(struct known_warp *warps, const struct event *event)
{
    if (event->kind == EVENT_LAUNCH || event->kind == EVENT_FINISH || event->kind == EVENT_ORACLE)
        return;
    struct known_warp *w = &warps[event->warp];
    switch (event->kind) {
    case EVENT_START:
        *w = (struct known_warp){.active = true, .start = event->cycle};
        break;
    case EVENT_FETCH:
        w->queued++;
        w->line = event->hit ? w->line : event->arrival;
        break;
    case EVENT_ISSUE:
        w->queued--;
        if (event->insn->timing == TIMING_WARP_CONTROL || event->insn->timing == TIMING_BARRIER)
            w->decided = event->until;
        break;
    case EVENT_FLUSH:
        w->queued = 0;
        w->flushed = event->cycle;
        break;
    case EVENT_BARRIER:
        w->waits = true;
        break;
    case EVENT_RELEASE:
        w->waits = false;
        w->start = event->until;
        break;
    case EVENT_END:
        w->active = false;
        break;
    default:
        break;
    }
}

typedef void visit_fn(const struct rig *rig, const struct event *event,
                      const struct known_warp *other, void *user);

/* Calls back for each oracle event with what is known of the warp that the oracle chose. */
static void visit_oracles(const struct rig *rig, visit_fn *visit, void *user)
{
    struct known_warp warps[WARPS_MAX] = {0};
    for (size_t i = 0; i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        follow(warps, event);
        if (event->kind == EVENT_ORACLE) {
            assert_true(event->other < WARPS_MAX); /* every one is chosen from more warps */
            visit(rig, event, &warps[event->other], user);
        }
    }
}

static void assert_free_to_issue(const struct rig *rig, const struct event *event,
                                 const struct known_warp *other, void *user)
{
    (void)rig, (void)user;
    assert_true(other->active && !other->waits);
    assert_true(event->cycle >= other->start);
    assert_true(event->cycle >= other->decided);
}

/* SWAS-22: each of the three is held with nothing in its queue, for the time of a miss. */
static void oracles_choose_no_warp_that_ended_or_is_held(void **unused)
{
    (void)unused;
    static const char *const settings[] = {"warps=4 issue=lrr", "warps=4 issue=gtlrr",
                                           "warps=4 issue=gtlo",
                                           "issue=gtlrr units.warp_control.latency=30"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct rig *rig = rig_ran("oracle_held", settings[i]);
        assert_true(rig_count(rig, STAT_SWAS_DISCREPANCIES) > 0);
        visit_oracles(rig, assert_free_to_issue, NULL);
        rig_free(rig);
    }
}

/* ---- windows ---- */

struct windows {
    uint64_t excused, first, errors; /* first: errors in the first cycle behind a branch's window */
};

static void check_window(const struct rig *rig, const struct event *event,
                         const struct known_warp *other, void *user)
{
    (void)rig;
    struct windows *windows = user;
    cycle_t branch = other->flushed ? other->flushed + 1 + 3 : 0;
    cycle_t miss = other->line ? other->line + 1 + 3 : 0;
    if (event->cause == CAUSE_SYNC) {
        assert_true(event->cycle >= branch && event->cycle >= miss);
        windows->errors += event->until - event->cycle;
        windows->first += event->cycle == branch && branch > miss;
    } else {
        assert_true(event->until <= (event->cause == CAUSE_MISS ? miss : branch));
        windows->excused += event->cause == CAUSE_BRANCH;
    }
}

/* SWAS-25. With four slots a queue of one warp is empty every fifth cycle, branch or not: a slot
 * that is free again can be asked for only in the next cycle. Eight are enough for one warp. */
static void a_branch_of_one_warp_is_excused_until_its_target_is_there(void **unused)
{
    (void)unused;
    struct windows windows = {0};
    struct rig *rig = rig_ran("branch", WARM "warps=1 threads=1 front.queue=8");
    visit_oracles(rig, check_window, &windows);
    assert_int_equal(rig_count(rig, STAT_SWAS_CAUSES_BRANCH), 3 * 4); /* three are taken */
    assert_int_equal(windows.errors, 1); /* the start itself: nothing excuses it */
    rig_free(rig);
}

/* SWAS-25: with one slot in its queue a warp is empty for some cycles behind each instruction;
 * those behind its first one, which missed, are errors from the fourth cycle behind the fill on. */
static void a_miss_excuses_until_a_refetch_could_have_been_decoded(void **unused)
{
    (void)unused;
    struct rig *rig = rig_ran("straight", WARM "warps=1 threads=1 front.queue=1");
    const struct event *miss = &rig->recorder.events[0], *first = NULL;
    while (miss->kind != EVENT_FETCH)
        miss++;
    assert_false(miss->hit);
    for (size_t i = 0; !first && i < rig->recorder.count; i++) {
        const struct event *event = &rig->recorder.events[i];
        if (event->kind == EVENT_ORACLE && event->cause == CAUSE_SYNC && event->cycle > miss->cycle)
            first = event;
    }
    assert_non_null(first);
    assert_int_equal(first->cycle, miss->arrival + 1 + 3);
    rig_free(rig);
}

/* SWAS-25: many warps wait for their turn to be fetched; from the fifth cycle on that is an
 * error. */
static void errors_begin_in_the_fifth_cycle_behind_a_redirect(void **unused)
{
    (void)unused;
    static const char *const settings[] = {"issue=gtlrr", "issue=gtlo", "issue=gtlrr fetch=gtlrr",
                                           "issue=gtlo fetch=gtlo",
                                           "issue=lrr oracle.sync=all"};
    struct windows windows = {0};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct rig *rig = rig_ran("oracle_loop", settings[i]);
        uint64_t before = windows.errors;
        visit_oracles(rig, check_window, &windows);
        assert_true(windows.errors > before);
        rig_free(rig);
    }
    assert_true(windows.excused > 0);
    assert_true(windows.first > 0 && windows.first < windows.errors);
}

/* ---- the log of errors ---- */

struct log {
    uint64_t causes[ORACLE_CAUSES];
    cycle_t last;
};

static void check_entry(const struct rig *rig, const struct event *event,
                        const struct known_warp *other, void *user)
{
    struct log *log = user;
    int real = event->warp == NO_WARP ? -1 : (int)event->warp;
    assert_true(event->cycle >= log->last && event->until > event->cycle);
    assert_int_not_equal(event->warp, event->other);
    assert_int_equal(event->count, other->queued);
    for (cycle_t cycle = event->cycle; cycle < event->until; cycle++)
        assert_int_equal(rig_issuer(rig, cycle), real);
    log->causes[event->cause] += event->until - event->cycle;
    log->last = event->until;
}

/* SWAS-23, SWAS-28: a cycle is in it once at most, and it adds up. */
static void every_error_is_logged_with_both_warps_cause_and_queue(void **unused)
{
    (void)unused;
    static const char *const settings[] = {"issue=gtlrr", "issue=gtlo", "issue=lrr",
                                           "issue=lrr oracle.sync=all"};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct log log = {0};
        struct rig *rig = rig_ran("oracle_loop", settings[i]);
        visit_oracles(rig, check_entry, &log);
        for (unsigned cause = 0; cause < ORACLE_CAUSES; cause++)
            assert_int_equal(log.causes[cause], rig_count(rig, STAT_SWAS_CAUSES_MISS + cause));
        assert_true(log.causes[CAUSE_SYNC] > 0);
        assert_int_equal(log.causes[CAUSE_SYNC], rig_count(rig, STAT_SWAS_ERRORS));
        if (i < 2)
            assert_int_equal(log.causes[CAUSE_SYNC] + log.causes[CAUSE_MISS] +
                                 log.causes[CAUSE_BRANCH],
                             rig_count(rig, STAT_SWAS_DISCREPANCIES));
        assert_true(rig_count(rig, STAT_SWAS_DISCREPANCIES) <= rig_count(rig, STAT_CYCLES));
        rig_free(rig);
    }
}

/* ---- the kernel alone ---- */

enum { KERNEL_WARPS = 8, WORK = 7 /* instructions before the return */ };

static struct rig *run_kernel(const char *entry, const char *settings, struct kernel *kernel)
{
    struct rig *rig = rig_open("tests/machine/vortex/elf/oracle_kernel.elf", settings);
    *kernel = (struct kernel){.name = entry, .entry = rig_address(rig, entry)};
    rig->launch.kernel = kernel;
    for (unsigned i = 0; i < 3; i++)
        rig->launch.grid[i] = rig->launch.block[i] = 1;
    assert_int_equal(rig_clock(rig, 100000, false), WC_OK);
    return rig;
}

/* Cycles behind a call up to and with the return of the same warp, those of several warps once. */
static uint64_t cycles_inside(const struct rig *rig)
{
    uint64_t inside = 0;
    cycle_t end = rig_count(rig, STAT_CYCLES);
    for (cycle_t cycle = 0; cycle < end; cycle++) {
        bool any = false;
        for (uint32_t warp = 0; warp < KERNEL_WARPS; warp++)
            any |= rig_find(rig, EVENT_ISSUE, warp, rig_address(rig, "call"), 0)->cycle < cycle &&
                   rig_find(rig, EVENT_ISSUE, warp, rig_address(rig, "empty"), 0)->cycle >= cycle;
        inside += any;
    }
    return inside;
}

/* SWAS-26, SWAS-27: the code around the call counts in the whole run only. */
static void the_kernels_numbers_leave_its_prologue_out(void **unused)
{
    (void)unused;
    static const char *const settings[] = {"warps=8", "warps=8 frontend=swas"};
    for (size_t i = 0; i < 2; i++) {
        struct kernel first, second;
        struct rig *work = run_kernel("work", settings[i], &first);
        struct rig *empty = run_kernel("empty", settings[i], &second);
        assert_int_equal(rig_count(empty, STAT_SWAS_COMMITTED_WARP), KERNEL_WARPS);
        assert_int_equal(rig_count(work, STAT_SWAS_COMMITTED_WARP), KERNEL_WARPS * (WORK + 1));
        assert_int_equal(rig_count(work, STAT_WARP_INSTRUCTIONS) -
                             rig_count(empty, STAT_WARP_INSTRUCTIONS),
                         KERNEL_WARPS * WORK);
        assert_int_equal(rig_count(work, STAT_SWAS_COMMITTED_THREAD),
                         32 * rig_count(work, STAT_SWAS_COMMITTED_WARP));
        assert_int_equal(rig_count(work, STAT_SWAS_KERNEL_CYCLES), cycles_inside(work));
        assert_int_equal(rig_count(empty, STAT_SWAS_KERNEL_CYCLES), cycles_inside(empty));
        assert_true(rig_count(work, STAT_SWAS_KERNEL_CYCLES) < rig_count(work, STAT_CYCLES) / 2);
        assert_true(rig_count(work, STAT_SWAS_DISCREPANCIES) <=
                    rig_count(work, STAT_SWAS_KERNEL_CYCLES));
        rig_free(work);
        rig_free(empty);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oracles_change_nothing),
        cmocka_unit_test(a_chain_of_dependences_behind_full_queues_has_no_discrepancy),
        cmocka_unit_test(oracles_choose_no_warp_that_ended_or_is_held),
        cmocka_unit_test(a_branch_of_one_warp_is_excused_until_its_target_is_there),
        cmocka_unit_test(a_miss_excuses_until_a_refetch_could_have_been_decoded),
        cmocka_unit_test(errors_begin_in_the_fifth_cycle_behind_a_redirect),
        cmocka_unit_test(every_error_is_logged_with_both_warps_cause_and_queue),
        cmocka_unit_test(the_kernels_numbers_leave_its_prologue_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
