/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.h - why a warp waited (machine/common/stalls.h). PAS-5 names three reasons: data
 * dependences (dependency, memory), instruction buffer (fetch), functional unit (unit). */
#ifndef WARPCLOCK_MACHINE_PASCAL_STALLS_H
#define WARPCLOCK_MACHINE_PASCAL_STALLS_H

#include "machine/common/stalls.h"
#include "machine/pascal/clock.h"

/* Nothing but unit or issue slot holds the warp. */
static inline void pascal_stalls_ready(struct pascal_smp *smp, uint32_t slot)
{
    struct slot_timing *t = &smp->timing[slot].slot;
    cycle_t since = later(t->counted, slot_held_until(t));
    t->unit_lost = unit_busy_before(&smp->unit[t->unit], since);
}

/* Gives every cycle from the last counted one up to `now` - 1 its reason. */
static inline void pascal_stalls_count(struct pascal_smp *smp, uint32_t slot, cycle_t now)
{
    const struct slot_timing *t = &smp->timing[slot].slot;
    struct stalls wait;
    if (stalls_count(&smp->partition, slot, now, &wait))
        stalls_until_issue(&wait, &smp->unit[t->unit], t->unit_lost);
}

#endif
