/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_postdom.c - splits lanes at branches, merges them at post-dominators. */
#include "hw/reconverge_postdom.h"

#include "hw/reconverge.h"
#include "isa/warp.h"

static struct postdom_entry *top(struct postdom_stack *stack)
{
    return &stack->entries[stack->depth - 1];
}

static void push(struct postdom_stack *stack, uint64_t mask, uint32_t pc, int32_t meet)
{
    stack->entries[stack->depth++] = (struct postdom_entry){.mask = mask, .pc = pc, .meet = meet};
    if (stack->depth > stack->depth_max)
        stack->depth_max = stack->depth;
}

static void reset(void *scheme, uint32_t pc, uint64_t mask)
{
    struct postdom_stack *stack = scheme;
    stack->depth = 0;
    push(stack, mask, pc, -1);
}

/* The sides of a divergent branch; side 0 runs first. */
struct sides {
    uint32_t count;
    uint32_t pc[POSTDOM_LANES_MAX];
    uint64_t mask[POSTDOM_LANES_MAX];
};

static void add_side(struct sides *sides, uint64_t mask, uint32_t pc)
{
    if (!mask)
        return;
    sides->mask[sides->count] = mask;
    sides->pc[sides->count++] = pc;
}

static bool part(struct postdom_stack *stack, const struct sides *sides, int32_t meet)
{
    if (stack->size - stack->depth < sides->count)
        return false;
    if (meet < 0) { /* nothing is left to run after the sides in this entry */
        meet = top(stack)->meet;
        stack->depth--;
    } else {
        top(stack)->pc = (uint32_t)meet;
    }
    for (uint32_t i = sides->count; i-- > 0;)
        push(stack, sides->mask[i], sides->pc[i], meet);
    return true;
}

static bool follow(struct postdom_stack *stack, const struct insn *insn,
                   const struct sides *sides)
{
    if (sides->count > 1)
        return part(stack, sides, stack->meet[insn - stack->first]);
    top(stack)->pc = sides->pc[0];
    return true;
}

/* The lanes of `entering` call a function and meet after the call. */
static bool call(struct postdom_stack *stack, const struct insn *insn, const struct sides *sides)
{
    if (stack->size - stack->depth < sides->count)
        return false;
    top(stack)->pc = (uint32_t)insn->next;
    for (uint32_t i = sides->count; i-- > 0;)
        push(stack, sides->mask[i], sides->pc[i], insn->next);
    return true;
}

static void end_lanes(struct postdom_stack *stack, uint64_t lanes, uint32_t next)
{
    top(stack)->pc = next;
    for (uint32_t i = 0; i < stack->depth; i++)
        stack->entries[i].mask &= ~lanes;
}

static void each_target(struct sides *sides, uint64_t lanes, const uint32_t *target)
{
    while (lanes) {
        uint32_t pc = target[__builtin_ctzll(lanes)];
        uint64_t same = 0;
        for (uint64_t rest = lanes; rest; rest &= rest - 1)
            if (target[__builtin_ctzll(rest)] == pc)
                same |= rest & -rest;
        add_side(sides, same, pc);
        lanes &= ~same;
    }
}

static bool move(struct postdom_stack *stack, const struct insn *insn, const struct effect *effect)
{
    const uint64_t active = top(stack)->mask, taken = effect->taken & active;
    struct sides sides = {0};
    switch (effect->kind) {
    case EFFECT_BRANCH:
        add_side(&sides, taken, (uint32_t)insn->target);
        break;
    case EFFECT_BRANCH_EACH:
        each_target(&sides, taken, effect->lane_target);
        break;
    case EFFECT_EXIT:
        end_lanes(stack, taken, (uint32_t)insn->next);
        return true;
    default:
        top(stack)->pc = (uint32_t)insn->next;
        return true;
    }
    if (insn->flow == FLOW_CALL)
        return call(stack, insn, &sides);
    add_side(&sides, active & ~taken, (uint32_t)insn->next);
    return follow(stack, insn, &sides);
}

/* ---- which entry runs ---- */

/* Lanes of an entry are in those below it that wait for it, and in no others: an entry whose lanes
 * are in none above can run before these. */
static void run_first(struct postdom_stack *stack, uint32_t i)
{
    const struct postdom_entry entry = stack->entries[i];
    for (; i + 1 < stack->depth; i++)
        stack->entries[i] = stack->entries[i + 1];
    stack->entries[i] = entry;
}

/* The uppermost entry that can run, or -1. */
static int32_t runnable(const struct postdom_stack *stack)
{
    uint64_t above = 0;
    for (uint32_t i = stack->depth; i-- > 0;) {
        const struct postdom_entry *entry = &stack->entries[i];
        if (!entry->waits && entry->mask && !(entry->mask & above))
            return (int32_t)i;
        above |= entry->mask;
    }
    return -1;
}

struct reconverge postdom_now(struct postdom_stack *stack)
{
    int32_t i;
    while ((i = runnable(stack)) >= 0) {
        run_first(stack, (uint32_t)i);
        if ((int32_t)top(stack)->pc != top(stack)->meet)
            return (struct reconverge){.active = top(stack)->mask, .pc = top(stack)->pc};
        stack->depth--;
    }
    return (struct reconverge){0};
}

void postdom_release(struct postdom_stack *stack, uint64_t lanes)
{
    for (uint32_t i = 0; i < stack->depth; i++) {
        if (stack->entries[i].mask & lanes)
            stack->entries[i].waits = false;
    }
}

/* Entries that all their lanes have left. */
static void drop_empty(struct postdom_stack *stack)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stack->depth; i++) {
        if (stack->entries[i].mask)
            stack->entries[kept++] = stack->entries[i];
    }
    stack->depth = kept;
}

static enum reconverge_outcome read_effect(void *scheme, const struct insn *insn,
                                           const struct effect *effect, struct reconverge *now)
{
    struct postdom_stack *stack = scheme;
    const uint64_t before = now->active;
    if (!move(stack, insn, effect))
        return RECONVERGE_OVERFLOW;
    drop_empty(stack);
    if (!stack->depth)
        return RECONVERGE_DONE;
    top(stack)->waits = effect->kind == EFFECT_BARRIER;
    *now = postdom_now(stack);
    if (now->active == before)
        return RECONVERGE_SAME;
    if (!now->active)
        return RECONVERGE_EMPTY;
    return now->active & ~before ? RECONVERGE_RESUMED : RECONVERGE_PARTED;
}

const struct reconverge_ops reconverge_postdom = {.reset = reset, .read = read_effect};
