/* SPDX-License-Identifier: Apache-2.0 */
/* scheduler.h - which of the ready warps is next.
 *
 * A policy is one file, scheduler_NAME.c, with one struct scheduler_ops scheduler_NAME, and one
 * line in src/meson.build. The machine file names it. Policies see only the ready warps and their
 * own memory, so the same code serves fetch, issue and functional runs. */
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
    bool held;     /* `last` was granted in the latest turn: a greedy policy may stay with it */
    bool elected;  /* an exclusive policy has elected `last` until it is released */
    uint64_t starts;      /* warps that have started, if the machine reports it */
    uint64_t started[64]; /* per warp: how many started before it */
};

struct scheduler_ops {
    const char *name;  /* as in machine files */
    const char *alias; /* another name that people use, or NULL */
    const char *about;
    bool greedy; /* stays with a warp while it is ready */
    bool exclusive; /* stays with a warp even while it waits, until scheduler_let_go */
    uint32_t (*pick)(const struct scheduler *scheduler, uint64_t ready); /* ready is not 0 */
};

void scheduler_reset(struct scheduler *scheduler, const struct scheduler_ops *ops, uint32_t warps);

/* One turn: the warp granted, or -1 when none is ready. A turn without a grant ends a greedy hold
 * and leaves the order as it was (SWAS-15, SWAS-16). */
int scheduler_turn(struct scheduler *scheduler, uint64_t ready);

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
    return scheduler->ops->exclusive && scheduler->elected ? 1ull << scheduler->last : ~0ull;
}

/* The policy of a name, or NULL; and all of them, NULL after the last one. */
const struct scheduler_ops *scheduler_find(const char *name);
const struct scheduler_ops *scheduler_policy(size_t i);

/* For policies: the first ready warp after `last`, in a circle; `last` itself is the final one. */
uint32_t scheduler_next_after(const struct scheduler *scheduler, uint64_t ready);

static inline bool scheduler_may_stay(const struct scheduler *scheduler, uint64_t ready)
{
    return scheduler->held && ready >> scheduler->last & 1;
}

#endif
