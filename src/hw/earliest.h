/* SPDX-License-Identifier: Apache-2.0 */
/* earliest.h - entries of a table by the cycle in which each is free: a heap.
 *
 * Who takes an entry takes the one that is free first, which is at [0]; all entries are alike, so
 * only their cycles are kept. Zeros are a heap. */
#ifndef WARPCLOCK_HW_EARLIEST_H
#define WARPCLOCK_HW_EARLIEST_H

#include "hw/cycle.h"

/* The entry that is free first is taken until cycle `until`. */
static inline void earliest_take(cycle_t *heap, uint32_t entries, cycle_t until)
{
    uint32_t at = 0;
    for (uint32_t below = 1; below < entries; below = 2 * at + 1) {
        below += below + 1 < entries && heap[below + 1] < heap[below];
        if (heap[below] >= until)
            break;
        heap[at] = heap[below];
        at = below;
    }
    heap[at] = until;
}

#endif
