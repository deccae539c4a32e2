/* SPDX-License-Identifier: Apache-2.0 */
/* cfg.c - blocks and edges from the flow kinds of decoded instructions. */
#include "flow/cfg.h"

#include <string.h>

/* The function's instructions as a range of the program's. */
static void function_range(const struct program *program, const struct function *function,
                           uint32_t *first, uint32_t *end)
{
    int32_t start = program_index(program, function->base);
    *first = *end = start < 0 ? 0 : (uint32_t)start;
    while (start >= 0 && *end < program->count &&
           program->insns[*end].pc - function->base < function->bytes)
        (*end)++;
}

static bool ends_block(const struct insn *insn)
{
    switch ((enum flow)insn->flow) {
    case FLOW_BRANCH:
    case FLOW_JUMP:
    case FLOW_INDIRECT:
    case FLOW_RETURN:
    case FLOW_EXIT:
    case FLOW_LEAVE:
        return true;
    case FLOW_NEXT:
    case FLOW_CALL:
    case FLOW_TRAP:
    case FLOW_SPLIT:
    case FLOW_JOIN:
    case FLOW_TOKEN:
        return !insn->op; /* invalid bits: nothing is known after them */
    }
    return true;
}

static bool goes_on(const struct insn *insn)
{
    return insn->flow == FLOW_BRANCH || insn->flags & INSN_GUARDED || !ends_block(insn);
}

/* Index of the target inside the range, or -1. */
static int64_t local_target(const struct insn *insn, uint32_t first, uint32_t end)
{
    bool jumps = insn->flow == FLOW_BRANCH || insn->flow == FLOW_JUMP;
    if (!jumps || insn->target < (int64_t)first || insn->target >= (int64_t)end)
        return -1;
    return insn->target - (int64_t)first;
}

/* The targets inside the range that the file lists for instruction i, one per call; -1: outside the
 * range. False after the last one. */
static bool told_target(const struct cfg *cfg, uint32_t i, uint32_t number, uint32_t first,
                        uint32_t end, int64_t *target)
{
    const struct branch_targets *told = program_branch_targets(cfg->program, i);
    if (!told || number >= told->count)
        return false;
    uint32_t to = told->targets[number];
    *target = to >= first && to < end ? (int64_t)to - first : -1;
    return true;
}

/* By instruction of the range: number of the block that starts there + 1, or 0. */
static uint32_t *cut_blocks(struct arena *arena, struct cfg *cfg, uint32_t first, uint32_t end)
{
    const struct insn *insns = cfg->program->insns;
    uint32_t *block_at = arena_array(arena, (size_t)end - first + 1, sizeof *block_at);
    block_at[0] = 1;
    for (uint32_t i = first; i < end; i++) {
        int64_t target = local_target(&insns[i], first, end);
        if (target >= 0)
            block_at[target] = 1;
        if (ends_block(&insns[i]))
            block_at[i - first + 1] = 1;
        for (uint32_t k = 0; told_target(cfg, i, k, first, end, &target); k++) {
            if (target >= 0)
                block_at[target] = 1;
        }
    }
    uint32_t count = 0;
    for (uint32_t i = first; i < end; i++) {
        if (block_at[i - first])
            block_at[i - first] = ++count;
    }
    cfg->block_count = count;
    cfg->blocks = arena_array(arena, count, sizeof *cfg->blocks);
    for (uint32_t i = first, b = 0; i < end; i++) {
        if (block_at[i - first])
            cfg->blocks[b++].first = i;
        cfg->blocks[b - 1].end = i + 1;
    }
    return block_at;
}

/* Enough for all edges: two per block, and those listed in the file. */
static size_t edges_max(const struct cfg *cfg)
{
    size_t max = (size_t)cfg->block_count * 2;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        const struct branch_targets *told =
            program_branch_targets(cfg->program, cfg->blocks[b].end - 1);
        max += told ? told->count : 0;
    }
    return max;
}

