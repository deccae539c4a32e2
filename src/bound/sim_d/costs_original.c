/* SPDX-License-Identifier: Apache-2.0 */
/* costs_original.c - cold and warm simulation, as the original's analyser makes them.
 *
 * Known to be too small where an instruction behind a taken branch holds the divider, where a
 * reciprocal instruction delays an injected pop, and where a block is entered warm on other ways
 * than the linear one (docs/sim-d-wcet.md). */
#include "bound/sim_d/costs_parts.h"
#include "bound/sim_d/original_pipe.h"
#include "machine/sim_d/clock.h"

enum { BLOCK_END = 1 }; /* every block costs one cycle more than its parts (measured) */

static bool is_request(const struct insn *insn)
{
    return sim_d_class(insn) == SIM_D_CLASS_MEMORY;
}

/* ---- one block in an empty pipeline ---- */

static void simulate_cold(struct sim_d_costs *costs, uint32_t number)
{
    const struct sim_d_graph *graph = costs->graph;
    const struct sim_d_block *block = &graph->blocks[number];
    cycle_t *times = arena_array(graph->arena, block->count + 1u, sizeof *times);
    original_pipe_time(&costs->machine->clock->numbers, &graph->program->insns[block->first],
                       block->count, times);
    costs->blocks[number].cold = (int64_t)(times[block->count] - times[0]) + BLOCK_END;
}

/* ---- the program in linear order; requests empty the pipeline ---- */

/* A stretch between two requests; times[i]: of instruction first + i. */
static void note_warm(struct sim_d_costs *costs, uint32_t first, uint32_t end,
                      const cycle_t *times)
{
    const struct sim_d_graph *graph = costs->graph;
    for (uint32_t i = graph->block_of[first]; i < graph->count; i++) {
        const struct sim_d_block *block = &graph->blocks[i];
        uint32_t last = sim_d_last(block);
        if (block->first >= end)
            break;
        costs->blocks[i].warm =
            (int64_t)(times[last + 1 - first] - times[block->first - first]) + BLOCK_END;
    }
}

static void simulate_warm(struct sim_d_costs *costs)
{
    const struct sim_d_graph *graph = costs->graph;
    const struct program *program = graph->program;
    cycle_t *times = arena_array(graph->arena, program->count + 1u, sizeof *times);
    for (uint32_t first = 0, end; first < program->count; first = end) {
        for (end = first; end < program->count && !is_request(&program->insns[end]);)
            end++;
        end += end < program->count;
        original_pipe_time(&costs->machine->clock->numbers, &program->insns[first], end - first,
                           times);
        note_warm(costs, first, end, times);
    }
}

void sim_d_costs_original(struct sim_d_costs *costs)
{
    for (uint32_t i = 0; i < costs->graph->count; i++)
        simulate_cold(costs, i);
    simulate_warm(costs);
}

/* ---- edges ---- */

/* A flush; a division then needs so much longer to its write-back. */
static int64_t flush_cost(const struct sim_d_costs *costs, uint32_t to)
{
    const struct sim_d_graph *graph = costs->graph;
    const struct sim_d_clock_numbers *n = &costs->machine->clock->numbers;
    const struct insn *first = &graph->program->insns[graph->blocks[to].first];
    bool divides = sim_d_class(first) == SIM_D_CLASS_DIVIDE && n->divider > n->execute;
    return (int64_t)costs->depth + (divides ? n->divider - n->execute : 0);
}

/* SIMD-71. */
static int64_t pop_cost(const struct sim_d_costs *costs, const struct sim_d_edge *edge)
{
    const int64_t each = SIM_D_COLUMNS + 1;
    return (edge->pops - 1) * ((int64_t)costs->depth + each) + flush_cost(costs, edge->to) + each;
}

int64_t sim_d_edge_original(const struct sim_d_costs *costs, uint32_t block,
                            const struct sim_d_edge *edge)
{
    const struct sim_d_block_costs *of = &costs->blocks[block];
    switch ((enum sim_d_edge_kind)edge->kind) {
    case SIM_D_EDGE_RESUME: return of->warm + flush_cost(costs, edge->to);
    case SIM_D_EDGE_JUMP: return of->cold + flush_cost(costs, edge->to);
    case SIM_D_EDGE_POP: return of->cold + pop_cost(costs, edge);
    default: return of->warm;
    }
}
