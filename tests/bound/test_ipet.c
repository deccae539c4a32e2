/* SPDX-License-Identifier: Apache-2.0 */
/* test_ipet.c - the most costly path: classical examples, and random graphs against walking every
 * path. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bound/engine/ipet.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { NODES = 64, EDGES = 256, RANDOM_GRAPHS = 300, STEPS_MAX = 20000 };

/* A graph that grows. */
struct fixture {
    struct arena arena;
    struct error error;
    struct ilp_solver solver;
    struct ipet ipet;
    struct ipet_answer answer;
    int64_t node_cost[NODES];
    struct ipet_edge edge[EDGES];
    uint32_t exit[NODES], back[NODES][2], entry[NODES][2];
    struct ipet_loop loop[NODES];
    struct ipet_at_most at_most[NODES];
    uint64_t random;
};

static void clear(struct fixture *f)
{
    arena_free(&f->arena);
    f->ipet = (struct ipet){.node_cost = f->node_cost, .edge = f->edge, .exit = f->exit,
                            .loop = f->loop, .at_most = f->at_most};
}

static int begin(void **state)
{
    static struct fixture fixture;
    memset(&fixture, 0, sizeof fixture);
    clear(&fixture);
    *state = &fixture;
    return 0;
}

static int end(void **state)
{
    struct fixture *f = *state;
    ilp_solver_close(&f->solver);
    error_clear(&f->error);
    arena_free(&f->arena);
    return 0;
}

static uint32_t node(struct fixture *f, int64_t cost)
{
    f->node_cost[f->ipet.nodes] = cost;
    return f->ipet.nodes++;
}

static uint32_t edge_max(struct fixture *f, uint32_t from, uint32_t to, int64_t cost, int64_t max)
{
    f->edge[f->ipet.edges] = (struct ipet_edge){from, to, cost, max};
    return f->ipet.edges++;
}

static uint32_t edge(struct fixture *f, uint32_t from, uint32_t to, int64_t cost)
{
    return edge_max(f, from, to, cost, IPET_UNLIMITED);
}

static void exit_at(struct fixture *f, uint32_t at)
{
    f->exit[f->ipet.exits++] = at;
}

static struct ipet_loop *loop(struct fixture *f, uint32_t back, uint32_t entry, int64_t iterations)
{
    uint32_t i = f->ipet.loops++;
    f->back[i][0] = back;
    f->entry[i][0] = entry;
    f->loop[i] = (struct ipet_loop){f->back[i], f->entry[i], 1, 1, iterations, false};
    return &f->loop[i];
}

static void at_most(struct fixture *f, uint32_t of, uint32_t at, int64_t times)
{
    f->at_most[f->ipet.at_mosts++] = (struct ipet_at_most){of, at, times};
}

static enum ipet_outcome solve(struct fixture *f)
{
    assert_int_equal(ipet_solve(&f->error, &f->arena, &f->solver, &f->ipet, &f->answer), WC_OK);
    return f->answer.outcome;
}

/* entry 0 -> header 1 <-> body 2, header -> exit 3; returns the back edge. */
static uint32_t make_loop(struct fixture *f, uint32_t *enter)
{
    for (int64_t cost = 1; cost <= 1000; cost *= 10)
        node(f, cost);
    *enter = edge(f, 0, 1, 0);
    edge(f, 1, 2, 0);
    uint32_t back = edge(f, 2, 1, 5);
    edge(f, 1, 3, 0);
    exit_at(f, 3);
    return back;
}

static void a_single_node_costs_itself_without_a_solver(void **state)
{
    struct fixture *f = *state;
    exit_at(f, node(f, 7));
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 7);
    assert_int_equal(f->answer.node_count[0], 1);
    assert_false(f->answer.solved);
}

