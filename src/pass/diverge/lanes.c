/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.c - finds the values, and so the branches, that may differ between the active lanes.
 *
 * A forward data-flow over registers and spill slots. A value differs if it comes from a lane's
 * number, from memory at a differing address, or from a differing operand; and also
 *   - after a JOIN, if it was written on one of the two paths (which run one after the other), and
 *   - after a loop that lanes leave in different iterations, if it was written in the loop.
 * Each newly found branch adds such values, so both are solved together. Inside a region only the
 * lanes of one half run: paths that meet before the JOIN add no difference. */
#include "pass/diverge/flow.h"

#include <string.h>

static const char structure_help[] =
    "run opt with lowerswitch,mergereturn,fix-irreducible,unify-loop-exits,structurizecfg and llc "
    "without tail merging, tail duplication and branch folding; warpclock-diverge(1) lists all "
    "flags";

static uint64_t with_bit(uint64_t set, uint32_t bit, bool value)
{
    return value ? set | REG_BIT(bit) : set & ~REG_BIT(bit);
}

/* A loaded value: spill slots are tracked, a kernel's stack arguments are as uniform as a0..a7. */
static bool load_differs(const struct flow *flow, const struct asm_insn *insn,
                         const struct lanes *lanes)
{
    if (insn->slot != NO_SLOT)
        return lanes->slots & REG_BIT(insn->slot);
    if (insn->argument_word && flow->uniform_arguments)
        return false;
    return insn->uses & lanes->regs;
}

static bool result_differs(const struct flow *flow, const struct asm_insn *insn,
                           const struct lanes *lanes)
{
    switch ((enum insn_kind)insn->kind) {
    case KIND_LOAD:
        return load_differs(flow, insn, lanes);
    case KIND_UNIFORM:
        return false;
    case KIND_OPERATION:
    case KIND_BOOLEAN:
        return insn->uses & lanes->regs;
    default:
        return true;
    }
}

static void step(const struct flow *flow, const struct asm_insn *insn, struct lanes *lanes)
{
    if (insn->kind == KIND_CALL) {
        lanes->regs |= REGS_CALL_CLOBBERED;
        lanes->wide |= REGS_CALL_CLOBBERED;
    }
    if (insn->kind == KIND_STORE && insn->slot != NO_SLOT)
        lanes->slots = with_bit(lanes->slots, insn->slot,
                                insn->uses & lanes->regs & ~REG_BIT(REG_SP));
    if (insn->def == REG_NONE)
        return;
    bool wide = insn->copies ? (insn->uses & lanes->wide) != 0 : true;
    if (insn->kind == KIND_BOOLEAN)
        wide = false;
    lanes->regs = with_bit(lanes->regs, insn->def, result_differs(flow, insn, lanes));
    lanes->wide = with_bit(lanes->wide, insn->def, wide);
    if (insn->def == REG_SP)
        lanes->slots = UINT64_MAX; /* the offsets refer to other slots now */
}

const struct asm_insn *flow_branch(const struct flow *flow, uint32_t block)
{
    const struct block *b = &flow->blocks[block];
    if (b->end == b->first)
        return NULL;
    const struct asm_insn *last = &flow->assembly->insns[b->end - 1];
    return last->kind == KIND_BRANCH ? last : NULL;
}

struct lanes flow_lanes_at_branch(const struct flow *flow, uint32_t block)
{
    struct lanes lanes = flow->in[block];
    const struct block *b = &flow->blocks[block];
    for (uint32_t i = b->first; i + 1 < b->end; i++)
        step(flow, &flow->assembly->insns[i], &lanes);
    return lanes;
}

/* The state of the search. */
struct search {
    struct flow *flow;
    bool *dirty;
    bool again;       /* something before the position of the sweep has changed */
    uint32_t *marked; /* by block: number of the region last seen there */
    uint32_t *stack;
};

static void merge_into(struct search *search, uint32_t block, struct lanes more)
{
    struct lanes *in = &search->flow->in[block];
    struct lanes sum = {in->regs | more.regs, in->slots | more.slots, in->wide | more.wide};
    if (memcmp(in, &sum, sizeof sum) == 0)
        return;
    *in = sum;
    search->dirty[block] = true;
    search->again = true;
}

/* More blocks in regions and loops than the levels could ever serve: give up early, since the walks
 * together would take quadratic time. */
static enum wc_status count_members(struct flow *flow, uint32_t block, uint64_t more)
{
    flow->members += more;
    if (flow->members <= (uint64_t)LEVELS_MAX * flow->graph.nodes)
        return WC_OK;
    return flow_refuse(flow, block,
                       "lane-dependent branches and loops are nested more than 64 levels deep",
                       NULL);
}

