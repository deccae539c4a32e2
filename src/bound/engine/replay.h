/* SPDX-License-Identifier: Apache-2.0 */
/* replay.h - a scheduling policy over lists of issue slots: who issues when, and how long it takes.
 *
 * No instruction set, no queues, no memory: a warp is the list of the slots that it will issue,
 * each with its least distance from the one before, the result and the unit that it needs. When
 * those lists are known and a selected warp always has its slot at hand, which is what SWaS gives,
 * this is the machine's own schedule, because it is made by the machine's own policies. One
 * issue a cycle. */
#ifndef WARPCLOCK_BOUND_ENGINE_REPLAY_H
#define WARPCLOCK_BOUND_ENGINE_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#include "hw/scheduler.h"

enum { REPLAY_WARPS_MAX = 64, REPLAY_UNITS_MAX = 8, REPLAY_REACH = 64, REPLAY_NOBODY = -1 };

struct replay_slot {
    uint32_t gap;       /* least cycles since the warp's slot before; 1: back to back */
    uint32_t needs;     /* the result of the slot so many before, up to REPLAY_REACH; 0: of none */
    uint32_t latency;   /* cycles from the issue of that slot to its result */
    uint32_t occupancy; /* cycles that its unit is taken; up to 1: pipelined, waits for nobody */
    uint8_t unit;
};

struct replay_warp {
    const struct replay_slot *slots;
    size_t count;
    uint64_t start; /* the first cycle in which the warp can issue */
};

/* A cycle in which a warp has nothing to issue, though its turn may have come. */
struct replay_outage {
    uint32_t warp;
    uint64_t cycle;
};

struct replay {
    const struct scheduler_ops *policy;
    const struct replay_warp *warps;
    uint32_t warp_count;
    const struct replay_outage *outages;
    size_t outage_count;
    /* Told for each cycle up to the last issue: the warp, or REPLAY_NOBODY. May be NULL. */
    void (*told)(void *user, uint64_t cycle, int warp);
    void *user;
};

/* The makespan: cycles up to and with the last issue. */
uint64_t replay_run(const struct replay *replay);

/* What no loose policy exceeds: all slots, the longest own waiting of a warp, what units that
 * are not pipelined can hold up, and the last start. Outages are not in it. It holds as well when
 * gaps, occupancies and starts are less than these, where a replay does not (SWAS-31). */
uint64_t replay_bound(const struct replay_warp *warps, uint32_t warp_count);

#endif
