/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - loads, stores and atomics: shared memory, L1, constants, L2.
 *
 * Global and local memory go through the L1 data cache of two processing blocks and then L2,
 * constants through their own cache, atomics straight to L2; shared memory sees no cache (PAS-70).
 * Loads of one memory come back to a warp in order: compiled code relies on it. */
#include "isa/sass/run.h"
#include "machine/pascal/clock.h"

/* One access under way. */
struct request {
    struct pascal_smp *smp;
    uint32_t slot;
    const struct insn *insn;
    const struct access *access;
    cycle_t now;
    cycle_t taken; /* the unit has handed over its last part */
    cycle_t done;
    const char *by; /* parameter that made the latency of the part that came last (PAS-63) */
    bool observed;
};

static void tell(const struct request *r, enum event_space space, uint64_t address,
                 uint32_t count, struct memory_answer answer)
{
    if (r->observed)
        observers_tell(r->smp->machine->control->observers,
                       &(struct event){.kind = EVENT_MEMORY, .cycle = answer.taken,
                                       .until = answer.done, .core = r->smp->id, .warp = r->slot,
                                       .address = address, .space = space, .count = count,
                                       .hit = answer.hit,
                                       .store = r->access->kind != ACCESS_LOAD});
}

static void add_answer(struct request *r, struct memory_answer answer, const char *by)
{
    r->taken = later(r->taken, answer.taken);
    r->by = answer.done >= r->done ? by : r->by;
    r->done = later(r->done, answer.done);
}

static cycle_t atomic_time(const struct request *r)
{
    uint32_t conflict = r->smp->machine->clock->numbers.atomic_conflict;
    uint32_t lanes = coalesce_most_equal(r->access->address, r->access->mask);
    return (cycle_t)conflict * (lanes ? lanes - 1 : 0);
}

/* ---- the memories ---- */

static void use_shared(struct request *r)
{
    struct sharedmem *shared = &r->smp->sm->shared;
    struct sharedmem_access cost;
    bool store = r->access->kind == ACCESS_STORE;
    sharedmem_measure(shared->numbers, store ? SHAREDMEM_STORE : SHAREDMEM_LOAD, r->access->bytes,
                      r->access->address, r->access->mask, &cost);
    struct memory_answer answer = {.hit = true};
    answer.done = sharedmem_request(shared, &cost, r->now, &answer.taken);
    if (r->access->kind == ACCESS_ATOMIC)
        answer.done += atomic_time(r);
    add_answer(r, answer, store ? "shared.store.fixed" : "shared.load.fixed");
    tell(r, SPACE_LOCAL, r->access->address[__builtin_ctzll(r->access->mask)], cost.transactions,
         answer);
}

/* A request of a level, and which parameter made it as long as it was (PAS-63): a hit is the
 * level's own matter; otherwise counters of what lies behind show how far the request went. */
static struct memory_answer ask(struct request *r, struct memory_level *level, const char *own,
                                uint64_t address, uint32_t bytes, bool store, cycle_t at,
                                const char **by)
{
    const struct cache *l2 = &r->smp->machine->clock->l2;
    const struct dram *dram = &r->smp->machine->clock->dram;
    uint64_t asked = l2->loads, missed = l2->load_misses, fetched = dram->loads;
    struct memory_answer answer = memory_request(level, address, bytes, store, at);
    *by = store                      ? "l1d.forward"
          : answer.hit               ? own
          : dram->loads != fetched   ? "dram.overhead"
          : l2->load_misses == missed && l2->loads != asked ? "l2.latency"
                                     : "(line on its way)";
    return answer;
}

/* Lines behind one that was missed, into L1: what PasTiS lacks (its section V). Nobody waits. */
static void prefetch(const struct request *r, struct memory_level *level, uint64_t line, cycle_t at)
{
    const struct pascal_clock_numbers *n = &r->smp->machine->clock->numbers;
    for (uint32_t i = 1; i <= n->lsu_prefetch; i++)
        memory_request(level, (line + i) * n->l1d.line_bytes, n->l1d.line_bytes, false, at);
}

/* Asks a level that is `there` and `back` away for the lines of the access, one a cycle. */
static void ask_lines(struct request *r, struct memory_level *level, const char *own, bool store,
                      cycle_t there, cycle_t back)
{
    struct pascal *pascal = r->smp->machine;
    const struct pascal_clock_numbers *n = &pascal->clock->numbers;
    struct coalesced lines;
    struct coalesced_span spans[COALESCER_REQUESTS_MAX];
    coalesce(r->access->address, r->access->mask, n->l1d.line_bytes, 64, &lines);
    coalesced_measure(&lines, r->access->address, r->access->mask, r->access->bytes,
                      n->l1d.line_bytes, spans);
    for (uint32_t i = 0; i < lines.count; i++) {
        uint64_t address = spans[i].first;
        cycle_t sent = r->now + n->lsu_latency + lines.request[i].cycle;
        const char *by;
        struct memory_answer answer = ask(r, level, own, address,
                                          (uint32_t)(spans[i].last - address + 1), store,
                                          sent + there, &by);
        if (!store && !answer.hit && !there)
            prefetch(r, level, lines.request[i].line, sent);
        answer.taken = there ? sent : answer.taken; /* the way there takes all that comes */
        answer.done += back;
        add_answer(r, answer, by);
        tell(r, SPACE_GLOBAL, address, 1, answer);
    }
    pascal->outcome->statistics.count[STAT_GLOBAL_TRANSACTIONS] += lines.count;
}

