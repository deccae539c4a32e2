/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - loads and stores: coalescer, local memory, data cache.
 *
 * Each lane's address selects local memory or cache; an access that mixes both uses both, as in
 * Vortex. The unit accepts the next access when the last request of this one has been accepted. */
#include "machine/common/tell.h"
#include "machine/vortex/clock.h"

static uint64_t local_lanes(const struct vortex_core *core, const struct access *access)
{
    const struct allocation *local = &core->port.local;
    uint64_t lanes = 0;
    for (uint64_t rest = access->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        lanes |= (uint64_t)(access->address[lane] - local->base < local->size) << lane;
    }
    return lanes;
}

void vortex_requests(const struct vortex_clock_numbers *clock, const uint64_t *address,
                     uint64_t lanes, struct coalesced *out)
{
    const struct cache_numbers *cache = &clock->dcache;
    if (clock->merges_equal)
        coalesce_equal(address, lanes, cache->line_bytes, cache->banks, out);
    else
        coalesce(address, lanes, cache->line_bytes, cache->line_bytes / 4, out);
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
    if (core->machine->run.observed)
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
        if (core->machine->run.observed)
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
    uint64_t local = local_lanes(core, access);
    if (local)
        use_local(core, slot, access, local, start, &progress);
    if (access->mask & ~local)
        use_global(core, slot, access, access->mask & ~local, start, &progress);
    unit_start(&p->unit[VORTEX_LSU], now, progress.taken - start + 1);
    return progress.done + p->numbers->writeback;
}
