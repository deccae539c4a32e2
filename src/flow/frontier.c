/* SPDX-License-Identifier: Apache-2.0 */
/* frontier.c - iterated dominance frontiers in linear time, after Sreedhar and Gao, "A linear time
 * algorithm for placing phi-nodes" (POPL 1995): nodes are taken deepest in the dominator tree
 * first; an edge that leaves a subtree to a node no deeper than its root ends in the frontier. */
#include "flow/graph.h"

#include <string.h>

struct frontier_walk {
    const struct graph *graph;
    const struct dominators *tree;
    uint32_t *child, *sibling; /* the dominator tree, downwards */
    uint32_t *waiting, *waiting_next; /* by depth: nodes still to be taken */
    uint32_t deepest;
    bool *taken, *walked, *found;
    uint32_t *stack;
};

static void frontier_push(struct frontier_walk *walk, uint32_t node)
{
    if (walk->taken[node] || !walk->tree->size[node])
        return;
    uint32_t depth = walk->tree->depth[node];
    walk->taken[node] = true;
    walk->waiting_next[node] = walk->waiting[depth];
    walk->waiting[depth] = node;
    if (depth > walk->deepest)
        walk->deepest = depth;
}

/* Visits every edge out of the subtree of `root` that no deeper root has visited. */
static void frontier_walk_subtree(struct frontier_walk *walk, uint32_t root)
{
    const struct graph *graph = walk->graph;
    uint32_t depth = 0;
    walk->stack[depth++] = root;
    walk->walked[root] = true;
    while (depth) {
        uint32_t node = walk->stack[--depth];
        for (uint32_t i = graph->succ_first[node]; i < graph->succ_first[node + 1]; i++) {
            uint32_t to = graph->succ[i];
            if (walk->tree->idom[to] == node || walk->tree->depth[to] > walk->tree->depth[root])
                continue;
            walk->found[to] = true;
            frontier_push(walk, to);
        }
        for (uint32_t child = walk->child[node]; child != NO_NODE; child = walk->sibling[child]) {
            if (!walk->walked[child]) {
                walk->walked[child] = true;
                walk->stack[depth++] = child;
            }
        }
    }
}

static uint32_t *node_array(struct arena *arena, uint32_t nodes, int fill)
{
    uint32_t *array = arena_array(arena, nodes, sizeof *array);
    memset(array, fill, nodes * sizeof *array);
    return array;
}

static void link_children(struct frontier_walk *walk)
{
    for (uint32_t node = walk->graph->nodes; node-- > 0;) {
        uint32_t above = walk->tree->idom[node];
        if (above == NO_NODE)
            continue;
        walk->sibling[node] = walk->child[above];
        walk->child[above] = node;
    }
}

uint32_t *graph_iterated_frontier(struct arena *arena, const struct graph *graph,
                                  const struct dominators *tree, const uint32_t *nodes,
                                  uint32_t node_count, uint32_t *count)
{
    uint32_t n = graph->nodes;
    struct frontier_walk walk = {.graph = graph, .tree = tree};
    walk.child = node_array(arena, n, 0xff);
    walk.sibling = node_array(arena, n, 0xff);
    walk.waiting = node_array(arena, n, 0xff);
    walk.waiting_next = node_array(arena, n, 0xff);
    walk.stack = node_array(arena, n, 0);
    walk.taken = arena_array(arena, n, sizeof *walk.taken);
    walk.walked = arena_array(arena, n, sizeof *walk.walked);
    walk.found = arena_array(arena, n, sizeof *walk.found);
    link_children(&walk);
    for (uint32_t i = 0; i < node_count; i++)
        frontier_push(&walk, nodes[i]);
    for (uint32_t depth = walk.deepest + 1; depth-- > 0;) {
        while (node_count && walk.waiting[depth] != NO_NODE) {
            uint32_t root = walk.waiting[depth];
            walk.waiting[depth] = walk.waiting_next[root];
            frontier_walk_subtree(&walk, root);
        }
    }
    uint32_t *out = arena_array(arena, n, sizeof *out);
    *count = 0;
    for (uint32_t node = 0; node < n; node++) {
        if (walk.found[node])
            out[(*count)++] = node;
    }
    return out;
}
