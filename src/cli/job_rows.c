/* SPDX-License-Identifier: Apache-2.0 */
/* job_rows.c - one row for jobs that differ only in their target. */
#include "job_rows.h"

#include <string.h>

#include "memory.h"

/* A path in three parts: folder with its '/', target, and the rest after the '-'. */
struct parts {
    const char *path;
    size_t folder, target; /* lengths */
    const char *rest;      /* NULL: no '-' in the file's name */
};

/* One target has a '-' itself. */
static const char *target_end(const char *file)
{
    static const char sim_d[] = "sim-d";
    const size_t length = strlen(sim_d);
    return strchr(strncmp(file, sim_d, length) == 0 ? file + length : file, '-');
}

static struct parts split(const char *path)
{
    const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
    const char *dash = target_end(file);
    return (struct parts){.path = path, .folder = (size_t)(file - path),
                          .target = dash ? (size_t)(dash - file) : 0,
                          .rest = dash ? dash + 1 : NULL};
}

static bool differ_in_target(const struct parts *a, const struct parts *b)
{
    return a->rest && b->rest && strcmp(a->rest, b->rest) == 0 && a->folder == b->folder &&
           strncmp(a->path, b->path, a->folder) == 0 &&
           (a->target != b->target ||
            strncmp(a->path + a->folder, b->path + b->folder, a->target) != 0);
}

char *job_row_name(const struct text_list *jobs, size_t i)
{
    const struct parts own = split(jobs->items[i]);
    for (size_t k = 0; k < jobs->count; k++) {
        const struct parts other = split(jobs->items[k]);
        if (differ_in_target(&own, &other))
            return format_text("%.*s%s", (int)own.folder, own.path, own.rest);
    }
    return format_text("%s", own.path);
}
