/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_tokens.c - pushes tokens, splits lanes, lets them leave; the paper's view. */
#include "hw/reconverge_tokens.h"

#include <inttypes.h>

#include "base/text.h"
#include "hw/reconverge.h"
#include "isa/warp.h"

void tokens_reset(struct token_stack *stack, uint32_t start, uint64_t mask)
{
    stack->depth = 0;
    stack->active = mask;
    stack->pc = start;
}

enum token_outcome tokens_push(struct token_stack *stack, enum token_kind kind, uint32_t meet,
                               uint32_t behind)
{
    if (stack->depth == stack->size)
        return TOKENS_OVERFLOW;
    stack->entries[stack->depth++] =
        (struct token){.mask = stack->active, .pc = meet, .kind = kind};
    stack->pc = behind;
    return TOKENS_SAME;
}

enum token_outcome tokens_call(struct token_stack *stack, uint32_t target, uint32_t behind)
{
    return tokens_push(stack, TOKEN_CAL, behind, target);
}

/* groups[0] runs; the others wait, groups[1] is next. No group: the warp had ended. */
static enum token_outcome part(struct token_stack *stack, const struct token *groups,
                               uint32_t count)
{
    if (!count)
        return TOKENS_DONE;
    if (stack->size - stack->depth < count - 1)
        return TOKENS_OVERFLOW;
    for (uint32_t i = count - 1; i > 0; i--)
        stack->entries[stack->depth++] = groups[i];
    stack->active = groups[0].mask;
    stack->pc = groups[0].pc;
    return count > 1 ? TOKENS_PARTED : TOKENS_SAME;
}

static uint32_t add_group(struct token *groups, uint32_t count, uint64_t mask, uint32_t pc)
{
    if (!mask)
        return count;
    groups[count] = (struct token){.mask = mask, .pc = pc, .kind = TOKEN_DIV};
    return count + 1;
}

enum token_outcome tokens_branch(struct token_stack *stack, uint64_t taken, uint32_t target,
                                 uint32_t behind)
{
    struct token groups[2];
    uint32_t count = add_group(groups, 0, stack->active & taken, target);
    count = add_group(groups, count, stack->active & ~taken, behind);
    return part(stack, groups, count);
}

static uint64_t lanes_that_go_to(uint32_t pc, uint64_t lanes, const uint32_t *target)
{
    uint64_t same = 0;
    for (; lanes; lanes &= lanes - 1)
        if (target[__builtin_ctzll(lanes)] == pc)
            same |= lanes & -lanes;
    return same;
}

enum token_outcome tokens_branch_each(struct token_stack *stack, uint64_t taken,
                                      const uint32_t *target, uint32_t behind)
{
    struct token groups[TOKENS_LANES_MAX];
    uint32_t count = 0;
    for (uint64_t open = stack->active & taken; open; open &= ~groups[count - 1].mask) {
        uint32_t pc = target[__builtin_ctzll(open)];
        count = add_group(groups, count, lanes_that_go_to(pc, open, target), pc);
    }
    count = add_group(groups, count, stack->active & ~taken, behind);
    return part(stack, groups, count);
}

/* Skips entries that all their lanes have left. */
static enum token_outcome pop(struct token_stack *stack)
{
    while (stack->depth) {
        const struct token *top = &stack->entries[--stack->depth];
        if (!top->mask)
            continue;
        stack->active = top->mask;
        stack->pc = top->pc;
        return TOKENS_RESUMED;
    }
    return TOKENS_DONE;
}

static enum token_outcome go_on_without(struct token_stack *stack, uint64_t lanes, uint32_t behind)
{
    stack->active &= ~lanes;
    if (!stack->active)
        return pop(stack);
    stack->pc = behind;
    return lanes ? TOKENS_PARTED : TOKENS_SAME;
}

static void take_out_from(struct token_stack *stack, uint32_t first, uint64_t lanes)
{
    for (uint32_t i = first; i < stack->depth; i++)
        stack->entries[i].mask &= ~lanes;
}

/* The number of the first entry above the nearest token of `kind`; 0: there is none. */
static uint32_t above_nearest(const struct token_stack *stack, enum token_kind kind)
{
    uint32_t above = stack->depth;
    while (above && stack->entries[above - 1].kind != kind)
        above--;
    return above;
}

enum token_outcome tokens_leave(struct token_stack *stack, enum token_kind kind, uint64_t lanes,
                                uint32_t behind)
{
    lanes &= stack->active;
    if (lanes && stack->rule == TOKENS_TYPED) {
        uint32_t above = above_nearest(stack, kind);
        if (!above)
            return TOKENS_UNPAIRED;
        take_out_from(stack, above, lanes);
    }
    return go_on_without(stack, lanes, behind);
}

