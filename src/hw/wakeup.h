/* SPDX-License-Identifier: Apache-2.0 */
/* wakeup.h - warps that are ready, and warps that will be in a known cycle.
 *
 * Queried every cycle, changed seldom: the ready ones are kept as a mask, and the others are
 * checked only when the earliest of them is due. The queried cycle never decreases. */
#ifndef WARPCLOCK_HW_WAKEUP_H
#define WARPCLOCK_HW_WAKEUP_H

#include "hw/cycle.h"

struct wakeup {
    cycle_t at[64];   /* first cycle in which the warp is ready; NEVER: not at all */
    uint64_t ready;   /* warps whose cycle had come at the last query */
    uint64_t pending; /* warps whose cycle will come */
    cycle_t next;     /* a lower bound of their earliest cycle */
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
