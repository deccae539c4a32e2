/* SPDX-License-Identifier: Apache-2.0 */
/* values.h - arrays as decimal text (.csv, .txt) and as raw little-endian words (.bin). */
#ifndef WARPCLOCK_LOAD_VALUES_H
#define WARPCLOCK_LOAD_VALUES_H

#include <stdio.h>

#include "base/error.h"
#include "load/array.h"

/* Numbers of one type, separated by commas, blanks and line ends; an empty field between two
 * commas is refused. The result is one-dimensional. Errors name line and column. */
enum wc_status values_parse(struct error *err, const char *name, const char *text, size_t length,
                            enum wc_type type, struct array *array);
enum wc_status values_read(struct error *err, const char *path, enum wc_type type,
                           struct array *array);
/* One line for each run of the last dimension, separated by `separator`. */
void values_write(FILE *file, const struct array *array, char separator);

/* The file's bytes as elements of the declared type; an incomplete last element is refused, and a
 * size that the declared shape does not have. */
enum wc_status raw_read(struct error *err, const char *path,
                        const struct array_declared *declared, struct array *array);

#endif
