/* SPDX-License-Identifier: Apache-2.0 */
/* files.c - identities of files, and comparing them. */
#include "load/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "load/output.h"

/* ---- identity ---- */

/* The path with its links resolved; of a missing file, the real path of its folder and its name. */
static char *real_path(const char *path)
{
    char *real = realpath(path, NULL), *full = NULL;
    if (real || errno == ENOMEM)
        return real;
    const char *slash = strrchr(path, '/');
    char *parent = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    char *folder = parent ? realpath(parent, NULL) : NULL;
    if (folder && asprintf(&full, "%s/%s", folder, slash ? slash + 1 : path) < 0)
        full = NULL;
    free(parent);
    free(folder);
    return full;
}

static void locate(const char *path, struct file_identity *identity)
{
    struct stat folder;
    char *real = real_path(path), *slash = real ? strrchr(real, '/') : NULL;
    if (slash && slash[1]) {
        identity->name = strdup(slash + 1);
        slash[1] = '\0';
        identity->located = identity->name && stat(real, &folder) == 0;
    }
    if (identity->located) {
        identity->folder_device = folder.st_dev;
        identity->folder_inode = folder.st_ino;
    }
    free(real);
}

/* Sets errno to ENOMEM if the identity could not be found for lack of memory. */
static struct file_identity identify(const char *path)
{
    struct file_identity identity = {0};
    struct stat about;
    errno = 0;
    bool present = stat(path, &about) == 0;
    identity.exists = present && S_ISREG(about.st_mode);
    if (identity.exists) {
        identity.device = about.st_dev;
        identity.inode = about.st_ino;
    }
    if (identity.exists || !present)
        locate(path, &identity);
    return identity;
}

static bool same_inode(const struct file_identity *a, const struct file_identity *b)
{
    return a->exists && b->exists && a->device == b->device && a->inode == b->inode;
}

static bool same_place(const struct file_identity *a, const struct file_identity *b)
{
    return a->located && b->located && a->folder_device == b->folder_device &&
           a->folder_inode == b->folder_inode && strcmp(a->name, b->name) == 0;
}

/* An output that was replaced since it was added has left its inode, perhaps to another file. */
static bool same_file(const struct file_use *known, const struct file_identity *identity)
{
    if (same_place(&known->identity, identity))
        return true;
    if (!same_inode(&known->identity, identity))
        return false;
    struct file_identity now = identify(known->path);
    bool same = same_inode(&now, identity);
    free(now.name);
    return same;
}

bool files_same(const char *a, const char *b)
{
    struct file_identity x = identify(a), y = identify(b);
    bool same = same_inode(&x, &y) || same_place(&x, &y);
    free(x.name);
    free(y.name);
    return same;
}

/* ---- table ---- */

static void release(struct file_use *use)
{
    free(use->path);
    free(use->what);
    free(use->identity.name);
}

void files_free(struct files *files)
{
    for (size_t i = 0; i < files->count; i++)
        release(&files->list[i]);
    free(files->list);
    *files = (struct files){0};
}

static enum wc_status refuse(struct error *err, const struct file_use *one,
                             const struct file_use *other)
{
    const struct file_use *output = one->output ? one : other;
    const struct file_use *second = one->output ? other : one;
    enum wc_status status =
        second->output ? fail(err, WC_BAD_INPUT, "%s '%s' and %s '%s' are the same file",
                              second->what, second->path, output->what, output->path)
                       : fail(err, WC_BAD_INPUT, "%s '%s' would overwrite %s '%s'", output->what,
                              output->path, second->what, second->path);
    err->refused = true;
    return status;
}

static bool collide(const struct file_use *known, const struct file_use *use)
{
    if (!known->output && !use->output)
        return false;
    if (known->output && use->output && known->stream && use->stream)
        return false;
    return same_file(known, &use->identity);
}

static enum wc_status check(struct error *err, const struct files *files,
                            const struct file_use *use)
{
    for (; files; files = files->outer) {
        for (size_t i = 0; i < files->count; i++) {
            if (collide(&files->list[i], use))
                return refuse(err, use, &files->list[i]);
        }
    }
    return WC_OK;
}

/* The list has room for a power of two. */
static enum wc_status append(struct error *err, struct files *files, const struct file_use *use)
{
    size_t count = files->count;
    if ((count & (count - 1)) == 0) {
        struct file_use *grown =
            reallocarray(files->list, count ? 2 * count : 1, sizeof *files->list);
        if (!grown)
            return fail_memory(err);
        files->list = grown;
    }
    files->list[files->count++] = *use;
    return WC_OK;
}

static enum wc_status add(struct error *err, struct files *files, const char *path,
                          const char *what, bool output)
{
    struct file_use use = {.output = output, .stream = output_stream(path) >= 0,
                           .identity = identify(path)};
    bool identified = errno != ENOMEM;
    use.path = strdup(path);
    use.what = strdup(what);
    enum wc_status status = identified && use.path && use.what
                                ? check(err, files, &use)
                                : fail_memory(err);
    if (status == WC_OK)
        status = append(err, files, &use);
    if (status != WC_OK)
        release(&use);
    return status;
}

enum wc_status files_add_input(struct error *err, struct files *files, const char *path,
                               const char *what)
{
    return add(err, files, path, what, false);
}

enum wc_status files_add_output(struct error *err, struct files *files, const char *path,
                                const char *what)
{
    return add(err, files, path, what, true);
}

void files_remove_output(struct files *files, const char *path, const char *what)
{
    for (size_t i = 0; i < files->count; i++) {
        struct file_use *use = &files->list[i];
        if (!use->output || strcmp(use->path, path) != 0 || strcmp(use->what, what) != 0)
            continue;
        release(use);
        *use = files->list[--files->count];
        return;
    }
}

const struct file_use *files_find(const struct files *files, const char *path, bool output)
{
    const struct file_use *found = NULL;
    struct file_identity identity = identify(path);
    for (; files && !found; files = files->outer) {
        for (size_t i = 0; i < files->count && !found; i++) {
            if (files->list[i].output == output && same_file(&files->list[i], &identity))
                found = &files->list[i];
        }
    }
    free(identity.name);
    return found;
}
