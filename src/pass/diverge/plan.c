/* SPDX-License-Identifier: Apache-2.0 */
/* plan.c - assigns masks by nesting depth, and the actions of each edge of the graph.
 *
 * On its way into a block an edge may have to restore the mask of a loop that it leaves other than
 * by PRED, then to JOIN the regions that end there, innermost first, then to save the mask of the
 * loop that starts there. Edges with the same last actions share them: every region has one static
 * JOIN, as both halves must leave by the same one. */
#include "pass/diverge/flow.h"

#include <string.h>

static bool is_lane_loop(const struct flow *flow, uint32_t loop)
{
    return loop != NO_NODE && flow->lane_loops[loop].divergent;
}

/* The number of regions and lane-dependent loops around each block. */
static uint32_t *count_nesting(const struct flow *flow)
{
    uint32_t *nesting = arena_array(flow->arena, flow->graph.nodes, sizeof *nesting);
    for (uint32_t r = 0; r < flow->region_count; r++) {
        for (uint32_t i = 0; i < flow->regions[r].block_count; i++)
            nesting[flow->regions[r].blocks[i]]++;
    }
    for (uint32_t loop = 0; loop < flow->loops.count; loop++) {
        uint32_t count;
        const uint32_t *members = flow_loop_members(flow, loop, &count);
        for (uint32_t i = 0; is_lane_loop(flow, loop) && i < count; i++)
            nesting[members[i]]++;
    }
    return nesting;
}

static enum wc_status take_level(struct flow *flow, uint32_t block, uint32_t level)
{
    if (level >= LEVELS_MAX)
        return flow_refuse(flow, block,
                           "lane-dependent branches and loops are nested more than 64 levels "
                           "deep", NULL);
    if (level + 1 > flow->levels)
        flow->levels = level + 1;
    return WC_OK;
}

/* Regions around one block form a chain; the one whose branch is deepest is the innermost. */
static void find_innermost(struct flow *flow, const uint32_t *nesting)
{
    for (uint32_t r = 0; r < flow->region_count; r++) {
        for (uint32_t i = 0; i < flow->regions[r].block_count; i++) {
            uint32_t *best = &flow->region_of[flow->regions[r].blocks[i]];
            if (*best == NO_NODE ||
                nesting[flow->regions[*best].branch] < nesting[flow->regions[r].branch])
                *best = r;
        }
    }
}

static enum wc_status assign_levels(struct flow *flow)
{
    enum wc_status status = WC_OK;
    const uint32_t *nesting = count_nesting(flow);
    find_innermost(flow, nesting);
    for (uint32_t r = 0; r < flow->region_count && !status; r++) {
        struct region *region = &flow->regions[r];
        region->parent = flow->region_of[region->branch];
        region->trampoline = NO_NODE;
        region->level = nesting[region->branch];
        status = take_level(flow, region->branch, region->level);
    }
    for (uint32_t loop = 0; loop < flow->loops.count && !status; loop++) {
        if (!is_lane_loop(flow, loop))
            continue;
        struct lane_loop *lane_loop = &flow->lane_loops[loop];
        lane_loop->trampoline = NO_NODE;
        lane_loop->level = nesting[flow->loops.loop[loop].header] - 1;
        status = take_level(flow, lane_loop->branch, lane_loop->level);
    }
    return status;
}

/* A trampoline for one more action before `next`, or before the block itself. */
static uint32_t add_trampoline(struct flow *flow, uint32_t block, uint32_t next, enum action action,
                               uint32_t owner, uint32_t level)
{
    uint32_t number = flow->trampoline_count;
    uint32_t *list = next == NO_NODE ? &flow->first_trampoline[block]
                                     : &flow->trampolines[next].child;
    struct trampoline trampoline = {.next = next, .child = NO_NODE, .sibling = *list,
                                    .action = action, .owner = owner, .level = level};
    *list = number;
    flow->trampolines =
        arena_grow(flow->arena, flow->trampolines, number, sizeof *flow->trampolines);
    flow->trampolines[flow->trampoline_count++] = trampoline;
    return number;
}

