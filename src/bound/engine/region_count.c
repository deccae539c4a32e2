/* SPDX-License-Identifier: Apache-2.0 */
/* region_count.c - how often things can happen on a way through a region: the most of each by
 * itself, so a search for each. */
#include <string.h>

#include "bound/engine/region_solver.h"

struct counting {
    struct error *err;
    struct ilp_solver *ilp;
    struct arena *keep;
    uint64_t *amount; /* [block][quantity], and of a redirect behind the last block */
};

static void count_blocks(struct solver *s, struct counting *c)
{
    const struct region_costs *costs = s->costs;
    c->amount = arena_array(s->arena, (size_t)(s->block_count + 1) * costs->quantities,
                            sizeof *c->amount);
    for (uint32_t b = 0; b < s->block_count; b++) {
        size_t steps = region_list_steps(s, b);
        for (size_t i = 0; i < steps; i++)
            costs->count(costs, &s->steps[i], c->amount + (size_t)b * costs->quantities);
    }
    costs->count(costs, NULL, c->amount + (size_t)s->block_count * costs->quantities);
}

static enum wc_status most_of(struct solver *s, struct counting *c, uint32_t quantity,
                              uint64_t *most)
{
    const uint32_t quantities = s->costs->quantities;
    struct ipet_answer answer = {0};
    uint64_t redirect = c->amount[(size_t)s->block_count * quantities + quantity];
    bool any = redirect > 0;
    for (uint32_t b = 0; b < s->block_count; b++) {
        s->block_cost[b] = (int64_t)c->amount[(size_t)b * quantities + quantity];
        any |= s->block_cost[b] > 0;
    }
    *most = 0;
    if (!any)
        return WC_OK;
    region_cost_redirects(s, redirect);
    enum wc_status status = region_search(c->err, c->ilp, s, &answer);
    *most = (uint64_t)answer.cost;
    return status;
}

/* How often a way passes the block or edge with this cost. */
static enum wc_status most_passes(struct solver *s, struct counting *c, int64_t *cost,
                                  uint64_t *most)
{
    struct ipet_answer answer = {0};
    memset(s->block_cost, 0, s->block_count * sizeof *s->block_cost);
    region_cost_redirects(s, 0);
    *cost = 1;
    enum wc_status status = region_search(c->err, c->ilp, s, &answer);
    *most = (uint64_t)answer.cost;
    return status;
}

static enum wc_status count_runs(struct solver *s, struct counting *c, struct region_counts *out)
{
    const struct region_graph *g = s->graph;
    enum wc_status status = WC_OK;
    out->runs = arena_array(c->keep, g->node_count, sizeof *out->runs);
    for (uint32_t b = 0; b < s->block_count && status == WC_OK; b++) {
        uint64_t times;
        status = most_passes(s, c, &s->block_cost[b], &times);
        for (uint32_t n = s->first[b]; n != NO_NODE; n = s->follower[n]) {
            const struct region_node *node = &g->nodes[n];
            if (node->executed)
                out->runs[out->run_count++] = (struct region_runs){
                    node->index, times, node->has_access ? region_graph_access(g, n) : NULL};
        }
    }
    return status;
}

static enum wc_status count_taken(struct solver *s, struct counting *c, struct region_counts *out)
{
    const struct region_graph *g = s->graph;
    enum wc_status status = WC_OK;
    out->taken = arena_array(c->keep, s->edge_count, sizeof *out->taken);
    for (uint32_t i = 0; i < s->edge_count && status == WC_OK; i++) {
        const struct region_edge_ends e = g->edges[s->edge_from[i]];
        if (!region_is_redirect(s, e))
            continue;
        struct region_taken *taken = &out->taken[out->taken_count++];
        *taken = (struct region_taken){g->nodes[e.from].index, g->nodes[e.to].index, 0};
        status = most_passes(s, c, &s->edges[i].cost, &taken->times);
    }
    return status;
}

/* The region ends where the function that it began in returns to. */
static bool ends_by_return(const struct solver *s)
{
    const struct region_graph *g = s->graph;
    for (uint32_t i = 0; i < g->edge_count; i++) {
        const struct region_node *from = &g->nodes[g->edges[i].from];
        if (g->edges[i].to == g->exit && !from->call &&
            s->program->insns[from->index].flow == FLOW_RETURN)
            return true;
    }
    return false;
}

enum wc_status region_count(struct error *err, struct ilp_solver *ilp, struct solver *s,
                            struct arena *keep, struct region_counts *out)
{
    struct counting c = {.err = err, .ilp = ilp, .keep = keep};
    enum wc_status status = WC_OK;
    count_blocks(s, &c);
    out->depth = s->graph->depth;
    out->returns = ends_by_return(s);
    out->quantity = arena_array(keep, s->costs->quantities, sizeof *out->quantity);
    for (uint32_t q = 0; q < s->costs->quantities && status == WC_OK; q++)
        status = most_of(s, &c, q, &out->quantity[q]);
    if (status == WC_OK)
        status = count_runs(s, &c, out);
    return status == WC_OK ? count_taken(s, &c, out) : status;
}
