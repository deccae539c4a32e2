/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.c - why a warp waited, counted when it issues for all cycles since its last issue
 * (machine/common/stalls.h). The reasons are those of the split that issues. */
#include "machine/common/stalls.h"
#include "machine/fermi/clock.h"

void fermi_stalls_count(struct fermi *fermi, struct fermi_warp *w, const struct fermi_pick *pick,
                        cycle_t now)
{
    struct fermi_timing *t = fermi_timing_of(fermi, w);
    const struct fermi_entry *entry = pick ? &t->entry[pick->slot] : &t->entry[0];
    const struct insn *insn = pick ? pick->insn : entry->insn;
    const struct insn *first = fermi->run.launch->program->insns;
    struct stalls wait = {.count = fermi->clock->stall,
                          .waits = waits_of(&fermi->run, insn ? (uint32_t)(insn - first)
                                                              : UINT32_MAX),
                          .slot = w->resident.warp.slot, .at = t->counted, .now = now,
                          .observers = fermi->run.observed ? fermi->run.control->observers : NULL};
    if (t->counted >= now)
        return;
    t->counted = now;
    stalls_until(&wait, w->resident.ended ? now : t->started, STALL_IDLE);
    if (w->resident.waits)
        stalls_until(&wait, now, STALL_BARRIER);
    stalls_until(&wait, t->resume, t->resume_barrier  ? STALL_BARRIER
                                   : t->resume_memory ? STALL_MEMORY
                                                      : STALL_DEPENDENCY);
    if (!entry->insn) { /* its branch is under way */
        stalls_until(&wait, now, STALL_DEPENDENCY);
        return;
    }
    stalls_until(&wait, entry->fetched + 1, STALL_FETCH);
    stalls_until(&wait, entry->ready, entry->by_memory ? STALL_MEMORY : STALL_DEPENDENCY);
    if (entry->suspended)
        stalls_until(&wait, now, STALL_DIVERGENCE);
    if (pick)
        stalls_until(&wait, fermi->clock->row[pick->row].free, STALL_UNIT);
    stalls_until(&wait, now, STALL_NOT_SELECTED);
}
