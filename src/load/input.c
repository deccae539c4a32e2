/* SPDX-License-Identifier: Apache-2.0 */
/* input.c - opens and reads users' files. */
#include "load/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/allowance.h"
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
    return error_out_of_memory(err); /* an open descriptor cannot fail otherwise */
}

static enum wc_status fail_to_read(struct error *err, const char *path, bool ended,
                                   uint64_t bytes)
{
    if (!ended)
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot read: %s", strerror(errno));
    return fail_at(err, WC_BAD_INPUT, path, 0, 0, "unexpected end of file; expected %llu bytes",
                   (unsigned long long)bytes);
}

/* The first byte at or after `offset` that is not in a hole; `end` if there is none before it. */
static uint64_t skip_hole(int descriptor, uint64_t offset, uint64_t end)
{
    off_t data = lseek(descriptor, (off_t)offset, SEEK_DATA);
    if (data < 0)
        return errno == ENXIO ? end : offset; /* file systems without holes have EINVAL */
    return (uint64_t)data < end ? (uint64_t)data : end;
}

/* A hole at the end of the file is only a hole while the file is that long. */
static bool has_bytes(int descriptor, uint64_t end)
{
    struct stat about;
    return fstat(descriptor, &about) == 0 && (uint64_t)about.st_size >= end;
}

enum wc_status input_read_at(struct error *err, const char *path, int descriptor, uint64_t offset,
                             void *to, uint64_t bytes)
{
    enum { CHUNK = 4 << 20 };
    const uint64_t end = offset + bytes;
    for (uint64_t at = offset; (at = skip_hole(descriptor, at, end)) < end;) {
        uint64_t left = end - at;
        ssize_t got = pread(descriptor, (char *)to + (at - offset), left < CHUNK ? left : CHUNK,
                            (off_t)at);
        if (got == 0 || (got < 0 && errno != EINTR))
            return fail_to_read(err, path, got == 0, bytes);
        at += got > 0 ? (uint64_t)got : 0;
        enum wc_status status = allow_work(err);
        if (status != WC_OK)
            return status;
    }
    return has_bytes(descriptor, end) ? WC_OK : fail_to_read(err, path, true, bytes);
}

enum wc_status input_read(struct error *err, const char *path, FILE *file, void *to,
                          uint64_t bytes)
{
    off_t offset = ftello(file);
    if (fileno(file) >= 0 && offset >= 0) {
        enum wc_status status =
            input_read_at(err, path, fileno(file), (uint64_t)offset, to, bytes);
        return status != WC_OK || fseeko(file, (off_t)bytes, SEEK_CUR) == 0
                   ? status : fail_to_read(err, path, false, bytes);
    }
    if (fread(to, 1, bytes, file) == bytes) /* a file in memory */
        return WC_OK;
    return fail_to_read(err, path, !ferror(file), bytes);
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
