/* SPDX-License-Identifier: Apache-2.0 */
/* timing.c - the clocked half of a Vortex machine: its numbers, building and resetting it. */
#include "machine/vortex/clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine/common/fields.h"
#include "machine/common/memory_fields.h"
#include "machine/common/tell.h"

static bool is_float(enum timing timing)
{
    return timing == TIMING_FMA || timing == TIMING_FDIV || timing == TIMING_FSQRT ||
           timing == TIMING_FCVT || timing == TIMING_FMISC;
}

/* With a table of the instructions in flight, the pipelines of the FPU have one entrance. */
static enum vortex_unit unit_of(const struct vortex_clock_numbers *clock, enum timing timing)
{
    static const uint8_t units[TIMING_COUNT] = {
        [TIMING_ALU] = VORTEX_ALU,     [TIMING_BRANCH] = VORTEX_ALU,
        [TIMING_VOTE] = VORTEX_ALU,    [TIMING_MUL] = VORTEX_MUL,
        [TIMING_DIV] = VORTEX_DIV,     [TIMING_FMA] = VORTEX_FMA,
        [TIMING_FDIV] = VORTEX_FDIV,   [TIMING_FSQRT] = VORTEX_FSQRT,
        [TIMING_FCVT] = VORTEX_FCVT,   [TIMING_FMISC] = VORTEX_FMISC,
        [TIMING_LOAD] = VORTEX_LSU,    [TIMING_STORE] = VORTEX_LSU,
        [TIMING_ATOMIC] = VORTEX_LSU,  [TIMING_FENCE] = VORTEX_LSU,
        [TIMING_CSR] = VORTEX_SFU,     [TIMING_WARP_CONTROL] = VORTEX_SFU,
        [TIMING_BARRIER] = VORTEX_SFU,
    };
    return clock->fpu_queue && is_float(timing) ? VORTEX_FMA : (enum vortex_unit)units[timing];
}

#define CLOCK(member) offsetof(struct vortex_clock_numbers, member)

static const struct field clock_fields[] = {
    {.name = "issue", .kind = FIELD_POLICY, .offset = CLOCK(issue_policy)},
    {.name = "oracle", .kind = FIELD_CHOICE, .offset = CLOCK(oracle.on),
     .chosen = "on", .other = "off"},
    {.name = "oracle.sync", .kind = FIELD_CHOICE, .offset = CLOCK(oracle.sync_all),
     .chosen = "all", .other = "greedy"},
    {.name = "front.cancel_wrong_miss", .kind = FIELD_FLAG, .offset = CLOCK(cancel_wrong_miss)},
    {.name = "front.queue", .kind = FIELD_U32, .offset = CLOCK(queue_depth),
     .min = 1, .max = IBUFFER_DEPTH_MAX},
    {.name = "front.decode", .kind = FIELD_U32, .offset = CLOCK(decode),
     .min = 1, .max = CYCLES_MAX},
    {.name = "front.branch_resolve", .kind = FIELD_U32, .offset = CLOCK(branch_resolve),
     .min = 1, .max = CYCLES_MAX},
    {.name = "wspawn.delay", .kind = FIELD_U32, .offset = CLOCK(spawn_delay),
     .min = 1, .max = CYCLES_MAX},
    {.name = "wspawn.gap", .kind = FIELD_U32, .offset = CLOCK(spawn_gap),
     .min = 0, .max = CYCLES_MAX},
    {.name = "dispatch.delay", .kind = FIELD_U32, .offset = CLOCK(dispatch_delay),
     .min = 1, .max = CYCLES_MAX},
    {.name = "dispatch.gap", .kind = FIELD_U32, .offset = CLOCK(dispatch_gap),
     .min = 0, .max = CYCLES_MAX},
    {.name = "barrier.release", .kind = FIELD_U32, .offset = CLOCK(barrier_release),
     .min = 1, .max = CYCLES_MAX},
    {.name = "lsu.latency", .kind = FIELD_U32, .offset = CLOCK(lsu_latency),
     .min = 0, .max = CYCLES_MAX},
    {.name = "lsu.writeback", .kind = FIELD_U32, .offset = CLOCK(writeback),
     .min = 0, .max = CYCLES_MAX},
    {.name = "lsu.merge", .kind = FIELD_CHOICE, .offset = CLOCK(merges_equal),
     .chosen = "address", .other = "line"},
    {.name = "lsu.request", .kind = FIELD_CHOICE, .offset = CLOCK(request_by_warp),
     .chosen = "warp", .other = "line"},
    {.name = "lsu.groups", .kind = FIELD_CHOICE, .offset = CLOCK(groups_apart),
     .chosen = "apart", .other = "shared"},
    {.name = "lsu.queue", .kind = FIELD_U32, .offset = CLOCK(lsu_queue),
     .min = 0, .max = INFLIGHT_MAX},
    {.name = "fpu.queue", .kind = FIELD_U32, .offset = CLOCK(fpu_queue),
     .min = 0, .max = INFLIGHT_MAX},
    {.name = "units.overhead", .kind = FIELD_U32, .offset = CLOCK(overhead),
     .min = 0, .max = CYCLES_MAX},
    {.name = "units.slice", .kind = FIELD_U32, .offset = CLOCK(slice_warps),
     .min = 0, .max = VORTEX_WARPS_MAX},
    {.name = "units.slice_cost", .kind = FIELD_U32, .offset = CLOCK(slice_cost),
     .min = 0, .max = CYCLES_MAX},
    {.name = "l2.present", .kind = FIELD_FLAG, .offset = CLOCK(has_l2)},
    {.name = "local.banks", .kind = FIELD_U32, .offset = CLOCK(local.banks),
     .min = 0, .max = LOCALMEM_BANKS_MAX},
    {.name = "local.word", .kind = FIELD_U32, .offset = CLOCK(local.word_bytes),
     .min = 1, .max = 64},
    {.name = "local.latency", .kind = FIELD_U64, .offset = CLOCK(local.latency),
     .min = 1, .max = CYCLES_MAX},
    {0},
};

