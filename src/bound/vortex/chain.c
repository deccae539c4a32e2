/* SPDX-License-Identifier: Apache-2.0 */
/* chain.c - the time of warps, kind by kind, from the events of a run. */
#include "bound/vortex/chain.h"

void chain_make(struct chain *c, struct arena *arena, const struct vortex_costs *costs)
{
    const struct vortex_numbers *n = &costs->vortex->numbers;
    *c = (struct chain){.costs = costs, .slots = n->warps};
    c->warps = arena_array(arena, (size_t)n->cores * n->warps, sizeof *c->warps);
    c->misses = arena_array(arena, n->cores, sizeof *c->misses);
}

static struct chain_warp *warp_of(const struct chain *c, const struct event *event)
{
    return &c->warps[(size_t)event->core * c->slots + event->warp];
}

static void spend(struct spent *spent, cycle_t until, enum chain_kind kind)
{
    if (until <= spent->at)
        return;
    spent->cycles[kind] += until - spent->at;
    spent->at = until;
}

/* The warps of a launch start by themselves, all others by the instruction before. */
void chain_start(struct chain *c, const struct event *event)
{
    struct chain_warp *w = warp_of(c, event);
    const struct spent spent = c->last ? *c->last : (struct spent){0};
    *w = (struct chain_warp){.spent = spent};
    spend(&w->spent, event->cycle, CHAIN_STARTS);
}

void chain_wait(struct chain *c, const struct event *event)
{
    struct chain_warp *w = warp_of(c, event);
    if (w->wait_count < CHAIN_WAITS_MAX)
        w->wait[w->wait_count++] =
            (struct chain_wait){event->cycle, event->until, event->reason};
    else
        w->wait[CHAIN_WAITS_MAX - 1].until = event->until;
}

static void note_miss(struct chain_misses *misses, const struct event *event)
{
    cycle_t from = later(misses->until, event->cycle);
    if (event->hit || event->arrival <= from)
        return;
    misses->cycles += event->arrival - from;
    misses->until = event->arrival;
}

/* An instruction miss may wait for a data request that reaches DRAM after it, and has that time on
 * top (costs.c). A request for a line that another warp's miss is fetching waits for that miss. */
void chain_fetch(struct chain *c, const struct event *event, struct cached_line *line, bool stays)
{
    cycle_t alone = event->cycle + event->alone;
    if (event->fetched)
        line->filled = alone += c->costs->early;
    else if (!event->hit)
        alone = later(alone, line->filled);
    warp_of(c, event)->fetched =
        (struct chain_code){alone < event->arrival ? alone : event->arrival, stays};
    note_miss(&c->misses[event->core], event);
}

/* A result that is under way when its segment ends. */
static void leave(const struct chain_warp *w, struct chain_result *result)
{
    if (result->segment == w->segment && result->alone > w->spent.at)
        result->spent = w->spent;
}

void chain_release(struct chain *c, const struct event *event)
{
    struct chain_warp *w = warp_of(c, event);
    for (uint32_t i = 0; i < RV32_ROWS; i++)
        leave(w, &w->result[i]);
    leave(w, &w->latest);
    leave(w, &w->accessed);
    w->spent = *c->last;
    w->segment++;
}

/* ---- operands ---- */

struct operands {
    cycle_t hit, alone;
    const struct chain_result *old; /* the latest of an earlier segment that is waited for alone */
};

static void need(const struct chain_warp *w, const struct chain_result *result,
                 struct operands *operands)
{
    operands->hit = later(operands->hit, result->hit);
    operands->alone = later(operands->alone, result->alone);
    if (result->segment != w->segment && result->alone > w->spent.at &&
        (!operands->old || result->alone > operands->old->alone))
        operands->old = result;
}

static void need_all(const struct chain_warp *w, const struct regs *regs, size_t count,
                     struct operands *operands)
{
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < regs[i].count; k++)
            need(w, &w->result[regs[i].first + k], operands);
    }
}

/* Before the release of the warp this result was under way: its warp's own chain leads there, not
 * the one of the warp that came last. */
static void go_back(struct spent *spent, const struct chain_result *result)
{
    *spent = result->spent;
    spend(spent, result->hit, CHAIN_WAITING);
    spend(spent, result->alone, CHAIN_DATA);
}

/* ---- from the last issue to the next ---- */