static void the_costlier_side_of_a_branch_is_taken_without_a_solver(void **state)
{
    struct fixture *f = *state;
    uint32_t a = node(f, 1), b = node(f, 10), c = node(f, 3), d = node(f, 1);
    edge(f, a, b, 0);
    uint32_t to_c = edge(f, a, c, 9);
    edge(f, b, d, 0);
    edge(f, c, d, 0);
    exit_at(f, d);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 14);
    assert_int_equal(f->answer.node_count[b], 0);
    assert_int_equal(f->answer.node_count[c], 1);
    assert_int_equal(f->answer.edge_count[to_c], 1);
    assert_false(f->answer.solved);
    assert_null(f->solver.library); /* not even loaded */
}

static void a_loop_runs_as_often_as_its_bound_says(void **state)
{
    struct fixture *f = *state;
    uint32_t enter, back = make_loop(f, &enter);
    loop(f, back, enter, 12);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 1 + 13 * 10 + 12 * 105 + 1000);
    assert_int_equal(f->answer.attained, f->answer.cost);
    assert_int_equal(f->answer.node_count[1], 13);
    assert_int_equal(f->answer.edge_count[back], 12);
}

static void a_loop_of_no_iterations_is_no_cycle(void **state)
{
    struct fixture *f = *state;
    uint32_t enter, back = make_loop(f, &enter);
    loop(f, back, enter, 0);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 1011);
    assert_false(f->answer.solved);
}

static void bounds_of_nested_loops_multiply(void **state)
{
    struct fixture *f = *state;
    uint32_t start = node(f, 0), outer = node(f, 1), inner = node(f, 100), last = node(f, 0);
    uint32_t enter_outer = edge(f, start, outer, 0), enter_inner = edge(f, outer, inner, 0);
    uint32_t again = edge(f, inner, inner, 0), back = edge(f, inner, outer, 0);
    edge(f, inner, last, 0);
    exit_at(f, last);
    loop(f, back, enter_outer, 9);
    loop(f, again, enter_inner, 4);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 10 * (1 + 5 * 100));
}

static void a_loop_around_the_entry_is_entered_once_at_the_start(void **state)
{
    struct fixture *f = *state;
    uint32_t head = node(f, 3), last = node(f, 0);
    struct ipet_loop *self = loop(f, edge(f, head, head, 0), 0, 6);
    self->entries = 0;
    self->at_start = true;
    edge(f, head, last, 0);
    exit_at(f, last);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 21);
}

/* A `continue`: the costlier way back counts, whichever it is. */
static void of_two_back_edges_the_costlier_one_is_taken(void **state)
{
    for (int64_t cost = 0; cost <= 20; cost += 20) {
        struct fixture *f = *state;
        clear(f);
        uint32_t start = node(f, 0), head = node(f, 1), body = node(f, 10), last = node(f, 0);
        uint32_t enter = edge(f, start, head, 0), again = edge(f, head, head, cost);
        edge(f, head, body, 0);
        uint32_t back = edge(f, body, head, 0);
        edge(f, head, last, 0);
        exit_at(f, last);
        struct ipet_loop *both = loop(f, again, enter, 6);
        f->back[f->ipet.loops - 1][1] = back;
        both->backs = 2;
        assert_int_equal(solve(f), IPET_FOUND);
        assert_int_equal(f->answer.cost, 7 * 1 + 6 * (cost > 10 ? cost : 10));
    }
}

static void large_bounds_stay_exact(void **state)
{
    struct fixture *f = *state;
    uint32_t enter, back = make_loop(f, &enter);
    loop(f, back, enter, INT64_C(1000000000000));
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 1011 + INT64_C(115) * 1000000000000);
}

/* A divergent branch: both sides in sequence, the JOIN going back to the second side once. */
static void a_join_goes_back_once_for_each_split(void **state)
{
    struct fixture *f = *state;
    uint32_t split = node(f, 1), first = node(f, 10), second = node(f, 20), join = node(f, 1);
    uint32_t last = node(f, 0);
    edge(f, split, first, 0);
    edge(f, split, second, 0);
    edge(f, first, join, 0);
    edge(f, second, join, 0);
    uint32_t again = edge(f, join, second, 0);
    edge(f, join, last, 0);
    exit_at(f, last);
    assert_int_equal(solve(f), IPET_UNGOVERNED);
    at_most(f, again, split, 1);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 1 + 20 + 1 + 20 + 1); /* the side is taken twice: safe */
    at_most(f, 1, split, 0);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 1 + 10 + 1 + 20 + 1);
}

