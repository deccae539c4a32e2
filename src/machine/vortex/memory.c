/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - loads and stores: coalescer, local memory, data cache.
 *
 * Each lane's address selects local memory or cache; an access that mixes both uses both, as in
 * Vortex. The unit accepts the next access when the last request of this one has been accepted. */
#include "base/lanewise.h"
#include "machine/common/tell.h"
#include "machine/vortex/clock.h"

enum { WORD_BYTES = 4 };

/* The lanes, active or not, whose address is in local memory. */
LANEWISE static uint64_t local_lanes(const uint64_t *address, unsigned padded_lanes, uint64_t base,
                                     uint64_t size)
{
    const size_t lanes = lane_count(padded_lanes);
    uint64_t local = 0;
    for (size_t lane = 0; lane < lanes; lane++)
        local |= (uint64_t)(address[lane] - base < size) << lane;
    return local;
}

void vortex_requests(const struct vortex_clock_numbers *clock, const uint64_t *address,
                     uint64_t lanes, struct coalesced *out)
{
    const struct cache_numbers *cache = &clock->dcache;
    if (clock->merges_equal) {
        coalesce_equal(address, lanes, cache->line_bytes, cache->banks, out);
        return;
    }
    (clock->groups_apart ? coalesce_apart : coalesce)(
        address, lanes, clock->request_bytes, clock->request_bytes / WORD_BYTES, out);
    for (uint32_t i = 0; clock->request_bytes != cache->line_bytes && i < out->count; i++)
        out->request[i].line = out->request[i].line * clock->request_bytes / cache->line_bytes;
}

/* Both parts advance these two. */
struct progress {
    cycle_t taken, done;
};

static void use_local(struct vortex_core *core, uint32_t slot, const struct access *access,
                      uint64_t lanes, cycle_t now, struct progress *progress)
{
    struct vortex_pipeline *p = core->pipeline;
    struct memory_answer answer = {.hit = true, .alone = p->local.numbers->latency};
    answer.done = localmem_request(&p->local, access->address, lanes, now, &answer.taken);
    progress->taken = later(progress->taken, p->local.free - 1);
    progress->done = later(progress->done, answer.done);
    uint32_t transactions = (uint32_t)(p->local.free - answer.taken);
    core->machine->run.outcome->statistics.count[STAT_SHARED_TRANSACTIONS] += transactions;
    if (run_tells(&core->machine->run, EVENT_MEMORY))
        tell_memory(&core->machine->run, core->id, slot, access, SPACE_LOCAL,
                    access->address[__builtin_ctzll(lanes)],
             transactions, answer);
}

static void use_global(struct vortex_core *core, uint32_t slot, const struct access *access,
                       uint64_t lanes, cycle_t now, struct progress *progress)
{
    struct vortex_pipeline *p = core->pipeline;
    const uint32_t line = p->numbers->dcache.line_bytes;
    bool store = access->kind == ACCESS_STORE; /* an atomic needs the line, as a load does */
    struct coalesced requests;
    vortex_requests(p->numbers, access->address, lanes, &requests);
    for (uint32_t i = 0; i < requests.count; i++) {
        uint64_t address = requests.request[i].line * line;
        struct memory_answer answer = memory_request(&p->dcache.level, address, line, store,
                                                     now + requests.request[i].cycle);
        progress->taken = later(progress->taken, answer.taken);
        progress->done = later(progress->done, answer.done);
        if (run_tells(&core->machine->run, EVENT_MEMORY))
            tell_memory(&core->machine->run, core->id, slot, access, SPACE_GLOBAL, address, 1,
                        answer);
    }
    core->machine->run.outcome->statistics.count[STAT_GLOBAL_TRANSACTIONS] += requests.count;
}

cycle_t vortex_lsu_access(struct vortex_core *core, uint32_t slot, const struct access *access,
                          cycle_t now)
{
    struct vortex_pipeline *p = core->pipeline;
    cycle_t start = now + p->numbers->lsu_latency;
    struct progress progress = {.taken = start, .done = start};
    const uint64_t local = access->mask & local_lanes(access->address,
                                                      core->warps[slot].resident.warp.stride,
                                                      core->port.local.base,
                                                      core->port.local.size);
    if (local)
        use_local(core, slot, access, local, start, &progress);
    if (access->mask & ~local)
        use_global(core, slot, access, access->mask & ~local, start, &progress);
    cycle_t next = now + progress.taken - start + 1;
    if (access->kind != ACCESS_STORE) /* an entry of the table is for an answer */
        next = later(next, inflight_hold(&p->loads, progress.done - p->numbers->lsu_latency));
    vortex_unit_start(p, VORTEX_LSU, now, next - now);
    return progress.done + p->numbers->writeback;
}
