/* SPDX-License-Identifier: Apache-2.0 */
/* tree_run.c - a direct interpreter: what memory has to be after a tree has run. */
#include "campaign/tree.h"

#include <string.h>

enum { BLOCK_MAX = 1024 };

/* A group; all its work-items execute a statement before the next one. */
struct group {
    const struct tree *tree;
    uint32_t launch, number;
    const uint32_t *input;
    uint32_t *output;
    uint32_t variable[VARIABLES][BLOCK_MAX], local[BLOCK_MAX];
};

static uint32_t item_of(const struct group *group, uint32_t i)
{
    return group->number * group->tree->block + i;
}

static uint32_t value_of(const struct group *group, struct operand operand, uint32_t i)
{
    switch (operand.kind) {
    case OPERAND_VARIABLE: return group->variable[operand.value][i];
    case OPERAND_ITEM: return item_of(group, i);
    case OPERAND_LOCAL: return i;
    case OPERAND_GROUP: return group->number;
    case OPERAND_LAUNCH: return group->launch;
    case OPERAND_CONSTANT: break;
    }
    return operand.value;
}

static uint32_t float_of(uint32_t a, uint32_t b)
{
    return (uint32_t)((float)(a & 0xfff) * (float)(b & 0xfff) + (float)(a & 0xfff));
}

static uint32_t result_of(enum operation operation, uint32_t a, uint32_t b)
{
    switch (operation) {
    case OPERATION_ADD: return a + b;
    case OPERATION_SUB: return a - b;
    case OPERATION_MUL: return a * b;
    case OPERATION_AND: return a & b;
    case OPERATION_OR: return a | b;
    case OPERATION_XOR: return a ^ b;
    case OPERATION_SHL: return a << (b & 31);
    case OPERATION_SHR: return a >> (b & 31);
    case OPERATION_LESS: return a < b;
    case OPERATION_FLOAT: return float_of(a, b);
    case OPERATION_DIVIDE: return b ? a / b : 0xffffffff; /* as RISC-V defines it */
    case OPERATION_REMAINDER: return b ? a % b : a;
    case OPERATIONS: break;
    }
    return 0;
}

static bool holds(const struct group *group, const struct condition *condition, uint32_t i)
{
    uint32_t value = value_of(group, condition->value, i) & condition->mask;
    switch (condition->comparison) {
    case COMPARE_EQUAL: return value == condition->constant;
    case COMPARE_DIFFERENT: return value != condition->constant;
    case COMPARE_LESS: return value < condition->constant;
    default: return value >= condition->constant;
    }
}

static void count(uint32_t *counter, enum atomic atomic, uint32_t value)
{
    switch (atomic) {
    case ATOMIC_ADD: *counter += value; break;
    case ATOMIC_AND: *counter &= value; break;
    case ATOMIC_OR: *counter |= value; break;
    case ATOMIC_XOR: *counter ^= value; break;
    default: *counter = *counter > value ? *counter : value; break;
    }
}

/* One work-item; statements that have no others in them. */
static void step(struct group *group, const struct statement *s, uint32_t i)
{
    uint32_t a = value_of(group, s->a, i), b = value_of(group, s->b, i);
    uint32_t *target = &group->variable[s->target][i];
    uint32_t items = tree_items(group->tree);
    uint32_t *slot = &group->output[s->number % SLOTS * items + item_of(group, i)];
    switch (s->kind) {
    case STATEMENT_OPERATION: *target = result_of(s->operation, a, b); break;
    case STATEMENT_LOAD: *target = group->input[(a << s->number) % INPUT_WORDS]; break;
    case STATEMENT_SLOT_LOAD: *target = *slot; break;
    case STATEMENT_SLOT_STORE: *slot = a; break;
    case STATEMENT_LOCAL_LOAD: *target = group->local[i]; break;
    case STATEMENT_LOCAL_STORE: group->local[i] = a; break;
    case STATEMENT_ATOMIC:
        count(&group->output[SLOTS * items + COUNTERS * s->operation + a % COUNTERS], s->operation,
              b);
        break;
    default: break;
    }
}

static void exchange(struct group *group, const struct statement *s)
{
    uint32_t told[BLOCK_MAX], block = group->tree->block;
    for (uint32_t i = 0; i < block; i++)
        told[i] = value_of(group, s->a, i);
    for (uint32_t i = 0; i < block; i++)
        group->variable[s->target][i] = told[(i + s->number) % block];
}

static void run_list(struct group *group, const struct statement *list, const bool *active);

static void run_branch(struct group *group, const struct statement *s, const bool *active)
{
    bool yes[BLOCK_MAX], no[BLOCK_MAX];
    for (uint32_t i = 0; i < group->tree->block; i++) {
        yes[i] = active[i] && holds(group, &s->condition, i);
        no[i] = active[i] && !yes[i];
    }
    run_list(group, s->body, yes);
    run_list(group, s->other, no);
}

static void run_loop(struct group *group, const struct statement *s, const bool *active)
{
    uint32_t left[BLOCK_MAX], block = group->tree->block, most = loop_most(s);
    bool runs[BLOCK_MAX] = {false};
    for (uint32_t i = 0; i < block; i++)
        left[i] = active[i] ? (value_of(group, s->a, i) & s->mask) + s->least : 0;
    for (uint32_t round = 0; round < most; round++) {
        for (uint32_t i = 0; i < block; i++)
            runs[i] = left[i] > 0;
        run_list(group, s->body, runs);
        for (uint32_t i = 0; i < block; i++) {
            if (runs[i])
                left[i] = s->leaves && holds(group, &s->condition, i) ? 0 : left[i] - 1;
        }
    }
}

static void run_list(struct group *group, const struct statement *list, const bool *active)
{
    for (; list; list = list->next) {
        if (list->kind == STATEMENT_BRANCH)
            run_branch(group, list, active);
        else if (list->kind == STATEMENT_LOOP)
            run_loop(group, list, active);
        else if (list->kind == STATEMENT_CALL)
            run_list(group, group->tree->functions[list->number], active);
        else if (list->kind == STATEMENT_EXCHANGE && active[0])
            exchange(group, list);
        else
            for (uint32_t i = 0; i < group->tree->block; i++)
                if (active[i])
                    step(group, list, i);
    }
}

void tree_input(const struct tree *tree, uint64_t seed, uint32_t *words)
{
    struct dice dice = {seed};
    for (uint32_t i = 0; i < INPUT_WORDS; i++)
        words[i] = (uint32_t)(dice_next(&dice) % ((uint64_t)tree->input_max + 1));
}

static void run_launch(const struct tree *tree, uint32_t launch, const uint32_t *input,
                       uint32_t *output)
{
    bool all[BLOCK_MAX];
    memset(all, true, sizeof all);
    for (uint32_t i = 0; i < tree_launch_groups(tree, launch); i++) {
        struct group group = {.tree = tree, .launch = launch, .number = i, .input = input,
                              .output = output};
        run_list(&group, tree->first, all);
    }
}

void tree_run(const struct tree *tree, uint64_t seed, uint32_t *output)
{
    uint32_t input[INPUT_WORDS];
    tree_input(tree, seed, input);
    memset(output, 0, 4 * (size_t)tree_output_words(tree));
    for (uint32_t i = 0; i < tree->launches; i++)
        run_launch(tree, i, input, output);
}
