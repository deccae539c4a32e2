/* SPDX-License-Identifier: Apache-2.0 */
/* cache.h - a set-associative cache with banks and miss-status registers.
 *
 * A bank takes one request a cycle. A miss holds a miss-status register until its line is there; a
 * request to a line that is on its way waits for the same fill. With all registers taken the bank
 * waits. A store of a write-through cache goes on to the next level and allocates nothing; one of a
 * write-back cache stays in its line, which it makes without a fetch (bytes have their own valid
 * bits), and goes on when the line is replaced. A line may be filled by parts, its sectors: a load
 * brings those that it wants and the line does not have. While some are on their way the whole line
 * is. */
#ifndef WARPCLOCK_HW_CACHE_H
#define WARPCLOCK_HW_CACHE_H

#include "hw/memory_level.h"

enum cache_replacement { CACHE_FIFO, CACHE_LRU };

enum { CACHE_SECTORS_MAX = 32 }; /* of a line */

/* Bytes of a line and of a sector, banks and sets are powers of two. */
struct cache_numbers {
    uint32_t bytes, line_bytes, ways, banks, mshrs;
    uint32_t sector_bytes; /* 0: lines are filled as a whole */
    cycle_t latency;   /* from a request to its data when the line is there */
    cycle_t forward;   /* from a request to the request of the next level when it is not */
    cycle_t delivery;  /* from the line's arrival to the data */
    enum cache_replacement replacement;
    bool write_back;
};

struct cache_line {
    uint64_t tag;   /* line number */
    cycle_t filled; /* when its data is or was there; NEVER: empty */
    uint64_t order; /* of its fill or its last use, by replacement */
    uint32_t sectors; /* that it has, or that are on their way */
    bool dirty;       /* the next level does not have what it holds */
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
    uint64_t loads, load_misses, stores, store_misses, mshr_waits;
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
/* The lines of these bytes are there before the first cycle. */
void cache_preload(struct cache *cache, uint64_t address, uint64_t bytes);

/* The earliest line on its way, or NEVER. */
cycle_t cache_next_event(const struct cache *cache, cycle_t now);

#endif
