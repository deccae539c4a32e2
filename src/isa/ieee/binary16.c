/* SPDX-License-Identifier: Apache-2.0 */
/* binary16.c - to binary64 and back, and the sum that rounds to odd. Compiled without contraction,
 * since the error of a sum is found only by exactly these operations. */
#include "isa/ieee/binary16.h"

#include <math.h>
#include <string.h>

#include "isa/ieee/binary32_bits.h"

enum {
    FRACTION_BITS = 10,
    BIAS = 15,
    HALF_INFINITY = 0x7c00,
    HALF_NAN = 0x7fff,
    SPARE_BITS = 52 - FRACTION_BITS, /* extra bits of binary64 */
};

static uint64_t bits_of(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static double value_of(uint64_t bits)
{
    double value;

    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The fields, moved to their positions in binary64, are the number except for the bias. */
double binary16_value(uint32_t word)
{
    uint32_t magnitude = word & HALF_NAN;
    double size = value_of((uint64_t)magnitude << SPARE_BITS) * 0x1p1008; /* 1023 - BIAS */

    if (magnitude >= HALF_INFINITY)
        size = magnitude > HALF_INFINITY ? (double)NAN : (double)INFINITY;
    return word & ~(uint32_t)HALF_NAN ? -size : size;
}

double binary32_value(uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof value);
    return value;
}

double binary64_add_to_odd(double a, double b)
{
    double sum = a + b;
    double part = sum - a;
    double error = (a - (sum - part)) + (b - part); /* exact: Knuth's two-sum */
    uint64_t bits = bits_of(sum);

    if (!isfinite(sum) || error == 0 || bits & 1)
        return sum;
    bits += (error > 0) == (sum > 0) ? 1 : -(uint64_t)1;
    return value_of(bits);
}

uint32_t binary16_from_value(double value)
{
    double size = fabs(value);
    uint32_t sign = (uint32_t)(bits_of(value) >> 48) & 0x8000;
    uint64_t bits = bits_of(size);

    if (size != size)
        return HALF_NAN;
    if (size >= 65520) /* half a unit above the largest */
        return sign | HALF_INFINITY;
    if (size < 0x1p-14) /* subnormal: the last bit of a number near 2^28 is worth 2^-24, as here */
        return sign | (uint32_t)(bits_of(size + 0x1p28) & 0x7ff);
    bits += (((uint64_t)1 << (SPARE_BITS - 1)) - 1) + (bits >> SPARE_BITS & 1);
    return sign | ((uint32_t)(bits >> SPARE_BITS) - ((1023 - BIAS) << FRACTION_BITS));
}

uint32_t binary32_from_value(double value)
{
    float rounded = (float)value;
    uint32_t word;

    memcpy(&word, &rounded, sizeof word);
    return binary32_is_nan(word) ? 0x7fffffff : word;
}
