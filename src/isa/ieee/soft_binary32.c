/* SPDX-License-Identifier: Apache-2.0 */
/*
 * soft_binary32.c - binary32 arithmetic in integers.
 *
 * A finite operand is a sign, an exponent and a 64-bit significand. An operation makes an exact
 * result of that form, or one whose lowest bit also represents everything below it ("sticky"), and
 * round_and_pack() does the rest. Addition is a*1 + b and multiplication a*b + 0 with a zero of the
 * product's sign, both exact identities in IEEE 754, so only the fused operation, division and
 * square root are implemented.
 */
#include "isa/ieee/soft_binary32.h"

#include "isa/ieee/binary32_bits.h"

enum {
    SMALLEST_EXPONENT = -126, /* of a normal number, as the power of two of its leading bit */
    LARGEST_EXPONENT = 127,
    EXPONENT_BIAS = 127,
    FRACTION_BITS = 23,
    LEADING_BIT = 62, /* where normalise() puts it: an addition cannot overflow */
};

/* (-1)^negative * significand * 2^(exponent - LEADING_BIT); significand 0 is a zero. */
struct finite {
    bool negative;
    int exponent;
    uint64_t significand;
};

static uint64_t shift_right_sticky(uint64_t value, unsigned count)
{
    if (count == 0)
        return value;
    if (count > 63)
        return value != 0;
    return value >> count | ((value << (64 - count)) != 0);
}

/* Moves the leading bit to LEADING_BIT; from one above, the dropped bit becomes sticky. */
static struct finite normalise(struct finite x)
{
    if (x.significand == 0)
        return x;
    int shift = __builtin_clzll(x.significand) - (63 - LEADING_BIT);
    if (shift < 0)
        x.significand = shift_right_sticky(x.significand, 1);
    else
        x.significand <<= shift;
    x.exponent -= shift;
    return x;
}

static struct finite unpack(uint32_t word)
{
    int biased = (int)(binary32_magnitude(word) >> FRACTION_BITS);
    uint32_t fraction = word & BINARY32_FRACTION;

    return normalise((struct finite){
        .negative = word >> 31,
        .exponent = (biased ? biased : 1) - EXPONENT_BIAS + LEADING_BIT - FRACTION_BITS,
        .significand = biased ? fraction | BINARY32_HIDDEN_BIT : fraction,
    });
}

static uint32_t invalid(unsigned *flags)
{
    *flags |= IEEE_INVALID;
    return BINARY32_CANONICAL_NAN;
}

static uint32_t overflow(enum ieee_rounding rounding, bool negative, unsigned *flags)
{
    bool to_largest = rounding == IEEE_TOWARD_ZERO || rounding == (negative ? IEEE_UP : IEEE_DOWN);

    *flags |= IEEE_OVERFLOW | IEEE_INEXACT;
    return (negative ? BINARY32_SIGN : 0) | (to_largest ? BINARY32_LARGEST : BINARY32_INFINITY);
}

/* The 24 leading bits of a significand, rounded; 1 << 24 when rounding carries. */
static uint32_t round_significand(enum ieee_rounding rounding, bool negative, uint64_t significand,
                                  bool *inexact)
{
    uint32_t kept = (uint32_t)(significand >> (LEADING_BIT - FRACTION_BITS));
    uint64_t below = significand << (64 - (LEADING_BIT - FRACTION_BITS));
    uint32_t fraction = (uint32_t)shift_right_sticky(below, 32);

    *inexact = fraction != 0;
    return kept + rounds_up(rounding_step(rounding), negative, kept, fraction);
}

/*
 * Tiny after rounding: the value rounded to 24 bits without a lower limit on the exponent is still
 * below the smallest normal number. Only a value just below that limit can round up to it.
 */
static bool is_tiny(enum ieee_rounding rounding, struct finite x)
{
    bool inexact;

    if (x.exponent != SMALLEST_EXPONENT - 1)
        return x.exponent < SMALLEST_EXPONENT;
    return round_significand(rounding, x.negative, x.significand, &inexact) >> 24 == 0;
}

