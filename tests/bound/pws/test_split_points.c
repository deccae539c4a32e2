/* SPDX-License-Identifier: Apache-2.0 */
/* test_split_points.c - SELECT, PRUNE and IPET: the paper's examples, and random programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <coin/Cbc_C_Interface.h>
#include <dlfcn.h>

#include "programs.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

static const struct random_shape small = {3, 3, 9, true}, straight = {3, 3, 9, false},
                                 large = {5, 4, 20, true};

static struct split_choice select_for(struct bench *b, const uint32_t *marked, uint32_t contexts)
{
    return select_splits(&b->arena, &b->graph, branches_of_blocks(b, marked), contexts);
}

/* The blocks of the chosen branches. */
static const char *chosen(struct bench *b, const bool *split)
{
    char *text = arena_alloc(&b->arena, 1024);
    for (uint32_t i = 0; i < b->graph.branches; i++) {
        if (split[i])
            sprintf(text + strlen(text), "%u ", b->graph.branch[i].structure->block.number);
    }
    return text;
}

static const char *removed_edges(struct bench *b, const bool *removed)
{
    char *text = arena_alloc(&b->arena, 1024);
    for (uint32_t n = 0; n < b->graph.nodes; n++) {
        if (removed[n])
            sprintf(text + strlen(text), "%u->%u ", n + 1, b->graph.node[n].next[0] + 1);
    }
    return text;
}

/* PWS-37: Fig. 8 with all four branches marked. */
static void select_gives_the_sets_of_figure_8(void **state)
{
    struct bench *b = *state;
    make_graph(b, figure_8(b));
    static const char *const sets[] = {"", "1 ", "1 2 7 ", "1 2 7 13 ", "1 2 7 13 "};
    static const uint32_t used[] = {0, 1, 2, 3, 3};
    for (uint32_t s = 0; s < 5; s++) {
        struct split_choice choice = select_for(b, (const uint32_t[]){1, 2, 7, 13, 0}, s);
        assert_string_equal(chosen(b, choice.split), sets[s]);
        assert_int_equal(choice.contexts, used[s]);
        assert_int_equal(choice.count, strlen(sets[s]) ? (s == 1 ? 1 : s == 2 ? 3 : 4) : 0);
    }
}

/* PWS-37: marks count only where a split is allowed. */
static void select_takes_marked_and_allowed_branches(void **state)
{
    struct bench *b = *state;
    struct structure *program = figure_2(b);
    program->marked = false;
    program->next->allowed = false;
    make_graph(b, program);
    struct split_choice choice = select_splits(&b->arena, &b->graph,
                                               select_marked(&b->arena, &b->graph), 3);
    assert_string_equal(chosen(b, choice.split), "2 ");
}

/* PWS-37: SELECT is not maximal. The context of BB2 is free again at BB7, but their parents
 * differ. */
static void select_drops_a_branch_whose_context_is_free(void **state)
{
    struct bench *b = *state;
    make_graph(b, figure_2(b));
    assert_string_equal(chosen(b, select_for(b, (const uint32_t[]){2, 7, 0}, 1).split), "2 ");
    bool *both = branches_of_blocks(b, (const uint32_t[]){2, 7, 0});
    assert_int_equal(choice_need(b->graph.program, both), 1);
}

/* PWS-29: 20 unsplit, which is also the worst of DWS; S = 1 selects {1, 7}: 16; S = 2 all: 13,
 * which is also the best of DWS, with every branch split. */
static void figure_2_takes_20_16_and_13(void **state)
{
    struct bench *b = *state;
    make_graph(b, figure_2(b));
    static const char *const sets[] = {"", "1 7 ", "1 2 7 "};
    static const int64_t time[] = {20, 16, 13};
    for (uint32_t s = 0; s < 3; s++) {
        struct split_choice choice = select_for(b, (const uint32_t[]){1, 2, 7, 0}, s);
        struct wavefront_times times;
        assert_string_equal(chosen(b, choice.split), sets[s]);
        assert_int_equal(wavefront_times(&b->error, &b->arena, &b->solver, &b->graph, &choice,
                                         &(struct split_timing){0, 0, 0}, s, &times), WC_OK);
        assert_int_equal(times.unsplit, 20);
        assert_int_equal(times.pws, time[s]);
        assert_int_equal(times.pws_paper, time[s]);
        assert_int_equal(times.dws[DWS_TIGHT], 20); /* PWS-54: §3's worst case of DWS */
    }
}

