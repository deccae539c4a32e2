/* SPDX-License-Identifier: Apache-2.0 */
/* mask_lookup.h - finds an instruction whose lanes fit next to those of another one.
 *
 * The secondary scheduler of SWI searches the instruction buffer, or one set of it, for a ready
 * instruction whose lanes are all free. The best fit has the most lanes; one of equal ones is taken
 * pseudo-randomly, or the first (SWI-3, SWI-5, SWI-10, SWI-11). An entry is a warp's instruction,
 * and the caller numbers them: with two instructions per warp, entries are no warps. */
#ifndef WARPCLOCK_HW_MASK_LOOKUP_H
#define WARPCLOCK_HW_MASK_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

enum { MASK_LOOKUP_MAX = 64 };

/* the set of the primary's own low-order bits, or the next set, which is never in the bank of
 * the primary. */
enum mask_lookup_set { MASK_LOOKUP_SAME_SET, MASK_LOOKUP_NEXT_SET };

/* A fixed seed gives equal runs; a worst-case analysis wants the first one. */
enum mask_lookup_tie { MASK_LOOKUP_RANDOM, MASK_LOOKUP_FIRST };

struct mask_lookup_numbers {
    uint32_t warps;
    uint32_t sets; /* 1: fully associative */
    enum mask_lookup_set set;
    enum mask_lookup_tie tie;
    uint16_t seed; /* of the random choice: not 0 */
};

struct mask_lookup {
    const struct mask_lookup_numbers *numbers;
    uint16_t state; /* of the shift register */
    uint64_t ties;  /* how often there were several best ones */
};

struct mask_entry {
    uint64_t lanes;
    uint32_t row; /* the group of units that executes it */
};

void mask_lookup_reset(struct mask_lookup *lookup, const struct mask_lookup_numbers *numbers);
/* The warps that are searched next to primary `warp`, without itself. */
uint64_t mask_lookup_warps(const struct mask_lookup *lookup, uint32_t warp);

/* The best of the entries `ready`: all its lanes are free in its row. The free lanes of the row of
 * the primary are those that it leaves; a row that nobody uses is free as a whole. Of equal ones an
 * entry of `preferred` is taken first (SWI-20). -1: none fits. */
int mask_lookup_best(struct mask_lookup *lookup, const struct mask_entry *entries, uint64_t ready,
                     uint64_t preferred, const uint64_t *free_by_row);

#endif
