/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - applies an instruction's effect to the lanes of a warp and to its block.
 *
 * The token stack decides where lanes go (hw/reconverge_tokens.h); here its outcome becomes the
 * warp's pc and mask. A barrier counts warps: it releases all when every warp of the block that has
 * not ended has arrived, or as many as the instruction says (PAS-66). */
#include <inttypes.h>

#include "machine/pascal/model.h"

_Static_assert((int)SASS_TOKEN_SSY == (int)TOKEN_SSY && (int)SASS_TOKEN_PBK == (int)TOKEN_PBK &&
                   (int)SASS_TOKEN_PCNT == (int)TOKEN_PCNT &&
                   (int)SASS_TOKEN_CAL == (int)TOKEN_CAL,
               "instruction set and stack use the same token names");

/* ---- where lanes go ---- */

static void end_warp(struct run_state *run, struct pascal_warp *w);

static enum wc_status unpaired(struct run_state *run, struct pascal_warp *w,
                               const struct insn *insn, const struct effect *effect)
{
    static const char *const tokens[] = {[SASS_TOKEN_SSY] = "SSY", [SASS_TOKEN_PBK] = "PBK",
                                         [SASS_TOKEN_PCNT] = "PCNT", [SASS_TOKEN_CAL] = "CAL"};
    return run_fail(run, &w->resident, insn, "%s without an open %s", insn->op->name,
                    tokens[effect->value]);
}

static bool is_branch(const struct effect *effect)
{
    return effect->kind == EFFECT_BRANCH || effect->kind == EFFECT_BRANCH_EACH;
}

static enum wc_status follow(struct run_state *run, struct pascal_warp *w,
                             const struct insn *insn, const struct effect *effect)
{
    struct warp *warp = &w->resident.warp;
    struct reconverge now = {.active = warp->mask};
    switch (((struct pascal *)run)->reconverge->read(&w->tokens, insn, effect, &now)) {
    case RECONVERGE_OVERFLOW:
        return run_fail(run, &w->resident, insn,
                        "more than %" PRIu32 " tokens and waiting branches (tokens.entries)",
                        ((struct pascal *)run)->numbers.tokens);
    case RECONVERGE_UNPAIRED:
        return unpaired(run, w, insn, effect);
    case RECONVERGE_DONE:
        end_warp(run, w);
        return WC_OK;
    case RECONVERGE_PARTED:
        run->outcome->statistics.count[STAT_DIVERGENT_SPLITS] += is_branch(effect);
        break;
    default:
        break;
    }
    if (warp->mask != now.active && now.pc < run->launch->program->count)
        warp_set_mask(warp, now.active);
    return run_go(run, &w->resident, insn, (int32_t)now.pc);
}

/* ---- barriers ---- */

/* The result of BAR.RED for a warp; each warp says how it combines the values of all. */
static uint32_t reduced(struct pascal_reduction r, unsigned how)
{
    return how == SASS_REDUCE_POPC ? r.holds
           : how == SASS_REDUCE_AND ? r.holds == r.lanes : r.holds != 0;
}

static void release(struct run_state *run, struct pascal_block *block, uint32_t id,
                    uint64_t warps)
{
    const struct pascal_reduction sum = block->reduction[id];
    if (warps)
        block->reduction[id] = (struct pascal_reduction){0, 0};
    run_release_group(run, &block->group, warps);
    for (; warps; warps &= warps - 1) {
        struct pascal_warp *w = pascal_warp_of(block->group.warp[__builtin_ctzll(warps)]);
        if (w->reduces)
            w->state.reduced = reduced(sum, w->reduction);
    }
}

/* Barriers that wait for the whole block no longer wait for a warp that has ended. */
static void end_warp(struct run_state *run, struct pascal_warp *w)
{
    struct pascal_block *block = pascal_block_of(&w->resident);
    run_end_warp(run, &w->resident);
    for (uint32_t i = 0; block->group.live && i < PASCAL_BARRIERS; i++) {
        if (block->barrier[i].arrived && !(block->counted >> i & 1))
            release(run, block, i, barrier_expect(&block->barrier[i], block->group.live));
    }
}

static enum wc_status arrive(struct run_state *run, struct pascal_warp *w,
                             const struct insn *insn, const struct effect *effect)
{
    struct resident *r = &w->resident;
    struct pascal_block *block = pascal_block_of(r);
    bool counted = effect->count, waits = effect->target != SASS_BARRIER_ARRIVE, released;
    uint32_t id = effect->value;
    if (id >= PASCAL_BARRIERS)
        return run_fail(run, r, insn, "barrier %" PRIu32
                        " does not exist; a block has barriers 0 to %d", id,
                        PASCAL_BARRIERS - 1);
    if (effect->count % SASS_LANES)
        return run_fail(run, r, insn, "barrier for %" PRIu32
                        " threads; expected a multiple of the warp size",
                        effect->count);
    uint32_t expected = counted ? effect->count / SASS_LANES : block->group.live;
    block->counted = (uint16_t)((block->counted & ~(1u << id)) | (unsigned)counted << id);
    run->outcome->statistics.count[STAT_BARRIERS]++;
    if (waits)
        run_wait(run, r);
    w->barrier = id;
    w->reduces = effect->target == SASS_BARRIER_REDUCE;
    w->reduction = sass_of(insn)->modifier[SASS_OP];
    if (w->reduces) {
        block->reduction[id].lanes += (uint32_t)__builtin_popcountll(r->warp.mask);
        block->reduction[id].holds += (uint32_t)__builtin_popcountll(effect->taken);
    }
    release(run, block, id,
            barrier_arrive(&block->barrier[id], r->number, expected, waits, &released));
    return follow(run, w, insn, effect);
}

void pascal_describe_wait(const struct run_state *run, const struct resident *w, struct text *out)
{
    uint32_t id = ((const struct pascal_warp *)w)->barrier;
    const struct barrier *barrier = &pascal_block_of(w)->barrier[id];
    (void)run;
    text_add(out, "at barrier %u, where %u of %u warps have arrived", id, barrier->arrived,
             barrier->expected);
}

enum wc_status pascal_apply(struct run_state *run, struct resident *resident,
                            const struct insn *insn, const struct effect *effect)
{
    struct pascal_warp *w = pascal_warp_of(resident);
    switch (effect->kind) {
    case EFFECT_BARRIER:
        return arrive(run, w, insn, effect);
    case EFFECT_FAULT:
        return run_fault(run, resident, insn, &effect->fault);
    default:
        return follow(run, w, insn, effect);
    }
}
