/* SPDX-License-Identifier: Apache-2.0 */
/* cfg_divergence.c - finds the branches of a decoded function on which lanes may differ.
 *
 * The same analysis as in pass/diverge/lanes.c, for any instruction set and any graph: values
 * differ from their sources on; where paths split by a differing branch and meet again (the
 * iterated dominance frontier of its successors, up to its post-dominator), everything written on
 * them differs; and after a loop that lanes leave in different iterations, everything written in
 * it. */
#include "flow/cfg.h"

#include <string.h>

struct divergence {
    struct arena *arena;
    struct cfg *cfg;
    uint32_t words;    /* 64-bit words of a set of registers */
    uint64_t *in;      /* by block: registers that differ at its start */
    uint64_t *defs;    /* by block: registers written in it */
    uint64_t *now, *written; /* sets in use */
    uint64_t *over_call;     /* registers that a call may change */
    bool *dirty, again;
    uint32_t *marked, *stack;
    uint64_t work; /* blocks walked for regions so far */
};

static bool has_bit(const uint64_t *set, uint32_t bit)
{
    return set[bit / 64] >> (bit % 64) & 1;
}

static void set_bit(uint64_t *set, uint32_t bit, bool value)
{
    uint64_t mask = (uint64_t)1 << (bit % 64);
    set[bit / 64] = value ? set[bit / 64] | mask : set[bit / 64] & ~mask;
}

static uint64_t *row(const struct divergence *d, uint64_t *sets, uint32_t block)
{
    return sets + (size_t)block * d->words;
}

/* Walking regions one by one is quadratic in the worst case, so there is a limit. */
static bool is_too_much(const struct divergence *d)
{
    return d->work > 100000000;
}

static void merge_into(struct divergence *d, uint32_t block, const uint64_t *more)
{
    uint64_t *in = row(d, d->in, block), fresh = 0;
    for (uint32_t w = 0; w < d->words; w++) {
        fresh |= more[w] & ~in[w];
        in[w] |= more[w];
    }
    if (fresh) {
        d->dirty[block] = true;
        d->again = true;
    }
}

static bool reads_differing(const uint64_t *set, const struct insn *insn)
{
    for (uint32_t s = 0; s < SOURCES_MAX; s++) {
        for (uint32_t i = 0; i < insn->src[s].count; i++) {
            if (has_bit(set, insn->src[s].first + i))
                return true;
        }
    }
    return false;
}

static bool result_differs(const uint64_t *set, const struct insn *insn)
{
    if (insn->flags & (INSN_LANE_SOURCE | INSN_ATOMIC))
        return true;
    return !(insn->flags & INSN_UNIFORM) && reads_differing(set, insn);
}

/* Adds the registers written by an instruction to a set. */
static void set_results(const struct divergence *d, uint64_t *set, const struct insn *insn,
                        bool value)
{
    for (uint32_t t = 0; t < TARGETS_MAX; t++) {
        for (uint32_t i = 0; i < insn->dst[t].count; i++)
            set_bit(set, insn->dst[t].first + i, value);
    }
    for (uint32_t w = 0; insn->flow == FLOW_CALL && w < d->words; w++)
        set[w] |= d->over_call[w];
}

static void add_defs(struct divergence *d, uint32_t block)
{
    for (uint32_t w = 0; w < d->words; w++)
        d->written[w] |= row(d, d->defs, block)[w];
}

/* After every loop around the branch that its two paths leave before they meet. */
static void part_loops(struct divergence *d, uint32_t block, uint32_t join)
{
    const struct loops *loops = &d->cfg->loops;
    const struct graph *graph = &d->cfg->graph;
    for (uint32_t loop = loops->of[block]; loop != NO_NODE && !is_too_much(d);
         loop = loops->loop[loop].parent) {
        if (join < graph->nodes && loop_contains(loops, loop, join))
            break;
        memset(d->written, 0, d->words * sizeof *d->written);
        for (uint32_t b = 0; b < graph->nodes; b++) {
            if (loop_contains(loops, loop, b))
                add_defs(d, b);
        }
        for (uint32_t b = 0; b < graph->nodes; b++) {
            for (uint32_t e = graph->succ_first[b]; e < graph->succ_first[b + 1]; e++) {
                if (loop_contains(loops, loop, b) && !loop_contains(loops, loop, graph->succ[e]))
                    merge_into(d, graph->succ[e], d->written);
            }
        }
        d->work += graph->nodes;
    }
}

/* Collects the registers written between a branch and its post-dominator. */
static void walk_region(struct divergence *d, uint32_t block, uint32_t join)
{
    const struct graph *graph = &d->cfg->graph;
    uint32_t depth = 0;
    memset(d->written, 0, d->words * sizeof *d->written);
    d->stack[depth++] = block;
    while (depth) {
        uint32_t from = d->stack[--depth];
        d->work++;
        for (uint32_t e = graph->succ_first[from]; e < graph->succ_first[from + 1]; e++) {
            uint32_t to = graph->succ[e];
            if (to == join || d->marked[to] == block)
                continue;
            d->marked[to] = block;
            add_defs(d, to);
            d->stack[depth++] = to;
        }
    }
}

