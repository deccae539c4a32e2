/* SPDX-License-Identifier: Apache-2.0 */
/* costs.c - what of the costs both readings share. */
#include "bound/sim_d/costs.h"

#include "bound/sim_d/costs_parts.h"
#include "machine/sim_d/clock.h"
#include "machine/sim_d/straight.h"

void sim_d_costs_make(struct sim_d_costs *costs, const struct sim_d_machine *machine,
                      const struct sim_d_graph *graph)
{
    const struct sim_d_clock_numbers *n = &machine->clock->numbers;
    *costs = (struct sim_d_costs){.machine = machine, .graph = graph,
                                  .depth = n->decode + n->execute,
                                  .next_pop = sim_d_next_pop(machine)};
    costs->blocks = arena_array(graph->arena, graph->count, sizeof *costs->blocks);
    if (graph->original)
        sim_d_costs_original(costs);
    else
        sim_d_costs_safe(costs);
}

int64_t sim_d_start_cost(const struct sim_d_costs *costs)
{
    return (int64_t)(costs->graph->original ? costs->depth : costs->blocks[0].flushed);
}

struct sim_d_way sim_d_way_cost(const struct sim_d_costs *costs, uint32_t block,
                                const struct sim_d_edge *edge)
{
    if (costs->graph->original)
        return (struct sim_d_way){.before = sim_d_edge_original(costs, block, edge)};
    return (struct sim_d_way){.after = sim_d_edge_safe(costs, block, edge)};
}

/* The slot is free one cycle after the write-back of the exit. */
int64_t sim_d_end_cost(const struct sim_d_costs *costs)
{
    return costs->graph->original ? 0 : 1;
}
