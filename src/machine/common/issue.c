/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - reports an issued instruction to observers, and what its warp waited for. */
#include "machine/common/stalls.h"

void issue_followed(struct run_state *run, struct resident *w, const struct insn *insn)
{
    const struct run_control *control = run->control;
    if (control->steps)
        steps_before(control->steps, &w->warp, insn);
    if (control->taint)
        taint_before(run, w, insn);
    insn->run(&w->warp, insn, &run->effect);
    if (control->taint)
        taint_after(run, w, insn);
}

void issue_report(const struct partition *p, uint32_t slot, struct issued *issued)
{
    const struct run_state *run = p->run;
    const struct resident *w = p->warp[slot];
    if (run->control->steps)
        run_log_step(run, w, issued->insn, &run->effect);
    issued->after = w->warp.mask;
    issued->waits = w->waits;
    issued->ended = w->ended;
    tell_issue(run, p->id, slot, issued);
}

void stalls_tell(const struct observers *observers, uint32_t core, uint32_t slot, cycle_t at,
                 cycle_t until, enum stall_reason reason)
{
    observers_tell(observers, &(struct event){.kind = EVENT_STALL, .cycle = at, .until = until,
                                              .core = core, .warp = slot, .reason = reason});
}
