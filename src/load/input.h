/* SPDX-License-Identifier: Apache-2.0 */
/* input.h - a user's file, opened with its size, or read whole. */
#ifndef WARPCLOCK_LOAD_INPUT_H
#define WARPCLOCK_LOAD_INPUT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

/* Opens a regular file for reading and returns its size. Folders and devices are refused. */
enum wc_status input_open(struct error *err, const char *path, FILE **file, uint64_t *bytes);
/* Reads exactly `bytes` from the present position; a file that ends early is refused. The memory is
 * zeroed: holes of a sparse file are skipped and take none. An interrupt ends it. */
enum wc_status input_read(struct error *err, const char *path, FILE *file, void *to,
                          uint64_t bytes);
/* The same from any position of a descriptor. */
enum wc_status input_read_at(struct error *err, const char *path, int descriptor, uint64_t offset,
                             void *to, uint64_t bytes);
/* The whole file with a NUL after it, at most `max` bytes; release with free(). */
enum wc_status input_read_all(struct error *err, const char *path, uint64_t max, char **text,
                              size_t *length);

#endif