static void an_ungoverned_cycle_is_named(void **state)
{
    struct fixture *f = *state;
    uint32_t enter, back = make_loop(f, &enter);
    assert_int_equal(solve(f), IPET_UNGOVERNED);
    assert_true(f->answer.ungoverned == back || f->answer.ungoverned == 1);
    loop(f, back, back, 3); /* refers to itself: no limit */
    assert_int_equal(solve(f), IPET_UNGOVERNED);
    at_most(f, back, 2, 3); /* to a node of its own cycle: no limit either */
    assert_int_equal(solve(f), IPET_UNGOVERNED);
    assert_null(f->solver.library);
}

static void cycles_that_limit_one_another_are_ungoverned(void **state)
{
    struct fixture *f = *state;
    uint32_t start = node(f, 0), a = node(f, 1), b = node(f, 1);
    edge(f, start, a, 0);
    edge(f, a, b, 0);
    uint32_t at_a = edge(f, a, a, 0), at_b = edge(f, b, b, 0);
    exit_at(f, b);
    at_most(f, at_a, b, 2);
    at_most(f, at_b, a, 2);
    assert_int_equal(solve(f), IPET_UNGOVERNED);
    assert_int_equal(f->answer.ungoverned, at_a);
}

static void cycles_that_no_path_can_use_need_no_bound(void **state)
{
    struct fixture *f = *state;
    uint32_t start = node(f, 1), last = node(f, 1), trap = node(f, 1), aside = node(f, 1);
    edge(f, start, last, 0);
    edge(f, start, trap, 0);
    edge(f, trap, trap, 0);
    edge(f, aside, aside, 0);
    edge(f, aside, last, 0);
    exit_at(f, last);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_int_equal(f->answer.cost, 2);
}

static void without_a_way_to_an_exit_there_is_no_path(void **state)
{
    struct fixture *f = *state;
    node(f, 1);
    exit_at(f, node(f, 1));
    assert_int_equal(solve(f), IPET_NO_PATH);
    edge_max(f, 0, 1, 0, 0);
    assert_int_equal(solve(f), IPET_NO_PATH);
}

/* Two exclusive sides, one of which needs the other: the solver finds what the graph cannot. */
static void constraints_that_no_path_keeps_leave_none(void **state)
{
    struct fixture *f = *state;
    uint32_t a = node(f, 1), b = node(f, 1), c = node(f, 1), other = node(f, 1);
    uint32_t only = edge(f, a, b, 0);
    edge(f, b, c, 0);
    edge(f, other, c, 0);
    edge(f, b, b, 0);
    exit_at(f, c);
    loop(f, 3, 2, 5); /* the entry edge cannot be used: the loop never runs */
    at_most(f, only, other, 3);
    assert_int_equal(solve(f), IPET_NO_PATH);
    assert_true(f->answer.solved);
}

static void a_constraint_that_forbids_the_longest_path_gives_the_next_one(void **state)
{
    struct fixture *f = *state;
    uint32_t a = node(f, 0), b = node(f, 9), c = node(f, 1), d = node(f, 0);
    uint32_t to_b = edge(f, a, b, 0);
    edge(f, a, c, 0);
    edge(f, b, d, 0);
    edge(f, c, d, 0);
    exit_at(f, d);
    at_most(f, to_b, c, 1);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_true(f->answer.solved);
    assert_int_equal(f->answer.attained, 1);
    assert_int_equal(f->answer.cost, 5); /* half of each side: not a path, but safe */
}

