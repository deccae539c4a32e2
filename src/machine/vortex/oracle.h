/* SPDX-License-Identifier: Apache-2.0 */
/* oracle.h - oracle schedulers next to the issue scheduler of a core (SWAS-21 to SWAS-25).
 *
 * Both follow the same policy and influence nothing. The first one treats every empty queue as if
 * it had a ready instruction; the second one does so unless the queue is empty for a good reason:
 * an instruction miss or a taken branch from which the queue cannot have recovered yet. A choice of
 * the first one that differs from the real scheduler's is a discrepancy, one of the second is an
 * error: fetch and issue were not in step. */
#ifndef WARPCLOCK_MACHINE_VORTEX_ORACLE_H
#define WARPCLOCK_MACHINE_VORTEX_ORACLE_H

#include "hw/scheduler.h"
#include "hw/wakeup.h"
#include "machine/common/observer.h"

struct vortex_core;

struct vortex_oracle_numbers {
    bool on;
    bool sync_all; /* all policies, not only greedy ones, take over the state after a deviation */
};

struct vortex_oracle {
    bool on;
    bool synced;           /* its state is the real scheduler's in every cycle */
    struct scheduler one, two; /* states of their own, unless synced */
    struct wakeup head_at;   /* the queue's head is decoded; before, the queue is empty */
    struct wakeup window_at; /* from here on an empty queue has no excuse */
    struct wakeup settled_at; /* started, released from its barrier */
    uint64_t by_miss;        /* warps whose latest excuse is a miss, not a branch */
    uint64_t discrepancies, errors;
    uint64_t causes[ORACLE_CAUSES];
};

void vortex_oracle_reset(struct vortex_oracle *oracle, const struct vortex_oracle_numbers *numbers,
                         const struct scheduler *real);

/* An empty queue of the warp is excused up to `until` - 1. */
void vortex_oracle_excuse(struct vortex_oracle *oracle, uint32_t slot, cycle_t until, bool miss);

/* What the oracles choose in a cycle: a warp, none (-1), or the same as the real scheduler. */
enum { ORACLE_AGREES = -2 };
struct oracle_choices {
    int first, second;
};

/* The real scheduler has chosen `issued`, or none (-1). */
void vortex_oracle_compare(struct vortex_core *core, cycle_t now,
                           const struct oracle_choices *choices, int issued);

/* Cycles from..to-1, in which no warp can issue or fetch. */
void vortex_oracle_idle(struct vortex_core *core, cycle_t from, cycle_t to);

#endif
