/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - loads, stores and atomics: LDS, scalar cache, L1, L2.
 *
 * Vector memory goes through the L1 of its compute unit, which stores pass through, and then L2;
 * atomics and what is marked globally coherent (glc) go straight to L2, where all compute units see
 * it. Scalar loads have a cache of their own, LDS sees none. */
#include "machine/gcn3/clock.h"

enum { WORD_BYTES = 4, SCRATCH_ROW = WORD_BYTES * GCN3_LANES };

/* One access under way. */
struct request {
    struct gcn3_simd *simd;
    uint32_t slot;
    const struct insn *insn;
    const struct access *access;
    cycle_t sent;  /* of its first part */
    cycle_t taken; /* the unit has handed over its last part */
    cycle_t done;
    bool observed;
};

static void tell(const struct request *r, enum event_space space, uint64_t address,
                 uint32_t transactions, struct memory_answer answer)
{
    if (r->observed)
        observers_tell(r->simd->machine->control->observers,
                       &(struct event){.kind = EVENT_MEMORY, .cycle = answer.taken,
                                       .until = answer.done, .core = r->simd->id, .warp = r->slot,
                                       .address = address, .space = space,
                                       .count = transactions, .hit = answer.hit,
                                       .store = r->access->kind != ACCESS_LOAD});
}

static void add_answer(struct request *r, struct memory_answer answer)
{
    r->taken = later(r->taken, answer.taken);
    r->done = later(r->done, answer.done);
}

static cycle_t atomic_time(const struct request *r)
{
    uint32_t lanes = coalesce_most_equal(r->access->address, r->access->mask);
    return (cycle_t)r->simd->machine->clock->numbers.atomic_conflict * (lanes ? lanes - 1 : 0);
}

/* ---- LDS ---- */

static void use_lds_places(struct request *r, uint32_t bytes, const uint64_t *address)
{
    struct sharedmem *lds = &r->simd->cu->lds;
    struct sharedmem_access cost;
    struct memory_answer answer = {.hit = true};
    bool store = r->access->kind == ACCESS_STORE;
    uint32_t width = bytes <= 4 ? 4 : bytes <= 8 ? 8 : 16;
    sharedmem_measure(lds->numbers, store ? SHAREDMEM_STORE : SHAREDMEM_LOAD, width, address,
                      r->access->mask, &cost);
    answer.done = sharedmem_request(lds, &cost, r->sent, &answer.taken);
    add_answer(r, answer);
    tell(r, SPACE_LOCAL, address[__builtin_ctzll(r->access->mask)], cost.transactions, answer);
}

/* Instructions with two places ask for one after the other. */
static void use_lds(struct request *r)
{
    const struct gcn3_insn *own = gcn3_of(r->insn);
    const struct access *access = r->access;
    bool two = own->format == GCN3_DS && own->offset_scale;
    use_lds_places(r, two ? own->element_bytes : access->bytes, access->address);
    if (two) {
        uint64_t second[LANES_MAX];
        uint64_t apart = (uint64_t)(own->offset1 - own->offset0) * own->offset_scale;
        for (unsigned lane = 0; lane < LANES_MAX; lane++)
            second[lane] = access->address[lane] + apart;
        use_lds_places(r, own->element_bytes, second);
    }
    if (access->kind == ACCESS_ATOMIC)
        r->done += atomic_time(r);
}

/* ---- vector memory ---- */

/* A way to lines: the level, how far it is, and whether lines are stored. */
struct way {
    struct memory_level *level;
    cycle_t there, back;
    bool store;
};

/* Asks for the lines of some lanes' bytes, one a cycle. */
static void ask_lines(struct request *r, const struct way *way, const uint64_t *address,
                      uint64_t mask, uint32_t bytes)
{
    struct gcn3_machine *m = r->simd->machine;
    uint32_t line_bytes = m->clock->numbers.l1d.line_bytes;
    struct coalesced lines;
    struct coalesced_span spans[COALESCER_REQUESTS_MAX];
    coalesce(address, mask, line_bytes, 64, &lines);
    coalesced_measure(&lines, address, mask, bytes, line_bytes, spans);
    for (uint32_t i = 0; i < lines.count; i++) {
        uint64_t first = spans[i].first, end = (lines.request[i].line + 1) * line_bytes;
        uint64_t last = spans[i].last < end ? spans[i].last : end - 1;
        cycle_t sent = r->sent + lines.request[i].cycle;
        struct memory_answer answer = memory_request(
            way->level, first, (uint32_t)(last - first + 1), way->store, sent + way->there);
        answer.taken = way->there ? sent : answer.taken; /* the way there takes all that comes */
        answer.done += way->back;
        add_answer(r, answer);
        tell(r, SPACE_GLOBAL, first, 1, answer);
    }
    m->outcome->statistics.count[STAT_GLOBAL_TRANSACTIONS] += lines.count;
}

/* Lanes whose bytes reach into the next line ask for that as well: alignment is that of words. */
static void ask_ends(struct request *r, const struct way *way)
{
    const struct access *access = r->access;
    uint64_t mask = 0, ends[LANES_MAX];
    uint32_t line_bytes = r->simd->machine->clock->numbers.l1d.line_bytes;
    if (access->bytes <= WORD_BYTES)
        return;
    for (uint64_t rest = access->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t last = access->address[lane] + access->bytes - 1;
        ends[lane] = last & ~(uint64_t)(line_bytes - 1);
        if (ends[lane] > access->address[lane])
            mask |= 1ull << lane;
    }
    if (mask)
        ask_lines(r, way, ends, mask, WORD_BYTES);
}