static void costs_beyond_64_bits_are_an_error(void **state)
{
    struct fixture *f = *state;
    uint32_t a = node(f, INT64_MAX), b = node(f, 1);
    edge(f, a, b, 0);
    exit_at(f, b);
    assert_int_equal(ipet_solve(&f->error, &f->arena, &f->solver, &f->ipet, &f->answer),
                     WC_BAD_INPUT);
    assert_non_null(strstr(f->error.message, "64 bits"));
}

/* Two warps, path A with 10 slots and no waiting, path B with 1 slot and 20 cycles of waiting. */
static int64_t two_paths(struct fixture *f, int64_t cost_a, int64_t cost_b)
{
    clear(f);
    uint32_t start = node(f, 0), last = node(f, 0), a = node(f, cost_a), b = node(f, cost_b);
    edge(f, start, a, 0);
    edge(f, start, b, 0);
    edge(f, a, last, 0);
    edge(f, b, last, 0);
    exit_at(f, last);
    assert_int_equal(solve(f), IPET_FOUND);
    return f->answer.cost;
}

static void warps_on_different_paths_need_two_searches(void **state)
{
    struct fixture *f = *state; /* a counter-example to local reasoning */
    int64_t slots = two_paths(f, 10, 1), slots_and_stalls = two_paths(f, 10 + 0, 1 + 20);
    int64_t common = two_paths(f, 2 * 10 + 0, 2 * 1 + 20);
    assert_int_equal(slots, 10);
    assert_int_equal(slots_and_stalls, 21);
    assert_int_equal((2 - 1) * slots + slots_and_stalls, 31);
    assert_int_equal(common, 22); /* too little for one warp on A and the other on B */
}

/* ---- random graphs ---- */

static uint32_t below(struct fixture *f, uint32_t limit)
{
    f->random = f->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(f->random >> 33) % limit;
}

struct walk {
    const struct fixture *f;
    int64_t nodes[NODES], edges[EDGES], best;
    uint32_t steps;
    bool found;
};

static bool keeps_loops(const struct walk *walk)
{
    const struct ipet *ipet = &walk->f->ipet;
    for (uint32_t i = 0; i < ipet->loops; i++) {
        const struct ipet_loop *l = &ipet->loop[i];
        int64_t back = 0, entry = l->at_start;
        for (uint32_t b = 0; b < l->backs; b++)
            back += walk->edges[l->back[b]];
        for (uint32_t e = 0; e < l->entries; e++)
            entry += walk->edges[l->entry[e]];
        if (back > entry * l->iterations)
            return false;
    }
    return true;
}

static bool keeps_all(const struct walk *walk)
{
    const struct ipet *ipet = &walk->f->ipet;
    for (uint32_t i = 0; i < ipet->at_mosts; i++) {
        const struct ipet_at_most *m = &ipet->at_most[i];
        if (walk->edges[m->edge] > walk->nodes[m->node] * m->times)
            return false;
    }
    for (uint32_t e = 0; e < ipet->edges; e++) {
        if (walk->edges[e] > ipet->edge[e].max)
            return false;
    }
    return keeps_loops(walk);
}

/* Goes every way that keeps the constraints at every step. */
static void walk_on(struct walk *walk, uint32_t at, int64_t cost)
{
    const struct ipet *ipet = &walk->f->ipet;
    cost += ipet->node_cost[at];
    walk->nodes[at]++;
    if (++walk->steps < STEPS_MAX && keeps_all(walk)) {
        for (uint32_t i = 0; i < ipet->exits; i++) {
            if (ipet->exit[i] == at && (!walk->found || cost > walk->best)) {
                walk->best = cost;
                walk->found = true;
            }
        }
        for (uint32_t e = 0; e < ipet->edges; e++) {
            if (ipet->edge[e].from != at)
                continue;
            walk->edges[e]++;
            walk_on(walk, ipet->edge[e].to, cost + ipet->edge[e].cost);
            walk->edges[e]--;
        }
    }
    walk->nodes[at]--;
}

/* Adds a cycle behind the exits that never pays and is limited by its own count: nothing for the
 * short cut. */
