/* SPDX-License-Identifier: Apache-2.0 */
/* loops.c - natural loops as a forest, and the edges that make a cycle irreducible.
 *
 * Headers are visited from the innermost outwards (a header precedes the headers inside it in
 * reverse post order). A backward walk from the latches claims the nodes that no inner loop owns
 * and skips inner loops as a whole, by the outermost loop found so far (union-find). */
#include "flow/graph.h"

#include <string.h>

struct loop_walk {
    const struct graph *graph;
    const struct node_order *order;
    const struct dominators *tree;
    struct loops *loops;
    uint32_t *outermost; /* by loop: an outer loop, itself if there is none yet */
    uint32_t *stack;
    uint32_t depth;
};

static bool is_back_edge(const struct loop_walk *walk, uint32_t from, uint32_t to)
{
    return dominates(walk->tree, to, from);
}

static uint32_t find_outermost(uint32_t *outermost, uint32_t loop)
{
    while (outermost[loop] != loop) {
        outermost[loop] = outermost[outermost[loop]];
        loop = outermost[loop];
    }
    return loop;
}

/* Adds one node to the loop, or the whole inner loop it already belongs to. */
static void claim(struct loop_walk *walk, uint32_t loop, uint32_t node)
{
    struct loops *loops = walk->loops;
    if (walk->order->position[node] == NO_NODE)
        return;
    if (loops->of[node] == NO_NODE) {
        loops->of[node] = loop;
        walk->stack[walk->depth++] = node;
        return;
    }
    uint32_t inner = find_outermost(walk->outermost, loops->of[node]);
    if (inner == loop)
        return;
    loops->loop[inner].parent = loop;
    walk->outermost[inner] = loop;
    walk->stack[walk->depth++] = loops->loop[inner].header;
}

static void collect_members(struct loop_walk *walk, uint32_t loop)
{
    const struct graph *graph = walk->graph;
    uint32_t header = walk->loops->loop[loop].header;
    walk->loops->of[header] = loop;
    for (uint32_t i = graph->pred_first[header]; i < graph->pred_first[header + 1]; i++) {
        if (is_back_edge(walk, graph->pred[i], header))
            claim(walk, loop, graph->pred[i]);
    }
    while (walk->depth) {
        uint32_t node = walk->stack[--walk->depth];
        for (uint32_t i = graph->pred_first[node]; i < graph->pred_first[node + 1]; i++)
            claim(walk, loop, graph->pred[i]);
    }
}

/* Retreating edges: to a header they make a loop, elsewhere the flow is irreducible. */
static void find_headers(struct loop_walk *walk, struct arena *arena)
{
    const struct graph *graph = walk->graph;
    struct loops *loops = walk->loops;
    for (uint32_t p = 0; p < walk->order->count; p++) {
        uint32_t node = walk->order->node[p], latches = 0;
        for (uint32_t i = graph->pred_first[node]; i < graph->pred_first[node + 1]; i++) {
            uint32_t from = graph->pred[i], at = walk->order->position[from];
            if (at == NO_NODE || at < p)
                continue;
            if (is_back_edge(walk, from, node)) {
                latches++;
                continue;
            }
            loops->irreducible = arena_grow(arena, loops->irreducible, loops->irreducible_count,
                                            sizeof *loops->irreducible);
            loops->irreducible[loops->irreducible_count++] = (struct edge){from, node};
        }
        if (!latches)
            continue;
        loops->loop = arena_grow(arena, loops->loop, loops->count, sizeof *loops->loop);
        loops->loop[loops->count++] =
            (struct loop){.header = node, .parent = NO_NODE, .latches = latches};
    }
}

static void number_forest(struct loops *loops, uint32_t *free_number)
{
    for (uint32_t i = loops->count; i-- > 0;) {
        struct loop *loop = &loops->loop[i];
        loop->size++;
        if (loop->parent != NO_NODE)
            loops->loop[loop->parent].size += loop->size;
    }
    uint32_t roots = 0;
    for (uint32_t i = 0; i < loops->count; i++) {
        struct loop *loop = &loops->loop[i];
        uint32_t *place = loop->parent == NO_NODE ? &roots : &free_number[loop->parent];
        loop->depth = loop->parent == NO_NODE ? 1 : loops->loop[loop->parent].depth + 1;
        loop->enter = *place;
        *place += loop->size;
        free_number[i] = loop->enter + 1;
    }
}

struct loops graph_loops(struct arena *arena, const struct graph *graph,
                         const struct node_order *order, const struct dominators *tree)
{
    struct loops loops = {0};
    struct loop_walk walk = {.graph = graph, .order = order, .tree = tree, .loops = &loops};
    loops.of = arena_array(arena, graph->nodes, sizeof *loops.of);
    memset(loops.of, 0xff, graph->nodes * sizeof *loops.of);
    find_headers(&walk, arena);
    walk.stack = arena_array(arena, (size_t)graph->nodes + loops.count, sizeof *walk.stack);
    walk.outermost = arena_array(arena, loops.count, sizeof *walk.outermost);
    for (uint32_t i = loops.count; i-- > 0;) {
        walk.outermost[i] = i;
        collect_members(&walk, i);
    }
    number_forest(&loops, arena_array(arena, loops.count, sizeof(uint32_t)));
    return loops;
}
