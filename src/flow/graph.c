/* SPDX-License-Identifier: Apache-2.0 */
/* graph.c - adjacency arrays, orders, and the reversed graph with its virtual exit. */
#include "flow/graph.h"

#include <string.h>

/* Counting sort of the edges by one end: first[] gets the ranges, list[] the other ends. */
static void fill_adjacency(const struct edge *edges, uint32_t count, uint32_t nodes, bool forward,
                           uint32_t *first, uint32_t *list)
{
    for (uint32_t i = 0; i < count; i++)
        first[(forward ? edges[i].from : edges[i].to) + 1]++;
    for (uint32_t n = 0; n < nodes; n++)
        first[n + 1] += first[n];
    for (uint32_t i = 0; i < count; i++)
        list[first[forward ? edges[i].from : edges[i].to]++] =
            forward ? edges[i].to : edges[i].from;
    memmove(first + 1, first, nodes * sizeof *first);
    first[0] = 0;
}

struct graph graph_make(struct arena *arena, uint32_t nodes, uint32_t entry,
                        const struct edge *edges, uint32_t count)
{
    struct graph graph = {.nodes = nodes, .edges = count, .entry = entry};
    graph.succ_first = arena_array(arena, nodes + 1u, sizeof *graph.succ_first);
    graph.pred_first = arena_array(arena, nodes + 1u, sizeof *graph.pred_first);
    graph.succ = arena_array(arena, count, sizeof *graph.succ);
    graph.pred = arena_array(arena, count, sizeof *graph.pred);
    fill_adjacency(edges, count, nodes, true, graph.succ_first, graph.succ);
    fill_adjacency(edges, count, nodes, false, graph.pred_first, graph.pred);
    return graph;
}

struct search {
    const struct graph *graph;
    uint32_t *stack, *next; /* open nodes, and by node the next successor to look at */
    bool *seen;
    uint32_t *finished; /* nodes in post order */
    uint32_t finished_count;
};

static struct search search_make(struct arena *arena, const struct graph *graph)
{
    struct search search = {.graph = graph};
    search.stack = arena_array(arena, graph->nodes, sizeof *search.stack);
    search.next = arena_array(arena, graph->nodes, sizeof *search.next);
    search.seen = arena_array(arena, graph->nodes, sizeof *search.seen);
    search.finished = arena_array(arena, graph->nodes, sizeof *search.finished);
    return search;
}

static void search_from(struct search *search, uint32_t start)
{
    const struct graph *graph = search->graph;
    if (search->seen[start])
        return;
    uint32_t depth = 0;
    search->stack[depth++] = start;
    search->seen[start] = true;
    search->next[start] = graph->succ_first[start];
    while (depth) {
        uint32_t node = search->stack[depth - 1];
        if (search->next[node] == graph->succ_first[node + 1]) {
            search->finished[search->finished_count++] = node;
            depth--;
            continue;
        }
        uint32_t to = graph->succ[search->next[node]++];
        if (!search->seen[to]) {
            search->seen[to] = true;
            search->next[to] = graph->succ_first[to];
            search->stack[depth++] = to;
        }
    }
}

struct node_order graph_reverse_post_order(struct arena *arena, const struct graph *graph)
{
    struct search search = search_make(arena, graph);
    if (graph->nodes)
        search_from(&search, graph->entry);
    struct node_order order = {.count = search.finished_count};
    order.node = arena_array(arena, order.count, sizeof *order.node);
    order.position = arena_array(arena, graph->nodes, sizeof *order.position);
    memset(order.position, 0xff, graph->nodes * sizeof *order.position);
    for (uint32_t i = 0; i < order.count; i++) {
        uint32_t node = search.finished[order.count - 1 - i];
        order.node[i] = node;
        order.position[node] = i;
    }
    return order;
}

/* Marks every node from which `start` can be reached. */
static void mark_backward(const struct graph *graph, uint32_t start, bool *marked, uint32_t *stack)
{
    if (marked[start])
        return;
    uint32_t depth = 0;
    stack[depth++] = start;
    marked[start] = true;
    while (depth) {
        uint32_t node = stack[--depth];
        for (uint32_t i = graph->pred_first[node]; i < graph->pred_first[node + 1]; i++) {
            if (!marked[graph->pred[i]]) {
                marked[graph->pred[i]] = true;
                stack[depth++] = graph->pred[i];
            }
        }
    }
}

struct graph graph_reversed(struct arena *arena, const struct graph *graph)
{
    uint32_t nodes = graph->nodes, count = 0;
    struct edge *edges = arena_array(arena, (size_t)graph->edges + nodes, sizeof *edges);
    bool *leaves = arena_array(arena, nodes, sizeof *leaves);
    for (uint32_t node = 0; node < nodes; node++) {
        for (uint32_t i = graph->succ_first[node]; i < graph->succ_first[node + 1]; i++)
            edges[count++] = (struct edge){graph->succ[i], node};
    }
    struct search search = search_make(arena, graph);
    for (uint32_t node = 0; node < nodes; node++) {
        if (graph->succ_first[node] == graph->succ_first[node + 1]) {
            mark_backward(graph, node, leaves, search.stack);
            edges[count++] = (struct edge){nodes, node};
        }
    }
    /* The first node that a search finishes is deepest in a part without an exit. */
    if (nodes)
        search_from(&search, graph->entry);
    for (uint32_t node = 0; node < nodes; node++)
        search_from(&search, node);
    for (uint32_t i = 0; i < nodes; i++) {
        uint32_t node = search.finished[i];
        if (!leaves[node]) {
            mark_backward(graph, node, leaves, search.stack);
            edges[count++] = (struct edge){nodes, node};
        }
    }
    return graph_make(arena, nodes + 1, nodes, edges, count);
}
