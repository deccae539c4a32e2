/* SPDX-License-Identifier: Apache-2.0 */
/* profile.h - how often each instruction runs on the worst path, and what it costs there.
 *
 * Kept only when somebody asks what a bound is made of (explain.h). */
#ifndef WARPCLOCK_BOUND_ENGINE_PROFILE_H
#define WARPCLOCK_BOUND_ENGINE_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "bound/engine/work.h"

/* Of one instruction. */
struct profile_share {
    uint32_t index;
    bool touched;
    uint64_t executions;
    uint64_t away;       /* times that control left the fetched path after it */
    uint64_t rounds;     /* executions of a loop's first instruction by a total (region_total.h) */
    struct work work;    /* of all */
    uint64_t waiting;    /* for its result, its outcome or its fetch */
};

/* After the instructions of the program: what belongs to none of them. */
enum profile_other {
    PROFILE_STARTS, /* slots that a warp's start costs */
    PROFILE_ENDS,   /* instructions that are fetched after a warp's last one */
    PROFILE_SEARCH, /* what a proved worst case is above the worst path that was found (ipet.h) */
    PROFILE_OTHERS
};

struct profile {
    struct profile_share *share; /* by instruction, then by enum profile_other */
    uint32_t *touched;           /* those that are not 0 */
    uint32_t instructions, count;
};

/* A part of it that is kept. */
struct profile_list {
    struct profile_share *share;
    uint32_t count;
};

/* Waiting alone: there can be one for every barrier that a warp passes. */
struct profile_waits {
    struct profile_wait {
        uint32_t index;
        uint64_t cycles;
    } *wait;
    uint32_t count, room;
};

struct profile *profile_new(struct arena *arena, uint32_t instructions);
/* The share of an instruction, to add to. */
struct profile_share *profile_at(struct profile *profile, uint32_t index);
/* It runs once, with this work. */
void profile_execute(struct profile *profile, uint32_t index, const struct work *work);
struct profile_share *profile_other(struct profile *profile, enum profile_other other);
void profile_clear(struct profile *profile);

/* Executions and work so many times, waiting so many times. */
void profile_add(struct profile *into, const struct profile *from, uint64_t work_times,
                 uint64_t waiting_times);
struct profile_list profile_keep(struct arena *arena, const struct profile *profile);
/* The kept part with or without its waiting: those of work and waiting count at different times. */
void profile_add_work(struct profile *into, const struct profile_list *list);
void profile_add_waiting(struct profile *into, const struct profile_list *list);

/* *into becomes the waiting of the profile. */
void profile_keep_waits(struct arena *arena, struct profile_waits *into,
                        const struct profile *profile);
void profile_add_waits(struct profile *into, const struct profile_waits *waits);

#endif
