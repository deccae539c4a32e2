/* SPDX-License-Identifier: Apache-2.0 */
/* unroll.c - depth-first search over blocks and positions. */
#include "bound/sim_d/unroll.h"

#include <string.h>

#include "bound/sim_d/patterns.h"

enum { NODES_MAX = 1 << 23 };

enum colour { NEW, OPEN, CLOSED };

struct search {
    struct error *err;
    const struct sim_d_graph *graph;
    struct sim_d_dag *dag;
    struct arena *arena;
    struct sim_d_loops loops;
    uint32_t node_room, way_room;
    uint32_t *positions; /* [node][counter] */
    uint8_t *colour;     /* by node */
    uint32_t *table;     /* of nodes + 1, by hash */
    uint32_t table_size;
    uint32_t *stack;     /* open nodes ... */
    uint32_t *next_way;  /* ... and the way that is followed next, by node */
    uint32_t depth;
    uint32_t closed;
};

/* ---- nodes ---- */

static uint32_t hash(const struct search *search, uint32_t block, const uint32_t *positions)
{
    uint64_t value = block + 1ull;
    for (uint32_t i = 0; i < search->graph->counters; i++)
        value = (value ^ positions[i]) * 0x9e3779b97f4a7c15ull + (value >> 29);
    return (uint32_t)(value >> 32 ^ value);
}

static uint32_t *positions_of(const struct search *search, uint32_t node)
{
    return &search->positions[(size_t)node * search->graph->counters];
}

static uint32_t *find_place(const struct search *search, uint32_t block, const uint32_t *positions)
{
    const size_t bytes = search->graph->counters * sizeof *positions;
    for (uint32_t i = hash(search, block, positions);; i++) {
        uint32_t *place = &search->table[i & (search->table_size - 1)];
        if (!*place)
            return place;
        if (search->dag->nodes[*place - 1].block == block &&
            (!bytes || memcmp(positions_of(search, *place - 1), positions, bytes) == 0))
            return place;
    }
}

static void *grow(struct arena *arena, const void *old, size_t count, size_t room,
                  size_t bytes_each)
{
    void *more = arena_array(arena, room, bytes_each);
    if (count)
        memcpy(more, old, count * bytes_each);
    return more;
}

static void enlarge(struct search *search)
{
    struct sim_d_dag *dag = search->dag;
    struct arena *arena = search->arena;
    const uint32_t count = dag->count, room = count ? 2 * count : 1024;
    const size_t counters = search->graph->counters ? search->graph->counters : 1;
    dag->nodes = grow(arena, dag->nodes, count, room, sizeof *dag->nodes);
    dag->order = grow(arena, dag->order, count, room, sizeof *dag->order);
    search->positions =
        grow(arena, search->positions, count, room, counters * sizeof *search->positions);
    search->colour = grow(arena, search->colour, count, room, sizeof *search->colour);
    search->stack = grow(arena, search->stack, count, room, sizeof *search->stack);
    search->next_way = grow(arena, search->next_way, count, room, sizeof *search->next_way);
    search->node_room = room;
    search->table_size = 4 * room;
    search->table = arena_array(arena, search->table_size, sizeof *search->table);
    for (uint32_t i = 0; i < count; i++)
        *find_place(search, dag->nodes[i].block, positions_of(search, i)) = i + 1;
}

static enum wc_status find_node(struct search *search, uint32_t block, const uint32_t *positions,
                                uint32_t *out)
{
    struct sim_d_dag *dag = search->dag;
    if (dag->count == search->node_room)
        enlarge(search);
    uint32_t *place = find_place(search, block, positions);
    if (!*place) {
        if (dag->count == NODES_MAX)
            return sim_d_fail_at(search->err, search->graph->program,
                                 search->graph->blocks[block].first, "no bound: a work-group may "
                                 "execute more than %u blocks", NODES_MAX);
        dag->nodes[dag->count] = (struct sim_d_node){.block = block};
        if (search->graph->counters)
            memcpy(positions_of(search, dag->count), positions,
                   search->graph->counters * sizeof *positions);
        search->colour[dag->count] = NEW;
        *place = ++dag->count;
    }
    *out = *place - 1;
    return WC_OK;
}

static void add_way(struct search *search, uint32_t edge, uint32_t to)
{
    struct sim_d_dag *dag = search->dag;
    if (dag->way_count == search->way_room) {
        search->way_room = search->way_room ? 2 * search->way_room : 2048;
        dag->ways = grow(search->arena, dag->ways, dag->way_count, search->way_room,
                         sizeof *dag->ways);
    }
    dag->ways[dag->way_count++] = (struct sim_d_dag_way){edge, to};
}

/* ---- ways ---- */

