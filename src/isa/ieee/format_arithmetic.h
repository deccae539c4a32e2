/* SPDX-License-Identifier: Apache-2.0 */
/*
 * format_arithmetic.h - sums and products in any binary format, in integers alone.
 *
 * A result is exact to 63 bits and a sticky last bit, which is set if anything was cut off; it
 * rounds to any format of up to 53 bits like the exact number. Slower than a host's unit and
 * independent of it; for operations that are rare or have no host instruction.
 */
#ifndef WARPCLOCK_ISA_IEEE_FORMAT_ARITHMETIC_H
#define WARPCLOCK_ISA_IEEE_FORMAT_ARITHMETIC_H

#include "isa/ieee/format.h"

__extension__ typedef unsigned __int128 ieee_uint128;

/* significand * 2^(exponent - 127), the leading bit of the significand set. */
struct ieee_wide_number {
    bool negative;
    int exponent;
    ieee_uint128 significand;
};

static inline struct ieee_number ieee_special_number(enum ieee_kind kind, bool negative)
{
    return (struct ieee_number){.kind = kind, .negative = negative};
}

static inline struct ieee_number ieee_narrowed(struct ieee_wide_number x)
{
    uint64_t high = (uint64_t)(x.significand >> 64), low = (uint64_t)x.significand;

    return (struct ieee_number){IEEE_FINITE, x.negative, x.exponent, high | (low != 0)};
}

static inline struct ieee_wide_number ieee_normalised(struct ieee_wide_number x)
{
    uint64_t high = (uint64_t)(x.significand >> 64);
    int shift = high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)x.significand);

    x.significand <<= shift;
    x.exponent -= shift;
    return x;
}

static inline struct ieee_wide_number ieee_wide_product(struct ieee_number a, struct ieee_number b)
{
    return ieee_normalised((struct ieee_wide_number){
        a.negative ^ b.negative, a.exponent + b.exponent + 1,
        (ieee_uint128)a.significand * b.significand});
}

/* Shifted right, with a sticky last bit. */
static inline ieee_uint128 ieee_shift_to_odd(ieee_uint128 significand, int shift)
{
    if (shift >= 128)
        return 1;
    return significand >> shift | ((significand & (((ieee_uint128)1 << shift) - 1)) != 0);
}

/* Neither is zero. Significands have at most 106 bits, so there is space for a carry. */
static inline struct ieee_number ieee_wide_sum(enum ieee_rounding rounding,
                                               struct ieee_wide_number a,
                                               struct ieee_wide_number b)
{
    bool swap = a.exponent != b.exponent ? a.exponent < b.exponent : a.significand < b.significand;
    struct ieee_wide_number large = swap ? b : a, small = swap ? a : b;
    ieee_uint128 shifted =
        ieee_shift_to_odd(small.significand >> 1, large.exponent - small.exponent);
    ieee_uint128 room = large.significand >> 1;

    large.significand = large.negative == small.negative ? room + shifted : room - shifted;
    large.exponent++;
    if (large.significand == 0)
        return ieee_special_number(IEEE_ZERO, rounding == IEEE_DOWN);
    return ieee_narrowed(ieee_normalised(large));
}

static inline bool ieee_product_is_special(struct ieee_number a, struct ieee_number b)
{
    return a.kind != IEEE_FINITE || b.kind != IEEE_FINITE;
}

/* For factors that are not both finite and nonzero. */
static inline struct ieee_number ieee_special_product(struct ieee_number a, struct ieee_number b)
{
    bool negative = a.negative ^ b.negative, zero = a.kind == IEEE_ZERO || b.kind == IEEE_ZERO;
    bool infinite = a.kind == IEEE_INFINITE || b.kind == IEEE_INFINITE;

    if (a.kind == IEEE_NAN || b.kind == IEEE_NAN || (zero && infinite))
        return ieee_special_number(IEEE_NAN, false);
    return ieee_special_number(zero ? IEEE_ZERO : IEEE_INFINITE, negative);
}

/* For terms that are not both finite and nonzero. */
static inline struct ieee_number ieee_special_sum(enum ieee_rounding rounding,
                                                  struct ieee_number a, struct ieee_number b)
{
    bool agree = a.negative == b.negative;

    if (a.kind == IEEE_NAN || b.kind == IEEE_NAN)
        return ieee_special_number(IEEE_NAN, false);
    if (a.kind == IEEE_INFINITE && b.kind == IEEE_INFINITE)
        return agree ? a : ieee_special_number(IEEE_NAN, false);
    if (a.kind == IEEE_ZERO && b.kind == IEEE_ZERO)
        return ieee_special_number(IEEE_ZERO, agree ? a.negative : rounding == IEEE_DOWN);
    return a.kind == IEEE_INFINITE || b.kind == IEEE_ZERO ? a : b;
}

static inline struct ieee_wide_number ieee_widened(struct ieee_number x)
{
    return (struct ieee_wide_number){x.negative, x.exponent, (ieee_uint128)x.significand << 64};
}

/* a * b, a + b, a * b + c; `rounding` only decides the sign of a zero sum. */
static inline struct ieee_number ieee_product(struct ieee_number a, struct ieee_number b)
{
    if (ieee_product_is_special(a, b))
        return ieee_special_product(a, b);
    return ieee_narrowed(ieee_wide_product(a, b));
}

static inline struct ieee_number ieee_sum(enum ieee_rounding rounding, struct ieee_number a,
                                          struct ieee_number b)
{
    if (ieee_product_is_special(a, b))
        return ieee_special_sum(rounding, a, b);
    return ieee_wide_sum(rounding, ieee_widened(a), ieee_widened(b));
}

static inline struct ieee_number ieee_fused(enum ieee_rounding rounding, struct ieee_number a,
                                            struct ieee_number b, struct ieee_number c)
{
    if (ieee_product_is_special(a, b))
        return ieee_sum(rounding, ieee_special_product(a, b), c);
    struct ieee_wide_number product = ieee_wide_product(a, b);
    if (c.kind != IEEE_FINITE)
        return ieee_special_sum(rounding, ieee_narrowed(product), c);
    return ieee_wide_sum(rounding, product, ieee_widened(c));
}

#endif
