/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - what an instruction's effect does to the lanes of a warp and to its block.
 *
 * Where lanes go is the token stack's matter (hw/reconverge_tokens.h); here its outcome becomes the
 * warp's pc and mask. A barrier counts warps: it lets all go when every warp of the block that has
 * not ended is there, or as many as the instruction says (PAS-66). */
#include <inttypes.h>

#include "machine/pascal/model.h"
#include "machine/common/place.h"

_Static_assert((int)SASS_TOKEN_SSY == (int)TOKEN_SSY && (int)SASS_TOKEN_PBK == (int)TOKEN_PBK &&
                   (int)SASS_TOKEN_PCNT == (int)TOKEN_PCNT &&
                   (int)SASS_TOKEN_CAL == (int)TOKEN_CAL,
               "the instruction set and the stack name tokens alike");

struct place pascal_place(const struct pascal *pascal, const struct pascal_warp *w,
                          const struct insn *insn)
{
    const uint32_t *index = w->block->sass.index;
    return (struct place){.launch = pascal->launch, .warp = &w->warp, .insn = insn,
                          .has_group = true, .group = {index[0], index[1], index[2]}};
}

/* ---- where lanes go ---- */

static void end_warp(struct pascal_warp *w);

static enum wc_status unpaired(struct pascal *pascal, struct pascal_warp *w,
                               const struct insn *insn, const struct effect *effect)
{
    static const char *const tokens[] = {[SASS_TOKEN_SSY] = "SSY", [SASS_TOKEN_PBK] = "PBK",
                                         [SASS_TOKEN_PCNT] = "PCNT", [SASS_TOKEN_CAL] = "CAL"};
    struct place place = pascal_place(pascal, w, insn);
    return place_fail(pascal->err, WC_KERNEL_FAULT, &place, "%s without an open %s",
                      insn->op->name, tokens[effect->value]);
}

static enum wc_status follow(struct pascal *pascal, struct pascal_warp *w,
                             const struct insn *insn, const struct effect *effect,
                             enum token_outcome outcome)
{
    struct place place = pascal_place(pascal, w, insn);
    switch (outcome) {
    case TOKENS_OVERFLOW:
        return place_fail(pascal->err, WC_KERNEL_FAULT, &place,
                          "more than %" PRIu32 " tokens and waiting branches (tokens.entries)",
                          pascal->numbers.tokens);
    case TOKENS_UNPAIRED:
        return unpaired(pascal, w, insn, effect);
    case TOKENS_DONE:
        end_warp(w);
        return WC_OK;
    default:
        break;
    }
    if (w->tokens.pc >= pascal->launch->program->count)
        return place_fail(pascal->err, WC_KERNEL_FAULT, &place,
                          "control goes to where the program has no instruction");
    w->warp.pc = w->tokens.pc;
    if (w->warp.mask != w->tokens.active)
        warp_set_mask(&w->warp, w->tokens.active);
    return WC_OK;
}

/* Lanes part only where they go apart: code without optimisation branches to the instruction behind
 * and has no SSY around it, but barriers and shuffles of the whole warp after it. */
static enum token_outcome branch(struct pascal *pascal, struct pascal_warp *w,
                                 const struct insn *insn, const struct effect *effect)
{
    if (effect->kind == EFFECT_BRANCH && insn->target == insn->next) {
        w->tokens.pc = (uint32_t)insn->next;
        return TOKENS_SAME;
    }
    enum token_outcome outcome =
        effect->kind == EFFECT_BRANCH
            ? tokens_branch(&w->tokens, effect->taken, (uint32_t)insn->target,
                            (uint32_t)insn->next)
            : tokens_branch_each(&w->tokens, effect->taken, effect->lane_target,
                                 (uint32_t)insn->next);
    pascal->outcome->statistics.count[STAT_DIVERGENT_SPLITS] += outcome == TOKENS_PARTED;
    return outcome;
}

/* ---- barriers ---- */

/* What BAR.RED gives a warp; each says itself how it combines what all have brought. */
static uint32_t reduced(struct pascal_reduction r, unsigned how)
{
    return how == SASS_REDUCE_POPC ? r.holds
           : how == SASS_REDUCE_AND ? r.holds == r.lanes : r.holds != 0;
}

