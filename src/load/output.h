/* SPDX-License-Identifier: Apache-2.0 */
/* output.h - files that are written whole or not at all.
 *
 * The bytes go to a temporary file in the same folder, which gets the final name only after
 * everything, including the sync, succeeded. On any failure (a full disk is often noticed only at
 * close) the temporary file is removed and the existing file is untouched. A device or pipe
 * (/dev/stdout) is written directly, since a rename would replace it. */
#ifndef WARPCLOCK_LOAD_OUTPUT_H
#define WARPCLOCK_LOAD_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

struct output {
    FILE *file; /* write here; errors are found at output_commit */
    char *path, *temporary; /* temporary is NULL when the path is written directly */
};

/* On failure nothing is open and nothing is left to release. */
enum wc_status output_open(struct error *err, const char *path, struct output *output);
/* Closes; the file has its final name when this returns WC_OK. */
enum wc_status output_commit(struct error *err, struct output *output);
/* Closes and removes what was written. */
void output_abandon(struct output *output);

/* Could this path be written? For use before long work whose result goes there. */
enum wc_status output_check(struct error *err, const char *path);

/* Writes everything in one call. */
enum wc_status output_write(struct error *err, const char *path, const void *bytes, size_t length);

#endif
