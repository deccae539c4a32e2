/* SPDX-License-Identifier: Apache-2.0 */
/* test_term.c - trees of terms: every node is the combination of its children, also of launches
 * that run one after the other (docs/bound.md: the bound is a sum whose terms explain it). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "bound/engine/bound.h"

#include <cmocka.h> /* last: it has a macro named fail */

static int open_arena(void **state)
{
    static struct arena arena;
    arena = (struct arena){0};
    *state = &arena;
    return 0;
}

static int close_arena(void **state)
{
    arena_free(*state);
    return 0;
}

static struct term *number(struct arena *arena, const char *name, uint64_t value)
{
    return term_number(arena, (struct term_name){name}, value);
}

static struct term *pair(struct arena *arena, enum term_kind kind, const char *name, uint64_t a,
                         uint64_t b)
{
    struct term *term = term_make(arena, kind, (struct term_name){name});
    term_add(term, number(arena, "a", a));
    term_add(term, number(arena, "b", b));
    return term;
}

/* sum(max(3, 5), product(4, 7), 2) */
static struct term *small_tree(struct arena *arena)
{
    struct term *whole = term_make(arena, TERM_SUM, (struct term_name){"whole"});
    term_add(whole, pair(arena, TERM_MAX, "larger", 3, 5));
    term_add(whole, pair(arena, TERM_PRODUCT, "product", 4, 7));
    term_add(whole, number(arena, "rest", 2));
    return whole;
}

static const struct term *part(const struct term *term, const char *name)
{
    const struct term *child = term->first;
    while (child && strcmp(child->as.name, name) != 0)
        child = child->next;
    assert_non_null(child);
    return child;
}

static void a_node_is_the_sum_the_maximum_or_the_product_of_its_children(void **state)
{
    struct term *whole = small_tree(*state);
    assert_int_equal(whole->value, 5 + 28 + 2);
    assert_true(term_holds(whole));
    assert_string_equal(whole->first->as.name, "larger"); /* in the order they were added */
    assert_string_equal(whole->first->next->next->as.name, "rest");
}

static void a_wrong_value_anywhere_is_found(void **state)
{
    struct term *whole = small_tree(*state);
    whole->value++;
    assert_false(term_holds(whole));
    whole->value--;
    whole->first->next->first->value++; /* a factor */
    assert_false(term_holds(whole));
}

static void terms_that_are_put_together_wrongly_are_found(void **state)
{
    struct term *twice = pair(*state, TERM_SUM, "sum", 1, 2);
    term_add(twice, number(*state, twice->first->as.name, 3));
    assert_false(term_holds(twice));
    struct term *leaf = number(*state, "leaf", 1);
    term_add(leaf, number(*state, "child", 1));
    assert_int_equal(leaf->value, 1);
    assert_false(term_holds(leaf));
    struct term *sum = term_make(*state, TERM_SUM, (struct term_name){"sum"});
    struct term *list = pair(*state, TERM_SUM, "list", 1, 2);
    term_add(sum, list->first); /* which has a sibling */
    assert_false(term_holds(sum));
}

static void a_node_without_children_is_neutral(void **state)
{
    struct term_name as = {"none"};
    assert_int_equal(term_make(*state, TERM_SUM, as)->value, 0);
    assert_int_equal(term_make(*state, TERM_MAX, as)->value, 0);
    assert_int_equal(term_make(*state, TERM_PRODUCT, as)->value, 1);
}

static void more_children_than_anybody_thought_of_all_count(void **state)
{
    static const char names[] = "abcdefghijklmnopqrstuvwxyz";
    struct term *whole = term_make(*state, TERM_SUM, (struct term_name){"whole"});
    for (int i = 0; i < 26; i++)
        term_add(whole, number(*state, names + i, 1)); /* suffixes: all different */
    assert_int_equal(whole->value, 26);
    assert_true(term_holds(whole));
}

