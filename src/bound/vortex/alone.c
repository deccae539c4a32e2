/* SPDX-License-Identifier: Apache-2.0 */
/* alone.c - one warp's slots, one after another, each as soon as its operands are there. */
#include "bound/vortex/alone.h"

#include <string.h>

void alone_start(struct alone *a, const struct vortex_costs *costs, struct profile *profile)
{
    *a = (struct alone){.costs = costs, .profile = profile};
}

/* The warp waits until then, because of the instruction. */
static void wait_until(struct alone *a, uint64_t time, uint32_t index)
{
    if (time <= a->time)
        return;
    if (a->profile)
        profile_at(a->profile, index)->waiting += time - a->time;
    a->time = time;
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

static uint32_t latest_maker(const struct alone *a, const struct regs *regs, size_t count,
                             uint64_t ready, uint32_t otherwise)
{
    for (size_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < regs[i].count; k++) {
            if (a->ready[regs[i].first + k] == ready)
                return a->maker[regs[i].first + k];
        }
    }
    return otherwise;
}

/* The instruction that made the operand which comes last; or itself: its fetch does. */
static uint32_t blamed(const struct alone *a, const struct insn *insn, uint32_t index,
                       uint64_t now)
{
    if (!a->profile)
        return index;
    uint32_t maker = latest_maker(a, insn->dst, TARGETS_MAX, now, index);
    return latest_maker(a, insn->src, SOURCES_MAX, now, maker);
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

static void set_result(struct alone *a, uint32_t row, uint32_t index, uint64_t done)
{
    a->ready[row] = done;
    a->maker[row] = index;
}

uint64_t alone_issue(struct alone *a, const struct insn *insn, const struct access_cost *access)
{
    const uint32_t index = vortex_index(a->costs, insn);
    const bool late = vortex_may_be_late(a->costs);
    if (vortex_may_miss(a->costs, insn))
        wait_until(a, a->time + a->costs->fetch_miss, index);
    else if (late)
        wait_until(a, a->time + a->costs->fetch_late, index);
    alone_nops(a, late);
    uint64_t now = operands(a, insn->src, SOURCES_MAX, later(a->time, fetched(a)));
    now = operands(a, insn->dst, TARGETS_MAX, now);
    wait_until(a, now, blamed(a, insn, index, now));
    uint64_t done = result_at(a, insn, access, now);
    for (size_t i = 0; i < TARGETS_MAX; i++) {
        for (uint32_t k = 0; k < insn->dst[i].count; k++)
            set_result(a, insn->dst[i].first + k, index, done);
    }
    if (access)
        a->accessed = later(a->accessed, done);
    if (done > a->latest)
        a->slowest = index;
    a->latest = later(a->latest, done);
    a->issued[a->next++ % IBUFFER_DEPTH_MAX] = now;
    alone_nops(a, 1);
    wait_until(a, outcome_at(a, insn, now, done), index);
    if (a->costs->stock && vortex_is_control(insn))
        a->fetch = later(a->fetch, a->time);
    return done;
}

void alone_redirect(struct alone *a, uint32_t index)
{
    wait_until(a, a->time + vortex_wrong_path_wait(a->costs), index);
    if (a->costs->swas)
        alone_nops(a, a->costs->queue); /* SWAS-39 */
    else
        a->fetch = a->time;
}

void alone_drain(struct alone *a)
{
    wait_until(a, a->latest, a->slowest);
    a->fetch = later(a->fetch, a->time);
}
