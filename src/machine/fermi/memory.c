/* SPDX-License-Identifier: Apache-2.0 */
/* memory.c - loads, stores and atomics.
 *
 * The load-store row takes a warp in waves. Each wave accesses one block of 128 bytes per cycle:
 * lanes in one block share a transaction, and an access to several blocks is repeated for the rest
 * (SBI-11). Behind the L1 cache is a memory of constant latency and limited throughput (SBI-3).
 * Shared memory has banks of words; an access takes as many cycles as its most used bank has words.
 * Atomics are done in memory, or in shared memory, one lane after the other for one address. */
#include "hw/coalescer.h"
#include "machine/common/tell.h"
#include "machine/fermi/clock.h"

/* One access under way. */
struct request {
    struct fermi *fermi;
    struct fermi_warp *w;
    const struct access *access;
    cycle_t sent;   /* cycle of the next transaction */
    cycle_t done;
    uint64_t *count;
};

static uint64_t wave(const struct fermi *fermi, uint64_t mask, uint32_t first)
{
    return mask & lanes_all(fermi->clock->numbers.lsu) << first;
}

/* Lanes whose block is that of the lowest lane. */
static uint64_t same_block(const struct access *access, uint64_t mask, uint32_t block)
{
    const uint64_t line = access->address[__builtin_ctzll(mask)] / block;
    uint64_t same = 0;
    for (uint64_t rest = mask; rest; rest &= rest - 1) {
        if (access->address[__builtin_ctzll(rest)] / block == line)
            same |= rest & -rest;
    }
    return same;
}

/* Lanes that access shared memory. RV32 has one address space, with local memory of the group as a
 * window. */
static uint64_t shared_lanes(const struct fermi *fermi, const struct access *access,
                             uint64_t lanes)
{
    const uint64_t base = fermi->numbers.local_base;
    uint64_t shared = 0;
    if (access->space == MEMORY_SHARED)
        return lanes;
    if (fermi->program != &fermi_rv32)
        return 0;
    for (uint64_t rest = lanes; rest; rest &= rest - 1) {
        if (access->address[__builtin_ctzll(rest)] >= base)
            shared |= rest & -rest;
    }
    return shared;
}

uint64_t fermi_memory_served(const struct fermi *fermi, const struct access *access, uint64_t mask)
{
    uint64_t served =
        access->space == MEMORY_CONSTANT ? mask : shared_lanes(fermi, access, mask);
    mask &= ~served;
    for (uint32_t first = 0; first < fermi->numbers.width; first += fermi->clock->numbers.lsu) {
        uint64_t lanes = wave(fermi, mask, first);
        if (lanes)
            served |= same_block(access, lanes, fermi->clock->numbers.l1.line_bytes);
    }
    return served;
}

static void report(const struct request *r, enum event_space space, uint64_t address,
                   struct memory_answer answer)
{
    const struct warp *warp = &r->w->resident.warp;
    if (r->fermi->run.observed)
        tell_memory(&r->fermi->run, warp->core, warp->slot, r->access, space, address, 1, answer);
}

/* ---- blocks ---- */

static void use_block(struct request *r, uint64_t lanes)
{
    struct fermi_clock *clock = r->fermi->clock;
    const uint32_t block = clock->numbers.l1.line_bytes;
    const uint64_t address = r->access->address[__builtin_ctzll(lanes)] / block * block;
    const uint32_t bytes = (uint32_t)__builtin_popcountll(lanes) * r->access->bytes;
    const bool atomic = r->access->kind == ACCESS_ATOMIC, store = r->access->kind == ACCESS_STORE;
    struct memory_level *level = atomic ? &clock->memory.level : &clock->l1.level;
    struct memory_answer answer = memory_request(
        level, address, store && bytes < block ? bytes : block, store, r->sent);
    if (atomic) /* it passes the cache both ways */
        answer.done += clock->numbers.l1.latency;
    r->done = later(r->done, answer.done);
    r->sent++;
    r->count[STAT_GLOBAL_TRANSACTIONS]++;
    report(r, SPACE_GLOBAL, address, answer);
}

static void use_blocks(struct request *r, uint64_t lanes)
{
    while (lanes) {
        uint64_t same = same_block(r->access, lanes, r->fermi->clock->numbers.l1.line_bytes);
        use_block(r, same);
        lanes &= ~same;
    }
}

/* ---- shared memory ---- */

/* Words in the most used bank; lanes that access one word share it. */
static uint32_t bank_passes(const struct request *r, uint64_t lanes)
{
    const uint32_t banks = r->fermi->clock->numbers.shared_banks;
    const uint32_t words = r->access->bytes > 4 ? r->access->bytes / 4 : 1;
    uint8_t used[64] = {0};
    uint64_t seen[LANES_MAX];
    uint32_t count = 0, max = 1;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t word = r->access->address[__builtin_ctzll(lanes)] / 4;
        bool known = false;
        for (uint32_t i = 0; i < count && !known; i++)
            known = seen[i] == word;
        if (known)
            continue;
        seen[count++] = word;
        uint32_t passes = ++used[word % banks];
        max = passes > max ? passes : max;
    }
    return max * words;
}

static void use_shared(struct request *r, uint64_t lanes)
{
    const struct fermi_clock *clock = r->fermi->clock;
    const uint32_t passes = bank_passes(r, lanes);
    struct memory_answer answer = {.taken = r->sent, .hit = true};
    r->sent += passes;
    answer.done = r->sent - 1 + clock->numbers.shared_latency;
    r->done = later(r->done, answer.done);
    r->count[STAT_SHARED_TRANSACTIONS] += passes;
    r->count[STAT_SHARED_CONFLICTS] += passes - 1;
    report(r, SPACE_LOCAL, r->access->address[__builtin_ctzll(lanes)], answer);
}

static void use_constant(struct request *r)
{
    r->sent++;
    r->done = later(r->done, r->sent - 1 + r->fermi->clock->numbers.l1.latency);
}

/* ---- an access ---- */

static void use_wave(struct request *r, uint64_t lanes)
{
    const uint64_t shared = shared_lanes(r->fermi, r->access, lanes);
    if (!lanes)
        return;
    if (r->access->space == MEMORY_CONSTANT) {
        use_constant(r);
        return;
    }
    if (shared)
        use_shared(r, shared);
    if (lanes & ~shared)
        use_blocks(r, lanes & ~shared);
}

cycle_t fermi_memory(struct fermi *fermi, struct fermi_warp *w, const struct access *access,
                     uint64_t mask, cycle_t phase, cycle_t *busy)
{
    const cycle_t start = phase + fermi_latency(fermi->clock);
    struct request r = {.fermi = fermi, .w = w, .access = access, .sent = start, .done = start,
                        .count = fermi->run.outcome->statistics.count};
    for (uint32_t first = 0; first < fermi->numbers.width; first += fermi->clock->numbers.lsu)
        use_wave(&r, wave(fermi, mask, first));
    if (access->kind == ACCESS_ATOMIC && mask) {
        uint32_t equal = coalesce_most_equal(access->address, mask);
        r.sent += equal - 1;
        r.done += equal - 1;
    }
    *busy = r.sent - start;
    return r.done;
}
