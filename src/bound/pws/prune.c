/* SPDX-License-Identifier: Apache-2.0 */
/* prune.c - PRUNE: one pass from the last node to the first. */
#include "bound/pws/prune.h"

/* The branch at node u, lines 8 to 18 of Algorithm 2. A tie keeps the then side. */
static void prune_branch(const struct split_graph *graph, uint32_t u, bool split,
                         int64_t split_cost, struct pruned *out)
{
    const struct split_node *node = &graph->node[u];
    uint32_t then = split_succbb(graph, u), bsb = split_bsb(graph, u);
    int64_t *rest = out->rest, join = rest[split_reconv(graph, u)];
    rest[then] += join - rest[bsb]; /* without the second side that the then side ran into */
    if (!split) {
        rest[u] = rest[then] + rest[bsb] - join;
    } else if (rest[then] < rest[bsb]) {
        out->removed[u] = true;
        rest[u] = rest[bsb];
    } else {
        out->removed[bsb] = true;
        rest[u] = rest[then];
    }
    rest[u] += node->weight + graph->node[bsb].weight + (split ? node->trips * split_cost : 0);
}

struct pruned prune(struct arena *arena, const struct split_graph *graph, const bool *split,
                    int64_t split_cost)
{
    struct pruned out = {arena_array(arena, graph->nodes, sizeof *out.removed),
                         arena_array(arena, graph->nodes + 1u, sizeof *out.rest)};
    for (uint32_t u = graph->nodes; u-- > 0;) {
        const struct split_node *node = &graph->node[u];
        int64_t first = out.rest[node->next[0]];
        switch (node->kind) {
        case NODE_DIVERGENT:
            prune_branch(graph, u, split[node->branch], split_cost, &out);
            break;
        case NODE_BSB: out.rest[u] = first; break; /* its own cost is added at its branch */
        case NODE_UNIFORM: {
            int64_t second = out.rest[node->next[1]];
            out.rest[u] = node->weight + (first > second ? first : second);
            break;
        }
        case NODE_STRAIGHT:
        case NODE_LATCH: out.rest[u] = node->weight + first; break;
        }
    }
    return out;
}
