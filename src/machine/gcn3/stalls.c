/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.c - why a wavefront waited (machine/common/stalls.h). */
#include "machine/gcn3/clock.h"

#include "machine/common/stalls.h"

void gcn3_stalls_count(struct gcn3_simd *simd, uint32_t slot, cycle_t now, bool observed)
{
    struct gcn3_timing *t = &simd->timing[slot];
    const struct gcn3_wave *wave = simd->wave[slot];
    struct stalls wait = {.count = simd->stall, .core = simd->id, .slot = slot, .at = t->counted,
                          .now = now,
                          .observers = observed ? simd->machine->control->observers : NULL};
    t->counted = later(t->counted, now);
    if (wait.at >= now)
        return;
    if (wave->ended) {
        stalls_until(&wait, now, STALL_IDLE);
        return;
    }
    stalls_until(&wait, t->started, STALL_IDLE);
    if (wave->waits)
        stalls_until(&wait, now, STALL_BARRIER);
    stalls_until(&wait, t->resume, STALL_BARRIER);
    stalls_until(&wait, t->stalled, STALL_DEPENDENCY);
    stalls_until(&wait, t->operand, STALL_DEPENDENCY);
    stalls_until(&wait, t->waited, STALL_MEMORY);
    stalls_until(&wait, t->fetched, STALL_FETCH);
    /* What is left was for a unit that others kept busy, or for the turn. */
    stalls_until(&wait, gcn3_unit_free(simd, t->unit), STALL_UNIT);
    stalls_until(&wait, now, STALL_NOT_SELECTED);
}
