/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler.h - which of the ready warps is next.
 *
 * A policy is one file, scheduler_NAME.c, with one struct scheduler_ops scheduler_NAME, and one
 * line in src/hw/meson.build. The machine file names it. Policies see only the ready warps and
 * their own memory, so the same code serves fetch, issue and functional runs. */
#ifndef WARPCLOCK_HW_SCHEDULER_H
#define WARPCLOCK_HW_SCHEDULER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct scheduler_ops;

struct scheduler {
    const struct scheduler_ops *ops;
    uint32_t warps;
    uint32_t last; /* granted most recently; the last warp after a reset, so warp 0 is first */
    bool elected;  /* an exclusive policy has elected `last` until it is released */
    uint64_t stay; /* the bit of `last` if it was granted in the latest turn by a greedy policy */
    uint64_t ahead; /* warps after `last` in the order of a circle */
    uint64_t starts;      /* warps that have started, if the machine reports it */
    uint64_t started[64]; /* per warp: how many started before it */
};

/* Which ready warp a policy takes. The usual orders need no call. */
enum scheduler_order {
    ORDER_OWN,    /* pick() decides */
    ORDER_LOWEST, /* the lowest-numbered */
    ORDER_CIRCLE, /* the first after `last`, in a circle; `last` itself is the final one */
    ORDER_AGE,    /* the one that started first; of those of one age the lowest-numbered */
};

struct scheduler_ops {
    const char *name;  /* as in machine files */
    const char *alias; /* another name that people use, or NULL */
    const char *about;
    bool greedy; /* stays with a warp while it is ready, and only then looks for another one */
    bool exclusive; /* stays with a warp even while it waits, until scheduler_let_go */
    enum scheduler_order order;
    uint32_t (*pick)(const struct scheduler *scheduler, uint64_t ready); /* ready is not 0 */
};

void scheduler_reset(struct scheduler *scheduler, const struct scheduler_ops *ops, uint32_t warps);

/* A warp has started in that slot: it is the youngest. */
static inline void scheduler_start(struct scheduler *scheduler, uint32_t warp)
{
    scheduler->started[warp] = scheduler->starts++;
}

/* The elected warp of an exclusive policy has ended or stopped at a barrier. */
static inline void scheduler_let_go(struct scheduler *scheduler, uint32_t warp)
{
    scheduler->elected = scheduler->elected && scheduler->last != warp;
}

/* The warps that may be granted: a single one while an exclusive policy has elected it. */
static inline uint64_t scheduler_eligible(const struct scheduler *scheduler)
{
    return scheduler->elected ? 1ull << scheduler->last : ~0ull;
}

/* A greedy policy stays with its warp, whichever others are ready. */
static inline bool scheduler_stays(const struct scheduler *scheduler, uint64_t ready)
{
    return scheduler->stay & ready;
}

static inline int scheduler_oldest_of(const struct scheduler *scheduler, uint64_t ready)
{
    int oldest = __builtin_ctzll(ready);
    for (ready &= ready - 1; ready; ready &= ready - 1) {
        const int warp = __builtin_ctzll(ready);
        if (scheduler->started[warp] < scheduler->started[oldest])
            oldest = warp;
    }
    return oldest;
}

/* What a turn with these warps would grant: a warp, or -1 when none is ready. Changes nothing. */
static inline int scheduler_choice(const struct scheduler *scheduler, uint64_t ready)
{
    if (scheduler_stays(scheduler, ready))
        return (int)scheduler->last;
    ready &= scheduler_eligible(scheduler);
    if (!ready)
        return -1;
    if (scheduler->ops->order == ORDER_OWN)
        return (int)scheduler->ops->pick(scheduler, ready);
    if (scheduler->ops->order == ORDER_AGE)
        return scheduler_oldest_of(scheduler, ready);
    const uint64_t later = ready & scheduler->ahead;
    return __builtin_ctzll(later ? later : ready);
}

/* One turn: the warp granted, or -1 when none is ready. A turn without a grant ends a greedy hold
 * and leaves the order as it was (SWAS-15, SWAS-16). */
static inline int scheduler_turn(struct scheduler *scheduler, uint64_t ready)
{
    const struct scheduler_ops *ops = scheduler->ops;
    const int granted = scheduler_choice(scheduler, ready);
    scheduler->stay = 0;
    if (granted < 0)
        return -1;
    scheduler->last = (uint32_t)granted;
    scheduler->elected = ops->exclusive;
    if (ops->greedy)
        scheduler->stay = 1ull << granted;
    if (ops->order == ORDER_CIRCLE)
        scheduler->ahead = ~1ull << granted; /* after the last of 64 warps: none */
    return granted;
}

/* The policy of a name, or NULL; and all of them, NULL after the last one. */
const struct scheduler_ops *scheduler_find(const char *name);
const struct scheduler_ops *scheduler_policy(size_t i);

#endif
