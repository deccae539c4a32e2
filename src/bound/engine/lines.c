/* SPDX-License-Identifier: Apache-2.0 */
/* lines.c - a table of lines, and the arithmetic of sets. */
#include "bound/engine/lines.h"

#include <string.h>

void lines_make(struct cached_lines *l, struct arena *arena, const struct cache_numbers *numbers)
{
    *l = (struct cached_lines){.arena = arena, .numbers = numbers, .room = 1024};
    l->table = arena_array(arena, l->room, sizeof *l->table);
}

static struct cached_line *place(const struct cached_lines *l, uint64_t line)
{
    uint32_t at = (uint32_t)(line * 0x9e3779b97f4a7c15ull >> 32) & (l->room - 1);
    while (l->table[at].asked && l->table[at].line != line)
        at = (at + 1) & (l->room - 1);
    return &l->table[at];
}

static void grow(struct cached_lines *l)
{
    struct cached_line *old = l->table;
    uint32_t old_room = l->room;
    l->room *= 2;
    l->table = arena_array(l->arena, l->room, sizeof *l->table);
    for (uint32_t i = 0; i < old_room; i++) {
        if (old[i].asked)
            *place(l, old[i].line) = old[i];
    }
}

const struct cached_line *lines_look_up(const struct cached_lines *l, uint64_t line)
{
    const struct cached_line *found = place(l, line);
    return found->asked ? found : NULL;
}

struct cached_line *lines_note(struct cached_lines *l, uint64_t line)
{
    struct cached_line *found = place(l, line);
    if (!found->asked) {
        if (l->used >= l->room / 2) {
            grow(l);
            found = place(l, line);
        }
        l->used++;
        found->line = line;
    }
    return found;
}

static struct cached_object object_of(const struct cached_lines *l, uint64_t base, uint64_t bytes)
{
    uint64_t first = base / l->numbers->line_bytes;
    uint64_t last = (base + (bytes ? bytes - 1 : 0)) / l->numbers->line_bytes;
    return (struct cached_object){.first = first, .count = last - first + 1};
}

static struct cached_object *find_object(const struct cached_lines *l,
                                         const struct cached_object *like)
{
    for (uint32_t i = 0; i < l->object_count; i++) {
        if (l->objects[i].first == like->first && l->objects[i].count == like->count)
            return &l->objects[i];
    }
    return NULL;
}

bool lines_takes(const struct cached_lines *l, uint64_t base, uint64_t bytes)
{
    enum { OBJECTS_MAX = 256 };
    const struct cached_object object = object_of(l, base, bytes);
    return l->object_count < OBJECTS_MAX || find_object(l, &object);
}

struct cached_object *lines_note_object(struct cached_lines *l, uint64_t base, uint64_t bytes)
{
    const struct cached_object new = object_of(l, base, bytes);
    struct cached_object *found = find_object(l, &new);
    if (found)
        return found;
    l->objects = arena_grow(l->arena, l->objects, l->object_count, sizeof *l->objects);
    l->objects[l->object_count] = new;
    return &l->objects[l->object_count++];
}

/* Each line of a small object may be the one that is asked for; a large one reaches all sets. */
static void spread_objects(struct cached_lines *l)
{
    for (uint32_t i = 0; i < l->object_count; i++) {
        const struct cached_object *object = &l->objects[i];
        if (object->count >= cache_line_count(l->numbers)) {
            l->anywhere = count_add(l->anywhere, object->asked);
            continue;
        }
        for (uint64_t k = 0; object->asked && k < object->count; k++) {
            struct cached_line *line = lines_note(l, object->first + k);
            line->asked = count_add(line->asked, object->asked);
        }
    }
}

static void judge_objects(struct cached_lines *l)
{
    for (uint32_t i = 0; i < l->object_count; i++) {
        struct cached_object *object = &l->objects[i];
        object->counted = object->count < cache_line_count(l->numbers);
        for (uint64_t k = 0; object->counted && k < object->count; k++) {
            const struct cached_line *line = place(l, object->first + k);
            object->counted = line->stays && line->counted;
        }
    }
}

/* What all lines of a set are asked for together, and how many they are. */
struct set_sum {
    uint64_t asked;
    uint32_t lines;
};

/* A line that is shared by many accesses is worth counting; one that nearly every access misses is
 * cheaper with the access, whose lines come from DRAM together. */
static void judge(struct cached_line *line, const struct set_sum *set, uint32_t ways,
                  uint64_t anywhere)
{
    enum { SHARED = 64 };
    uint64_t rest = set->asked == UINT64_MAX ? UINT64_MAX : set->asked - line->asked;
    uint64_t misses = count_add(count_add(rest, anywhere), 1);
    line->stays = set->lines <= ways && !anywhere;
    line->misses = line->stays ? 1 : line->asked < misses ? line->asked : misses;
    line->counted = line->misses <= line->asked / 2;
    line->common = line->counted && line->misses <= line->asked / SHARED;
}

void lines_count_misses(struct cached_lines *l)
{
    uint32_t ways = l->numbers->ways, sets = cache_line_count(l->numbers) / ways;
    struct set_sum *sum = arena_array(l->arena, sets, sizeof *sum);
    spread_objects(l);
    for (uint32_t i = 0; i < l->room; i++) {
        struct set_sum *set = &sum[l->table[i].line & (sets - 1)];
        set->asked = count_add(set->asked, l->table[i].asked);
        set->lines += l->table[i].asked != 0;
    }
    for (uint32_t i = 0; i < l->room; i++) {
        if (l->table[i].asked)
            judge(&l->table[i], &sum[l->table[i].line & (sets - 1)], ways, l->anywhere);
    }
    judge_objects(l);
}

uint64_t lines_counted_misses(const struct cached_lines *l)
{
    uint64_t misses = 0;
    for (uint32_t i = 0; i < l->room; i++)
        misses = count_add(misses, l->table[i].counted ? l->table[i].misses : 0);
    return misses;
}

uint64_t lines_common_misses(const struct cached_lines *l)
{
    uint64_t misses = 0;
    for (uint32_t i = 0; i < l->room; i++)
        misses = count_add(misses, l->table[i].common ? l->table[i].misses : 0);
    return misses;
}
