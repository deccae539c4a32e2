/* SPDX-License-Identifier: Apache-2.0 */
/* split_graph.c - the graph of a structured program: first the sizes of all parts, then every node
 * at its place. */
#include "bound/pws/split_graph.h"

/* Sums of a few weights must fit too: PRUNE adds and subtracts them. */
#define WEIGHT_MAX (INT64_MAX / 4)

struct builder {
    struct split_graph *graph;
    uint32_t *size; /* in nodes, by number of the structure */
    bool overflow;
};

/* Where a list goes. */
struct site {
    uint32_t at, after; /* its first node; what follows its last one */
    uint32_t parent;
    int64_t trips;
};

static uint32_t list_size(const struct builder *builder, const struct structure *list)
{
    uint32_t size = 0;
    for (; list; list = list->next)
        size += builder->size[list->number];
    return size;
}

/* A divergent side without code gets one node, so that PRUNE has an edge to remove. */
static uint32_t side_size(const struct builder *builder, const struct structure *branch, int side)
{
    uint32_t size = list_size(builder, branch->side[side]);
    return size || branch->kind != STRUCTURE_DIVERGENT ? size : 1;
}

/* Nodes beside those of the sides: branch and BSB, or entry and latch. */
static const uint32_t own_nodes[] = {
    [STRUCTURE_BLOCK] = 1, [STRUCTURE_DIVERGENT] = 2, [STRUCTURE_UNIFORM] = 1, [STRUCTURE_LOOP] = 2,
};

static void measure(struct builder *builder, const struct structure *list)
{
    for (; list; list = list->next) {
        uint32_t size = own_nodes[list->kind];
        for (int s = 0; s < SIDES; s++) {
            measure(builder, list->side[s]);
            size += side_size(builder, list, s);
        }
        builder->size[list->number] = size;
    }
}

static void put(struct builder *builder, uint32_t at, struct split_node node)
{
    struct split_graph *graph = builder->graph;
    builder->overflow |= __builtin_mul_overflow(node.cost, node.trips, &node.weight) ||
                         __builtin_add_overflow(graph->weight, node.weight, &graph->weight) ||
                         graph->weight > WEIGHT_MAX;
    graph->node[at] = node;
}

static void put_straight(struct builder *builder, const struct site *site, uint32_t at,
                         uint32_t next, struct structure_block block)
{
    put(builder, at, (struct split_node){.kind = NODE_STRAIGHT, .next = {next, NO_NODE},
                                         .parent = site->parent, .branch = NO_NODE,
                                         .block = block.number, .cost = block.cost,
                                         .trips = site->trips});
}

static const struct structure_block no_code = {STRUCTURE_NO_BLOCK, 0};

static void put_list(struct builder *builder, const struct structure *list, struct site site);

static void put_side(struct builder *builder, const struct structure *side, struct site site)
{
    if (side)
        put_list(builder, side, site);
    else
        put_straight(builder, &site, site.at, site.after, no_code);
}

static void put_divergent(struct builder *builder, const struct structure *branch,
                          const struct site *site)
{
    struct split_graph *graph = builder->graph;
    uint32_t then = site->at + 1, bsb = then + side_size(builder, branch, SIDE_THEN);
    struct split_node node = {.kind = NODE_DIVERGENT, .next = {then, bsb}, .parent = site->parent,
                              .branch = branch->branch, .block = branch->block.number,
                              .cost = branch->block.cost, .trips = site->trips};
    put(builder, site->at, node);
    node.kind = NODE_BSB;
    node.next[0] = bsb + 1;
    node.next[1] = site->after;
    /* Definition 4.1 taken literally: a BSB is inside its own branch. */
    node.parent = site->at;
    node.block = branch->serial.number;
    node.cost = branch->serial.cost;
    put(builder, bsb, node);
    graph->branch[branch->branch] = (struct split_branch){site->at, bsb, site->after, branch};
    builder->overflow |= __builtin_add_overflow(graph->trips, site->trips, &graph->trips);
    put_side(builder, branch->side[SIDE_THEN], (struct site){then, bsb, site->at, site->trips});
    put_side(builder, branch->side[SIDE_ELSE],
             (struct site){bsb + 1, site->after, bsb, site->trips});
}

