/* SPDX-License-Identifier: Apache-2.0 */
/* reconvergence.c - meeting places from post-dominators, and the order of blocks. */
#include "flow/reconvergence.h"

#include <string.h>

#include "flow/cfg.h"

/* ---- the order of the blocks of a function ----
 *
 * Reverse post-order of a depth-first search that enters the exits of a loop before its body: they
 * are finished first and so come after all of the body. Otherwise successors of lower address come
 * first. */

struct walk {
    const struct cfg *cfg;
    uint32_t *exit_first, *exits; /* by loop: blocks that edges out of it lead to */
    uint32_t *stack, *at;         /* blocks that are entered, and their next successor */
    bool *entered;
    uint32_t *finished, count;    /* blocks in post-order */
};

/* The outermost loop that an edge leaves, or NO_NODE. */
static uint32_t left_loop(const struct cfg *cfg, uint32_t from, uint32_t to)
{
    uint32_t left = NO_NODE;
    for (uint32_t loop = cfg->loops.of[from]; loop != NO_NODE; loop = cfg->loops.loop[loop].parent)
        if (!loop_contains(&cfg->loops, loop, to))
            left = loop;
    return left;
}

static void list_exits(struct arena *arena, struct walk *walk)
{
    const struct cfg *cfg = walk->cfg;
    const struct graph *graph = &cfg->graph;
    uint32_t *left = arena_array(arena, graph->edges, sizeof *left);
    walk->exit_first = arena_array(arena, cfg->loops.count + 2, sizeof *walk->exit_first);
    walk->exits = arena_array(arena, graph->edges, sizeof *walk->exits);
    for (uint32_t b = 0; b < graph->nodes; b++)
        for (uint32_t e = graph->succ_first[b]; e < graph->succ_first[b + 1]; e++) {
            left[e] = left_loop(cfg, b, graph->succ[e]);
            if (left[e] != NO_NODE)
                walk->exit_first[left[e] + 2]++;
        }
    for (uint32_t i = 2; i < cfg->loops.count + 2; i++)
        walk->exit_first[i] += walk->exit_first[i - 1];
    for (uint32_t e = 0; e < graph->edges; e++)
        if (left[e] != NO_NODE)
            walk->exits[walk->exit_first[left[e] + 1]++] = graph->succ[e];
}

/* The i-th block to enter from a block: exits of the loop that it heads, then its successors from
 * the highest address down. NO_NODE: no more. */
static uint32_t next_block(const struct walk *walk, uint32_t block, uint32_t i)
{
    const struct cfg *cfg = walk->cfg;
    uint32_t loop = cfg->loops.of[block], exits = 0;
    if (loop != NO_NODE && cfg->loops.loop[loop].header == block)
        exits = walk->exit_first[loop + 1] - walk->exit_first[loop];
    if (i < exits)
        return walk->exits[walk->exit_first[loop] + i];
    const uint32_t *succ = cfg->graph.succ + cfg->graph.succ_first[block];
    uint32_t count = cfg->graph.succ_first[block + 1] - cfg->graph.succ_first[block];
    i -= exits;
    if (i >= count)
        return NO_NODE;
    bool falling = count == 2 && succ[0] > succ[1];
    return falling ? succ[i] : succ[count - 1 - i];
}

static void search(struct walk *walk, uint32_t root)
{
    uint32_t depth = 0;
    walk->stack[depth] = root;
    walk->at[depth++] = 0;
    walk->entered[root] = true;
    while (depth) {
        uint32_t block = walk->stack[depth - 1];
        uint32_t next = next_block(walk, block, walk->at[depth - 1]++);
        if (next == NO_NODE) {
            walk->finished[walk->count++] = block;
            depth--;
        } else if (!walk->entered[next]) {
            walk->entered[next] = true;
            walk->stack[depth] = next;
            walk->at[depth++] = 0;
        }
    }
}

/* Ranks of the function's instructions, from its first index on; unreachable blocks come last. */
static void order_blocks(struct arena *arena, const struct cfg *cfg, uint32_t *order)
{
    uint32_t blocks = cfg->block_count;
    struct walk walk = {.cfg = cfg,
                        .stack = arena_array(arena, blocks, sizeof *walk.stack),
                        .at = arena_array(arena, blocks, sizeof *walk.at),
                        .entered = arena_array(arena, blocks, sizeof *walk.entered),
                        .finished = arena_array(arena, blocks, sizeof *walk.finished)};
    list_exits(arena, &walk);
    search(&walk, 0);
    uint32_t rank = cfg->blocks[0].first;
    for (uint32_t i = walk.count; i-- > 0;)
        for (uint32_t k = cfg->blocks[walk.finished[i]].first;
             k < cfg->blocks[walk.finished[i]].end; k++)
            order[k] = rank++;
    for (uint32_t b = 0; b < blocks; b++)
        for (uint32_t k = cfg->blocks[b].first; !walk.entered[b] && k < cfg->blocks[b].end; k++)
            order[k] = rank++;
}

