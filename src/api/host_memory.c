/* SPDX-License-Identifier: Apache-2.0 */
/* host_memory.c - reads the host's list of mappings (Linux: /proc/self/maps). */
#include "api/host_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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

static bool holds(const struct host_mapping *mapping, uint64_t address)
{
    return address - mapping->base < mapping->size;
}

bool host_mapping_find(const void *pointer, struct host_mapping *out)
{
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    char line[128];
    struct host_mapping next;
    FILE *file = fopen("/proc/self/maps", "r");
    *out = (struct host_mapping){0};
    if (!file)
        return false;
    while (next_line(file, line, sizeof line)) {
        if (!parse(line, &next))
            continue;
        if (continues(out, &next))
            out->size += next.size;
        else if (holds(out, address))
            break;
        else
            *out = next;
    }
    fclose(file);
    return holds(out, address);
}