static void ask_the_solver(struct fixture *f)
{
    uint32_t behind = node(f, 0);
    for (uint32_t i = 0; i < f->ipet.exits; i++)
        edge(f, f->exit[i], behind, 0);
    edge_max(f, behind, behind, -1, 1);
    f->ipet.exits = 0;
    exit_at(f, behind);
    assert_int_equal(solve(f), IPET_FOUND);
    assert_true(f->answer.solved);
}

static void random_acyclic_graphs_have_the_cost_of_the_best_walk_and_of_the_solver(void **state)
{
    struct fixture *f = *state;
    for (uint32_t round = 0; round < RANDOM_GRAPHS; round++) {
        clear(f);
        uint32_t nodes = 2 + below(f, 9);
        for (uint32_t n = 0; n < nodes; n++)
            node(f, below(f, 50));
        for (uint32_t e = below(f, 3 * nodes); e > 0; e--) {
            uint32_t to = 1 + below(f, nodes - 1);
            edge(f, below(f, to), to, below(f, 20));
        }
        exit_at(f, nodes - 1);
        exit_at(f, below(f, nodes));
        struct walk walk = {.f = f};
        walk_on(&walk, 0, 0);
        assert_int_equal(solve(f), walk.found ? IPET_FOUND : IPET_NO_PATH);
        assert_false(f->answer.solved);
        if (!walk.found)
            continue;
        assert_int_equal(f->answer.cost, walk.best);
        ask_the_solver(f);
        assert_int_equal(f->answer.cost, walk.best);
    }
}

/* Structured flow that begins after `from` and ends in the node returned. */
static uint32_t structured(struct fixture *f, uint32_t from, uint32_t depth)
{
    uint32_t head = node(f, below(f, 30)), into = edge(f, from, head, below(f, 5)), last, side;
    switch (depth ? below(f, 5) : 0) {
    case 0: return head;
    case 1: /* one after the other */
        return structured(f, structured(f, head, depth - 1), depth - 1);
    case 2: /* if and else */
        side = structured(f, head, depth - 1);
        last = node(f, below(f, 30));
        edge(f, structured(f, head, depth - 1), last, 0);
        edge(f, side, last, below(f, 5));
        return last;
    case 3: /* loop, left at its header */
        loop(f, edge(f, structured(f, head, depth - 1), head, below(f, 5)), into, below(f, 4));
        return head;
    default: /* SPLIT, first side, JOIN, second side, JOIN */
        side = structured(f, head, depth - 1);
        last = node(f, below(f, 30));
        edge(f, side, last, 0);
        side = node(f, below(f, 30));
        at_most(f, edge(f, last, side, below(f, 5)), head, 1);
        edge(f, structured(f, side, depth - 1), last, 0);
        return last;
    }
}

static void check_counts(const struct fixture *f)
{
    int64_t cost = 0;
    for (uint32_t n = 0; n < f->ipet.nodes; n++)
        cost += f->answer.node_count[n] * f->node_cost[n];
    for (uint32_t e = 0; e < f->ipet.edges; e++)
        cost += f->answer.edge_count[e] * f->edge[e].cost;
    assert_int_equal(cost, f->answer.attained);
}

static void random_structured_graphs_have_the_cost_of_the_best_walk_and_of_the_solver(void **state)
{
    struct fixture *f = *state;
    uint32_t walked = 0;
    for (uint32_t round = 0; round < RANDOM_GRAPHS; round++) {
        clear(f);
        exit_at(f, structured(f, node(f, below(f, 9)), 3));
        struct walk walk = {.f = f};
        walk_on(&walk, 0, 0);
        assert_int_equal(solve(f), IPET_FOUND);
        assert_false(f->answer.solved);
        check_counts(f);
        assert_true(f->answer.cost >= walk.best);
        if (walk.steps < STEPS_MAX) {
            assert_int_equal(f->answer.cost, walk.best);
            walked++;
        }
        int64_t cost = f->answer.cost;
        ask_the_solver(f);
        assert_int_equal(f->answer.cost, cost);
        assert_int_equal(f->answer.attained, cost);
        check_counts(f);
    }
    assert_true(walked > RANDOM_GRAPHS / 2);
}