/* ---- meeting places ---- */

/* The first instruction of the block where all paths from a block meet, or -1. */
static int32_t meet_of(const struct cfg *cfg, uint32_t block)
{
    uint32_t join = cfg->post_tree.idom[block];
    return join < cfg->block_count ? (int32_t)cfg->blocks[join].first : -1;
}

/* Blocks on ways from a block to its post-dominator. */
struct region {
    bool *seen;
    uint32_t *queue;
};

static uint32_t region_start(const struct cfg *cfg, const struct region *region, uint32_t block,
                             uint32_t join)
{
    uint32_t count = 0, lowest = cfg->blocks[join].first;
    memset(region->seen, 0, cfg->block_count * sizeof *region->seen);
    region->queue[count++] = block;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t from = region->queue[i];
        for (uint32_t e = cfg->graph.succ_first[from]; e < cfg->graph.succ_first[from + 1]; e++) {
            uint32_t to = cfg->graph.succ[e];
            if (to == join || to >= cfg->block_count || region->seen[to])
                continue;
            region->seen[to] = true;
            region->queue[count++] = to;
            lowest = cfg->blocks[to].first < lowest ? cfg->blocks[to].first : lowest;
        }
    }
    return lowest;
}

static void mark_join(struct reconvergence *out, const struct cfg *cfg,
                      const struct region *region, uint32_t block)
{
    uint32_t join = cfg->post_tree.idom[block];
    uint32_t above = join < cfg->block_count ? cfg->tree.idom[join] : NO_NODE;
    if (above == NO_NODE)
        return;
    uint32_t at = cfg->blocks[join].first, lowest = region_start(cfg, region, block, join);
    out->divergence[at] = cfg->blocks[above].end - 1;
    if (!lowest)
        lowest = cfg->blocks[above].end; /* nothing comes before it */
    out->region[at] = lowest - 1 < out->region[at] ? lowest - 1 : out->region[at];
}

static void read_block(struct reconvergence *out, const struct cfg *cfg,
                       const struct region *region, uint32_t block)
{
    int32_t at = (int32_t)cfg->blocks[block].end - 1, meet = meet_of(cfg, block);
    out->meet[at] = meet;
    if (!cfg->blocks[block].is_divergent || !cfg->blocks[block].is_reachable || meet < 0)
        return;
    mark_join(out, cfg, region, block);
    out->branches++;
    out->below += meet > at;
}

static void read_function(struct reconvergence *out, const struct program *program,
                          const struct function *function)
{
    struct arena arena = {0};
    struct cfg cfg = cfg_make(&arena, program, function);
    if (cfg.block_count) {
        const struct region region = {
            .seen = arena_array(&arena, cfg.block_count, sizeof *region.seen),
            .queue = arena_array(&arena, cfg.block_count + 1, sizeof *region.queue)};
        cfg_find_divergence(&cfg);
        for (uint32_t b = 0; b < cfg.block_count; b++)
            read_block(out, &cfg, &region, b);
        order_blocks(&arena, &cfg, out->order);
    }
    arena_free(&arena);
}

static void *places(struct arena *arena, uint32_t count)
{
    uint32_t *array = arena_array(arena, (size_t)count + 1, sizeof *array);
    memset(array, 0xff, ((size_t)count + 1) * sizeof *array);
    return array;
}

/* Where a token says that lanes meet; elsewhere divergence points hold. */
static void read_tokens(struct reconvergence *out, const struct program *program)
{
    memcpy(out->token, out->divergence, program->count * sizeof *out->token);
    for (uint32_t i = program->count; i-- > 0;) {
        const struct insn *insn = &program->insns[i];
        if (insn->flow == FLOW_TOKEN && insn->target >= 0)
            out->token[insn->target] = i;
    }
}

struct reconvergence reconvergence_find(struct arena *arena, const struct program *program)
{
    const uint32_t count = program->count;
    struct reconvergence out = {.meet = places(arena, count),
                                .divergence = places(arena, count),
                                .token = places(arena, count),
                                .region = places(arena, count),
                                .order = arena_array(arena, count + 1, sizeof *out.order)};
    for (uint32_t i = 0; i < count; i++)
        out.order[i] = i;
    for (uint32_t i = 0; i < program->function_count; i++)
        read_function(&out, program, &program->functions[i]);
    read_tokens(&out, program);
    return out;
}
