/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_special.c - special functions in binary64, by reduction and Taylor polynomials.
 *
 * Compiled without contraction, so every host gives the same bits. Polynomials end where the next
 * term is below 2^-54 of the result. One lane at a time, except for reciprocals: special functions
 * are rare.
 */
#include "isa/ieee/binary32_special.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/lanewise.h"
#include "isa/ieee/binary32_bits.h"
#include "isa/ieee/host_rounding.h"

typedef double special_fn(uint32_t word);

static double number(uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof value);
    return value;
}

static double binary64_of(uint64_t word)
{
    double value;

    memcpy(&value, &word, sizeof value);
    return value;
}

/* coefficient[0] + x * (coefficient[1] + ...) */
static double polynomial(const double *coefficient, int count, double x)
{
    double sum = coefficient[count - 1];

    for (int i = count - 2; i >= 0; i--)
        sum = sum * x + coefficient[i];
    return sum;
}

static double square_root(uint32_t word)
{
    return sqrtf((float)number(word));
}

/* Rounded twice, but correct: tests try every significand. */
static double reciprocal_root(uint32_t word)
{
    return 1.0 / sqrt(number(word));
}

/* 2^x = 2^whole * 2^rest, the rest within a half. */
static double exp2_of(uint32_t word)
{
    static const double ln2_power_by_factorial[] = {
        0x1p+0,                0x1.62e42fefa39efp-1,  0x1.ebfbdff82c58fp-3,
        0x1.c6b08d704a0c0p-5,  0x1.3b2ab6fba4e77p-7,  0x1.5d87fe78a6731p-10,
        0x1.430912f86c787p-13, 0x1.ffcbfc588b0c7p-17, 0x1.62c0223a5c824p-20,
        0x1.b5253d395e7c4p-24, 0x1.e4cf5158b8ecap-28, 0x1.e8cac7351bb25p-32,
        0x1.c3bd650fc2986p-36, 0x1.816193166d0f9p-40,
    };
    double x = number(word);

    if (binary32_is_nan(word))
        return x;
    if (x >= 128)
        return (double)INFINITY;
    if (x < -151) /* below half of the smallest subnormal */
        return 0;
    int whole = (int)(x < 0 ? x - 0.5 : x + 0.5);
    double scale = binary64_of((uint64_t)(whole + 1023) << 52);
    return scale * polynomial(ln2_power_by_factorial, 14, x - whole);
}

/* log2(m 2^e) = e + log2(m), m within sqrt(1/2) .. sqrt(2), by the series of atanh((m-1)/(m+1)). */
static double log2_of(uint32_t word)
{
    static const double two_by_ln2_by_odd[] = {
        0x1.71547652b82fep+1, 0x1.ec709dc3a03fdp-1, 0x1.2776c50ef9bfep-1, 0x1.a61762a7aded9p-2,
        0x1.484b13d7c02a9p-2, 0x1.0c9a84994022dp-2, 0x1.c68f568d31760p-3, 0x1.89f3b1694cffep-3,
        0x1.5b9ac9b743f0dp-3, 0x1.3703c1f4d0ffep-3, 0x1.1964ec6fc9491p-3, 0x1.00ecd7e080215p-3,
        0x1.d8be0817f5ffep-4,
    };
    const uint64_t root_half = 0x3fe6a09e667f3bcd;
    double x = number(word);
    uint64_t bits;

    if (binary32_magnitude(word) == 0)
        return (double)-INFINITY;
    if (word >= BINARY32_INFINITY) /* +infinity, NaN, negative */
        return word == BINARY32_INFINITY ? x : (double)NAN;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)((int64_t)(bits - root_half) >> 52);
    double m = binary64_of(bits - ((uint64_t)exponent << 52));
    double s = (m - 1) / (m + 1);
    return exponent + s * polynomial(two_by_ln2_by_odd, 13, s * s);
}

/* An angle as multiples of a right angle, modulo 4, and a rest within half of one, in radians. */
struct angle {
    unsigned quadrant;
    double rest;
};