static void part_at(struct divergence *d, uint32_t block)
{
    const struct graph *graph = &d->cfg->graph;
    uint32_t join = d->cfg->post_tree.idom[block], count;
    walk_region(d, block, join);
    struct arena scratch = {0}; /* many branches: free the memory of each at once */
    const uint32_t *meets = graph_iterated_frontier(
        &scratch, graph, &d->cfg->tree, graph->succ + graph->succ_first[block],
        graph->succ_first[block + 1] - graph->succ_first[block], &count);
    for (uint32_t i = 0; i < count; i++) {
        if (d->marked[meets[i]] == block || meets[i] == join)
            merge_into(d, meets[i], d->written);
    }
    arena_free(&scratch);
    d->work += graph->nodes;
    part_loops(d, block, join);
}

static void visit_block(struct divergence *d, uint32_t b)
{
    struct cfg_block *block = &d->cfg->blocks[b];
    memcpy(d->now, row(d, d->in, b), d->words * sizeof *d->now);
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct insn *insn = &d->cfg->program->insns[i];
        if (cfg_may_part(insn) && !block->is_divergent && reads_differing(d->now, insn)) {
            block->is_divergent = true;
            part_at(d, b);
        }
        /* Under a guard the old value may remain. */
        bool keeps = insn->flags & INSN_GUARDED && insn->flow != FLOW_CALL;
        bool differs = result_differs(d->now, insn);
        if (differs || !keeps)
            set_results(d, d->now, insn, differs);
    }
    const struct graph *graph = &d->cfg->graph;
    for (uint32_t e = graph->succ_first[b]; e < graph->succ_first[b + 1]; e++)
        merge_into(d, graph->succ[e], d->now);
}

static bool is_named(const char *name, const char *const *names, bool beginning)
{
    for (; *names; names++) {
        size_t length = strlen(*names);
        if (!strncmp(name, *names, length) && (beginning || !name[length]))
            return true;
    }
    return false;
}

/* Registers at the function's entry, and those that a call may change. */
static void apply_convention(struct divergence *d, uint64_t *entry)
{
    const struct isa *isa = d->cfg->program->isa;
    const struct convention *convention = isa->convention;
    for (uint32_t reg = 0; reg < isa->register_count; reg++) {
        const char *name = convention ? isa->register_name(reg) : NULL;
        bool fixed = name && is_named(name, convention->fixed, false);
        bool by_lane = name && is_named(name, convention->by_lane, false);
        set_bit(entry, reg, by_lane || (!fixed && !d->cfg->function->is_kernel));
        set_bit(d->over_call, reg, !name || !is_named(name, convention->kept, true));
    }
}

/* Then every branch counts as divergent, which is always sound. */
static bool gives_up(struct divergence *d)
{
    if (!is_too_much(d))
        return false;
    for (uint32_t b = 0; b < d->cfg->block_count; b++)
        d->cfg->blocks[b].is_divergent = cfg_may_part(cfg_last(d->cfg, b));
    return true;
}

static uint64_t *new_sets(const struct divergence *d, uint32_t count)
{
    return arena_array(d->arena, (size_t)count * d->words, sizeof(uint64_t));
}

static struct divergence divergence_make(struct arena *arena, struct cfg *cfg)
{
    uint32_t blocks = cfg->block_count;
    struct divergence d = {.arena = arena, .cfg = cfg};
    d.words = (cfg->program->isa->register_count + 63) / 64;
    d.in = new_sets(&d, blocks);
    d.defs = new_sets(&d, blocks);
    d.now = new_sets(&d, 1);
    d.written = new_sets(&d, 1);
    d.over_call = new_sets(&d, 1);
    d.dirty = arena_array(arena, blocks, sizeof *d.dirty);
    d.stack = arena_array(arena, blocks, sizeof *d.stack);
    d.marked = arena_array(arena, blocks, sizeof *d.marked);
    memset(d.marked, 0xff, blocks * sizeof *d.marked);
    apply_convention(&d, d.in);
    for (uint32_t b = 0; b < blocks; b++) {
        d.dirty[b] = true; /* each is visited at least once */
        for (uint32_t i = cfg->blocks[b].first; i < cfg->blocks[b].end; i++)
            set_results(&d, row(&d, d.defs, b), &cfg->program->insns[i], true);
    }
    return d;
}

static void solve(struct divergence *d)
{
    const struct node_order *order = &d->cfg->order;
    do {
        d->again = false;
        for (uint32_t p = 0; p < order->count; p++) {
            uint32_t block = order->node[p];
            if (!d->dirty[block])
                continue;
            d->dirty[block] = false;
            visit_block(d, block);
            if (gives_up(d))
                return;
        }
    } while (d->again);
}

void cfg_find_divergence(struct cfg *cfg)
{
    struct arena scratch = {0};
    if (cfg->block_count) {
        struct divergence d = divergence_make(&scratch, cfg);
        solve(&d);
    }
    arena_free(&scratch);
}
