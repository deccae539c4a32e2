/* SPDX-License-Identifier: Apache-2.0 */
/* memory_level.h - the port through which a level of memory is asked for bytes, a line as a rule.
 *
 * Caches and DRAM are levels; a cache has another level behind it. Requests come in the order of
 * their cycles, up to the small reordering that a pipeline of blocks makes by itself. */
#ifndef WARPCLOCK_HW_MEMORY_LEVEL_H
#define WARPCLOCK_HW_MEMORY_LEVEL_H

#include <stdbool.h>

#include "hw/cycle.h"

struct memory_answer {
    cycle_t taken; /* the level took the request: the next one can follow a cycle later */
    cycle_t done;  /* a load's data is there; a store needs nothing more */
    bool hit;
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
