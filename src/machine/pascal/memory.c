/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - loads, stores and atomics: shared memory, L1, constants, L2.
 *
 * Global and local memory go through the L1 data cache of two processing blocks and then L2,
 * constants through their own cache, atomics straight to L2; shared memory uses no cache (PAS-70).
 * Loads of one memory return to a warp in order: compiled code relies on it. */
#include "hw/coalescer.h"
#include "machine/common/request.h"
#include "machine/pascal/clock.h"

static struct pascal_smp *smp_of(const struct request *r)
{
    return (struct pascal_smp *)r->partition;
}

static const struct pascal_clock_numbers *numbers_of(const struct request *r)
{
    return &pascal_of(smp_of(r))->clock->numbers;
}

static struct way way_to(const struct request *r, struct memory_level *level, const char *name)
{
    const struct pascal_clock *clock = pascal_of(smp_of(r))->clock;
    return (struct way){.level = level, .name = name, .l2 = &clock->l2, .dram = &clock->dram,
                        .line_bytes = clock->numbers.l1d.line_bytes};
}

/* ---- the memories ---- */

static void use_shared(struct request *r)
{
    bool store = r->access->kind == ACCESS_STORE, atomic = r->access->kind == ACCESS_ATOMIC;
    cycle_t extra = atomic ? request_conflict(r, numbers_of(r)->atomic_conflict) : 0;
    r->sent = r->now;
    request_shared(r, &smp_of(r)->sm->shared, r->access->bytes, r->access->address, extra,
                   store ? "shared.store.fixed" : "shared.load.fixed");
}

/* Prefetches the lines after a miss into L1; PasTiS lacks this (its section V). */
static void use_cached(struct request *r)
{
    bool store = r->access->kind == ACCESS_STORE;
    struct pascal_smp *smp = smp_of(r);
    struct cache *l1 = &smp->sm->l1d[smp->partition.id % PASCAL_SMPS / 2];
    struct way way = way_to(r, &l1->level, "l1d.latency");
    way.store = store;
    way.prefetch = numbers_of(r)->lsu_prefetch;
    request_lines(r, &way, r->access->address, r->access->mask, r->access->bytes);
    r->done += store ? 0 : numbers_of(r)->lsu_writeback;
}

/* Textures share L1 with other loads. A filter reads up to four texels per lane, each set of lines
 * after the one before it; then it computes. */
static void use_texture(struct request *r)
{
    const struct sass_state *state = &pascal_warp_of(r->partition->warp[r->slot])->state;
    use_cached(r);
    for (unsigned i = 0; i < sizeof state->texel / sizeof *state->texel; i++) {
        struct pascal_smp *smp = smp_of(r);
        struct cache *l1 = &smp->sm->l1d[smp->partition.id % PASCAL_SMPS / 2];
        struct way way = way_to(r, &l1->level, "l1d.latency");
        if (!state->texel[i].mask)
            continue;
        r->sent = later(r->sent, r->taken + 1);
        request_lines(r, &way, state->texel[i].address, state->texel[i].mask, r->access->bytes);
    }
    r->done += numbers_of(r)->texture_latency;
}

/* Complete where all SMs see it: in L2. */
static void use_l2(struct request *r)
{
    const struct pascal_clock_numbers *n = numbers_of(r);
    struct way way = way_to(r, &pascal_of(smp_of(r))->clock->l2.level, "l2.latency");
    way.there = n->l1d.forward;
    way.back = n->l1d.delivery;
    request_lines(r, &way, r->access->address, r->access->mask, r->access->bytes);
    r->done += n->lsu_writeback + request_conflict(r, n->atomic_conflict);
}

