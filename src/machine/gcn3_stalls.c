/* SPDX-License-Identifier: Apache-2.0 */
/* gcn3_stalls.c - why a wavefront waited.
 *
 * Counted when it issues, for all cycles since its last issue at once: each constraint held it up
 * to a known cycle, and they are passed in a fixed order, so that every cycle gets exactly one
 * reason however many constraints held at the same time. */
#include "machine/gcn3_clock.h"

struct wait {
    struct gcn3_simd *simd;
    uint32_t slot;
    cycle_t at, now; /* counted up to here, and to be counted up to there */
    bool observed;
};

static void until(struct wait *wait, cycle_t cycle, enum stall_reason reason)
{
    struct gcn3_simd *simd = wait->simd;
    cycle_t end = earlier(cycle, wait->now);
    if (end <= wait->at)
        return;
    simd->stall[reason] += end - wait->at;
    if (wait->observed)
        observers_tell(simd->machine->control->observers,
                       &(struct event){.kind = EVENT_STALL, .cycle = wait->at, .until = end,
                                       .core = simd->id, .warp = wait->slot, .reason = reason});
    wait->at = end;
}

void gcn3_stalls_count(struct gcn3_simd *simd, uint32_t slot, cycle_t now, bool observed)
{
    struct gcn3_timing *t = &simd->timing[slot];
    const struct gcn3_wave *wave = simd->wave[slot];
    struct wait wait = {simd, slot, t->counted, now, observed};
    t->counted = later(t->counted, now);
    if (wait.at >= now)
        return;
    if (wave->ended) {
        until(&wait, now, STALL_IDLE);
        return;
    }
    until(&wait, t->started, STALL_IDLE);
    if (wave->waits)
        until(&wait, now, STALL_BARRIER);
    until(&wait, t->resume, STALL_BARRIER);
    until(&wait, t->stalled, STALL_DEPENDENCY);
    until(&wait, t->operand, STALL_DEPENDENCY);
    until(&wait, t->waited, STALL_MEMORY);
    until(&wait, t->fetched, STALL_FETCH);
    /* What is left was for a unit that others kept busy, or for the turn. */
    until(&wait, gcn3_unit_free(simd, t->unit), STALL_UNIT);
    until(&wait, now, STALL_NOT_SELECTED);
}
