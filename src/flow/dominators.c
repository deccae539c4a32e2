/* SPDX-License-Identifier: Apache-2.0 */
/* dominators.c - the dominator tree after Lengauer and Tarjan, "A fast algorithm for finding
 * dominators in a flowgraph" (TOPLAS 1979), the variant with path compression only.
 *
 * The simpler iteration of Cooper, Harvey and Kennedy is quadratic on long chains with many back
 * edges, which an input file may contain; this one is O(edges log nodes). Internally, nodes are
 * numbered in depth-first order, so "smaller" means "found earlier". */
#include "flow/graph.h"

#include <string.h>

struct tarjan {
    uint32_t count;            /* reachable nodes */
    uint32_t *number, *vertex; /* node -> depth-first number and back */
    uint32_t *parent;          /* in the depth-first tree */
    uint32_t *semi, *idom;
    uint32_t *ancestor, *label; /* the forest of nodes already done */
    uint32_t *bucket, *bucket_next;
    uint32_t *stack;
};

static struct tarjan tarjan_make(struct arena *arena, uint32_t nodes)
{
    struct tarjan t = {0};
    uint32_t **arrays[] = {&t.number, &t.vertex,   &t.parent, &t.semi,        &t.idom,
                           &t.ancestor, &t.label, &t.bucket, &t.bucket_next, &t.stack};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        *arrays[i] = arena_array(arena, nodes, sizeof **arrays[i]);
        memset(*arrays[i], 0xff, nodes * sizeof **arrays[i]);
    }
    return t;
}

static void tarjan_visit(struct tarjan *t, uint32_t node, uint32_t parent)
{
    uint32_t n = t->count++;
    t->number[node] = n;
    t->vertex[n] = node;
    t->parent[n] = parent;
    t->semi[n] = t->label[n] = n;
}

static void tarjan_number(struct tarjan *t, struct arena *arena, const struct graph *graph)
{
    uint32_t *next = arena_array(arena, graph->nodes, sizeof *next);
    memcpy(next, graph->succ_first, graph->nodes * sizeof *next);
    uint32_t depth = 0;
    tarjan_visit(t, graph->entry, NO_NODE);
    t->stack[depth++] = graph->entry;
    while (depth) {
        uint32_t node = t->stack[depth - 1];
        if (next[node] == graph->succ_first[node + 1]) {
            depth--;
            continue;
        }
        uint32_t to = graph->succ[next[node]++];
        if (t->number[to] == NO_NODE) {
            tarjan_visit(t, to, t->number[node]);
            t->stack[depth++] = to;
        }
    }
}

/* The node with the smallest semidominator on the path from n up to the root of its tree. */
static uint32_t tarjan_min(struct tarjan *t, uint32_t n)
{
    if (t->ancestor[n] == NO_NODE)
        return n;
    uint32_t depth = 0;
    for (uint32_t at = n; t->ancestor[t->ancestor[at]] != NO_NODE; at = t->ancestor[at])
        t->stack[depth++] = at;
    while (depth) {
        uint32_t at = t->stack[--depth], above = t->ancestor[at];
        if (t->semi[t->label[above]] < t->semi[t->label[at]])
            t->label[at] = t->label[above];
        t->ancestor[at] = t->ancestor[above];
    }
    return t->label[n];
}

static void tarjan_solve(struct tarjan *t, const struct graph *graph)
{
    for (uint32_t n = t->count; n-- > 1;) {
        uint32_t node = t->vertex[n], parent = t->parent[n];
        for (uint32_t i = graph->pred_first[node]; i < graph->pred_first[node + 1]; i++) {
            uint32_t from = t->number[graph->pred[i]];
            if (from == NO_NODE)
                continue;
            uint32_t min = t->semi[tarjan_min(t, from)];
            if (min < t->semi[n])
                t->semi[n] = min;
        }
        t->bucket_next[n] = t->bucket[t->semi[n]];
        t->bucket[t->semi[n]] = n;
        t->ancestor[n] = parent;
        for (uint32_t m = t->bucket[parent]; m != NO_NODE; m = t->bucket_next[m]) {
            uint32_t min = tarjan_min(t, m);
            t->idom[m] = t->semi[min] < t->semi[m] ? min : parent;
        }
        t->bucket[parent] = NO_NODE;
    }
    for (uint32_t n = 1; n < t->count; n++) {
        if (t->idom[n] != t->semi[n])
            t->idom[n] = t->idom[t->idom[n]];
    }
}

/* Sizes bottom up, then pre-order numbers top down: a parent has the smaller number. */
static void number_tree(struct dominators *tree, const struct tarjan *t, uint32_t *free_number)
{
    for (uint32_t n = t->count; n-- > 0;) {
        uint32_t node = t->vertex[n];
        tree->size[node]++;
        if (n)
            tree->size[tree->idom[node]] += tree->size[node];
    }
    for (uint32_t n = 0; n < t->count; n++) {
        uint32_t node = t->vertex[n], above = tree->idom[node];
        if (n) {
            tree->enter[node] = free_number[above];
            tree->depth[node] = tree->depth[above] + 1;
            free_number[above] += tree->size[node];
        }
        free_number[node] = tree->enter[node] + 1;
    }
}

struct dominators graph_dominators(struct arena *arena, const struct graph *graph)
{
    uint32_t nodes = graph->nodes;
    struct dominators tree = {.nodes = nodes};
    tree.idom = arena_array(arena, nodes, sizeof *tree.idom);
    tree.depth = arena_array(arena, nodes, sizeof *tree.depth);
    tree.enter = arena_array(arena, nodes, sizeof *tree.enter);
    tree.size = arena_array(arena, nodes, sizeof *tree.size);
    memset(tree.idom, 0xff, nodes * sizeof *tree.idom);
    if (!nodes)
        return tree;
    struct tarjan t = tarjan_make(arena, nodes);
    tarjan_number(&t, arena, graph);
    tarjan_solve(&t, graph);
    for (uint32_t n = 1; n < t.count; n++)
        tree.idom[t.vertex[n]] = t.vertex[t.idom[n]];
    number_tree(&tree, &t, arena_array(arena, nodes, sizeof(uint32_t)));
    return tree;
}
