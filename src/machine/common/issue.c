/* SPDX-License-Identifier: Apache-2.0 */
/* issue.c - reports an issued instruction to observers. */
#include "machine/common/partition.h"

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
