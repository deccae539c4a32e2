/* SPDX-License-Identifier: Apache-2.0 */
/* contexts_move.c - branches, barriers and ends: where the lanes of a hot split go. */
#include "hw/contexts_place.h"

static struct split lanes_at(const struct contexts *contexts, const struct split *from,
                             uint64_t lanes, uint32_t pc, int32_t call, bool waits)
{
    struct split split = *from;
    split.mask = from->mask & lanes;
    split.busy = false;
    split.waits = waits;
    if (call > 0 ? split.depth < SPLIT_DEPTH_MAX : split.depth > 0)
        split.depth = (uint32_t)((int32_t)split.depth + call);
    contexts_set_place(contexts, &split, pc);
    return split;
}

static void add_move(struct placing *placing, const struct split *from,
                     const struct contexts_move *move)
{
    const struct contexts *contexts = placing->contexts;
    if (!from->mask || !move->moves) {
        placing_add(placing, from);
        return;
    }
    uint64_t taken = move->taken & ~move->ends, rest = ~move->taken & ~move->ends;
    struct split there = lanes_at(contexts, from, taken, move->target, move->call, false);
    struct split here = lanes_at(contexts, from, rest, move->next, 0, move->waits);
    placing->contexts->divergences += there.mask && here.mask && there.key != here.key;
    placing_add(placing, &there);
    placing_add(placing, &here);
}

/* Lanes that stay together and keep their place in the order need no sorting: most moves. */
static bool advance(struct contexts *contexts, uint32_t warp, uint32_t slot,
                    const struct contexts_move *move)
{
    struct contexts_warp *w = &contexts->warps[warp];
    struct split *split = &w->hot[slot];
    bool jumps = !(split->mask & ~move->taken) && !move->call;
    if (move->ends & split->mask || (!jumps && (move->taken & split->mask || move->waits)))
        return false;
    uint32_t pc = jumps ? move->target : move->next;
    uint64_t key = contexts_key(contexts, false, split->depth, pc);
    if (slot ? key <= w->hot[0].key : w->hot[1].mask && key >= w->hot[1].key)
        return false;
    if (w->list != CCT_NONE && key >= contexts->cct.nodes[w->list].split.key)
        return false;
    split->pc = pc;
    split->key = key;
    split->busy = false;
    contexts->histogram[contexts_count(contexts, warp)]++;
    return true;
}

enum contexts_outcome contexts_step(struct contexts *contexts, uint32_t warp,
                                    const struct contexts_move *move, cycle_t now)
{
    const struct split *hot = contexts->warps[warp].hot;
    bool first = hot[0].mask && move[0].moves;
    bool second = contexts->numbers.hot > 1 && hot[1].mask && move[1].moves;
    if (first != second && advance(contexts, warp, second, &move[second]))
        return CONTEXTS_MOVED;
    struct placing placing;
    placing_begin(&placing, contexts, warp, now);
    bool spill = false;
    for (uint32_t i = 0; i < contexts->numbers.hot; i++) {
        add_move(&placing, &hot[i], &move[i]);
        spill |= move[i].moves && move[i].spill;
    }
    return placing_finish(&placing, spill);
}

/* ---- one split at a time ---- */

static enum contexts_outcome move_one(struct contexts *contexts, uint32_t warp, uint32_t slot,
                                      struct contexts_move move, cycle_t now)
{
    struct contexts_move moves[CONTEXTS_HOT_MAX] = {{0}};
    move.moves = true;
    moves[slot] = move;
    return contexts_step(contexts, warp, moves, now);
}

enum contexts_outcome contexts_branch(struct contexts *contexts, uint32_t warp, uint32_t slot,
                                      uint64_t taken, uint32_t target, uint32_t next, cycle_t now)
{
    return move_one(contexts, warp, slot,
                    (struct contexts_move){.taken = taken, .target = target, .next = next}, now);
}