/* PWS-38, PWS-39: every F of the worked example, and the removed edges. */
static void prune_follows_the_worked_example(void **state)
{
    struct bench *b = *state;
    make_graph(b, figure_8(b));
    struct split_choice choice = select_for(b, (const uint32_t[]){1, 2, 7, 13, 0}, 2);
    struct pruned pruned = prune(&b->arena, &b->graph, choice.split, 0);
    static const int64_t rest[] = {42, 32, 37, 39, 39, 34, 32, 29, 27, 27, 23, 21, 21, 15, 16, 16,
                                   13, 11, 0};
    for (uint32_t n = 0; n <= 18; n++)
        assert_int_equal(pruned.rest[n], rest[n]);
    assert_string_equal(removed_edges(b, pruned.removed), "2->3 9->10 12->13 ");
}

/* PWS-39: IPET, E_WF and E_kernel for S = 0 to 3 with d = e_s = e_m = DS = 1. PWS-44: Equation 3
 * charges all splits (42 + 3 * 2 = 48); ours charges those on the worst path, so node 13, which is
 * not on it, costs nothing at S = 3. PWS-48: DS * (d + E_WF). */
static void figure_8_has_the_times_of_the_worked_example(void **state)
{
    struct bench *b = *state;
    make_graph(b, figure_8(b));
    static const struct { int64_t ipet, paper, ours; const char *removed; } expected[] = {
        {59, 59, 59, ""},
        {49, 51, 51, "12->13 "},
        {42, 48, 48, "2->3 9->10 12->13 "},
        {42, 50, 48, "2->3 9->10 12->13 13->14 "},
    };
    for (uint32_t s = 0; s < 4; s++) {
        struct split_choice choice = select_for(b, (const uint32_t[]){1, 2, 7, 13, 0}, s);
        struct wavefront_times times;
        assert_int_equal(wavefront_times(&b->error, &b->arena, &b->solver, &b->graph, &choice,
                                         &(struct split_timing){1, 1, 1}, s, &times), WC_OK);
        assert_int_equal(times.unsplit, 59);
        assert_int_equal(times.pruned, expected[s].ipet);
        assert_int_equal(times.pws_paper, expected[s].paper);
        assert_int_equal(times.pws, expected[s].ours);
        struct pruned pruned = prune(&b->arena, &b->graph, choice.split, 0);
        assert_string_equal(removed_edges(b, pruned.removed), expected[s].removed);
    }
}

/* PWS-38, A17: equal sides keep the then side. */
static void prune_keeps_the_then_side_on_a_tie(void **state)
{
    struct bench *b = *state;
    make_graph(b, in_order(divergent(b, 1, 1, 3, 1, block(b, 2, 4), block(b, 4, 4)),
                           block(b, 5, 1), NULL));
    struct pruned pruned = prune(&b->arena, &b->graph, (bool[]){true}, 0);
    assert_string_equal(removed_edges(b, pruned.removed), "3->4 ");
    assert_int_equal(pruned.rest[0], 7);
}

/* ---- random programs ---- */

static bool *random_choice(struct bench *b)
{
    bool *split = arena_array(&b->arena, b->graph.branches, sizeof *split);
    for (uint32_t i = 0; i < b->graph.branches; i++)
        split[i] = dice_roll(&b->dice) % 2;
    return split;
}

