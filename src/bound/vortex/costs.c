/* SPDX-License-Identifier: Apache-2.0 */
/* costs.c - the machine's numbers as worst cases (docs/bound.md has the argument). */
#include "bound/vortex/costs.h"

static uint32_t passes(const struct vortex *vortex, const struct vortex_unit_numbers *unit)
{
    uint32_t threads = vortex->numbers.threads;
    return unit->lanes && unit->lanes < threads ? (threads + unit->lanes - 1) / unit->lanes : 1;
}

static uint64_t worst_row(const struct dram_numbers *dram)
{
    return later(dram->row_conflict, later(dram->row_closed, dram->row_hit));
}

static uint32_t bursts(const struct vortex_clock_numbers *clock, uint32_t bytes)
{
    uint32_t line = clock->has_l2 && clock->l2.line_bytes > bytes ? clock->l2.line_bytes : bytes;
    return (line + clock->dram.line_bytes - 1) / clock->dram.line_bytes;
}

/* How long an access keeps its bank from the next one. */
static uint64_t bank_cycle(const struct dram_numbers *dram)
{
    uint64_t row = worst_row(dram);
    return dram->cycle && dram->cycle < row ? dram->cycle : row;
}

/* Below the first cache, nobody in the way: every row is a conflict, every line misses the L2. */
static uint64_t below(const struct vortex_clock_numbers *clock, uint32_t bytes)
{
    const struct cache_numbers *l2 = &clock->l2;
    uint64_t dram = worst_row(&clock->dram) + bursts(clock, bytes) * clock->dram.burst +
                    clock->dram.overhead;
    return clock->has_l2 ? later(l2->forward + dram + l2->delivery, l2->latency) : dram;
}

/* DRAM serves accesses in the order of their issue. Once nothing older is under way, the lines of
 * an access are read in all banks at the same time, those of one bank one after another, and go
 * over the bus one by one: that is its work. */
static uint64_t bus(const struct vortex_clock_numbers *clock, uint32_t bytes)
{
    return bursts(clock, bytes) * clock->dram.burst;
}

static uint64_t share(uint64_t cycles, uint32_t registers)
{
    return (cycles + registers - 1) / registers;
}

/* A miss also holds a miss-status register, one of several: somebody who waits for one waits until
 * all of them have gone a part of their way. A register is held until the next level has the line:
 * of the first cache that is the whole way through the L2. The bank of DRAM is counted already,
 * unless it is pipelined: then it is busy for a shorter time than the register. */
static uint64_t miss_registers(const struct vortex_clock_numbers *clock,
                               const struct cache_numbers *cache, uint32_t bytes)
{
    const struct cache_numbers *l2 = &clock->l2;
    uint64_t below = bursts(clock, bytes) * clock->dram.burst + clock->dram.overhead +
                     (clock->dram.cycle ? worst_row(&clock->dram) : 0);
    if (!clock->has_l2)
        return share(cache->forward + below, cache->mshrs);
    uint64_t through = later(l2->forward + below + l2->delivery, l2->latency);
    return share(cache->forward + through, cache->mshrs) + share(l2->forward + below, l2->mshrs) +
           2; /* and its bank */
}

/* A store has a place of the write queue until it is written: the same. */
static uint64_t write_places(const struct vortex_clock_numbers *clock, uint32_t bytes)
{
    const struct dram_numbers *dram = &clock->dram;
    return dram->cycle ? share(worst_row(dram) + bursts(clock, bytes) * dram->burst, dram->queue)
                       : 0;
}

/* Requests of loads are booked when the load issues, up to that many cycles before they reach DRAM:
 * an instruction miss in between is served after them. */
static uint64_t data_ahead(const struct vortex_clock_numbers *clock)
{
    return clock->lsu_latency + clock->dcache.forward;
}

/* And the reverse: an instruction miss that travels longer than a load is booked first. Loads that
 * reach the next level earlier wait for it although nothing is served: that is its work too. */
static uint64_t code_ahead(const struct vortex_clock_numbers *clock)
{
    uint64_t data = data_ahead(clock), code = clock->icache.forward;
    return code > data ? code - data + (clock->has_l2 ? clock->l2.forward : 0) : 0;
}

