/* SPDX-License-Identifier: Apache-2.0 */
/* Trees of campaigns: what is simplified can be taken back, and what is left is a tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "campaign/tree.h"

#include <cmocka.h>

enum { ALL_FEATURES = FEATURE_ATOMICS | FEATURE_LOCAL | FEATURE_DIVIDE | FEATURE_ANY_BLOCK |
                      FEATURE_SHIFTS | FEATURE_CALLS | FEATURE_LAUNCHES };

static char *printed(const struct tree *tree)
{
    struct text text = {0};
    tree_print(tree, &text);
    char *copy = strdup(text_string(&text));
    text_free(&text);
    return copy;
}

/* CAMPAIGN-9 */
static void every_simplification_can_be_taken_back(void **state)
{
    (void)state;
    size_t edits = 0;
    for (uint64_t seed = 1; seed < 200; seed++) {
        struct dice dice = {seed};
        struct tree tree;
        struct tree_edit edit;
        enum edited edited;
        tree_draw(&tree, &dice, ALL_FEATURES);
        char *before = printed(&tree);
        for (size_t i = 0; (edited = tree_edit(&tree, i, &edit)) != EDIT_END; i++) {
            char *between = printed(&tree);
            assert_int_equal(strcmp(before, between) != 0, edited == EDIT_DONE);
            edits += edited == EDIT_DONE;
            if (edited == EDIT_DONE)
                tree_undo(&tree, &edit);
            char *after = printed(&tree);
            assert_string_equal(before, after);
            free(between);
            free(after);
        }
        free(before);
        tree_free(&tree);
    }
    assert_true(edits > 5000);
}

/* CAMPAIGN-9: taking one simplification after the other leaves nothing. */
static void simplifications_end(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 100; seed++) {
        struct dice dice = {seed};
        struct tree tree;
        struct tree_edit edit;
        enum edited edited;
        tree_draw(&tree, &dice, ALL_FEATURES);
        for (size_t i = 0; (edited = tree_edit(&tree, i, &edit)) != EDIT_END;)
            i += edited == EDIT_NOTHING;
        assert_null(tree.first);
        for (uint32_t i = 0; i < FUNCTIONS_MAX; i++)
            assert_null(tree.functions[i]);
        assert_int_equal(tree.groups, 1);
        assert_int_equal(tree.launches, 1);
        tree_free(&tree);
    }
}

/* CAMPAIGN-2: work-items that count, exchange and loop, by hand. */
static void the_interpreter_computes_what_the_statements_say(void **state)
{
    (void)state;
    enum { BLOCK = 4, GROUPS = 2, ITEMS = BLOCK * GROUPS };
    struct statement store = {.kind = STATEMENT_SLOT_STORE, .number = 1, .a = {.value = 2}};
    struct statement count = {.kind = STATEMENT_ATOMIC, .operation = ATOMIC_ADD,
                              .a = {OPERAND_CONSTANT, 3}, .b = {.kind = OPERAND_ITEM},
                              .next = &store};
    struct statement add = {.kind = STATEMENT_OPERATION, .operation = OPERATION_ADD, .target = 2,
                            .a = {.value = 2}, .b = {OPERAND_CONSTANT, 10}};
    struct statement loop = {.kind = STATEMENT_LOOP, .a = {.kind = OPERAND_LOCAL}, .mask = 3,
                             .body = &add, .next = &count};
    struct statement exchange = {.kind = STATEMENT_EXCHANGE, .target = 2, .number = 1,
                                 .a = {.kind = OPERAND_ITEM}, .next = &loop};
    struct tree tree = {.groups = GROUPS, .block = BLOCK, .launches = 1, .first = &exchange};
    uint32_t output[SLOTS * ITEMS + COUNTERS * ATOMICS];
    assert_int_equal(tree_output_words(&tree), SLOTS * ITEMS + COUNTERS * ATOMICS);
    tree_run(&tree, 1, output);
    for (uint32_t i = 0; i < ITEMS; i++) {
        uint32_t neighbour = i / BLOCK * BLOCK + (i + 1) % BLOCK;
        assert_int_equal(output[ITEMS + i], neighbour + 10 * (i % BLOCK));
    }
    assert_int_equal(output[SLOTS * ITEMS + 3], ITEMS * (ITEMS - 1) / 2);
}

/* CAMPAIGN-10: the second launch, of one group less, finds what the first one left. */
static void launches_see_the_memory_of_the_one_before(void **state)
{
    (void)state;
    enum { BLOCK = 2, GROUPS = 2, ITEMS = BLOCK * GROUPS };
    struct statement store = {.kind = STATEMENT_SLOT_STORE, .a = {.value = 0}};
    struct statement last = {.kind = STATEMENT_OPERATION, .operation = OPERATION_ADD,
                             .a = {.value = 0}, .b = {.kind = OPERAND_LAUNCH}, .next = &store};
    struct statement add = {.kind = STATEMENT_OPERATION, .operation = OPERATION_ADD,
                            .a = {.value = 0}, .b = {OPERAND_CONSTANT, 10}, .next = &last};
    struct statement load = {.kind = STATEMENT_SLOT_LOAD, .next = &add};
    struct tree tree = {.groups = GROUPS, .block = BLOCK, .launches = 3, .first = &load};
    uint32_t output[SLOTS * ITEMS];
    assert_int_equal(tree_launch_groups(&tree, 0), 2);
    assert_int_equal(tree_launch_groups(&tree, 1), 1);
    assert_int_equal(tree_launch_groups(&tree, 2), 2);
    tree_run(&tree, 1, output);
    for (uint32_t i = 0; i < ITEMS; i++)
        assert_int_equal(output[i], i < BLOCK ? 10 + 11 + 12 : 10 + 12);
}

/* CAMPAIGN-10: a function works on the variables of those that call it, and on no others. */
static void functions_have_the_variables_of_their_caller(void **state)
{
    (void)state;
    enum { BLOCK = 4 };
    struct statement store = {.kind = STATEMENT_SLOT_STORE, .a = {.value = 3}};
    struct statement again = {.kind = STATEMENT_CALL, .number = 1, .next = &store};
    struct statement call = {.kind = STATEMENT_CALL, .number = 1};
    struct statement branch = {.kind = STATEMENT_BRANCH, .body = &call, .next = &again,
                               .condition = {COMPARE_LESS, {.kind = OPERAND_LOCAL}, 3, 2}};
    struct statement add = {.kind = STATEMENT_OPERATION, .operation = OPERATION_ADD, .target = 3,
                            .a = {.value = 3}, .b = {OPERAND_CONSTANT, 5}};
    struct statement loop = {.kind = STATEMENT_LOOP, .a = {.kind = OPERAND_LOCAL}, .mask = 3,
                             .body = &add};
    struct tree tree = {.groups = 1, .block = BLOCK, .launches = 1, .first = &branch,
                        .functions = {NULL, &loop}};
    uint32_t output[SLOTS * BLOCK];
    assert_true(tree_calls(&tree, 1));
    assert_false(tree_calls(&tree, 0));
    assert_true(tree_has(&tree, STATEMENT_LOOP));
    tree_run(&tree, 1, output);
    for (uint32_t i = 0; i < BLOCK; i++)
        assert_int_equal(output[i], 5 * i * (i < 2 ? 2 : 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_simplification_can_be_taken_back),
        cmocka_unit_test(simplifications_end),
        cmocka_unit_test(the_interpreter_computes_what_the_statements_say),
        cmocka_unit_test(launches_see_the_memory_of_the_one_before),
        cmocka_unit_test(functions_have_the_variables_of_their_caller),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
