/* SPDX-License-Identifier: Apache-2.0 */
/* blocks.c - divides a function into blocks, with its graph, dominators and loops. */
#include "pass/diverge/flow.h"

#include <string.h>

struct slice flow_block_name(const struct flow *flow, uint32_t block)
{
    /* A block without a label is named after the nearest label above it. */
    while (block > 0 && !flow->blocks[block].label.length)
        block--;
    return block ? flow->blocks[block].label : flow->function->name;
}

enum wc_status flow_refuse(const struct flow *flow, uint32_t block, const char *what,
                           const char *help)
{
    const struct block *b = &flow->blocks[block];
    struct slice name = flow_block_name(flow, block);
    uint32_t line = b->end > b->first ? flow->assembly->insns[b->end - 1].line : b->line;
    fail_at(flow->err, WC_BAD_INPUT, flow->assembly->file, (int)line + 1, 0,
            "function '%.*s', block '%.*s': %s", SHOWN(flow->function->name), SHOWN(name), what);
    if (help)
        hint(flow->err, "%s", help);
    return WC_BAD_INPUT;
}

static bool ends_block(const struct asm_insn *insn)
{
    return insn->kind == KIND_BRANCH || insn->kind == KIND_JUMP || insn->kind == KIND_LEAVE;
}

/* The target label of a branch or jump, if it is inside the function. */
static const struct asm_label *local_target(const struct flow *flow, const struct asm_insn *insn)
{
    const struct asm_function *function = flow->function;
    const struct asm_label *label = assembly_label(flow->assembly, insn->target);
    bool inside = label && label->function == NO_FUNCTION && label->line > function->first_line &&
                  label->line < function->end_line &&
                  label->insn < function->first_insn + function->insn_count;
    return inside ? label : NULL;
}

/* Marks where blocks start; a jump to another function is a tail call and leaves. */
static enum wc_status mark_leaders(struct flow *flow, bool *leader)
{
    const struct asm_function *function = flow->function;
    for (uint32_t i = 0; i < function->insn_count; i++) {
        struct asm_insn *insn = &flow->assembly->insns[function->first_insn + i];
        if (ends_block(insn))
            leader[i + 1] = true;
        if (insn->kind != KIND_BRANCH && insn->kind != KIND_JUMP)
            continue;
        const struct asm_label *label = local_target(flow, insn);
        if (label) {
            leader[label->insn - function->first_insn] = true;
        } else if (insn->kind == KIND_JUMP && !slice_starts(insn->target, ".L")) {
            insn->kind = KIND_LEAVE;
        } else {
            return fail_at(flow->err, WC_BAD_INPUT, flow->assembly->file, (int)insn->line + 1, 0,
                           "function '%.*s' jumps to '%.*s'; expected a label before one of its "
                           "own instructions",
                           SHOWN(function->name), SHOWN(insn->target));
        }
    }
    return WC_OK;
}

static void summarize_block(const struct flow *flow, struct block *block)
{
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct asm_insn *insn = &flow->assembly->insns[i];
        if (insn->def < REG_NONE)
            block->defs |= REG_BIT(insn->def);
        if (insn->kind == KIND_CALL)
            block->defs |= REGS_CALL_CLOBBERED;
        if (insn->kind == KIND_STORE && insn->slot != NO_SLOT)
            block->def_slots |= REG_BIT(insn->slot);
    }
}

/* Fills the blocks and, by instruction, the block that starts there. */
static uint32_t cut_blocks(struct flow *flow, const bool *leader, uint32_t *block_at)
{
    const struct asm_function *function = flow->function;
    uint32_t count = 1;
    flow->blocks[0] = (struct block){.first = function->first_insn,
                                     .end = function->first_insn,
                                     .line = function->first_line};
    for (uint32_t i = 0; i < function->insn_count;) {
        struct block *block = &flow->blocks[count];
        block->first = function->first_insn + i;
        block->line = flow->assembly->insns[block->first].line;
        block_at[i] = count++;
        do
            i++;
        while (i < function->insn_count && !leader[i]);
        block->end = function->first_insn + i;
        summarize_block(flow, block);
    }
    return count;
}

static void add_edge(struct edge *edges, uint32_t *count, uint32_t from, uint32_t to)
{
    edges[(*count)++] = (struct edge){from, to};
}

static uint32_t collect_edges(struct flow *flow, uint32_t blocks, const uint32_t *block_at,
                              struct edge *edges)
{
    uint32_t count = 0;
    if (blocks > 1)
        add_edge(edges, &count, 0, 1);
    for (uint32_t b = 1; b < blocks; b++) {
        const struct asm_insn *last = &flow->assembly->insns[flow->blocks[b].end - 1];
        if (last->kind == KIND_BRANCH || last->kind == KIND_JUMP) {
            const struct asm_label *label = local_target(flow, last);
            uint32_t to = block_at[label->insn - flow->function->first_insn];
            struct block *target = &flow->blocks[to];
            if (!target->label.length || label->line < target->line) {
                target->label = label->name;
                target->line = label->line;
            }
            add_edge(edges, &count, b, to);
        }
        if (last->kind != KIND_JUMP && last->kind != KIND_LEAVE && b + 1 < blocks)
            add_edge(edges, &count, b, b + 1);
    }
    return count;
}