static void connect(struct arena *arena, struct cfg *cfg, uint32_t first, uint32_t end,
                    const uint32_t *block_at)
{
    struct edge *edges = arena_array(arena, edges_max(cfg), sizeof *edges);
    uint32_t count = 0;
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        const struct insn *last = cfg_last(cfg, b);
        int64_t target = local_target(last, first, end);
        if (target >= 0)
            edges[count++] = (struct edge){b, block_at[target] - 1};
        uint32_t at = cfg->blocks[b].end - 1;
        for (uint32_t k = 0; told_target(cfg, at, k, first, end, &target); k++) {
            if (target >= 0)
                edges[count++] = (struct edge){b, block_at[target] - 1};
        }
        if (goes_on(last) && b + 1 < cfg->block_count)
            edges[count++] = (struct edge){b, b + 1};
    }
    cfg->graph = graph_make(arena, cfg->block_count, 0, edges, count);
}

struct cfg cfg_make(struct arena *arena, const struct program *program,
                    const struct function *function)
{
    struct cfg cfg = {.program = program, .function = function};
    uint32_t first, end;
    function_range(program, function, &first, &end);
    const uint32_t *block_at = cut_blocks(arena, &cfg, first, end);
    connect(arena, &cfg, first, end, block_at);
    cfg.order = graph_reverse_post_order(arena, &cfg.graph);
    cfg.tree = graph_dominators(arena, &cfg.graph);
    struct graph reversed = graph_reversed(arena, &cfg.graph);
    cfg.post_tree = graph_dominators(arena, &reversed);
    cfg.loops = graph_loops(arena, &cfg.graph, &cfg.order, &cfg.tree);
    for (uint32_t p = 0; p < cfg.order.count; p++)
        cfg.blocks[cfg.order.node[p]].is_reachable = true;
    return cfg;
}

static bool has_kernels(const struct program *program)
{
    for (uint32_t i = 0; i < program->function_count; i++) {
        if (program->functions[i].is_kernel)
            return true;
    }
    return false;
}

/* A graph is freed before the next one is made. */
static void write_function(const struct program *program, const struct function *function,
                           uint32_t number, enum wc_format format, struct json_stream *json)
{
    struct arena arena = {0};
    struct cfg cfg = cfg_make(&arena, program, function);
    cfg_find_divergence(&cfg);
    if (format == WC_JSON)
        cfg_write_json(&cfg, json);
    else if (format == WC_DOT)
        cfg_write_dot(&cfg, number, json->out);
    else
        cfg_write_text(&cfg, number, format == WC_TEXT_COLOR, json->out);
    arena_free(&arena);
}

void cfg_write(const struct program *program, const char *kernel, enum wc_format format,
               struct text *out)
{
    struct json_stream json = {.out = out};
    bool kernels_only = has_kernels(program);
    uint32_t count = 0;
    if (format == WC_JSON)
        json_stream_begin(&json, NULL, '[');
    if (format == WC_DOT)
        text_add(out, "digraph warpclock {\n    node [shape=box, fontname=monospace];\n");
    for (uint32_t i = 0; i < program->function_count; i++) {
        const struct function *function = &program->functions[i];
        if (kernel ? strcmp(function->name, kernel) == 0 : !kernels_only || function->is_kernel)
            write_function(program, function, count++, format, &json);
    }
    if (format == WC_JSON)
        json_stream_end(&json, ']');
    if (format == WC_DOT)
        text_add(out, "}\n");
}

struct cfg_layout cfg_layout(const struct cfg *cfg)
{
    struct cfg_layout layout = {0};
    for (uint32_t b = 0; b < cfg->block_count; b++) {
        layout.branches += cfg_meet(cfg, b) != NO_NODE;
        layout.below += cfg_meet(cfg, b) != NO_NODE && !cfg_is_offender(cfg, b);
    }
    return layout;
}
