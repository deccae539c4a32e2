/* SPDX-License-Identifier: Apache-2.0 */
/* fill.h - data that any script can reproduce: a number, iota, or SplitMix64. */
#ifndef WARPCLOCK_LOAD_FILL_H
#define WARPCLOCK_LOAD_FILL_H

#include <stdint.h>

#include "load/value_range.h"

enum fill_kind { FILL_NUMBER, FILL_IOTA, FILL_RANDOM };

struct fill {
    enum fill_kind kind;
    uint64_t element;           /* FILL_NUMBER: the element's bits; 0 makes zeros of every type */
    struct value_range range;   /* FILL_RANDOM; floats: low <= value < high before rounding */
    uint64_t seed;
};

/* The range when a job gives no min and max: 0 to 1 for floats, all values for integers. */
void fill_default_range(struct fill *fill, enum wc_type type);

/* Fills a fresh (zeroed) array.
 * iota: 0, 1, 2, …, modulo 2^bits for integers, rounded for floats.
 * random: with x the i-th output of SplitMix64 seeded with `seed`, integers are
 * min + x mod (max - min + 1), f32 min + (max - min) * (x >> 40) * 2^-24, f64 the same with
 * (x >> 11) * 2^-53, all computed in double and rounded once; f16 rounds the f32 value. */
void fill_array(const struct fill *fill, struct array *array);
/* The same for elements `first` to `end` - 1. */
void fill_part(const struct fill *fill, struct array *array, uint64_t first, uint64_t end);

#endif
