/* SPDX-License-Identifier: Apache-2.0 */
/* phases.h - which waiting of which warps can come one after another (docs/bound.md).
 *
 * A phase lasts from one WSPAWN of a core to the next, which waits until its warp is alone. In a
 * phase warps meet at barriers; the stretch of a warp between two of them is a segment. Whoever
 * waits at a barrier waits for a warp that is still in the segment of the same number, as long as
 * all users of a barrier come to it behind the same segments, and it lets go when all of them are
 * there: one that fewer are enough for lets a warp pass another one. Then a chain of waits has one
 * warp in each segment, and the longest waiting of each segment counts. Where that is not so, the
 * waiting of all warps of the phase adds up. */
#ifndef WARPCLOCK_BOUND_VORTEX_PHASES_H
#define WARPCLOCK_BOUND_VORTEX_PHASES_H

#include <stdbool.h>
#include <stdint.h>

#include "bound/engine/profile.h"

struct barrier_users {
    uint32_t id;
    uint32_t owner;    /* the warp that told first, whose segments all others must have */
    uint32_t *segment; /* behind which the owner came, each time */
    uint32_t count;
    uint32_t reached;  /* by the warp that is told now */
    uint32_t expected; /* warps that it waits for */
    uint32_t warps;    /* that use it */
};

struct phase {
    uint64_t *longest; /* by segment */
    struct profile_waits *worst; /* by segment: of the longest, where a profile is kept */
    uint32_t segments;
    uint64_t sum;      /* of the waiting of all warps */
    struct profile *all; /* the same by instruction, where a profile is kept */
    uint32_t started;  /* warps that began in this phase */
    bool unaligned;
    struct barrier_users *barriers;
    uint32_t barrier_count;
};

struct phases {
    struct arena *arena;
    struct phase *list;
    uint32_t count;
    /* The warp that is told now. */
    uint32_t warp, phase, segment;
    struct profile *profile; /* waiting of its segment by instruction; NULL: not asked for */
};

/* A warp begins. */
void phases_warp(struct phases *phases, uint32_t phase);
/* Its segment ends, having waited that long: at a barrier (of which id and place may be unknown),
 * at a WSPAWN, or with the warp. */
void phases_barrier(struct phases *phases, uint64_t waiting, uint32_t id, uint32_t expected,
                    bool certain);
void phases_spawn(struct phases *phases, uint64_t waiting);
void phases_end(struct phases *phases, uint64_t waiting);

/* The longest chain of waiting through all phases, and the time that starts take: `delay` a phase
 * with starts and `gap` between two of them. */
uint64_t phases_waiting(const struct phases *phases);
/* What that chain waits for, by instruction. */
void phases_profile(const struct phases *phases, struct profile *into);
uint64_t phases_starting(const struct phases *phases, uint64_t delay, uint64_t gap);

#endif
