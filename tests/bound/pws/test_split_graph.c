/* SPDX-License-Identifier: Apache-2.0 */
/* test_split_graph.c - structured programs as graphs with branch-serialisation blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "programs.h"

#include <cmocka.h> /* last: it has a macro named fail */

static bool has_edge(const struct split_graph *graph, uint32_t from, uint32_t to)
{
    const struct split_node *node = &graph->node[node_of_block(graph, from)];
    uint32_t at = node_of_block(graph, to);
    return node->next[0] == at || node->next[1] == at;
}

struct ways {
    char text[512];
    int64_t longest;
    bool longest_skips_both;
};

static void note_way(void *user, const struct path *path)
{
    struct ways *ways = user;
    for (uint32_t i = 0; i < path->blocks; i++)
        snprintf(ways->text + strlen(ways->text), sizeof ways->text - strlen(ways->text), "%u",
                 path->block[i]);
    strcat(ways->text, " ");
    if (path->weight > ways->longest) {
        ways->longest = path->weight;
        ways->longest_skips_both = path->blocks == 3;
    }
}

/* PWS-35: BB1 branches, 5 is the BSB; six edges; then only, else only, both, and the infeasible way
 * past both, which is never the longest. */
static void an_if_with_else_has_six_edges_and_three_legal_ways(void **state)
{
    struct bench *b = *state;
    make_graph(b, in_order(divergent(b, 1, 1, 5, 1, block(b, 2, 1), block(b, 3, 1)),
                           block(b, 4, 1), NULL));
    const uint32_t edges[][2] = {{1, 2}, {1, 5}, {2, 5}, {5, 3}, {5, 4}, {3, 4}};
    for (size_t i = 0; i < 6; i++)
        assert_true(has_edge(&b->graph, edges[i][0], edges[i][1]));
    assert_false(has_edge(&b->graph, 1, 4));
    assert_false(has_edge(&b->graph, 2, 4));
    struct ways ways = {0};
    assert_int_equal(every_way(&b->graph, NULL, note_way, &ways), 4);
    assert_string_equal(ways.text, "12534 1254 1534 154 ");
    assert_int_equal(ways.longest, 5);
    assert_false(ways.longest_skips_both);
}

/* PWS-35: after a split the wavefronts' ways are then only and else only. */
static void a_removed_edge_leaves_one_side(void **state)
{
    struct bench *b = *state;
    make_graph(b, in_order(divergent(b, 1, 1, 5, 1, block(b, 2, 9), block(b, 3, 1)),
                           block(b, 4, 1), NULL));
    struct pruned first = prune(&b->arena, &b->graph, (bool[]){true}, 0);
    struct ways ways = {0};
    every_way(&b->graph, first.removed, note_way, &ways);
    assert_string_equal(ways.text, "1254 154 ");
    bool other[8] = {[0] = true};
    memset(&ways, 0, sizeof ways);
    every_way(&b->graph, other, note_way, &ways);
    assert_string_equal(ways.text, "1534 154 ");
}

/* PWS-36: the facts that the paper states about Fig. 8. Node i of ours is its node i + 1. */
static void helpers_give_the_facts_of_figure_8(void **state)
{
    struct bench *b = *state;
    make_graph(b, figure_8(b));
    const struct split_graph *g = &b->graph;
    assert_int_equal(g->nodes, 18);
    for (uint32_t n = 0; n < g->nodes; n++)
        assert_int_equal(g->node[n].block, n + 1);
    assert_int_equal(split_reconv(g, 0), 17);
    assert_int_equal(split_reconv(g, 11), 17);
    assert_int_equal(split_reconv(g, 1), 5);
    assert_int_equal(split_reconv(g, 3), 5);
    assert_int_equal(g->node[1].parent, 0);
    assert_int_equal(g->node[6].parent, 0);
    assert_int_equal(g->node[12].parent, 11);
    assert_int_equal(g->node[0].parent, NO_NODE);
    assert_int_equal(split_bsb(g, 0), 11);
    assert_int_equal(split_succbb(g, 0), 1);
    assert_int_equal(split_succbb(g, 11), 12);
    assert_int_equal(split_succbb(g, 2), 3);   /* a straight node: the only successor, a BSB */
    assert_int_equal(split_succbb(g, 17), 18); /* the last node: |V| + 1 */
    assert_int_equal(g->weight, 59);
}

static struct dominators dominators_of(struct bench *b)
{
    const struct split_graph *g = &b->graph;
    struct edge *edge = arena_array(&b->arena, 2u * (size_t)g->nodes, sizeof *edge);
    uint32_t edges = 0;
    for (uint32_t n = 0; n < g->nodes; n++) {
        for (int slot = 0; slot < 2; slot++) {
            if (g->node[n].next[slot] != NO_NODE)
                edge[edges++] = (struct edge){n, g->node[n].next[slot]};
        }
    }
    struct graph graph = graph_make(&b->arena, g->nodes + 1, 0, edge, edges);
    return graph_dominators(&b->arena, &graph);
}

/* Definition 4.1, read as in PWS-36: the largest v with v < u < RECONV(v) among branches and BSBs.
 * The text around it asks for a dominator too, and needs to: a branch that ends one side of a
 * uniform branch joins after the nodes of the other side. */
static uint32_t parent_by_definition(const struct split_graph *g, const struct dominators *tree,
                                     uint32_t u)
{
    for (uint32_t v = u; v-- > 0;) {
        bool encloses = g->node[v].kind == NODE_DIVERGENT || g->node[v].kind == NODE_BSB;
        if (encloses && u < split_reconv(g, v) && dominates(tree, v, u))
            return v;
    }
    return NO_NODE;
}

