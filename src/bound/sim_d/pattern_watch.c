/* SPDX-License-Identifier: Apache-2.0 */
/* pattern_watch.c - follows the work-groups of a run through the graph. */
#include "bound/sim_d/pattern_watch.h"

#include <inttypes.h>
#include <string.h>

#include "bound/engine/bound.h"
#include "bound/sim_d/patterns.h"
#include "machine/sim_d/model.h"

/* The work-group of a slot. */
struct follower {
    bool lost;
    bool at_end; /* the last instruction of its block is executed ... */
    bool taken;  /* ... and jumps */
    uint32_t block;
    uint32_t *positions;  /* by counter */
    uint64_t *executions; /* by counter */
};

struct deviation {
    uint64_t groups;
    uint64_t execution; /* of the first one: where ... */
    bool taken;         /* ... and what it did */
};

struct sim_d_pattern_watch {
    struct sim_d_graph graph;
    struct sim_d_loops loops;
    struct follower slot[SIM_D_SLOTS];
    struct deviation *deviation; /* by counter */
};

/* ---- following ---- */

void sim_d_pattern_watch_start(struct sim_d_pattern_watch *watch, uint32_t slot)
{
    struct follower *f = &watch->slot[slot];
    f->lost = f->at_end = f->taken = false;
    f->block = 0;
    memset(f->executions, 0, watch->graph.counters * sizeof *f->executions);
    sim_d_patterns_start(&watch->graph, f->positions);
}

static bool is_branch(const struct sim_d_graph *graph, const struct sim_d_block *block)
{
    return graph->program->insns[sim_d_last(block)].role == ROLE_BRANCH;
}

static const struct sim_d_edge *find_edge(const struct sim_d_graph *graph,
                                          const struct follower *f, uint32_t to)
{
    const struct sim_d_block *block = &graph->blocks[f->block];
    for (uint32_t i = 0; i < block->edge_count; i++) {
        const struct sim_d_edge *edge = &block->edges[i];
        if (edge->to == to && (!is_branch(graph, block) || edge->taken == f->taken))
            return edge;
    }
    return NULL;
}

/* The parts of a vector instruction are one execution: only a branch leads to its own block. */
static bool enters(const struct sim_d_graph *graph, const struct follower *f, uint32_t index)
{
    const struct sim_d_block *block = &graph->blocks[f->block];
    return graph->block_of[index] != f->block ||
           (f->at_end && index == block->first && is_branch(graph, block));
}

static void enter(struct sim_d_pattern_watch *watch, struct follower *f, uint32_t to)
{
    const struct sim_d_graph *graph = &watch->graph;
    const struct sim_d_edge *edge = find_edge(graph, f, to);
    f->lost = !edge;
    if (edge)
        sim_d_patterns_move(graph, &watch->loops, &graph->blocks[f->block], edge, f->positions);
    f->block = to;
    f->at_end = false;
}

static void check(struct sim_d_pattern_watch *watch, struct follower *f,
                  const struct sim_d_block *block)
{
    struct deviation *deviation = &watch->deviation[block->counter];
    const uint64_t execution = ++f->executions[block->counter];
    if (sim_d_pattern_allows(block, f->taken, f->positions))
        return;
    if (!deviation->groups++) {
        deviation->execution = execution;
        deviation->taken = f->taken;
    }
    f->lost = true;
}

void sim_d_pattern_watch_step(struct sim_d_pattern_watch *watch, uint32_t slot, uint32_t index,
                              bool taken)
{
    struct follower *f = &watch->slot[slot];
    const struct sim_d_graph *graph = &watch->graph;
    if (!f->lost && enters(graph, f, index))
        enter(watch, f, graph->block_of[index]);
    const struct sim_d_block *block = &graph->blocks[f->block];
    if (f->lost || index != sim_d_last(block))
        return;
    f->at_end = true;
    f->taken = taken;
    if (block->bound)
        check(watch, f, block);
}

/* ---- comparing ---- */

/* A number of the job has replaced the annotation, or there is none. */
static bool is_from_job(const struct sim_d_graph *graph, const struct sas_bound *bound)
{
    const struct sas_program *sas = graph->program->image->sas;
    return bound < sas->bounds || bound >= sas->bounds + sas->bound_count;
}

static const char *describe(struct arena *arena, const struct sim_d_graph *graph,
                            const struct sim_d_block *block)
{
    const struct sas_bound *bound = block->bound;
    if (is_from_job(graph, bound))
        return arena_format(arena, "work-groups that run %s %" PRIu64 " iterations, as the job "
                            "says, in the loop", block->at_most ? "more than" : "other than",
                            bound->position ? bound->not_taken : bound->taken + UINT64_C(1));
    return arena_format(arena, "work-groups that do not follow '#bound branchcycle %" PRIu32
                        " %" PRIu32 " %" PRIu32 "'", bound->taken, bound->not_taken,
                        bound->position);
}

void sim_d_pattern_watch_compare(const struct sim_d_pattern_watch *watch, uint32_t index,
                                 struct expectations *out)
{
    const struct sim_d_graph *graph = &watch->graph;
    const struct sim_d_block *block = &graph->blocks[graph->block_of[index]];
    if (!block->bound || !block->reached || index != sim_d_last(block))
        return;
    const struct deviation *seen = &watch->deviation[block->counter];
    const char *first = seen->groups ? arena_format(out->arena, "in execution %" PRIu64 " the "
                                                    "branch was %staken", seen->execution,
                                                    seen->taken ? "" : "not ")
                                     : NULL;
    expectations_add(out, (struct expectation){describe(out->arena, graph, block),
                                               bound_place(out->arena, graph->program, index),
                                               first, 0, seen->groups, .stated = true});
}

/* ---- making ---- */

static void *copy(struct arena *arena, const void *from, size_t count, size_t bytes_each)
{
    void *to = arena_array(arena, count ? count : 1, bytes_each);
    if (count)
        memcpy(to, from, count * bytes_each);
    return to;
}

/* The analysis frees its graph before the run. */
static struct sim_d_graph copy_graph(struct arena *arena, const struct sim_d_graph *from)
{
    struct sim_d_graph graph = *from;
    graph.arena = arena;
    graph.blocks = copy(arena, from->blocks, from->count, sizeof *from->blocks);
    graph.block_of = copy(arena, from->block_of, from->program->count, sizeof *from->block_of);
    for (uint32_t i = 0; i < graph.count; i++) {
        struct sim_d_block *block = &graph.blocks[i];
        block->edges = copy(arena, block->edges, block->edge_count, sizeof *block->edges);
        if (block->bound && is_from_job(from, block->bound))
            block->bound = copy(arena, block->bound, 1, sizeof *block->bound);
    }
    return graph;
}

struct sim_d_pattern_watch *sim_d_pattern_watch_new(struct arena *arena,
                                                    const struct sim_d_graph *graph)
{
    if (!graph->counters)
        return NULL;
    struct sim_d_pattern_watch *watch = arena_alloc(arena, sizeof *watch);
    *watch = (struct sim_d_pattern_watch){.graph = copy_graph(arena, graph)};
    watch->loops = sim_d_find_loops(&watch->graph);
    watch->deviation = arena_array(arena, graph->counters, sizeof *watch->deviation);
    for (uint32_t i = 0; i < SIM_D_SLOTS; i++) {
        struct follower *f = &watch->slot[i];
        f->positions = arena_array(arena, graph->counters, sizeof *f->positions);
        f->executions = arena_array(arena, graph->counters, sizeof *f->executions);
        sim_d_pattern_watch_start(watch, i);
    }
    return watch;
}
