/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_pdom.c - tokens for the joins of a table. */
#include "hw/reconverge_pdom.h"

#include "hw/reconverge.h"
#include "isa/warp.h"

void pdom_reset(struct pdom_stack *stack, uint32_t start, uint64_t mask)
{
    tokens_reset(&stack->tokens, start, mask);
}

/* Whether the nearest token is for lanes that meet at `pc`. */
static bool nearest_is_at(const struct token_stack *tokens, uint32_t pc)
{
    uint32_t i = tokens->depth;
    while (i && tokens->entries[i - 1].kind == TOKEN_DIV)
        i--;
    return i && tokens->entries[i - 1].kind == TOKEN_SSY && tokens->entries[i - 1].pc == pc;
}

/* Lanes that have arrived where they meet wait, or all continue; the place may be that of the next
 * token too. */
static enum token_outcome arrive(struct pdom_stack *stack, enum token_outcome outcome)
{
    struct token_stack *tokens = &stack->tokens;
    if (outcome == TOKENS_OVERFLOW || outcome == TOKENS_UNPAIRED)
        return outcome;
    while (tokens->active && nearest_is_at(tokens, tokens->pc))
        outcome = tokens_leave(tokens, TOKEN_SSY, tokens->active, tokens->pc);
    return outcome;
}

enum token_outcome pdom_next(struct pdom_stack *stack, uint32_t behind)
{
    stack->tokens.pc = behind;
    return arrive(stack, TOKENS_SAME);
}

/* Pushes the token of the branch at the running place, unless the nearest is for its join already.
 * `parts` is how many entries the branch itself will push: all fit, or nothing changes. */
static bool push_join(struct pdom_stack *stack, uint32_t parts)
{
    struct token_stack *tokens = &stack->tokens;
    uint32_t join = stack->join[tokens->pc];
    bool needed = join != PDOM_NONE && !nearest_is_at(tokens, join);
    if (tokens->size - tokens->depth < parts + needed)
        return false;
    if (needed)
        tokens_push(tokens, TOKEN_SSY, join, tokens->pc);
    return true;
}

enum token_outcome pdom_branch(struct pdom_stack *stack, uint64_t taken, uint32_t target,
                               uint32_t behind)
{
    struct token_stack *tokens = &stack->tokens;
    taken &= tokens->active;
    if (!taken || target == behind)
        return pdom_next(stack, behind);
    if (taken == tokens->active)
        return pdom_next(stack, target);
    if (!push_join(stack, 1))
        return TOKENS_OVERFLOW;
    return arrive(stack, tokens_branch(tokens, taken, target, behind));
}

/* Places other than the one of the lowest lane. */
static uint32_t further_targets(uint64_t lanes, const uint32_t *target)
{
    uint32_t places = 0;
    for (uint64_t left = lanes; left; left &= left - 1) {
        uint32_t pc = target[__builtin_ctzll(left)];
        uint64_t earlier = lanes & ((left & -left) - 1);
        while (earlier && target[__builtin_ctzll(earlier)] != pc)
            earlier &= earlier - 1;
        places += !earlier;
    }
    return places ? places - 1 : 0;
}

enum token_outcome pdom_branch_each(struct pdom_stack *stack, uint64_t taken,
                                    const uint32_t *target, uint32_t behind)
{
    struct token_stack *tokens = &stack->tokens;
    uint64_t rest = tokens->active & ~taken;
    uint32_t parts = further_targets(tokens->active & taken, target) +
                     (rest && tokens->active & taken);
    if (parts && !push_join(stack, parts))
        return TOKENS_OVERFLOW;
    return arrive(stack, tokens_branch_each(tokens, taken, target, behind));
}

enum token_outcome pdom_call(struct pdom_stack *stack, uint32_t target, uint32_t behind)
{
    return tokens_call(&stack->tokens, target, behind);
}

enum token_outcome pdom_return(struct pdom_stack *stack, uint64_t lanes, uint32_t behind)
{
    return arrive(stack, tokens_leave(&stack->tokens, TOKEN_CAL, lanes, behind));
}

enum token_outcome pdom_exit(struct pdom_stack *stack, uint64_t lanes, uint32_t behind)
{
    return arrive(stack, tokens_exit(&stack->tokens, lanes, behind));
}

/* ---- as a reader of effects ---- */

static void reset(void *scheme, uint32_t pc, uint64_t mask)
{
    pdom_reset(scheme, pc, mask);
}

static enum token_outcome follow(struct pdom_stack *stack, const struct insn *insn,
                                 const struct effect *effect)
{
    uint32_t next = (uint32_t)insn->next, target = (uint32_t)insn->target;
    switch (effect->kind) {
    case EFFECT_BRANCH:
        return pdom_branch(stack, effect->taken, target, next);
    case EFFECT_BRANCH_EACH:
        return pdom_branch_each(stack, effect->taken, effect->lane_target, next);
    case EFFECT_CALL:
        return pdom_call(stack, target, next);
    case EFFECT_LEAVE:
        return pdom_return(stack, effect->taken, next);
    case EFFECT_EXIT:
        return pdom_exit(stack, effect->taken, next);
    default:
        return pdom_next(stack, next);
    }
}

static enum reconverge_outcome read_effect(void *scheme, const struct insn *insn,
                                           const struct effect *effect, struct reconverge *now)
{
    struct pdom_stack *stack = scheme;
    enum token_outcome outcome = follow(stack, insn, effect);
    *now = (struct reconverge){.active = stack->tokens.active, .pc = stack->tokens.pc};
    return reconverge_of_tokens(outcome);
}

const struct reconverge_ops reconverge_pdom = {.reset = reset, .read = read_effect};
