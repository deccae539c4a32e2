/* SPDX-License-Identifier: Apache-2.0 */
/* test_optimal.c - the split points with the smallest bound: tree, integer program and a list of
 * all sets agree, and SELECT is never better. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "programs.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { BRANCHES_MIN = 3, BRANCHES_MAX = 9 };

static const struct random_shape small = {3, 3, 12, true}, large = {5, 4, 30, true};

static struct optimal_question ask(struct bench *b, uint32_t contexts, int64_t cost)
{
    return (struct optimal_question){&b->graph, optimal_candidates(&b->arena, &b->graph), contexts,
                                     cost};
}

static struct optimal solve(struct bench *b, const struct optimal_question *question)
{
    struct optimal optimal;
    assert_int_equal(optimal_make(&b->error, &b->arena, question, &optimal), WC_OK);
    return optimal;
}

/* A program with so many branches that all sets can be tried. */
static void make_small_graph(struct bench *b)
{
    do
        make_graph(b, random_program(b, &small));
    while (b->graph.branches < BRANCHES_MIN || b->graph.branches > BRANCHES_MAX);
}

static bool is_allowed(const struct optimal_question *question, const bool *split)
{
    for (uint32_t i = 0; i < question->graph->branches; i++) {
        if (split[i] && !question->candidate[i])
            return false;
    }
    return choice_need(question->graph->program, split) <= question->contexts;
}

/* Calls visit() with every set that keeps the question. */
static void every_set(const struct optimal_question *question,
                      void (*visit)(void *user, const bool *split), void *user)
{
    uint32_t branches = question->graph->branches;
    for (uint32_t set = 0; set < 1u << branches; set++) {
        bool split[BRANCHES_MAX];
        for (uint32_t i = 0; i < branches; i++)
            split[i] = set >> i & 1;
        if (is_allowed(question, split))
            visit(user, split);
    }
}

struct cheapest {
    const struct optimal_question *question;
    int64_t cost;
};

static void note_cost(void *user, const bool *split)
{
    struct cheapest *best = user;
    const struct optimal_question *question = best->question;
    int64_t cost = choice_cost(question->graph->program, split, question->split_cost);
    best->cost = cost < best->cost ? cost : best->cost;
}

/* The choice has the cost and the contexts that the table says. */
static void assert_choice(struct bench *b, const struct optimal *optimal, uint32_t contexts)
{
    const struct optimal_question *question = &optimal->question;
    struct split_choice choice = optimal_choice(&b->arena, optimal, contexts);
    uint32_t count = 0;
    for (uint32_t i = 0; i < b->graph.branches; i++)
        count += choice.split[i];
    assert_int_equal(choice.count, count);
    assert_true(is_allowed(question, choice.split));
    assert_true(choice.contexts <= contexts);
    assert_int_equal(choice_cost(b->graph.program, choice.split, question->split_cost),
                     optimal->cost[contexts]);
}

static void no_set_of_splits_is_better(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 1000; i++) {
        make_small_graph(b);
        struct optimal_question question = ask(b, 4, (int64_t)(dice_roll(&b->dice) % 8));
        struct optimal optimal = solve(b, &question);
        for (uint32_t k = 0; k <= optimal.question.contexts; k++) {
            question.contexts = k;
            struct cheapest best = {&question, INT64_MAX};
            every_set(&question, note_cost, &best);
            assert_int_equal(optimal.cost[k], best.cost);
            assert_choice(b, &optimal, k);
        }
        arena_free(&b->arena);
    }
}

static void the_integer_program_finds_the_same_time(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 60; i++) {
        if (i % 4)
            make_small_graph(b);
        else
            make_graph(b, random_program(b, &large));
        struct optimal_question question = ask(b, (uint32_t)(dice_roll(&b->dice) % 4),
                                               (int64_t)(dice_roll(&b->dice) % 8));
        struct optimal optimal = solve(b, &question);
        struct split_choice choice;
        int64_t cost;
        assert_int_equal(optimal_by_ilp(&b->error, &b->arena, &b->solver, &question, &choice,
                                        &cost), WC_OK);
        assert_int_equal(cost, optimal.cost[optimal.question.contexts]);
        assert_true(is_allowed(&question, choice.split));
        arena_free(&b->arena);
    }
}

/* In our form of the bound, and so by Equation 3, which charges SELECT more. PWS-49's caveat does
 * not apply: no split is chosen that costs more than it gains. */