#define UNIT(member) offsetof(struct vortex_unit_numbers, member)

static const struct field unit_fields[] = {
    {.name = "latency", .kind = FIELD_U32, .offset = UNIT(latency),
     .min = 1, .max = CYCLES_MAX},
    {.name = "interval", .kind = FIELD_U32, .offset = UNIT(interval),
     .min = 1, .max = CYCLES_MAX},
    {.name = "lanes", .kind = FIELD_U32, .offset = UNIT(lanes),
     .min = 0, .max = 64},
    {0},
};

/* ---- numbers ---- */

/* "units.warp_control." for TIMING_WARP_CONTROL. */
static void unit_prefix(enum timing timing, char *prefix, size_t room)
{
    snprintf(prefix, room, "units.%s.", timing_name(timing));
    for (char *c = prefix; *c; c++)
        *c = *c == '-' ? '_' : *c;
}

/* Loads, stores and atomics take the time of memory; classes after TIMING_VOTE belong to other
 * instruction sets. */
static bool has_unit_numbers(enum timing timing)
{
    return timing <= TIMING_VOTE && timing != TIMING_LOAD && timing != TIMING_STORE &&
           timing != TIMING_ATOMIC;
}

static enum wc_status read_units(struct error *err, struct parameters *parameters,
                                 struct vortex_clock_numbers *clock)
{
    enum wc_status status = WC_OK;
    for (unsigned timing = 0; status == WC_OK && timing < TIMING_COUNT; timing++) {
        char prefix[48];
        unit_prefix((enum timing)timing, prefix, sizeof prefix);
        if (has_unit_numbers((enum timing)timing))
            status = fields_read(err, parameters, prefix, unit_fields, &clock->unit[timing]);
    }
    return status;
}

/* SWaS has one scheduler (SWAS-35): `fetch` is `shared` or equal to `issue`. */
static enum wc_status read_fetch(struct error *err, struct parameters *parameters,
                                 struct vortex_clock_numbers *clock)
{
    static const struct field policy[] = {
        {.name = "fetch", .kind = FIELD_POLICY, .offset = CLOCK(fetch_policy)}, {0}};
    const bool swas = clock->frontend == FRONT_SWAS;
    const char *text = "";
    enum wc_status status = parameter_text(err, parameters, "fetch", &text);
    if (status != WC_OK)
        return status;
    if (strcmp(text, "shared") == 0) {
        clock->fetch_policy = clock->issue_policy;
        return swas ? WC_OK
                    : fail(err, WC_BAD_INPUT,
                           "fetch: 'shared' needs frontend=swas, where one scheduler serves both");
    }
    status = fields_read(err, parameters, "", policy, clock);
    if (status == WC_OK && swas && clock->fetch_policy != clock->issue_policy) {
        fail(err, WC_BAD_INPUT, "SWaS has one scheduler: fetch is %s, but issue is %s",
             clock->fetch_policy->name, clock->issue_policy->name);
        hint(err, "--set issue=%s sets the policy of both", clock->fetch_policy->name);
        return WC_BAD_INPUT;
    }
    return status;
}

