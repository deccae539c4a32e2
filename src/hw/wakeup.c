/* SPDX-License-Identifier: Apache-2.0 */
/* wakeup.c - turns the wheel. */
#include "hw/wakeup.h"

#include <string.h>

void wakeup_reset(struct wakeup *wakeup)
{
    memset(wakeup, 0, sizeof *wakeup);
    for (uint32_t warp = 0; warp < 64; warp++)
        wakeup->at[warp] = NEVER;
    wakeup->next = wakeup->distant_first = NEVER;
}

/* The earliest of the distant warps are in the span now. */
static void approach(struct wakeup *wakeup)
{
    uint64_t rest = wakeup->distant;
    wakeup->distant = 0;
    wakeup->distant_first = NEVER;
    for (; rest; rest &= rest - 1)
        wakeup_place(wakeup, (uint32_t)__builtin_ctzll(rest));
}

void wakeup_advance(struct wakeup *wakeup, cycle_t now)
{
    const cycle_t first = wakeup->queried + 1, elapsed = now - wakeup->queried;
    const uint64_t gone = elapsed < 64 ? wakeup_rotate((1ull << elapsed) - 1, -first) : ~0ull;
    for (uint64_t rest = wakeup->occupied & gone; rest; rest &= rest - 1) {
        uint64_t *due = &wakeup->due[__builtin_ctzll(rest)];
        wakeup->ready |= *due;
        *due = 0;
    }
    wakeup->occupied &= ~gone;
    wakeup->queried = now;
    if (wakeup->distant_first <= now || wakeup->distant_first - now < WAKEUP_SPAN)
        approach(wakeup);
    wakeup_step(wakeup, now);
}
