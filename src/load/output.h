/* SPDX-License-Identifier: Apache-2.0 */
/* output.h - files that are written whole or not at all.
 *
 * The bytes go to a temporary file in the same folder, which takes the final name only after
 * everything, the sync included, went well. On any failure (a full disk is often noticed only at
 * the close) the temporary is removed and what stood under the final name is untouched. A device
 * or pipe (/dev/stdout) is written to directly, since a rename would replace it. */
#ifndef WARPCLOCK_LOAD_OUTPUT_H
#define WARPCLOCK_LOAD_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

#include "base/error.h"

struct output {
    FILE *file; /* write here; failures are found at output_commit */
    char *path, *temporary; /* temporary is NULL when the path is written directly */
};

/* On failure nothing is open and nothing is left to release. */
enum wc_status output_open(struct error *err, const char *path, struct output *output);
/* Closes; the file is under its name when this returns WC_OK. */
enum wc_status output_commit(struct error *err, struct output *output);
/* Closes and removes what was written. */
void output_abandon(struct output *output);

/* Could this path be written to? Asked before long work whose result goes there. */
enum wc_status output_check(struct error *err, const char *path);

/* All at once. */
enum wc_status output_write(struct error *err, const char *path, const void *bytes, size_t length);

#endif
