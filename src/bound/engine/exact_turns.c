/* SPDX-License-Identifier: Apache-2.0 */
/* exact_turns.c - what is worth its time. */
#include "bound/engine/exact_turns.h"

#include <string.h>

enum {
    EXACT_FIRST = 16,  /* turns of any loop */
    EXACT_FEW = 128,   /* a short loop */
    EXACT_LOOP = 4096, /* ... and the longest one that is exact */
    EXACT_REGION = 2 * EXACT_LOOP,
    EXACT_LAUNCH = 1 << 17,
};

void exact_turns_make(struct exact_turns *turns, struct arena *arena, uint32_t count)
{
    *turns = (struct exact_turns){
        .spent = arena_array(arena, (size_t)count + 1, sizeof *turns->spent), .count = count};
}

void exact_turns_forget(struct exact_turns *turns)
{
    memset(turns->spent, 0, turns->count * sizeof *turns->spent);
}

/* Where nested loops have used up the turns of one region, those were a small part of it: regions
 * of other warps that begin here do without them. So a launch of many warps takes little longer
 * than one of a few. */
struct exact_turns exact_turns_begin(struct exact_turns *turns, uint32_t place)
{
    const struct exact_turns around = *turns;
    turns->region = turns->spent[place] == UINT64_MAX ? EXACT_REGION + 1 : 0;
    turns->few = turns->spent[place] > EXACT_LAUNCH;
    return around;
}

void exact_turns_end(struct exact_turns *turns, uint32_t place, struct exact_turns around)
{
    uint64_t *spent = &turns->spent[place];
    *spent = turns->region > EXACT_REGION ? UINT64_MAX : *spent + turns->region;
    *turns = around;
}

bool exact_turns_are_over(const struct exact_turns *turns, uint64_t taken, uint64_t left)
{
    if (turns->region > EXACT_REGION)
        return true;
    return taken > EXACT_FIRST && (left > EXACT_LOOP || (turns->few && taken + left > EXACT_FEW));
}
