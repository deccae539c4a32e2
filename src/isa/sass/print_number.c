/* SPDX-License-Identifier: Apache-2.0 */
/* print_number.c - floating-point numbers as nvdisasm writes them: twenty digits where needed,
 * words for NaN and infinity, followed by a blank. */
#include "isa/sass/table.h"

#include <math.h>
#include <string.h>

static void print_value(double value, bool quiet, struct text *out)
{
    char sign = signbit(value) ? '-' : '+';
    if (isnan(value))
        text_add(out, "%c%sNAN ", sign, quiet ? "Q" : "S");
    else if (isinf(value))
        text_add(out, "%cINF ", sign);
    else if (value == 0 && signbit(value))
        text_add(out, "-0.0 ");
    else
        text_add(out, fabs(value) < 1e9 ? "%.20g" : "%.20e", value);
}

/* Smaller ones are widened first, which makes every NaN a quiet one. */
static void print_bits(uint64_t bits, struct text *out)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    print_value(value, bits >> 51 & 1, out);
}

/* Exponent and fraction of `width` bits, converted to those of a double. */
static uint64_t widen(uint32_t bits, unsigned exponent_bits, unsigned fraction_bits)
{
    uint64_t sign = bits >> (exponent_bits + fraction_bits) & 1;
    uint32_t exponent = bits >> fraction_bits & ((1u << exponent_bits) - 1);
    uint64_t fraction = bits & ((1u << fraction_bits) - 1);
    unsigned max = (1u << exponent_bits) - 1, bias = max >> 1;
    const unsigned double_fraction = 52, double_max = 2047, double_bias = 1023;
    fraction <<= double_fraction - fraction_bits;
    uint64_t wide = exponent + double_bias - bias;
    if (exponent == max) {
        wide = double_max;
        fraction |= fraction ? 1ull << 51 : 0;
    } else if (exponent == 0 && fraction) {
        unsigned shift = (unsigned)__builtin_clzll(fraction) - 11;
        fraction = fraction << shift & ((1ull << double_fraction) - 1);
        wide = double_bias - bias + 1 - shift;
    } else if (exponent == 0) {
        wide = 0;
    }
    return sign << 63 | wide << double_fraction | fraction;
}

void sass_print_float_bits(uint32_t bits, struct text *out)
{
    print_bits(widen(bits, 8, 23), out);
}

void sass_print_half_bits(uint32_t bits, struct text *out)
{
    print_bits(widen(bits & 0xffff, 5, 10), out);
}

void sass_print_double_bits(uint64_t bits, struct text *out)
{
    print_bits(bits, out);
}