static void put_uniform(struct builder *builder, const struct structure *branch,
                        const struct site *site)
{
    const struct structure *then = branch->side[SIDE_THEN], *other = branch->side[SIDE_ELSE];
    uint32_t first = site->at + 1, second = first + list_size(builder, then);
    put(builder, site->at, (struct split_node){
        .kind = NODE_UNIFORM, .next = {then ? first : site->after, other ? second : site->after},
        .parent = site->parent, .branch = NO_NODE, .block = branch->block.number,
        .cost = branch->block.cost, .trips = site->trips});
    put_list(builder, then, (struct site){first, site->after, site->parent, site->trips});
    put_list(builder, other, (struct site){second, site->after, site->parent, site->trips});
}

static void put_loop(struct builder *builder, const struct structure *loop,
                     const struct site *site)
{
    struct split_graph *graph = builder->graph;
    uint32_t first = site->at + 1;
    uint32_t latch = first + list_size(builder, loop->side[SIDE_BODY]);
    struct site body = {first, latch, site->parent, 0};
    builder->overflow |= __builtin_mul_overflow(site->trips, loop->bound, &body.trips);
    put_straight(builder, site, site->at, first, no_code);
    put_list(builder, loop->side[SIDE_BODY], body);
    put(builder, latch, (struct split_node){.kind = NODE_LATCH, .next = {site->after, first},
                                            .parent = site->parent, .branch = NO_NODE,
                                            .block = loop->block.number, .trips = body.trips});
    graph->loop[graph->loops++] = (struct split_loop){site->at, latch, loop->bound};
}

static void put_list(struct builder *builder, const struct structure *list, struct site site)
{
    uint32_t end = site.after;
    for (; list; list = list->next) {
        uint32_t following = site.at + builder->size[list->number];
        site.after = list->next ? following : end;
        switch (list->kind) {
        case STRUCTURE_BLOCK:
            put_straight(builder, &site, site.at, site.after, list->block);
            break;
        case STRUCTURE_DIVERGENT: put_divergent(builder, list, &site); break;
        case STRUCTURE_UNIFORM: put_uniform(builder, list, &site); break;
        case STRUCTURE_LOOP: put_loop(builder, list, &site); break;
        }
        site.at = following;
    }
}

static enum wc_status too_costly(struct error *err)
{
    return fail(err, WC_BAD_INPUT, "the costs of all blocks and splits, times the bounds of their "
                "loops, exceed 64 bits");
}

enum wc_status split_graph_make(struct error *err, struct arena *arena, struct structure *program,
                                struct split_graph *graph)
{
    struct structure_count count;
    enum wc_status status = structure_number(err, program, &count);
    if (status != WC_OK)
        return status;
    *graph = (struct split_graph){
        .program = program,
        .branches = count.branches,
        .branch = arena_array(arena, count.branches, sizeof *graph->branch),
        .loop = arena_array(arena, count.loops, sizeof *graph->loop),
    };
    struct builder builder = {graph, arena_array(arena, count.structures, sizeof(uint32_t)), false};
    measure(&builder, program);
    graph->nodes = list_size(&builder, program);
    graph->node = arena_array(arena, graph->nodes, sizeof *graph->node);
    put_list(&builder, program, (struct site){0, graph->nodes, NO_NODE, 1});
    return builder.overflow ? too_costly(err) : WC_OK;
}

enum wc_status split_graph_check_cost(struct error *err, const struct split_graph *graph,
                                      int64_t split_cost)
{
    int64_t splits, total;
    if (split_cost < 0)
        return fail(err, WC_BAD_INPUT, "the cost of a split and a merge is not known");
    if (__builtin_mul_overflow(graph->trips, split_cost, &splits) ||
        __builtin_add_overflow(graph->weight, splits, &total) || total > WEIGHT_MAX)
        return too_costly(err);
    return WC_OK;
}