/* The queue must cover the time from selection to issue, or it runs empty (SWAS-33). */
static enum wc_status check_queue(struct error *err, const struct vortex_clock_numbers *clock)
{
    uint64_t min = clock->icache.latency + clock->decode;
    if (clock->frontend != FRONT_SWAS ||
        (clock->queue_depth >= min && clock->queue_depth < IBUFFER_DEPTH_MAX))
        return WC_OK;
    fail(err, WC_BAD_INPUT,
         "front.queue is %u; SWaS needs %llu to %d slots: icache.latency %llu + front.decode %u or "
         "more", clock->queue_depth, (unsigned long long)min, IBUFFER_DEPTH_MAX - 1,
         (unsigned long long)clock->icache.latency, clock->decode);
    if (min < IBUFFER_DEPTH_MAX)
        hint(err, "--set front.queue=%llu", (unsigned long long)min);
    return WC_BAD_INPUT;
}

static enum wc_status read_frontend(struct error *err, struct parameters *parameters,
                                    struct vortex_clock_numbers *clock)
{
    static const char *const frontends[] = {
        [FRONT_PAPER] = "paper", [FRONT_STOCK] = "stock", [FRONT_SWAS] = "swas", NULL};
    unsigned choice = 0;
    enum wc_status status =
        parameter_choice(err, parameters, "frontend", frontends, &choice);
    clock->frontend = (enum vortex_frontend)choice;
    return status == WC_OK ? read_fetch(err, parameters, clock) : status;
}

/* A level delivers whole lines, so its own may not be shorter; and caches must fit the host. */
static enum wc_status check_lines(struct error *err, const struct vortex *vortex)
{
    const struct vortex_clock_numbers *clock = vortex->clock;
    const uint64_t max = 1ull << 31;
    uint64_t lines = (uint64_t)cache_line_count(&clock->icache) + cache_line_count(&clock->dcache);
    if (clock->has_l2 && (clock->l2.line_bytes < clock->dcache.line_bytes ||
                          clock->l2.line_bytes < clock->icache.line_bytes))
        return fail(err, WC_BAD_INPUT, "l2.line: %u bytes are less than a line of icache or dcache",
                    clock->l2.line_bytes);
    if (lines * vortex->numbers.cores * sizeof(struct cache_line) > max)
        return fail(err, WC_BAD_INPUT,
                    "caches of %llu lines in total exceed the maximum of the model",
                    (unsigned long long)(lines * vortex->numbers.cores));
    return WC_OK;
}

/* By warp: a power of two that the words of all lanes fill, and at most a line. */
static uint32_t request_bytes(const struct vortex *vortex)
{
    uint32_t line = vortex->clock->dcache.line_bytes, bytes = 4;
    while (bytes < 4 * vortex->numbers.threads && bytes < line)
        bytes *= 2;
    return vortex->clock->request_by_warp ? bytes : line;
}

/* Passes that a warp needs through a unit that is narrower than the warp. */
static uint32_t passes(const struct vortex *vortex, const struct vortex_unit_numbers *unit)
{
    uint32_t threads = vortex->numbers.threads;
    return unit->lanes && unit->lanes < threads ? (threads + unit->lanes - 1) / unit->lanes : 1;
}

/* What follows from the numbers of warps and threads. */
static void fit_to_size(struct vortex *vortex)
{
    struct vortex_clock_numbers *clock = vortex->clock;
    for (unsigned timing = 0; timing < TIMING_COUNT; timing++) {
        clock->unit[timing].passes = passes(vortex, &clock->unit[timing]);
        clock->unit_of[timing] = (uint8_t)unit_of(clock, (enum timing)timing);
    }
    clock->request_bytes = request_bytes(vortex);
    if (!clock->local.banks)
        clock->local.banks = vortex->numbers.threads;
    if (clock->slice_warps && clock->slice_warps < vortex->numbers.warps) {
        clock->overhead += clock->slice_cost;
        clock->branch_resolve += clock->slice_cost;
    }
}

enum wc_status vortex_clock_read(struct error *err, struct parameters *parameters,
                                 struct vortex *vortex)
{
    struct vortex_clock_numbers *clock = arena_alloc(&vortex->run.arena, sizeof *clock);
    vortex->clock = clock;
    enum wc_status status = fields_read(err, parameters, "", clock_fields, clock);
    if (status == WC_OK)
        status = read_frontend(err, parameters, clock);
    if (status == WC_OK)
        status = read_units(err, parameters, clock);
    if (status == WC_OK)
        status = cache_fields_read(err, parameters, "icache", &clock->icache);
    if (status == WC_OK)
        status = cache_fields_read(err, parameters, "dcache", &clock->dcache);
    if (status == WC_OK)
        status = cache_fields_read(err, parameters, "l2", &clock->l2);
    if (status == WC_OK)
        fit_to_size(vortex);
    if (status == WC_OK)
        status = check_queue(err, clock);
    if (status == WC_OK)
        status = check_lines(err, vortex);
    if (status == WC_OK)
        status = dram_fields_read(err, parameters, "dram", &clock->dram);
    return status;
}

