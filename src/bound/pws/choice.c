/* SPDX-License-Identifier: Apache-2.0 */
/* choice.c - contexts and worst case of a set of split points, by recursion over the tree.
 *
 * need(): SWF contexts live at once, beyond the wavefront's own.
 *
 *     straight code              0
 *     sequence, uniform branch   max over the parts: a merge frees the context before the next part
 *     loop                       its body: every run merges before the next one
 *     serialised branch          max over both sides: one wavefront runs one after the other
 *     split branch               1 + need(then) + need(else)
 *
 * Enough, by induction: after a split the parent runs one side and the child, which took 1 context,
 * the other. Each takes what its own side needs; a context is freed at its merge, so nothing is
 * left over from earlier parts.
 *
 * Not too many: parent and child are not synchronised before their merge, and block costs are upper
 * limits only. Let the parent stay in the block where its side has need(then) contexts live, until
 * the child is where need(else) are: such a run exists, because every split allocates a child, even
 * one with no active lane (PWS-12). No guarantee that is independent of timing is smaller.
 *
 * SELECT's `used` is never below need(): each group of siblings counts once there, under serialised
 * branches too. */
#include "bound/pws/choice.h"

static uint32_t max_u32(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static int64_t max_i64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

struct split_choice choice_none(struct arena *arena, uint32_t branches)
{
    return (struct split_choice){.split = arena_array(arena, branches, sizeof(bool))};
}

uint32_t choice_need(const struct structure *list, const bool *split)
{
    uint32_t need = 0;
    for (; list; list = list->next) {
        uint32_t then = choice_need(list->side[SIDE_THEN], split);
        uint32_t other = choice_need(list->side[SIDE_ELSE], split);
        bool both = list->kind == STRUCTURE_DIVERGENT && split[list->branch];
        need = max_u32(need, both ? 1 + then + other : max_u32(then, other));
    }
    return need;
}

static int64_t structure_cost(const struct structure *part, const bool *split, int64_t split_cost)
{
    int64_t then = choice_cost(part->side[SIDE_THEN], split, split_cost);
    int64_t other = choice_cost(part->side[SIDE_ELSE], split, split_cost);
    switch (part->kind) {
    case STRUCTURE_BLOCK: return part->block.cost;
    case STRUCTURE_UNIFORM: return part->block.cost + max_i64(then, other);
    case STRUCTURE_LOOP: return part->bound * then;
    case STRUCTURE_DIVERGENT: break;
    }
    int64_t own = part->block.cost + part->serial.cost;
    return own + (split[part->branch] ? split_cost + max_i64(then, other) : then + other);
}

int64_t choice_cost(const struct structure *list, const bool *split, int64_t split_cost)
{
    int64_t cost = 0;
    for (; list; list = list->next)
        cost += structure_cost(list, split, split_cost);
    return cost;
}

int64_t choice_trips(const struct split_graph *graph, const bool *split)
{
    int64_t trips = 0;
    for (uint32_t i = 0; i < graph->branches; i++)
        trips += split[i] ? graph->node[graph->branch[i].node].trips : 0;
    return trips;
}
