/* SPDX-License-Identifier: Apache-2.0 */
/* request_search.c - a search over start addresses that simulates each pattern once. */
#include "bound/sim_d/request_search.h"

#include <stddef.h>
#include <string.h>

#include "base/arena.h"
#include "bound/sim_d/request_course.h"
#include "bound/sim_d/request_pattern.h"
#include "machine/sim_d/sequencer.h"

enum { PAIR_BYTES = REQUEST_PAIR_BYTES, BUCKETS = 1024 };

struct known {
    struct request_pattern pattern;
    bool write;
    struct request_times times;
    struct known *next;
};

struct request_search {
    struct arena *arena;
    const struct ddr4_numbers *dram;
    struct known *bucket[BUCKETS];
    struct request_pattern pattern; /* of the address under way */
    struct course_marks marks;
    uint64_t patterns;
};

struct request_search *request_search_create(struct arena *arena, const struct ddr4_numbers *dram)
{
    struct request_search *search = arena_alloc(arena, sizeof *search);
    search->arena = search->marks.arena = arena;
    search->dram = dram;
    return search;
}

uint64_t request_search_patterns(const struct request_search *search)
{
    return search->patterns;
}

void request_search_set_watch(struct request_search *search, struct watch *watch)
{
    search->marks.watch = watch;
}

enum watch_verdict request_search_verdict(const struct request_search *search)
{
    return search->marks.verdict;
}

/* A pattern of a large buffer takes long, even if its times are known: the clock is always read. */
static bool goes_on(struct request_search *search)
{
    struct course_marks *marks = &search->marks;
    if (marks->verdict == WATCH_GO_ON)
        marks->verdict = watch_look(marks->watch, 0);
    if (marks->verdict == WATCH_GO_ON && watch_left(marks->watch) <= 0)
        marks->verdict = WATCH_TIME_OVER;
    return marks->verdict == WATCH_GO_ON;
}

static struct known *find(const struct request_search *search, bool write)
{
    struct known *known = search->bucket[search->pattern.hash % BUCKETS];
    while (known != NULL &&
           !(known->write == write && request_pattern_equal(&known->pattern, &search->pattern)))
        known = known->next;
    return known;
}

static struct known *add(struct request_search *search, bool write)
{
    const struct request_pattern *pattern = &search->pattern;
    struct known **bucket = &search->bucket[pattern->hash % BUCKETS];
    struct known *known = arena_alloc(search->arena, sizeof *known);
    *known = (struct known){.pattern = *pattern, .write = write, .next = *bucket};
    if (pattern->runs != 0) {
        known->pattern.run = arena_array(search->arena, pattern->runs, sizeof *pattern->run);
        memcpy(known->pattern.run, pattern->run, pattern->runs * sizeof *pattern->run);
    }
    search->patterns++;
    return *bucket = known;
}

/* Times by the distance of the active pair from the first pair of the tile. */
static const struct request_times *times_of(struct request_search *search,
                                            const struct sim_d_tile *tile, bool write,
                                            bool refreshes)
{
    struct sim_d_request request = {.server = SIM_D_DRAM_TILE, .write = write, .tile = *tile};
    request.tile.address %= PAIR_BYTES;
    request_pattern_make(&search->pattern, search->arena, &request.tile);
    struct known *known = find(search, write);
    bool known_enough = known != NULL && (known->times.has_refreshed || !refreshes);
    if (known == NULL)
        known = add(search, write);
    if (!known_enough)
        request_simulate(search->dram, &request, refreshes, &search->marks, &known->times);
    return &known->times;
}

static struct sim_d_tile tile_of(const struct request_shape *shape, uint32_t address)
{
    if (shape->kind == COST_TILE)
        return (struct sim_d_tile){address, shape->words, shape->period, shape->count};
    return (struct sim_d_tile){address, shape->words, shape->words, 1};
}

/* The distance of a pair of banks from the pair of an address. */
static uint32_t distance(const struct request_search *search, uint32_t pair, uint32_t address)
{
    return (pair - address / PAIR_BYTES) & (search->dram->banks / 2 - 1);
}

static struct request_delay at_address(struct request_search *search,
                                       const struct request_shape *shape, uint32_t address,
                                       bool pair_known)
{
    struct sim_d_tile tile = tile_of(shape, address);
    uint32_t pair = distance(search, shape->pair / 2, address);
    return request_longest(search->dram, times_of(search, &tile, shape->write, true),
                           pair_known ? &pair : NULL);
}

/* The distance of start addresses that covers all of address + k * step, modulo a pair. */
static uint32_t spacing(const struct request_shape *shape)
{
    uint32_t step = shape->step ? shape->step : SIM_D_WORD_BYTES;
    uint32_t spacing = step & -step;
    return spacing < PAIR_BYTES ? spacing : PAIR_BYTES;
}

/* If all lines start at the same word of a burst, only their number of bursts counts. It takes two
 * values over the start addresses within a burst: the first and the last of them cover the others,
 * which have the same pattern as one of the two. */
static bool is_covered(const struct request_shape *shape, uint32_t address, uint32_t step)
{
    enum { BURST_BYTES = SIM_D_BURST_WORDS * SIM_D_WORD_BYTES };
    const bool alike = shape->kind != COST_TILE || shape->count == 1 ||
                       shape->period % SIM_D_BURST_WORDS == 0;
    const uint32_t place = address % BURST_BYTES;
    return alike && step < BURST_BYTES && place >= step && place + step < BURST_BYTES;
}

struct request_delay request_search(struct request_search *search,
                                    const struct request_shape *shape)
{
    bool one = shape->address_known || shape->kind == COST_SCALAR;
    uint32_t step = one ? PAIR_BYTES : spacing(shape);
    struct request_delay longest = {0};
    for (uint32_t offset = 0; offset < PAIR_BYTES && goes_on(search); offset += step) {
        if (is_covered(shape, shape->address + offset, step))
            continue;
        struct request_delay delay = at_address(search, shape, shape->address + offset,
                                                one && shape->pair_known);
        longest.served = later(longest.served, delay.served);
        longest.refreshed = later(longest.refreshed, delay.refreshed);
    }
    return longest;
}

cycle_t request_search_reset(struct request_search *search, const struct request_shape *shape)
{
    uint32_t bytes = shape->kind == COST_SCALAR ? SIM_D_WORD_BYTES : PAIR_BYTES;
    cycle_t longest = 0;
    for (uint32_t offset = 0; offset < bytes && goes_on(search);
         offset += SIM_D_WORD_BYTES) {
        uint32_t address = shape->address + offset;
        struct sim_d_tile tile = tile_of(shape, address);
        if (shape->kind != COST_SCALAR && is_covered(shape, address, SIM_D_WORD_BYTES))
            continue;
        const struct request_times *times = times_of(search, &tile, shape->write, false);
        longest = later(longest, times->served[distance(search, 0, address)]);
    }
    return longest;
}
