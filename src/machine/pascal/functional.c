/* SPDX-License-Identifier: Apache-2.0 */
/* functional.c - running Pascal code without a clock: results only, as fast as they come.
 *
 * The blocks of the grid run one after the other in the first SM; the warps of a block take turns
 * (machine/common/turns.h). */
#include "machine/pascal/model.h"
#include "machine/common/steps.h"
#include "machine/common/turns.h"

struct block_run {
    struct pascal *pascal;
    struct pascal_block *block;
    struct effect effect;
};

static bool can_run(void *user, uint32_t number)
{
    const struct pascal_warp *w = ((struct block_run *)user)->block->warp[number];
    return !w->waits && !w->ended;
}

/* Runs one warp until it waits, ends, or its slice is over. One body, compiled with and without a
 * log of its steps. */
static inline __attribute__((always_inline)) enum wc_status
run_slice(struct block_run *run, uint32_t number, uint64_t max, bool logged)
{
    struct pascal *pascal = run->pascal;
    struct pascal_warp *w = run->block->warp[number];
    struct effect *effect = &run->effect;
    const struct insn *insns = pascal->launch->program->insns;
    for (uint64_t i = 0; i < max; i++) {
        const struct insn *insn = &insns[w->warp.pc];
        effect->kind = EFFECT_NONE;
        count_instruction(&pascal->outcome->statistics, &w->warp, insn);
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

static enum wc_status run_silent(void *run, uint32_t number, uint64_t max)
{
    return run_slice(run, number, max, false);
}

static enum wc_status run_logged(void *run, uint32_t number, uint64_t max)
{
    return run_slice(run, number, max, true);
}

static enum wc_status run_block(struct block_run *run)
{
    struct pascal *pascal = run->pascal;
    struct turns turns = {.limits = &pascal->limits, .user = run, .can_run = can_run,
                          .run = pascal->control->steps ? run_logged : run_silent};
    run->block = pascal_block_start(pascal, 0);
    enum wc_status status = turns_take(&turns, run->block->warps, &run->block->live);
    if (status == WC_OK)
        pascal_block_end(pascal, run->block);
    return status;
}

enum wc_status pascal_run_functional(struct error *err, struct machine *machine,
                                     struct memory *memory, const struct launch *launch,
                                     const struct run_control *control, struct outcome *outcome)
{
    static const struct effect nothing;
    struct block_run run = {.pascal = (struct pascal *)machine, .effect = nothing};
    enum wc_status status = pascal_begin(run.pascal, err, memory, launch, control, outcome);
    while (status == WC_OK && run.pascal->next_block < run.pascal->block_count)
        status = run_block(&run);
    pascal_finish(run.pascal);
    return status;
}
