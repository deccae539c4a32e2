/* SPDX-License-Identifier: Apache-2.0 */
/* invariants.c - checks the events of a run against the invariants of every run. */
#include "machine/common/invariants.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "hw/ddr4_checker.h"
#include "hw/ibuffer.h"

#define NOP_ADDRESS UINT64_MAX

struct fetched {
    uint64_t address; /* or NOP_ADDRESS */
    cycle_t ready;
};

struct watched_warp {
    bool active, waits;
    cycle_t start;   /* first cycle in which it may do anything */
    cycle_t resume;  /* ... after a barrier */
    cycle_t line;    /* the cycle in which an instruction miss is filled */
    cycle_t told;    /* every cycle before this one has an issue or a reason */
    uint64_t mask;
    bool part;       /* of a split warp */
    uint64_t lanes;  /* that it owns: no other part of a split warp has them */
    struct fetched queue[IBUFFER_DEPTH_MAX];
    uint32_t head, queued; /* fetched, neither issued nor dropped */
    uint64_t nops[NOP_KINDS], flushes;
};

struct watched_core {
    cycle_t now;                      /* of the latest event that is in order */
    cycle_t issue_after, fetch_after; /* first cycles in which another one is allowed */
    cycle_t paired;                   /* the cycle in which the second half of a pair may issue */
    uint32_t fetched;                 /* the warp of the latest fetch */
};

struct invariants {
    struct observer observer; /* first */
    struct watched_core *cores;
    struct watched_warp *warps; /* [core][warp] */
    uint32_t core_count, warp_count;
    uint32_t full; /* slots of a queue that is never empty; 0: no SWaS */
    bool groups;   /* a fetch brings several instructions: queues are not checked */
    bool side_by_side; /* several warps of a core may issue in one cycle, and without lanes */
    cycle_t done; /* the latest result */
    struct ddr4_checker dram;
    bool under_way, breached;
    char breach[256]; /* the first one */
};

static void breach(struct invariants *inv, const struct event *event, const char *what,
                   uint64_t found, uint64_t bound)
{
    if (inv->breached)
        return;
    inv->breached = true;
    snprintf(inv->breach, sizeof inv->breach,
             "cycle %" PRIu64 ", core %" PRIu32 ", warp %" PRIu32 ": %s (found %" PRIu64
             ", expected %" PRIu64 ")",
             event->cycle, event->core, event->warp, what, found, bound);
}

static void at_least(struct invariants *inv, const struct event *event, const char *what,
                     uint64_t found, uint64_t bound)
{
    if (found < bound)
        breach(inv, event, what, found, bound);
}

static void equal(struct invariants *inv, const struct event *event, const char *what,
                  uint64_t found, uint64_t expected)
{
    if (found != expected)
        breach(inv, event, what, found, expected);
}

static struct watched_warp *warp_of(struct invariants *inv, const struct event *event)
{
    return &inv->warps[(size_t)event->core * inv->warp_count + event->warp];
}

/* ---- time ---- */

/* Events that a core reports in the cycle in which they happen. */
static void in_order(struct invariants *inv, const struct event *event)
{
    struct watched_core *core = &inv->cores[event->core];
    at_least(inv, event, "an event of an earlier cycle", event->cycle, core->now);
    core->now = later(core->now, event->cycle);
}

/* Every cycle exactly once. */
static void tile(struct invariants *inv, const struct event *event, cycle_t until)
{
    struct watched_warp *w = warp_of(inv, event);
    equal(inv, event, "the warp's cycles are not accounted for one by one", event->cycle, w->told);
    w->told = until;
}

static void check_stall(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    bool idle = event->reason == STALL_IDLE, runs = w->active && event->cycle >= w->start;
    at_least(inv, event, "a wait of zero cycles", event->until, event->cycle + 1);
    tile(inv, event, event->until);
    equal(inv, event, runs ? "a running warp is reported idle" : "an idle slot is reported waiting",
          idle, !runs);
    if (idle && w->active)
        at_least(inv, event, "a warp is reported idle after its start", w->start, event->until);
}

/* ---- what warps do ---- */

