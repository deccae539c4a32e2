/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.c - why a warp waited (machine/common/stalls.h). PAS-5 names three reasons: data
 * dependences (dependency, memory), instruction buffer (fetch), functional unit (unit). */
#include "machine/common/stalls.h"
#include "machine/pascal/clock.h"

void pascal_stalls_ready(struct pascal_smp *smp, uint32_t slot)
{
    struct slot_timing *t = &smp->timing[slot].slot;
    cycle_t since = later(t->counted, slot_held_until(t));
    t->unit_lost = unit_busy_before(&smp->unit[t->unit], since);
}

void pascal_stalls_count(struct pascal_smp *smp, uint32_t slot, cycle_t now)
{
    const struct slot_timing *t = &smp->timing[slot].slot;
    struct stalls wait;
    if (stalls_count(&smp->partition, slot, now, &wait))
        stalls_until_issue(&wait, &smp->unit[t->unit], t->unit_lost);
}
