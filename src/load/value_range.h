/* SPDX-License-Identifier: Apache-2.0 */
/* value_range.h - a range of values of an element type. */
#ifndef WARPCLOCK_LOAD_VALUE_RANGE_H
#define WARPCLOCK_LOAD_VALUE_RANGE_H

#include "load/array.h"

/* Bits of integers are those of int64_t or uint64_t by the type's sign. */
struct value_range {
    uint64_t low_bits, high_bits; /* integers: minimum and maximum */
    double low, high;             /* floats */
};

/* Every value of the type; of floats every number. */
struct value_range value_range_all(enum wc_type type);
/* An element, by its bits, becomes the minimum or the maximum. */
void value_range_set_min(struct value_range *range, enum wc_type type, uint64_t bits);
void value_range_set_max(struct value_range *range, enum wc_type type, uint64_t bits);
/* The minimum is not above the maximum. */
bool value_range_is_ordered(const struct value_range *range, enum wc_type type);

/* The index of the first element outside of the range, or the array's count. A NaN is outside. */
uint64_t value_range_first_outside(const struct value_range *range, const struct array *array);

/* "0 to 63" */
const char *value_range_text(const struct value_range *range, enum wc_type type,
                             char text[2 * ARRAY_VALUE_TEXT]);

#endif
