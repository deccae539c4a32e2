/* SPDX-License-Identifier: Apache-2.0 */
/* input.c - opens and reads users' files. */
#include "load/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

/* O_NONBLOCK: opening a pipe without a writer must not hang; no effect on regular files. */
enum wc_status input_open(struct error *err, const char *path, FILE **file, uint64_t *bytes)
{
    struct stat about;
    *file = NULL;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
    if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode)) {
        close(descriptor);
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "not a regular file");
    }
    *bytes = (uint64_t)about.st_size;
    *file = fdopen(descriptor, "rb");
    if (*file)
        return WC_OK;
    close(descriptor);
    return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot open: %s", strerror(errno));
}

enum wc_status input_read(struct error *err, const char *path, FILE *file, void *to,
                          uint64_t bytes)
{
    if (fread(to, 1, bytes, file) == bytes)
        return WC_OK;
    if (ferror(file))
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot read: %s", strerror(errno));
    return fail_at(err, WC_BAD_INPUT, path, 0, 0, "unexpected end of file; expected %llu bytes",
                   (unsigned long long)bytes);
}

static enum wc_status read_into(struct error *err, const char *path, FILE *file, uint64_t bytes,
                                char **text)
{
    void *memory = NULL;
    enum wc_status status = allocate_checked(err, path, bytes + 1, &memory);
    if (status != WC_OK)
        return status;
    status = input_read(err, path, file, memory, bytes);
    if (status == WC_OK)
        *text = memory;
    else
        free(memory);
    return status;
}

enum wc_status input_read_all(struct error *err, const char *path, uint64_t max, char **text,
                              size_t *length)
{
    FILE *file;
    uint64_t bytes = 0;
    *text = NULL;
    enum wc_status status = input_open(err, path, &file, &bytes);
    if (status != WC_OK)
        return status;
    if (bytes > max)
        status = fail_at(err, WC_BAD_INPUT, path, 0, 0, "%llu bytes exceed the maximum of %llu",
                         (unsigned long long)bytes, (unsigned long long)max);
    else
        status = read_into(err, path, file, bytes, text);
    *length = (size_t)bytes;
    fclose(file);
    return status;
}