/* Saves the mask before a loop that lanes leave at different times. */
static uint32_t entry_trampoline(struct flow *flow, uint32_t from, uint32_t to)
{
    uint32_t loop = flow->loops.of[to];
    if (!is_lane_loop(flow, loop) || flow->loops.loop[loop].header != to ||
        loop_contains(&flow->loops, loop, from))
        return NO_NODE;
    struct lane_loop *lane_loop = &flow->lane_loops[loop];
    if (lane_loop->trampoline == NO_NODE)
        lane_loop->trampoline =
            add_trampoline(flow, to, NO_NODE, ACTION_SAVE_MASK, loop, lane_loop->level);
    return lane_loop->trampoline;
}

/* The JOINs from region r outwards, as far as they are before block `to`. */
static uint32_t join_trampoline(struct flow *flow, uint32_t r, uint32_t from, uint32_t to)
{
    uint32_t chain[LEVELS_MAX], length = 0;
    for (; r != NO_NODE && flow->regions[r].join == to; r = flow->regions[r].parent)
        chain[length++] = r;
    uint32_t next = entry_trampoline(flow, from, to);
    while (length) {
        struct region *region = &flow->regions[chain[--length]];
        if (region->trampoline == NO_NODE)
            region->trampoline = add_trampoline(flow, to, next, ACTION_JOIN, chain[length],
                                                region->level);
        next = region->trampoline;
    }
    return next;
}

/* The outermost lane-dependent loop that an edge leaves without PRED, or NO_NODE. */
static uint32_t loop_left(const struct flow *flow, uint32_t from, uint32_t to)
{
    uint32_t left = NO_NODE;
    for (uint32_t loop = flow->loops.of[from];
         loop != NO_NODE && !loop_contains(&flow->loops, loop, to);
         loop = flow->loops.loop[loop].parent) {
        if (is_lane_loop(flow, loop) && flow->lane_loops[loop].branch != from)
            left = loop;
    }
    return left;
}

static uint32_t edge_plan(struct flow *flow, uint32_t from, uint32_t to)
{
    uint32_t region = flow->region_of_branch[from];
    if (region == NO_NODE)
        region = flow->region_of[from];
    uint32_t next = join_trampoline(flow, region, from, to);
    uint32_t left = loop_left(flow, from, to);
    if (left == NO_NODE)
        return next;
    uint32_t t = next == NO_NODE ? flow->first_trampoline[to] : flow->trampolines[next].child;
    for (; t != NO_NODE; t = flow->trampolines[t].sibling) {
        const struct trampoline *trampoline = &flow->trampolines[t];
        if (trampoline->action == ACTION_RESTORE_MASK && trampoline->owner == left)
            return t;
    }
    return add_trampoline(flow, to, next, ACTION_RESTORE_MASK, left, flow->lane_loops[left].level);
}

enum wc_status flow_plan(struct flow *flow)
{
    uint32_t blocks = flow->graph.nodes;
    flow->region_of = arena_array(flow->arena, blocks, sizeof *flow->region_of);
    flow->first_trampoline = arena_array(flow->arena, blocks, sizeof *flow->first_trampoline);
    flow->edge_trampoline = arena_array(flow->arena, flow->graph.edges, sizeof(uint32_t));
    memset(flow->region_of, 0xff, blocks * sizeof *flow->region_of);
    memset(flow->first_trampoline, 0xff, blocks * sizeof *flow->first_trampoline);
    memset(flow->edge_trampoline, 0xff, flow->graph.edges * sizeof *flow->edge_trampoline);
    enum wc_status status = assign_levels(flow);
    for (uint32_t p = 0; p < flow->order.count && !status; p++) {
        uint32_t from = flow->order.node[p];
        for (uint32_t e = flow->graph.succ_first[from]; e < flow->graph.succ_first[from + 1]; e++)
            flow->edge_trampoline[e] = edge_plan(flow, from, flow->graph.succ[e]);
    }
    return status;
}