static void select_is_never_better(void **state)
{
    struct bench *b = *state;
    uint32_t better = 0;
    for (int i = 0; i < 3000; i++) {
        make_graph(b, random_program(b, i % 10 ? &small : &large));
        uint32_t contexts = (uint32_t)(dice_roll(&b->dice) % 5);
        int64_t cost = (int64_t)(dice_roll(&b->dice) % 8);
        struct optimal_question question = ask(b, contexts, cost);
        struct optimal optimal = solve(b, &question);
        int64_t best = optimal.cost[optimal.question.contexts];
        struct split_choice selected = select_splits(&b->arena, &b->graph, question.candidate,
                                                     contexts);
        int64_t ours = choice_cost(b->graph.program, selected.split, cost);
        int64_t paper = choice_cost(b->graph.program, selected.split, 0) +
                        cost * choice_trips(&b->graph, selected.split);
        assert_true(best <= ours);
        assert_true(ours <= paper);
        assert_true(best <= optimal.cost[0]); /* nor is not splitting at all */
        better += best < ours;
        assert_choice(b, &optimal, optimal.question.contexts);
        arena_free(&b->arena);
    }
    assert_true(better > 1000);
}

/* The paper says in §3 about Fig. 2: with one split in the nest, BB2 is the better one, since BB6
 * is cheaper than BB3 and BB4. SELECT takes BB1. */
static void one_context_goes_to_the_better_branch_of_figure_2(void **state)
{
    struct bench *b = *state;
    make_graph(b, figure_2(b));
    struct optimal_question question = ask(b, 1, 0);
    struct optimal optimal = solve(b, &question);
    struct split_choice choice = optimal_choice(&b->arena, &optimal, 1);
    assert_int_equal(optimal.cost[0], 20);
    assert_int_equal(optimal.cost[1], 15); /* SELECT: 16 */
    assert_false(choice.split[branch_of_block(&b->graph, 1)]);
    assert_true(choice.split[branch_of_block(&b->graph, 2)]);
    assert_true(choice.split[branch_of_block(&b->graph, 7)]);
}

/* A split pays where it gains more than e_s + e_m: the cheaper side must cost more. */
static void a_split_that_does_not_pay_is_not_chosen(void **state)
{
    struct bench *b = *state;
    make_graph(b, divergent(b, 1, 1, 0, 0, block(b, 2, 10), block(b, 3, 6)));
    for (int64_t cost = 5; cost <= 7; cost++) {
        struct optimal_question question = ask(b, 1, cost);
        struct optimal optimal = solve(b, &question);
        bool candidate[] = {true};
        select_profitable(&b->arena, &b->graph, cost, candidate);
        assert_int_equal(candidate[0], cost < 6);
        assert_int_equal(optimal_choice(&b->arena, &optimal, 1).count, cost < 6);
        assert_int_equal(optimal.cost[1], cost < 6 ? 11 + cost : 17);
    }
}

/* A filtered branch is in no optimal set that would be worse without it. */
static void the_filter_never_removes_a_gain(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 1000; i++) {
        make_graph(b, random_program(b, &small));
        int64_t cost = (int64_t)(dice_roll(&b->dice) % 8);
        struct optimal_question question = ask(b, 3, cost);
        struct optimal all = solve(b, &question);
        bool *kept = optimal_candidates(&b->arena, &b->graph);
        select_profitable(&b->arena, &b->graph, cost, kept);
        question.candidate = kept;
        struct optimal filtered = solve(b, &question);
        for (uint32_t k = 0; k <= all.question.contexts; k++)
            assert_int_equal(filtered.cost[k], all.cost[k]);
        arena_free(&b->arena);
    }
}

/* The side that waits at the merge anyway is not split. */
static void no_split_is_chosen_beside_the_worst_path(void **state)
{
    struct bench *b = *state;
    struct structure *idle = divergent(b, 2, 1, 0, 0, block(b, 3, 20), block(b, 4, 20));
    make_graph(b, divergent(b, 1, 1, 0, 0, block(b, 5, 100), idle));
    struct optimal_question question = ask(b, 2, 3);
    struct optimal optimal = solve(b, &question);
    struct split_choice choice = optimal_choice(&b->arena, &optimal, 2);
    assert_int_equal(optimal.cost[2], 104);
    assert_int_equal(choice.count, 1);
    assert_int_equal(choice.contexts, 1);
}

/* Branches in sequence share one context, as in SELECT; so do those that SELECT does not see as
 * siblings (PWS-37). */
static void sequences_need_one_context(void **state)
{
    struct bench *b = *state;
    struct structure *nested = uniform(b, 9, 1, divergent(b, 4, 1, 0, 0, block(b, 5, 8),
                                                          block(b, 6, 8)), NULL);
    make_graph(b, in_order(divergent(b, 1, 1, 0, 0, block(b, 2, 8), block(b, 3, 8)), nested,
                           divergent(b, 7, 1, 0, 0, block(b, 8, 8), block(b, 9, 8)), NULL));
    struct optimal_question question = ask(b, 1, 1);
    struct optimal optimal = solve(b, &question);
    assert_int_equal(optimal_choice(&b->arena, &optimal, 1).count, 3);
    assert_int_equal(optimal.cost[1], 3 * (1 + 1 + 8) + 1);
}

/* ---- the kernel ---- */

static const struct gpu_shape gpu = {
    .cus = 4, .simds = 4, .contexts = 10, .lanes = 64, .splits = 3, .vgprs = PWS_NO_LIMIT,
    .sgprs = PWS_NO_LIMIT, .lds = PWS_NO_LIMIT, .barriers = PWS_NO_LIMIT,
};