/* Words of a work-item's scratch are a row of all lanes apart. */
static void ask_scratch(struct request *r, const struct way *way)
{
    uint64_t row[LANES_MAX];
    for (uint32_t at = 0; at < r->access->bytes; at += WORD_BYTES) {
        for (unsigned lane = 0; lane < LANES_MAX; lane++)
            row[lane] = r->access->address[lane] + (uint64_t)at / WORD_BYTES * SCRATCH_ROW;
        ask_lines(r, way, row, r->access->mask,
                  r->access->bytes < WORD_BYTES ? r->access->bytes : WORD_BYTES);
    }
}

static void use_vector(struct request *r)
{
    struct gcn3_clock *clock = r->simd->machine->clock;
    const struct access *access = r->access;
    bool to_l2 = access->kind == ACCESS_ATOMIC ||
                 (access->kind == ACCESS_LOAD && gcn3_of(r->insn)->glc);
    struct way way = {.level = &r->simd->cu->l1d.level, .store = access->kind == ACCESS_STORE};
    if (to_l2)
        way = (struct way){.level = &clock->l2.level, .there = clock->numbers.l1d.forward,
                           .back = clock->numbers.l1d.delivery};
    if (access->space == MEMORY_LOCAL) {
        ask_scratch(r, &way);
    } else {
        ask_lines(r, &way, access->address, access->mask, access->bytes);
        ask_ends(r, &way);
    }
    r->done += access->kind == ACCESS_STORE ? 0 : clock->numbers.vmem_writeback;
    if (access->kind == ACCESS_ATOMIC)
        r->done += atomic_time(r);
}

/* ---- scalar memory ---- */

static void use_scalar(struct request *r)
{
    const struct gcn3_clock_numbers *n = &r->simd->machine->clock->numbers;
    const struct gcn3_insn *own = gcn3_of(r->insn);
    const struct gcn3_operand *data = own->dst.words ? &own->dst : &own->src[2];
    uint64_t address = r->access->address[0], end = address + WORD_BYTES * (uint64_t)data->words;
    uint64_t line = address / n->l1s.line_bytes * n->l1s.line_bytes;
    end = end > address ? end : address + WORD_BYTES;
    for (; line < end; line += n->l1s.line_bytes) {
        uint64_t first = line > address ? line : address;
        uint64_t last = end < line + n->l1s.line_bytes ? end : line + n->l1s.line_bytes;
        struct memory_answer answer =
            memory_request(&r->simd->cu->caches->l1s.level, first, (uint32_t)(last - first),
                           r->access->kind == ACCESS_STORE, r->sent);
        add_answer(r, answer);
        tell(r, SPACE_GLOBAL, first, 1, answer);
        r->sent++;
    }
}

/* ---- all of them ---- */

static cycle_t latency_of(const struct gcn3_clock_numbers *n, enum gcn3_unit unit)
{
    return unit == GCN3_UNIT_VMEM ? n->vmem_latency : unit == GCN3_UNIT_SMEM ? n->smem_latency : 0;
}

/* Addresses of a vector access are worked out for some lanes a cycle. */
static cycle_t passes_of(const struct gcn3_clock_numbers *n, enum gcn3_unit unit)
{
    return unit == GCN3_UNIT_VMEM ? (GCN3_LANES + n->vmem_lanes - 1) / n->vmem_lanes : 1;
}

struct gcn3_memory_times gcn3_memory_nothing(struct gcn3_simd *simd, const struct insn *insn,
                                             cycle_t now)
{
    const struct gcn3_clock_numbers *n = &simd->machine->clock->numbers;
    enum gcn3_unit unit = gcn3_unit_of(insn);
    cycle_t done = now + later(latency_of(n, unit), 1);
    if (unit == GCN3_UNIT_LDS)
        done = now + n->lds.times[SHAREDMEM_LOAD].fixed + n->lds.times[SHAREDMEM_LOAD].base[0];
    return (struct gcn3_memory_times){.done = done, .resolved = done,
                                      .busy = passes_of(n, unit)};
}

struct gcn3_memory_times gcn3_memory_access(struct gcn3_simd *simd, uint32_t slot,
                                            const struct insn *insn, const struct access *access,
                                            cycle_t now, bool observed)
{
    static void (*const ways[])(struct request *) = {
        [MEMORY_GLOBAL] = use_vector, [MEMORY_SHARED] = use_lds, [MEMORY_LOCAL] = use_vector,
        [MEMORY_CONSTANT] = use_scalar};
    const struct gcn3_clock_numbers *n = &simd->machine->clock->numbers;
    enum gcn3_unit unit = gcn3_unit_of(insn);
    cycle_t sent = now + latency_of(n, unit);
    struct request r = {.simd = simd, .slot = slot, .insn = insn, .access = access, .sent = sent,
                        .taken = sent, .done = sent, .observed = observed};
    ways[access->space](&r);
    /* A level that makes the unit wait keeps it from taking the next instruction. */
    cycle_t handed = r.taken - sent + 1;
    return (struct gcn3_memory_times){.done = later(r.done, now + 1),
                                      .resolved = later(sent, now + 1),
                                      .busy = later(passes_of(n, unit), handed)};
}
