/* SPDX-License-Identifier: Apache-2.0 */
/* request_cost.c - readings, kinds and clocks of a request's worst case. */
#include "bound/sim_d/request_cost.h"

#include <stddef.h>

#include "base/arena.h"
#include "bound/sim_d/request_index.h"
#include "bound/sim_d/request_search.h"
#include "machine/sim_d/closed_form.h"
#include "machine/sim_d/sequencer.h"

/* Of the machine, before a request is seen (machine/sim_d/memory.h): the FIFOs between the clocks,
 * in DC, and the stages between sending and write-back, in CC. */
enum { CROSSING = 3, SENT_EARLY = 3 };
/* DC of a scratchpad besides its lines: one to start, two of the SRAM (SIMD-22); original: one. */
enum { PAD_LATENCY = 3, PAD_LATENCY_ORIGINAL = 1 };

enum { BUCKETS_MIN = 256 };

struct known {
    struct request_shape shape;
    struct request_cost cost;
    struct known *next;
};

struct request_costs {
    struct arena *arena;
    struct request_search *search;
    const struct sim_d_memory_numbers *numbers;
    const struct watch *watch; /* or NULL */
    enum cost_reading reading;
    cycle_t refresh; /* CC */
    struct known **bucket;
    uint32_t buckets, known; /* a power of two; as many at most */
};

/* ---- clocks ---- */

static cycle_t to_compute(const struct request_costs *costs, cycle_t dc)
{
    return sim_d_in_compute_cycles(dc, costs->numbers->dram->mhz, costs->numbers->compute_mhz);
}

/* The first DC of a compute cycle. */
static cycle_t to_dram(const struct request_costs *costs, cycle_t cc)
{
    return sim_d_in_compute_cycles(cc, costs->numbers->compute_mhz, costs->numbers->dram->mhz);
}

/* From write-back, if the request is sent in this cycle and nothing is before it. */
static cycle_t alone(const struct request_costs *costs, cycle_t sent, cycle_t dc)
{
    cycle_t back = to_compute(costs, to_dram(costs, sent) + CROSSING + dc);
    return later(back, sent + SENT_EARLY) - sent - SENT_EARLY;
}

static uint32_t phases(const struct request_costs *costs)
{
    uint32_t a = costs->numbers->compute_mhz, b = costs->numbers->dram->mhz;
    while (b != 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return costs->numbers->compute_mhz / a;
}

/* After another request it starts in the DC of that one's completion, or with the lock of the
 * policy "as access" (SIMD-51) before the compute cycle that sees it. The phases of the clocks
 * repeat. */
static cycle_t worst_phase(const struct request_costs *costs, cycle_t dc)
{
    cycle_t worst = to_compute(costs, dc), count = phases(costs);
    for (cycle_t sent = 0; sent < count; sent++)
        worst = later(worst, alone(costs, sent, dc));
    return worst;
}

/* ---- delays in DC ---- */

static cycle_t pad_lines(const struct request_costs *costs, const struct request_shape *shape)
{
    struct stride_sequencer sequencer;
    struct sim_d_access access;
    cycle_t lines = 0;
    struct sim_d_tile tile = {0, shape->words, shape->period, shape->count};
    stride_lines(&sequencer, &tile, costs->numbers->scratchpad_words);
    while (stride_next(&sequencer, &access))
        lines++;
    return lines;
}

/* The original's count for any alignment. */
static uint64_t original_bursts(uint64_t words)
{
    return (words * SIM_D_WORD_BYTES + 56) / 64 + 1;
}

static cycle_t original_delay(const struct request_costs *costs, const struct request_shape *shape)
{
    const struct ddr4_numbers *dram = costs->numbers->dram;
    if (shape->kind == COST_PAD)
        return pad_lines(costs, shape) + PAD_LATENCY_ORIGINAL;
    if (shape->kind == COST_BUFFER)
        return sim_d_tile_delay(dram, original_bursts(shape->words), shape->write) +
               2 * SIM_D_PIPELINE_FILL; /* measured: the original adds it twice */
    if (shape->kind == COST_INDEX)
        return sim_d_index_delay(dram, SIM_D_LANES, sim_d_buffer_rows(shape->words),
                                 shape->write) + SIM_D_PIPELINE_FILL;
    return request_search_reset(costs->search, shape);
}

static struct request_delay pad_delay(const struct request_costs *costs,
                                      const struct request_shape *shape)
{
    cycle_t served = pad_lines(costs, shape) + PAD_LATENCY;
    return (struct request_delay){served, served};
}

static struct request_delay safe_delay(const struct request_costs *costs,
                                       const struct request_shape *shape)
{
    if (shape->kind == COST_PAD)
        return pad_delay(costs, shape);
    if (shape->kind == COST_INDEX)
        return request_index_delay(costs->numbers->dram, shape);
    return request_search(costs->search, shape);
}

/* ---- */

struct request_costs *request_costs_create(struct arena *arena,
                                           const struct sim_d_memory_numbers *numbers,
                                           enum cost_reading reading)
{
    struct request_costs *costs = arena_alloc(arena, sizeof *costs);
    *costs = (struct request_costs){.arena = arena, .numbers = numbers, .reading = reading};
    costs->search = request_search_create(arena, numbers->dram);
    costs->buckets = BUCKETS_MIN;
    costs->bucket = arena_array(arena, costs->buckets, sizeof(struct known *));
    costs->refresh = to_compute(costs, numbers->dram->rfc);
    return costs;
}

static struct request_cost original_cost(const struct request_costs *costs,
                                         const struct request_shape *shape)
{
    struct request_cost cost = {.dc = original_delay(costs, shape), .refresh = costs->refresh};
    cost.cc = to_compute(costs, cost.dc);
    return cost;
}

static struct request_cost safe_cost(const struct request_costs *costs,
                                     const struct request_shape *shape)
{
    struct request_delay delay = safe_delay(costs, shape);
    cycle_t refresh = shape->kind == COST_PAD ? 0 : costs->numbers->dram->rfc;
    if (delay.refreshed > delay.served)
        refresh = later(refresh, delay.refreshed - delay.served);
    return (struct request_cost){.dc = delay.served, .cc = worst_phase(costs, delay.served),
                                 .refresh = to_compute(costs, refresh)};
}

static struct request_cost compute(const struct request_costs *costs,
                                   const struct request_shape *shape)
{
    return costs->reading == COST_ORIGINAL ? original_cost(costs, shape)
                                           : safe_cost(costs, shape);
}

/* ---- costs that are known ---- */

static bool equal(const struct request_shape *a, const struct request_shape *b)
{
    return a->kind == b->kind && a->write == b->write && a->words == b->words &&
           a->period == b->period && a->count == b->count && a->lanes == b->lanes &&
           a->address_known == b->address_known && a->address == b->address &&
           a->step == b->step && a->pair_known == b->pair_known && a->pair == b->pair;
}

static struct known **bucket_of(const struct request_costs *costs,
                                const struct request_shape *shape)
{
    uint64_t hash = shape->kind * 2 + shape->write;
    const uint32_t values[] = {shape->words, shape->period, shape->count, shape->address};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        hash = (hash ^ values[i]) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
    }
    return &costs->bucket[hash & (costs->buckets - 1)];
}

