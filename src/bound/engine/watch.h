/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h - an analysis that takes long says how far it is, and can be stopped. */
#ifndef WARPCLOCK_BOUND_ENGINE_WATCH_H
#define WARPCLOCK_BOUND_ENGINE_WATCH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/reserve.h"

struct watch {
    const atomic_bool *interrupt; /* set from outside: stop soon; or NULL */
    double ends;    /* seconds of the monotonic clock; 0: no limit */
    double seconds; /* the limit, for messages */
    void (*progress)(void *user, uint64_t steps); /* or NULL */
    void *user;
    uint64_t earlier; /* steps of passes that are over */
    uint32_t looks;
};

enum watch_verdict { WATCH_GO_ON, WATCH_INTERRUPTED, WATCH_TIME_OVER, WATCH_MEMORY_SHORT };

double watch_now(void);
/* Seconds up to the limit; HUGE_VAL: there is none. */
double watch_left(const struct watch *watch);

/* Reads the clock and reports the steps. */
bool watch_time_is_over(struct watch *watch, uint64_t steps);

/* For every few instructions: only one call in many reads the clock. `watch` may be NULL. */
static inline enum watch_verdict watch_look(struct watch *watch, uint64_t steps)
{
    enum { LOOKS = 1024 };
    if (memory_is_short())
        return WATCH_MEMORY_SHORT;
    if (!watch)
        return WATCH_GO_ON;
    if (watch->interrupt && atomic_load_explicit(watch->interrupt, memory_order_relaxed))
        return WATCH_INTERRUPTED;
    if (++watch->looks % LOOKS)
        return WATCH_GO_ON;
    return watch_time_is_over(watch, steps) ? WATCH_TIME_OVER : WATCH_GO_ON;
}

#endif
