/* SPDX-License-Identifier: Apache-2.0 */
/* output.c - nameless file, sync, temporary name, rename. */
#include "load/output.h"
#include "load/gzip.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
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

static bool is_link(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode);
}

static bool is_fifo(const char *path)
{
    struct stat about;
    return stat(path, &about) == 0 && S_ISFIFO(about.st_mode);
}

/* ---- written in place ---- */

int output_stream(const char *path)
{
    static const struct {
        const char *name;
        int descriptor; /* -1: the number follows */
    } streams[] = {{"/dev/stdin", 0}, {"/dev/stdout", 1}, {"/dev/stderr", 2},
                   {"/dev/fd/", -1}, {"/proc/self/fd/", -1}};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++) {
        size_t length = strlen(streams[i].name);
        if (streams[i].descriptor >= 0 && strcmp(path, streams[i].name) == 0)
            return streams[i].descriptor;
        if (streams[i].descriptor >= 0 || strncmp(path, streams[i].name, length) != 0)
            continue;
        const char *digits = path + length;
        size_t count = strspn(digits, "0123456789");
        if (count && count < 8 && !digits[count])
            return atoi(digits);
    }
    return -1;
}

/* A copy of the descriptor shares its position: a new one would start at the beginning of a file to
 * which the stream was redirected. */
static int open_stream(int stream)
{
    int flags = fcntl(stream, F_GETFL);
    if (flags >= 0 && (flags & O_ACCMODE) == O_RDONLY) {
        errno = EBADF;
        return -1;
    }
    return flags < 0 ? -1 : fcntl(stream, F_DUPFD_CLOEXEC, 0);
}

/* O_NONBLOCK: a FIFO that nobody reads must not hang; writing to it may wait. */
static int open_special(const char *path)
{
    int descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    int flags = descriptor >= 0 ? fcntl(descriptor, F_GETFL) : -1;
    if (flags >= 0)
        fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK);
    return descriptor;
}

/* ---- replaced ---- */

/* A place that a reader may leave full. What failed once, fails at once from then on: a signal ends
 * one call that waits, and there may be thousands before anybody looks. */
struct output_place {
    int descriptor, failure; /* errno, or 0 */
};

static ssize_t write_place(void *cookie, const char *bytes, size_t length)
{
    struct output_place *place = cookie;
    for (size_t done = 0; !place->failure && done < length;) {
        ssize_t written = write(place->descriptor, bytes + done, length - done);
        if (written < 0)
            place->failure = errno;
        else
            done += (size_t)written;
    }
    if (place->failure)
        errno = place->failure;
    return place->failure ? 0 : (ssize_t)length; /* 0: an error of fopencookie() */
}

static int close_place(void *cookie)
{
    struct output_place *place = cookie;
    int status = close(place->descriptor);
    free(place);
    return status;
}

static FILE *open_place(struct output *output, int descriptor)
{
    struct output_place *place = calloc(1, sizeof *place);
    FILE *file = NULL;
    if (place) {
        place->descriptor = descriptor;
        file = fopencookie(place, "wb", (cookie_io_functions_t){.write = write_place,
                                                               .close = close_place});
    }
    if (file)
        output->place = place;
    else
        free(place);
    return file;
}

/* The folder of a path with its slash, if any. */
static int folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

/* Where the file of an open descriptor can be given a name from. */
struct descriptor_path {
    char text[32];
};

static struct descriptor_path descriptor_path(int descriptor)
{
    struct descriptor_path path;
    snprintf(path.text, sizeof path.text, "/proc/self/fd/%d", descriptor);
    return path;
}

/* -1 where the file system has no such files or they could not be named later. */
static int open_nameless(const struct output *output)
{
    char *folder;
    if (asprintf(&folder, "%.*s.", folder_length(output->path), output->path) < 0)
        return -1;
    int descriptor = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    free(folder);
    if (descriptor >= 0 && access(descriptor_path(descriptor).text, F_OK) != 0) {
        close(descriptor);
        descriptor = -1;
    }
    return descriptor;
}

/* Not mkstemp: its files are readable only by their owner, regardless of the umask. */
static int create_named(const char *name, int nameless)
{
    if (nameless < 0)
        return open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return linkat(AT_FDCWD, descriptor_path(nameless).text, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

/* Finds a temporary name: for a new file, whose descriptor it returns, or for a nameless one. */
static int take_temporary_name(struct output *output, int nameless)
{
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        char *name;
        if (asprintf(&name, "%.*s.warpclock-%ld-%u.tmp", folder_length(output->path), output->path,
                     (long)getpid(), attempt) < 0)
            return -1;
        int result = create_named(name, nameless);
        if (result >= 0) {
            output->temporary = name;
            return result;
        }
        free(name);
        if (errno != EEXIST)
            return -1;
    }
    return -1;
}

/* A replaced file keeps its mode; if that fails, the mode of a new file is good enough. */
static int open_replacement(struct output *output, const struct stat *before)
{
    int descriptor = open_nameless(output);
    if (descriptor < 0)
        descriptor = take_temporary_name(output, -1);
    if (descriptor >= 0 && before)
        (void)!fchmod(descriptor, before->st_mode & 0777);
    return descriptor;
}

/* ---- both ---- */

/* Sets errno if a file must not or cannot be replaced: a container may have mounted it by itself,
 * and a mount point cannot be renamed over. */
static bool is_replaceable(const char *path)
{
    struct statx about;
    if (faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) != 0)
        return false;
    if (statx(AT_FDCWD, path, 0, 0, &about) != 0 ||
        !(about.stx_attributes & about.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT))
        return true;
    errno = EBUSY;
    return false;
}

