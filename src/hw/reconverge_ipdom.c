/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_ipdom.c - splits and joins on the immediate-post-dominator stack. */
#include "hw/reconverge_ipdom.h"

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