static void agree(struct bench *b, const bool *split, int64_t cost)
{
    struct pruned pruned = prune(&b->arena, &b->graph, split, cost);
    int64_t *surcharge = arena_array(&b->arena, b->graph.branches, sizeof *surcharge);
    for (uint32_t i = 0; i < b->graph.branches; i++)
        surcharge[i] = split[i] ? cost : 0;
    int64_t ipet;
    struct split_paths paths = {&b->graph, pruned.removed, surcharge};
    assert_int_equal(split_ipet_solve(&b->error, &b->arena, &b->solver, &paths, &ipet), WC_OK);
    assert_int_equal(pruned.rest[0], longest_way(b, pruned.removed, split, cost));
    assert_int_equal(pruned.rest[0], choice_cost(b->graph.program, split, cost));
    assert_int_equal(pruned.rest[0], ipet);
}

/* PWS-38, PWS-41: F[1], the longest path of the pruned graph, the recursion over the tree and IPET
 * with back edges are equal, with and without a cost of splits. */
static void prune_ipet_and_recursion_agree(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 3000; i++) {
        make_graph(b, random_program(b, i % 10 ? &small : &large));
        const bool *split = random_choice(b);
        agree(b, split, 0);
        agree(b, split, (int64_t)(dice_roll(&b->dice) % 6));
        arena_free(&b->arena);
    }
}

/* PWS-38: pruning never adds time; without a split every block counts, uniform branches aside. */
static void pruned_is_never_longer_than_unpruned(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 3000; i++) {
        make_graph(b, random_program(b, &small));
        struct pruned pruned = prune(&b->arena, &b->graph, random_choice(b), 0);
        int64_t whole = longest_way(b, NULL, NULL, 0);
        bool only_divergent = true;
        for (uint32_t n = 0; n < b->graph.nodes; n++)
            only_divergent &= b->graph.node[n].kind != NODE_UNIFORM;
        assert_true(pruned.rest[0] <= whole);
        assert_int_equal(choice_cost(b->graph.program, choice_none(&b->arena, b->graph.branches)
                                     .split, 0), whole);
        if (only_divergent)
            assert_int_equal(whole, b->graph.weight);
        arena_free(&b->arena);
    }
}

static void note_longest(void *user, const struct path *path)
{
    int64_t *longest = user;
    *longest = path->weight > *longest ? path->weight : *longest;
}

/* PWS-38: the same against a list of all paths. */
static void prune_finds_the_longest_of_all_listed_paths(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 1000; i++) {
        make_graph(b, random_program(b, &(struct random_shape){2, 2, 9, true}));
        struct pruned pruned = prune(&b->arena, &b->graph, random_choice(b), 0);
        int64_t longest = 0;
        assert_true(every_way(&b->graph, pruned.removed, note_longest, &longest) > 0);
        assert_int_equal(pruned.rest[0], longest);
        arena_free(&b->arena);
    }
}

/* PWS-37: what runs have live at once is within what the choice needs, and that within what SELECT
 * counted and S. */
static void no_run_needs_more_contexts_than_select_counts(void **state)
{
    struct bench *b = *state;
    uint32_t reached = 0, needed = 0;
    for (int i = 0; i < 3000; i++) {
        make_graph(b, random_program(b, i % 10 ? &small : &large));
        uint32_t contexts = (uint32_t)(dice_roll(&b->dice) % 6);
        struct split_choice choice = select_splits(&b->arena, &b->graph,
                                                   select_marked(&b->arena, &b->graph), contexts);
        uint32_t need = choice_need(b->graph.program, choice.split), live = 0;
        for (int r = 0; r < 3; r++) {
            uint32_t one = run_wavefront(b, b->graph.program, choice.split, 2).contexts;
            live = one > live ? one : live;
        }
        assert_true(choice.contexts <= contexts);
        assert_true(need <= choice.contexts);
        assert_true(live <= need);
        needed += need > 0;
        reached += need > 0 && live == need;
        arena_free(&b->arena);
    }
    assert_true(needed > 1000);
    assert_true(reached * 10 > needed * 8); /* the need is no idle number: most runs reach it */
}

/* PWS-44: our form, in which a wavefront pays for the splits on its way only, covers every run; the
 * paper's charges more. */
