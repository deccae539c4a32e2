/* SPDX-License-Identifier: Apache-2.0 */
/* lines.h - how often lines of a data cache can miss, from how often a launch asks for them.
 *
 * A line misses once when it is asked for first, and again only when another line of its set was
 * loaded in between. So it misses at most once more than others of its set are asked for, and not
 * at all again when no more lines fall on the set than it has ways (persistence; docs/bound.md). */
#ifndef WARPCLOCK_BOUND_ENGINE_LINES_H
#define WARPCLOCK_BOUND_ENGINE_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "hw/cache.h"

/* Counts that do not fit stay at UINT64_MAX: bounds of loops multiply. */
static inline uint64_t count_add(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static inline uint64_t count_times(uint64_t a, uint64_t b)
{
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

struct cached_line {
    uint64_t line;   /* number */
    uint64_t asked;  /* how often, at most; 0: an empty place */
    uint64_t misses; /* at most */
    uint32_t user;   /* the warp that has asked for it last */
    uint32_t stretch; /* of that warp's path in which it did so first (struct tally) */
    uint64_t filled; /* ... and when the line is there, by the clock of that stretch */
    bool stays;      /* nothing evicts it */
    bool counted;    /* its misses are work of the launch, not of the accesses */
    bool common;     /* its misses are waited for once in the launch, not by each access */
};

/* The lines of an object, or of a part of one, that accesses go somewhere into. Objects may share
 * lines. */
struct cached_object {
    uint64_t first, count; /* lines */
    uint64_t asked;        /* requests, at most */
    bool counted;          /* nothing evicts any of its lines, and the launch counts their misses */
};

struct cached_lines {
    struct arena *arena;
    const struct cache_numbers *numbers;
    struct cached_line *table; /* by hash */
    uint32_t room, used;
    uint64_t anywhere; /* requests for lines that are not known */
    struct cached_object *objects;
    uint32_t object_count;
};

void lines_make(struct cached_lines *lines, struct arena *arena,
                const struct cache_numbers *numbers);
/* The line of a number, or NULL. */
const struct cached_line *lines_look_up(const struct cached_lines *lines, uint64_t line);
/* The line of a number; it is noted if it was not. */
struct cached_line *lines_note(struct cached_lines *lines, uint64_t line);
/* These bytes are noted as an object, or can be: parts of buffers may be many. */
bool lines_takes(const struct cached_lines *lines, uint64_t base, uint64_t bytes);
/* The object of these bytes; it is noted if it was not. */
struct cached_object *lines_note_object(struct cached_lines *lines, uint64_t base, uint64_t bytes);
/* All requests are noted: how often each can miss. */
void lines_count_misses(struct cached_lines *lines);
/* Misses of all lines that the launch counts; `common`: of those that are waited for once. */
uint64_t lines_counted_misses(const struct cached_lines *lines);
uint64_t lines_common_misses(const struct cached_lines *lines);

#endif
