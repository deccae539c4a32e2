/* SPDX-License-Identifier: Apache-2.0 */
/* cache.h - a set-associative cache with banks and miss-status registers.
 *
 * A bank accepts one request per cycle. A miss holds a miss-status register until its line arrives;
 * a request to a line that is being filled waits for the same fill. The bank waits while all
 * registers are in use. A write-through cache forwards each store to the next level and allocates
 * nothing; a write-back cache keeps it in its line, which it allocates without a fetch (bytes have
 * their own valid bits), and forwards it when the line is replaced. A line may be filled by
 * sectors: a load fetches those that it needs and the line lacks. While any is being filled the
 * whole line counts as being filled. */
#ifndef WARPCLOCK_HW_CACHE_H
#define WARPCLOCK_HW_CACHE_H

#include "hw/memory_level.h"

enum cache_replacement { CACHE_FIFO, CACHE_LRU };

enum { CACHE_SECTORS_MAX = 32 }; /* of a line */

/* Bytes of a line and of a sector, banks and sets are powers of two. */
struct cache_numbers {
    uint32_t bytes, line_bytes, ways, banks, mshrs;
    uint32_t sector_bytes; /* 0: lines are filled as a whole */
    cycle_t latency;   /* from a request to its data on a hit */
    cycle_t forward;   /* from a request to the request of the next level on a miss */
    cycle_t delivery;  /* from the line's arrival to the data */
    enum cache_replacement replacement;
    bool write_back;
};

struct cache_line {
    uint64_t tag;   /* line number */
    cycle_t filled; /* when its data arrives or arrived; NEVER: empty */
    uint64_t order; /* of its fill or its last use, by replacement */
    uint32_t sectors; /* present, or being filled */
    uint32_t alone;      /* cycles of its fill if nothing is busy */
    uint32_t delay : 31; /* cycles of its fill in which it waited for something busy */
    bool dirty : 1;      /* modified: the next level has older data */
};

struct cache {
    struct memory_level level; /* first: the port that others use */
    const struct cache_numbers *numbers;
    struct memory_level *next;
    struct cache_line *lines;  /* [set][way] */
    uint32_t line_shift; /* an address >> this is its line */
    uint32_t set_mask, bank_mask;
    uint32_t recent; /* the line that the latest load found: mostly the next one wants it too */
    bool emptied;    /* by the first request since a reset */
    cycle_t *bank_free;
    cycle_t *mshr_free;          /* a heap (earliest.h) */
    uint64_t order;
    uint64_t loads, load_misses, stores, store_misses, mshr_waits;
    uint64_t mshr_held; /* cycles of all registers, without those of waiting below */
};

/* The memory that the caller must provide for a cache of these numbers. */
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
/* Empty, and nothing is counted. Lines are emptied by the next request: a cache that nobody uses
 * costs nothing. */
void cache_reset(struct cache *cache);
/* Loads the lines of these bytes before the first cycle. */
void cache_preload(struct cache *cache, uint64_t address, uint64_t bytes);

/* The common request without a call: a load of a line that is present as a whole. False: it is not,
 * or the line is made of sectors; then nothing has changed. */
static inline bool cache_hit(struct cache *cache, uint64_t address, cycle_t now,
                             struct memory_answer *answer)
{
    const struct cache_numbers *n = cache->numbers;
    const uint64_t line = address >> cache->line_shift;
    struct cache_line *found = cache->lines + cache->recent;
    cycle_t *bank = &cache->bank_free[line & cache->bank_mask];
    const cycle_t start = later(now, *bank);
    if (!cache->emptied || n->sector_bytes)
        return false;
    if (found->tag != line)
        found = cache->lines + (line & cache->set_mask) * n->ways;
    for (uint32_t way = 1; found->tag != line && way < n->ways; way++)
        found++;
    if (found->tag != line || found->filled > start) /* an empty line is never filled */
        return false;
    cache->recent = (uint32_t)(found - cache->lines);
    cache->loads++;
    if (n->replacement == CACHE_LRU)
        found->order = ++cache->order;
    *bank = start + 1;
    *answer = (struct memory_answer){.taken = start, .done = start + n->latency,
                                     .alone = n->latency, .hit = true};
    return true;
}

/* Any load of bytes in one line. */
static inline struct memory_answer cache_load(struct cache *cache, uint64_t address,
                                              uint32_t bytes, cycle_t now)
{
    struct memory_answer answer;
    return cache_hit(cache, address, now, &answer)
               ? answer : memory_request(&cache->level, address, bytes, false, now);
}

/* When the earliest pending fill arrives, or NEVER. */
cycle_t cache_next_event(const struct cache *cache, cycle_t now);

#endif