void contexts_exit(struct contexts *contexts, uint32_t warp, uint32_t slot, uint64_t lanes,
                   uint32_t next, cycle_t now)
{
    move_one(contexts, warp, slot, (struct contexts_move){.ends = lanes, .next = next}, now);
}

void contexts_wait(struct contexts *contexts, uint32_t warp, uint32_t slot, uint32_t next,
                   cycle_t now)
{
    move_one(contexts, warp, slot, (struct contexts_move){.next = next, .waits = true}, now);
}

static uint64_t lanes_that_go_to(uint32_t pc, uint64_t lanes, const uint32_t *target)
{
    uint64_t same = 0;
    for (; lanes; lanes &= lanes - 1) {
        if (target[__builtin_ctzll(lanes)] == pc)
            same |= lanes & -lanes;
    }
    return same;
}

enum contexts_outcome contexts_branch_each(struct contexts *contexts, uint32_t warp, uint32_t slot,
                                           uint64_t taken, const uint32_t *target, uint32_t next,
                                           int32_t call, bool spill, cycle_t now)
{
    struct placing placing;
    placing_begin(&placing, contexts, warp, now);
    const struct split *hot = placing.warp->hot, *from = &hot[slot];
    struct split rest = lanes_at(contexts, from, ~taken, next, 0, false);
    placing_add(&placing, &hot[!slot]);
    placing_add(&placing, &rest);
    for (uint64_t open = from->mask & taken; open;) {
        uint32_t pc = target[__builtin_ctzll(open)];
        uint64_t lanes = lanes_that_go_to(pc, open, target);
        struct split group = lanes_at(contexts, from, lanes, pc, call, false);
        placing_add(&placing, &group);
        open &= ~lanes;
    }
    contexts->divergences += placing.count > 1 + (hot[!slot].mask != 0);
    return placing_finish(&placing, spill);
}

uint64_t contexts_first_target(const struct contexts *contexts, uint64_t taken,
                               const uint32_t *target)
{
    uint64_t best = UINT64_MAX;
    uint32_t pc = 0;
    for (uint64_t left = taken; left; left &= left - 1) {
        uint32_t to = target[__builtin_ctzll(left)];
        uint64_t key = contexts_key(contexts, false, 0, to);
        pc = key < best ? to : pc;
        best = key < best ? key : best;
    }
    return lanes_that_go_to(pc, taken, target);
}

/* ---- barriers ---- */

void contexts_release(struct contexts *contexts, uint32_t warp, uint64_t lanes, cycle_t now)
{
    struct placing placing;
    placing_begin(&placing, contexts, warp, now);
    placing_take_all(&placing);
    uint32_t count = placing.count;
    for (uint32_t i = 0; i < count; i++) {
        struct split *split = &placing.entries[i];
        struct split rest = *split;
        if (!split->waits || !(split->mask & lanes))
            continue;
        rest.mask &= ~lanes;
        split->mask &= lanes;
        split->waits = false;
        contexts_set_place(contexts, split, split->pc);
        placing_add(&placing, &rest);
    }
    placing_replace(&placing);
}

/* ---- the machine's own reasons ---- */

void contexts_set_busy(struct contexts *contexts, uint32_t warp, uint32_t slot)
{
    contexts->warps[warp].hot[slot].busy = true;
}

static void reorder(struct contexts *contexts, uint32_t warp, cycle_t now)
{
    struct placing placing;
    placing_begin(&placing, contexts, warp, now);
    placing_take_all(&placing);
    for (uint32_t i = 0; i < placing.count; i++)
        contexts_set_place(contexts, &placing.entries[i], placing.entries[i].pc);
    placing_replace(&placing);
}

void contexts_reorder(struct contexts *contexts, uint32_t random, cycle_t now)
{
    contexts->numbers.random = random;
    for (uint32_t i = 0; i < contexts->numbers.warps; i++)
        reorder(contexts, i, now);
}