static void use_cached(struct request *r)
{
    bool store = r->access->kind == ACCESS_STORE;
    struct cache *l1 = &r->smp->sm->l1d[r->smp->id % PASCAL_SMPS / 2];
    ask_lines(r, &l1->level, "l1d.latency", store, 0, 0);
    r->done += store ? 0 : r->smp->machine->clock->numbers.lsu_writeback;
}

/* Done where all SMs see it: in L2. */
static void use_l2(struct request *r)
{
    struct pascal_clock *clock = r->smp->machine->clock;
    ask_lines(r, &clock->l2.level, "l2.latency", false, clock->numbers.l1d.forward,
              clock->numbers.l1d.delivery);
    r->done += clock->numbers.lsu_writeback + atomic_time(r);
}

/* Lanes that want different words are served one word a cycle. */
static void use_constant(struct request *r)
{
    struct pascal *pascal = r->smp->machine;
    const struct pascal_clock_numbers *n = &pascal->clock->numbers;
    uint32_t bank = sass_of(r->insn)->b.bank, word = r->access->bytes < 4 ? 4 : r->access->bytes;
    struct coalesced words;
    coalesce(r->access->address, r->access->mask, word, 64, &words);
    for (uint32_t i = 0; i < words.count; i++) {
        uint64_t address =
            pascal_constant_address(pascal, bank, words.request[i].line * word);
        const char *by;
        struct memory_answer answer =
            ask(r, &r->smp->sm->constant.level, "constant.latency", address, word, false,
                r->now + n->lsu_latency + words.request[i].cycle, &by);
        add_answer(r, answer, by);
        tell(r, SPACE_CONSTANT, address, 1, answer);
    }
    r->done += n->lsu_writeback;
}

/* Which memory an instruction goes to, also when no lane does: generic ones count as global. */
static enum memory_space space_of(const struct insn *insn)
{
    static const struct {
        run_fn *run;
        enum memory_space space;
    } spaces[] = {{sass_lds, MEMORY_SHARED}, {sass_sts, MEMORY_SHARED}, {sass_atoms, MEMORY_SHARED},
                  {sass_atoms_cas, MEMORY_SHARED}, {sass_ldl, MEMORY_LOCAL},
                  {sass_stl, MEMORY_LOCAL}, {sass_ldc, MEMORY_CONSTANT}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (insn->op->run == spaces[i].run)
            return spaces[i].space;
    return MEMORY_GLOBAL;
}

/* Loads of one memory come back in order: those of no lane too. */
static const char *const in_order = "(order of loads)";

struct pascal_times pascal_memory_nothing(struct pascal_smp *smp, uint32_t slot,
                                          const struct insn *insn, cycle_t now)
{
    const struct pascal_clock_numbers *n = &smp->machine->clock->numbers;
    cycle_t done = now + n->lsu_latency, before = smp->timing[slot].returned[space_of(insn)];
    unit_start(&smp->unit[PASCAL_LSU], now, 1);
    return (struct pascal_times){.done = later(done, before), .read = now + n->lsu_read,
                                 .by = before > done ? in_order : "lsu.latency"};
}

/* The unit is busy until its last part is handed over; shared memory takes them at once. */
static void take_unit(const struct request *r)
{
    const struct pascal_clock_numbers *n = &r->smp->machine->clock->numbers;
    cycle_t passes = (SASS_LANES + n->lsu_lanes - 1) / n->lsu_lanes;
    cycle_t first = r->now + (r->access->space == MEMORY_SHARED ? 0 : n->lsu_latency);
    cycle_t handed = r->taken > first ? r->taken - first + 1 : 1;
    unit_start(&r->smp->unit[PASCAL_LSU], r->now, later(passes, handed));
}

static void keep_order(struct request *r)
{
    struct pascal_timing *t = &r->smp->timing[r->slot];
    cycle_t *returned = &t->returned[r->access->space];
    if (*returned > r->done)
        r->by = in_order;
    r->done = *returned = later(r->done, *returned);
}

struct pascal_times pascal_memory_access(struct pascal_smp *smp, uint32_t slot,
                                         const struct insn *insn, const struct access *access,
                                         cycle_t now, bool observed)
{
    static void (*const ways[])(struct request *) = {
        [MEMORY_GLOBAL] = use_cached, [MEMORY_SHARED] = use_shared,
        [MEMORY_LOCAL] = use_cached, [MEMORY_CONSTANT] = use_constant};
    struct pascal_timing *t = &smp->timing[slot];
    struct request r = {.smp = smp, .slot = slot, .insn = insn, .access = access, .now = now,
                        .taken = now, .done = now, .observed = observed};
    bool to_l2 = access->kind == ACCESS_ATOMIC && access->space != MEMORY_SHARED;
    (to_l2 ? use_l2 : ways[access->space])(&r);
    take_unit(&r);
    if (access->kind != ACCESS_STORE)
        keep_order(&r);
    t->accessed = later(t->accessed, r.done);
    /* A shared store has read its data when it is served; others when they are handed over. */
    cycle_t handed = later(r.taken, now + smp->machine->clock->numbers.lsu_read);
    return (struct pascal_times){
        .done = r.done, .read = access->space == MEMORY_SHARED ? r.done : handed, .by = r.by};
}
