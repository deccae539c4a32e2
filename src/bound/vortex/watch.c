/* SPDX-License-Identifier: Apache-2.0 */
/* watch.c - counting in a run. */
#include "bound/vortex/watch.h"


#include "bound/vortex/chain.h"

#define NO_INSN UINT32_MAX

/* A warp slot. */
struct watched_warp {
    uint32_t last; /* instruction; NO_INSN: none yet */
    uint32_t depth;
    struct warp_turns turns;
};

/* Requests of the access that is about to be reported as issued. */
struct requests {
    struct {
        uint64_t line;
        cycle_t alone;
        uint32_t rounds;
        bool local, hit, fetched;
    } list[LANES_MAX + 1];
    uint32_t count;
};

struct watched {
    struct vortex_counts counts;
    struct watched_warp *warps; /* [core][slot] */
    struct requests requests;
    struct chain chain;
    cycle_t idle;     /* from then on nothing is under way in memory */
    cycle_t ended;    /* where the longest chain ends */
    cycle_t finished; /* where the launch does */
};

static struct vortex_watch *watch_of(struct observer *observer)
{
    return (struct vortex_watch *)observer;
}

static struct watched_warp *warp_of(const struct vortex_watch *w, const struct event *event)
{
    const struct vortex_numbers *n = &w->costs.vortex->numbers;
    return &w->seen->warps[(size_t)event->core * n->warps + event->warp];
}

static struct core_counts *core_of(const struct vortex_watch *w, const struct event *event)
{
    return &w->seen->counts.cores[event->core];
}

static void begin(struct vortex_watch *w, const struct event *event)
{
    struct arena *arena = w->predicted.arena;
    const uint32_t slots = w->costs.vortex->numbers.cores * w->costs.vortex->numbers.warps;
    struct watched *seen = arena_alloc(arena, sizeof *seen);
    w->seen = seen;
    counts_make(&seen->counts, arena, &w->costs, event->launch->program);
    seen->warps = arena_array(arena, slots, sizeof *seen->warps);
    for (uint32_t i = 0; i < slots; i++)
        seen->warps[i].turns = warp_turns_make(&seen->counts.turns, arena);
    chain_make(&seen->chain, arena, &w->costs);
}

static void start(struct vortex_watch *w, const struct event *event)
{
    struct watched_warp *warp = warp_of(w, event);
    core_of(w, event)->starts++;
    warp->last = NO_INSN;
    warp->depth = 0;
    warp_turns_start(&w->seen->counts.turns, &warp->turns);
    chain_start(&w->seen->chain, event);
}

static void fetch(struct vortex_watch *w, const struct event *event)
{
    struct core_counts *core = core_of(w, event);
    uint64_t line = event->address / w->costs.clock->icache.line_bytes;
    core->quantity[QUANTITY_WORK + WORK_FETCH]++;
    struct cached_line *seen = lines_note(&core->code, line);
    seen->asked++;
    seen->misses += event->fetched;
    const bool stays = footprint_code_stays(&w->footprint, line);
    core->quantity[QUANTITY_CODE] += event->fetched && !stays;
    if (event->fetched)
        core->fetch_latency = later(core->fetch_latency, event->alone + w->costs.early);
    if (!event->hit)
        w->seen->idle = later(w->seen->idle, event->arrival);
    chain_fetch(&w->seen->chain, event, seen, stays);
}

/* ---- accesses ---- */

static void memory(struct vortex_watch *w, const struct event *event)
{
    struct requests *r = &w->seen->requests;
    r->list[r->count].line = event->address / w->costs.clock->dcache.line_bytes;
    r->list[r->count].alone = event->alone;
    r->list[r->count].rounds = event->count;
    r->list[r->count].local = event->space == SPACE_LOCAL;
    r->list[r->count].hit = event->hit;
    r->list[r->count].fetched = event->fetched;
    r->count++;
}

/* A line that the launch counts, or NULL. */
static const struct cached_line *counted(const struct vortex_watch *w, uint64_t number)
{
    const struct cached_line *line = lines_look_up(&w->footprint.data, number);
    return line && line->counted ? line : NULL;
}

/* Requests of loads may have to wait for those of other cores, which DRAM knows of before they
 * reach it (costs.c). */
static cycle_t early(const struct vortex_watch *w)
{
    const bool shared = w->costs.clock->has_l2 || w->costs.vortex->numbers.cores > 1;
    return shared ? w->costs.early : 0;
}

static void count_line(struct vortex_watch *w, struct core_counts *core, struct insn_counts *insn,
                       uint32_t number, bool store)
{
    const struct requests *r = &w->seen->requests;
    uint64_t line = r->list[number].line;
    bool dram = store || (r->list[number].fetched && !counted(w, line));
    insn->lines += dram;
    core->quantity[store ? QUANTITY_WRITES : QUANTITY_READS] += dram;
    if (store)
        return;
    struct cached_line *seen = lines_note(&core->data, line);
    seen->asked++;
    seen->misses += r->list[number].fetched;
}