static void check_start(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    equal(inv, event, "a warp starts that is already active", w->active, false);
    at_least(inv, event, "a warp starts in the past", event->cycle, w->told);
    if (!inv->side_by_side)
        at_least(inv, event, "a warp starts without lanes", event->mask, 1);
    *w = (struct watched_warp){.active = true, .start = event->cycle, .told = w->told,
                               .mask = event->mask, .part = w->part,
                               .lanes = w->part ? w->lanes : ~0ull};
    for (; w->queued < inv->full; w->queued++)
        w->queue[w->queued] = (struct fetched){NOP_ADDRESS, event->cycle};
}

/* Booked ahead, several per cycle. */
static void check_group(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    equal(inv, event, "a fetch of an inactive warp", w->active, true);
    at_least(inv, event, "a fetch before the warp's start", event->cycle, w->start);
    at_least(inv, event, "a fetch in the past", event->cycle, inv->cores[event->core].now);
    at_least(inv, event, "an instruction is decoded before it arrives", event->until,
             later(event->arrival, event->cycle + 1));
}

static void check_fetch(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    struct watched_core *core = &inv->cores[event->core];
    if (inv->groups) {
        check_group(inv, event);
        return;
    }
    in_order(inv, event);
    at_least(inv, event, "a second fetch in one cycle", event->cycle, core->fetch_after);
    core->fetch_after = event->cycle + 1;
    core->fetched = event->warp;
    equal(inv, event, "a fetch of an inactive warp", w->active, true);
    at_least(inv, event, "a fetch before the warp's start", event->cycle, w->start);
    at_least(inv, event, "a fetch between a miss and its line", event->cycle, w->line);
    bool nop = inv->full && !event->hit; /* in place of the instruction (SWAS-37) */
    at_least(inv, event, "an instruction is decoded before it arrives", event->until,
             later(nop ? 0 : event->arrival, event->cycle) + 1);
    w->line = event->hit ? 0 : event->arrival;
    if (w->queued == IBUFFER_DEPTH_MAX) {
        breach(inv, event, "a fetch into a full queue", w->queued,
               IBUFFER_DEPTH_MAX - 1);
        return;
    }
    w->queue[(w->head + w->queued++) % IBUFFER_DEPTH_MAX] =
        (struct fetched){nop ? NOP_ADDRESS : event->address, event->until};
}

/* The oldest fetched instruction issues. */
static void take_from_queue(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    const struct fetched *head = &w->queue[w->head];
    if (inv->groups)
        return;
    if (!w->queued) {
        breach(inv, event, "an issue from an empty queue", 0, 1);
        return;
    }
    at_least(inv, event, "an issue before the instruction is decoded", event->cycle, head->ready);
    equal(inv, event, "the issued instruction is not the fetched one",
          event->kind == EVENT_NOP ? NOP_ADDRESS : event->insn->pc, head->address);
    w->head = (w->head + 1) % IBUFFER_DEPTH_MAX;
    w->queued--;
}

/* SWAS-35, SWAS-36: the same warp is fetched in the same cycle, so its queue stays full, and its
 * head is ready in time for the next cycle (SWAS-41). */
static void check_in_step(struct invariants *inv, const struct event *event)
{
    const struct watched_core *core = &inv->cores[event->core];
    const struct watched_warp *w = warp_of(inv, event);
    if (!inv->full)
        return;
    equal(inv, event, "an issue without a fetch in the same cycle", core->fetch_after,
          event->cycle + 1);
    equal(inv, event, "an issue and a fetch of different warps", core->fetched, event->warp);
    equal(inv, event, "a queue that is not full", w->queued, inv->full);
    at_least(inv, event, "a queue without a head in the next cycle", event->cycle + 1,
             w->queue[w->head].ready);
}

