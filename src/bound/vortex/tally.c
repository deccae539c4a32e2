/* SPDX-License-Identifier: Apache-2.0 */
/* tally.c - adding up what the walk tells. */
#include "bound/vortex/tally.h"

#include "bound/vortex/requests.h"
#include "bound/vortex/rows.h"

/* ---- accesses ---- */

static void at_least(const struct tally *t, struct access_cost *cost, enum access_latency kind)
{
    cost->latency = later(cost->latency, t->costs->access[kind]);
}

static bool is_own(const struct tally *t, const struct cached_line *line)
{
    return line->stays && line->user == t->warp;
}

/* Lines of a load: one that stays and that this warp has asked for before is a hit, if need be
 * once that earlier load has it; and so is one that is waited for once in the launch. Those whose
 * misses are counted have rows of their own, but may stand in the way of others. */
static void load_lines(struct tally *t, const struct coalesced *requests, struct access_cost *cost)
{
    for (uint32_t i = 0; i < requests->count; i++) {
        struct cached_line *line = lines_note(&t->footprint->data, requests->request[i].line);
        cost->lines += !line->counted;
        at_least(t, cost, line->common || is_own(t, line) ? LATENCY_HIT : LATENCY_MISS);
        if (!t->in_region && is_own(t, line) && line->stretch == t->stretch)
            cost->filled = later(cost->filled, line->filled);
    }
}

/* The load is under way: from now on its lines are the warp's own. */
static void note_lines(struct tally *t, uint64_t done)
{
    for (uint32_t i = 0; i < t->requests.count; i++) {
        struct cached_line *line = lines_note(&t->footprint->data, t->requests.request[i].line);
        if (line->user == t->warp)
            continue;
        line->user = t->warp;
        line->stretch = t->stretch;
        line->filled = done;
    }
}

static void store_lines(struct tally *t, const struct coalesced *requests,
                        struct access_cost *cost)
{
    cost->lines = requests->count;
    cost->latency = later(cost->latency, t->costs->store);
}

static uint32_t rows_of(const struct tally *t, bool some, bool store)
{
    return (some ? rows_in_any_order : rows_in_order)(t->costs->clock, &t->requests, store);
}

/* An SC stores for the lanes that have a reservation, and loads for all if none has. */
static uint32_t deepest_rows(const struct tally *t, const struct access_cost *cost, bool some)
{
    uint32_t rows = rows_of(t, some, cost->store);
    if (cost->may_store)
        rows = (uint32_t)later(rows, rows_of(t, some, true));
    return rows < cost->lines ? rows : cost->lines;
}

static void known_access(struct tally *t, const struct walk_access *access,
                         struct access_cost *cost)
{
    const struct vortex_clock_numbers *clock = t->costs->clock;
    uint64_t local = vortex_local_lanes(t->costs->vortex, access);
    uint64_t global = access->lanes & ~local;
    if (local) {
        cost->lsu += localmem_rounds(&clock->local, access->address, local);
        at_least(t, cost, LATENCY_LOCAL);
    }
    if (!global)
        return;
    requests_of(clock, access, global, &t->requests);
    cost->lsu += t->requests.count;
    if (!cost->store)
        load_lines(t, &t->requests, cost);
    if (cost->store || cost->may_store)
        store_lines(t, &t->requests, cost);
    cost->deepest = deepest_rows(t, cost, access->some);
}

/* Lines of so many bytes that can share a bank of DRAM. As many consecutive lines as banks have a
 * bank each; hashed, only if the number of the first is a multiple. A row has one bank. */
static uint32_t deepest_of(const struct vortex_clock_numbers *clock, uint64_t bytes)
{
    uint64_t bursts = bytes / clock->dram.line_bytes + 2;
    uint64_t widest = later(clock->dram.line_bytes, clock->has_l2 ? clock->l2.line_bytes : 0);
    uint64_t lines = widest / clock->dcache.line_bytes;
    uint64_t rounds = clock->dram.mapping == DRAM_ROW
                          ? bursts
                          : bursts / clock->dram.banks + 1 + (clock->dram.mapping == DRAM_HASH);
    uint64_t deep = rounds * (lines ? lines : 1);
    return deep < LANES_MAX ? (uint32_t)deep : LANES_MAX;
}