/* A request whose line another one has fetched takes as long as that one: not a latency of its
 * own. */
static struct chain_access access_of(struct vortex_watch *w, bool store, cycle_t *latency)
{
    const struct requests *r = &w->seen->requests;
    const struct vortex_clock_numbers *clock = w->costs.clock;
    struct chain_access access = {0};
    *latency = 0;
    for (uint32_t i = 0; i < r->count; i++) {
        const struct cached_line *line = r->list[i].local ? NULL : counted(w, r->list[i].line);
        bool miss = !r->list[i].hit && !store;
        cycle_t alone = r->list[i].alone + (miss ? early(w) : 0);
        cycle_t hit = line && line->common && alone > clock->dcache.latency ? clock->dcache.latency
                                                                            : alone;
        access.hit = later(access.hit, hit);
        access.alone = later(access.alone, alone);
        if (!miss || r->list[i].fetched)
            *latency = later(*latency, hit);
    }
    cycle_t lsu = clock->lsu_latency + clock->writeback;
    *latency += lsu;
    return (struct chain_access){access.hit + lsu, access.alone + lsu};
}

/* A line whose miss is work of the launch, not of the access. */
static bool fetches_counted(const struct vortex_watch *w)
{
    const struct requests *r = &w->seen->requests;
    for (uint32_t i = 0; i < r->count; i++) {
        if (!r->list[i].local && r->list[i].fetched && counted(w, r->list[i].line))
            return true;
    }
    return false;
}

/* Nobody tells when a store has left the write queue: at the latest when all stores so far have
 * been written one after another. */
static void busy_until(struct vortex_watch *w, const struct event *event, bool store)
{
    struct watched *seen = w->seen;
    cycle_t row = later(w->costs.dram_row, w->costs.dram_access);
    cycle_t write = row + w->costs.dram_store + w->costs.store;
    seen->idle = later(seen->idle, later(event->until, event->cycle));
    for (uint32_t i = 0; i < seen->requests.count; i++)
        seen->idle += store && !seen->requests.list[i].local ? write : 0;
}

static struct chain_access count_access(struct vortex_watch *w, const struct event *event,
                                        struct core_counts *core, struct insn_counts *insn,
                                        bool store)
{
    struct requests *r = &w->seen->requests;
    uint32_t rounds = 0;
    cycle_t latency;
    for (uint32_t i = 0; i < r->count; i++) {
        rounds += r->list[i].rounds;
        if (!r->list[i].local)
            count_line(w, core, insn, i, store);
    }
    insn->rounds += rounds;
    core->quantity[QUANTITY_WORK + WORK_LSU] += rounds - 1;
    const struct chain_access access = access_of(w, store, &latency);
    insn->latency = later(insn->latency, latency);
    cycle_t took = event->until - event->cycle;
    if (!store && event->cycle >= w->seen->idle && !fetches_counted(w) && took > access.alone)
        insn->busy = later(insn->busy, took - access.alone);
    busy_until(w, event, store);
    r->count = 0;
    return access;
}

/* ---- instructions ---- */

/* How control came to this instruction. */
static void count_flow(struct vortex_watch *w, struct core_counts *core, struct watched_warp *warp,
                       uint32_t index)
{
    const struct insn *last = warp->last == NO_INSN ? NULL
                                                    : &w->predicted.program->insns[warp->last];
    if (!last || last->next == (int32_t)index)
        return;
    core->insn[warp->last].taken++;
    core->quantity[QUANTITY_TAKEN]++;
    warp->depth += last->flow == FLOW_CALL;
    warp->depth -= last->flow == FLOW_RETURN && warp->depth;
    core->depth = later(core->depth, warp->depth);
}

/* A miss that the warp does not wait for leaves its queue short, and later instructions late: a
 * miss of any warp of the core may delay fetch by as long as it takes, not only where it is waited
 * for. */
static void note_fetching(struct vortex_watch *w, const struct event *event,
                          const struct spent *end)
{
    struct core_counts *core = core_of(w, event);
    uint64_t fetching = end->cycles[CHAIN_WAITING] + end->cycles[CHAIN_FETCH];
    uint64_t missing = w->seen->chain.misses[event->core].cycles;
    if (!end->cycles[CHAIN_FETCH])
        return;
    core->chain[CHAIN_FETCH] = later(core->chain[CHAIN_FETCH], fetching);
    core->fetching = later(core->fetching, fetching > missing ? fetching - missing : 0);
}

