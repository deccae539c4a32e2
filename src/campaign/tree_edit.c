/* SPDX-License-Identifier: Apache-2.0 */
/* tree_edit.c - simplifications of a tree, each of which can be taken back. */
#include "campaign/tree.h"

/* A simplification of one statement; false: it changes nothing. */
typedef bool simplify_fn(struct statement **link);

static bool leave_out(struct statement **link)
{
    *link = (*link)->next;
    return true;
}

static struct statement **end_of(struct statement **link)
{
    while (*link)
        link = &(*link)->next;
    return link;
}

/* A branch or loop becomes what is in it. */
static bool unwrap(struct statement **link, struct statement *inside)
{
    struct statement *next = (*link)->next;
    if (!inside)
        return false;
    *link = inside;
    *end_of(link) = next;
    return true;
}

static bool only_body(struct statement **link) { return unwrap(link, (*link)->body); }
static bool only_other(struct statement **link) { return unwrap(link, (*link)->other); }

static bool no_other(struct statement **link)
{
    bool had = (*link)->other && (*link)->body;
    if (had)
        (*link)->other = NULL;
    return had;
}

static bool fewer_rounds(struct statement **link)
{
    struct statement *s = *link;
    if (s->kind != STATEMENT_LOOP || loop_most(s) < 2)
        return false;
    if (s->mask)
        s->mask >>= 1;
    else
        s->least >>= 1;
    s->tests_below &= s->least > 0;
    return true;
}

static bool no_leaving(struct statement **link)
{
    bool had = (*link)->leaves;
    (*link)->leaves = false;
    return had;
}

static bool plain_operand(struct statement **link)
{
    struct statement *s = *link;
    bool is_plain = s->b.kind == OPERAND_CONSTANT && s->b.value == 1;
    if (s->kind != STATEMENT_OPERATION || is_plain)
        return false;
    s->b = (struct operand){OPERAND_CONSTANT, 1};
    return true;
}

static simplify_fn *const simplifications[] = {leave_out, only_body, only_other, no_other,
                                               fewer_rounds, no_leaving, plain_operand};
enum { SIMPLIFICATIONS = sizeof simplifications / sizeof *simplifications };

/* The i-th statement, from the outside in. */
static struct statement **find_link(struct statement **link, size_t *i)
{
    for (; *link; link = &(*link)->next) {
        struct statement **found;
        if ((*i)-- == 0)
            return link;
        if ((found = find_link(&(*link)->body, i)) || (found = find_link(&(*link)->other, i)))
            return found;
    }
    return NULL;
}

/* The last statement of what unwrap() has taken apart gets its end back in tree_undo(). */
static enum edited edit_statement(struct tree *tree, size_t i, struct tree_edit *edit)
{
    size_t place = i / SIMPLIFICATIONS;
    edit->link = find_link(&tree->first, &place);
    for (uint32_t k = 0; k < FUNCTIONS_MAX && !edit->link; k++)
        edit->link = find_link(&tree->functions[k], &place);
    if (!edit->link)
        return EDIT_END;
    edit->was = *edit->link;
    edit->copy = **edit->link;
    return simplifications[i % SIMPLIFICATIONS](edit->link) ? EDIT_DONE : EDIT_NOTHING;
}

static enum edited fewer_groups(struct tree *tree)
{
    if (tree->groups == 1)
        return EDIT_NOTHING;
    tree->groups--;
    return EDIT_DONE;
}

static enum edited smaller_groups(struct tree *tree)
{
    if (tree->block == 1 || tree->block == 1024 || tree_has(tree, STATEMENT_EXCHANGE))
        return EDIT_NOTHING;
    tree->block /= 2;
    return EDIT_DONE;
}

static enum edited fewer_launches(struct tree *tree)
{
    if (tree->launches == 1)
        return EDIT_NOTHING;
    tree->launches--;
    return EDIT_DONE;
}

static enum edited (*const shapes[])(struct tree *tree) = {fewer_launches, fewer_groups,
                                                           smaller_groups};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* The first edits are of the whole. */
enum edited tree_edit(struct tree *tree, size_t i, struct tree_edit *edit)
{
    *edit = (struct tree_edit){
        .groups = tree->groups, .block = tree->block, .launches = tree->launches};
    return i < SHAPES ? shapes[i](tree) : edit_statement(tree, i - SHAPES, edit);
}

static void cut(struct statement *list, const struct statement *next)
{
    while (list && list->next != next)
        list = list->next;
    if (list)
        list->next = NULL;
}

void tree_undo(struct tree *tree, const struct tree_edit *edit)
{
    tree->groups = edit->groups;
    tree->block = edit->block;
    tree->launches = edit->launches;
    if (!edit->was)
        return;
    if (edit->copy.next && *edit->link != edit->was && *edit->link != edit->copy.next)
        cut(*edit->link, edit->copy.next);
    *edit->was = edit->copy;
    *edit->link = edit->was;
}
