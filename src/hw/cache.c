/* SPDX-License-Identifier: Apache-2.0 */
/* cache.c - hits, misses, and the waiting times of a miss. */
#include "hw/cache.h"

#include "hw/earliest.h"

static struct cache_line *find_line(struct cache *cache, uint64_t line)
{
    struct cache_line *set = cache->lines + (line & cache->set_mask) * cache->numbers->ways;
    for (uint32_t way = 0; way < cache->numbers->ways; way++) {
        if (set[way].filled != NEVER && set[way].tag == line)
            return &set[way];
    }
    return 0;
}

static struct cache_line *victim(struct cache *cache, uint64_t line)
{
    struct cache_line *set = cache->lines + (line & cache->set_mask) * cache->numbers->ways;
    struct cache_line *oldest = set;
    for (uint32_t way = 0; way < cache->numbers->ways; way++) {
        if (set[way].filled == NEVER)
            return &set[way];
        if (set[way].order < oldest->order)
            oldest = &set[way];
    }
    return oldest;
}

/* Evicts a line of the set; modified data goes to the next level first. */
static struct cache_line *replace(struct cache *cache, uint64_t line, cycle_t now)
{
    struct cache_line *old = victim(cache, line);
    if (old->dirty)
        memory_request(cache->next, old->tag << cache->line_shift, cache->numbers->line_bytes,
                       true, now + cache->numbers->forward);
    return old;
}

/* The sectors of a line that an access touches; an access that crosses the end of the line is cut
 * there. */
static uint32_t sectors_of(const struct cache_numbers *n, uint64_t address, uint32_t bytes)
{
    uint32_t sector = n->sector_bytes ? n->sector_bytes : n->line_bytes;
    uint64_t offset = address & (n->line_bytes - 1), end = offset + bytes - 1;
    uint32_t first = (uint32_t)offset / sector;
    uint32_t last = (uint32_t)(end < n->line_bytes ? end : n->line_bytes - 1) / sector;
    return (~0u >> (31 - last)) & ~0u << first;
}

/* Asks the next level for everything from the first to the last of some sectors. */
static struct memory_answer ask_next(struct cache *cache, uint64_t line, uint32_t sectors,
                                     cycle_t now)
{
    const struct cache_numbers *n = cache->numbers;
    uint32_t sector = n->sector_bytes ? n->sector_bytes : n->line_bytes;
    uint32_t first = (uint32_t)__builtin_ctz(sectors), end = 32 - (uint32_t)__builtin_clz(sectors);
    return memory_request(cache->next, (line << cache->line_shift) + first * sector,
                          (end - first) * sector, false, now);
}

/* `found`: the line is present, but without these sectors. */
static struct memory_answer miss(struct cache *cache, uint64_t line, struct cache_line *found,
                                 uint32_t sectors, cycle_t now, cycle_t start)
{
    const struct cache_numbers *n = cache->numbers;
    cycle_t leaves = later(start, cache->mshr_free[0]);
    cache->mshr_waits += cache->mshr_free[0] > start;
    struct memory_answer next = ask_next(cache, line, sectors, leaves + n->forward);
    if (!found) {
        found = replace(cache, line, leaves);
        *found = (struct cache_line){.tag = line, .filled = next.done, .order = ++cache->order};
    }
    found->filled = later(found->filled, next.done);
    found->sectors |= sectors;
    found->delay = (uint32_t)(found->filled - (now + n->forward + next.alone)) & INT32_MAX;
    found->alone = n->forward + next.alone;
    earliest_take(cache->mshr_free, n->mshrs, next.done);
    cache->mshr_held += n->forward + next.alone;
    return (struct memory_answer){.taken = leaves, .done = next.done + n->delivery,
                                  .alone = n->forward + next.alone + n->delivery,
                                  .fetched = true};
}

/* The line is on its way: the same fill serves this request too. A fill that was asked for in a
 * later cycle, because its bank was busy, is a wait for others beyond the time of a fill alone. */
static struct memory_answer join_fill(const struct cache_numbers *n, const struct cache_line *found,
                                      cycle_t now, cycle_t start)
{
    cycle_t undelayed = earlier(found->filled - found->delay, now + found->alone) + n->delivery;
    return (struct memory_answer){
        .taken = start, .done = later(found->filled + n->delivery, start + n->latency),
        .alone = later(undelayed, now + n->latency) - now};
}

