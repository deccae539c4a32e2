/* SPDX-License-Identifier: Apache-2.0 */
/* host_memory.c - reads the host's list of mappings (Linux: /proc/self/maps). */
#include "api/host_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

/* "55d0c7a00000-55d0c7a21000 rw-p ...": one mapping; false for a line of another form. */
static bool parse(const char *line, struct host_mapping *mapping)
{
    uint64_t base, end;
    char rights[5];
    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", &base, &end, rights) != 3 || end <= base)
        return false;
    *mapping = (struct host_mapping){base, end - base, rights[0] == 'r', rights[1] == 'w'};
    return true;
}

/* The start of the next line; long ones (paths) are truncated. */
static bool next_line(FILE *file, char *line, int room)
{
    if (!fgets(line, room, file))
        return false;
    if (!strchr(line, '\n'))
        for (int c = getc(file); c != EOF && c != '\n';)
            c = getc(file);
    return true;
}

/* An array may span mappings: one in .bss starts in a page of the program's file and continues in
 * anonymous memory. */
static bool continues(const struct host_mapping *before, const struct host_mapping *next)
{
    return before->base + before->size == next->base && before->readable == next->readable &&
           before->writable == next->writable;
}

/* The list has room for a power of two. */
static bool append(struct host_map *map, const struct host_mapping *next)
{
    const size_t count = map->count;
    if (count && continues(&map->list[count - 1], next)) {
        map->list[count - 1].size += next->size;
        return true;
    }
    if ((count & (count - 1)) == 0) {
        struct host_mapping *grown =
            reallocarray(map->list, count ? 2 * count : 1, sizeof *map->list);
        if (!grown)
            return false;
        map->list = grown;
    }
    map->list[map->count++] = *next;
    return true;
}

struct host_map host_map_read(void)
{
    struct host_map map = {0};
    struct host_mapping next;
    char line[128];
    FILE *file = fopen("/proc/self/maps", "r");
    bool complete = file != NULL;
    while (complete && next_line(file, line, sizeof line))
        complete = !parse(line, &next) || append(&map, &next);
    if (!complete)
        host_map_free(&map);
    if (file)
        fclose(file);
    return map;
}

void host_map_free(struct host_map *map)
{
    free(map->list);
    *map = (struct host_map){0};
}

/* ---- asking ---- */

static const struct host_mapping *find(const struct host_map *map, uint64_t address)
{
    for (size_t i = 0; i < map->count; i++) {
        const struct host_mapping *mapping = &map->list[i];
        if (address - mapping->base < mapping->size)
            return mapping;
    }
    return NULL;
}

const struct host_mapping *host_map_find(const struct host_map *map, const void *pointer)
{
    return find(map, (uint64_t)(uintptr_t)pointer);
}

/* The first address of [address, end) that must not be accessed, or `end`. */
static uint64_t first_barred(const struct host_map *map, uint64_t address, uint64_t end, bool write)
{
    while (address < end) {
        const struct host_mapping *mapping = find(map, address);
        if (!mapping || !mapping->readable || (write && !mapping->writable))
            return address;
        address = mapping->base + mapping->size;
    }
    return end;
}

enum wc_status host_map_check(struct error *err, const struct host_map *map, const char *what,
                              const void *host, uint64_t bytes, bool write)
{
    const uint64_t begin = (uint64_t)(uintptr_t)host;
    const uint64_t end = bytes > UINT64_MAX - begin ? UINT64_MAX : begin + bytes;
    const uint64_t barred = map->list ? first_barred(map, begin, end, write) : end;
    if (barred >= end && end - begin == bytes)
        return WC_OK;
    const struct host_mapping *there = find(map, barred);
    return fail(err, WC_BAD_INPUT,
                "%s has %" PRIu64 " bytes at %p; this process has %s memory at 0x%" PRIx64, what,
                bytes, host, there && there->readable ? "read-only" : "no", barred);
}
