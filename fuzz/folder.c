/* SPDX-License-Identifier: Apache-2.0 */
/* folder.c - the files of a fuzz target. */
#include "folder.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES_MAX = 16, PATH_MAX_BYTES = 512 };

/* A target has no handle that lives from one input to the next. */
static struct {
    char path[PATH_MAX_BYTES];
    char *files[FILES_MAX];
    size_t count;
} folder;

void finding(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fprintf(stderr, "finding: ");
    vfprintf(stderr, format, list);
    fprintf(stderr, "\n");
    va_end(list);
    abort();
}

static void remove_folder(void)
{
    for (size_t i = 0; i < folder.count; i++) {
        unlink(folder.files[i]);
        free(folder.files[i]);
    }
    rmdir(folder.path);
}

static char *joined(const char *parent, const char *name)
{
    char *path;
    if (asprintf(&path, "%s/%s", parent, name) < 0)
        exit(1);
    return path;
}

static void make_folder(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder.path, sizeof folder.path, "%s/warpclock-fuzz-XXXXXX", parent ? parent : "/tmp");
    if (!mkdtemp(folder.path)) {
        perror(folder.path);
        exit(1);
    }
    atexit(remove_folder);
}

const char *folder_path(const char *name)
{
    if (!*folder.path)
        make_folder();
    for (size_t i = 0; i < folder.count; i++) {
        if (!strcmp(folder.files[i] + strlen(folder.path) + 1, name))
            return folder.files[i];
    }
    if (folder.count == FILES_MAX)
        finding("more than %d files in a folder", FILES_MAX);
    char *path = joined(folder.path, name);
    folder.files[folder.count++] = path;
    return path;
}

const char *folder_write(const char *name, const void *bytes, size_t length)
{
    const char *path = folder_path(name);
    FILE *file = fopen(path, "wb");
    if (!file || (length && fwrite(bytes, length, 1, file) != 1) || fclose(file)) {
        perror(path);
        exit(1);
    }
    return path;
}

const char *machines_folder(void)
{
    static char path[PATH_MAX_BYTES];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "/machines");
    char *slash = length > 0 ? strrchr(path, '/') : NULL;
    if (slash)
        strcpy(slash, "/machines");
    return slash && access(path, R_OK) == 0 ? path : MACHINES;
}
