/* SPDX-License-Identifier: Apache-2.0 */
/* cache.c - hits, misses, and what a miss waits for. */
#include "hw/cache.h"

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

/* The register that is free first; its cycle is when the miss can leave. */
static cycle_t *first_mshr(struct cache *cache)
{
    cycle_t *first = cache->mshr_free;
    for (uint32_t i = 1; i < cache->numbers->mshrs; i++) {
        if (cache->mshr_free[i] < *first)
            first = &cache->mshr_free[i];
    }
    return first;
}

static struct memory_answer miss(struct cache *cache, uint64_t line, cycle_t start)
{
    const struct cache_numbers *n = cache->numbers;
    cycle_t *mshr = first_mshr(cache);
    cycle_t leaves = later(start, *mshr);
    cache->mshr_waits += *mshr > start;
    struct memory_answer next =
        memory_request(cache->next, line << cache->line_shift, n->line_bytes, false,
                       leaves + n->forward);
    *victim(cache, line) =
        (struct cache_line){.tag = line, .filled = next.done, .order = ++cache->order};
    *mshr = next.done;
    return (struct memory_answer){.taken = leaves, .done = next.done + n->delivery, .hit = false};
}

static struct memory_answer load(struct cache *cache, uint64_t line, cycle_t start)
{
    const struct cache_numbers *n = cache->numbers;
    struct cache_line *found = find_line(cache, line);
    cache->loads++;
    if (!found) {
        cache->load_misses++;
        return miss(cache, line, start);
    }
    if (n->replacement == CACHE_LRU)
        found->order = ++cache->order;
    if (found->filled <= start)
        return (struct memory_answer){.taken = start, .done = start + n->latency, .hit = true};
    cache->load_misses++; /* on its way already: the same fill serves this one */
    return (struct memory_answer){
        .taken = start, .done = later(found->filled + n->delivery, start + n->latency)};
}

/* Written through: the bank waits while the next level takes no more. */
static struct memory_answer store(struct cache *cache, uint64_t address, uint32_t bytes,
                                  cycle_t start)
{
    cycle_t forward = cache->numbers->forward;
    cache->stores++;
    struct memory_answer next =
        memory_request(cache->next, address, bytes, true, start + forward);
    return (struct memory_answer){.taken = later(start, next.taken - forward), .done = next.taken};
}

static struct memory_answer request(struct memory_level *level, uint64_t address, uint32_t bytes,
                                    bool is_store, cycle_t now)
{
    struct cache *cache = (struct cache *)level;
    uint64_t line = address >> cache->line_shift;
    cycle_t *bank = &cache->bank_free[line & cache->bank_mask];
    cycle_t start = later(now, *bank);
    struct memory_answer answer = is_store ? store(cache, address, bytes, start)
                                           : load(cache, line, start);
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
    for (uint32_t i = 0; i < cache_line_count(cache->numbers); i++)
        cache->lines[i] = (struct cache_line){.filled = NEVER};
    for (uint32_t i = 0; i < cache->numbers->banks; i++)
        cache->bank_free[i] = 0;
    for (uint32_t i = 0; i < cache->numbers->mshrs; i++)
        cache->mshr_free[i] = 0;
    cache->order = cache->loads = cache->load_misses = cache->stores = cache->mshr_waits = 0;
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
