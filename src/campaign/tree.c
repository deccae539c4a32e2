/* SPDX-License-Identifier: Apache-2.0 */
/* tree.c - what a tree is: sizes, statements that it has, what work-items agree on. */
#include "campaign/tree.h"

uint32_t tree_items(const struct tree *tree)
{
    return tree->groups * tree->block;
}

/* One less than the launch before it; after a launch of one group come all again. */
uint32_t tree_launch_groups(const struct tree *tree, uint32_t launch)
{
    return tree->groups - launch % tree->groups;
}

uint32_t tree_output_words(const struct tree *tree)
{
    return SLOTS * tree_items(tree) + (tree_has(tree, STATEMENT_ATOMIC) ? COUNTERS * ATOMICS : 0);
}

static bool list_has(const struct statement *list, enum statement_kind kind)
{
    for (; list; list = list->next) {
        if (list->kind == kind || list_has(list->body, kind) || list_has(list->other, kind))
            return true;
    }
    return false;
}

bool tree_has(const struct tree *tree, enum statement_kind kind)
{
    bool found = list_has(tree->first, kind);
    for (uint32_t i = 0; i < FUNCTIONS_MAX && !found; i++)
        found = tree_calls(tree, i) && list_has(tree->functions[i], kind);
    return found;
}

static bool list_calls(const struct statement *list, uint32_t function)
{
    for (; list; list = list->next) {
        if ((list->kind == STATEMENT_CALL && list->number == function) ||
            list_calls(list->body, function) || list_calls(list->other, function))
            return true;
    }
    return false;
}

bool tree_calls(const struct tree *tree, uint32_t function)
{
    return list_calls(tree->first, function);
}

uint32_t tree_local_words(const struct tree *tree)
{
    bool used = tree_has(tree, STATEMENT_LOCAL_LOAD) || tree_has(tree, STATEMENT_LOCAL_STORE) ||
                tree_has(tree, STATEMENT_EXCHANGE);
    return used ? 2 * tree->block : 0;
}

bool operand_is_shared(struct operand operand)
{
    return operand.kind == OPERAND_GROUP || operand.kind == OPERAND_LAUNCH ||
           operand.kind == OPERAND_CONSTANT;
}

bool loop_is_shared(const struct statement *loop)
{
    return (!loop->mask || operand_is_shared(loop->a)) &&
           (!loop->leaves || operand_is_shared(loop->condition.value));
}

uint32_t loop_most(const struct statement *loop)
{
    return loop->mask + loop->least;
}
