/* SPDX-License-Identifier: Apache-2.0 */
/* cache.h - a set-associative cache with banks and miss-status registers, write-through.
 *
 * A bank takes one request a cycle. A miss holds a miss-status register until its line is there; a
 * request to a line that is on its way waits for the same fill. With all registers taken the bank
 * waits. A store goes on to the next level and allocates nothing. */
#ifndef WARPCLOCK_HW_CACHE_H
#define WARPCLOCK_HW_CACHE_H

#include "hw/memory_level.h"

enum cache_replacement { CACHE_FIFO, CACHE_LRU };

/* Bytes of a line, banks and sets are powers of two. */
struct cache_numbers {
    uint32_t bytes, line_bytes, ways, banks, mshrs;
    cycle_t latency;   /* from a request to its data when the line is there */
    cycle_t forward;   /* from a request to the request of the next level when it is not */
    cycle_t delivery;  /* from the line's arrival to the data */
    enum cache_replacement replacement;
};

struct cache_line {
    uint64_t tag;   /* line number */
    cycle_t filled; /* when its data is or was there; NEVER: empty */
    uint64_t order; /* of its fill or its last use, by replacement */
};

struct cache {
    struct memory_level level; /* first: what others ask */
    const struct cache_numbers *numbers;
    struct memory_level *next;
    struct cache_line *lines;  /* [set][way] */
    uint32_t line_shift; /* an address >> this is its line */
    uint32_t set_mask, bank_mask;
    cycle_t *bank_free;
    cycle_t *mshr_free;
    uint64_t order;
    uint64_t loads, load_misses, stores, mshr_waits;
};

/* The memory for a cache of these numbers, to be handed over by the caller. */
struct cache_storage {
    struct cache_line *lines;
    cycle_t *bank_free, *mshr_free;
};

static inline uint32_t cache_line_count(const struct cache_numbers *numbers)
{
    return numbers->bytes / numbers->line_bytes;
}

void cache_build(struct cache *cache, const struct cache_numbers *numbers,
                 struct memory_level *next, struct cache_storage storage);
void cache_reset(struct cache *cache);

/* The earliest line on its way, or NEVER. */
cycle_t cache_next_event(const struct cache *cache, cycle_t now);

#endif