/* PWS-36: in random programs; and every edge but a back edge goes forward. */
static void parents_and_order_hold_in_random_programs(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 1000; i++) {
        make_graph(b, random_program(b, &(struct random_shape){4, 3, 9, true}));
        const struct split_graph *g = &b->graph;
        struct dominators tree = dominators_of(b);
        for (uint32_t n = 0; n < g->nodes; n++) {
            const struct split_node *node = &g->node[n];
            assert_true(node->next[0] > n && node->next[0] <= g->nodes);
            if (node->kind != NODE_LATCH && node->next[1] != NO_NODE)
                assert_true(node->next[1] > n && node->next[1] <= g->nodes);
            assert_int_equal(node->parent, parent_by_definition(g, &tree, n));
        }
        arena_free(&b->arena);
    }
}

/* PWS-36: an if without else has a BSB and a second side that cost nothing. */
static void an_if_without_else_gets_a_bsb_that_costs_nothing(void **state)
{
    struct bench *b = *state;
    make_graph(b, in_order(divergent(b, 1, 1, 0, 0, block(b, 2, 5), NULL), block(b, 3, 1), NULL));
    assert_int_equal(b->graph.nodes, 5);
    assert_int_equal(b->graph.node[2].kind, NODE_BSB);
    assert_int_equal(b->graph.node[2].cost, 0);
    assert_int_equal(b->graph.node[2].block, STRUCTURE_NO_BLOCK);
    assert_int_equal(b->graph.weight, 7);
    struct pruned pruned = prune(&b->arena, &b->graph, (bool[]){true}, 0);
    assert_int_equal(pruned.rest[0], 7); /* a split gains nothing */
    assert_int_equal(longest_way(b, pruned.removed, NULL, 0), 7);
}

static void refuses(struct bench *b, struct structure *program, const char *message)
{
    assert_int_equal(split_graph_make(&b->error, &b->arena, program, &b->graph), WC_BAD_INPUT);
    assert_string_equal(b->error.message, message);
    error_clear(&b->error);
}

/* PWS-43: nothing is assumed. PWS-41: a loop without a bound is named by its block. */
static void what_is_not_known_is_refused(void **state)
{
    struct bench *b = *state;
    refuses(b, NULL, "the program has no blocks");
    refuses(b, structure_new(&b->arena, STRUCTURE_BLOCK, 7), "block 7 has no worst-case cost");
    struct structure *branch = structure_new(&b->arena, STRUCTURE_DIVERGENT, 8);
    branch->block.cost = 1;
    branch->serial = (struct structure_block){9, STRUCTURE_NO_COST};
    refuses(b, branch, "block 9 has no worst-case cost");
    struct structure *unbounded = structure_new(&b->arena, STRUCTURE_LOOP, 12);
    unbounded->side[SIDE_BODY] = block(b, 12, 1);
    refuses(b, in_order(block(b, 1, 1), unbounded, NULL), "the loop at block 12 has no bound");
}

static void costs_are_given_by_block(void **state)
{
    struct bench *b = *state;
    struct structure *branch = structure_new(&b->arena, STRUCTURE_DIVERGENT, 0);
    branch->serial = (struct structure_block){2, STRUCTURE_NO_COST};
    branch->side[SIDE_THEN] = structure_new(&b->arena, STRUCTURE_BLOCK, 1);
    struct structure *around = structure_new(&b->arena, STRUCTURE_LOOP, 0);
    around->side[SIDE_BODY] = branch;
    around->bound = 3;
    structure_set_costs(around, (const int64_t[]){100, 10}, 2);
    refuses(b, around, "block 2 has no worst-case cost");
    structure_set_costs(around, (const int64_t[]){100, 10, 1}, 3);
    make_graph(b, around);
    assert_int_equal(b->graph.weight, 333);
}

/* Deep programs and large numbers are errors, not crashes. */
static void depth_and_size_have_limits(void **state)
{
    struct bench *b = *state;
    struct structure *deep = block(b, 1, 1);
    for (int i = 0; i < 200000; i++)
        deep = divergent(b, 1, 1, 0, 0, deep, NULL);
    structure_set_costs(deep, (const int64_t[]){1}, 1);
    refuses(b, deep, "branches and loops at block 1 are nested more than 1000 deep");
    struct structure *large = block(b, 1, 1000);
    for (int i = 0; i < 5; i++)
        large = loop(b, 1, 100000, large);
    const char *message = "the costs of all blocks and splits, times the bounds of their loops, "
                          "exceed 64 bits";
    refuses(b, large, message);
    make_graph(b, divergent(b, 1, 1, 0, 0, NULL, NULL));
    assert_int_equal(split_graph_check_cost(&b->error, &b->graph, INT64_MAX / 2), WC_BAD_INPUT);
    assert_string_equal(b->error.message, message);
    error_clear(&b->error);
    assert_int_equal(split_graph_check_cost(&b->error, &b->graph, -1), WC_BAD_INPUT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENTENCE(an_if_with_else_has_six_edges_and_three_legal_ways),
        SENTENCE(a_removed_edge_leaves_one_side),
        SENTENCE(helpers_give_the_facts_of_figure_8),
        SENTENCE(parents_and_order_hold_in_random_programs),
        SENTENCE(an_if_without_else_gets_a_bsb_that_costs_nothing),
        SENTENCE(what_is_not_known_is_refused),
        SENTENCE(costs_are_given_by_block),
        SENTENCE(depth_and_size_have_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
