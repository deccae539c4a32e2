/* SPDX-License-Identifier: Apache-2.0 */
/* value_range.c - ranges of integers and floats, and elements outside of them. */
#include "load/value_range.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct value_range value_range_all(enum wc_type type)
{
    unsigned unused = 64 - 8 * type_bytes(type);
    bool is_signed = type_is_signed(type);
    return (struct value_range){
        .low_bits = is_signed ? (uint64_t)(INT64_MIN >> unused) : 0,
        .high_bits = is_signed ? (uint64_t)(INT64_MAX >> unused) : UINT64_MAX >> unused,
        .low = -INFINITY, .high = INFINITY};
}

static uint64_t widened(enum wc_type type, uint64_t bits)
{
    unsigned unused = 64 - 8 * type_bytes(type);
    return type_is_signed(type) ? (uint64_t)((int64_t)(bits << unused) >> unused)
                                : bits << unused >> unused;
}

static double real(enum wc_type type, uint64_t bits)
{
    return array_value(&(struct array){.type = type, .count = 1, .bytes = &bits}, 0);
}

void value_range_set_min(struct value_range *range, enum wc_type type, uint64_t bits)
{
    if (type_is_float(type))
        range->low = real(type, bits);
    else
        range->low_bits = widened(type, bits);
}

void value_range_set_max(struct value_range *range, enum wc_type type, uint64_t bits)
{
    if (type_is_float(type))
        range->high = real(type, bits);
    else
        range->high_bits = widened(type, bits);
}

static bool is_not_above(enum wc_type type, uint64_t a, uint64_t b)
{
    return type_is_signed(type) ? (int64_t)a <= (int64_t)b : a <= b;
}

bool value_range_is_ordered(const struct value_range *range, enum wc_type type)
{
    return type_is_float(type) ? range->low <= range->high
                               : is_not_above(type, range->low_bits, range->high_bits);
}

static bool holds(const struct value_range *range, const struct array *array, uint64_t index)
{
    if (type_is_float(array->type)) {
        double value = array_value(array, index);
        return value >= range->low && value <= range->high;
    }
    const unsigned bytes = type_bytes(array->type);
    uint64_t bits = 0;
    memcpy(&bits, (const char *)array->bytes + index * bytes, bytes);
    bits = widened(array->type, bits);
    return is_not_above(array->type, range->low_bits, bits) &&
           is_not_above(array->type, bits, range->high_bits);
}

uint64_t value_range_first_outside(const struct value_range *range, const struct array *array)
{
    uint64_t index = 0;
    while (index < array->count && holds(range, array, index))
        index++;
    return index;
}

const char *value_range_text(const struct value_range *range, enum wc_type type,
                             char text[2 * ARRAY_VALUE_TEXT])
{
    const size_t size = 2 * ARRAY_VALUE_TEXT;
    if (type_is_float(type))
        snprintf(text, size, "%.17g to %.17g", range->low, range->high);
    else if (type_is_signed(type))
        snprintf(text, size, "%" PRId64 " to %" PRId64, (int64_t)range->low_bits,
                 (int64_t)range->high_bits);
    else
        snprintf(text, size, "%" PRIu64 " to %" PRIu64, range->low_bits, range->high_bits);
    return text;
}