static struct memory_answer load(struct cache *cache, uint64_t line, uint32_t sectors,
                                 cycle_t now, cycle_t start)
{
    const struct cache_numbers *n = cache->numbers;
    struct cache_line *recent = cache->lines + cache->recent;
    struct cache_line *found =
        recent->tag == line && recent->filled != NEVER ? recent : find_line(cache, line);
    uint32_t lacks = found ? sectors & ~found->sectors : sectors;
    cache->loads++;
    if (found) {
        cache->recent = (uint32_t)(found - cache->lines);
        if (n->replacement == CACHE_LRU)
            found->order = ++cache->order;
    }
    if (lacks) {
        cache->load_misses++;
        return miss(cache, line, found, lacks, now, start);
    }
    if (found->filled <= start)
        return (struct memory_answer){.taken = start, .done = start + n->latency,
                                      .alone = n->latency, .hit = true};
    cache->load_misses++;
    return join_fill(n, found, now, start);
}

static struct memory_answer store_back(struct cache *cache, uint64_t line, uint32_t sectors,
                                       cycle_t start)
{
    struct cache_line *found = find_line(cache, line);
    cache->store_misses += !found;
    if (!found) {
        found = replace(cache, line, start);
        *found = (struct cache_line){.tag = line, .filled = start, .order = ++cache->order};
    }
    if (cache->numbers->replacement == CACHE_LRU)
        found->order = ++cache->order;
    found->sectors |= sectors;
    found->dirty = true;
    return (struct memory_answer){.taken = start, .done = start};
}

/* Written through: the bank waits while the next level accepts no more. */
static struct memory_answer store(struct cache *cache, uint64_t address, uint32_t bytes,
                                  cycle_t start)
{
    cycle_t forward = cache->numbers->forward;
    cache->stores++;
    if (cache->numbers->write_back)
        return store_back(cache, address >> cache->line_shift,
                          sectors_of(cache->numbers, address, bytes), start);
    struct memory_answer next =
        memory_request(cache->next, address, bytes, true, start + forward);
    return (struct memory_answer){.taken = later(start, next.taken - forward), .done = next.taken,
                                  .alone = forward};
}

/* The first use since a reset. */
static void empty(struct cache *cache)
{
    for (uint32_t i = 0; i < cache_line_count(cache->numbers); i++)
        cache->lines[i] = (struct cache_line){.filled = NEVER};
    cache->recent = 0;
    cache->emptied = true;
}

static struct memory_answer request(struct memory_level *level, uint64_t address, uint32_t bytes,
                                    bool is_store, cycle_t now)
{
    struct cache *cache = (struct cache *)level;
    if (!cache->emptied)
        empty(cache);
    uint64_t line = address >> cache->line_shift;
    cycle_t *bank = &cache->bank_free[line & cache->bank_mask];
    cycle_t start = later(now, *bank);
    struct memory_answer answer = is_store ? store(cache, address, bytes, start)
                                           : load(cache, line,
                                                  sectors_of(cache->numbers, address, bytes),
                                                  now, start);
    *bank = answer.taken + 1;
    return answer;
}

void cache_build(struct cache *cache, const struct cache_numbers *numbers,
                 struct memory_level *next, struct cache_storage storage)
{
    *cache = (struct cache){.level = {request}, .numbers = numbers, .next = next,
                            .lines = storage.lines, .bank_free = storage.bank_free,
                            .mshr_free = storage.mshr_free,
                            .line_shift = (uint32_t)__builtin_ctz(numbers->line_bytes),
                            .set_mask = cache_line_count(numbers) / numbers->ways - 1,
                            .bank_mask = numbers->banks - 1};
    cache_reset(cache);
}

void cache_reset(struct cache *cache)
{
    cache->emptied = false;
    for (uint32_t i = 0; i < cache->numbers->banks; i++)
        cache->bank_free[i] = 0;
    for (uint32_t i = 0; i < cache->numbers->mshrs; i++)
        cache->mshr_free[i] = 0;
    cache->order = cache->loads = cache->load_misses = cache->mshr_waits = 0;
    cache->stores = cache->store_misses = cache->mshr_held = 0;
}

void cache_preload(struct cache *cache, uint64_t address, uint64_t bytes)
{
    const struct cache_numbers *n = cache->numbers;
    uint64_t end = (address + bytes + n->line_bytes - 1) >> cache->line_shift;
    if (!cache->emptied)
        empty(cache);
    uint64_t skip = bytes > n->bytes ? bytes - n->bytes : 0; /* would not stay anyway */
    for (uint64_t line = (address + skip) >> cache->line_shift; line < end; line++) {
        if (!find_line(cache, line))
            *victim(cache, line) =
                (struct cache_line){.tag = line, .order = ++cache->order, .sectors = ~0u};
    }
}

cycle_t cache_next_event(const struct cache *cache, cycle_t now)
{
    cycle_t next = NEVER;
    for (uint32_t i = 0; i < cache->numbers->mshrs; i++) {
        if (cache->mshr_free[i] > now)
            next = earlier(next, cache->mshr_free[i]);
    }
    return next;
}
