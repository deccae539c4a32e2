/* SPDX-License-Identifier: Apache-2.0 */
/* flow.c - where control can go after instructions that pop the control stack.
 *
 * The stack in front of every instruction follows from the pushes on the way to it (SIMD-64). A
 * cpop goes to the target of the top entry. A mask that becomes empty pops until a lane runs, so it
 * can go to the target of any entry. Where two ways bring different stacks the first one counts;
 * the worst-case analysis refuses such programs. */
#include "isa/sim_d/table.h"

struct stack {
    bool known;
    uint8_t depth;
    uint32_t target[SIM_D_STACK_MAX];
};

struct search {
    struct program *program;
    struct stack *before; /* by instruction */
    uint32_t *pending;
    uint32_t pending_count;
};

static void reach(struct search *search, int32_t index, const struct stack *stack)
{
    if (index < 0 || search->before[index].known)
        return;
    search->before[index] = *stack;
    search->before[index].known = true;
    search->pending[search->pending_count++] = (uint32_t)index;
}

static void push(struct stack *stack, int32_t target)
{
    if (stack->depth < SIM_D_STACK_MAX && target >= 0)
        stack->target[stack->depth++] = (uint32_t)target;
}

/* A pop of the entry at `depth` and of all above it. */
static void reach_entry(struct search *search, const struct stack *stack, uint32_t depth)
{
    struct stack popped = *stack;
    popped.depth = (uint8_t)depth;
    reach(search, (int32_t)stack->target[depth], &popped);
}

static void reach_entries(struct search *search, const struct stack *stack, bool top_only)
{
    for (uint32_t i = stack->depth; i-- > (top_only && stack->depth ? stack->depth - 1u : 0u);)
        reach_entry(search, stack, i);
}

static void follow(struct search *search, uint32_t index)
{
    const struct insn *insn = &search->program->insns[index];
    struct stack stack = search->before[index], pushed = stack;
    switch ((enum flow)insn->flow) {
    case FLOW_TOKEN:
        push(&pushed, insn->target);
        reach(search, insn->next, &pushed);
        break;
    case FLOW_CALL:
        push(&pushed, insn->next);
        reach(search, insn->target, &pushed);
        break;
    case FLOW_JUMP:
        reach(search, insn->target, &stack);
        break;
    case FLOW_BRANCH:
        reach(search, insn->next, &stack);
        reach(search, insn->target, &stack);
        break;
    case FLOW_EXIT:
    case FLOW_LEAVE:
        if (insn->flags & INSN_GUARDED)
            reach(search, insn->next, &stack);
        if (insn->flow == FLOW_LEAVE || insn->flags & INSN_GUARDED)
            reach_entries(search, &stack, !(insn->flags & INSN_GUARDED));
        break;
    default:
        reach(search, insn->next, &stack);
    }
}

/* The list of one instruction that pops. */
static void list_targets(struct search *search, uint32_t index, struct branch_targets *out)
{
    struct program *program = search->program;
    const struct stack *stack = &search->before[index];
    bool top_only = !(program->insns[index].flags & INSN_GUARDED);
    uint32_t count = top_only ? stack->depth > 0 : stack->depth;
    uint32_t *targets = arena_array(&program->arena, count + 1u, sizeof *targets);
    for (uint32_t i = 0; i < count; i++)
        targets[i] = stack->target[stack->depth - 1 - i];
    *out = (struct branch_targets){.insn = index, .count = count, .targets = targets};
}

static void list_all(struct search *search)
{
    struct program *program = search->program;
    struct branch_targets *list =
        arena_array(&program->arena, program->count, sizeof *list);
    for (uint32_t i = 0; i < program->count; i++) {
        if (program->insns[i].flow == FLOW_LEAVE)
            list_targets(search, i, &list[program->branch_targets_count++]);
    }
    program->branch_targets = list;
}

void sim_d_find_targets(struct program *program)
{
    struct search search = {.program = program};
    const struct stack empty = {0};
    search.before = arena_array(&program->arena, program->count, sizeof *search.before);
    search.pending = arena_array(&program->arena, program->count, sizeof *search.pending);
    reach(&search, 0, &empty);
    while (search.pending_count)
        follow(&search, search.pending[--search.pending_count]);
    list_all(&search);
}
