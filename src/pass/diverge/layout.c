/* SPDX-License-Identifier: Apache-2.0 */
/* layout.c - the order of trampolines before their blocks, the stack words for a caller's mask
 * registers, and branches out of range.
 *
 * The assembler of LLVM 16 does not lengthen a conditional branch beyond its 4 KiB, and the
 * inserted code can move a target out of range; byte offsets are upper bounds. */
#include "pass/diverge/flow.h"

enum { BRANCH_REACH = 4094 };

static bool falls_into_next(const struct flow *flow, uint32_t block)
{
    const struct block *b = &flow->blocks[block];
    if (b->end == b->first)
        return true;
    uint8_t kind = flow->assembly->insns[b->end - 1].kind;
    return kind != KIND_JUMP && kind != KIND_LEAVE;
}

static void move_to_front(struct flow *flow, uint32_t *list, uint32_t t)
{
    uint32_t *link = list;
    while (*link != t)
        link = &flow->trampolines[*link].sibling;
    *link = flow->trampolines[t].sibling;
    flow->trampolines[t].sibling = *list;
    *list = t;
}

/* The path of the block above comes first, so that it can fall through. */
static void prefer_fall(struct flow *flow, uint32_t block, uint32_t t)
{
    while (t != NO_NODE) {
        uint32_t next = flow->trampolines[t].next;
        move_to_front(flow, next == NO_NODE ? &flow->first_trampoline[block]
                                            : &flow->trampolines[next].child, t);
        t = next;
    }
}

/* Children before what they lead to. The depth is bounded by LEVELS_MAX. */
static void order_trampolines(struct flow *flow, struct landing *landing, uint32_t t)
{
    for (; t != NO_NODE; t = flow->trampolines[t].sibling) {
        order_trampolines(flow, landing, flow->trampolines[t].child);
        landing->order = arena_grow(flow->arena, landing->order, landing->count,
                                    sizeof *landing->order);
        landing->order[landing->count++] = t;
    }
}

static void make_landing(struct flow *flow, uint32_t block, struct edits *edits)
{
    struct landing *landing = &flow->landings[block];
    landing->fall = NO_NODE;
    landing->falls = falls_into_next(flow, block - 1);
    if (landing->falls)
        landing->fall = flow->edge_trampoline[flow->graph.succ_first[block] - 1];
    prefer_fall(flow, block, landing->fall);
    order_trampolines(flow, landing, flow->first_trampoline[block]);
    landing->jumps = landing->falls && landing->count && landing->order[0] != landing->fall;
    for (uint32_t i = 0; i < landing->count; i++)
        flow->trampolines[landing->order[i]].label = edits->labels++;
}

/* One sweep over the function: the position of everything. */
static void measure(struct flow *flow)
{
    uint32_t stack_code = flow->stack_bytes ? 4 + 4 * flow->saved : 0;
    uint32_t at = stack_code;
    for (uint32_t b = 1; b < flow->graph.nodes; b++) {
        struct landing *landing = &flow->landings[b];
        at += landing->jumps ? 4 : 0;
        for (uint32_t i = 0; i < landing->count; i++) {
            flow->trampolines[landing->order[i]].at = at;
            at += 12; /* the mask from its stack word, the action, a jump */
        }
        landing->at = at;
        for (uint32_t i = flow->blocks[b].first; i < flow->blocks[b].end; i++)
            at += flow->assembly->insns[i].bytes;
        at += 4 * flow_branch_extra(flow, b) + (landing->far_branch ? 4 : 0);
        at += stack_code;
    }
}

/* Marks branches that are out of range; true if there is a new one. */
static bool lengthen_branches(struct flow *flow)
{
    bool changed = false;
    for (uint32_t b = 1; b < flow->graph.nodes; b++) {
        struct landing *landing = &flow->landings[b];
        if (landing->far_branch || !flow_branch(flow, b))
            continue;
        uint32_t edge = flow->graph.succ_first[b], t = flow->edge_trampoline[edge];
        int64_t to = t == NO_NODE ? flow->landings[flow->graph.succ[edge]].at
                                  : flow->trampolines[t].at;
        int64_t end = b + 1 < flow->graph.nodes ? flow->landings[b + 1].at : landing->at;
        int64_t far = to > end ? to - landing->at : end - to;
        if (far > BRANCH_REACH) {
            landing->far_branch = changed = true;
        }
    }
    return changed;
}

/* The registers that the function does not use, for the outermost masks; returns their number. */
static uint32_t find_mask_registers(struct flow *flow)
{
    const struct asm_function *function = flow->function;
    uint64_t touched = 0;
    for (uint32_t i = 0; i < function->insn_count; i++) {
        const struct asm_insn *insn = &flow->assembly->insns[function->first_insn + i];
        touched |= insn->uses | (insn->def < REG_NONE ? REG_BIT(insn->def) : 0);
    }
    uint32_t count = 0;
    for (uint32_t reg = FIRST_MASK; reg < FIRST_MASK + MASK_REGISTERS; reg++) {
        if (!(touched & REG_BIT(reg)))
            flow->mask_register[count++] = (uint8_t)reg;
    }
    flow->register_levels = flow->levels <= count ? flow->levels : count - 1;
    return count;
}

/* A function that others call keeps the mask registers of its caller on the stack; masks beyond the
 * registers are there too. */
static enum wc_status plan_stack(struct flow *flow)
{
    uint32_t registers = find_mask_registers(flow);
    uint32_t stack_levels = flow->levels - flow->register_levels;
    if (!flow->uniform_arguments)
        flow->saved = stack_levels ? registers : flow->levels;
    if (!flow->saved && !stack_levels)
        return WC_OK;
    int32_t frame = flow_frame_bytes(flow);
    uint32_t words = flow->saved + stack_levels;
    flow->stack_bytes = (words * 4 + 15) & ~15u;
    if (frame < 0 || (uint32_t)frame + flow->stack_bytes > 2047)
        return flow_refuse(flow, 0, "no space for lane masks: the stack frame has no fixed "
                           "size below 2 KiB",
                           "llc -enable-shrink-wrap=false allocates it at the function entry");
    flow->frame_bytes = (uint32_t)frame;
    return WC_OK;
}

enum wc_status flow_lay_out(struct flow *flow, struct edits *edits)
{
    flow->landings = arena_array(flow->arena, flow->graph.nodes, sizeof *flow->landings);
    enum wc_status status = plan_stack(flow);
    if (status)
        return status;
    for (uint32_t b = 1; b < flow->graph.nodes; b++)
        make_landing(flow, b, edits);
    do
        measure(flow);
    while (lengthen_branches(flow));
    return WC_OK;
}
