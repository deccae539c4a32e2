/* SPDX-License-Identifier: Apache-2.0 */
/* exact_turns.h - how many turns of loops that depend on data a walk makes one by one.
 *
 * One by one, a walk knows what the loop's counter is in each turn. For a few thousand turns that
 * is worth its time. Of the others the walk forgets what moves on, until a turn begins with no more
 * than is known at its end: that one then stands for all that are left.
 *
 * Loops in loops multiply. So all turns count that are made between the place where control becomes
 * unknown and the one where it is known again, a region; and of the launch those of all regions
 * that begin in the same place. */
#ifndef WARPCLOCK_BOUND_ENGINE_EXACT_TURNS_H
#define WARPCLOCK_BOUND_ENGINE_EXACT_TURNS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct exact_turns {
    uint64_t *spent; /* by place: turns of the regions that have ended */
    uint32_t count;
    uint64_t region; /* turns of the region that is walked */
    bool few;        /* ... in which only short loops are exact */
};

/* Places are numbers below `count`. */
void exact_turns_make(struct exact_turns *turns, struct arena *arena, uint32_t count);
/* A walk begins again. */
void exact_turns_forget(struct exact_turns *turns);
/* A region begins. Returns what exact_turns_end() needs of the one around it. */
struct exact_turns exact_turns_begin(struct exact_turns *turns, uint32_t place);
void exact_turns_end(struct exact_turns *turns, uint32_t place, struct exact_turns around);

static inline void exact_turns_count(struct exact_turns *turns)
{
    turns->region++;
}

/* A loop that has made `taken` turns in this entry, and can make `left` more, forgets what moves
 * on. */
bool exact_turns_are_over(const struct exact_turns *turns, uint64_t taken, uint64_t left);

#endif