static void make_memory(struct vortex_costs *c)
{
    const struct vortex_clock_numbers *clock = c->clock;
    const struct cache_numbers *d = &clock->dcache, *i = &clock->icache;
    uint64_t lsu = clock->lsu_latency + clock->writeback;
    uint64_t miss = d->forward + below(clock, d->line_bytes) + d->delivery;
    c->access[LATENCY_LOCAL] = lsu + clock->local.latency;
    c->access[LATENCY_HIT] = lsu + d->latency;
    c->access[LATENCY_MISS] = lsu + later(miss, d->latency);
    c->store = lsu + d->forward + (clock->has_l2 ? clock->l2.forward : 0);
    c->held[CACHE_DATA] = d->forward + below(clock, d->line_bytes);
    c->held[CACHE_CODE] = i->forward + below(clock, i->line_bytes);
    c->held[CACHE_SHARED] = clock->l2.forward + worst_row(&clock->dram) + clock->dram.overhead +
                            bursts(clock, d->line_bytes) * clock->dram.burst;
    c->dram_row = bank_cycle(&clock->dram);
    c->dram_access = worst_row(&clock->dram);
    c->dram_load = bus(clock, d->line_bytes) + miss_registers(clock, d, d->line_bytes);
    c->dram_store = bus(clock, d->line_bytes) + write_places(clock, d->line_bytes) +
                    (clock->has_l2 ? 2 : 0);
    c->early = data_ahead(clock);
    c->fetch_miss = later(i->forward + below(clock, i->line_bytes) + i->delivery, i->latency) +
                    c->early;
    c->fetch_late = i->latency + 2;
    /* Its bursts may leave gaps that are too short for others. */
    c->dram_fetch = c->dram_row + 2 * bus(clock, i->line_bytes) - 1 +
                    miss_registers(clock, i, i->line_bytes) + code_ahead(clock);
    if (clock->has_l2 || c->vortex->numbers.cores > 1) /* the same among cores */
        c->access[LATENCY_MISS] += c->early;
}

void vortex_costs_make(struct vortex_costs *c, const struct vortex *vortex)
{
    const struct vortex_clock_numbers *clock = vortex->clock;
    *c = (struct vortex_costs){.region = vortex_region_costs(), .vortex = vortex, .clock = clock,
                               .queue = clock->queue_depth,
                               .front = clock->icache.latency + clock->decode,
                               .swas = clock->frontend == FRONT_SWAS,
                               .stock = clock->frontend == FRONT_STOCK};
    for (unsigned timing = 0; timing < TIMING_COUNT; timing++) {
        const struct vortex_unit_numbers *unit = &clock->unit[timing];
        c->rounds[timing] = passes(vortex, unit);
        c->unit_extra[timing] =
            unit->interval ? (uint64_t)unit->interval * c->rounds[timing] - 1 : 0;
        c->latency[timing] = unit->latency + c->rounds[timing] - 1;
        if (clock->fpu_queue && vortex_unit_of(clock, (enum timing)timing) == VORTEX_FMA)
            c->unit_extra[timing] += share(c->latency[timing], clock->fpu_queue);
        c->latency[timing] += clock->overhead;
    }
    make_memory(c);
}

void work_add_slots(struct work *sum, const struct vortex_costs *c, uint64_t slots)
{
    sum->cycles[c->swas ? WORK_NOPS : WORK_FETCH] += slots;
    if (c->swas)
        sum->cycles[WORK_UNITS] += slots * c->unit_extra[TIMING_ALU];
}

/* Somebody who waits for an entry waits while all of them are held: in each such cycle, either work
 * that is counted keeps a load waiting, or every one of them is a cycle further on its way. */
uint64_t vortex_load_entry(const struct vortex_costs *c, const struct access_cost *access)
{
    const struct vortex_clock_numbers *clock = c->clock;
    const uint64_t local = c->access[LATENCY_LOCAL];
    /* One that takes as long as a hit may still be local, where local memory is slow. */
    uint64_t way = access->latency < c->access[LATENCY_HIT] ? local
                                                            : later(local, c->access[LATENCY_MISS]);
    return clock->lsu_queue && access->lsu && !access->store
               ? share(way - clock->lsu_latency - clock->writeback, clock->lsu_queue) : 0;
}

uint64_t vortex_line_work(const struct vortex_costs *c, const struct access_cost *access)
{
    if (access->may_store)
        return later(c->dram_load, c->dram_store);
    return access->store ? c->dram_store : c->dram_load;
}