/* Rounds a result whose lowest significand bit may be sticky. */
static uint32_t round_and_pack(enum ieee_rounding rounding, struct finite x, unsigned *flags)
{
    uint32_t sign = x.negative ? BINARY32_SIGN : 0;
    bool inexact;

    x = normalise(x);
    if (x.significand == 0)
        return sign;
    if (x.exponent > LARGEST_EXPONENT)
        return overflow(rounding, x.negative, flags);

    bool tiny = is_tiny(rounding, x);
    int exponent = x.exponent;
    if (exponent < SMALLEST_EXPONENT) {
        x.significand =
            shift_right_sticky(x.significand, (unsigned)(SMALLEST_EXPONENT - exponent));
        exponent = SMALLEST_EXPONENT;
    }
    uint32_t kept = round_significand(rounding, x.negative, x.significand, &inexact);

    /* The hidden bit, and a carry out of it, add themselves to the exponent field. */
    uint32_t magnitude = ((uint32_t)(exponent + EXPONENT_BIAS - 1) << FRACTION_BITS) + kept;
    if (magnitude >= BINARY32_INFINITY)
        return overflow(rounding, x.negative, flags);
    if (inexact)
        *flags |= IEEE_INEXACT | (tiny ? IEEE_UNDERFLOW : 0);
    return sign | magnitude;
}

/* The exact sum, sticky in the lowest bit. At least 14 low bits of both significands are zero. */
static struct finite add_finite(enum ieee_rounding rounding, struct finite x, struct finite y)
{
    if (x.significand == 0 || (y.significand != 0 && y.exponent > x.exponent)) {
        struct finite larger = y;
        y = x;
        x = larger;
    }
    if (y.significand != 0)
        y.significand = shift_right_sticky(y.significand, (unsigned)(x.exponent - y.exponent));

    if (x.negative == y.negative) {
        x.significand += y.significand;
    } else if (x.significand > y.significand) {
        x.significand -= y.significand;
    } else {
        x.negative = x.significand == y.significand ? rounding == IEEE_DOWN : y.negative;
        x.significand = y.significand - x.significand;
    }
    return x;
}

/* The exact product: 48 bits. */
static struct finite multiply_finite(struct finite x, struct finite y)
{
    const unsigned spare = LEADING_BIT - FRACTION_BITS;

    return normalise((struct finite){
        .negative = x.negative != y.negative,
        .exponent = x.exponent + y.exponent + LEADING_BIT - 2 * FRACTION_BITS,
        .significand = (x.significand >> spare) * (y.significand >> spare),
    });
}

/* fma where an operand is an infinity or a NaN. */
static uint32_t fma_special(uint32_t a, uint32_t b, uint32_t c, unsigned *flags)
{
    uint32_t a_size = binary32_magnitude(a), b_size = binary32_magnitude(b);
    bool infinite_product = a_size == BINARY32_INFINITY || b_size == BINARY32_INFINITY;
    uint32_t product_sign = (a ^ b) & BINARY32_SIGN;

    if (binary32_is_signalling(a) || binary32_is_signalling(b) || binary32_is_signalling(c))
        return invalid(flags);
    if (infinite_product && (a_size == 0 || b_size == 0))
        return invalid(flags);
    if (binary32_is_nan(a) || binary32_is_nan(b) || binary32_is_nan(c))
        return BINARY32_CANONICAL_NAN;
    if (!infinite_product)
        return c;
    if (binary32_magnitude(c) == BINARY32_INFINITY && (c & BINARY32_SIGN) != product_sign)
        return invalid(flags);
    return product_sign | BINARY32_INFINITY;
}

static bool is_finite(uint32_t word)
{
    return binary32_magnitude(word) < BINARY32_INFINITY;
}

uint32_t soft_binary32_fma(enum ieee_rounding rounding, uint32_t a, uint32_t b, uint32_t c,
                           unsigned *flags)
{
    if (!is_finite(a) || !is_finite(b) || !is_finite(c))
        return fma_special(a, b, c, flags);
    struct finite product = multiply_finite(unpack(a), unpack(b));
    return round_and_pack(rounding, add_finite(rounding, product, unpack(c)), flags);
}

uint32_t soft_binary32_add(enum ieee_rounding rounding, uint32_t a, uint32_t b, unsigned *flags)
{
    return soft_binary32_fma(rounding, a, BINARY32_ONE, b, flags);
}

