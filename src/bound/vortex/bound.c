/* SPDX-License-Identifier: Apache-2.0 */
/* bound.c - the bound of a launch: two walks, and the sum (docs/bound.md has the proof).
 *
 * In every cycle of a core something issues, or the warps that the end waits for wait themselves:
 * for a latency of their own, or for work of others. So the cycles are at most all work of all
 * warps, and one chain of waiting (docs/bound.md). */
#include "bound/vortex/bound.h"

#include "bound/vortex/explain.h"
#include "bound/vortex/requests.h"
#include "bound/vortex/rows.h"
#include "bound/vortex/tally.h"
#include "bound/vortex/walk.h"
#include "bound/vortex/watch.h"

/* What only the core's own warps wait for. */
static uint64_t own_work(const struct work *work)
{
    return work_total(work) - work->cycles[WORK_LSU] - work->cycles[WORK_DRAM];
}

static uint64_t starts(const struct vortex_costs *costs, const struct core_tally *core)
{
    return phases_starting(&core->phases, costs->clock->spawn_delay, costs->clock->spawn_gap);
}

/* The core that can take longest, memory aside: all terms in which cores differ. */
static uint32_t slowest_core(const struct tally *tally, uint32_t cores)
{
    uint32_t slowest = 0;
    uint64_t max = 0;
    for (uint32_t i = 0; i < cores; i++) {
        const struct core_tally *core = &tally->cores[i];
        uint64_t time = own_work(&core->work) + phases_waiting(&core->phases) +
                        starts(tally->costs, core);
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

/* Slots without an instruction that each warp may see because of these: SWaS gives a late fetch a
 * NOP and repeats it later. With m registers, a miss waits only while m other warps wait for their
 * lines, so w - m - 1 are left that can be late. Because the second fetch of each needs the issue,
 * but not the cache, it may take as many more late fetches until the cache has caught up: 2 (w - m
 * - 1), together at most one for each of w warps, or two. Warps that ended, or whose miss was
 * cancelled, do not wait for their lines. */
static uint64_t late_slots(const struct vortex_costs *costs, const struct footprint *footprint,
                           uint64_t lines)
{
    const uint64_t warps = costs->vortex->numbers.warps, registers = costs->clock->icache.mshrs;
    const bool waits = !costs->clock->cancel_wrong_miss && footprint->phases <= 1;
    bool twice = costs->swas && !(waits && 2 * warps <= warps + 2 * (registers + 1));
    return late_lines(costs, lines) * (twice ? 2 : 1);
}

/* ---- the tree ---- */

static const char *const work_abouts[WORK_KINDS] = {
    [WORK_INSTRUCTIONS] = "issue slots of all warps' instructions",
    [WORK_NOPS] = "issue slots of NOPs: starts, misses, wrong paths",
    [WORK_FETCH] = "fetch slots of all warps, which may interleave",
    [WORK_UNITS] = "units that take longer than an issue slot",
    [WORK_LSU] = "requests of loads and stores, rounds of local memory",
    [WORK_DRAM] = "loads, stores, code that does not stay",
};

struct sum {
    struct arena *arena;
    const struct vortex_costs *costs;
    const struct core_tally *core; /* the slowest one */
    struct work all;               /* of all cores */
    uint64_t code, data, common;   /* misses: of code that stays, of data, waited for once */
    uint64_t late;                 /* slots of a warp beside the code's misses */
    struct term *whole;
};

static void add_number(const struct sum *s, struct term *parent, const char *name,
                       const char *about, uint64_t cycles)
{
    term_add(parent, term_number(s->arena, (struct term_name){name, about}, cycles));
}

static void add_work(const struct sum *s, struct term *parent, const char *name,
                     enum work_kind kind, const struct work *work)
{
    add_number(s, parent, name, work_abouts[kind], work->cycles[kind]);
}

/* So many lines, each at that price. */
static struct term *lines_at(const struct sum *s, const char *name, const char *about,
                             uint64_t lines, uint64_t cycles)
{
    struct term *product = term_make(s->arena, TERM_PRODUCT, (struct term_name){name, about});
    term_add(product, term_number(s->arena, (struct term_name){"lines", NULL, "lines"}, lines));
    term_add(product, term_number(s->arena, (struct term_name){"each"}, cycles));
    return product;
}

/* ... in every core. */
static struct term *lines_of_cores(const struct sum *s, const char *name, const char *about,
                                   uint64_t lines, uint64_t cycles)
{
    struct term *product = lines_at(s, name, about, lines, cycles);
    term_add(product, term_number(s->arena, (struct term_name){"cores", NULL, "cores"},
                                  s->costs->vortex->numbers.cores));
    return product;
}

static struct term *dram_term(const struct sum *s)
{
    const struct vortex_costs *c = s->costs;
    struct term *dram = term_make(s->arena, TERM_SUM, (struct term_name){
        "dram", "lines to and from DRAM, one after another"});
    add_work(s, dram, "accesses", WORK_DRAM, &s->all);
    term_add(dram, lines_of_cores(s, "code", "code lines that stay", s->code, c->dram_fetch));
    term_add(dram, lines_of_cores(s, "data", "data lines shared by many accesses", s->data,
                                  c->dram_row + c->dram_load));
    return dram;
}

static struct term *code_term(const struct sum *s)
{
    struct term *code = term_make(s->arena, TERM_SUM, (struct term_name){
        "code", "first misses of code lines"});
    term_add(code, lines_at(s, "misses", "each waited for once", s->code, s->costs->fetch_miss));
    term_add(code, lines_at(s, "late", "those beyond the miss registers",
                            late_lines(s->costs, s->code), s->costs->fetch_late));
    return code;
}

static struct term *whole_term(const struct sum *s)
{
    const struct vortex_costs *c = s->costs;
    const struct work *work = &s->core->work;
    struct term *whole = term_make(s->arena, TERM_SUM, (struct term_name){
        "bound", "cycles that no run of the launch exceeds"});
    add_work(s, whole, "instructions", WORK_INSTRUCTIONS, work);
    add_work(s, whole, "nops", WORK_NOPS, work);
    if (!c->swas)
        add_work(s, whole, "fetches", WORK_FETCH, work);
    add_work(s, whole, "units", WORK_UNITS, work);
    add_work(s, whole, "lsu", WORK_LSU, &s->all);
    term_add(whole, dram_term(s));
    add_number(s, whole, "waiting", "latencies along the longest chain of waits",
               phases_waiting(&s->core->phases));
    term_add(whole, code_term(s));
    term_add(whole, lines_at(s, "data", "first misses of data lines shared by many accesses",
                             s->common, c->access[LATENCY_MISS] - c->access[LATENCY_HIT]));
    add_number(s, whole, "starts", "starting warps one after another", starts(c, s->core));
    return whole;
}

/* ---- numbers that a run is compared with ---- */

static void predict_banks(struct vortex_counts *counts, const struct footprint *footprint)
{
    const struct vortex_clock_numbers *clock = counts->costs->clock;
    const uint32_t cores = counts->costs->vortex->numbers.cores;
    for (uint32_t i = 0; i < footprint->data.room; i++) {
        const struct cached_line *line = &footprint->data.table[i];
        if (line->counted)
            counts->bank[rows_bank(clock, line->line * clock->dcache.line_bytes, false)] +=
                line->misses * cores;
    }
    for (uint32_t i = 0; i < cache_line_count(&clock->icache); i++) {
        uint32_t set = i / clock->icache.ways;
        if (i % clock->icache.ways < footprint->code.count[set] &&
            footprint->code.count[set] <= clock->icache.ways)
            counts->bank[rows_bank(clock, footprint->code.line[i] * clock->icache.line_bytes,
                                   false)] += cores;
    }
    for (uint32_t i = 0; i < cores; i++)
        counts->any_bank += counts->cores[i].quantity[QUANTITY_CODE];
}

static void predict_core(const struct sum *s, const struct core_tally *tally,
                         struct core_counts *core)
{
    const struct vortex_costs *c = s->costs;
    const uint64_t misses = s->code + s->late;
    core->fetch_latency = c->fetch_miss;
    if (c->swas) {
        core->nops[NOP_START] = core->starts * c->queue;
        core->nops[NOP_MISS] = core->starts * misses + core->quantity[QUANTITY_CODE];
        if (vortex_may_be_late(c))
            core->nops[NOP_MISS] += core->quantity[QUANTITY_WORK + WORK_INSTRUCTIONS];
        core->nops[NOP_FLUSH] = core->quantity[QUANTITY_TAKEN] * c->queue;
    }
    core->registers[CACHE_CODE] =
        count_times(s->code + core->quantity[QUANTITY_CODE], c->held[CACHE_CODE]);
    core->registers[CACHE_DATA] =
        count_times(s->data + core->quantity[QUANTITY_READS], c->held[CACHE_DATA]);
    core->chain[CHAIN_SLOTS] = core->quantity[QUANTITY_WORK + WORK_INSTRUCTIONS] +
                               core->quantity[QUANTITY_WORK + WORK_NOPS];
    core->chain[CHAIN_UNITS] = core->quantity[QUANTITY_WORK + WORK_UNITS];
    core->chain[CHAIN_WAITING] = phases_waiting(&tally->phases);
    core->chain[CHAIN_DATA] = term_find(s->whole, "data")->value;
    core->chain[CHAIN_CODE] = term_find(s->whole, "code")->value;
    core->chain[CHAIN_STARTS] = starts(c, tally);
    core->chain_work = own_work(&tally->work) + s->all.cycles[WORK_LSU] +
                       term_find(s->whole, "dram")->value;
    core->terms = core->chain_work + core->chain[CHAIN_WAITING] + core->chain[CHAIN_DATA] +
                  core->chain[CHAIN_CODE] + core->chain[CHAIN_STARTS];
    if (!c->swas)
        core->fetching =
            core->chain[CHAIN_WAITING] + core->quantity[QUANTITY_WORK + WORK_FETCH];
}

/* Memory is busy with the work of all cores. */
static void predict_memory(const struct sum *s, struct vortex_counts *counts)
{
    const struct vortex_costs *c = s->costs;
    const uint32_t cores = c->vortex->numbers.cores;
    uint64_t memory = cores * (s->code * c->dram_fetch + s->data * (c->dram_row + c->dram_load));
    uint64_t fills = cores * (s->code + s->data);
    for (uint32_t i = 0; i < cores; i++) {
        const uint64_t *quantity = counts->cores[i].quantity;
        memory += quantity[QUANTITY_MEMORY] + quantity[QUANTITY_UNIT + VORTEX_LSU];
        fills += quantity[QUANTITY_READS] + quantity[QUANTITY_CODE];
    }
    counts->registers = count_times(fills, c->held[CACHE_SHARED]);
    for (uint32_t i = 0; i < cores; i++) {
        uint64_t *chain = counts->cores[i].chain;
        chain[CHAIN_MEMORY] = memory;
        if (!c->swas)
            chain[CHAIN_FETCH] = chain[CHAIN_WAITING] + chain[CHAIN_CODE] + memory +
                                 counts->cores[i].quantity[QUANTITY_WORK + WORK_FETCH];
    }
}

static void predict(const struct sum *s, const struct tally *tally)
{
    for (uint32_t i = 0; i < s->costs->vortex->numbers.cores; i++)
        predict_core(s, &tally->cores[i], &tally->counts->cores[i]);
    tally->counts->cycles = s->whole->value;
    predict_memory(s, tally->counts);
    predict_banks(tally->counts, tally->footprint);
}

/* ---- the sum ---- */

static enum wc_status sum_up(struct error *err, struct arena *arena, const struct tally *tally,
                             const struct vortex_costs *costs, const struct footprint *footprint,
                             struct bound *out)
{
    const uint32_t cores = costs->vortex->numbers.cores;
    struct sum sum = {.arena = arena, .costs = costs,
                      .core = &tally->cores[slowest_core(tally, cores)],
                      .code = footprint_code_lines(footprint),
                      .data = lines_counted_misses(&footprint->data),
                      .common = lines_common_misses(&footprint->data)};
    sum.late = late_slots(costs, footprint, sum.code);
    for (uint32_t i = 0; i < cores; i++)
        work_add(&sum.all, &tally->cores[i].work);
    out->steps = sum.core->work.cycles[WORK_INSTRUCTIONS];
    out->path_known = out->steps ? (double)sum.core->certain / (double)out->steps : 1;
    sum.whole = whole_term(&sum);
    bound_set_tree(out, sum.whole);
    if (tally->counts)
        predict(&sum, tally);
    if (tally->waiting && out->cycles < TERM_LIMIT)
        bound_explain(out, vortex_explain(arena, tally, sum.core, out->tree));
    return out->cycles < TERM_LIMIT ? WC_OK : tally_too_costly(err);
}

/* ---- the walks ---- */

struct walks {
    struct error *err;
    struct machine *machine;
    struct memory *memory;
    const struct launch *launch;
    const struct walk_bounds *loops;
    struct arena arena;  /* of the analysis */
    struct arena *terms; /* of its result */
    struct bound *out;
    struct vortex_watch *watch; /* NULL: no run is compared */
    bool explain;
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
    struct ilp_solver solver = {.watch = w->loops->watch};
    uint64_t code = footprint_code_lines(footprint);
    tally_make(&tally, &w->arena, costs, w->launch->program, footprint, w->explain);
    tally.err = w->err;
    tally.solver = &solver;
    tally.start_slots = costs->queue + code + late_slots(costs, footprint, code);
    if (w->watch) {
        costs->region.quantities = QUANTITIES;
        tally.counts = &w->watch->predicted;
        tally.turns = warp_turns_make(&tally.counts->turns, &w->arena);
    }
    tally.regions = regions_new(&costs->region, w->launch->program, w->explain);
    if (!tally.regions)
        return fail_memory(w->err);
    for (size_t i = 0; i < w->loops->count; i++) {
        if (w->loops->list[i].total)
            regions_limit(tally.regions, w->loops->list[i].header, w->loops->list[i].total);
    }
    enum wc_status status = walk(w, &tally.sink);
    if (status == WC_OK)
        status = tally.status;
    if (status == WC_OK)
        tally_use_totals(&tally);
    if (status == WC_OK && lines_counted_misses(&footprint->data) > TALLY_MISSES_MAX)
        status = tally_too_costly(w->err);
    if (status == WC_OK)
        status = sum_up(w->err, w->terms, &tally, costs, footprint, w->out);
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
        requests_of(vortex->clock, access, global, out);
}

enum wc_status vortex_bound(struct error *err, struct machine *machine, struct memory *memory,
                            const struct launch *launch, const struct walk_bounds *loops,
                            const struct bound_request *request, struct arena *arena,
                            struct bound *out)
{
    const struct vortex *vortex = (const struct vortex *)machine;
    if (bound_knows_dram(err, &vortex->clock->dram) != WC_OK)
        return WC_BAD_INPUT;
    struct walk_bounds bounds = *loops;
    struct walks walks = {.err = err, .machine = machine, .memory = memory, .launch = launch,
                          .loops = &bounds, .terms = arena, .out = out,
                          .explain = request && request->explain};
    bounds.watch = request ? request->watch : NULL;
    bounds.tolerant = request && request->tolerant;
    bounds.assumed = arena_alloc(&walks.arena, launch->program->count);
    const struct footprint_numbers caches = {
        .code = &vortex->clock->icache, .data = &vortex->clock->dcache,
        .fetch_ahead = vortex->clock->queue_depth, .requests = requests, .machine = vortex};
    struct vortex_watch *watch =
        vortex_watch_new(loops->watched ? arena : &walks.arena); /* if so, it stays */
    struct arena *keep = loops->watched ? arena : &walks.arena;
    if (loops->watched) {
        reach_make(&watch->watch.reach, keep, launch->program->count);
        bounds.reach = &watch->watch.reach;
    }
    *out = (struct bound){0};
    vortex_costs_make(&watch->costs, vortex);
    footprint_make(&watch->footprint, keep, &caches, launch->program);
    enum wc_status status = walk(&walks, &watch->footprint.sink);
    if (status == WC_OK) {
        lines_count_misses(&watch->footprint.data);
        watch->costs.insns = launch->program->insns;
        watch->costs.may_miss = footprint_may_miss(&watch->footprint, keep);
        if (loops->watched) {
            counts_make(&watch->predicted, keep, &watch->costs, launch->program);
            walks.watch = watch;
        }
        status = second_walk(&walks, &watch->costs, &watch->footprint);
    }
    out->watch = status == WC_OK && loops->watched ? &watch->watch : NULL;
    bound_assume_alone(arena, out);
    bound_assume_walked(arena, out, launch->program, bounds.assumed);
    arena_free(&walks.arena);
    return status;
}