/* The original's analyser loses all ways through a loop of one block (docs/sim-d-wcet.md). */
static bool is_lost(const struct sim_d_graph *graph, uint32_t number)
{
    const struct sim_d_block *block = &graph->blocks[number];
    for (uint32_t i = 0; graph->original && i < block->edge_count; i++) {
        if (block->edges[i].to == number)
            return true;
    }
    return false;
}

static enum wc_status find_ways(struct search *search, uint32_t node, uint32_t *positions)
{
    const struct sim_d_block *block = &search->graph->blocks[search->dag->nodes[node].block];
    const size_t bytes = search->graph->counters * sizeof *positions;
    enum wc_status status = WC_OK;
    search->dag->nodes[node].first_way = search->dag->way_count;
    for (uint32_t i = 0; status == WC_OK && i < block->edge_count; i++) {
        const struct sim_d_edge *edge = &block->edges[i];
        uint32_t to;
        if (is_lost(search->graph, edge->to))
            continue;
        if (block->bound &&
            !sim_d_pattern_allows(block, edge->taken, positions_of(search, node)))
            continue;
        if (bytes)
            memcpy(positions, positions_of(search, node), bytes);
        sim_d_patterns_move(search->graph, &search->loops, block, edge, positions);
        status = find_node(search, edge->to, positions, &to);
        if (status == WC_OK)
            add_way(search, i, to);
    }
    search->dag->nodes[node].way_count =
        search->dag->way_count - search->dag->nodes[node].first_way;
    return status;
}

/* ---- the search ---- */

/* The branch that closes a cycle: the last conditional one without an annotation, if there is
 * one. */
static enum wc_status refuse_cycle(const struct search *search, uint32_t node)
{
    const struct sim_d_graph *graph = search->graph;
    uint32_t at = search->dag->nodes[search->stack[search->depth - 1]].block;
    bool annotated = true;
    for (uint32_t i = search->depth; i-- > 0 && annotated;) {
        const struct sim_d_node *on = &search->dag->nodes[search->stack[i]];
        const struct sim_d_block *block = &graph->blocks[on->block];
        if (graph->program->insns[sim_d_last(block)].role == ROLE_BRANCH && !block->bound) {
            at = (uint32_t)(block - graph->blocks);
            annotated = false;
        }
        if (search->stack[i] == node)
            break;
    }
    if (annotated)
        return sim_d_fail_at(search->err, graph->program, sim_d_last(&graph->blocks[at]),
                             "no bound: by its annotations the loop never ends");
    sim_d_fail_at(search->err, graph->program, sim_d_last(&graph->blocks[at]),
                  "no bound: the loop of this branch has no '#bound branchcycle' annotation");
    hint(search->err, "'#bound branchcycle TAKEN NOT_TAKEN' on the line before it: '6 1' for a "
         "loop of 7 iterations that jumps back");
    return WC_BAD_INPUT;
}

static enum wc_status open_node(struct search *search, uint32_t node, uint32_t *positions)
{
    search->colour[node] = OPEN;
    search->stack[search->depth++] = node;
    search->next_way[node] = 0;
    return find_ways(search, node, positions);
}

static enum wc_status walk(struct search *search, uint32_t *positions)
{
    enum wc_status status = open_node(search, 0, positions);
    while (status == WC_OK && search->depth) {
        uint32_t node = search->stack[search->depth - 1];
        const struct sim_d_node *of = &search->dag->nodes[node];
        if (search->next_way[node] == of->way_count) {
            search->colour[node] = CLOSED;
            search->dag->order[search->closed++] = node;
            search->depth--;
            continue;
        }
        uint32_t to = search->dag->ways[of->first_way + search->next_way[node]++].to;
        if (search->colour[to] == OPEN)
            return refuse_cycle(search, to);
        if (search->colour[to] == NEW)
            status = open_node(search, to, positions);
    }
    return status;
}

/* Nodes are closed after all that follow them. */
static void reverse(uint32_t *list, uint32_t count)
{
    for (uint32_t i = 0; i < count / 2; i++) {
        uint32_t other = list[count - 1 - i];
        list[count - 1 - i] = list[i];
        list[i] = other;
    }
}

enum wc_status sim_d_unroll(struct error *err, const struct sim_d_graph *graph,
                            struct sim_d_dag *dag)
{
    struct search search = {.err = err, .graph = graph, .dag = dag, .arena = graph->arena};
    uint32_t *positions = arena_array(graph->arena, graph->counters + 1u, sizeof *positions);
    uint32_t start;
    *dag = (struct sim_d_dag){.graph = graph};
    search.loops = sim_d_find_loops(graph);
    sim_d_patterns_start(graph, positions);
    enum wc_status status = find_node(&search, 0, positions, &start);
    if (status == WC_OK)
        status = walk(&search, positions);
    reverse(dag->order, search.closed);
    return status;
}
