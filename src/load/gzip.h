/* SPDX-License-Identifier: Apache-2.0 */
/* gzip.h - a stream that compresses what is written to it into another one. */
#ifndef WARPCLOCK_LOAD_GZIP_H
#define WARPCLOCK_LOAD_GZIP_H

#include <stdio.h>

struct gzip;

/* The same bytes always give the same file: it has no name and no time. Closing the stream writes
 * the end and leaves `to` open. NULL: no memory. */
FILE *gzip_open(FILE *to, struct gzip **out);
/* From now on nothing is written to `to`. */
void gzip_discard(struct gzip *gzip);

#endif