static enum wc_status found_loop_exit(struct search *search, uint32_t block, uint32_t loop,
                                      uint32_t leave)
{
    struct flow *flow = search->flow;
    struct lane_loop *lane_loop = &flow->lane_loops[loop];
    uint32_t parent = flow->loops.loop[loop].parent;
    if (lane_loop->divergent)
        return flow_refuse(flow, block, "second lane-dependent exit of one loop", structure_help);
    if (parent != NO_NODE && !loop_contains(&flow->loops, parent, leave))
        return flow_refuse(flow, block, "lane-dependent exit of two loops at once", structure_help);
    lane_loop->divergent = true;
    lane_loop->branch = block;

    uint32_t count;
    const uint32_t *members = flow_loop_members(flow, loop, &count);
    struct lanes written = {0};
    for (uint32_t i = 0; i < count; i++) {
        written.regs |= flow->blocks[members[i]].defs;
        written.slots |= flow->blocks[members[i]].def_slots;
    }
    for (uint32_t i = 0; i < count; i++) {
        const struct graph *graph = &flow->graph;
        uint32_t from = members[i];
        for (uint32_t e = graph->succ_first[from]; e < graph->succ_first[from + 1]; e++) {
            if (!loop_contains(&flow->loops, loop, graph->succ[e]))
                merge_into(search, graph->succ[e], written);
        }
    }
    return count_members(flow, block, count);
}

/* Collects the blocks between a branch and its join. */
static enum wc_status walk_region(struct search *search, struct region *region, uint32_t number)
{
    struct flow *flow = search->flow;
    const struct graph *graph = &flow->graph;
    uint32_t depth = 0;
    search->stack[depth++] = region->branch;
    while (depth) {
        uint32_t from = search->stack[--depth];
        for (uint32_t e = graph->succ_first[from]; e < graph->succ_first[from + 1]; e++) {
            uint32_t to = graph->succ[e];
            if (to == region->join || search->marked[to] == number)
                continue;
            if (to == region->branch)
                return flow_refuse(flow, region->branch, "lane-dependent branch is reached "
                                   "again before its two paths meet", structure_help);
            search->marked[to] = number;
            search->stack[depth++] = to;
            region->blocks = arena_grow(flow->arena, region->blocks, region->block_count,
                                        sizeof *region->blocks);
            region->blocks[region->block_count++] = to;
        }
    }
    return count_members(flow, region->branch, region->block_count);
}

/* One entry (the branch), one exit (the join), and no loop left in between. */
static enum wc_status check_region(struct search *search, const struct region *region,
                                   uint32_t number)
{
    struct flow *flow = search->flow;
    const struct graph *graph = &flow->graph;
    uint32_t loop = flow->loops.of[region->branch];
    for (uint32_t i = 0; i < region->block_count; i++) {
        uint32_t block = region->blocks[i];
        for (uint32_t e = graph->pred_first[block]; e < graph->pred_first[block + 1]; e++) {
            uint32_t from = graph->pred[e];
            bool reached = flow->order.position[from] != NO_NODE;
            if (reached && from != region->branch && search->marked[from] != number)
                return flow_refuse(flow, region->branch, "code after this lane-dependent branch "
                                   "is also reached from elsewhere", structure_help);
        }
        if (loop != NO_NODE && !loop_contains(&flow->loops, loop, block))
            return flow_refuse(flow, region->branch, "loop exit from inside a lane-dependent "
                               "branch", structure_help);
    }
    return WC_OK;
}

static enum wc_status found_region(struct search *search, uint32_t block)
{
    struct flow *flow = search->flow;
    uint32_t join = flow->post_tree.idom[block], number = flow->region_count;
    if (join >= flow->graph.nodes)
        return flow_refuse(flow, block, "the two paths of this lane-dependent branch never meet",
                           structure_help);
    struct region region = {.branch = block, .join = join};
    enum wc_status status = walk_region(search, &region, number);
    if (status == WC_OK)
        status = check_region(search, &region, number);
    if (status)
        return status;
    struct lanes written = {0};
    for (uint32_t i = 0; i < region.block_count; i++) {
        written.regs |= flow->blocks[region.blocks[i]].defs;
        written.slots |= flow->blocks[region.blocks[i]].def_slots;
    }
    merge_into(search, join, written);
    flow->regions = arena_grow(flow->arena, flow->regions, number, sizeof *flow->regions);
    flow->regions[flow->region_count++] = region;
    flow->region_of_branch[block] = number;
    return WC_OK;
}

