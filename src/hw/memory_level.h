/* SPDX-License-Identifier: Apache-2.0 */
/* memory_level.h - the port that requests bytes, usually a line, from a level of memory.
 *
 * Caches and DRAM are levels; a cache has a next level. Requests come in the order of their cycles,
 * except for the small reordering inherent in a pipeline of blocks. */
#ifndef WARPCLOCK_HW_MEMORY_LEVEL_H
#define WARPCLOCK_HW_MEMORY_LEVEL_H

#include <stdbool.h>

#include "hw/cycle.h"

struct memory_answer {
    cycle_t taken; /* the level accepted the request: the next can follow in the next cycle */
    cycle_t done;  /* a load's data is available; a store is complete */
    cycle_t alone; /* cycles from the request to `done` if nothing else kept anything busy */
    bool hit;
    bool fetched; /* the level has asked the next one for the line on behalf of this request */
};

struct memory_level {
    struct memory_answer (*request)(struct memory_level *level, uint64_t address, uint32_t bytes,
                                    bool store, cycle_t now);
};

static inline struct memory_answer memory_request(struct memory_level *level, uint64_t address,
                                                  uint32_t bytes, bool store, cycle_t now)
{
    return level->request(level, address, bytes, store, now);
}

#endif
