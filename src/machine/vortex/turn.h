/* SPDX-License-Identifier: Apache-2.0 */
/* turn.h - what the oracles choose in a turn of the issue scheduler. */
#ifndef WARPCLOCK_MACHINE_VORTEX_TURN_H
#define WARPCLOCK_MACHINE_VORTEX_TURN_H

#include "machine/vortex/clock.h"

/* Warps whose queue is empty although nothing else holds them (SWAS-22). */
static inline uint64_t vortex_oracle_empty(struct vortex_core *core, cycle_t now)
{
    struct vortex_oracle *oracle = &core->pipeline->oracle;
    return core->active & ~core->blocked & ~core->pipeline->undecided &
           wakeup_ready(&oracle->settled_at, now) & ~wakeup_ready(&oracle->head_at, now);
}

/* An oracle's choice from `seen`, where the real scheduler will choose from `ready`. A synchronised
 * oracle has the state of the real one. */
static inline int vortex_oracle_take(struct scheduler *own, const struct scheduler *real,
                                     bool synced, uint64_t ready, uint64_t seen)
{
    if (!synced)
        return scheduler_turn(own, seen);
    return seen == ready ? ORACLE_AGREES : scheduler_choice(real, seen);
}

/* Before the turn of the real scheduler, which will choose from `ready`; `head_ready` also has the
 * suspended warps of SWaS. False: the oracles cannot choose differently. */
static inline bool vortex_oracle_choose(struct vortex_core *core, cycle_t now, uint64_t ready,
                                        uint64_t head_ready, struct oracle_choices *choices)
{
    struct vortex_oracle *oracle = &core->pipeline->oracle;
    const struct scheduler *real = &core->pipeline->issue;
    const uint64_t empty = vortex_oracle_empty(core, now), first = head_ready | empty;
    if (oracle->synced && (first == ready || scheduler_stays(real, ready)))
        return false;
    const uint64_t late = empty & wakeup_ready(&oracle->window_at, now);
    choices->first = vortex_oracle_take(&oracle->one, real, oracle->synced, ready, first);
    choices->second = vortex_oracle_take(&oracle->two, real, oracle->synced, ready, ready | late);
    return true;
}

/* Does a choice differ from that of the real scheduler? */
static inline bool vortex_oracle_differs(const struct oracle_choices *choices, int issued)
{
    return (choices->first != issued && choices->first != ORACLE_AGREES) ||
           (choices->second != issued && choices->second != ORACLE_AGREES);
}

#endif
