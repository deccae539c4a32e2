/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - loads, stores and atomics: LDS, scalar cache, L1, L2.
 *
 * Vector memory goes through the write-through L1 of its compute unit and then L2; atomics and
 * globally coherent accesses (glc) go straight to L2, where all compute units see them. Scalar
 * loads have a cache of their own, LDS uses none. */
#include "machine/common/request.h"
#include "machine/gcn3/clock.h"

enum { WORD_BYTES = 4, SCRATCH_ROW = WORD_BYTES * GCN3_LANES };

static struct gcn3_simd *simd_of(const struct request *r)
{
    return (struct gcn3_simd *)r->partition;
}

static const struct gcn3_clock *clock_of(const struct request *r)
{
    return gcn3_machine_of(simd_of(r))->clock;
}

static cycle_t conflict(const struct request *r)
{
    return request_conflict(r, clock_of(r)->numbers.atomic_conflict);
}

/* ---- LDS ---- */

static void use_lds_places(struct request *r, uint32_t bytes, const uint64_t *address)
{
    request_shared(r, &simd_of(r)->cu->lds, bytes <= 4 ? 4 : bytes <= 8 ? 8 : 16, address, 0,
                   "lds.latency");
}

/* Instructions with two places access them one after the other. */
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
        r->done += conflict(r);
}

/* ---- vector memory ---- */

/* Bytes are always in one line, and so is a whole row of aligned halves or words. */
static bool is_within_lines(const struct access *access)
{
    uint64_t low_bits = 0;
    if (access->bytes > WORD_BYTES)
        return false;
    for (uint64_t rest = access->mask; rest; rest &= rest - 1)
        low_bits |= access->address[__builtin_ctzll(rest)];
    return low_bits % access->bytes == 0;
}

/* Lanes whose bytes reach into the next line request it as well. */
static void ask_ends(struct request *r, const struct way *way)
{
    const struct access *access = r->access;
    uint64_t mask = 0, ends[LANES_MAX];
    uint32_t line_bytes = way->line_bytes;
    if (is_within_lines(access))
        return;
    for (uint64_t rest = access->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        uint64_t last = access->address[lane] + access->bytes - 1;
        ends[lane] = last & ~(uint64_t)(line_bytes - 1);
        if (ends[lane] > access->address[lane])
            mask |= 1ull << lane;
    }
    if (mask)
        request_lines(r, way, ends, mask, WORD_BYTES);
}

/* Words of a work-item's scratch are a row of all lanes apart. */
static void ask_scratch(struct request *r, const struct way *way)
{
    uint64_t row[LANES_MAX];
    for (uint32_t at = 0; at < r->access->bytes; at += WORD_BYTES) {
        for (unsigned lane = 0; lane < LANES_MAX; lane++)
            row[lane] = r->access->address[lane] + (uint64_t)at / WORD_BYTES * SCRATCH_ROW;
        request_lines(r, way, row, r->access->mask,
                  r->access->bytes < WORD_BYTES ? r->access->bytes : WORD_BYTES);
    }
}

static void use_vector(struct request *r)
{
    struct gcn3_clock *clock = gcn3_machine_of(simd_of(r))->clock;
    const struct access *access = r->access;
    bool to_l2 = access->kind == ACCESS_ATOMIC ||
                 (access->kind == ACCESS_LOAD && gcn3_of(r->insn)->glc);
    struct way way = {.level = &simd_of(r)->cu->l1d.level, .name = "l1d.latency",
                      .l2 = &clock->l2, .dram = &clock->dram,
                      .line_bytes = clock->numbers.l1d.line_bytes,
                      .store = access->kind == ACCESS_STORE};
    if (to_l2) {
        way.level = &clock->l2.level;
        way.name = "l2.latency";
        way.there = clock->numbers.l1d.forward;
        way.back = clock->numbers.l1d.delivery;
        way.store = false;
    }
    if (access->space == MEMORY_LOCAL) {
        ask_scratch(r, &way);
    } else {
        request_lines(r, &way, access->address, access->mask, access->bytes);
        ask_ends(r, &way);
    }
    r->done += access->kind == ACCESS_STORE ? 0 : clock->numbers.vmem_writeback;
    if (access->kind == ACCESS_ATOMIC)
        r->done += conflict(r);
}