struct kernel_search {
    struct cheapest best;
    const struct kernel_shape *kernel;
};

/* E_kernel of a set, with SpSIMDs re-provisioned for the contexts that it needs. */
static void note_kernel(void *user, const bool *split)
{
    struct kernel_search *search = user;
    const struct optimal_question *question = search->best.question;
    struct error error = {0};
    struct kernel_bound bound;
    uint32_t need = choice_need(question->graph->program, split);
    int64_t cost = choice_cost(question->graph->program, split, question->split_cost);
    assert_int_equal(pws_simds(&error, &gpu, need, &bound.simds), WC_OK);
    assert_int_equal(pws_kernel(&error, &gpu, search->kernel, RESIDENT_SOUND, 1, 5, cost, &bound),
                     WC_OK);
    search->best.cost = bound.cycles < search->best.cost ? bound.cycles : search->best.cost;
}

/* Equations 2, 4 and 5 included: the smallest E_kernel over all sets. SELECT is never better. */
static void no_set_of_splits_has_a_better_kernel(void **state)
{
    struct bench *b = *state;
    for (int i = 0; i < 600; i++) {
        make_small_graph(b);
        struct optimal_question question = ask(b, 3, (int64_t)(dice_roll(&b->dice) % 8));
        struct optimal optimal = solve(b, &question);
        struct kernel_shape kernel = {.groups = 1 + dice_roll(&b->dice) % 2000, .group_size = 256};
        struct kernel_bound bound;
        uint32_t contexts;
        assert_int_equal(optimal_for_kernel(&b->error, &optimal, &gpu, &kernel, 5, true, &contexts,
                                            &bound), WC_OK);
        struct kernel_search search = {{&question, INT64_MAX}, &kernel};
        every_set(&question, note_kernel, &search);
        assert_int_equal(bound.cycles, search.best.cost);
        assert_int_equal(optimal_choice(&b->arena, &optimal, contexts).contexts, contexts);
        struct split_choice selected = select_splits(&b->arena, &b->graph, question.candidate, 3);
        struct kernel_bound theirs;
        assert_int_equal(pws_simds(&b->error, &gpu, selected.contexts, &theirs.simds), WC_OK);
        assert_int_equal(pws_kernel(&b->error, &gpu, &kernel, RESIDENT_SOUND, 1, 5,
                                    choice_cost(b->graph.program, selected.split,
                                                question.split_cost), &theirs), WC_OK);
        assert_true(bound.cycles <= theirs.cycles);
        arena_free(&b->arena);
    }
}

/* 640 groups of 4 wavefronts on 4 CUs with 4 + 12 SIMDs: a split that saves 10 of 21 cycles loses
 * to 16 base SIMDs instead of 8, but is worth it when one round is enough. */
static void fewer_contexts_can_be_better_for_the_kernel(void **state)
{
    struct bench *b = *state;
    make_graph(b, divergent(b, 1, 1, 0, 0, block(b, 2, 10), block(b, 3, 10)));
    struct optimal_question question = ask(b, 3, 0);
    struct optimal optimal = solve(b, &question);
    struct kernel_bound bound;
    uint32_t contexts;
    struct kernel_shape many = {.groups = 640, .group_size = 256};
    assert_int_equal(optimal_for_kernel(&b->error, &optimal, &gpu, &many, 5, true, &contexts,
                                        &bound), WC_OK);
    assert_int_equal(contexts, 0);
    assert_int_equal(bound.simds, 16);
    assert_int_equal(bound.rounds, 4);
    assert_int_equal(bound.cycles, 4 * 26); /* with one split: 8 * 16 */
    struct kernel_shape few = {.groups = 80, .group_size = 256};
    assert_int_equal(optimal_for_kernel(&b->error, &optimal, &gpu, &few, 5, true, &contexts,
                                        &bound), WC_OK);
    assert_int_equal(contexts, 1);
    assert_int_equal(bound.cycles, 16);
    assert_int_equal(optimal_for_kernel(&b->error, &optimal, &gpu, &many, 5, false, &contexts,
                                        &bound), WC_OK);
    assert_int_equal(contexts, 1);
    assert_int_equal(bound.cycles, 16 * 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SENTENCE(no_set_of_splits_is_better),
        SENTENCE(the_integer_program_finds_the_same_time),
        SENTENCE(select_is_never_better),
        SENTENCE(one_context_goes_to_the_better_branch_of_figure_2),
        SENTENCE(a_split_that_does_not_pay_is_not_chosen),
        SENTENCE(the_filter_never_removes_a_gain),
        SENTENCE(no_split_is_chosen_beside_the_worst_path),
        SENTENCE(sequences_need_one_context),
        SENTENCE(no_set_of_splits_has_a_better_kernel),
        SENTENCE(fewer_contexts_can_be_better_for_the_kernel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
