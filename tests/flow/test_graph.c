/* SPDX-License-Identifier: Apache-2.0 */
/* test_graph.c - dominators, loops and frontiers against their definitions, on random graphs, and
 * against the clock on graphs that make slow algorithms show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "flow/graph.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { NODES_MAX = 12, RANDOM_GRAPHS = 4000, LARGE = 100000 };

static uint32_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 33);
}

static struct graph random_graph(struct arena *arena, uint64_t *state)
{
    struct edge edges[3 * NODES_MAX];
    uint32_t nodes = 1 + next_random(state) % NODES_MAX;
    uint32_t count = next_random(state) % (2 * nodes + 1);
    for (uint32_t i = 0; i < count; i++)
        edges[i] = (struct edge){next_random(state) % nodes, next_random(state) % nodes};
    return graph_make(arena, nodes, next_random(state) % nodes, edges, count);
}

/* Nodes that can be reached from `start` without passing `removed`, as a set of bits. */
static uint32_t reach(const struct graph *graph, uint32_t start, uint32_t removed)
{
    uint32_t seen = start == removed ? 0 : 1u << start, before = 0;
    while (seen != before) {
        before = seen;
        for (uint32_t n = 0; n < graph->nodes; n++) {
            for (uint32_t e = graph->succ_first[n]; e < graph->succ_first[n + 1]; e++) {
                if ((seen >> n & 1) && graph->succ[e] != removed)
                    seen |= 1u << graph->succ[e];
            }
        }
    }
    return seen;
}

/* By definition: a dominates b when b cannot be reached once a is taken away. */
static bool must_pass(const struct graph *graph, uint32_t a, uint32_t b)
{
    return (reach(graph, graph->entry, NO_NODE) >> b & 1) &&
           (reach(graph, graph->entry, NO_NODE) >> a & 1) &&
           (a == b || !(reach(graph, graph->entry, a) >> b & 1));
}

static void check_dominators(struct arena *arena, const struct graph *graph)
{
    struct dominators tree = graph_dominators(arena, graph);
    for (uint32_t b = 0; b < graph->nodes; b++) {
        uint32_t strict = 0;
        for (uint32_t a = 0; a < graph->nodes; a++) {
            assert_int_equal(dominates(&tree, a, b), must_pass(graph, a, b));
            strict += a != b && must_pass(graph, a, b);
        }
        if (!strict) {
            assert_int_equal(tree.idom[b], NO_NODE);
            continue;
        }
        assert_true(tree.idom[b] != b && must_pass(graph, tree.idom[b], b));
        assert_int_equal(tree.depth[b], strict);
    }
}

static void dominance_is_what_removing_a_node_shows(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < RANDOM_GRAPHS; i++) {
        struct arena arena = {0};
        struct graph graph = random_graph(&arena, &seed);
        check_dominators(&arena, &graph);
        arena_free(&arena);
    }
}

static void post_dominance_is_total_and_what_removing_a_node_shows(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < RANDOM_GRAPHS; i++) {
        struct arena arena = {0};
        struct graph graph = random_graph(&arena, &seed);
        struct graph reversed = graph_reversed(&arena, &graph);
        assert_int_equal(reversed.entry, graph.nodes);
        assert_int_equal(reach(&reversed, reversed.entry, NO_NODE), (2u << graph.nodes) - 1);
        check_dominators(&arena, &reversed);
        for (uint32_t n = 0; n < graph.nodes; n++) {
            bool ends = graph.succ_first[n] == graph.succ_first[n + 1], to_exit = false;
            for (uint32_t e = reversed.pred_first[n]; e < reversed.pred_first[n + 1]; e++)
                to_exit |= reversed.pred[e] == graph.nodes;
            assert_true(!ends || to_exit);
        }
        arena_free(&arena);
    }
}