/* Lines of an object that one access can miss. It may ask for a line several times, which is one
 * miss as long as the object's lines do not evict each other. */
static uint32_t object_lines(const struct vortex_clock_numbers *clock,
                             const struct cached_object *object, uint32_t lanes)
{
    bool fits = object->count <= cache_line_count(&clock->dcache);
    return fits && object->count < lanes ? (uint32_t)object->count : lanes;
}

/* Addresses that are not known: a line of its own for every lane, as many in one bank as can be. */
static void unknown_access(struct tally *t, const struct walk_access *access,
                           struct access_cost *cost)
{
    const struct allocation *object = access->object;
    uint32_t lanes = (uint32_t)__builtin_popcountll(access->lanes);
    cost->lsu = lanes;
    cost->spread = 1;
    if (!object || object->kind == ALLOCATION_LOCAL)
        at_least(t, cost, LATENCY_LOCAL);
    if (object && object->kind == ALLOCATION_LOCAL)
        return;
    const bool stores = cost->store || cost->may_store;
    if (stores)
        cost->latency = later(cost->latency, t->costs->store);
    if (!cost->store)
        at_least(t, cost, LATENCY_MISS);
    cost->lines = cost->deepest = lanes;
    if (!object || stores) /* each store goes to DRAM, also to the same line */
        return;
    struct cached_lines *data = &t->footprint->data;
    bool part = lines_takes(data, access->base, access->size);
    const struct cached_object *lines =
        part ? lines_note_object(data, access->base, access->size)
             : lines_note_object(data, object->base, object->size);
    uint32_t deepest = deepest_of(t->costs->clock, access->size);
    cost->lines = lines->counted ? 0 : object_lines(t->costs->clock, lines, lanes);
    cost->deepest = rows_of_any(t->costs->clock, cost->lines, deepest, false);
}

static struct access_cost cost_of(struct tally *t, const struct walk_access *access)
{
    struct access_cost cost = {.store = access->kind == ACCESS_STORE,
                               .may_store = access->or_store};
    t->requests.count = 0;
    if (access->known)
        known_access(t, access, &cost);
    else
        unknown_access(t, access, &cost);
    return cost;
}

/* ---- numbers that a run is compared with ---- */

static void count_access(const struct vortex_costs *costs, struct insn_counts *insn,
                         const struct access_cost *access, uint64_t times)
{
    uint64_t lines =
        access->deepest * costs->dram_row + access->lines * vortex_line_work(costs, access);
    insn->busy = later(insn->busy, (access->lsu ? access->lsu - 1 : 0) +
                                       (access->store ? 0 : lines));
    insn->rounds += times * access->lsu;
    insn->lines += times * access->lines;
    insn->latency = later(insn->latency, access->latency);
}

/* Lines whose misses the launch counts are added at its end. */
static void count_banks(struct tally *t, const struct access_cost *access)
{
    const struct vortex_clock_numbers *clock = t->costs->clock;
    for (uint32_t i = 0; i < t->requests.count; i++) {
        const uint64_t line = t->requests.request[i].line;
        const uint64_t address = line * clock->dcache.line_bytes;
        if (access->store || access->may_store)
            t->counts->bank[rows_bank(clock, address, true)]++;
        if (!access->store && !lines_note(&t->footprint->data, line)->counted)
            t->counts->bank[rows_bank(clock, address, false)]++;
    }
    t->counts->any_bank += t->requests.count ? 0 : access->lines;
}

static void count_node(struct tally *t, uint32_t index, const struct access_cost *access)
{
    struct insn_counts *insn = &t->counted->insn[index];
    insn->runs++;
    loop_turns_run(&t->counts->turns, &t->turns, index);
    vortex_count_step(t->costs, &t->program->insns[index], access, t->counted->quantity);
    if (!access) {
        insn->latency = t->costs->latency[t->program->insns[index].timing];
        return;
    }
    count_access(t->costs, insn, access, 1);
    count_banks(t, access);
}