static void note_chain(struct vortex_watch *w, const struct event *event,
                       const struct spent *end)
{
    struct core_counts *core = core_of(w, event);
    for (uint32_t kind = 0; kind < CHAIN_KINDS; kind++)
        core->chain[kind] = later(core->chain[kind], end->cycles[kind]);
    note_fetching(w, event, end);
    core->chain_work = later(core->chain_work, end->cycles[CHAIN_SLOTS] +
                             end->cycles[CHAIN_UNITS] + end->cycles[CHAIN_MEMORY]);
    w->seen->ended = later(w->seen->ended, end->at);
}

static void issue(struct vortex_watch *w, const struct event *event)
{
    const struct insn *insn = event->insn;
    struct watched_warp *warp = warp_of(w, event);
    struct core_counts *core = core_of(w, event);
    uint32_t index = (uint32_t)(insn - w->predicted.program->insns);
    bool is_access = w->seen->requests.count > 0;
    struct chain_access access = {0};
    count_flow(w, core, warp, index);
    warp->last = index;
    core->insn[index].runs++;
    core->quantity[QUANTITY_WORK + WORK_INSTRUCTIONS]++;
    core->quantity[QUANTITY_BARRIERS] += insn->op->role == ROLE_BARRIER;
    loop_turns_run(&w->seen->counts.turns, &warp->turns, index);
    if (event->access)
        reach_check(&w->watch.reach, event, index, &w->watch.breach);
    if (is_access)
        access = count_access(w, event, core, &core->insn[index],
                              event->access->kind == ACCESS_STORE);
    else if (insn->timing != TIMING_FENCE) /* which waits for accesses */
        core->insn[index].latency = later(core->insn[index].latency, event->until - event->cycle);
    note_chain(w, event, chain_issue(&w->seen->chain, event, is_access ? &access : NULL));
}

static void end(struct vortex_watch *w, const struct event *event)
{
    const struct spent done = chain_end(&w->seen->chain, event);
    note_chain(w, event, &done);
}

static void nop(struct vortex_watch *w, const struct event *event)
{
    core_of(w, event)->quantity[QUANTITY_WORK + WORK_NOPS]++;
    core_of(w, event)->nops[event->nop]++;
    chain_nop(&w->seen->chain, event);
}

static void stall(struct vortex_watch *w, const struct event *event)
{
    if (event->reason != STALL_IDLE)
        chain_wait(&w->seen->chain, event);
}

static void release(struct vortex_watch *w, const struct event *event)
{
    chain_release(&w->seen->chain, event);
}

/* ---- the end ---- */

static void total(struct vortex_watch *w, const struct event *event)
{
    struct core_counts *core = core_of(w, event);
    if (event->part == PART_UNIT)
        core->quantity[QUANTITY_UNIT + event->other] = event->total;
    else if (event->part == PART_BANK)
        w->seen->counts.bank[event->other] = event->total;
    else if (event->other == CACHE_SHARED)
        w->seen->counts.registers = event->total;
    else
        core->registers[event->other] = event->total;
}

static void finish(struct vortex_watch *w, const struct event *event)
{
    w->seen->finished = event->cycle;
}

static void hear(struct observer *observer, const struct event *event)
{
    static void (*const react[])(struct vortex_watch *, const struct event *) = {
        [EVENT_LAUNCH] = begin, [EVENT_START] = start, [EVENT_FETCH] = fetch,
        [EVENT_ISSUE] = issue, [EVENT_STALL] = stall, [EVENT_MEMORY] = memory,
        [EVENT_RELEASE] = release, [EVENT_NOP] = nop, [EVENT_END] = end,
        [EVENT_TOTAL] = total,     [EVENT_FINISH] = finish,
    };
    if (event->kind < sizeof react / sizeof *react && react[event->kind])
        react[event->kind](watch_of(observer), event);
}

/* A chain that does not explain the whole run has lost count. */
static void compare_ends(const struct watched *seen, struct expectations *out)
{
    if (seen->ended != seen->finished)
        expectations_add(out, (struct expectation){
            "cycles that events explain", "the launch", NULL,
            seen->ended < seen->finished ? seen->ended : seen->finished,
            later(seen->ended, seen->finished)});
}

static void compare(struct bound_watch *watch, struct expectations *out)
{
    const struct vortex_watch *w = (const struct vortex_watch *)watch;
    compare_ends(w->seen, out);
    counts_compare(&w->predicted, &w->seen->counts, &w->footprint, out);
}

struct vortex_watch *vortex_watch_new(struct arena *arena)
{
    struct vortex_watch *watch = arena_alloc(arena, sizeof *watch);
    watch->watch = (struct bound_watch){.observer = {hear}, .compare = compare};
    return watch;
}