/* Alone, the warp would still wait up to these cycles. */
static void spend_wait(const struct chain *c, struct chain_warp *w, const struct chain_wait *wait,
                       const struct operands *operands, bool lsu)
{
    struct spent *spent = &w->spent;
    cycle_t until = wait->until;
    cycle_t hit = operands->hit < until ? operands->hit : until;
    cycle_t alone = operands->alone < until ? operands->alone : until;
    spend(spent, hit, CHAIN_WAITING);
    spend(spent, alone, CHAIN_DATA);
    switch (wait->reason) {
    case STALL_NOT_SELECTED:
        spend(spent, until, CHAIN_SLOTS);
        break;
    case STALL_UNIT:
        spend(spent, until, lsu ? CHAIN_MEMORY : CHAIN_UNITS);
        break;
    case STALL_MEMORY:
        spend(spent, until, CHAIN_MEMORY);
        break;
    case STALL_FETCH:
        if (!c->costs->swas)
            spend(spent, until, CHAIN_FETCH);
        spend(spent, w->code.alone < until ? w->code.alone : until,
              w->code.stays ? CHAIN_CODE : CHAIN_WAITING);
        spend(spent, until, CHAIN_MEMORY);
        break;
    default:
        spend(spent, until, CHAIN_WAITING);
        break;
    }
}

static void spend_gap(const struct chain *c, struct chain_warp *w, struct operands *operands,
                      bool lsu, cycle_t now)
{
    need(w, &w->control, operands);
    if (operands->old)
        go_back(&w->spent, operands->old);
    for (uint32_t i = 0; i < w->wait_count; i++)
        spend_wait(c, w, &w->wait[i], operands, lsu);
    w->wait_count = 0;
    w->code = w->fetched;
    w->control = (struct chain_result){0};
    spend(&w->spent, now, CHAIN_WAITING);
    spend(&w->spent, now + 1, CHAIN_SLOTS);
}

void chain_nop(struct chain *c, const struct event *event)
{
    struct chain_warp *w = warp_of(c, event);
    spend_gap(c, w, &(struct operands){0}, false, event->cycle);
    c->last = &w->spent;
}

static void remember(struct chain_warp *w, const struct insn *insn,
                     const struct chain_result *result, bool memory)
{
    for (size_t i = 0; i < TARGETS_MAX; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++)
            w->result[insn->dst[i].first + k] = *result;
    }
    if (result->alone > w->latest.alone)
        w->latest = *result;
    if (memory && result->alone > w->accessed.alone)
        w->accessed = *result;
    if (insn->timing == TIMING_FENCE)
        w->control = w->accessed.alone > result->alone ? w->accessed : *result;
}

static cycle_t cap(cycle_t cycle, cycle_t max)
{
    return cycle < max ? cycle : max;
}

/* A fence waits for accesses; its own latency is the rest. */
static struct chain_result result_of(const struct chain *c, const struct chain_warp *w,
                                     const struct event *event, const struct chain_access *access)
{
    cycle_t own = event->insn->timing == TIMING_FENCE
                      ? event->cycle + c->costs->latency[TIMING_FENCE] : event->until;
    return (struct chain_result){
        .hit = cap(access ? event->cycle + access->hit : own, event->until),
        .alone = cap(access ? event->cycle + access->alone : own, event->until),
        .segment = w->segment};
}

const struct spent *chain_issue(struct chain *c, const struct event *event,
                                const struct chain_access *access)
{
    struct chain_warp *w = warp_of(c, event);
    const struct insn *insn = event->insn;
    struct operands operands = {0};
    need_all(w, insn->src, SOURCES_MAX, &operands);
    need_all(w, insn->dst, TARGETS_MAX, &operands);
    const bool lsu = vortex_unit_of(c->costs->clock, insn->timing) == VORTEX_LSU;
    spend_gap(c, w, &operands, lsu, event->cycle);
    const struct chain_result result = result_of(c, w, event, access);
    remember(w, insn, &result, access);
    w->done = later(w->done, later(event->until, event->cycle + 1));
    c->last = &w->spent;
    return c->last;
}

struct spent chain_end(const struct chain *c, const struct event *event)
{
    const struct chain_warp *w = warp_of(c, event);
    struct spent end = w->spent;
    struct operands operands = {0};
    need(w, &w->latest, &operands);
    if (operands.old)
        go_back(&end, operands.old);
    spend(&end, operands.hit, CHAIN_WAITING);
    spend(&end, operands.alone, CHAIN_DATA);
    spend(&end, w->done, CHAIN_MEMORY);
    return end;
}