/* Lanes that access different words are served one word per cycle. */
static void use_constant(struct request *r)
{
    struct pascal *pascal = pascal_of(smp_of(r));
    uint32_t bank = sass_of(r->insn)->b.bank, word = r->access->bytes < 4 ? 4 : r->access->bytes;
    struct way way = way_to(r, &smp_of(r)->sm->constant.level, "constant.latency");
    struct coalesced words;
    coalesce(r->access->address, r->access->mask, word, 64, &words);
    for (uint32_t i = 0; i < words.count; i++) {
        uint64_t address =
            pascal_constant_address(pascal, bank, words.request[i].line * word);
        const char *by;
        struct memory_answer answer =
            request_ask(&way, address, word, r->sent + words.request[i].cycle, &by);
        request_add(r, answer, by);
        request_tell(r, SPACE_CONSTANT, address, 1, answer);
    }
    r->done += numbers_of(r)->lsu_writeback;
}

/* Which memory an instruction goes to, also when no lane does: generic ones count as global. */
static enum memory_space space_of(const struct insn *insn)
{
    return insn->space == MEMORY_GENERIC ? MEMORY_GLOBAL : (enum memory_space)insn->space;
}

/* Loads of one memory return in order, even without active lanes. */
static const char *const in_order = "(order of loads)";

struct pascal_times pascal_memory_nothing(struct pascal_smp *smp, uint32_t slot,
                                          const struct insn *insn, cycle_t now)
{
    const struct pascal_clock_numbers *n = &pascal_of(smp)->clock->numbers;
    cycle_t done = now + n->lsu_latency, before = smp->timing[slot].returned[space_of(insn)];
    pascal_unit_start(smp, PASCAL_LSU, now, 1);
    return (struct pascal_times){.done = later(done, before), .read = now + n->lsu_read,
                                 .by = before > done ? in_order : "lsu.latency"};
}

/* The unit is busy until its last part is sent; shared memory accepts all parts at once. */
static void take_unit(const struct request *r)
{
    const struct pascal_clock_numbers *n = numbers_of(r);
    const uint32_t lanes = sass_is_texture(r->insn) ? n->texture_lanes : n->lsu_lanes;
    cycle_t passes = (SASS_LANES + lanes - 1) / lanes;
    cycle_t first = r->now + (r->access->space == MEMORY_SHARED ? 0 : n->lsu_latency);
    cycle_t handed = r->taken > first ? r->taken - first + 1 : 1;
    pascal_unit_start(smp_of(r), PASCAL_LSU, r->now, later(passes, handed));
}

static void keep_order(struct request *r)
{
    struct pascal_timing *t = &smp_of(r)->timing[r->slot];
    cycle_t *returned = &t->returned[r->access->space];
    if (*returned > r->done)
        r->by = in_order;
    r->done = *returned = later(r->done, *returned);
}

struct pascal_times pascal_memory_access(struct pascal_smp *smp, uint32_t slot,
                                         const struct insn *insn, const struct access *access,
                                         cycle_t now)
{
    static void (*const ways[])(struct request *) = {
        [MEMORY_GLOBAL] = use_cached, [MEMORY_SHARED] = use_shared,
        [MEMORY_LOCAL] = use_cached, [MEMORY_CONSTANT] = use_constant};
    struct pascal_timing *t = &smp->timing[slot];
    const struct pascal_clock_numbers *n = &pascal_of(smp)->clock->numbers;
    struct request r = {.partition = &smp->partition, .slot = slot, .insn = insn,
                        .access = access, .now = now, .sent = now + n->lsu_latency, .taken = now,
                        .done = now};
    bool to_l2 = access->kind == ACCESS_ATOMIC && access->space != MEMORY_SHARED;
    (to_l2 ? use_l2 : sass_is_texture(insn) ? use_texture : ways[access->space])(&r);
    take_unit(&r);
    if (access->kind != ACCESS_STORE)
        keep_order(&r);
    t->accessed = later(t->accessed, r.done);
    /* A shared store has read its data when it is served; others when they are sent. */
    cycle_t handed = later(r.taken, now + n->lsu_read);
    return (struct pascal_times){
        .done = r.done, .read = access->space == MEMORY_SHARED ? r.done : handed, .by = r.by};
}
