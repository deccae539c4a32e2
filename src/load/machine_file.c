/* SPDX-License-Identifier: Apache-2.0 */
/* machine_file.c - finds machine files by name. */
#include "load/machine_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

static bool ends_in_yaml(const char *name)
{
    size_t length = strlen(name);
    return length > 5 && !strcmp(name + length - 5, ".yaml");
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct name_list {
    struct arena *arena;
    const char **names;
    size_t count;
};

/* False without memory. */
static bool add_folder(struct name_list *list, const char *folder)
{
    const struct dirent *entry;
    DIR *handle = opendir(folder);
    if (!handle)
        return errno != ENOMEM;
    while ((entry = readdir(handle)) != NULL) {
        if (!ends_in_yaml(entry->d_name) || entry->d_name[0] == '.')
            continue;
        list->names = arena_grow(list->arena, list->names, list->count, sizeof *list->names);
        list->names[list->count++] =
            arena_strndup(list->arena, entry->d_name, strlen(entry->d_name) - 5);
    }
    closedir(handle);
    return true;
}

bool machine_names(struct arena *arena, const char *const *folders, const char ***names,
                   size_t *count)
{
    struct name_list list = {.arena = arena};
    bool complete = true;
    for (; *folders; folders++)
        complete &= add_folder(&list, *folders);
    if (list.count)
        qsort(list.names, list.count, sizeof *list.names, compare_names);
    size_t kept = 0;
    for (size_t i = 0; i < list.count; i++)
        if (!kept || strcmp(list.names[kept - 1], list.names[i]) != 0)
            list.names[kept++] = list.names[i];
    *names = list.names;
    *count = kept;
    return complete;
}

static const char *listed_name(const void *user, size_t i)
{
    const struct name_list *list = user;
    return i < list->count ? list->names[i] : NULL;
}

static enum wc_status unknown_machine(struct error *err, struct arena *arena, const char *name,
                                      const char *const *folders)
{
    struct name_list list = {.arena = arena};
    if (!machine_names(arena, folders, &list.names, &list.count))
        return fail_memory(err);
    const char *near = nearest_name(name, listed_name, &list);
    struct text known = {0};
    for (size_t i = 0; i < list.count; i++)
        text_add(&known, "%s%s", i ? ", " : "", list.names[i]);
    if (near)
        fail(err, WC_BAD_INPUT, "unknown machine '%.64s'; available: %s", name,
             text_string(&known));
    else
        fail(err, WC_BAD_INPUT, "unknown machine '%.64s'", name);
    if (near)
        hint(err, "did you mean '%s'?", near);
    else if (list.count)
        hint(err, "available: %s", text_string(&known));
    else
        hint(err, "no machine files found; the command takes their folders from WARPCLOCK_PATH");
    text_free(&known);
    return err->status;
}

enum wc_status machine_path(struct error *err, struct arena *arena, const char *name,
                            const char *const *folders, const char **path)
{
    if (ends_in_yaml(name)) {
        *path = arena_strdup(arena, name);
        return WC_OK;
    }
    for (const char *const *folder = folders; !strchr(name, '/') && *folder; folder++) {
        *path = arena_format(arena, "%s/%s.yaml", *folder, name);
        if (access(*path, F_OK) == 0)
            return WC_OK;
    }
    return unknown_machine(err, arena, name, folders);
}
