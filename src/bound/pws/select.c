/* SPDX-License-Identifier: Apache-2.0 */
/* select.c - SELECT: first come, first served, but branches in sequence share a context. */
#include "bound/pws/select.h"

bool *select_marked(struct arena *arena, const struct split_graph *graph)
{
    bool *candidate = arena_array(arena, graph->branches, sizeof *candidate);
    for (uint32_t i = 0; i < graph->branches; i++) {
        const struct structure *branch = graph->branch[i].structure;
        candidate[i] = branch->marked && branch->allowed;
    }
    return candidate;
}

void select_profitable(struct arena *arena, const struct split_graph *graph, int64_t split_cost,
                       bool *candidate)
{
    const bool *none = choice_none(arena, graph->branches).split;
    for (uint32_t i = 0; i < graph->branches; i++) {
        const struct structure *branch = graph->branch[i].structure;
        for (int s = 0; s < SIDES && candidate[i]; s++)
            candidate[i] = choice_cost(branch->side[s], none, 0) > split_cost;
    }
}

struct split_choice select_splits(struct arena *arena, const struct split_graph *graph,
                                  const bool *candidate, uint32_t contexts)
{
    struct split_choice out = choice_none(arena, graph->branches);
    bool *seen = arena_array(arena, graph->nodes + 1u, sizeof *seen); /* by parent; last: none */
    for (uint32_t i = 0; i < graph->branches; i++) {
        uint32_t parent = graph->node[graph->branch[i].node].parent;
        bool *shared = &seen[parent == NO_NODE ? graph->nodes : parent];
        if (!candidate[i] || (!*shared && out.contexts == contexts))
            continue;
        out.contexts += !*shared;
        *shared = true;
        out.split[i] = true;
        out.count++;
    }
    return out;
}