/* Checks common to instructions and NOPs. */
static void check_slot(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    struct watched_core *core = &inv->cores[event->core];
    in_order(inv, event);
    if (event->paired) {
        equal(inv, event, "a pair is incomplete", w->told, event->cycle + 1);
        equal(inv, event, "a third issue in one cycle", core->paired, event->cycle);
        core->paired = event->cycle + 1;
    } else {
        tile(inv, event, event->cycle + 1);
        if (!inv->side_by_side)
            at_least(inv, event, "a second issue in one cycle", event->cycle, core->issue_after);
        core->issue_after = event->cycle + 1;
        core->paired = event->cycle;
    }
    equal(inv, event, "an issue of an inactive warp", w->active, true);
    at_least(inv, event, "an issue before the warp's start", event->cycle, w->start);
    equal(inv, event, "an issue of a warp waiting at a barrier", w->waits, false);
    at_least(inv, event, "an issue before the barrier releases the warp", event->cycle, w->resume);
    take_from_queue(inv, event);
    check_in_step(inv, event);
}

static void check_nop(struct invariants *inv, const struct event *event)
{
    check_slot(inv, event);
    warp_of(inv, event)->nops[event->nop]++;
}

static void check_issue(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    check_slot(inv, event);
    if (!inv->side_by_side)
        at_least(inv, event, "an issue without lanes", event->mask, 1);
    equal(inv, event, "an issue with a mask that is not the warp's", event->mask, w->mask);
    equal(inv, event, "an issue with lanes of another part of the warp", event->mask & ~w->lanes,
          0);
    at_least(inv, event, "a result before its issue", event->until, event->cycle);
    inv->done = later(inv->done, event->until);
}

static void check_memory(struct invariants *inv, const struct event *event)
{
    at_least(inv, event, "a memory request in the past", event->cycle, inv->cores[event->core].now);
    at_least(inv, event, "a memory response before the request", event->until, event->cycle);
}

static void check_flush(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    in_order(inv, event);
    equal(inv, event, "an incomplete flush", event->count, w->queued);
    w->flushes++;
    for (uint32_t i = 0; i < inv->full; i++) /* SWAS-39 */
        w->queue[(w->head + i) % IBUFFER_DEPTH_MAX].address = NOP_ADDRESS;
    w->queued = inv->full;
    w->line = 0; /* the machine may cancel the wait for a miss on the wrong path */
}

static void check_barrier(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    in_order(inv, event);
    equal(inv, event, event->kind == EVENT_BARRIER ? "a warp arrives that is already waiting"
                                                   : "a warp is released that is not waiting",
          w->waits, event->kind == EVENT_RELEASE);
    w->waits = event->kind == EVENT_BARRIER;
    if (event->kind == EVENT_RELEASE) {
        at_least(inv, event, "a release in the past", event->until, event->cycle);
        w->resume = event->until;
    }
}

static void check_end(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    in_order(inv, event);
    equal(inv, event, "an inactive warp ends", w->active, true);
    /* SWAS-43: the slots of a warp are its instructions, its misses, and these. */
    equal(inv, event, "NOPs at the warp's start", w->nops[NOP_START], inv->full);
    equal(inv, event, "NOPs for wrong paths", w->nops[NOP_FLUSH], inv->full * w->flushes);
    w->active = w->part = false;
    w->queued = 0;
}

static void check_mask(struct invariants *inv, const struct event *event)
{
    in_order(inv, event);
    warp_of(inv, event)->mask = event->mask;
}

/* PWS-6: parts of a warp never have a lane in common. */
static void check_split(struct invariants *inv, const struct event *event)
{
    struct watched_warp *w = warp_of(inv, event);
    struct event there = {.core = event->other_core, .warp = event->other};
    struct watched_warp *other = warp_of(inv, &there);
    in_order(inv, event);
    if (event->kind == EVENT_SPLIT) {
        equal(inv, event, "a split of lanes that the warp does not have",
              event->mask & ~w->lanes, 0);
        w->lanes &= ~event->mask;
        other->lanes = event->mask;
        other->part = true;
    } else {
        equal(inv, event, "a merge with other lanes than were split off", event->mask, w->lanes);
        equal(inv, event, "a merge of lanes that both have", w->lanes & other->lanes, 0);
        other->lanes |= w->lanes;
    }
}

/* ---- launches ---- */