static void random_constraint(struct fixture *f, uint32_t of)
{
    switch (below(f, 3)) {
    case 0: f->edge[of].max = below(f, 3); break;
    case 1: at_most(f, of, below(f, f->ipet.nodes), below(f, 3)); break;
    default: loop(f, of, below(f, f->ipet.edges), below(f, 3)); break;
    }
}

static void random_graphs_never_cost_less_than_a_walk(void **state)
{
    struct fixture *f = *state;
    uint32_t found = 0, ungoverned = 0, short_cuts = 0;
    for (uint32_t round = 0; round < 4 * RANDOM_GRAPHS; round++) {
        clear(f);
        uint32_t nodes = 2 + below(f, 4);
        for (uint32_t n = 0; n < nodes; n++)
            node(f, below(f, 50));
        for (uint32_t e = 1 + below(f, 2 * nodes); e > 0; e--)
            edge(f, below(f, nodes), below(f, nodes), below(f, 20));
        for (uint32_t e = 0; e < f->ipet.edges; e++) {
            if (f->edge[e].from >= f->edge[e].to || below(f, 4) == 0)
                random_constraint(f, e);
        }
        exit_at(f, nodes - 1);
        solve(f); /* a graph that passed as governed is never unbounded for the solver */
        ungoverned += f->answer.outcome == IPET_UNGOVERNED;
        struct walk walk = {.f = f};
        if (f->answer.outcome != IPET_UNGOVERNED)
            walk_on(&walk, 0, 0);
        if (walk.found) {
            assert_int_equal(f->answer.outcome, IPET_FOUND);
            assert_true(f->answer.cost >= walk.best);
            check_counts(f);
            found++;
            int64_t cost = f->answer.cost;
            if (!f->answer.solved) {
                short_cuts += f->ipet.loops || f->ipet.at_mosts;
                ask_the_solver(f);
                assert_int_equal(f->answer.cost, cost);
            }
        }
    }
    assert_true(found > RANDOM_GRAPHS / 2);
    assert_true(ungoverned > RANDOM_GRAPHS / 4);
    assert_true(short_cuts > RANDOM_GRAPHS / 4);
}

#define SENTENCE(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENTENCE(a_single_node_costs_itself_without_a_solver),
        SENTENCE(the_costlier_side_of_a_branch_is_taken_without_a_solver),
        SENTENCE(a_loop_runs_as_often_as_its_bound_says),
        SENTENCE(a_loop_of_no_iterations_is_no_cycle),
        SENTENCE(bounds_of_nested_loops_multiply),
        SENTENCE(a_loop_around_the_entry_is_entered_once_at_the_start),
        SENTENCE(of_two_back_edges_the_costlier_one_is_taken),
        SENTENCE(large_bounds_stay_exact),
        SENTENCE(a_join_goes_back_once_for_each_split),
        SENTENCE(an_ungoverned_cycle_is_named),
        SENTENCE(cycles_that_limit_one_another_are_ungoverned),
        SENTENCE(cycles_that_no_path_can_use_need_no_bound),
        SENTENCE(without_a_way_to_an_exit_there_is_no_path),
        SENTENCE(constraints_that_no_path_keeps_leave_none),
        SENTENCE(a_constraint_that_forbids_the_longest_path_gives_the_next_one),
        SENTENCE(costs_beyond_64_bits_are_an_error),
        SENTENCE(warps_on_different_paths_need_two_searches),
        SENTENCE(random_acyclic_graphs_have_the_cost_of_the_best_walk_and_of_the_solver),
        SENTENCE(random_structured_graphs_have_the_cost_of_the_best_walk_and_of_the_solver),
        SENTENCE(random_graphs_never_cost_less_than_a_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
