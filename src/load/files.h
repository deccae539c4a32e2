/* SPDX-License-Identifier: Apache-2.0 */
/* files.h - the files that are read and the files that will be written: no output may replace an
 * input or another output.
 *
 * Two paths are the same file if both lead to one device and inode (links, hard links), or if they
 * have the same name in the same folder, which also covers files that do not exist yet. The order
 * does not matter: an input that is added after an output is compared with it as well. */
#ifndef WARPCLOCK_LOAD_FILES_H
#define WARPCLOCK_LOAD_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"

struct file_identity {
    bool exists;  /* as a regular file: devices and pipes have no contents to lose */
    dev_t device;
    ino_t inode;
    bool located; /* its folder exists */
    dev_t folder_device;
    ino_t folder_inode;
    char *name;   /* in that folder, links resolved */
};

struct file_use {
    char *path, *what; /* as given; "the kernel" */
    bool output;
    bool stream;       /* /dev/stdout and the like: streams may share a file */
    struct file_identity identity;
};

/* Zeroed: empty. The files of `outer` belong to this table too. */
struct files {
    const struct files *outer;
    struct file_use *list;
    size_t count;
};

void files_free(struct files *files);

/* `what` describes the file in messages: "the kernel", "the timeline". On failure nothing is
 * added; a refused output sets err->refused. */
enum wc_status files_add_input(struct error *err, struct files *files, const char *path,
                               const char *what);
enum wc_status files_add_output(struct error *err, struct files *files, const char *path,
                                const char *what);
/* Removes an output of this table that is closed. */
void files_remove_output(struct files *files, const char *path, const char *what);

/* The input or output of the table that a path leads to, or NULL. */
const struct file_use *files_find(const struct files *files, const char *path, bool output);

bool files_same(const char *a, const char *b);

#endif
