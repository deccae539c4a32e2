/* SPDX-License-Identifier: Apache-2.0 */
/* region_costs.c - blocks of a region on a Vortex machine: a warp alone in each of them. */
#include "bound/vortex/alone.h"

static uint64_t max(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static void worst_access(void *into, const void *from)
{
    struct access_cost *worst = into;
    const struct access_cost *access = from;
    worst->lsu = (uint32_t)max(worst->lsu, access->lsu);
    worst->lines = (uint32_t)max(worst->lines, access->lines);
    worst->deepest = (uint32_t)max(worst->deepest, access->deepest);
    worst->latency = max(worst->latency, access->latency);
    worst->store = access->store;
    worst->may_store = access->may_store;
    worst->spread |= access->spread;
}

static uint64_t block(const struct region_costs *region, const struct region_step *steps,
                      size_t count, struct work *work, struct profile *profile)
{
    const struct vortex_costs *costs = (const struct vortex_costs *)region;
    struct alone alone;
    uint64_t released = 0;
    alone_start(&alone, costs, profile);
    for (size_t i = 0; i < count; i++) {
        const struct insn *insn = steps[i].insn;
        struct work more = vortex_work_of(costs, insn, steps[i].access);
        work_add(work, &more);
        if (profile)
            profile_execute(profile, vortex_index(costs, insn), &more);
        alone_issue(&alone, insn, steps[i].access);
        if (insn->op->role != ROLE_BARRIER)
            continue;
        released += costs->clock->barrier_release; /* then whoever came last lets it go */
        if (profile)
            profile_at(profile, vortex_index(costs, insn))->waiting +=
                costs->clock->barrier_release;
    }
    alone_drain(&alone);
    return alone_waiting(&alone) + released;
}

static uint64_t redirect(const struct region_costs *region, struct work *work)
{
    const struct vortex_costs *costs = (const struct vortex_costs *)region;
    *work = vortex_work_of_redirect(costs);
    return vortex_wrong_path_wait(costs);
}

/* Each lane has at most one request and one line, which opens a row, and an entry of the LSU. */
static bool by_lane(const struct region_costs *region, const void *record, struct work *lane)
{
    const struct vortex_costs *costs = (const struct vortex_costs *)region;
    const struct access_cost *access = record;
    if (!access->spread)
        return false;
    lane->cycles[WORK_LSU] += (access->lsu > 0) + vortex_load_entry(costs, access);
    if (access->lines)
        lane->cycles[WORK_DRAM] += costs->dram_row + vortex_line_work(costs, access);
    return true;
}

static void count(const struct region_costs *region, const struct region_step *step,
                  uint64_t *quantity)
{
    vortex_count_step((const struct vortex_costs *)region, step ? step->insn : NULL,
                      step ? step->access : NULL, quantity);
}

struct region_costs vortex_region_costs(void)
{
    return (struct region_costs){.access_bytes = sizeof(struct access_cost),
                                 .worst_access = worst_access, .block = block,
                                 .redirect = redirect, .by_lane = by_lane, .count = count};
}