static void begin(struct invariants *inv, const struct event *event)
{
    size_t warps = (size_t)event->core * event->warp;
    free(inv->cores);
    free(inv->warps);
    inv->cores = calloc(event->core, sizeof *inv->cores);
    inv->warps = calloc(warps, sizeof *inv->warps);
    inv->core_count = event->core;
    inv->warp_count = event->warp;
    inv->full = event->count;
    inv->groups = event->groups;
    inv->side_by_side = event->side_by_side;
    inv->under_way = inv->cores && inv->warps;
    inv->done = 0;
    inv->dram.numbers = NULL;
    if (!inv->under_way)
        breach(inv, event, "out of memory for the checks of the launch", 0, warps);
}

static void finish(struct invariants *inv, const struct event *event)
{
    struct event place = *event;
    for (place.core = 0; place.core < inv->core_count; place.core++) {
        for (place.warp = 0; place.warp < inv->warp_count; place.warp++) {
            const struct watched_warp *w = warp_of(inv, &place);
            equal(inv, &place, "the warp's cycles do not end with the launch", w->told,
                  event->cycle);
            if (!event->cut)
                equal(inv, &place, "the launch ends before the warp", w->active, false);
        }
    }
    at_least(inv, event, "the launch ends before its last result", event->cycle, inv->done);
    inv->under_way = false;
}

/* SWAS-42: with full queues only a suspension makes an oracle choose differently. */
static void check_oracle(struct invariants *inv, const struct event *event)
{
    if (inv->full && event->cause == CAUSE_SYNC)
        breach(inv, event, "the scheduler violated its policy", event->cause, CAUSE_MISS);
}

/* The rules of DDR4 between commands (SIMD-41). */
static void check_dram(struct invariants *inv, const struct event *event)
{
    const struct event_dram *dram = event->dram;
    if (inv->dram.numbers == NULL)
        ddr4_checker_build(&inv->dram, dram->numbers, dram->first_due);
    inv->breached = !ddr4_check(&inv->dram, dram->command);
    if (inv->breached)
        snprintf(inv->breach, sizeof inv->breach, "DRAM: %s", inv->dram.first);
}

static void check(struct observer *observer, const struct event *event)
{
    static void (*const checks[])(struct invariants *, const struct event *) = {
        [EVENT_START] = check_start,     [EVENT_FETCH] = check_fetch,
        [EVENT_ISSUE] = check_issue,     [EVENT_STALL] = check_stall,
        [EVENT_MASK] = check_mask,       [EVENT_MEMORY] = check_memory,
        [EVENT_BARRIER] = check_barrier, [EVENT_RELEASE] = check_barrier,
        [EVENT_FLUSH] = check_flush,     [EVENT_END] = check_end,
        [EVENT_LAUNCH] = begin,          [EVENT_FINISH] = finish,
        [EVENT_NOP] = check_nop,         [EVENT_ORACLE] = check_oracle,
        [EVENT_SPLIT] = check_split,     [EVENT_MERGE] = check_split,
        [EVENT_DRAM] = check_dram,
    };
    struct invariants *inv = (struct invariants *)observer;
    if (inv->breached || (event->kind != EVENT_LAUNCH && !inv->under_way))
        return;
    if (event->kind != EVENT_LAUNCH && event->kind != EVENT_FINISH &&
        event->kind != EVENT_ORACLE &&
        (event->core >= inv->core_count || event->warp >= inv->warp_count)) {
        breach(inv, event, "an event of a warp outside the machine", event->warp,
               inv->warp_count);
        return;
    }
    if (checks[event->kind])
        checks[event->kind](inv, event);
}

struct invariants *invariants_new(void)
{
    struct invariants *inv = calloc(1, sizeof *inv);
    if (inv)
        inv->observer.event = check;
    return inv;
}

struct observer *invariants_observer(struct invariants *invariants)
{
    return &invariants->observer;
}

enum wc_status invariants_result(struct error *err, const struct invariants *invariants)
{
    if (invariants->breached)
        return fail(err, WC_INTERNAL, "model invariant violated: %s", invariants->breach);
    if (invariants->under_way)
        return fail(err, WC_INTERNAL, "model invariant violated: a launch began and did not "
                                      "report its end");
    return WC_OK;
}

void invariants_free(struct invariants *invariants)
{
    if (!invariants)
        return;
    free(invariants->cores);
    free(invariants->warps);
    free(invariants);
}