__extension__ typedef unsigned __int128 uint128;

/* 128 bits of 2/pi, from the bit of weight 2^(1 - exponent) on; the bits before it are zeros. */
static uint128 two_by_pi_from(int exponent)
{
    static const uint64_t bits[] = {0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
                                    0xfe5163abdebbc561};
    unsigned skip = (unsigned)(exponent - 2 + 64), word = skip / 64, shift = skip % 64;
    uint128 window = (uint128)bits[word] << 64 | bits[word + 1];

    return shift ? window << shift | bits[word + 2] >> (64 - shift) : window;
}

/*
 * Payne and Hanek's reduction. |x| = m 2^e with an integer m of 24 bits; the product with 2/pi
 * matters only modulo 4, so bits of 2/pi that give multiples of 4 are skipped. The bits cut at the
 * other end are below 2^-102, and no binary32 is nearer than 2^-33 to a multiple of pi/2.
 */
static struct angle reduce(uint32_t magnitude)
{
    const double half_pi_by_2_126 = 0x1.921fb54442d18p-126;
    int exponent = (int)(magnitude >> 23) - 150;
    uint64_t m = (magnitude & BINARY32_FRACTION) | BINARY32_HIDDEN_BIT;
    uint128 turns = two_by_pi_from(exponent) * m; /* in units of 2^-126 right angles */
    unsigned quadrant = (unsigned)((turns + ((uint128)1 << 125)) >> 126);
    uint128 rest = turns - ((uint128)quadrant << 126);
    bool negative = rest >> 127;
    uint128 size = negative ? -rest : rest;

    /* In two words: the conversion of 128 bits depends on the compiler. */
    double value = (double)(uint64_t)(size >> 64) * 0x1p64 + (double)(uint64_t)size;
    return (struct angle){quadrant & 3, (negative ? -value : value) * half_pi_by_2_126};
}

static double sin_near(double x)
{
    static const double coefficient[] = {
        0x1p+0,                 -0x1.5555555555555p-3,  0x1.1111111111111p-7,
        -0x1.a01a01a01a01ap-13, 0x1.71de3a556c734p-19,  -0x1.ae64567f544e4p-26,
        0x1.6124613a86d09p-33,  -0x1.ae7f3e733b81fp-41,
    };

    return x * polynomial(coefficient, 8, x * x);
}

static double cos_near(double x)
{
    static const double coefficient[] = {
        0x1p+0,                 -0x1p-1,                0x1.5555555555555p-5,
        -0x1.6c16c16c16c17p-10, 0x1.a01a01a01a01ap-16,  -0x1.27e4fb7789f5cp-22,
        0x1.1eed8eff8d898p-29,  -0x1.93974a8c07c9dp-37, 0x1.ae7f3e733b81fp-45,
    };

    return polynomial(coefficient, 9, x * x);
}

/* sin(|x| + right_angles * pi/2) */
static double sin_of_magnitude(uint32_t magnitude, unsigned right_angles)
{
    const uint32_t small = 0x39800000; /* 2^-12: smaller ones are their own rest */
    struct angle angle = {0, number(magnitude)};

    if (magnitude >= BINARY32_INFINITY)
        return (double)NAN;
    if (magnitude >= small)
        angle = reduce(magnitude);
    unsigned quadrant = (angle.quadrant + right_angles) & 3;
    double value = quadrant & 1 ? cos_near(angle.rest) : sin_near(angle.rest);
    return quadrant & 2 ? -value : value;
}

static double sin_of(uint32_t word)
{
    double value = sin_of_magnitude(binary32_magnitude(word), 0);

    return word >> 31 ? -value : value;
}

static double cos_of(uint32_t word)
{
    return sin_of_magnitude(binary32_magnitude(word), 1);
}

