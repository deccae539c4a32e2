/* SPDX-License-Identifier: Apache-2.0 */
/* loops.c - numbers of iterations that a job gives.
 *
 * An annotation says how often exactly a branch is taken; a job's number replaces the one in it,
 * because jobs of one program have different sizes. Without an annotation the job's number is a
 * max, and the loop may also end earlier. */
#include "bound/engine/walk.h"
#include "bound/sim_d/graph.h"

/* The branch of a loop that decides about another iteration. */
struct loop_branch {
    uint32_t block;
    bool continues; /* when it is taken */
};

static bool is_branch(const struct sim_d_graph *graph, uint32_t number)
{
    return graph->program->insns[sim_d_last(&graph->blocks[number])].role == ROLE_BRANCH;
}

static bool leads_to(const struct sim_d_block *block, uint32_t to)
{
    for (uint32_t i = 0; i < block->edge_count; i++) {
        if (block->edges[i].to == to)
            return true;
    }
    return false;
}

/* The last block that leads back to the header. */
static uint32_t find_latch(const struct sim_d_graph *graph, uint32_t header)
{
    for (uint32_t i = graph->count; i-- > header;) {
        if (leads_to(&graph->blocks[i], header))
            return i;
    }
    return SIM_D_NO_BLOCK;
}

static bool jumps_out(const struct sim_d_graph *graph, uint32_t number, uint32_t header,
                      uint32_t latch)
{
    const struct sim_d_block *block = &graph->blocks[number];
    for (uint32_t i = 0; is_branch(graph, number) && i < block->edge_count; i++) {
        uint32_t to = block->edges[i].to;
        if (block->edges[i].taken && (to < header || to > latch))
            return true;
    }
    return false;
}

static bool find_test(const struct sim_d_graph *graph, uint32_t header, struct loop_branch *out)
{
    uint32_t latch = find_latch(graph, header);
    if (latch == SIM_D_NO_BLOCK)
        return false;
    if (is_branch(graph, latch)) {
        *out = (struct loop_branch){latch, true};
        return true;
    }
    for (uint32_t i = header; i < latch; i++) {
        if (jumps_out(graph, i, header, latch)) {
            *out = (struct loop_branch){i, false};
            return true;
        }
    }
    return false;
}

/* A loop that is tested at its end jumps back one time less than it runs. */
static void give(struct sim_d_graph *graph, const struct loop_branch *test, uint64_t iterations)
{
    struct sim_d_block *block = &graph->blocks[test->block];
    struct sas_bound *bound = arena_alloc(graph->arena, sizeof *bound);
    uint32_t count = iterations > UINT32_MAX ? UINT32_MAX : (uint32_t)iterations;
    *bound = (struct sas_bound){.kind = SAS_BRANCH_CYCLE, .insn = sim_d_last(block)};
    if (test->continues) {
        bound->taken = count ? count - 1 : 0;
        bound->not_taken = 1;
    } else {
        bound->not_taken = count;
        bound->taken = bound->position = 1;
    }
    if (!block->bound) {
        block->counter = graph->counters++;
        block->at_most = true;
        block->continues = test->continues;
    }
    block->bound = bound;
}

void sim_d_graph_take_loops(struct sim_d_graph *graph, const struct walk_bounds *loops)
{
    for (size_t i = 0; i < loops->count; i++) {
        const struct walk_bound *loop = &loops->list[i];
        struct loop_branch test;
        if (!find_test(graph, graph->block_of[loop->header], &test))
            continue;
        give(graph, &test, loop->iterations);
        if (loops->used)
            loops->used[i] = true;
    }
}
