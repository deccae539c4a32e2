/* SPDX-License-Identifier: Apache-2.0 */
/* contexts_place.h - for the heap of contexts itself: splits are placed in the hot slots and the
 * cold list of their warp. */
#ifndef WARPCLOCK_HW_CONTEXTS_PLACE_H
#define WARPCLOCK_HW_CONTEXTS_PLACE_H

#include "hw/contexts.h"

/* Entries that are to be placed in one warp: the hot splits, and lanes of one that all part. */
struct placing {
    struct contexts *contexts;
    struct contexts_warp *warp;
    cycle_t now;
    uint64_t before[TRANSITION_SIZE]; /* lanes of the primary, the secondary and the cold splits */
    uint32_t count;
    struct split entries[CONTEXTS_HOT_MAX + CONTEXTS_LANES_MAX];
};

/* Leaves the entries as they are: they are many, and few are used. */
void placing_begin(struct placing *placing, struct contexts *contexts, uint32_t warp, cycle_t now);

static inline void placing_add(struct placing *placing, const struct split *split)
{
    if (split->mask)
        placing->entries[placing->count++] = *split;
}

/* Takes all splits of the warp out of it. */
void placing_take_all(struct placing *placing);
/* Places entries that are all splits of the warp but the cold ones. */
enum contexts_outcome placing_finish(struct placing *placing, bool spill);
/* Places all splits of the warp anew, after placing_take_all(). */
void placing_replace(struct placing *placing);

/* The split is at `pc`, and its key says so. */
void contexts_set_place(const struct contexts *contexts, struct split *split, uint32_t pc);

#endif
