/* SPDX-License-Identifier: Apache-2.0 */
/* rounding.cl - rounding to integers and the remainder of a division: all exact. */
#define BUILTIN __attribute__((overloadable, always_inline, const))

BUILTIN float floor(float x) { return __builtin_floorf(x); }
BUILTIN float ceil(float x) { return __builtin_ceilf(x); }
BUILTIN float trunc(float x) { return __builtin_truncf(x); }
BUILTIN float round(float x) { return __builtin_roundf(x); }
BUILTIN float rint(float x) { return __builtin_rintf(x); }

/* Mantissa of |x| with its leading one at bit 23, and the exponent that goes with it. */
static int normalise(uint bits, uint *mantissa)
{
    int exponent = bits >> 23;

    if (exponent > 0) {
        *mantissa = (bits & 0x7FFFFF) | 0x800000;
        return exponent;
    }
    *mantissa = bits;
    exponent = 1;
#pragma warpclock loop_bound(23)
    while (!(*mantissa & 0x800000)) {
        *mantissa <<= 1;
        exponent--;
    }
    return exponent;
}

/* Long division of the mantissas, one bit of the exponents' difference a step. */
BUILTIN float fmod(float x, float y)
{
    uint x_bits = as_uint(x) & 0x7FFFFFFF;
    uint y_bits = as_uint(y) & 0x7FFFFFFF;
    uint sign = as_uint(x) & 0x80000000;

    if (y_bits == 0 || x_bits >= 0x7F800000 || y_bits > 0x7F800000)
        return NAN;
    if (x_bits < y_bits)
        return x;

    uint rest, divisor;
    int exponent = normalise(x_bits, &rest);
    int steps = exponent - normalise(y_bits, &divisor);
    exponent -= steps;
#pragma warpclock loop_bound(277) /* exponents from -22 to 254 */
    for (; steps >= 0; steps--) {
        if (rest >= divisor)
            rest -= divisor;
        rest <<= steps > 0;
    }
    if (rest == 0)
        return as_float(sign);
#pragma warpclock loop_bound(23)
    while (!(rest & 0x800000)) {
        rest <<= 1;
        exponent--;
    }
    uint bits = exponent > 0 ? (rest & 0x7FFFFF) | (uint)exponent << 23 : rest >> (1 - exponent);
    return as_float(sign | bits);
}
