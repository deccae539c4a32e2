/* SPDX-License-Identifier: Apache-2.0 */
/* patterns.c - which way an annotated branch goes next. */
#include "bound/sim_d/patterns.h"

/* ---- loops ---- */

/* A call of a function that never returns does not leave a loop: its control stack is deeper. */
static bool leaves(const struct sim_d_graph *graph, const struct sim_d_loop *loop, uint32_t from,
                   uint32_t to)
{
    return loop->in[from] && !loop->in[to] &&
           graph->blocks[to].stack.depth <= graph->blocks[loop->head].stack.depth;
}

/* Of a loop, or of the program (NULL). `counts`: only the numbers of a job; patterns of branches
 * go on. */
static void start(const struct sim_d_graph *graph, const struct sim_d_loop *loop, bool counts,
                  uint32_t *positions)
{
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct sim_d_block *block = &graph->blocks[i];
        if (block->bound && (!loop || loop->in[i]) && (!counts || block->at_most))
            positions[block->counter] = block->bound->position;
    }
}

void sim_d_patterns_start(const struct sim_d_graph *graph, uint32_t *positions)
{
    start(graph, NULL, false, positions);
}

/* ---- branches ---- */

bool sim_d_pattern_allows(const struct sim_d_block *block, bool taken, const uint32_t *positions)
{
    const struct sas_bound *bound = block->bound;
    uint64_t cycle = (uint64_t)bound->taken + bound->not_taken;
    bool takes = cycle && positions[block->counter] % cycle < bound->taken;
    bool ends = block->at_most && taken != block->continues;
    return ends || taken == takes;
}

static void advance(const struct sim_d_block *block, const struct sim_d_edge *edge,
                    uint32_t *positions)
{
    const struct sas_bound *bound = block->bound;
    uint64_t cycle = (uint64_t)bound->taken + bound->not_taken;
    uint32_t *position = &positions[block->counter];
    *position = cycle ? (uint32_t)((*position + 1ull) % cycle) : 0;
    if (block->at_most && edge->taken != block->continues)
        *position = bound->position;
}

void sim_d_patterns_move(const struct sim_d_graph *graph, const struct sim_d_loops *loops,
                         const struct sim_d_block *block, const struct sim_d_edge *edge,
                         uint32_t *positions)
{
    uint32_t from = (uint32_t)(block - graph->blocks);
    if (block->bound)
        advance(block, edge, positions);
    for (uint32_t i = 0; i < loops->count; i++) {
        if (leaves(graph, &loops->list[i], from, edge->to))
            start(graph, &loops->list[i], block->bound != NULL, positions);
    }
}
