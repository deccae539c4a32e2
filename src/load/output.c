/* SPDX-License-Identifier: Apache-2.0 */
/* output.c - temporary file, sync, rename. */
#include "load/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void release(struct output *output)
{
    free(output->path);
    free(output->temporary);
    memset(output, 0, sizeof *output);
}

static bool is_special(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

static bool is_link(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

/* The folder of a path with its slash, if any. */
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

/* Not mkstemp: its files are readable only by their owner, regardless of the umask. */
static int open_temporary(struct output *output)
{
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        free(output->temporary);
        output->temporary = NULL;
        if (asprintf(&output->temporary, "%.*s.warpclock-%ld-%u.tmp", folder_length(output->path),
                     output->path, (long)getpid(), attempt) < 0) {
            output->temporary = NULL;
            return -1;
        }
        int descriptor =
            open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

/* A replaced file keeps its mode; if that fails, the mode of a new file is good enough. */
static void keep_mode(const struct output *output, int descriptor)
{
    struct stat before;
    if (output->temporary && stat(output->path, &before) == 0 &&
        fchmod(descriptor, before.st_mode & 0777) != 0)
        return;
}

enum wc_status output_open(struct error *err, const char *path, struct output *output)
{
    memset(output, 0, sizeof *output);
    output->path = realpath(path, NULL); /* a link stays a link: its target is replaced */
    if (!output->path && !is_special(path) && is_link(path))
        return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot write: dangling symbolic link");
    if (!output->path)
        output->path = strdup(path);
    int descriptor = is_special(path) ? open(path, O_WRONLY | O_CLOEXEC) : open_temporary(output);
    if (descriptor >= 0) {
        keep_mode(output, descriptor);
        output->file = fdopen(descriptor, "wb");
    }
    if (output->file) {
        errno = 0;
        return WC_OK;
    }
    enum wc_status status = fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot write: %s",
                                    strerror(errno));
    if (descriptor >= 0) {
        close(descriptor);
        if (output->temporary)
            unlink(output->temporary);
    }
    release(output);
    return status;
}

void output_abandon(struct output *output)
{
    if (output->file)
        fclose(output->file);
    if (output->temporary)
        unlink(output->temporary);
    release(output);
}

/* errno of the first failed step, or 0. An earlier failed write has left its errno: output_open
 * cleared it, and writers make no other failing calls. */
static int finish(struct output *output)
{
    FILE *file = output->file;
    output->file = NULL;
    bool bad = ferror(file) || fflush(file) != 0;
    bad = bad || (output->temporary && fsync(fileno(file)) != 0);
    int cause = bad ? (errno ? errno : EIO) : 0;
    if (fclose(file) != 0 && !cause)
        cause = errno ? errno : EIO;
    if (!cause && output->temporary && rename(output->temporary, output->path) != 0)
        cause = errno;
    return cause;
}

enum wc_status output_commit(struct error *err, struct output *output)
{
    enum wc_status status = WC_OK;
    int cause = finish(output);
    if (cause) {
        status = fail_at(err, WC_BAD_INPUT, output->path, 0, 0, "cannot write: %s",
                         strerror(cause));
        output_abandon(output);
    } else {
        release(output);
    }
    return status;
}

/* Pipes are not tested: opening one could wait for its reader. */
enum wc_status output_check(struct error *err, const char *path)
{
    struct output output;
    if (is_special(path))
        return WC_OK;
    enum wc_status status = output_open(err, path, &output);
    if (status == WC_OK)
        output_abandon(&output);
    return status;
}

enum wc_status output_write(struct error *err, const char *path, const void *bytes, size_t length)
{
    struct output output;
    enum wc_status status = output_open(err, path, &output);
    if (status != WC_OK)
        return status;
    fwrite(bytes, 1, length, output.file); /* output_commit checks ferror */
    return output_commit(err, &output);
}
