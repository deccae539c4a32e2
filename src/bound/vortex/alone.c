/* SPDX-License-Identifier: Apache-2.0 */
/* alone.c - one warp's slots, one after another, each as soon as its operands are there. */
#include "bound/vortex/alone.h"

#include <string.h>

void alone_start(struct alone *a, const struct vortex_costs *costs)
{
    *a = (struct alone){.costs = costs};
}

void alone_nops(struct alone *a, uint64_t count)
{
    a->time += count;
    a->slots += count;
}

static uint64_t operands(const struct alone *a, const struct regs *regs, size_t count,
                         uint64_t ready)
{
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < regs[i].count; k++)
            ready = later(ready, a->ready[regs[i].first + k]);
    }
    return ready;
}

/* The earliest cycle by fetch alone: a free slot in the queue, then the way to issue (SWAS-2). */
static uint64_t fetched(struct alone *a)
{
    const struct vortex_costs *c = a->costs;
    if (c->swas)
        return 0; /* the queue is never empty */
    uint64_t request = a->fetch;
    if (a->next >= c->queue)
        request = later(request, a->issued[(a->next - c->queue) % IBUFFER_DEPTH_MAX] + 1);
    a->fetch = request + (c->stock ? c->front : 1);
    return request + c->front;
}

static uint64_t result_at(const struct alone *a, const struct insn *insn,
                          const struct access_cost *access, uint64_t now)
{
    if (access)
        return later(now + access->latency, access->filled);
    uint64_t done = now + a->costs->latency[insn->timing];
    return insn->timing == TIMING_FENCE ? later(done, a->accessed) : done;
}

/* Nothing of the warp issues until the outcome of control is known (SWAS-13, SWAS-47). */
static uint64_t outcome_at(const struct alone *a, const struct insn *insn, uint64_t now,
                           uint64_t done)
{
    bool warp_control = insn->timing == TIMING_WARP_CONTROL || insn->timing == TIMING_BARRIER;
    if (warp_control || insn->timing == TIMING_FENCE)
        return done;
    return vortex_is_control(insn) ? now + a->costs->clock->branch_resolve : 0;
}

uint64_t alone_issue(struct alone *a, const struct insn *insn, const struct access_cost *access)
{
    if (vortex_may_miss(a->costs, insn)) {
        a->time += a->costs->fetch_miss;
        alone_nops(a, a->costs->swas);
    }
    uint64_t now = operands(a, insn->src, SOURCES_MAX, later(a->time, fetched(a)));
    now = operands(a, insn->dst, TARGETS_MAX, now);
    uint64_t done = result_at(a, insn, access, now);
    for (size_t i = 0; i < TARGETS_MAX; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++)
            a->ready[insn->dst[i].first + k] = done;
    }
    if (access)
        a->accessed = later(a->accessed, done);
    a->latest = later(a->latest, done);
    a->issued[a->next++ % IBUFFER_DEPTH_MAX] = now;
    a->time = later(now + 1, outcome_at(a, insn, now, done));
    a->slots++;
    if (a->costs->stock && vortex_is_control(insn))
        a->fetch = later(a->fetch, a->time);
    return done;
}

void alone_redirect(struct alone *a)
{
    a->time += vortex_wrong_path_wait(a->costs);
    if (a->costs->swas)
        alone_nops(a, a->costs->queue); /* SWAS-39 */
    else
        a->fetch = a->time;
}

void alone_drain(struct alone *a)
{
    a->time = later(a->time, a->latest);
    a->fetch = later(a->fetch, a->time);
}
