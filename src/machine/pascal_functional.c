/* SPDX-License-Identifier: Apache-2.0 */
/* pascal_functional.c - running Pascal code without a clock: results only, as fast as they come.
 *
 * The blocks of the grid run one after the other in the first SM; the warps of a block take turns,
 * each a slice of instructions or until it waits at a barrier or ends. The order is fixed, so the
 * same job gives the same memory and the same counts every time. */
#include "machine/pascal.h"
#include "machine/steps.h"

enum { SLICE = 4096 };

/* Runs one warp until it waits, ends, or its slice is over. One body, compiled with and without a
 * log of its steps. */
static inline __attribute__((always_inline)) enum wc_status
run_slice(struct pascal *pascal, struct pascal_warp *w, uint64_t most, struct effect *effect,
          bool logged)
{
    const struct insn *insns = pascal->launch->program->insns;
    for (uint64_t i = 0; i < most; i++) {
        const struct insn *insn = &insns[w->warp.pc];
        effect->kind = EFFECT_NONE;
        pascal_count_instruction(pascal, &w->warp, insn);
        pascal->cycle++;
        if (logged)
            steps_before(pascal->control->steps, &w->warp, insn);
        insn->run(&w->warp, insn, effect);
        if (effect->kind <= EFFECT_FENCE && insn->next >= 0) {
            w->warp.pc = (uint32_t)insn->next;
            if (logged)
                pascal_log_step(pascal, w, insn, effect);
            continue;
        }
        enum wc_status status = pascal_apply(pascal, w, insn, effect);
        if (logged)
            pascal_log_step(pascal, w, insn, effect);
        if (status != WC_OK)
            return status;
        if (w->waits || w->ended)
            break;
    }
    return WC_OK;
}

static enum wc_status run_silent(struct pascal *pascal, struct pascal_warp *w, uint64_t most,
                                 struct effect *effect)
{
    return run_slice(pascal, w, most, effect, false);
}

static enum wc_status run_logged(struct pascal *pascal, struct pascal_warp *w, uint64_t most,
                                 struct effect *effect)
{
    return run_slice(pascal, w, most, effect, true);
}

/* The limit is kept to the instruction, so that a launch which ends exactly there has ended. */
static enum wc_status check_limits(struct pascal *pascal, uint64_t *slice)
{
    uint64_t most = pascal->control->most_cycles;
    uint64_t done = pascal->outcome->statistics.count[STAT_WARP_INSTRUCTIONS];
    *slice = most && most - done < SLICE ? most - done : SLICE;
    return pascal_check_limits(pascal, done);
}

/* One slice for every warp that can run; *ran tells whether there was one. */
static enum wc_status run_round(struct pascal *pascal, struct pascal_block *block,
                                struct effect *effect, bool *ran)
{
    for (uint32_t i = 0; i < block->warps; i++) {
        struct pascal_warp *w = block->warp[i];
        if (w->waits || w->ended)
            continue;
        *ran = true;
        uint64_t slice = 0;
        enum wc_status status = check_limits(pascal, &slice);
        if (status == WC_OK)
            status = (pascal->control->steps ? run_logged : run_silent)(pascal, w, slice, effect);
        if (status != WC_OK)
            return status;
    }
    return WC_OK;
}

static enum wc_status run_block(struct pascal *pascal, struct effect *effect)
{
    struct pascal_block *block = pascal_block_start(pascal, 0);
    while (block->live) {
        bool ran = false;
        enum wc_status status = run_round(pascal, block, effect, &ran);
        if (status != WC_OK)
            return status;
        if (!ran)
            return pascal_deadlock(pascal);
    }
    pascal_block_end(pascal, block);
    return WC_OK;
}

enum wc_status pascal_run_functional(struct error *err, struct machine *machine,
                                     struct memory *memory, const struct launch *launch,
                                     const struct run_control *control, struct outcome *outcome)
{
    static const struct effect nothing;
    struct pascal *pascal = (struct pascal *)machine;
    struct effect effect = nothing;
    enum wc_status status = pascal_begin(pascal, err, memory, launch, control, outcome);
    while (status == WC_OK && pascal->next_block < pascal->block_count)
        status = run_block(pascal, &effect);
    pascal_finish(pascal);
    return status;
}