static enum wc_status found_branch(struct search *search, uint32_t block)
{
    struct flow *flow = search->flow;
    const uint32_t *succ = flow->graph.succ + flow->graph.succ_first[block];
    uint32_t ways = flow->graph.succ_first[block + 1] - flow->graph.succ_first[block];
    uint32_t loop = flow->loops.of[block];
    if (ways == 2 && succ[0] == succ[1])
        return WC_OK;
    if (flow->region_of_branch[block] != NO_NODE ||
        (loop != NO_NODE && flow->lane_loops[loop].divergent &&
         flow->lane_loops[loop].branch == block))
        return WC_OK;
    if (flow->loops.irreducible_count)
        return flow_refuse(flow, flow->loops.irreducible[0].to,
                           "irreducible loop in a function with lane-dependent branches",
                           structure_help);
    for (uint32_t i = 0; loop != NO_NODE && i < ways; i++) {
        if (!loop_contains(&flow->loops, loop, succ[i]))
            return found_loop_exit(search, block, loop, succ[i]);
    }
    return found_region(search, block);
}

static enum wc_status visit_block(struct search *search, uint32_t block)
{
    struct flow *flow = search->flow;
    const struct asm_insn *insns = flow->assembly->insns;
    struct lanes lanes = flow->in[block];
    enum wc_status status = WC_OK;
    for (uint32_t i = flow->blocks[block].first; i < flow->blocks[block].end && !status; i++) {
        bool differs = insns[i].uses & lanes.regs;
        if (insns[i].kind == KIND_CALL && differs)
            return fail_at(flow->err, WC_BAD_INPUT, flow->assembly->file, (int)insns[i].line + 1, 0,
                           "function '%.*s' calls through a register that may differ between lanes",
                           SHOWN(flow->function->name));
        if (insns[i].kind == KIND_BRANCH && differs)
            status = found_branch(search, block);
        step(flow, &insns[i], &lanes);
    }
    for (uint32_t e = flow->graph.succ_first[block]; e < flow->graph.succ_first[block + 1]; e++)
        merge_into(search, flow->graph.succ[e], lanes);
    return status;
}

static struct lanes lanes_at_entry(const struct flow *flow)
{
    uint64_t uniform = REG_BIT(REG_ZERO) | REG_BIT(REG_TP) | REG_BIT(REG_RA);
    if (flow->uniform_arguments)
        uniform |= REGS_ARGUMENTS;
    return (struct lanes){~uniform, UINT64_MAX, ~REG_BIT(REG_ZERO)};
}

/* Words above the frame belong to the caller: arguments that did not fit into registers. */
static void mark_argument_words(struct flow *flow)
{
    int32_t frame = flow_frame_bytes(flow);
    for (uint32_t i = 0; frame >= 0 && i < flow->function->insn_count; i++) {
        struct asm_insn *insn = &flow->assembly->insns[flow->function->first_insn + i];
        insn->argument_word = insn->kind == KIND_LOAD && insn->uses == REG_BIT(REG_SP) &&
                              insn->has_imm && insn->imm >= frame;
    }
}

enum wc_status flow_find_lanes(struct flow *flow)
{
    uint32_t blocks = flow->graph.nodes;
    struct search search = {.flow = flow};
    flow->in = arena_array(flow->arena, blocks, sizeof *flow->in);
    flow->region_of_branch = arena_array(flow->arena, blocks, sizeof *flow->region_of_branch);
    memset(flow->region_of_branch, 0xff, blocks * sizeof *flow->region_of_branch);
    flow->lane_loops = arena_array(flow->arena, flow->loops.count, sizeof *flow->lane_loops);
    search.dirty = arena_array(flow->arena, blocks, sizeof *search.dirty);
    search.marked = arena_array(flow->arena, blocks, sizeof *search.marked);
    memset(search.marked, 0xff, blocks * sizeof *search.marked);
    search.stack = arena_array(flow->arena, blocks, sizeof *search.stack);
    mark_argument_words(flow);
    merge_into(&search, 0, lanes_at_entry(flow));
    while (search.again) {
        search.again = false;
        for (uint32_t p = 0; p < flow->order.count; p++) {
            uint32_t block = flow->order.node[p];
            if (!search.dirty[block])
                continue;
            search.dirty[block] = false;
            enum wc_status status = visit_block(&search, block);
            if (status)
                return status;
        }
    }
    return WC_OK;
}