/* ---- building ---- */

static void build_timing(struct vortex *vortex, struct vortex_timing *timing)
{
    struct scoreboard *scoreboard = &timing->scoreboard;
    scoreboard->registers = RV32_ROWS;
    scoreboard->ready = arena_array(&vortex->run.arena, RV32_ROWS, sizeof *scoreboard->ready);
    scoreboard->by = arena_array(&vortex->run.arena, RV32_ROWS, sizeof *scoreboard->by);
}

static void build_pipeline(struct vortex *vortex, struct vortex_core *core)
{
    const struct vortex_clock_numbers *clock = vortex->clock;
    struct vortex_pipeline *p = arena_alloc(&vortex->run.arena, sizeof *p);
    struct memory_level *below = clock->has_l2 ? &vortex->below->l2.level
                                               : &vortex->below->dram.level;
    core->pipeline = p;
    p->numbers = clock;
    p->warp = arena_array(&vortex->run.arena, vortex->numbers.warps, sizeof *p->warp);
    for (uint32_t slot = 0; slot < vortex->numbers.warps; slot++)
        build_timing(vortex, &p->warp[slot]);
    p->local.numbers = &clock->local;
    cache_allocate(&vortex->run.arena, &p->icache, &clock->icache, below);
    cache_allocate(&vortex->run.arena, &p->dcache, &clock->dcache, below);
}

void vortex_clock_build(struct vortex *vortex)
{
    vortex->below = arena_alloc(&vortex->run.arena, sizeof *vortex->below);
    dram_build(&vortex->below->dram, &vortex->clock->dram);
    cache_allocate(&vortex->run.arena, &vortex->below->l2, &vortex->clock->l2,
                   &vortex->below->dram.level);
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        build_pipeline(vortex, &vortex->cores[i]);
}

static void reset_pipeline(struct vortex *vortex, struct vortex_pipeline *p)
{
    uint32_t warps = vortex->numbers.warps;
    wakeup_reset(&p->issue_at);
    wakeup_reset(&p->fetch_at);
    p->seen = p->full = p->undecided = p->waiting = 0;
    p->busy = p->slow = 0;
    p->decide_first = NEVER;
    for (uint32_t unit = 0; unit < VORTEX_UNITS; unit++) {
        p->wants[unit] = 0;
        unit_reset(&p->unit[unit]);
    }
    for (uint32_t slot = 0; slot < warps; slot++) {
        struct vortex_timing *t = &p->warp[slot];
        *t = (struct vortex_timing){.scoreboard = t->scoreboard};
        ibuffer_reset(&t->ibuffer, p->numbers->queue_depth);
        scoreboard_reset(&t->scoreboard);
    }
    scheduler_reset(&p->fetch, p->numbers->fetch_policy, warps);
    scheduler_reset(&p->issue, p->numbers->issue_policy, warps);
    vortex_oracle_reset(&p->oracle, &p->numbers->oracle, &p->issue);
    reservation_reset(&p->decoder);
    cache_reset(&p->icache);
    cache_reset(&p->dcache);
    localmem_reset(&p->local);
    inflight_reset(&p->fpu, p->numbers->fpu_queue);
    inflight_reset(&p->loads, p->numbers->lsu_queue);
    memset(p->stall, 0, sizeof p->stall);
    memset(p->nops, 0, sizeof p->nops);
}

/* Warp 0, or the warps that the dispatcher has started. */
static void start_first(struct vortex_core *core)
{
    cycle_t start = 0;
    for (uint64_t rest = core->active; rest; rest &= rest - 1) {
        vortex_front_start(core, (uint32_t)__builtin_ctzll(rest), start);
        start += core->pipeline->numbers->dispatch_gap;
    }
    core->pipeline->dispatch_free = start;
}

void vortex_clock_reset(struct run_state *run)
{
    struct vortex *vortex = (struct vortex *)run;
    tell_banks(run, &vortex->below->dram);
    cache_reset(&vortex->below->l2);
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        reset_pipeline(vortex, vortex->cores[i].pipeline);
    vortex_kernel_begin(vortex);
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        start_first(&vortex->cores[i]);
}
