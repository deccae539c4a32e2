/* SPDX-License-Identifier: Apache-2.0 */
/* replay.c - inputs of a fuzz target again, without a fuzzing engine (HOUSE-36): every compiler and
 * every sanitizer can run the kept ones, and a debugger one that fails.
 *
 *     replay TARGET FILE|FOLDER...
 *
 * Prints TAP. A finding ends it by a signal, after the name of the input. */
#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int target_fn(const uint8_t *data, size_t size);

/* TARGETS is T(amdgpu) T(cubin) ..., from the build; each target's function has its name. */
#define T(name) target_fn fuzz_##name;
TARGETS
#undef T

static const struct target {
    const char *name;
    target_fn *run;
} targets[] = {
#define T(name) {#name, fuzz_##name},
    TARGETS
#undef T
};

static const struct target *find_target(const char *name)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        if (!strcmp(targets[i].name, name))
            return &targets[i];
    }
    return NULL;
}

/* NULL: it cannot be read, or is empty. There is no byte to spare: a sanitizer sees a read after
 * the end. */
static uint8_t *read_input(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    uint8_t *bytes = NULL;
    long size = 0;
    if (file && !fseek(file, 0, SEEK_END) && (size = ftell(file)) > 0 && size < LONG_MAX &&
        (bytes = malloc((size_t)size))) {
        rewind(file);
        *length = fread(bytes, 1, (size_t)size, file);
    }
    if (file)
        fclose(file);
    return bytes;
}

static void replay(const struct target *target, const char *path, int *number)
{
    size_t length = 0;
    uint8_t *bytes = read_input(path, &length);
    ++*number;
    if (!bytes) {
        printf("not ok %d %s: cannot be read, or is empty\n", *number, path);
        return;
    }
    printf("# %s\n", path);
    fflush(stdout);
    target->run(bytes, length);
    free(bytes);
    printf("ok %d %s\n", *number, path);
}

static void replay_folder(const struct target *target, const char *path, int *number)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    if (count < 0)
        replay(target, path, number);
    for (int i = 0; i < count; i++) {
        char file[PATH_MAX];
        snprintf(file, sizeof file, "%s/%s", path, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            replay(target, file, number);
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

int main(int count, char **arguments)
{
    const struct target *target = count > 2 ? find_target(arguments[1]) : NULL;
    int number = 0;
    if (!target) {
        fprintf(stderr, "usage: replay TARGET FILE|FOLDER...\n");
        return 2;
    }
    for (int i = 2; i < count; i++)
        replay_folder(target, arguments[i], &number);
    printf("1..%d\n", number);
    return 0;
}
