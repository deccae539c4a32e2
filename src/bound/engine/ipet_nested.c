/* SPDX-License-Identifier: Apache-2.0 */
/* ipet_nested.c - the most costly path of nested cycles, in integers and without a solver.
 *
 * Kernels compiled from structured code have such graphs, and this is the hot case; an acyclic
 * graph is its simplest form. From the innermost cut outwards: the most costly round trip through
 * the edges cut is what the constraint is worth each time that it allows one. That is charged to
 * what the constraint refers to, an entry edge or a node before. What remains is the longest path
 * of an acyclic graph.
 *
 * Why it is exact: the charges are multipliers of the constraints for which no cycle gains
 * anything, so no path costs more (weak duality, as in ilp_exact.c). The path and as many round
 * trips as the constraints allow keep every constraint (checked) and cost just as much. */
#include <string.h>

#include "bound/engine/ipet_order.h"

/* A worst round trip: its value, and its edges. */
struct trip {
    int64_t worth; /* 0: not worth it */
    uint32_t edges, *edge;
};

struct nest {
    struct arena *arena;
    const struct ipet *ipet;
    const struct ipet_order *order;
    int64_t *node_cost, *edge_cost; /* with what was charged so far */
    int64_t start_cost;             /* charged to the start of the path */
    struct trip *trip;              /* by cut */
    int64_t *reach;                 /* by node: the most costly way to it */
    uint32_t *by;                   /* by node: the last edge of that way */
    int64_t *node_count, *edge_count;
    bool overflow; /* sticky: a number went beyond 64 bits */
};

/* by[] of a node that was not reached, and of the one where the search begins. */
enum { NOT_REACHED = UINT32_MAX, BEGIN = UINT32_MAX - 1 };

static int64_t add(struct nest *nest, int64_t a, int64_t b)
{
    int64_t sum = 0;
    nest->overflow |= __builtin_add_overflow(a, b, &sum);
    return sum;
}

static int64_t multiply(struct nest *nest, int64_t a, int64_t b)
{
    int64_t product = 0;
    nest->overflow |= __builtin_mul_overflow(a, b, &product);
    return product;
}

/* The most costly ways from one node to the others of a stretch of the order, by edges not cut.
 * The cost includes both ends. */
static void longest_ways(struct nest *nest, uint32_t from, uint32_t first, uint32_t end)
{
    const struct ipet_order *order = nest->order;
    for (uint32_t i = first; i < end; i++)
        nest->by[order->node[i]] = NOT_REACHED;
    nest->by[from] = BEGIN;
    nest->reach[from] = nest->node_cost[from];
    for (uint32_t i = order->position[from]; i < end; i++) {
        uint32_t node = order->node[i];
        if (nest->by[node] == NOT_REACHED)
            continue;
        for (uint32_t o = order->out_first[node]; o < order->out_first[node + 1]; o++) {
            uint32_t edge = order->out[o], to = nest->ipet->edge[edge].to;
            if (!order->usable[edge] || order->cut[edge] || order->position[to] >= end)
                continue;
            int64_t cost = add(nest, add(nest, nest->reach[node], nest->edge_cost[edge]),
                               nest->node_cost[to]);
            if (nest->by[to] == NOT_REACHED || cost > nest->reach[to]) {
                nest->reach[to] = cost;
                nest->by[to] = edge;
            }
        }
    }
}

/* Follows the way back from `at`; returns its number of edges, listed when `list` is not NULL. */
static uint32_t trace(const struct nest *nest, uint32_t at, uint32_t *list)
{
    uint32_t count = 0;
    for (; nest->by[at] != BEGIN; at = nest->ipet->edge[nest->by[at]].from) {
        if (list)
            list[count] = nest->by[at];
        count++;
    }
    return count;
}

/* The most costly round trip through an edge of the cut, once. */
static void find_trip(struct nest *nest, const struct ipet_cut *cut, struct trip *trip)
{
    for (uint32_t i = 0; i < cut->edges; i++) {
        const struct ipet_edge *edge = &nest->ipet->edge[cut->edge[i]];
        longest_ways(nest, edge->to, cut->first, cut->end);
        int64_t worth = add(nest, nest->reach[edge->from], nest->edge_cost[cut->edge[i]]);
        if (worth <= trip->worth)
            continue;
        trip->worth = worth;
        trip->edges = trace(nest, edge->from, NULL) + 1;
        trip->edge = arena_array(nest->arena, trip->edges, sizeof *trip->edge);
        trace(nest, edge->from, trip->edge);
        trip->edge[trip->edges - 1] = cut->edge[i];
    }
}

/* Charges the worth of a trip to what allows it. */
static void charge(struct nest *nest, uint32_t constraint, int64_t worth)
{
    const struct ipet *ipet = nest->ipet;
    if (!worth)
        return;
    if (constraint >= ipet->loops) {
        const struct ipet_at_most *max = &ipet->at_most[constraint - ipet->loops];
        nest->node_cost[max->node] =
            add(nest, nest->node_cost[max->node], multiply(nest, max->times, worth));
        return;
    }
    const struct ipet_loop *loop = &ipet->loop[constraint];
    int64_t all = multiply(nest, loop->iterations, worth);
    for (uint32_t i = 0; i < loop->entries; i++)
        nest->edge_cost[loop->entry[i]] = add(nest, nest->edge_cost[loop->entry[i]], all);
    if (loop->at_start)
        nest->start_cost = add(nest, nest->start_cost, all);
}