static void reverse_post_order_puts_dominators_first(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < RANDOM_GRAPHS; i++) {
        struct arena arena = {0};
        struct graph graph = random_graph(&arena, &seed);
        struct node_order order = graph_reverse_post_order(&arena, &graph);
        uint32_t reached = reach(&graph, graph.entry, NO_NODE);
        assert_int_equal(order.count, __builtin_popcount(reached));
        for (uint32_t n = 0; n < graph.nodes; n++) {
            assert_int_equal(order.position[n] != NO_NODE, reached >> n & 1);
            for (uint32_t a = 0; a < graph.nodes; a++) {
                if (a != n && must_pass(&graph, a, n))
                    assert_true(order.position[a] < order.position[n]);
            }
        }
        arena_free(&arena);
    }
}

/* The natural loop of a header: it, and all nodes that reach a latch without passing it. */
static uint32_t members_by_definition(const struct graph *graph, uint32_t header)
{
    uint32_t members = 0;
    uint32_t alive = reach(graph, graph->entry, NO_NODE);
    for (uint32_t e = graph->pred_first[header]; e < graph->pred_first[header + 1]; e++) {
        uint32_t latch = graph->pred[e];
        if (!must_pass(graph, header, latch))
            continue;
        members |= 1u << header;
        for (uint32_t n = 0; n < graph->nodes; n++) {
            if ((alive >> n & 1) && n != header && (reach(graph, n, header) >> latch & 1))
                members |= 1u << n;
        }
    }
    return members;
}

static void loops_hold_what_reaches_their_latches(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < RANDOM_GRAPHS; i++) {
        struct arena arena = {0};
        struct graph graph = random_graph(&arena, &seed);
        struct node_order order = graph_reverse_post_order(&arena, &graph);
        struct dominators tree = graph_dominators(&arena, &graph);
        struct loops loops = graph_loops(&arena, &graph, &order, &tree);
        uint32_t headers = 0;
        for (uint32_t l = 0; l < loops.count; l++) {
            uint32_t members = 0, header = loops.loop[l].header, depth = 0;
            headers |= 1u << header;
            for (uint32_t n = 0; n < graph.nodes; n++)
                members |= (uint32_t)loop_contains(&loops, l, n) << n;
            assert_int_equal(members, members_by_definition(&graph, header));
            for (uint32_t o = 0; o < loops.count; o++)
                depth += loop_contains(&loops, o, header);
            assert_int_equal(loops.loop[l].depth, depth);
            assert_true(loops.loop[l].parent == NO_NODE || loops.loop[l].parent < l);
        }
        for (uint32_t n = 0; n < graph.nodes; n++)
            assert_int_equal(headers >> n & 1, members_by_definition(&graph, n) != 0);
        arena_free(&arena);
    }
}

/* Reducible: without its back edges the graph has no cycle left. */
static bool is_reducible(const struct graph *graph)
{
    for (uint32_t n = 0; n < graph->nodes; n++) {
        uint32_t seen = 1u << n, before = 0;
        bool back = false;
        while (seen != before && (reach(graph, graph->entry, NO_NODE) >> n & 1)) {
            before = seen;
            for (uint32_t a = 0; a < graph->nodes; a++) {
                for (uint32_t e = graph->succ_first[a]; e < graph->succ_first[a + 1]; e++) {
                    uint32_t to = graph->succ[e];
                    if (!(seen >> a & 1) || must_pass(graph, to, a))
                        continue;
                    back |= to == n;
                    seen |= 1u << to;
                }
            }
        }
        if (back)
            return false;
    }
    return true;
}

static void irreducible_cycles_are_named(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int reducible = 0;
    for (int i = 0; i < RANDOM_GRAPHS; i++) {
        struct arena arena = {0};
        struct graph graph = random_graph(&arena, &seed);
        struct node_order order = graph_reverse_post_order(&arena, &graph);
        struct dominators tree = graph_dominators(&arena, &graph);
        struct loops loops = graph_loops(&arena, &graph, &order, &tree);
        assert_int_equal(loops.irreducible_count == 0, is_reducible(&graph));
        reducible += loops.irreducible_count == 0;
        arena_free(&arena);
    }
    assert_in_range(reducible, 100, RANDOM_GRAPHS - 100);
}

