/* SPDX-License-Identifier: Apache-2.0 */
/* wakeup.c - wakes warps whose cycle has come. */
#include "hw/wakeup.h"

void wakeup_reset(struct wakeup *wakeup)
{
    for (uint32_t warp = 0; warp < 64; warp++)
        wakeup->at[warp] = NEVER;
    wakeup->ready = wakeup->pending = 0;
    wakeup->next = NEVER;
}

void wakeup_advance(struct wakeup *wakeup, cycle_t now)
{
    cycle_t next = NEVER;
    for (uint64_t rest = wakeup->pending; rest; rest &= rest - 1) {
        uint32_t warp = (uint32_t)__builtin_ctzll(rest);
        if (wakeup->at[warp] > now) {
            next = earlier(next, wakeup->at[warp]);
            continue;
        }
        wakeup->pending &= ~(1ull << warp);
        wakeup->ready |= 1ull << warp;
    }
    wakeup->next = next;
}
