/* SPDX-License-Identifier: Apache-2.0 */
/* npy.h - NumPy's array file (numpy.lib.format): versions 1.0 and 2.0 read, 1.0 written. */
#ifndef WARPCLOCK_LOAD_NPY_H
#define WARPCLOCK_LOAD_NPY_H

#include <stdio.h>

#include "base/error.h"
#include "load/array.h"

/* Reads one array, whose type and shape must be the declared ones. Refused: object and structured
 * types, big endian, Fortran order of two or more dimensions, a header whose shape does not match
 * the size of the file. */
enum wc_status npy_read(struct error *err, const char *path,
                        const struct array_declared *declared, struct array *array);
/* The same from bytes in memory; `name` is used in messages. */
enum wc_status npy_parse(struct error *err, const char *name, const void *bytes, size_t length,
                         struct array *array);
/* Version 1.0, little endian, C order, header padded to 64 bytes. Errors stay in ferror(file). */
void npy_write(FILE *file, const struct array *array);

#endif