uint32_t soft_binary32_sub(enum ieee_rounding rounding, uint32_t a, uint32_t b, unsigned *flags)
{
    return soft_binary32_fma(rounding, a, BINARY32_ONE, b ^ BINARY32_SIGN, flags);
}

uint32_t soft_binary32_mul(enum ieee_rounding rounding, uint32_t a, uint32_t b, unsigned *flags)
{
    return soft_binary32_fma(rounding, a, b, (a ^ b) & BINARY32_SIGN, flags);
}

/* Division where an operand is an infinity, a NaN or the divisor is zero. */
static uint32_t div_special(uint32_t a, uint32_t b, unsigned *flags)
{
    uint32_t a_size = binary32_magnitude(a), b_size = binary32_magnitude(b);
    uint32_t sign = (a ^ b) & BINARY32_SIGN;

    if (binary32_is_signalling(a) || binary32_is_signalling(b))
        return invalid(flags);
    if (binary32_is_nan(a) || binary32_is_nan(b))
        return BINARY32_CANONICAL_NAN;
    if (a_size == b_size) /* infinity by infinity, zero by zero */
        return invalid(flags);
    if (b_size == BINARY32_INFINITY)
        return sign;
    if (a_size != BINARY32_INFINITY)
        *flags |= IEEE_DIVIDE_BY_ZERO;
    return sign | BINARY32_INFINITY;
}

uint32_t soft_binary32_div(enum ieee_rounding rounding, uint32_t a, uint32_t b, unsigned *flags)
{
    const unsigned spare = LEADING_BIT - FRACTION_BITS;

    if (!is_finite(a) || !is_finite(b) || binary32_magnitude(b) == 0)
        return div_special(a, b, flags);
    struct finite x = unpack(a), y = unpack(b);
    uint64_t divisor = y.significand >> spare;

    return round_and_pack(rounding,
                          (struct finite){
                              .negative = x.negative != y.negative,
                              .exponent = x.exponent - y.exponent + (int)(LEADING_BIT - spare),
                              .significand = x.significand / divisor |
                                             (x.significand % divisor != 0),
                          },
                          flags);
}

/* The square root of a number below 2^64, sticky in the lowest bit below the integer part. */
static uint64_t integer_square_root(uint64_t radicand)
{
    uint64_t root = 0;

    for (uint64_t bit = (uint64_t)1 << 31; bit != 0; bit >>= 1) {
        if ((root | bit) * (root | bit) <= radicand)
            root |= bit;
    }
    return root << 1 | (root * root != radicand);
}

uint32_t soft_binary32_sqrt(enum ieee_rounding rounding, uint32_t a, unsigned *flags)
{
    if (binary32_is_nan(a))
        return binary32_is_signalling(a) ? invalid(flags) : BINARY32_CANONICAL_NAN;
    if (binary32_magnitude(a) == 0 || a == BINARY32_INFINITY)
        return a;
    if (a & BINARY32_SIGN)
        return invalid(flags);

    /* sqrt(s * 2^(e-62)) = sqrt(s) * 2^(e/2 - 31), with a factor of 2 moved to s if e is odd. */
    struct finite x = unpack(a);
    unsigned odd = (unsigned)x.exponent & 1;
    return round_and_pack(rounding,
                          (struct finite){
                              .exponent = (x.exponent - (int)odd) / 2 + LEADING_BIT - 32,
                              .significand = integer_square_root(x.significand << odd),
                          },
                          flags);
}

static uint32_t from_magnitude(enum ieee_rounding rounding, bool negative, uint32_t magnitude,
                               unsigned *flags)
{
    return round_and_pack(rounding, (struct finite){negative, LEADING_BIT, magnitude}, flags);
}

uint32_t soft_binary32_from_i32(enum ieee_rounding rounding, uint32_t a, unsigned *flags)
{
    bool negative = a >> 31;

    return from_magnitude(rounding, negative, negative ? -a : a, flags);
}

uint32_t soft_binary32_from_u32(enum ieee_rounding rounding, uint32_t a, unsigned *flags)
{
    return from_magnitude(rounding, false, a, flags);
}
