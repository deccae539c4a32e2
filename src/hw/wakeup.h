/* SPDX-License-Identifier: Apache-2.0 */
/* wakeup.h - warps that will be ready in a known cycle, and those that are.
 *
 * Asked every cycle, changed seldom: the ready ones are kept as a mask, and only when the earliest
 * of the others comes due are those looked at. Cycles of questions never go back. */
#ifndef WARPCLOCK_HW_WAKEUP_H
#define WARPCLOCK_HW_WAKEUP_H

#include "hw/cycle.h"

struct wakeup {
    cycle_t at[64];   /* first cycle in which the warp is ready; NEVER: not at all */
    uint64_t ready;   /* warps whose cycle had come at the last question */
    uint64_t pending; /* warps whose cycle will come */
    cycle_t next;     /* not after the earliest of theirs */
};

void wakeup_reset(struct wakeup *wakeup);

static inline void wakeup_set(struct wakeup *wakeup, uint32_t warp, cycle_t at)
{
    uint64_t bit = 1ull << warp;
    wakeup->at[warp] = at;
    wakeup->ready &= ~bit;
    wakeup->pending = at == NEVER ? wakeup->pending & ~bit : wakeup->pending | bit;
    wakeup->next = earlier(wakeup->next, at);
}

/* Moves the warps whose cycle has come. */
void wakeup_advance(struct wakeup *wakeup, cycle_t now);

static inline uint64_t wakeup_ready(struct wakeup *wakeup, cycle_t now)
{
    if (now >= wakeup->next)
        wakeup_advance(wakeup, now);
    return wakeup->ready;
}

#endif
