/* SPDX-License-Identifier: Apache-2.0 */
/* region_graph.c - comparing and keeping graphs of regions. */
#include "bound/engine/region_graph.h"

#include <string.h>

static bool nodes_equal(const struct region_node *a, const struct region_node *b)
{
    return a->call == b->call && a->index == b->index && a->executed == b->executed &&
           a->has_access == b->has_access && a->unpaired == b->unpaired;
}

bool region_graph_equal(const struct region_graph *a, const struct region_graph *b)
{
    if (a->node_count != b->node_count || a->edge_count != b->edge_count ||
        a->loop_count != b->loop_count || a->exit != b->exit)
        return false;
    for (uint32_t i = 0; i < a->node_count; i++) {
        if (!nodes_equal(&a->nodes[i], &b->nodes[i]))
            return false;
    }
    for (uint32_t i = 0; i < a->loop_count; i++) {
        if (a->loops[i].header != b->loops[i].header ||
            a->loops[i].iterations != b->loops[i].iterations)
            return false;
    }
    return memcmp(a->accesses, b->accesses, a->node_count * a->access_bytes) == 0 &&
           memcmp(a->edges, b->edges, a->edge_count * sizeof *a->edges) == 0;
}

static uint64_t hash_add(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
    return hash ^ hash >> 29;
}

static uint64_t hash_access(uint64_t hash, const void *access, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += sizeof hash) {
        uint64_t word = 0;
        size_t left = bytes - at;
        memcpy(&word, (const char *)access + at, left < sizeof word ? left : sizeof word);
        hash = hash_add(hash, word);
    }
    return hash;
}

uint64_t region_graph_hash(const struct region_graph *graph)
{
    uint64_t hash = graph->exit;
    for (uint32_t i = 0; i < graph->node_count; i++) {
        const struct region_node *node = &graph->nodes[i];
        hash = hash_add(hash, (uint64_t)node->call << 32 | node->index);
        if (node->has_access)
            hash = hash_access(hash, region_graph_access(graph, i), graph->access_bytes);
    }
    for (uint32_t i = 0; i < graph->edge_count; i++)
        hash = hash_add(hash, (uint64_t)graph->edges[i].from << 32 | graph->edges[i].to);
    for (uint32_t i = 0; i < graph->loop_count; i++)
        hash = hash_add(hash, graph->loops[i].iterations);
    return hash;
}

static void *copy(struct arena *arena, const void *array, uint32_t count, size_t size)
{
    void *out = arena_array(arena, count, size);
    if (count)
        memcpy(out, array, count * size);
    return out;
}

struct region_graph region_graph_copy(struct arena *arena, const struct region_graph *graph)
{
    struct region_graph out = *graph;
    out.nodes = copy(arena, graph->nodes, graph->node_count, sizeof *graph->nodes);
    out.accesses = copy(arena, graph->accesses, graph->node_count, graph->access_bytes);
    out.edges = copy(arena, graph->edges, graph->edge_count, sizeof *graph->edges);
    out.loops = copy(arena, graph->loops, graph->loop_count, sizeof *graph->loops);
    return out;
}
