/* SPDX-License-Identifier: Apache-2.0 */
/* request_cost.c - readings, kinds and clocks of a request's worst case. */
#include "bound/sim_d/request_cost.h"

#include <string.h>

#include "base/arena.h"
#include "bound/sim_d/request_search.h"
#include "machine/sim_d/closed_form.h"
#include "machine/sim_d/sequencer.h"

/* Cycles of the machine that are no part of a request's service (machine/sim_d/memory.c). */
enum { CROSSING = 3 /* DC */, SENT_EARLY = 3 /* CC before write-back */ };
enum { PAD_LATENCY = 3, PAD_LATENCY_ORIGINAL = 1 };

struct known_cost {
    struct request_shape shape;
    struct request_cost cost;
    struct known_cost *next;
};

struct request_costs {
    struct arena *arena;
    const struct sim_d_memory_numbers *numbers;
    enum cost_reading reading;
    struct known_cost *known;
};

struct request_costs *request_costs_create(struct arena *arena,
                                           const struct sim_d_memory_numbers *numbers,
                                           enum cost_reading reading)
{
    struct request_costs *costs = arena_alloc(arena, sizeof *costs);
    *costs = (struct request_costs){.arena = arena, .numbers = numbers, .reading = reading};
    return costs;
}

/* ---- clocks ---- */

static cycle_t to_compute(const struct request_costs *costs, cycle_t dc)
{
    return sim_d_in_compute_cycles(dc, costs->numbers->dram->mhz, costs->numbers->compute_mhz);
}

/* From write-back, if the request is sent in a cycle of this phase and nothing is before it. */
static cycle_t alone(const struct request_costs *costs, cycle_t dc, uint32_t phase)
{
    const uint32_t dram = costs->numbers->dram->mhz, compute = costs->numbers->compute_mhz;
    cycle_t sent = ((cycle_t)phase * dram + compute - 1) / compute;
    return to_compute(costs, sent + CROSSING + dc) - phase - SENT_EARLY;
}

/* The phases of the two clocks repeat after `compute_mhz` cycles at the latest. */
static cycle_t worst_phase(const struct request_costs *costs, cycle_t dc)
{
    cycle_t worst = to_compute(costs, dc);
    for (uint32_t phase = 0; phase < costs->numbers->compute_mhz; phase++) {
        cycle_t cc = alone(costs, dc, phase);
        worst = later(worst, (int64_t)cc < 0 ? 0 : cc);
    }
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

/* A8: the count of the original, for any alignment. */
static uint64_t original_bursts(uint64_t words)
{
    return (words * SIM_D_WORD_BYTES + 56) / 64 + 1;
}

static cycle_t original_delay(const struct request_costs *costs, const struct request_shape *shape)
{
    const struct ddr4_numbers *dram = costs->numbers->dram;
    switch (shape->kind) {
    case COST_BUFFER:
        return sim_d_tile_delay(dram, original_bursts(shape->words), shape->write) +
               SIM_D_PIPELINE_FILL;
    case COST_INDEX:
        return sim_d_index_delay(dram, SIM_D_LANES, sim_d_buffer_rows(shape->words),
                                 shape->write) + SIM_D_PIPELINE_FILL;
    case COST_PAD:
        return pad_lines(costs, shape) + PAD_LATENCY_ORIGINAL;
    default:
        return request_search_reset(dram, shape);
    }
}

static cycle_t safe_delay(const struct request_costs *costs, const struct request_shape *shape)
{
    const struct ddr4_numbers *dram = costs->numbers->dram;
    if (shape->kind == COST_PAD)
        return pad_lines(costs, shape) + PAD_LATENCY;
    if (shape->kind == COST_INDEX)
        return request_index_delay(dram, shape);
    return request_search(dram, shape);
}

static struct request_cost compute_cost(const struct request_costs *costs,
                                        const struct request_shape *shape)
{
    struct request_cost cost;
    bool original = costs->reading == COST_ORIGINAL;
    cost.dc = original ? original_delay(costs, shape) : safe_delay(costs, shape);
    cost.cc = original ? to_compute(costs, cost.dc) : worst_phase(costs, cost.dc);
    return cost;
}

static bool equal(const struct request_shape *a, const struct request_shape *b)
{
    return a->kind == b->kind && a->write == b->write && a->words == b->words &&
           a->period == b->period && a->count == b->count && a->lanes == b->lanes &&
           a->address_known == b->address_known && a->address == b->address &&
           a->pair_known == b->pair_known && a->pair == b->pair &&
           a->no_refresh == b->no_refresh && a->index == b->index && a->enabled == b->enabled;
}

struct request_cost request_cost(struct request_costs *costs, const struct request_shape *shape)
{
    for (struct known_cost *known = costs->known; known != NULL; known = known->next) {
        if (equal(&known->shape, shape))
            return known->cost;
    }
    struct known_cost *known = arena_alloc(costs->arena, sizeof *known);
    *known = (struct known_cost){*shape, compute_cost(costs, shape), costs->known};
    costs->known = known;
    return known->cost;
}

cycle_t request_refresh_cost(const struct request_costs *costs)
{
    return to_compute(costs, costs->numbers->dram->rfc);
}

cycle_t request_refresh_window(const struct request_costs *costs)
{
    enum { POSTPONED = 8 };
    return POSTPONED * (costs->numbers->dram->refi - costs->numbers->dram->rfc);
}
