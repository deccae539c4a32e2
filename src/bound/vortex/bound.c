/* SPDX-License-Identifier: Apache-2.0 */
/* bound.c - the bound of a launch: two walks, and the sum (docs/bound.md has the proof).
 *
 * In every cycle of a core something issues, or the warps that the end waits for wait themselves:
 * for a latency of their own, or for work of others. So the cycles are at most all work of all
 * warps, and one chain of waiting (spec U-2, U-3). */
#include "bound/vortex/bound.h"

#include "bound/vortex/tally.h"
#include "bound/vortex/walk.h"

static void term(struct bound *out, const char *name, const char *about, uint64_t cycles)
{
    out->terms[out->term_count++] = (struct bound_term){name, about, cycles};
    out->cycles += cycles;
}

/* What only the core's own warps wait for. */
static uint64_t own_work(const struct work *work)
{
    return work_total(work) - work->cycles[WORK_LSU] - work->cycles[WORK_DRAM];
}

/* The core that can take longest, memory aside. */
static uint32_t slowest_core(const struct tally *tally, uint32_t cores)
{
    uint32_t slowest = 0;
    uint64_t max = 0;
    for (uint32_t i = 0; i < cores; i++) {
        uint64_t time = own_work(&tally->cores[i].work) + phases_waiting(&tally->cores[i].phases);
        if (time > max) {
            max = time;
            slowest = i;
        }
    }
    return slowest;
}

/* Misses of code that stays: each line is waited for once, whoever waits. Those beyond the miss
 * registers keep others from fetching as well. */
static uint64_t late_lines(const struct vortex_costs *costs, uint64_t lines)
{
    return lines > costs->clock->icache.mshrs ? lines - costs->clock->icache.mshrs : 0;
}

static void sum_up(const struct tally *tally, const struct vortex_costs *costs,
                   const struct footprint *footprint, struct bound *out)
{
    const struct vortex_clock_numbers *clock = costs->clock;
    const uint32_t cores = costs->vortex->numbers.cores;
    const struct core_tally *core = &tally->cores[slowest_core(tally, cores)];
    out->steps = core->work.cycles[WORK_INSTRUCTIONS];
    out->path_known = out->steps ? (double)core->certain / (double)out->steps : 1;
    const uint64_t code = footprint_code_lines(footprint);
    const uint64_t data = lines_counted_misses(&footprint->data);
    const uint64_t common = lines_common_misses(&footprint->data);
    struct work all = {0};
    for (uint32_t i = 0; i < cores; i++)
        work_add(&all, &tally->cores[i].work);
    term(out, "instructions", "issue slots of all warps' instructions",
         core->work.cycles[WORK_INSTRUCTIONS]);
    term(out, "nops", "issue slots of NOPs: starts, misses, wrong paths",
         core->work.cycles[WORK_NOPS]);
    if (!costs->swas)
        term(out, "fetches", "fetch slots of all warps, which may interleave",
             core->work.cycles[WORK_FETCH]);
    term(out, "units", "units that take longer than an issue slot",
         core->work.cycles[WORK_UNITS]);
    term(out, "lsu", "requests of loads and stores, rounds of local memory",
         all.cycles[WORK_LSU]);
    term(out, "dram", "lines to and from DRAM, one after another",
         all.cycles[WORK_DRAM] +
             cores * (code * costs->dram_fetch + data * (costs->dram_row + costs->dram_load)));
    term(out, "waiting", "latencies along the longest chain of waits",
         phases_waiting(&core->phases));
    term(out, "code", "first misses of code lines",
         code * costs->fetch_miss + late_lines(costs, code) * costs->fetch_late);
    term(out, "data", "first misses of data lines shared by many accesses",
         common * (costs->access[LATENCY_MISS] - costs->access[LATENCY_HIT]));
    term(out, "starts", "starting warps one after another",
         phases_starting(&core->phases, clock->spawn_delay, clock->spawn_gap));
}

struct walks {
    struct error *err;
    struct machine *machine;
    struct memory *memory;
    const struct launch *launch;
    const struct walk_bounds *loops;
    struct arena arena;
    struct bound *out;
};

static enum wc_status walk(struct walks *w, struct walk_sink *sink)
{
    struct walk_missing *missing = NULL;
    size_t count = 0;
    enum wc_status status = vortex_walk(w->err, w->machine, w->memory, w->launch, w->loops, sink,
                                        &w->arena, &missing, &count);
    w->out->missing_count = count < BOUND_MISSING_MAX ? count : BOUND_MISSING_MAX;
    for (size_t i = 0; i < w->out->missing_count; i++)
        w->out->missing[i] = missing[i];
    return status;
}

static enum wc_status second_walk(struct walks *w, struct vortex_costs *costs,
                                  struct footprint *footprint)
{
    struct tally tally;
    struct ilp_solver solver = {0};
    uint64_t code = footprint_code_lines(footprint);
    tally_make(&tally, &w->arena, costs, w->launch->program, footprint);
    tally.err = w->err;
    tally.solver = &solver;
    tally.start_slots = costs->queue + code + late_lines(costs, code);
    tally.regions = regions_new(&costs->region, w->launch->program);
    if (!tally.regions)
        return fail(w->err, WC_INTERNAL, "out of memory");
    enum wc_status status = walk(w, &tally.sink);
    if (status == WC_OK)
        status = tally.status;
    if (status == WC_OK && lines_counted_misses(&footprint->data) > TALLY_MISSES_MAX)
        status = tally_too_costly(w->err);
    if (status == WC_OK)
        sum_up(&tally, costs, footprint, w->out);
    w->out->regions = regions_count(tally.regions, &w->out->solved);
    regions_free(tally.regions);
    ilp_solver_close(&solver);
    return status;
}

/* Lines that the data cache is asked for. */
static void requests(const void *machine, const struct walk_access *access, struct coalesced *out)
{
    const struct vortex *vortex = machine;
    uint64_t global = access->lanes & ~vortex_local_lanes(vortex, access);
    out->count = 0;
    if (global)
        vortex_requests(vortex->clock, access->address, global, out);
}

enum wc_status vortex_bound(struct error *err, struct machine *machine, struct memory *memory,
                            const struct launch *launch, const struct walk_bounds *loops,
                            const volatile sig_atomic_t *interrupt, struct bound *out)
{
    const struct vortex *vortex = (const struct vortex *)machine;
    const struct walk_bounds bounds = {loops->list, loops->count, interrupt, loops->used};
    struct walks walks = {.err = err, .machine = machine, .memory = memory, .launch = launch,
                          .loops = &bounds, .out = out};
    const struct footprint_numbers caches = {
        .code = &vortex->clock->icache, .data = &vortex->clock->dcache,
        .fetch_ahead = vortex->clock->queue_depth, .requests = requests, .machine = vortex};
    struct vortex_costs costs;
    struct footprint footprint;
    *out = (struct bound){0};
    vortex_costs_make(&costs, vortex);
    footprint_make(&footprint, &walks.arena, &caches, launch->program);
    enum wc_status status = walk(&walks, &footprint.sink);
    if (status == WC_OK) {
        lines_count_misses(&footprint.data);
        costs.insns = launch->program->insns;
        costs.may_miss = footprint_may_miss(&footprint, &walks.arena);
        status = second_walk(&walks, &costs, &footprint);
    }
    arena_free(&walks.arena);
    return status;
}