/* Frontier of a: nodes with a predecessor that a dominates, not strictly dominated by a. */
static uint32_t frontier_by_definition(const struct graph *graph, uint32_t set)
{
    uint32_t out = 0;
    for (uint32_t a = 0; a < graph->nodes; a++) {
        for (uint32_t n = 0; n < graph->nodes; n++) {
            for (uint32_t e = graph->pred_first[n]; e < graph->pred_first[n + 1]; e++) {
                if ((set >> a & 1) && must_pass(graph, a, graph->pred[e]) &&
                    !(a != n && must_pass(graph, a, n)))
                    out |= 1u << n;
            }
        }
    }
    return out;
}

static void iterated_frontier_is_the_fixpoint_of_the_frontier(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int i = 0; i < RANDOM_GRAPHS / 4; i++) {
        struct arena arena = {0};
        struct graph graph = random_graph(&arena, &seed);
        struct dominators tree = graph_dominators(&arena, &graph);
        uint32_t start[2] = {next_random(&seed) % graph.nodes, next_random(&seed) % graph.nodes};
        uint32_t set = 1u << start[0] | 1u << start[1], expected = 0, before, found = 0, count;
        do {
            before = expected;
            expected |= frontier_by_definition(&graph, set | expected);
        } while (expected != before);
        const uint32_t *nodes = graph_iterated_frontier(&arena, &graph, &tree, start, 2, &count);
        for (uint32_t n = 0; n < count; n++)
            found |= 1u << nodes[n];
        assert_int_equal(found, expected);
        arena_free(&arena);
    }
}

static void analyse(struct arena *arena, const struct graph *graph)
{
    struct graph reversed = graph_reversed(arena, graph);
    struct node_order order = graph_reverse_post_order(arena, graph);
    struct dominators tree = graph_dominators(arena, graph);
    graph_dominators(arena, &reversed);
    struct loops loops = graph_loops(arena, graph, &order, &tree);
    uint32_t count, middle = graph->nodes / 2;
    graph_iterated_frontier(arena, graph, &tree, &middle, 1, &count);
    assert_int_equal(order.count, graph->nodes);
    assert_true(loops.count < graph->nodes);
}

/* Quadratic work on any of these takes minutes; what is asked here is far below a second. */
static void hundred_thousand_nodes_take_no_time(void **state)
{
    (void)state;
    for (int shape = 0; shape < 4; shape++) {
        struct arena arena = {0};
        struct edge *edges = arena_array(&arena, 2 * LARGE, sizeof *edges);
        uint32_t count = 0;
        for (uint32_t n = 0; n + 1 < LARGE; n++) {
            uint32_t other[] = {0, 1, LARGE - 1, LARGE - 1 - n};
            edges[count++] = (struct edge){n, n + 1};
            edges[count++] = (struct edge){n, other[shape]};
        }
        clock_t start = clock();
        struct graph graph = graph_make(&arena, LARGE, 0, edges, count);
        analyse(&arena, &graph);
        assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 10.0);
        arena_free(&arena);
    }
}

static void an_empty_graph_has_no_answers(void **state)
{
    (void)state;
    struct arena arena = {0};
    struct graph graph = graph_make(&arena, 0, 0, NULL, 0);
    struct node_order order = graph_reverse_post_order(&arena, &graph);
    struct dominators tree = graph_dominators(&arena, &graph);
    assert_int_equal(order.count, 0);
    assert_int_equal(graph_loops(&arena, &graph, &order, &tree).count, 0);
    assert_int_equal(graph_reversed(&arena, &graph).nodes, 1);
    arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dominance_is_what_removing_a_node_shows),
        cmocka_unit_test(post_dominance_is_total_and_what_removing_a_node_shows),
        cmocka_unit_test(reverse_post_order_puts_dominators_first),
        cmocka_unit_test(loops_hold_what_reaches_their_latches),
        cmocka_unit_test(irreducible_cycles_are_named),
        cmocka_unit_test(iterated_frontier_is_the_fixpoint_of_the_frontier),
        cmocka_unit_test(hundred_thousand_nodes_take_no_time),
        cmocka_unit_test(an_empty_graph_has_no_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
