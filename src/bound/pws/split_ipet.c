/* SPDX-License-Identifier: Apache-2.0 */
/* split_ipet.c - a pruned graph as a path search of the engine, and as an integer program. */
#include "bound/pws/split_ipet.h"

static bool edge_exists(const struct split_paths *paths, uint32_t node, int slot)
{
    bool removed = slot == 0 && paths->removed && paths->removed[node];
    return paths->graph->node[node].next[slot] != NO_NODE && !removed;
}

static int64_t node_cost(const struct split_paths *paths, uint32_t node)
{
    const struct split_node *at = &paths->graph->node[node];
    bool more = at->kind == NODE_DIVERGENT && paths->surcharge;
    return at->cost + (more ? paths->surcharge[at->branch] : 0);
}

/* ---- for the engine ---- */

struct path_search {
    struct ipet ipet;
    struct ipet_edge *edge;
    uint32_t (*at)[2]; /* by node and slot: the edge */
};

static void add_edges(const struct split_paths *paths, struct path_search *search)
{
    for (uint32_t n = 0; n < paths->graph->nodes; n++) {
        for (int slot = 0; slot < 2; slot++) {
            if (!edge_exists(paths, n, slot))
                continue;
            search->at[n][slot] = search->ipet.edges;
            search->edge[search->ipet.edges++] = (struct ipet_edge){
                n, paths->graph->node[n].next[slot], 0, IPET_UNLIMITED};
        }
    }
}

/* The body runs `bound` times per entry: the back edge is taken once less. */
static void add_loops(struct arena *arena, const struct split_paths *paths,
                      struct path_search *search)
{
    const struct split_graph *graph = paths->graph;
    struct ipet_loop *loop = arena_array(arena, graph->loops, sizeof *loop);
    for (uint32_t i = 0; i < graph->loops; i++) {
        const struct split_loop *of = &graph->loop[i];
        loop[i] = (struct ipet_loop){&search->at[of->latch][1], &search->at[of->entry][0], 1, 1,
                                     of->bound - 1, false};
    }
    search->ipet.loop = loop;
    search->ipet.loops = graph->loops;
}

static struct ipet make_search(struct arena *arena, const struct split_paths *paths)
{
    uint32_t nodes = paths->graph->nodes;
    int64_t *cost = arena_array(arena, nodes + 1u, sizeof *cost);
    uint32_t *end = arena_alloc(arena, sizeof *end);
    for (uint32_t n = 0; n < nodes; n++)
        cost[n] = node_cost(paths, n);
    *end = nodes;
    struct path_search search = {
        .ipet = {.nodes = nodes + 1, .exits = 1, .node_cost = cost, .exit = end},
        .edge = arena_array(arena, 2u * (size_t)nodes, sizeof *search.edge),
        .at = arena_array(arena, nodes, sizeof *search.at),
    };
    add_edges(paths, &search);
    add_loops(arena, paths, &search);
    search.ipet.edge = search.edge;
    return search.ipet;
}

enum wc_status split_ipet_solve(struct error *err, struct arena *arena, struct ilp_solver *solver,
                                const struct split_paths *paths, int64_t *cost)
{
    struct ipet ipet = make_search(arena, paths);
    struct ipet_answer answer;
    enum wc_status status = ipet_solve(err, arena, solver, &ipet, &answer);
    if (status != WC_OK)
        return status;
    if (answer.outcome != IPET_FOUND)
        return fail(err, WC_INTERNAL, "the pruned graph of %u nodes has no path to its end",
                    paths->graph->nodes);
    *cost = answer.cost;
    return WC_OK;
}

/* ---- as a program ---- */

struct flow_rows {
    struct ilp ilp;
    uint32_t (*column)[2]; /* by node and slot */
};

/* Rows 2n and 2n + 1: node n is passed as often as it is entered, and as often as it is left. The
 * row after them: the end is reached once. */
static void add_flow(const struct split_paths *paths, struct flow_rows *flow)
{
    const struct split_graph *graph = paths->graph;
    for (uint32_t n = 0; n < graph->nodes; n++) {
        ilp_add_column(&flow->ilp, node_cost(paths, n), ILP_NO_HIGH);
        ilp_add_entry(&flow->ilp, ilp_add_row(&flow->ilp, n == 0, n == 0), n, 1);
        ilp_add_entry(&flow->ilp, ilp_add_row(&flow->ilp, 0, 0), n, 1);
    }
    uint32_t end = ilp_add_row(&flow->ilp, 1, 1);
    for (uint32_t n = 0; n < graph->nodes; n++) {
        for (int slot = 0; slot < 2; slot++) {
            uint32_t to = graph->node[n].next[slot];
            if (to == NO_NODE)
                continue;
            int64_t max = edge_exists(paths, n, slot) ? ILP_NO_HIGH : 0;
            uint32_t column = ilp_add_column(&flow->ilp, 0, max);
            flow->column[n][slot] = column;
            ilp_add_entry(&flow->ilp, 2 * n + 1, column, -1);
            ilp_add_entry(&flow->ilp, to == graph->nodes ? end : 2 * to, column,
                          to == graph->nodes ? 1 : -1);
        }
    }
}

struct ilp split_ipet_program(struct arena *arena, const struct split_paths *paths)
{
    const struct split_graph *graph = paths->graph;
    struct flow_rows flow = {
        .ilp.arena = arena,
        .column = arena_array(arena, graph->nodes, sizeof *flow.column),
    };
    add_flow(paths, &flow);
    for (uint32_t i = 0; i < graph->loops; i++) {
        const struct split_loop *loop = &graph->loop[i];
        uint32_t row = ilp_add_row(&flow.ilp, ILP_NO_LOW, 0);
        ilp_add_entry(&flow.ilp, row, flow.column[loop->latch][1], 1);
        ilp_add_entry(&flow.ilp, row, flow.column[loop->entry][0], 1 - loop->bound);
    }
    return flow.ilp;
}