/* Twice as many buckets. */
static void spread(struct request_costs *costs)
{
    struct known **before = costs->bucket;
    const uint32_t count = costs->buckets;
    costs->buckets = 2 * count;
    costs->bucket = arena_array(costs->arena, costs->buckets, sizeof(struct known *));
    for (uint32_t i = 0; i < count; i++) {
        for (struct known *known = before[i], *next; known != NULL; known = next) {
            struct known **bucket = bucket_of(costs, &known->shape);
            next = known->next;
            known->next = *bucket;
            *bucket = known;
        }
    }
}

static void keep(struct request_costs *costs, const struct request_shape *shape,
                 struct request_cost cost)
{
    if (costs->known++ == costs->buckets)
        spread(costs);
    struct known **bucket = bucket_of(costs, shape);
    struct known *known = arena_alloc(costs->arena, sizeof *known);
    *known = (struct known){*shape, cost, *bucket};
    *bucket = known;
}

/* Pairs of banks are alike (request_pattern.h): unless the active one is known, a tile has the same
 * cost 16 KiB further on. */
static struct request_shape moved(const struct request_costs *costs,
                                  const struct request_shape *shape)
{
    struct request_shape moved = *shape;
    if (costs->reading == COST_SAFE && shape->kind <= COST_SCALAR && !shape->pair_known)
        moved.address %= REQUEST_PAIR_BYTES;
    return moved;
}

/* Streams of known indexes are not kept. */
static struct request_cost find_or_compute(struct request_costs *costs,
                                           const struct request_shape *shape)
{
    if (shape->index != NULL)
        return compute(costs, shape);
    for (struct known *known = *bucket_of(costs, shape); known != NULL; known = known->next) {
        if (equal(&known->shape, shape))
            return known->cost;
    }
    struct request_cost cost = compute(costs, shape);
    if (request_search_verdict(costs->search) == WATCH_GO_ON)
        keep(costs, shape, cost);
    return cost;
}

struct request_cost request_cost(struct request_costs *costs, const struct request_shape *shape)
{
    const struct request_shape key = moved(costs, shape);
    struct request_cost cost = find_or_compute(costs, &key);
    costs->refresh = later(costs->refresh, cost.refresh);
    return cost;
}

void request_costs_set_watch(struct request_costs *costs, struct watch *watch)
{
    costs->watch = watch;
    request_search_set_watch(costs->search, watch);
}

enum wc_status request_costs_check(struct error *err, const struct request_costs *costs)
{
    static const char doing[] = "the longest times of requests were being searched";
    switch (request_search_verdict(costs->search)) {
    case WATCH_INTERRUPTED: return fail(err, WC_INTERRUPTED, "interrupted: %s", doing);
    case WATCH_TIME_OVER:
        return fail(err, WC_DEADLOCK, "no bound within %g s: %s", costs->watch->seconds, doing);
    default: return memory_check(err);
    }
}

cycle_t request_refresh_cost(const struct request_costs *costs)
{
    return costs->refresh;
}

cycle_t request_refresh_window(const struct request_costs *costs)
{
    enum { POSTPONED = 8 };
    return POSTPONED * (costs->numbers->dram->refi - costs->numbers->dram->rfc);
}