static void numbers_that_do_not_fit_stay_at_the_limit(void **state)
{
    assert_int_equal(number(*state, "n", UINT64_MAX)->value, TERM_LIMIT);
    assert_int_equal(pair(*state, TERM_SUM, "s", TERM_LIMIT, 1)->value, TERM_LIMIT);
    assert_int_equal(pair(*state, TERM_SUM, "s", TERM_LIMIT - 1, 1)->value, TERM_LIMIT);
    assert_int_equal(pair(*state, TERM_SUM, "s", TERM_LIMIT - 2, 1)->value, TERM_LIMIT - 1);
    assert_int_equal(pair(*state, TERM_PRODUCT, "p", 1ull << 40, 1ull << 40)->value, TERM_LIMIT);
    assert_int_equal(pair(*state, TERM_PRODUCT, "p", 0, TERM_LIMIT)->value, 0);
    assert_true(term_holds(pair(*state, TERM_PRODUCT, "p", 1ull << 40, 1ull << 40)));
}

/* ---- launches one after the other ---- */

static void sums_merge_by_name_and_keep_terms_of_one_alone(void **state)
{
    struct term *sum = pair(*state, TERM_SUM, "whole", 10, 20);
    struct term *more = term_make(*state, TERM_SUM, (struct term_name){"whole"});
    term_add(more, number(*state, "b", 3));
    term_add(more, number(*state, "c", 4));
    term_merge(*state, sum, more);
    assert_int_equal(sum->value, 37);
    assert_int_equal(part(sum, "a")->value, 10);
    assert_int_equal(part(sum, "b")->value, 23);
    assert_int_equal(part(sum, "c")->value, 4);
    assert_true(term_holds(sum));
    assert_int_equal(more->value, 7); /* is left as it was */
}

static void products_at_one_price_add_how_often(void **state)
{
    struct term *sum = pair(*state, TERM_PRODUCT, "p", 4, 7);
    term_merge(*state, sum, pair(*state, TERM_PRODUCT, "p", 5, 7));
    assert_int_equal(sum->kind, TERM_PRODUCT);
    assert_int_equal(sum->first->value, 9);
    assert_int_equal(sum->value, 63);
    term_merge(*state, sum, pair(*state, TERM_PRODUCT, "p", 5, 8));
    assert_int_equal(sum->kind, TERM_NUMBER); /* 63 + 40 is no product of these */
    assert_int_equal(sum->value, 103);
    assert_true(term_holds(sum));
}

static void a_sum_of_maxima_is_no_maximum(void **state)
{
    struct term *sum = small_tree(*state);
    term_merge(*state, sum, small_tree(*state));
    assert_int_equal(sum->value, 2 * 35);
    assert_int_equal(part(sum, "larger")->kind, TERM_NUMBER);
    assert_int_equal(part(sum, "larger")->value, 10);
    assert_int_equal(part(sum, "rest")->value, 4);
    assert_true(term_holds(sum));
}

static void bounds_of_launches_add_up_term_by_term(void **state)
{
    struct bound sum = {0}, first = {.steps = 100, .regions = 2, .solved = 1, .path_known = 0.5},
                 second = {.steps = 300, .path_known = 1};
    bound_set_tree(&first, pair(*state, TERM_SUM, "bound", 10, 20));
    bound_set_tree(&second, pair(*state, TERM_SUM, "bound", 3, 4));
    bound_add(*state, &sum, &first);
    bound_add(*state, &sum, &second);
    assert_int_equal(sum.cycles, 37);
    assert_int_equal(part(sum.tree, "b")->value, 24);
    assert_int_equal(first.cycles, 30);
    assert_int_equal(first.tree->value, 30); /* the sum has a tree of its own */
    assert_int_equal(sum.steps, 400);
    assert_int_equal(sum.regions, 2);
    assert_int_equal(sum.solved, 1);
    assert_true(sum.path_known == 0.875);
}

int main(void)
{
#define TERM_TEST(test) cmocka_unit_test_setup_teardown(test, open_arena, close_arena)
    const struct CMUnitTest tests[] = {
        TERM_TEST(a_node_is_the_sum_the_maximum_or_the_product_of_its_children),
        TERM_TEST(a_wrong_value_anywhere_is_found),
        TERM_TEST(terms_that_are_put_together_wrongly_are_found),
        TERM_TEST(a_node_without_children_is_neutral),
        TERM_TEST(more_children_than_anybody_thought_of_all_count),
        TERM_TEST(numbers_that_do_not_fit_stay_at_the_limit),
        TERM_TEST(sums_merge_by_name_and_keep_terms_of_one_alone),
        TERM_TEST(products_at_one_price_add_how_often),
        TERM_TEST(a_sum_of_maxima_is_no_maximum),
        TERM_TEST(bounds_of_launches_add_up_term_by_term),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