static void no_run_takes_longer_than_the_bound(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 2000; i++) {
        make_graph(b, random_program(b, i % 10 ? &small : &large));
        const bool *split = random_choice(b);
        int64_t cost = (int64_t)(dice_roll(&b->dice) % 8);
        int64_t ours = choice_cost(b->graph.program, split, cost);
        int64_t paper = prune(&b->arena, &b->graph, split, 0).rest[0] +
                        cost * choice_trips(&b->graph, split);
        for (int r = 0; r < 5; r++)
            assert_true(run_wavefront(b, b->graph.program, split, cost).time <= ours);
        assert_true(ours <= paper);
        arena_free(&b->arena);
    }
}

/* PWS-37, choice.c: 1 + need(then) + need(else) is live at once when both sides split, and the max
 * when the outer branch is serialised. SELECT counts both sides' groups in either case. */
static void both_sides_of_a_split_need_contexts_at_once(void **state)
{
    struct bench *b = *state;
    struct structure *then = divergent(b, 2, 1, 0, 0, block(b, 3, 1), block(b, 4, 1));
    struct structure *other = divergent(b, 5, 1, 0, 0, block(b, 6, 1), block(b, 7, 1));
    make_graph(b, divergent(b, 1, 1, 0, 0, then, other));
    const bool all[] = {true, true, true}, inner[] = {false, true, true};
    uint32_t live = 0;
    for (int i = 0; i < 200; i++) {
        uint32_t one = run_wavefront(b, b->graph.program, all, 2).contexts;
        live = one > live ? one : live;
        assert_true(run_wavefront(b, b->graph.program, inner, 2).contexts <= 1);
    }
    assert_int_equal(live, 3);
    assert_int_equal(choice_need(b->graph.program, all), 3);
    assert_int_equal(choice_need(b->graph.program, inner), 1);
    assert_int_equal(select_splits(&b->arena, &b->graph, inner, 3).contexts, 2);
}

/* ---- loops ---- */

/* Block numbers of their own, by which the copies of a branch are found. */
static void number_blocks(struct structure *list, uint32_t *number)
{
    for (; list; list = list->next) {
        list->block.number = ++*number;
        for (int s = 0; s < SIDES; s++)
            number_blocks(list->side[s], number);
    }
}

/* PWS-40: bound * body, and n * (e_s + e_m) for a split in a loop, give the time of the unrolled
 * program: with the splits on the path, and with all splits charged as Equation 3 does. */
static void collapsed_and_unrolled_loops_take_the_same_time(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 1500; i++) {
        uint32_t number = 0;
        struct structure *program = random_program(b, &small);
        number_blocks(program, &number);
        make_graph(b, program);
        struct split_graph collapsed = b->graph;
        const bool *split = random_choice(b);
        bool by_block[4096] = {false};
        for (uint32_t n = 0; n < collapsed.branches; n++)
            by_block[collapsed.branch[n].structure->block.number] = split[n];
        struct structure *copy = unrolled(b, program);
        if (!copy)
            continue; /* a loop of nothing */
        make_graph(b, copy);
        bool *same = arena_array(&b->arena, b->graph.branches, sizeof *same);
        int64_t count = 0;
        for (uint32_t n = 0; n < b->graph.branches; n++) {
            same[n] = by_block[b->graph.branch[n].structure->block.number];
            count += same[n];
        }
        for (int64_t cost = 0; cost < 6; cost += 5)
            assert_int_equal(prune(&b->arena, &collapsed, split, cost).rest[0],
                             prune(&b->arena, &b->graph, same, cost).rest[0]);
        assert_int_equal(choice_trips(&collapsed, split), count);
        arena_free(&b->arena);
    }
}

/* PWS-40: on the paper's unrolled loops SELECT itself loses: each copy of a nested branch has a
 * parent of its own. Collapsed, one context serves all iterations. */