/* There is one: a way to it that passes no node twice passes no cut edge either. */
static uint32_t best_exit(const struct nest *nest)
{
    uint32_t best = NOT_REACHED;
    for (uint32_t i = 0; i < nest->ipet->exits; i++) {
        uint32_t node = nest->ipet->exit[i];
        if (nest->by[node] != NOT_REACHED &&
            (best == NOT_REACHED || nest->reach[node] > nest->reach[best]))
            best = node;
    }
    return best;
}

/* ---- the path, trips included ---- */

static void count_edge(struct nest *nest, uint32_t edge, int64_t times)
{
    uint32_t to = nest->ipet->edge[edge].to;
    nest->edge_count[edge] = add(nest, nest->edge_count[edge], times);
    nest->node_count[to] = add(nest, nest->node_count[to], times);
}

/* How often the constraint allows its edges, by the counts so far. */
static __int128 allowed(const struct nest *nest, uint32_t constraint)
{
    const struct ipet *ipet = nest->ipet;
    if (constraint >= ipet->loops) {
        const struct ipet_at_most *max = &ipet->at_most[constraint - ipet->loops];
        return (__int128)nest->node_count[max->node] * max->times;
    }
    const struct ipet_loop *loop = &ipet->loop[constraint];
    __int128 entries = loop->at_start;
    for (uint32_t i = 0; i < loop->entries; i++)
        entries += nest->edge_count[loop->entry[i]];
    return entries > INT64_MAX ? INT64_MAX : entries * loop->iterations;
}

/* What a constraint refers to stands before its cut, so its count is known when it is asked for. */
static void count_all(struct nest *nest, uint32_t last)
{
    for (; nest->by[last] != BEGIN; last = nest->ipet->edge[nest->by[last]].from)
        count_edge(nest, nest->by[last], 1);
    nest->node_count[nest->ipet->entry]++;
    for (uint32_t i = 0; i < nest->order->cut_count; i++) {
        const struct trip *trip = &nest->trip[i];
        __int128 times = allowed(nest, nest->order->cuts[i].constraint);
        nest->overflow |= trip->edges && times > INT64_MAX;
        for (uint32_t e = 0; e < trip->edges; e++)
            count_edge(nest, trip->edge[e], (int64_t)times);
    }
}

/* Constraints that cut nothing were left aside so far. */
static bool constraints_hold(const struct nest *nest)
{
    const struct ipet *ipet = nest->ipet;
    for (uint32_t i = 0; i < ipet->edges; i++) {
        if (nest->edge_count[i] > ipet->edge[i].max)
            return false;
    }
    for (uint32_t i = 0; i < ipet->loops; i++) {
        __int128 backs = 0;
        for (uint32_t b = 0; b < ipet->loop[i].backs; b++)
            backs += nest->edge_count[ipet->loop[i].back[b]];
        if (backs > allowed(nest, i))
            return false;
    }
    for (uint32_t i = 0; i < ipet->at_mosts; i++) {
        if (nest->edge_count[ipet->at_most[i].edge] > allowed(nest, ipet->loops + i))
            return false;
    }
    return true;
}

static struct nest nest_make(struct arena *arena, const struct ipet *ipet,
                             const struct ipet_order *order)
{
    struct nest nest = {.arena = arena, .ipet = ipet, .order = order};
    nest.node_cost = arena_array(arena, ipet->nodes, sizeof *nest.node_cost);
    nest.edge_cost = arena_array(arena, ipet->edges, sizeof *nest.edge_cost);
    nest.trip = arena_array(arena, order->cut_count, sizeof *nest.trip);
    nest.reach = arena_array(arena, ipet->nodes, sizeof *nest.reach);
    nest.by = arena_array(arena, ipet->nodes, sizeof *nest.by);
    memset(nest.by, 0xff, ipet->nodes * sizeof *nest.by); /* NOT_REACHED, unusable nodes too */
    memcpy(nest.node_cost, ipet->node_cost, ipet->nodes * sizeof *nest.node_cost);
    for (uint32_t e = 0; e < ipet->edges; e++)
        nest.edge_cost[e] = ipet->edge[e].cost;
    return nest;
}

enum ipet_nested ipet_nested_path(struct arena *arena, const struct ipet *ipet,
                                  const struct ipet_order *order, int64_t *node_count,
                                  int64_t *edge_count, int64_t *cost)
{
    if (!order->nested)
        return NESTED_UNDECIDED;
    struct nest nest = nest_make(arena, ipet, order);
    nest.node_count = node_count;
    nest.edge_count = edge_count;
    for (uint32_t i = order->cut_count; i-- > 0;) {
        find_trip(&nest, &order->cuts[i], &nest.trip[i]);
        charge(&nest, order->cuts[i].constraint, nest.trip[i].worth);
    }
    longest_ways(&nest, ipet->entry, 0, order->count);
    uint32_t last = best_exit(&nest);
    *cost = add(&nest, nest.start_cost, nest.reach[last]);
    count_all(&nest, last);
    if (nest.overflow)
        return NESTED_TOO_COSTLY;
    return constraints_hold(&nest) ? NESTED_FOUND : NESTED_UNDECIDED;
}
