/* SPDX-License-Identifier: Apache-2.0 */
/* costs_safe.c - the time of every run, split by blocks.
 *
 * A run starts where a flush leads to: at the start of the program, at targets of jumps and pops,
 * and after requests. It goes on through blocks that fall into the next one. */
#include "bound/sim_d/costs_parts.h"
#include "machine/sim_d/clock.h"
#include "machine/sim_d/straight.h"

static bool falls_through(const struct sim_d_block *block)
{
    for (uint32_t i = 0; i < block->edge_count; i++) {
        if (block->edges[i].kind == SIM_D_EDGE_NEXT)
            return true;
    }
    return false;
}

static bool pops(const struct sim_d_block *block)
{
    for (uint32_t i = 0; i < block->edge_count; i++) {
        if (block->edges[i].kind == SIM_D_EDGE_POP)
            return true;
    }
    return false;
}

/* Whether a division can have been fetched behind a block and be in the divider when it is
 * flushed. */
static bool leaves_division(const struct sim_d_costs *costs, const struct sim_d_block *block)
{
    const struct program *program = costs->graph->program;
    uint32_t last = sim_d_last(block);
    for (uint32_t i = last + 1; i <= last + costs->depth && i < program->count; i++) {
        if (sim_d_class(&program->insns[i]) == SIM_D_CLASS_DIVIDE)
            return true;
    }
    return false;
}

/* Behind any flush: the other slot's flush, too, is followed by this slot's run. */
static cycle_t divider_max(const struct sim_d_costs *costs)
{
    const struct sim_d_graph *graph = costs->graph;
    for (uint32_t i = 0; i < graph->count; i++) {
        if (graph->blocks[i].reached && leaves_division(costs, &graph->blocks[i]))
            return sim_d_divider_max(costs->machine);
    }
    return 0;
}

/* The block that ends the run that starts with block `number`. */
static uint32_t end_of_run(const struct sim_d_graph *graph, uint32_t number)
{
    while (number + 1 < graph->count && falls_through(&graph->blocks[number]))
        number++;
    return number;
}

static cycle_t time_pop(const struct sim_d_costs *costs, cycle_t divider, uint32_t first,
                        uint32_t mask)
{
    enum { SHADOW = 64 }; /* more instructions than are fetched before the pop */
    const struct program *program = costs->graph->program;
    uint32_t end = mask + SHADOW < program->count ? mask + SHADOW : program->count;
    return sim_d_time_pop(costs->machine, divider, &program->insns[first], end - first,
                          mask - first);
}

static void note_run(struct sim_d_costs *costs, cycle_t divider, uint32_t start,
                     uint32_t end, const struct sim_d_times *times)
{
    const struct sim_d_graph *graph = costs->graph;
    uint32_t first = graph->blocks[start].first;
    cycle_t before = 0;
    for (uint32_t i = start; i <= end; i++) {
        struct sim_d_block_costs *of = &costs->blocks[i];
        uint32_t last = sim_d_last(&graph->blocks[i]);
        cycle_t now = times[last - first].last;
        if (i == start)
            of->flushed = later(of->flushed, now + costs->drop);
        else
            of->inside = later(of->inside, now - before);
        if (pops(&graph->blocks[i]))
            of->pop = later(of->pop, time_pop(costs, divider, first, last) - now);
        before = now;
    }
}

static void time_run(struct sim_d_costs *costs, cycle_t divider, uint32_t start)
{
    const struct sim_d_graph *graph = costs->graph;
    uint32_t first = graph->blocks[start].first, end = end_of_run(graph, start);
    uint32_t count = sim_d_last(&graph->blocks[end]) + 1 - first;
    struct sim_d_times *times = arena_array(graph->arena, count, sizeof *times);
    sim_d_time_straight(costs->machine, divider, &graph->program->insns[first], count, times);
    note_run(costs, divider, start, end, times);
}

/* With compat=original one part survives a flush (machine/sim_d/flush.c): what comes after it can
 * wait for its write-back, or for the divider. */
static cycle_t drop_of(const struct sim_d_costs *costs)
{
    const struct sim_d_machine *m = costs->machine;
    if (!m->numbers.original || m->clock->numbers.decode == 1)
        return 0;
    return m->clock->stages + 1 + m->clock->numbers.divider;
}

void sim_d_costs_safe(struct sim_d_costs *costs)
{
    const struct sim_d_graph *graph = costs->graph;
    bool *starts = arena_array(graph->arena, graph->count, sizeof *starts);
    const cycle_t max = divider_max(costs);
    costs->drop = drop_of(costs);
    starts[0] = true;
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct sim_d_block *block = &graph->blocks[i];
        for (uint32_t k = 0; k < block->edge_count; k++)
            starts[block->edges[k].to] |= block->edges[k].kind != SIM_D_EDGE_NEXT;
    }
    for (uint32_t i = 0; i < graph->count; i++) {
        for (cycle_t divider = 0; starts[i] && divider <= max; divider++)
            time_run(costs, divider, i);
    }
}

int64_t sim_d_edge_safe(const struct sim_d_costs *costs, uint32_t block,
                        const struct sim_d_edge *edge)
{
    const struct sim_d_block_costs *to = &costs->blocks[edge->to];
    cycle_t pops = 0;
    if (edge->kind == SIM_D_EDGE_POP)
        pops = costs->blocks[block].pop + (edge->pops - 1u) * costs->next_pop;
    else
        pops = edge->pops * costs->next_pop;
    return (int64_t)(pops + (edge->kind == SIM_D_EDGE_NEXT ? to->inside : to->flushed));
}