static void select_chooses_less_in_unrolled_loops(void **state)
{
    struct bench *b = *state;
    struct structure *inner = divergent(b, 2, 1, 0, 0, block(b, 3, 5), block(b, 4, 5));
    struct structure *program = loop(b, 1, 3, divergent(b, 1, 1, 0, 0, inner, block(b, 5, 8)));
    make_graph(b, program);
    struct split_choice one = select_splits(&b->arena, &b->graph,
                                            select_marked(&b->arena, &b->graph), 2);
    assert_int_equal(one.contexts, 2);
    assert_int_equal(choice_cost(program, one.split, 0), 3 * (1 + 8));
    make_graph(b, unrolled(b, program));
    struct split_choice copies = select_splits(&b->arena, &b->graph,
                                               select_marked(&b->arena, &b->graph), 2);
    assert_int_equal(copies.count, 4); /* all three outer ones, one inner one */
    assert_int_equal(choice_cost(b->graph.program, copies.split, 0), 9 + 2 * (1 + 11));
}

/* PWS-41: back edges per entry 0, 1 and 7; nested bounds multiply. */
static void loop_bounds_limit_the_back_edges(void **state)
{
    struct bench *b = *state;
    static const int64_t bounds[] = {1, 2, 8};
    for (int i = 0; i < 3; i++) {
        struct structure *inner = loop(b, 2, 3, block(b, 2, 10));
        make_graph(b, in_order(block(b, 1, 1), loop(b, 2, bounds[i], in_order(inner, block(b, 3, 5),
                                                                              NULL)), NULL));
        int64_t cost;
        assert_int_equal(split_ipet_solve(&b->error, &b->arena, &b->solver,
                                          &(struct split_paths){&b->graph, NULL, NULL}, &cost),
                         WC_OK);
        assert_int_equal(cost, 1 + bounds[i] * 35);
    }
}

/* ---- the integer program ---- */

/* PWS-42: the program of PWS-41 solved by CBC, its answer checked in integers, agrees with the
 * longest path. Its relaxation is integral: the proved bound is the objective. */
static void the_solver_agrees_with_the_longest_path(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 150; i++) {
        make_graph(b, random_program(b, i % 2 ? &small : &straight));
        const bool *split = random_choice(b);
        struct pruned pruned = prune(&b->arena, &b->graph, split, 0);
        struct split_paths paths = {&b->graph, pruned.removed, NULL};
        struct ilp ilp = split_ipet_program(&b->arena, &paths);
        struct ilp_answer answer;
        assert_int_equal(ilp_solve(&b->error, &b->solver, &ilp, &answer), WC_OK);
        assert_int_equal(answer.outcome, ILP_SOLVED);
        assert_int_equal(answer.objective, pruned.rest[0]);
        assert_int_equal(answer.bound, pruned.rest[0]);
        for (uint32_t n = 0; n < b->graph.nodes; n++)
            assert_true(answer.x[n] >= 0 && answer.x[n] <= b->graph.node[n].trips);
        arena_free(&b->arena);
    }
}

/* PWS-42: limits from below, from above, on both sides and on columns; long rows are broken. */
static void the_lp_format_has_every_kind_of_limit(void **state)
{
    struct bench *b = *state;
    struct text text = {0};
    struct ilp ilp = {.arena = &b->arena};
    for (int64_t c = 0; c < 9; c++)
        ilp_add_column(&ilp, c - 1, c ? ILP_NO_HIGH : 5);
    for (uint32_t c = 0; c < 9; c++)
        ilp_add_entry(&ilp, 0, c, 1);
    ilp_add_row(&ilp, 2, ILP_NO_HIGH);
    ilp_add_entry(&ilp, ilp_add_row(&ilp, -3, 4), 0, -2);
    ilp_add_entry(&ilp, ilp_add_row(&ilp, 7, 7), 1, 1);
    assert_int_equal(ilp_write_lp(&b->error, &ilp, &text), WC_OK);
    assert_string_equal(text_string(&text),
                        "Maximize\n"
                        " obj: - 1 x0 + 0 x1 + 1 x2 + 2 x3 + 3 x4 + 4 x5 + 5 x6 + 6 x7\n"
                        "  + 7 x8\n"
                        "Subject To\n"
                        " r0low: + 1 x0 + 1 x1 + 1 x2 + 1 x3 + 1 x4 + 1 x5 + 1 x6 + 1 x7\n"
                        "  + 1 x8 >= 2\n"
                        " r1low: - 2 x0 >= -3\n"
                        " r1high: - 2 x0 <= 4\n"
                        " r2: + 1 x1 = 7\n"
                        "Bounds\n"
                        " 0 <= x0 <= 5\n"
                        "Integers\n x0\n x1\n x2\n x3\n x4\n x5\n x6\n x7\n x8\n"
                        "End\n");
    text_free(&text);
}