static void count_redirect(struct tally *t, uint32_t from)
{
    const struct insn *insn = &t->program->insns[from];
    vortex_count_step(t->costs, NULL, NULL, t->counted->quantity);
    t->counted->insn[from].taken++;
    t->depth += insn->flow == FLOW_CALL;
    t->depth -= insn->flow == FLOW_RETURN && t->depth;
    t->counted->depth = later(t->counted->depth, t->depth);
}

static void count_region(struct tally *t, const struct region_counts *counts, uint32_t to)
{
    for (uint32_t q = 0; q < QUANTITIES; q++)
        t->counted->quantity[q] += counts->quantity[q];
    for (uint32_t i = 0; i < counts->run_count; i++) {
        const struct region_runs *runs = &counts->runs[i];
        struct insn_counts *insn = &t->counted->insn[runs->index];
        insn->runs += runs->times;
        if (runs->access)
            count_access(t->costs, insn, runs->access, runs->times);
        else
            insn->latency = t->costs->latency[t->program->insns[runs->index].timing];
    }
    for (uint32_t i = 0; i < counts->taken_count; i++)
        t->counted->insn[counts->taken[i].from].taken += counts->taken[i].times;
    t->counts->any_bank += counts->quantity[QUANTITY_READS] + counts->quantity[QUANTITY_WRITES];
    t->counted->depth = later(t->counted->depth, t->depth + counts->depth);
    t->depth -= counts->returns && t->depth;
    if (to != UINT32_MAX)
        loop_turns_go_on(&t->counts->turns, &t->turns, to, t->back_to == to);
}

static void count_start(struct tally *t, uint32_t core)
{
    t->counted = &t->counts->cores[core];
    t->counted->starts++;
    t->depth = 0;
    warp_turns_start(&t->counts->turns, &t->turns);
    vortex_count_slots(t->costs, t->start_slots, t->counted->quantity);
}

/* ---- what is told ---- */

static void begin(struct walk_sink *sink, uint32_t core, uint32_t slot, uint32_t phase)
{
    struct tally *t = (struct tally *)sink;
    (void)slot;
    t->core = &t->cores[core];
    t->warp++;
    t->stretch++;
    t->in_region = false;
    phases_warp(&t->core->phases, phase);
    alone_start(&t->alone, t->costs, t->waiting);
    alone_nops(&t->alone, t->costs->swas ? t->start_slots : 0);
    work_add_slots(&t->core->work, t->costs, t->start_slots);
    if (t->counts)
        count_start(t, core);
    if (t->core->profile)
        work_add_slots(&profile_other(t->core->profile, PROFILE_STARTS)->work, t->costs,
                       t->start_slots);
}

static void new_stretch(struct tally *t, uint64_t wait)
{
    alone_start(&t->alone, t->costs, t->waiting);
    t->alone.time = t->alone.fetch = wait;
    t->stretch++;
}

/* The latest instruction waited for others, and is let go so many cycles after them. */
static void new_segment(struct tally *t, uint64_t release)
{
    new_stretch(t, release);
    if (t->waiting)
        profile_at(t->waiting, t->latest)->waiting += release;
}

static uint64_t waited(struct tally *t)
{
    alone_drain(&t->alone);
    return alone_waiting(&t->alone);
}

static void node(struct walk_sink *sink, uint32_t index, const struct walk_access *access)
{
    struct tally *t = (struct tally *)sink;
    const struct insn *insn = &t->program->insns[index];
    struct access_cost cost;
    t->latest = index;
    if (access)
        cost = cost_of(t, access);
    if (t->in_region) {
        region_node(t->regions, index, access ? &cost : NULL);
        return;
    }
    t->core->certain++;
    struct work work = vortex_work_of(t->costs, insn, access ? &cost : NULL);
    work_add(&t->core->work, &work);
    if (t->counts)
        count_node(t, index, access ? &cost : NULL);
    if (t->core->profile)
        profile_execute(t->core->profile, index, &work);
    uint64_t done = alone_issue(&t->alone, insn, access ? &cost : NULL);
    if (access && !cost.store && !access->some) /* all its lines are on their way */
        note_lines(t, done);
    if (insn->op->role == ROLE_SPAWN) {
        bool waits = t->core->phases.phase > 0; /* for warps of an earlier one, as at a barrier */
        phases_spawn(&t->core->phases, waited(t));
        new_segment(t, waits ? t->costs->clock->barrier_release : 0);
    }
}

