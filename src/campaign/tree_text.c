/* SPDX-License-Identifier: Apache-2.0 */
/* tree_text.c - a tree for people to read. */
#include "campaign/tree.h"

static void print_operand(struct text *text, struct operand operand)
{
    static const char *const names[] = {
        [OPERAND_ITEM] = "item", [OPERAND_LOCAL] = "local_item", [OPERAND_GROUP] = "group",
        [OPERAND_LAUNCH] = "launch"};
    if (operand.kind == OPERAND_VARIABLE)
        text_add(text, "x%u", operand.value);
    else if (operand.kind == OPERAND_CONSTANT)
        text_add(text, operand.value < 10 ? "%u" : "0x%x", operand.value);
    else
        text_add(text, "%s", names[operand.kind]);
}

static void print_condition(struct text *text, const struct condition *condition)
{
    static const char *const signs[] = {"==", "!=", "<", ">="};
    text_add(text, "(");
    print_operand(text, condition->value);
    text_add(text, " & 0x%x) %s %u", condition->mask, signs[condition->comparison],
             condition->constant);
}

static void print_operation(struct text *text, const struct statement *s)
{
    static const char *const signs[OPERATIONS] = {"+", "-", "*", "&", "|", "^", "<<", ">>", "<",
                                                  "float", "/", "%"};
    text_add(text, "x%u = ", s->target);
    print_operand(text, s->a);
    text_add(text, " %s ", signs[s->operation]);
    print_operand(text, s->b);
}

static void print_atomic(struct text *text, const struct statement *s)
{
    static const char *const names[ATOMICS] = {"add", "and", "or", "xor", "umax"};
    text_add(text, "atomic %s counters[%u + ", names[s->operation], COUNTERS * s->operation);
    print_operand(text, s->a);
    text_add(text, " %% %u], ", COUNTERS);
    print_operand(text, s->b);
}

static void print_load(struct text *text, const struct statement *s)
{
    text_add(text, "x%u = in[", s->target);
    print_operand(text, s->a);
    text_add(text, " << %u]", s->number);
}

static void print_place(struct text *text, const struct statement *s)
{
    bool loads = s->kind == STATEMENT_SLOT_LOAD || s->kind == STATEMENT_LOCAL_LOAD;
    bool is_slot = s->kind == STATEMENT_SLOT_LOAD || s->kind == STATEMENT_SLOT_STORE;
    if (loads)
        text_add(text, "x%u = ", s->target);
    if (is_slot)
        text_add(text, "out[%u][item]", s->number);
    else
        text_add(text, "local[local_item]");
    if (!loads) {
        text_add(text, " = ");
        print_operand(text, s->a);
    }
}

static void print_exchange(struct text *text, const struct statement *s)
{
    text_add(text, "x%u = exchange ", s->target);
    print_operand(text, s->a);
    text_add(text, " + %u", s->number);
}

static void print_branch(struct text *text, const struct statement *s)
{
    text_add(text, "if ");
    print_condition(text, &s->condition);
}

static void print_loop(struct text *text, const struct statement *s)
{
    text_add(text, "repeat ");
    if (s->mask) {
        text_add(text, "(");
        print_operand(text, s->a);
        text_add(text, " & %u) + ", s->mask);
    }
    text_add(text, "%u%s", s->least, s->tests_below ? " (tested below)" : "");
    if (s->leaves) {
        text_add(text, " until ");
        print_condition(text, &s->condition);
    }
}

static void print_call(struct text *text, const struct statement *s)
{
    text_add(text, "call function%u", s->number);
}

static void (*const printers[STATEMENTS])(struct text *text, const struct statement *s) = {
    [STATEMENT_OPERATION] = print_operation, [STATEMENT_LOAD] = print_load,
    [STATEMENT_SLOT_LOAD] = print_place,     [STATEMENT_SLOT_STORE] = print_place,
    [STATEMENT_LOCAL_LOAD] = print_place,    [STATEMENT_LOCAL_STORE] = print_place,
    [STATEMENT_ATOMIC] = print_atomic,       [STATEMENT_EXCHANGE] = print_exchange,
    [STATEMENT_BRANCH] = print_branch,       [STATEMENT_LOOP] = print_loop,
    [STATEMENT_CALL] = print_call,
};

static void print_list(struct text *text, const struct statement *list, int depth)
{
    for (; list; list = list->next) {
        text_add(text, "%*s", 4 * depth, "");
        printers[list->kind](text, list);
        text_add(text, "\n");
        print_list(text, list->body, depth + 1);
        if (list->other) {
            text_add(text, "%*selse\n", 4 * depth, "");
            print_list(text, list->other, depth + 1);
        }
    }
}

void tree_print(const struct tree *tree, struct text *text)
{
    text_add(text, "%u groups of %u work-items; ", tree->groups, tree->block);
    if (tree->launches > 1)
        text_add(text, "%u launches; ", tree->launches);
    text_add(text, "in: %u words up to 0x%x, seed %llu\n", INPUT_WORDS, tree->input_max,
             (unsigned long long)tree->input_seed);
    for (uint32_t i = 0; i < FUNCTIONS_MAX; i++) {
        if (!tree->functions[i])
            continue;
        text_add(text, "function%u:\n", i);
        print_list(text, tree->functions[i], 1);
    }
    print_list(text, tree->first, 0);
}