struct work vortex_work_of(const struct vortex_costs *c, const struct insn *insn,
                           const struct access_cost *access)
{
    struct work work = {.cycles = {[WORK_INSTRUCTIONS] = 1, [WORK_FETCH] = !c->swas}};
    if (vortex_may_be_late(c))
        work_add_slots(&work, c, 1);
    if (vortex_may_miss(c, insn)) {
        work.cycles[WORK_FETCH] += !c->swas; /* it comes to the decoder later, before others */
        work.cycles[WORK_DRAM] += c->dram_fetch;
    }
    if (!access) {
        work.cycles[WORK_UNITS] += c->unit_extra[insn->timing];
        return work;
    }
    work.cycles[WORK_LSU] += (access->lsu ? access->lsu - 1 : 0) + vortex_load_entry(c, access);
    work.cycles[WORK_DRAM] +=
        access->deepest * c->dram_row + access->lines * vortex_line_work(c, access);
    return work;
}

struct work vortex_work_of_end(const struct vortex_costs *c)
{
    return (struct work){.cycles[WORK_DRAM] = c->may_miss ? c->queue * c->dram_fetch : 0};
}

struct work vortex_work_of_redirect(const struct vortex_costs *c)
{
    struct work work = vortex_work_of_end(c);
    work_add_slots(&work, c, c->queue);
    return work;
}

static void count_work(const struct work *work, uint64_t *quantity)
{
    for (unsigned kind = 0; kind < WORK_KINDS; kind++)
        quantity[QUANTITY_WORK + kind] += work->cycles[kind];
    quantity[QUANTITY_MEMORY] += work->cycles[WORK_LSU] + work->cycles[WORK_DRAM];
}

static void count_slots(const struct vortex_costs *c, uint64_t slots, uint64_t *quantity)
{
    quantity[QUANTITY_UNIT + VORTEX_ALU] += c->swas ? slots * c->unit_extra[TIMING_ALU] : 0;
}

void vortex_count_slots(const struct vortex_costs *c, uint64_t slots, uint64_t *quantity)
{
    struct work work = {0};
    work_add_slots(&work, c, slots);
    count_work(&work, quantity);
    count_slots(c, slots, quantity);
}

static void count_redirect(const struct vortex_costs *c, uint64_t *quantity)
{
    const struct work work = vortex_work_of_redirect(c);
    count_work(&work, quantity);
    count_slots(c, c->queue, quantity);
    quantity[QUANTITY_TAKEN]++;
    quantity[QUANTITY_CODE] += c->may_miss ? c->queue : 0;
}

void vortex_count_end(const struct vortex_costs *c, uint64_t *quantity)
{
    const struct work work = vortex_work_of_end(c);
    count_work(&work, quantity);
    quantity[QUANTITY_CODE] += c->may_miss ? c->queue : 0;
}

void vortex_count_step(const struct vortex_costs *c, const struct insn *insn,
                       const struct access_cost *access, uint64_t *quantity)
{
    if (!insn) {
        count_redirect(c, quantity);
        return;
    }
    const struct work work = vortex_work_of(c, insn, access);
    count_work(&work, quantity);
    quantity[QUANTITY_BARRIERS] += insn->op->role == ROLE_BARRIER;
    quantity[QUANTITY_CODE] += vortex_may_miss(c, insn);
    count_slots(c, vortex_may_be_late(c), quantity);
    if (!access) {
        quantity[QUANTITY_UNIT + vortex_unit_of(c->clock, insn->timing)] +=
            c->unit_extra[insn->timing];
        return;
    }
    quantity[QUANTITY_READS] += access->store ? 0 : access->lines;
    quantity[QUANTITY_WRITES] += access->store || access->may_store ? access->lines : 0;
}

uint64_t vortex_local_lanes(const struct vortex *vortex, const struct walk_access *access)
{
    const struct vortex_numbers *n = &vortex->numbers;
    const unsigned end = access->lanes ? 64 - (unsigned)__builtin_clzll(access->lanes) : 0;
    uint64_t lanes = 0, inside = 0;
    for (unsigned lane = 0; lane < end; lane++) /* a vector loop; most accesses have none */
        inside |= access->address[lane] - n->local_base < n->local_bytes;
    if (!inside)
        return 0;
    for (uint64_t rest = access->lanes; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        lanes |= (uint64_t)(access->address[lane] - n->local_base < n->local_bytes) << lane;
    }
    return lanes;
}