static void release(struct pascal_block *block, uint32_t id, uint64_t warps)
{
    const struct pascal_reduction sum = block->reduction[id];
    if (warps)
        block->reduction[id] = (struct pascal_reduction){0, 0};
    block->released |= warps;
    for (; warps; warps &= warps - 1) {
        struct pascal_warp *w = block->warp[__builtin_ctzll(warps)];
        w->waits = false;
        if (w->reduces)
            w->state.reduced = reduced(sum, w->reduction);
    }
}

/* Those who have ended are no longer waited for, where all of the block were. */
static void end_warp(struct pascal_warp *w)
{
    struct pascal_block *block = w->block;
    w->ended = true;
    block->live--;
    warp_set_mask(&w->warp, 0);
    for (uint32_t i = 0; block->live && i < PASCAL_BARRIERS; i++) {
        if (block->barrier[i].arrived && !(block->counted >> i & 1))
            release(block, i, barrier_expect(&block->barrier[i], block->live));
    }
}

static enum wc_status arrive(struct pascal *pascal, struct pascal_warp *w,
                             const struct insn *insn, const struct effect *effect)
{
    struct pascal_block *block = w->block;
    struct place place = pascal_place(pascal, w, insn);
    bool counted = effect->count, released;
    uint32_t id = effect->value;
    if (id >= PASCAL_BARRIERS)
        return place_fail(pascal->err, WC_KERNEL_FAULT, &place,
                          "barrier %" PRIu32 "; a block has barriers 0 to %d", id,
                          PASCAL_BARRIERS - 1);
    if (effect->count % SASS_LANES)
        return place_fail(pascal->err, WC_KERNEL_FAULT, &place,
                          "a barrier of %" PRIu32 " threads, which are no whole warps",
                          effect->count);
    uint32_t expected = counted ? effect->count / SASS_LANES : block->live;
    block->counted = (uint16_t)((block->counted & ~(1u << id)) | (unsigned)counted << id);
    pascal->outcome->statistics.count[STAT_BARRIERS]++;
    w->waits = effect->target != SASS_BARRIER_ARRIVE;
    w->barrier = id;
    w->reduces = effect->target == SASS_BARRIER_REDUCE;
    w->reduction = sass_of(insn)->modifier[SASS_OP];
    if (w->reduces) {
        block->reduction[id].lanes += (uint32_t)__builtin_popcountll(w->warp.mask);
        block->reduction[id].holds += (uint32_t)__builtin_popcountll(effect->taken);
    }
    w->tokens.pc = (uint32_t)insn->next;
    release(block, id,
            barrier_arrive(&block->barrier[id], w->number, expected, w->waits, &released));
    return follow(pascal, w, insn, effect, TOKENS_SAME);
}

static enum wc_status apply_fault(struct pascal *pascal, struct pascal_warp *w,
                                  const struct insn *insn, const struct effect *effect)
{
    struct place place = pascal_place(pascal, w, insn);
    place.has_lane = true;
    place.lane = effect->fault.lane;
    return place_fail_fault(pascal->err, &place, &w->port, &effect->fault);
}

enum wc_status pascal_apply(struct pascal *pascal, struct pascal_warp *w, const struct insn *insn,
                            const struct effect *effect)
{
    uint32_t behind = (uint32_t)insn->next, target = (uint32_t)insn->target;
    enum token_outcome outcome = TOKENS_SAME;
    switch (effect->kind) {
    case EFFECT_BRANCH:
    case EFFECT_BRANCH_EACH:
        outcome = branch(pascal, w, insn, effect);
        break;
    case EFFECT_TOKEN:
        outcome = tokens_push(&w->tokens, (enum token_kind)effect->value, target, behind);
        break;
    case EFFECT_CALL:
        outcome = tokens_call(&w->tokens, target, behind);
        break;
    case EFFECT_LEAVE:
        outcome = tokens_leave(&w->tokens, (enum token_kind)effect->value, effect->taken, behind);
        break;
    case EFFECT_EXIT:
        outcome = tokens_exit(&w->tokens, effect->taken, behind);
        break;
    case EFFECT_BARRIER:
        return arrive(pascal, w, insn, effect);
    case EFFECT_FAULT:
        return apply_fault(pascal, w, insn, effect);
    default:
        w->tokens.pc = behind;
    }
    return follow(pascal, w, insn, effect, outcome);
}
