/* SPDX-License-Identifier: Apache-2.0 */
/*
 * format.h - unpacks and packs one number of any binary format of up to 64 bits.
 *
 * For conversions between formats, to and from integers and to integral values, in integers and for
 * every rounding mode, one lane at a time. Formats are constants in the callers, so the compiler
 * makes the shifts constant too.
 */
#ifndef WARPCLOCK_ISA_IEEE_FORMAT_H
#define WARPCLOCK_ISA_IEEE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/ieee/binary32_bits.h"

struct ieee_format {
    int fraction_bits;
    int exponent_bits;
};

static const struct ieee_format ieee_binary16 = {10, 5};
static const struct ieee_format ieee_binary32 = {23, 8};
static const struct ieee_format ieee_binary64 = {52, 11};

enum ieee_kind { IEEE_ZERO, IEEE_FINITE, IEEE_INFINITE, IEEE_NAN };

/* For a finite number: significand * 2^(exponent - 63), the leading bit of the significand set. */
struct ieee_number {
    enum ieee_kind kind;
    bool negative;
    int exponent;
    uint64_t significand;
};

static inline int ieee_bias(struct ieee_format f)
{
    return (1 << (f.exponent_bits - 1)) - 1;
}

static inline uint64_t ieee_infinity(struct ieee_format f)
{
    return (((uint64_t)1 << f.exponent_bits) - 1) << f.fraction_bits;
}

static inline uint64_t ieee_sign(struct ieee_format f, bool negative)
{
    return (uint64_t)negative << (f.fraction_bits + f.exponent_bits);
}

static inline uint64_t ieee_smallest_normal(struct ieee_format f)
{
    return (uint64_t)1 << f.fraction_bits;
}

static inline bool ieee_is_nan(struct ieee_format f, uint64_t word)
{
    return (word & (ieee_sign(f, true) - 1)) > ieee_infinity(f);
}

/* Subnormals become zeros of their sign. */
static inline uint64_t ieee_flushed(struct ieee_format f, uint64_t word)
{
    uint64_t sign = ieee_sign(f, true);

    return (word & (sign - 1)) < ieee_smallest_normal(f) ? word & sign : word;
}

static inline struct ieee_number ieee_from_integer(bool negative, uint64_t magnitude)
{
    if (magnitude == 0)
        return (struct ieee_number){.kind = IEEE_ZERO, .negative = negative};
    int shift = __builtin_clzll(magnitude);
    return (struct ieee_number){IEEE_FINITE, negative, 63 - shift, magnitude << shift};
}

static inline struct ieee_number ieee_unpack(struct ieee_format f, uint64_t word)
{
    uint64_t magnitude = word & (ieee_sign(f, true) - 1);
    bool negative = (word & ieee_sign(f, true)) != 0;
    int biased = (int)(magnitude >> f.fraction_bits);
    uint64_t hidden = biased ? ieee_smallest_normal(f) : 0;

    if (magnitude >= ieee_infinity(f))
        return (struct ieee_number){.kind = magnitude > ieee_infinity(f) ? IEEE_NAN : IEEE_INFINITE,
                                    .negative = negative};
    struct ieee_number x =
        ieee_from_integer(negative, (magnitude & (ieee_smallest_normal(f) - 1)) | hidden);
    x.exponent += (biased ? biased : 1) - ieee_bias(f) - f.fraction_bits;
    return x;
}

/* A significand without its `shift` (at least 1) lowest bits, rounded. */
static inline uint64_t ieee_round_shift(enum ieee_rounding rounding, bool negative,
                                        uint64_t significand, int shift)
{
    uint64_t kept = shift < 64 ? significand >> shift : 0;
    uint64_t below = shift < 64 ? significand << (64 - shift) : significand;
    uint32_t fraction = (uint32_t)(below >> 32) | ((uint32_t)below != 0);

    if (shift > 64) /* less than half of the rest: only zero or nonzero matters */
        fraction = 1;
    return kept + rounds_up(rounding_step(rounding), negative, (uint32_t)kept, fraction);
}

static inline uint64_t ieee_overflow(struct ieee_format f, enum ieee_rounding rounding,
                                     bool negative)
{
    bool to_largest = rounding == IEEE_TOWARD_ZERO || rounding == (negative ? IEEE_UP : IEEE_DOWN);

    return ieee_infinity(f) - to_largest;
}

/* For anything but a NaN, which has no unique encoding. */
static inline uint64_t ieee_pack(struct ieee_format f, enum ieee_rounding rounding,
                                 struct ieee_number x)
{
    uint64_t sign = ieee_sign(f, x.negative);
    int min = 1 - ieee_bias(f); /* exponent of the smallest normal number */

    if (x.kind == IEEE_ZERO)
        return sign;
    if (x.kind != IEEE_FINITE)
        return sign | ieee_infinity(f);
    if (x.exponent > ieee_bias(f))
        return sign | ieee_overflow(f, rounding, x.negative);
    int below = x.exponent < min ? min - x.exponent : 0;
    uint64_t kept =
        ieee_round_shift(rounding, x.negative, x.significand, 63 - f.fraction_bits + below);
    /* The hidden bit, and a carry out of it, add themselves to the exponent field. */
    uint64_t magnitude =
        ((uint64_t)(x.exponent + below + ieee_bias(f) - 1) << f.fraction_bits) + kept;
    if (magnitude >= ieee_infinity(f))
        magnitude = ieee_overflow(f, rounding, x.negative);
    return sign | magnitude;
}

/* The magnitude of a finite number below 2^64, rounded to an integer; it may then be 2^64 - but no
 * number with a fraction is that large. */
static inline uint64_t ieee_magnitude(enum ieee_rounding rounding, struct ieee_number x)
{
    if (x.kind != IEEE_FINITE)
        return 0;
    if (x.exponent >= 63)
        return x.significand;
    int shift = 63 - x.exponent;
    return ieee_round_shift(rounding, x.negative, x.significand, shift);
}

/* Rounded to an integral value of the same sign, zeros included. */
static inline struct ieee_number ieee_integral(enum ieee_rounding rounding, struct ieee_number x)
{
    if (x.kind != IEEE_FINITE || x.exponent >= 63)
        return x;
    return ieee_from_integer(x.negative, ieee_magnitude(rounding, x));
}

#endif
