/* SPDX-License-Identifier: Apache-2.0 */
/* short_names.c - common prefixes and suffixes of paths, cut at folders and extensions. */
#include "report/short_names.h"

#include <string.h>

/* Up to and including the last '/' of the common prefix. */
static size_t shared_folders(const char *const *paths, size_t count)
{
    size_t length = strlen(paths[0]);
    for (size_t i = 1; i < count; i++) {
        size_t same = 0;
        while (same < length && paths[i][same] == paths[0][same])
            same++;
        length = same;
    }
    while (length && paths[0][length - 1] != '/')
        length--;
    return length;
}

/* From the first '/' or '.' of the common suffix. */
static size_t shared_ending(const char *const *paths, size_t count, size_t before)
{
    size_t end = strlen(paths[0]), length = end - before;
    for (size_t i = 1; i < count; i++) {
        size_t other = strlen(paths[i]), same = 0;
        while (same < length && same < other - before &&
               paths[i][other - 1 - same] == paths[0][end - 1 - same])
            same++;
        length = same;
    }
    while (length && !strchr("/.", paths[0][end - length]))
        length--;
    return length;
}

static int leaves_something(const char *const *paths, size_t count, size_t out)
{
    for (size_t i = 0; i < count; i++) {
        if (strlen(paths[i]) <= out)
            return 0;
    }
    return 1;
}

struct short_names short_names(const char *const *paths, size_t count)
{
    struct short_names names = {0};
    if (count < 2)
        return names;
    names.before = shared_folders(paths, count);
    names.behind = shared_ending(paths, count, names.before);
    if (!leaves_something(paths, count, names.before + names.behind))
        names = (struct short_names){0};
    return names;
}

const char *short_name(const struct short_names *names, const char *path)
{
    return path + names->before;
}

size_t short_name_length(const struct short_names *names, const char *path)
{
    return strlen(path) - names->before - names->behind;
}
