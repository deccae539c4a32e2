/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_ipdom.c - splits and joins on the immediate-post-dominator stack. */
#include "hw/reconverge_ipdom.h"

#include "hw/reconverge.h"
#include "isa/warp.h"

void ipdom_reset(struct ipdom_stack *stack)
{
    stack->depth = 0;
}

static bool taken_goes_first(enum ipdom_order order, uint64_t taken, uint64_t rest)
{
    int difference = __builtin_popcountll(taken) - __builtin_popcountll(rest);
    return order == IPDOM_LARGER_FIRST ? difference >= 0 : difference <= 0;
}

enum ipdom_outcome ipdom_split(struct ipdom_stack *stack, enum ipdom_order order, uint64_t taken,
                               uint32_t behind, uint64_t *mask)
{
    uint64_t rest = *mask & ~taken;
    taken &= *mask;
    if (!taken || !rest)
        return IPDOM_AGREED;
    if (stack->depth == stack->size)
        return IPDOM_OVERFLOW;
    stack->entries[stack->depth++] = (struct ipdom_entry){.whole = *mask, .other = behind};
    *mask = taken_goes_first(order, taken, rest) ? taken : rest;
    return IPDOM_PARTED;
}

enum ipdom_outcome ipdom_join(struct ipdom_stack *stack, uint32_t depth_at_split, uint64_t *mask,
                              uint32_t *place)
{
    if (depth_at_split == stack->depth)
        return IPDOM_AGREED;
    /* Hardware indexes the stack by this operand, the C++ model takes the top: the same in nested
     * code, and anything else would mix up the masks of two splits. */
    if (stack->depth == 0 || depth_at_split != stack->depth - 1)
        return IPDOM_UNPAIRED;
    struct ipdom_entry *top = &stack->entries[stack->depth - 1];
    if (top->second_side) {
        *mask = top->whole;
        stack->depth--;
        return IPDOM_TOGETHER;
    }
    top->second_side = true;
    *mask = top->whole & ~*mask;
    *place = top->other;
    return IPDOM_OTHER;
}

/* ---- as a reader of effects ---- */

static void reset(void *scheme, uint32_t pc, uint64_t mask)
{
    (void)pc;
    (void)mask;
    ipdom_reset(scheme);
}

static enum reconverge_outcome split(struct ipdom_stack *stack, const struct effect *effect,
                                     struct reconverge *now)
{
    switch (ipdom_split(stack, stack->order, effect->taken, now->pc, &now->active)) {
    case IPDOM_OVERFLOW:
        return RECONVERGE_OVERFLOW;
    case IPDOM_PARTED:
        return RECONVERGE_PARTED;
    default:
        return RECONVERGE_SAME;
    }
}

static enum reconverge_outcome join(struct ipdom_stack *stack, const struct effect *effect,
                                    struct reconverge *now)
{
    enum ipdom_outcome outcome = ipdom_join(stack, effect->value, &now->active, &now->pc);
    if (outcome == IPDOM_UNPAIRED)
        return RECONVERGE_UNPAIRED;
    if (!now->active)
        return RECONVERGE_EMPTY;
    return outcome == IPDOM_AGREED ? RECONVERGE_SAME : RECONVERGE_RESUMED;
}

static enum reconverge_outcome read_effect(void *scheme, const struct insn *insn,
                                           const struct effect *effect, struct reconverge *now)
{
    now->pc = (uint32_t)insn->next;
    switch (effect->kind) {
    case EFFECT_SPLIT:
        return split(scheme, effect, now);
    case EFFECT_JOIN:
        return join(scheme, effect, now);
    case EFFECT_PREDICATE:
        now->active = effect->taken ? effect->taken : effect->value;
        return now->active ? RECONVERGE_SAME : RECONVERGE_EMPTY;
    default:
        return RECONVERGE_SAME;
    }
}

const struct reconverge_ops reconverge_ipdom = {.reset = reset, .read = read_effect};