/* A label of %pcrel_hi belongs to its auipc: nothing may be inserted between them. */
static void keep_address_labels(struct flow *flow, const uint32_t *block_at)
{
    const struct assembly *assembly = flow->assembly;
    const struct asm_function *function = flow->function;
    for (uint32_t i = function->first_label; i < assembly->label_count; i++) {
        const struct asm_label *label = &assembly->labels[i];
        if (label->line >= function->end_line)
            break;
        uint32_t insn = label->insn - function->first_insn;
        if (insn >= function->insn_count || !block_at[insn] ||
            !slice_starts(label->name, ".Lpcrel_hi"))
            continue;
        struct block *block = &flow->blocks[block_at[insn]];
        if (label->line < block->line)
            block->line = label->line;
    }
}

/* Sorts the blocks by the loop forest's pre-order, so that a loop's members are contiguous. */
static void sort_by_loop(struct flow *flow)
{
    const struct loops *loops = &flow->loops;
    uint32_t blocks = flow->graph.nodes;
    flow->loop_first = arena_array(flow->arena, loops->count + 2u, sizeof *flow->loop_first);
    flow->loop_nodes = arena_array(flow->arena, blocks, sizeof *flow->loop_nodes);
    for (uint32_t b = 0; b < blocks; b++) {
        if (loops->of[b] != NO_NODE)
            flow->loop_first[loops->loop[loops->of[b]].enter + 2]++;
    }
    for (uint32_t i = 1; i <= loops->count; i++)
        flow->loop_first[i + 1] += flow->loop_first[i];
    for (uint32_t b = 0; b < blocks; b++) {
        if (loops->of[b] != NO_NODE)
            flow->loop_nodes[flow->loop_first[loops->loop[loops->of[b]].enter + 1]++] = b;
    }
}

const uint32_t *flow_loop_members(const struct flow *flow, uint32_t loop, uint32_t *count)
{
    const struct loop *l = &flow->loops.loop[loop];
    *count = flow->loop_first[l->enter + l->size] - flow->loop_first[l->enter];
    return flow->loop_nodes + flow->loop_first[l->enter];
}

enum wc_status flow_build(struct flow *flow)
{
    uint32_t insns = flow->function->insn_count;
    bool *leader = arena_array(flow->arena, insns + 1u, sizeof *leader);
    uint32_t *block_at = arena_array(flow->arena, insns + 1u, sizeof *block_at);
    enum wc_status status = mark_leaders(flow, leader);
    if (status)
        return status;
    uint32_t max = 1;
    for (uint32_t i = 0; i < insns; i++)
        max += i == 0 || leader[i];
    flow->blocks = arena_array(flow->arena, max, sizeof *flow->blocks);
    struct edge *edges = arena_array(flow->arena, (size_t)max * 2, sizeof *edges);
    uint32_t blocks = cut_blocks(flow, leader, block_at);
    uint32_t edge_count = collect_edges(flow, blocks, block_at, edges);
    keep_address_labels(flow, block_at);
    flow->graph = graph_make(flow->arena, blocks, 0, edges, edge_count);
    flow->reversed = graph_reversed(flow->arena, &flow->graph);
    flow->order = graph_reverse_post_order(flow->arena, &flow->graph);
    flow->tree = graph_dominators(flow->arena, &flow->graph);
    flow->post_tree = graph_dominators(flow->arena, &flow->reversed);
    flow->loops = graph_loops(flow->arena, &flow->graph, &flow->order, &flow->tree);
    sort_by_loop(flow);
    return WC_OK;
}

int32_t flow_frame_bytes(const struct flow *flow)
{
    const struct asm_insn *insns = flow->assembly->insns;
    int64_t frame = 0;
    for (uint32_t b = 0; b < flow->graph.nodes; b++) {
        for (uint32_t i = flow->blocks[b].first; i < flow->blocks[b].end; i++) {
            const struct asm_insn *insn = &insns[i];
            if (insn->def != REG_SP)
                continue;
            bool plain = insn->adds && insn->has_imm && insn->uses == REG_BIT(REG_SP);
            bool leaves = insns[flow->blocks[b].end - 1].kind == KIND_LEAVE;
            if (!plain || (insn->imm < 0 && b != 1) || (insn->imm > 0 && !leaves))
                return -1;
            if (insn->imm < 0)
                frame -= insn->imm;
        }
    }
    return frame < INT32_MAX ? (int32_t)frame : -1;
}
