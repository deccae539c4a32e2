/* SPDX-License-Identifier: Apache-2.0 */
/* fill.c - the three fills of a job file, as docs/job-file.md defines them. */
#include "load/fill.h"

#include <string.h>

#include "load/number.h"

#define SPLITMIX64_STEP UINT64_C(0x9e3779b97f4a7c15)

/* SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014). */
static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = (*state += SPLITMIX64_STEP);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void fill_default_range(struct fill *fill, enum wc_type type)
{
    fill->range = value_range_all(type);
    fill->range.low = 0;
    fill->range.high = 1;
}

static void store(struct array *array, uint64_t index, uint64_t bits)
{
    unsigned bytes = type_bytes(array->type);
    memcpy((unsigned char *)array->bytes + index * bytes, &bits, bytes);
}

static void store_double(struct array *array, uint64_t index, double value)
{
    switch (array->type) {
    case WC_F32: ((float *)array->bytes)[index] = (float)value; break;
    case WC_F16: ((uint16_t *)array->bytes)[index] = half_from_double((double)(float)value); break;
    default: ((double *)array->bytes)[index] = value; break;
    }
}

/* The full range of 64 bits has a span of 2^64, which wraps to 0 and needs no modulo. */
static uint64_t random_integer(const struct fill *fill, uint64_t x)
{
    uint64_t span = fill->range.high_bits - fill->range.low_bits + 1;
    return fill->range.low_bits + (span ? x % span : x);
}

/* volatile: the product is rounded before the sum, as in a script; a host with fused multiply-add
 * would otherwise make different data. */
static double random_float(const struct fill *fill, enum wc_type type, uint64_t x)
{
    double unit = type == WC_F64 ? (double)(x >> 11) * 0x1p-53 : (double)(x >> 40) * 0x1p-24;
    volatile double offset = (fill->range.high - fill->range.low) * unit;
    return fill->range.low + offset;
}

/* SplitMix64 counts its state up by a constant, so any output can be made without the others. */
static void fill_random(const struct fill *fill, struct array *array, uint64_t first, uint64_t end)
{
    uint64_t state = fill->seed + first * SPLITMIX64_STEP;
    for (uint64_t i = first; i < end; i++) {
        uint64_t x = splitmix64(&state);
        if (type_is_float(array->type))
            store_double(array, i, random_float(fill, array->type, x));
        else
            store(array, i, random_integer(fill, x));
    }
}

static void fill_iota(struct array *array, uint64_t first, uint64_t end)
{
    for (uint64_t i = first; i < end; i++) {
        if (type_is_float(array->type))
            store_double(array, i, (double)i);
        else
            store(array, i, i);
    }
}

void fill_part(const struct fill *fill, struct array *array, uint64_t first, uint64_t end)
{
    switch (fill->kind) {
    case FILL_RANDOM: fill_random(fill, array, first, end); break;
    case FILL_IOTA: fill_iota(array, first, end); break;
    case FILL_NUMBER:
        for (uint64_t i = first; fill->element && i < end; i++)
            store(array, i, fill->element);
        break;
    }
}

void fill_array(const struct fill *fill, struct array *array)
{
    fill_part(fill, array, 0, array->count);
}