static void edge(struct walk_sink *sink, uint32_t from, uint32_t to)
{
    struct tally *t = (struct tally *)sink;
    if (t->in_region) {
        region_edge(t->regions, from, to);
        if (t->counts && loop_turns_is_back(&t->counts->turns, from, to))
            t->back_to = to;
        return;
    }
    if (t->program->insns[from].next == (int32_t)to)
        return;
    struct work work = vortex_work_of_redirect(t->costs);
    work_add(&t->core->work, &work);
    if (t->counts)
        count_redirect(t, from);
    if (t->core->profile) {
        struct profile_share *share = profile_at(t->core->profile, from);
        share->away++;
        work_add(&share->work, &work);
    }
    alone_redirect(&t->alone, from);
}

static void region_starts(struct walk_sink *sink, uint32_t at)
{
    struct tally *t = (struct tally *)sink;
    alone_drain(&t->alone);
    t->in_region = true;
    t->region_at = at;
    t->back_to = UINT32_MAX;
    if (t->counts)
        loop_turns_run(&t->counts->turns, &t->turns, at);
    region_begin(t->regions, at);
}

enum wc_status tally_too_costly(struct error *err)
{
    return fail(err, WC_BAD_INPUT, "the total cost of all warps exceeds 64 bits");
}

static void region_ends(struct walk_sink *sink, uint32_t to)
{
    struct tally *t = (struct tally *)sink;
    struct region_answer answer = {0};
    t->in_region = false;
    if (t->status == WC_OK)
        t->status = region_end(t->err, t->regions, t->solver, to, &answer);
    uint64_t cost = later(work_total(&answer.work), answer.waiting);
    if (t->status == WC_OK && cost > TALLY_COST_MAX - t->regions_cost)
        t->status = tally_too_costly(t->err);
    if (t->status != WC_OK)
        return;
    t->regions_cost += cost;
    work_add(&t->core->work, &answer.work);
    work_add(&t->core->regions, &answer.work);
    work_add(&t->core->lean, &answer.lean);
    if (t->counts)
        count_region(t, &answer.counts, to);
    if (t->waiting) {
        profile_add_work(t->core->in_regions, &answer.profile);
        profile_add_work(t->core->in_lean, &answer.lean_profile);
        profile_add_waiting(t->waiting, &answer.profile);
    }
    new_stretch(t, alone_waiting(&t->alone) + answer.waiting);
}

/* All work without the rounds of loops with a total, on top of which come those rounds. */
static struct work lean_work(const struct core_tally *core)
{
    struct work work = core->lean;
    for (unsigned kind = 0; kind < WORK_KINDS; kind++)
        work.cycles[kind] += core->work.cycles[kind] - core->regions.cycles[kind];
    return work;
}

static bool totals_help(const struct tally *t, const struct work *rounds)
{
    const uint32_t cores = t->costs->vortex->numbers.cores;
    uint64_t all = 0, lean = work_total(rounds) * cores;
    for (uint32_t i = 0; i < cores; i++) {
        const struct work work = lean_work(&t->cores[i]);
        all += work_total(&t->cores[i].work);
        lean += work_total(&work);
    }
    return lean < all;
}

/* Rounds may be all in one core. Memory is shared: they count there once. */
static void add_rounds(struct tally *t, uint32_t core, const struct work *rounds)
{
    struct work work = *rounds;
    if (core)
        work.cycles[WORK_LSU] = work.cycles[WORK_DRAM] = 0;
    t->cores[core].work = lean_work(&t->cores[core]);
    work_add(&t->cores[core].work, &work);
}

/* The same by instruction. A second core counts the same rounds again, not others. */
static void profile_rounds(struct tally *t, uint32_t core)
{
    struct arena arena = {0};
    struct profile *rounds = profile_new(&arena, t->program->count);
    regions_profile_rounds(t->regions, rounds);
    for (uint32_t i = 0; core && i < rounds->count; i++) {
        struct profile_share *share = &rounds->share[rounds->touched[i]];
        share->executions = share->rounds = 0;
        share->work.cycles[WORK_LSU] = share->work.cycles[WORK_DRAM] = 0;
    }
    profile_add(t->cores[core].profile, rounds, 1, 0);
    arena_free(&arena);
}

