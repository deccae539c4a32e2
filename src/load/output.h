/* SPDX-License-Identifier: Apache-2.0 */
/* output.h - files that are written whole or not at all.
 *
 * The bytes go to a file without a name in the folder of the target. It gets a temporary name, and
 * then the final one, only after everything, including the sync, succeeded. On any failure (a full
 * disk is often noticed only at close) the existing file is untouched; a process that is killed
 * leaves nothing. File systems without nameless files have the temporary name from the start.
 * A device, pipe or open stream (/dev/stdout) is written directly, since a rename would replace
 * it. */
#ifndef WARPCLOCK_LOAD_OUTPUT_H
#define WARPCLOCK_LOAD_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

struct output {
    FILE *file;      /* write here; errors are found at output_commit */
    char *path;      /* the file that is replaced, links resolved */
    char *temporary; /* NULL: the file has no name yet */
    bool direct;     /* written in place */
    struct output_place *place; /* if so */
    FILE *under;                /* the file itself, if `file` compresses into it */
    struct gzip *gzip;          /* if so */
};

/* Whatever would keep the output from being written is found here, as far as the system knows it:
 * a missing or read-only folder, a directory, a write-protected file, a FIFO that nobody reads. On
 * failure nothing is open and nothing is left to release. */
enum wc_status output_open(struct error *err, const char *path, struct output *output);
/* The same; what is written is compressed if the name ends in ".gz". */
enum wc_status output_open_packed(struct error *err, const char *path, struct output *output);
/* Closes; the file has its final name when this returns WC_OK. */
enum wc_status output_commit(struct error *err, struct output *output);
/* Closes and removes what was written. A zeroed struct has nothing to remove. */
void output_abandon(struct output *output);

/* Writes everything in one call. */
enum wc_status output_write(struct error *err, const char *path, const void *bytes, size_t length);

/* Whether a name ends like that, ".gz" aside: it selects a format. */
bool output_ends_in(const char *path, const char *ending);

/* The number of the open stream that a path names (/dev/stdout, /dev/fd/3), or -1. */
int output_stream(const char *path);

#endif
