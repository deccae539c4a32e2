/* SPDX-License-Identifier: Apache-2.0 */
/* functional.c - runs groups without a clock.
 *
 * Of a warp, the split that comes first in the order runs, up to where it meets the next one. */
#include "machine/common/count.h"
#include "machine/common/steps.h"
#include "machine/fermi/model.h"

/* All lanes of the warp are together and only go on: no need to ask the heap. */
static bool goes_straight(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn)
{
    struct split *split = w->hot;
    if (!fermi->numbers.frontier || !effect_continues(fermi->run.effect.kind) ||
        insn->next < 0 || split->mask != w->live)
        return false;
    split->pc = (uint32_t)insn->next;
    split->key = contexts_key(&fermi->contexts, false, split->depth, split->pc);
    w->resident.warp.pc = split->pc;
    return true;
}

static enum wc_status run_one(struct fermi *fermi, struct fermi_warp *w)
{
    struct run_state *run = &fermi->run;
    struct resident *r = &w->resident;
    const struct insn *insn = run_insn(run, r);
    struct steps *steps = run->control->steps;
    enum wc_status status = WC_OK;
    run->effect.kind = EFFECT_NONE;
    run->cycle++;
    count_instruction(&run->outcome->statistics, &r->warp, insn);
    if (steps)
        steps_before(steps, &r->warp, insn);
    insn->run(&r->warp, insn, &run->effect);
    if (!goes_straight(fermi, w, insn))
        status = fermi_apply(run, r, insn, &run->effect);
    if (steps && status == WC_OK)
        run_log_step(run, r, insn, &run->effect);
    return status;
}

static enum wc_status run_warp(struct run_state *run, struct resident *r, uint64_t max)
{
    struct fermi *fermi = (struct fermi *)run;
    struct fermi_warp *w = fermi_warp_of(r);
    enum wc_status status = WC_OK;
    fermi_take(w, &w->hot[0]); /* others may have released some of its lanes */
    for (uint64_t i = 0; status == WC_OK && i < max && !r->waits && !r->ended; i++)
        status = run_one(fermi, w);
    return status;
}

enum wc_status fermi_run_functional(struct run_state *run)
{
    return functional_turns(run, run_warp);
}