void tally_use_totals(struct tally *t)
{
    struct work rounds;
    bool help = regions_rounds(t->regions, TALLY_COST_MAX, &rounds) && totals_help(t, &rounds);
    for (uint32_t i = 0; i < t->costs->vortex->numbers.cores; i++) {
        struct core_tally *core = &t->cores[i];
        if (help)
            add_rounds(t, i, &rounds);
        if (!core->profile)
            continue;
        profile_add(core->profile, help ? core->in_lean : core->in_regions, 1, 0);
        if (help)
            profile_rounds(t, i);
    }
}

static void unpaired(struct walk_sink *sink, uint32_t index)
{
    region_unpaired(((struct tally *)sink)->regions, index);
}

static void loop(struct walk_sink *sink, uint32_t header, uint64_t iterations)
{
    struct tally *t = (struct tally *)sink;
    region_loop(t->regions, header, iterations);
    if (t->counts)
        loop_turns_told(&t->counts->turns, &t->turns, t->region_at, header, iterations);
}

static void mark(struct walk_sink *sink)
{
    (void)sink;
}

/* Iterations are in the loop's bound already. */
static void repeat(struct walk_sink *sink, uint64_t times)
{
    (void)sink, (void)times;
}

static void barrier(struct walk_sink *sink, uint32_t id, uint32_t warps, bool certain)
{
    struct tally *t = (struct tally *)sink;
    const struct vortex_numbers *n = &t->costs->vortex->numbers;
    if (id >> 31 && n->barrier_global && t->status == WC_OK)
        t->status = fail(t->err, WC_BAD_INPUT, "a barrier across cores cannot be bounded");
    if (certain && warps < 2 && !n->barrier_by_group)
        return; /* for itself: the warp goes on, whoever else has the same number */
    phases_barrier(&t->core->phases, waited(t), vortex_barrier_index(t->costs->vortex, id), warps,
                   certain && !t->in_region);
    new_segment(t, t->in_region ? 0 : t->costs->clock->barrier_release); /* a region has its own */
}

static void end(struct walk_sink *sink)
{
    struct tally *t = (struct tally *)sink;
    const struct work work = vortex_work_of_end(t->costs);
    work_add(&t->core->work, &work);
    if (t->counts)
        vortex_count_end(t->costs, t->counted->quantity);
    uint64_t waiting = waited(t);
    if (t->waiting) {
        work_add(&profile_other(t->core->profile, PROFILE_ENDS)->work, &work);
        profile_other(t->waiting, PROFILE_ENDS)->waiting += vortex_wrong_path_wait(t->costs);
    }
    phases_end(&t->core->phases, waiting + vortex_wrong_path_wait(t->costs));
}

static const struct walk_sink_ops ops = {.begin = begin, .node = node, .edge = edge,
                                         .region_begin = region_starts,
                                         .region_end = region_ends, .unpaired = unpaired,
                                         .loop = loop, .mark = mark,
                                         .repeat = repeat, .barrier = barrier, .end = end};

void tally_make(struct tally *t, struct arena *arena, const struct vortex_costs *costs,
                const struct program *program, struct footprint *footprint, bool profiled)
{
    uint32_t cores = costs->vortex->numbers.cores;
    *t = (struct tally){.sink = {&ops}, .costs = costs, .program = program,
                        .footprint = footprint};
    t->cores = arena_array(arena, cores, sizeof *t->cores);
    t->waiting = profiled ? profile_new(arena, program->count) : NULL;
    for (uint32_t i = 0; i < cores; i++) {
        t->cores[i].phases.arena = arena;
        t->cores[i].phases.profile = t->waiting;
        if (!profiled)
            continue;
        t->cores[i].profile = profile_new(arena, program->count);
        t->cores[i].in_regions = profile_new(arena, program->count);
        t->cores[i].in_lean = profile_new(arena, program->count);
    }
}
