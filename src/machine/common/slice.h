/* SPDX-License-Identifier: Apache-2.0 */
/* slice.h - a warp runs some instructions without a clock.
 *
 * The body is inlined where a model's own functions are known, so counting an instruction costs no
 * call. */
#ifndef WARPCLOCK_MACHINE_COMMON_SLICE_H
#define WARPCLOCK_MACHINE_COMMON_SLICE_H

#include "machine/common/count.h"
#include "machine/common/run_state.h"
#include "machine/common/steps.h"

struct slice_ops {
    /* An instruction is about to run. */
    void (*tick)(struct run_state *run, struct resident *w, const struct insn *insn);
    /* Optional: has an instruction without a control effect ended the launch? */
    bool (*stops)(struct run_state *run, const struct insn *insn);
};

/* Runs a warp until it waits, ends, or has run `max` instructions. */
static inline __attribute__((always_inline)) enum wc_status
slice_run(struct run_state *run, struct resident *w, uint64_t max, bool logged,
          const struct slice_ops ops)
{
    const struct insn *insns = run->launch->program->insns;
    const struct core_ops *core = run_core(run);
    struct effect *effect = &run->effect;
    for (uint64_t i = 0; i < max; i++) {
        const struct insn *insn = &insns[w->warp.pc];
        effect->kind = EFFECT_NONE;
        count_instruction(&run->outcome->statistics, &w->warp, insn);
        ops.tick(run, w, insn);
        if (logged)
            steps_before(run->control->steps, &w->warp, insn);
        insn->run(&w->warp, insn, effect);
        bool simple = effect_continues(effect->kind) && insn->next >= 0;
        enum wc_status status = WC_OK;
        if (simple)
            w->warp.pc = (uint32_t)insn->next;
        else
            status = core->apply(run, w, insn, effect);
        if (logged)
            run_log_step(run, w, insn, effect);
        if (simple ? ops.stops && ops.stops(run, insn) : status != WC_OK || w->waits || w->ended)
            return status;
    }
    return WC_OK;
}

#endif