/* The same for an angle in turns; the fraction of four times a number below 2^23 is exact. */
static double sin_of_turns(uint32_t magnitude, unsigned right_angles)
{
    const double half_pi = 0x1.921fb54442d18p+0;
    double quarters = 4 * number(magnitude);
    struct angle angle = {0, 0};

    if (magnitude >= BINARY32_INFINITY)
        return (double)NAN;
    if (quarters < 0x1p25) { /* larger ones are whole turns */
        int64_t nearest = (int64_t)(quarters + 0.5);
        angle = (struct angle){(unsigned)(nearest & 3), (quarters - (double)nearest) * half_pi};
    }
    unsigned quadrant = (angle.quadrant + right_angles) & 3;
    double value = quadrant & 1 ? cos_near(angle.rest) : sin_near(angle.rest);
    return quadrant & 2 ? -value : value;
}

static double sin_turns(uint32_t word)
{
    double value = sin_of_turns(binary32_magnitude(word), 0);

    return word >> 31 ? -value : value;
}

static double cos_turns(uint32_t word)
{
    return sin_of_turns(binary32_magnitude(word), 1) + 0.0; /* a zero is positive */
}

static special_fn *const functions[IEEE_SPECIALS] = {
    [IEEE_SQUARE_ROOT] = square_root,
    [IEEE_RECIPROCAL_ROOT] = reciprocal_root,
    [IEEE_EXP2] = exp2_of,
    [IEEE_LOG2] = log2_of,
    [IEEE_SIN] = sin_of,
    [IEEE_COS] = cos_of,
    [IEEE_SIN_TURNS] = sin_turns,
    [IEEE_COS_TURNS] = cos_turns,
};

static __attribute__((noinline)) void apply(const struct ieee_lanes *lanes, special_fn *function,
                                            uint32_t *d, const uint32_t *a)
{
    for (unsigned i = 0; i < lanes->lanes; i++) {
        if (!lanes->active[i])
            continue;
        float result = (float)function(a[i]);
        memcpy(&d[i], &result, sizeof result);
    }
}

/* By far the most common, and hosts have a vector instruction for it. */
LANEWISE static void reciprocals(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float value;
        uint32_t word;
        memcpy(&value, &a[i], sizeof value);
        value = 1.0f / value;
        memcpy(&word, &value, sizeof word);
        d[i] = lane_blend(active[i], word, d[i]);
    }
}

void binary32_special(const struct ieee_lanes *lanes, enum ieee_special special, uint32_t *d,
                      const uint32_t *a)
{
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);

    if (special == IEEE_RECIPROCAL)
        reciprocals(lanes, d, a);
    else
        apply(lanes, functions[special], d, a);
    host_rounding_leave(host);
}

/* The high word of a binary64, after rounding to nearest; ties go up, NaN stays NaN. */
static uint32_t high_word(double value)
{
    uint64_t bits;

    memcpy(&bits, &value, sizeof bits);
    if (value != value || isinf(value))
        return (uint32_t)(bits >> 32);
    return (uint32_t)((bits + 0x80000000) >> 32);
}

static __attribute__((noinline)) double reciprocal64(double x)
{
    return 1 / x;
}

static __attribute__((noinline)) double reciprocal_root64(double x)
{
    return 1 / sqrt(x);
}

static __attribute__((noinline)) void apply64(enum ieee_special special, uint64_t *words,
                                              unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        double x = binary64_of(words[i]);
        double root = special == IEEE_RECIPROCAL ? x : sqrt(x);
        double result = special == IEEE_SQUARE_ROOT ? root : 1 / root;
        memcpy(&words[i], &result, sizeof result);
    }
}

void binary64_special(enum ieee_special special, uint64_t *words, unsigned count)
{
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);

    apply64(special, words, count);
    host_rounding_leave(host);
}

uint32_t binary64_reciprocal_high(uint32_t high)
{
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);
    double result = reciprocal64(binary64_of((uint64_t)high << 32));

    host_rounding_leave(host);
    return high_word(result);
}

uint32_t binary64_reciprocal_root_high(uint32_t high)
{
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);
    double result = reciprocal_root64(binary64_of((uint64_t)high << 32));

    host_rounding_leave(host);
    return high_word(result);
}
