/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_frontier.c - effects become moves of the primary split. */
#include "hw/reconverge_frontier.h"

#include "hw/reconverge.h"
#include "isa/warp.h"

static void reset(void *scheme, uint32_t pc, uint64_t mask)
{
    struct frontier *frontier = scheme;
    contexts_end(frontier->contexts, frontier->warp);
    contexts_start(frontier->contexts, frontier->warp, pc, mask);
}

static struct contexts_move move_of(const struct insn *insn, const struct effect *effect)
{
    struct contexts_move move = {.moves = true, .next = (uint32_t)insn->next,
                                 .target = (uint32_t)insn->target};
    switch (effect->kind) {
    case EFFECT_BRANCH:
        move.taken = effect->taken;
        break;
    case EFFECT_CALL:
        move.taken = ~0ull;
        move.call = 1;
        break;
    case EFFECT_EXIT:
        move.ends = effect->taken;
        break;
    case EFFECT_BARRIER:
        move.waits = true;
        break;
    default:
        break;
    }
    return move;
}

static enum contexts_outcome follow(struct frontier *frontier, const struct insn *insn,
                                    const struct effect *effect)
{
    if (effect->kind == EFFECT_BRANCH_EACH)
        return contexts_branch_each(frontier->contexts, frontier->warp, 0, effect->taken,
                                    effect->lane_target, (uint32_t)insn->next, 0, false,
                                    frontier->now);
    struct contexts_move move[CONTEXTS_HOT_MAX] = {move_of(insn, effect)};
    return contexts_step(frontier->contexts, frontier->warp, move, frontier->now);
}

static enum reconverge_outcome outcome_of(const struct frontier *frontier, uint64_t before,
                                          uint64_t after)
{
    if (!contexts_live(frontier->contexts, frontier->warp))
        return RECONVERGE_DONE;
    if (!after)
        return RECONVERGE_WAITS;
    if (after == before)
        return RECONVERGE_SAME;
    return after & ~before ? RECONVERGE_RESUMED : RECONVERGE_PARTED;
}

static enum reconverge_outcome read_effect(void *scheme, const struct insn *insn,
                                           const struct effect *effect, struct reconverge *now)
{
    struct frontier *frontier = scheme;
    uint64_t before = now->active;
    if (follow(frontier, insn, effect) == CONTEXTS_FULL)
        return RECONVERGE_OVERFLOW;
    frontier->now++;
    while (frontier->contexts->unsettled >> frontier->warp & 1)
        contexts_settle(frontier->contexts, frontier->now++);
    const struct split *next = contexts_next(frontier->contexts, frontier->warp);
    now->active = next ? next->mask : 0;
    now->pc = next ? next->pc : now->pc;
    return outcome_of(frontier, before, now->active);
}

const struct reconverge_ops reconverge_frontier = {.reset = reset, .read = read_effect};
