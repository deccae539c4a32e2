/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - an instruction takes effect when it issues. */
#include "machine/common/partition.h"
#include "machine/common/steps.h"

void issue_execute(struct partition *p, uint32_t slot, const struct insn *insn, cycle_t now)
{
    struct run_state *run = p->run;
    struct warp *warp = &p->warp[slot]->warp;
    run->cycle = now;
    run->effect.kind = EFFECT_NONE;
    if (run->observed && run->control->steps)
        steps_before(run->control->steps, warp, insn);
    insn->run(warp, insn, &run->effect);
}

enum wc_status issue_apply(struct partition *p, uint32_t slot, struct issued *issued)
{
    struct run_state *run = p->run;
    struct resident *w = p->warp[slot];
    const struct insn *insn = issued->insn;
    enum wc_status status = run_core(run)->apply(run, w, insn, &run->effect);
    run->drained = later(run->drained, later(issued->done, issued->now + 1));
    if (insn->flags & INSN_LOAD && !(insn->flags & INSN_ATOMIC) && status == WC_OK)
        run->load_latency += issued->done - issued->now;
    if (!run->observed)
        return status;
    if (run->control->steps)
        run_log_step(run, w, insn, &run->effect);
    issued->after = w->warp.mask;
    issued->waits = w->waits;
    issued->ended = w->ended;
    tell_issue(run, p->id, slot, issued);
    return status;
}
