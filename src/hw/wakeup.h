/* SPDX-License-Identifier: Apache-2.0 */
/* wakeup.h - warps that are ready, and warps that will be in a known cycle.
 *
 * A timing wheel: the warps of each of the next WAKEUP_SPAN cycles are a mask, so a warp is put to
 * sleep and woken in constant time. Warps of later cycles are kept apart until the first of them
 * may be in the span. The queried cycle never decreases. */
#ifndef WARPCLOCK_HW_WAKEUP_H
#define WARPCLOCK_HW_WAKEUP_H

#include "hw/cycle.h"

enum { WAKEUP_SPAN = 64 };

struct wakeup {
    uint64_t ready;    /* warps whose cycle had come at the last query */
    cycle_t next;      /* a lower bound of the earliest cycle of the others */
    cycle_t queried;   /* the wheel has the cycles queried + 1 .. queried + WAKEUP_SPAN - 1 */
    uint64_t occupied; /* cycles of the wheel, by cycle % WAKEUP_SPAN, that may have warps */
    uint64_t distant;      /* warps of later cycles */
    cycle_t distant_first; /* a lower bound of those cycles */
    uint64_t due[WAKEUP_SPAN]; /* warps by cycle % WAKEUP_SPAN */
    cycle_t at[64];    /* first cycle in which the warp is ready; NEVER: not at all */
};

void wakeup_reset(struct wakeup *wakeup);

/* A warp that is in no mask, by its cycle. */
static inline void wakeup_place(struct wakeup *wakeup, uint32_t warp)
{
    const uint64_t bit = 1ull << warp;
    const cycle_t at = wakeup->at[warp];
    if (at <= wakeup->queried) {
        wakeup->ready |= bit;
        return;
    }
    wakeup->next = earlier(wakeup->next, at);
    if (at - wakeup->queried < WAKEUP_SPAN) {
        wakeup->due[at % WAKEUP_SPAN] |= bit;
        wakeup->occupied |= 1ull << at % WAKEUP_SPAN;
    } else if (at != NEVER) {
        wakeup->distant |= bit;
        wakeup->distant_first = earlier(wakeup->distant_first, at);
    }
}

static inline void wakeup_set(struct wakeup *wakeup, uint32_t warp, cycle_t at)
{
    const uint64_t bit = 1ull << warp;
    wakeup->due[wakeup->at[warp] % WAKEUP_SPAN] &= ~bit;
    wakeup->ready &= ~bit;
    wakeup->distant &= ~bit;
    wakeup->at[warp] = at;
    wakeup_place(wakeup, warp);
}

/* Cheaper changes. A warp that was ready at the last query gets another cycle; */
static inline void wakeup_again(struct wakeup *wakeup, uint32_t warp, cycle_t at)
{
    wakeup->ready &= ~(1ull << warp);
    wakeup->at[warp] = at;
    wakeup_place(wakeup, warp);
}

/* a warp whose cycle is NEVER gets one; */
static inline void wakeup_arm(struct wakeup *wakeup, uint32_t warp, cycle_t at)
{
    wakeup->at[warp] = at;
    wakeup_place(wakeup, warp);
}

/* a warp that was ready at the last query is not ready any more; */
static inline void wakeup_take(struct wakeup *wakeup, uint32_t warp)
{
    wakeup->at[warp] = NEVER;
    wakeup->ready &= ~(1ull << warp);
}

/* it is ready again in the next cycle, and nobody asks before. */
static inline void wakeup_stay(struct wakeup *wakeup, uint32_t warp, cycle_t next)
{
    wakeup->at[warp] = next;
}

/* Moves the warps of every cycle up to `now`, which is not before `next`. */
void wakeup_advance(struct wakeup *wakeup, cycle_t now);

/* The bits from `by` % 64 on become the lowest ones. */
static inline uint64_t wakeup_rotate(uint64_t bits, cycle_t by)
{
    return bits >> by % 64 | bits << -by % 64;
}

/* All cycles before `now` are empty: moves the warps of one mask. */
static inline void wakeup_step(struct wakeup *wakeup, cycle_t now)
{
    wakeup->ready |= wakeup->due[now % WAKEUP_SPAN];
    wakeup->due[now % WAKEUP_SPAN] = 0;
    wakeup->occupied &= ~(1ull << now % WAKEUP_SPAN);
    wakeup->queried = now;
    wakeup->next = wakeup->distant_first;
    if (wakeup->occupied)
        wakeup->next = now + (cycle_t)__builtin_ctzll(wakeup_rotate(wakeup->occupied, now));
}

static inline uint64_t wakeup_ready(struct wakeup *wakeup, cycle_t now)
{
    if (now < wakeup->next) {
        wakeup->queried = now; /* the masks up to here are empty */
        return wakeup->ready;
    }
    if (now == wakeup->next && wakeup->distant_first - now >= WAKEUP_SPAN)
        wakeup_step(wakeup, now);
    else
        wakeup_advance(wakeup, now);
    return wakeup->ready;
}

#endif
