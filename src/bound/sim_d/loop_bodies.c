/* SPDX-License-Identifier: Apache-2.0 */
/* loop_bodies.c - natural loops, from the edges that lead back in a depth-first search.
 *
 * If all ways to such an edge pass through its target, the body of the loop is every block that
 * comes to the edge without passing through the target again. Calls and returns are edges as all
 * others, so a function that is called in the loop is part of it. A loop with two entries has no
 * such target: its body is what the edge leads over in the order of the program. */
#include "bound/sim_d/loop_bodies.h"

#include <string.h>

enum colour { NEW, OPEN, CLOSED };

struct search {
    const struct sim_d_graph *graph;
    struct sim_d_loops loops;
    bool *seen;
    uint32_t *stack;
    uint8_t *colour;
    uint32_t *next_edge;
};

/* ---- bodies ---- */

/* Is there a way from the start to a block that does not pass through another one? */
static bool can_avoid(struct search *search, uint32_t block, uint32_t avoided)
{
    const struct sim_d_graph *graph = search->graph;
    uint32_t count = 0;
    memset(search->seen, 0, graph->count * sizeof *search->seen);
    search->seen[0] = search->seen[avoided] = true;
    if (avoided != 0)
        search->stack[count++] = 0;
    while (count) {
        const struct sim_d_block *at = &graph->blocks[search->stack[--count]];
        for (uint32_t i = 0; i < at->edge_count; i++) {
            const uint32_t to = at->edges[i].to;
            if (!search->seen[to])
                search->stack[count++] = to;
            search->seen[to] = true;
        }
    }
    return block != avoided && search->seen[block];
}

/* Does control come into the body from this block, other than at the head? */
static bool leads_into(const struct sim_d_block *block, const struct sim_d_loop *loop)
{
    for (uint32_t i = 0; i < block->edge_count; i++) {
        const uint32_t to = block->edges[i].to;
        if (to != loop->head && loop->in[to])
            return true;
    }
    return false;
}

static void add_natural(const struct sim_d_graph *graph, struct sim_d_loop *loop, uint32_t last)
{
    loop->in[loop->head] = loop->in[last] = true;
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = graph->count; i-- > 0;) {
            if (!loop->in[i] && graph->blocks[i].reached && leads_into(&graph->blocks[i], loop))
                loop->in[i] = more = true;
        }
    }
}

static void add_between(struct sim_d_loop *loop, uint32_t last)
{
    const uint32_t from = loop->head < last ? loop->head : last;
    const uint32_t to = loop->head < last ? last : loop->head;
    for (uint32_t i = from; i <= to; i++)
        loop->in[i] = true;
}

/* ---- the search ---- */

static struct sim_d_loop *loop_at(struct search *search, uint32_t head)
{
    struct sim_d_loops *loops = &search->loops;
    struct arena *arena = search->graph->arena;
    for (uint32_t i = 0; i < loops->count; i++) {
        if (loops->list[i].head == head)
            return &loops->list[i];
    }
    loops->list = arena_grow(arena, loops->list, loops->count, sizeof *loops->list);
    loops->list[loops->count] = (struct sim_d_loop){
        head, arena_array(arena, search->graph->count, sizeof(bool))};
    return &loops->list[loops->count++];
}

static void note_loop(struct search *search, uint32_t last, uint32_t head)
{
    struct sim_d_loop *loop = loop_at(search, head);
    if (can_avoid(search, last, head))
        add_between(loop, last);
    else
        add_natural(search->graph, loop, last);
}

/* Edges that lead back to an open block, as pairs; returns their number. */
static uint32_t find_back_edges(struct search *search, uint32_t (**edges)[2])
{
    const struct sim_d_graph *graph = search->graph;
    uint32_t depth = 0, count = 0;
    search->colour[0] = OPEN;
    search->stack[depth++] = 0;
    while (depth) {
        const uint32_t at = search->stack[depth - 1];
        if (search->next_edge[at] == graph->blocks[at].edge_count) {
            search->colour[at] = CLOSED;
            depth--;
            continue;
        }
        const uint32_t to = graph->blocks[at].edges[search->next_edge[at]++].to;
        if (search->colour[to] == OPEN) {
            *edges = arena_grow(graph->arena, *edges, count, sizeof **edges);
            (*edges)[count][0] = at;
            (*edges)[count++][1] = to;
        } else if (search->colour[to] == NEW) {
            search->colour[to] = OPEN;
            search->stack[depth++] = to;
        }
    }
    return count;
}

struct sim_d_loops sim_d_find_loops(const struct sim_d_graph *graph)
{
    struct arena *arena = graph->arena;
    struct search search = {.graph = graph};
    uint32_t(*edges)[2] = NULL;
    search.seen = arena_array(arena, graph->count, sizeof *search.seen);
    search.stack = arena_array(arena, graph->count, sizeof *search.stack);
    search.colour = arena_array(arena, graph->count, sizeof *search.colour);
    search.next_edge = arena_array(arena, graph->count, sizeof *search.next_edge);
    const uint32_t count = find_back_edges(&search, &edges);
    for (uint32_t i = 0; i < count; i++)
        note_loop(&search, edges[i][0], edges[i][1]);
    return search.loops;
}