/* ---- scalar memory ---- */

static void use_scalar(struct request *r)
{
    const struct gcn3_clock_numbers *n = &clock_of(r)->numbers;
    const struct gcn3_insn *own = gcn3_of(r->insn);
    const struct gcn3_operand *data = own->dst.words ? &own->dst : &own->src[2];
    uint64_t address = r->access->address[0], end = address + WORD_BYTES * (uint64_t)data->words;
    uint64_t line = address / n->l1s.line_bytes * n->l1s.line_bytes;
    end = end > address ? end : address + WORD_BYTES;
    for (; line < end; line += n->l1s.line_bytes) {
        uint64_t first = line > address ? line : address;
        uint64_t last = end < line + n->l1s.line_bytes ? end : line + n->l1s.line_bytes;
        struct memory_answer answer =
            memory_request(&simd_of(r)->cu->caches->l1s.level, first, (uint32_t)(last - first),
                           r->access->kind == ACCESS_STORE, r->sent);
        request_add(r, answer, "l1s.latency");
        request_tell(r, SPACE_GLOBAL, first, 1, answer);
        r->sent++;
    }
}

/* ---- all of them ---- */

static cycle_t latency_of(const struct gcn3_clock_numbers *n, enum gcn3_unit unit)
{
    return unit == GCN3_UNIT_VMEM ? n->vmem_latency : unit == GCN3_UNIT_SMEM ? n->smem_latency : 0;
}

/* Addresses of a vector access are computed for some lanes per cycle. */
static cycle_t passes_of(const struct gcn3_clock_numbers *n, enum gcn3_unit unit)
{
    return unit == GCN3_UNIT_VMEM ? (GCN3_LANES + n->vmem_lanes - 1) / n->vmem_lanes : 1;
}

struct gcn3_memory_times gcn3_memory_nothing(struct gcn3_simd *simd, const struct insn *insn,
                                             cycle_t now)
{
    const struct gcn3_clock_numbers *n = &gcn3_machine_of(simd)->clock->numbers;
    enum gcn3_unit unit = gcn3_unit_of(insn);
    cycle_t done = now + later(latency_of(n, unit), 1);
    if (unit == GCN3_UNIT_LDS)
        done = now + n->lds.times[SHAREDMEM_LOAD].fixed + n->lds.times[SHAREDMEM_LOAD].base[0];
    return (struct gcn3_memory_times){.done = done, .resolved = done,
                                      .busy = passes_of(n, unit)};
}

struct gcn3_memory_times gcn3_memory_access(struct gcn3_simd *simd, uint32_t slot,
                                            const struct insn *insn, const struct access *access,
                                            cycle_t now)
{
    static void (*const ways[])(struct request *) = {
        [MEMORY_GLOBAL] = use_vector, [MEMORY_SHARED] = use_lds, [MEMORY_LOCAL] = use_vector,
        [MEMORY_CONSTANT] = use_scalar};
    const struct gcn3_clock_numbers *n = &gcn3_machine_of(simd)->clock->numbers;
    enum gcn3_unit unit = gcn3_unit_of(insn);
    cycle_t sent = now + latency_of(n, unit);
    struct request r = {.partition = &simd->partition, .slot = slot, .insn = insn,
                        .access = access, .now = now, .sent = sent, .taken = sent, .done = sent};
    ways[access->space](&r);
    /* While the unit waits for a level it accepts no other instruction. */
    cycle_t handed = r.taken - sent + 1;
    return (struct gcn3_memory_times){.done = later(r.done, now + 1),
                                      .resolved = later(sent, now + 1),
                                      .busy = later(passes_of(n, unit), handed)};
}