/* A link stays a link: its target is replaced. A dangling one has no folder to write to. */
static int open_target(struct output *output, const char *path)
{
    struct stat about;
    bool exists = stat(path, &about) == 0;
    if (!exists && (errno != ENOENT || is_link(path) || !*path))
        return -1;
    if (exists && S_ISDIR(about.st_mode)) {
        errno = EISDIR;
        return -1;
    }
    output->direct = exists && !S_ISREG(about.st_mode);
    if (output->direct)
        return open_special(path);
    if (exists && !is_replaceable(path))
        return -1;
    output->path = exists ? realpath(path, NULL) : strdup(path);
    return output->path ? open_replacement(output, exists ? &about : NULL) : -1;
}

static const char *cause_text(const char *path, int cause)
{
    if (cause == ENXIO && is_fifo(path))
        return "no process reads this FIFO";
    if (cause == ENOENT && is_link(path))
        return "dangling symbolic link";
    return strerror(cause);
}

enum wc_status output_open(struct error *err, const char *path, struct output *output)
{
    memset(output, 0, sizeof *output);
    int stream = output_stream(path);
    int descriptor = stream >= 0 ? open_stream(stream) : open_target(output, path);
    output->direct |= stream >= 0;
    if (descriptor >= 0)
        output->file = output->direct ? open_place(output, descriptor) : fdopen(descriptor, "wb");
    if (descriptor >= 0 && !output->path)
        output->path = strdup(path);
    if (output->file && output->path) {
        errno = 0;
        return WC_OK;
    }
    int cause = errno;
    if (descriptor >= 0 && !output->file)
        close(descriptor);
    output_abandon(output);
    return fail_at(err, WC_BAD_INPUT, path, 0, 0, "cannot write: %s", cause_text(path, cause));
}

/* Without waiting for a reader of what is still in the buffer. */
static int close_unwritten(FILE *file)
{
    __fpurge(file);
    return fclose(file);
}

/* The end of what is compressed goes into the file. */
static void close_compressor(struct output *output)
{
    if (!output->under)
        return;
    fclose(output->file);
    output->file = output->under;
    output->under = NULL;
}

static bool is_packed(const char *path)
{
    const size_t length = strlen(path);
    return length > 3 && strcmp(path + length - 3, ".gz") == 0;
}

bool output_ends_in(const char *path, const char *ending)
{
    const size_t length = strlen(path) - (is_packed(path) ? 3 : 0);
    const size_t size = strlen(ending);
    return length > size && memcmp(path + length - size, ending, size) == 0;
}

void output_abandon(struct output *output)
{
    if (output->under)
        gzip_discard(output->gzip);
    close_compressor(output);
    if (output->file)
        close_unwritten(output->file);
    if (output->temporary)
        unlink(output->temporary);
    release(output);
}

enum wc_status output_open_packed(struct error *err, const char *path, struct output *output)
{
    enum wc_status status = output_open(err, path, output);
    if (status != WC_OK || !is_packed(path))
        return status;
    FILE *file = gzip_open(output->file, &output->gzip);
    if (!file) {
        output_abandon(output);
        return fail_memory(err);
    }
    output->under = output->file;
    output->file = file;
    return WC_OK;
}

/* errno of an earlier write may be another one by now: more bytes, or the same ones, fail again. */
static int write_failure(const struct output *output)
{
    static const char page[4096];
    if (output->place)
        return output->place->failure;
    clearerr(output->file);
    errno = 0;
    for (int i = 0; i < 64 && fflush(output->file) == 0; i++)
        fwrite(page, 1, sizeof page, output->file);
    return errno ? errno : EIO;
}

/* errno of the first failed step, or 0. */
static int finish(struct output *output)
{
    close_compressor(output);
    FILE *file = output->file;
    bool bad = ferror(file) || fflush(file) != 0;
    if (bad)
        errno = write_failure(output);
    bad = bad || (!output->direct && fsync(fileno(file)) != 0);
    bad = bad || (!output->direct && !output->temporary &&
                  take_temporary_name(output, fileno(file)) < 0);
    int cause = bad ? (errno ? errno : EIO) : 0;
    output->file = NULL;
    if ((cause ? close_unwritten(file) : fclose(file)) != 0 && !cause)
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
        status = fail_at(err, cause == EINTR ? WC_INTERRUPTED : WC_BAD_INPUT, output->path, 0, 0,
                         "cannot write: %s", strerror(cause));
        output_abandon(output);
    } else {
        release(output);
    }
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
