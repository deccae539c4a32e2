/* SPDX-License-Identifier: Apache-2.0 */
/* array.h - the contents of a buffer: typed, shaped, little-endian, C order.
 *
 * Array files (.npy, .bin, .csv, .txt) are read and written here; fill, comparison and hash of a
 * job's buffers use the same struct. */
#ifndef WARPCLOCK_LOAD_ARRAY_H
#define WARPCLOCK_LOAD_ARRAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "load/output.h"

enum { ARRAY_RANK_MAX = 8, ARRAY_TYPES = 11, ARRAY_SHAPE_TEXT = 200, ARRAY_VALUE_TEXT = 40 };
#define ARRAY_BYTES_MAX (UINT64_C(1) << 40)

struct array {
    enum wc_type type;
    unsigned rank; /* 0: one value */
    uint64_t shape[ARRAY_RANK_MAX];
    uint64_t count; /* product of the shape; 1 for rank 0 */
    void *bytes;    /* count * type_bytes(type); released by array_free */
};

unsigned type_bytes(enum wc_type type);
const char *type_name(enum wc_type type); /* "f32" */
bool type_from_name(const char *name, enum wc_type *type);
bool type_is_float(enum wc_type type);
bool type_is_signed(enum wc_type type); /* of the integers */

uint64_t array_byte_count(const struct array *array);
/* Product of a shape; refuses more than ARRAY_BYTES_MAX bytes. `what` names the array. */
enum wc_status array_count(struct error *err, const char *what, enum wc_type type, unsigned rank,
                           const uint64_t *shape, uint64_t *count);
/* A zeroed array. On failure array->bytes is NULL. */
enum wc_status array_new(struct error *err, const char *what, enum wc_type type, unsigned rank,
                         const uint64_t *shape, struct array *array);
void array_free(struct array *array);

/* "[64, 64]" for messages and reports. */
const char *shape_text(unsigned rank, const uint64_t *shape, char text[ARRAY_SHAPE_TEXT]);
/* One element as text that reads back as the same bits (NaN payloads aside). */
const char *array_value_text(const struct array *array, uint64_t index,
                             char text[ARRAY_VALUE_TEXT]);
/* One element as a double: exact for all types but i64 and u64. */
double array_value(const struct array *array, uint64_t index);

/* What a job declares about a file's array before it is read. */
struct array_declared {
    bool has_type, has_shape;
    enum wc_type type;
    unsigned rank;
    uint64_t shape[ARRAY_RANK_MAX];
};

/* Refuses a number of elements that the declared shape, if any, does not have. */
enum wc_status array_check_count(struct error *err, const char *path,
                                 const struct array_declared *declared, uint64_t count);

/* Reads a file; its suffix selects the format. `.npy` must have the declared type and shape if any;
 * raw `.bin` and decimal text (`.csv`, `.txt`) need a declared type, and take the declared shape or
 * become one-dimensional. The size of a `.npy` or `.bin` file is checked before memory is
 * allocated. */
enum wc_status array_load(struct error *err, const char *path,
                          const struct array_declared *declared, struct array *array);
/* Writes a file, atomically; its suffix selects one of the same four formats; see output.h. */
enum wc_status array_save(struct error *err, const char *path, const struct array *array);
/* The same in two steps: opened before long work, then written and committed. */
enum wc_status array_save_open(struct error *err, const char *path, struct output *output);
enum wc_status array_save_to(struct error *err, const char *path, struct output *output,
                             const struct array *array);
/* Whether the suffix is one of .npy .bin .csv .txt. */
bool array_ending_is_known(const char *path);

struct array_difference {
    uint64_t count;         /* elements that differ; 0: the arrays agree */
    uint64_t first;         /* index of the first one, in C order */
    char expected[ARRAY_VALUE_TEXT], got[ARRAY_VALUE_TEXT]; /* there */
    double max;            /* largest |got - expected| of all elements; +inf where one is NaN */
};

/* Compares two arrays of one type and count. `exact`: bit for bit, so -0 and +0 differ and a NaN
 * equals only the same NaN. Otherwise an element agrees when its bits are equal, when both are NaN,
 * or when |got - expected| <= atol + rtol
 *
 * |expected|. */
struct array_difference array_compare(const struct array *expected, const struct array *got,
                                      bool exact, double rtol, double atol);

/* SHA-256 of the elements' bytes (not of a file's header), in lower-case hexadecimal. */
void array_sha256(const struct array *array, char hex[65]);

#endif