/* COIN-OR's own reader and solver, on a file. */
static double solve_file(const char *name)
{
    void *library = dlopen("libCbcSolver.so.3", RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    typeof(Cbc_newModel) *new = (typeof(Cbc_newModel) *)dlsym(library, "Cbc_newModel");
    typeof(Cbc_readLp) *read = (typeof(Cbc_readLp) *)dlsym(library, "Cbc_readLp");
    typeof(Cbc_setLogLevel) *level = (typeof(Cbc_setLogLevel) *)dlsym(library, "Cbc_setLogLevel");
    typeof(Cbc_solve) *solve = (typeof(Cbc_solve) *)dlsym(library, "Cbc_solve");
    typeof(Cbc_getObjValue) *value = (typeof(Cbc_getObjValue) *)dlsym(library, "Cbc_getObjValue");
    typeof(Cbc_deleteModel) *delete = (typeof(Cbc_deleteModel) *)dlsym(library, "Cbc_deleteModel");
    assert_true(new && read && level && solve && value && delete);
    Cbc_Model *model = new();
    level(model, 0);
    assert_int_equal(read(model, name), 0);
    solve(model);
    double objective = value(model);
    delete(model);
    dlclose(library);
    return objective;
}

/* PWS-42: a reader that is not ours takes the exported file, and finds the same time. */
static void another_reader_solves_the_exported_program(void **state)
{
    struct bench *b = *state;
    struct text text = {0};
    struct structure *program = figure_8(b);
    structure_append(&program->next->next, loop(b, 20, 7, block(b, 20, 3)));
    make_graph(b, program);
    struct split_choice choice = select_for(b, (const uint32_t[]){1, 2, 7, 13, 0}, 2);
    struct pruned pruned = prune(&b->arena, &b->graph, choice.split, 0);
    struct split_paths paths = {&b->graph, pruned.removed, NULL};
    struct ilp ilp = split_ipet_program(&b->arena, &paths);
    assert_int_equal(ilp_write_lp(&b->error, &ilp, &text), WC_OK);
    char name[] = "/tmp/split-XXXXXX.lp";
    int file = mkstemps(name, 3);
    assert_true(file >= 0);
    assert_int_equal(write(file, text.bytes, text.length), text.length);
    close(file);
    double objective = solve_file(name);
    unlink(name);
    text_free(&text);
    assert_int_equal(pruned.rest[0], 42 + 21);
    assert_true(objective > pruned.rest[0] - 0.001 && objective < pruned.rest[0] + 0.001);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENTENCE(select_gives_the_sets_of_figure_8),
        SENTENCE(select_takes_marked_and_allowed_branches),
        SENTENCE(select_drops_a_branch_whose_context_is_free),
        SENTENCE(figure_2_takes_20_16_and_13),
        SENTENCE(prune_follows_the_worked_example),
        SENTENCE(figure_8_has_the_times_of_the_worked_example),
        SENTENCE(prune_keeps_the_then_side_on_a_tie),
        SENTENCE(prune_ipet_and_recursion_agree),
        SENTENCE(pruned_is_never_longer_than_unpruned),
        SENTENCE(prune_finds_the_longest_of_all_listed_paths),
        SENTENCE(no_run_needs_more_contexts_than_select_counts),
        SENTENCE(no_run_takes_longer_than_the_bound),
        SENTENCE(both_sides_of_a_split_need_contexts_at_once),
        SENTENCE(collapsed_and_unrolled_loops_take_the_same_time),
        SENTENCE(select_chooses_less_in_unrolled_loops),
        SENTENCE(loop_bounds_limit_the_back_edges),
        SENTENCE(the_solver_agrees_with_the_longest_path),
        SENTENCE(the_lp_format_has_every_kind_of_limit),
        SENTENCE(another_reader_solves_the_exported_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