/* PAS-48; the paper says nothing about it, so both rules do the same. */
enum token_outcome tokens_exit(struct token_stack *stack, uint64_t lanes, uint32_t behind)
{
    lanes &= stack->active;
    take_out_from(stack, 0, lanes);
    return go_on_without(stack, lanes, behind);
}

uint32_t tokens_depth(const struct token_stack *stack)
{
    return stack->active ? stack->depth + 1 : 0;
}

/* The paper's reconvergence pc is the meeting place of the nearest token below: SSY and PBK write
 * it, a divergent BRA copies it (PAS-41, PAS-42). It need not be stored. */
uint32_t tokens_rows(const struct token_stack *stack, uint64_t last, struct token_row *rows)
{
    if (!stack->active)
        return 0;
    uint64_t rpc = last;
    for (uint32_t i = 0; i < stack->depth; i++) {
        const struct token *entry = &stack->entries[i];
        rows[stack->depth - i] =
            (struct token_row){.npc = entry->pc, .rpc = rpc, .mask = entry->mask};
        if (entry->kind != TOKEN_DIV)
            rpc = entry->pc;
    }
    rows[0] = (struct token_row){.npc = stack->pc, .rpc = rpc, .mask = stack->active};
    return stack->depth + 1;
}

static uint64_t mirrored(uint64_t mask, uint32_t lanes)
{
    uint64_t out = 0;
    for (; mask; mask &= mask - 1)
        out |= 1ull << (lanes - 1 - (uint32_t)__builtin_ctzll(mask));
    return out;
}

/* As in the figures: the running lanes on top, the names of the columns below. */
void token_rows_text(struct text *text, const struct token_row *rows, uint32_t count,
                     uint32_t lanes, enum token_lane_order order)
{
    for (uint32_t i = 0; i < count; i++) {
        uint64_t mask =
            order == TOKENS_LANE0_HIGHEST ? mirrored(rows[i].mask, lanes) : rows[i].mask;
        text_add(text, "0x%-6" PRIX64 " 0x%-6" PRIX64 " 0x%0*" PRIX64 "\n", rows[i].npc,
                 rows[i].rpc, (int)(lanes + 3) / 4, mask);
    }
    text_add(text, "npc      rpc      mask\n");
}

/* ---- as a reader of effects ---- */

static void reset(void *scheme, uint32_t pc, uint64_t mask)
{
    tokens_reset(scheme, pc, mask);
}

/* Lanes part only where they go apart: code without optimisation branches to the next instruction
 * and has no SSY around it, but barriers and shuffles of the whole warp after it. */
static enum token_outcome branch(struct token_stack *stack, const struct insn *insn,
                                 const struct effect *effect)
{
    if (insn->target == insn->next) {
        stack->pc = (uint32_t)insn->next;
        return TOKENS_SAME;
    }
    return tokens_branch(stack, effect->taken, (uint32_t)insn->target, (uint32_t)insn->next);
}

static enum token_outcome follow(struct token_stack *stack, const struct insn *insn,
                                 const struct effect *effect)
{
    uint32_t next = (uint32_t)insn->next, target = (uint32_t)insn->target;
    enum token_kind kind = (enum token_kind)effect->value;
    switch (effect->kind) {
    case EFFECT_BRANCH:
        return branch(stack, insn, effect);
    case EFFECT_BRANCH_EACH:
        return tokens_branch_each(stack, effect->taken, effect->lane_target, next);
    case EFFECT_TOKEN:
        return tokens_push(stack, kind, target, next);
    case EFFECT_CALL:
        return tokens_call(stack, target, next);
    case EFFECT_LEAVE:
        return tokens_leave(stack, kind, effect->taken, next);
    case EFFECT_EXIT:
        return tokens_exit(stack, effect->taken, next);
    default:
        stack->pc = next;
        return TOKENS_SAME;
    }
}

static enum reconverge_outcome read_effect(void *scheme, const struct insn *insn,
                                           const struct effect *effect, struct reconverge *now)
{
    static const enum reconverge_outcome outcomes[] = {
        [TOKENS_SAME] = RECONVERGE_SAME,         [TOKENS_PARTED] = RECONVERGE_PARTED,
        [TOKENS_RESUMED] = RECONVERGE_RESUMED,   [TOKENS_DONE] = RECONVERGE_DONE,
        [TOKENS_OVERFLOW] = RECONVERGE_OVERFLOW, [TOKENS_UNPAIRED] = RECONVERGE_UNPAIRED};
    struct token_stack *stack = scheme;
    enum token_outcome outcome = follow(stack, insn, effect);
    *now = (struct reconverge){.active = stack->active, .pc = stack->pc};
    return outcomes[outcome];
}

const struct reconverge_ops reconverge_tokens = {.reset = reset, .read = read_effect};
