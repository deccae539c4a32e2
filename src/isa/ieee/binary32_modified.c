/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_modified.c - binary32 add, multiply, fused multiply-add and comparisons with modifiers.
 *
 * Each operation has a plain loop, which only negates and makes NaNs canonical (the common case),
 * and one that does everything. Loops cover all lanes: inactive ones compute too, since there are
 * no flags to raise, and are masked out afterwards. Compiled like binary32_arithmetic.c.
 */
#include <math.h>
#include <string.h>

#include "base/lanewise.h"
#include "isa/ieee/binary32_bits.h"
#include "isa/ieee/host_rounding.h"
#include "isa/ieee/modified.h"

static inline float float_of(uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof value);
    return value;
}

static inline uint32_t word_of(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

static inline uint32_t flushed(uint32_t flush, uint32_t word)
{
    return lane_blend(lane_mask(binary32_magnitude(word) < flush), word & BINARY32_SIGN, word);
}

static inline uint32_t operand(const struct binary32_modifiers *m, int which, uint32_t word)
{
    return flushed(m->flush, (word & m->keep[which]) ^ m->flip[which]);
}

static inline uint32_t canonical(uint32_t nan, uint32_t word)
{
    return lane_blend(lane_mask(binary32_is_nan(word)), nan, word);
}

/* To 0 .. 1: negative numbers and NaN become +0. */
static inline uint32_t saturated(uint32_t word)
{
    uint32_t to_zero = lane_mask(word > BINARY32_INFINITY);
    uint32_t to_one = lane_mask(word > BINARY32_ONE);

    return lane_blend(to_one, BINARY32_ONE, word) & ~to_zero;
}

static inline uint32_t finished(const struct binary32_modifiers *m, uint32_t word)
{
    word = flushed(m->flush, canonical(m->nan, word));
    return lane_blend(lane_mask(m->saturate), saturated(word), word);
}

/* Zero where the mode gives zero factors priority and one of them is zero, otherwise ~0. */
static inline uint32_t factors_kept(const struct binary32_modifiers *m, uint32_t a, uint32_t b)
{
    uint32_t zero = lane_mask(binary32_magnitude(a) == 0) | lane_mask(binary32_magnitude(b) == 0);

    return ~(zero & lane_mask(m->zero_wins));
}

/* Only signs: the plain loops can do it. */
static bool is_plain(const struct binary32_modifiers *m)
{
    return (m->keep[0] & m->keep[1] & m->keep[2]) == ~0u && !m->flush && !m->zero_wins &&
           !m->saturate && !m->scale;
}

LANEWISE static void add_plain(const struct ieee_lanes *lanes, const struct binary32_modifiers *m,
                               uint32_t *d, const uint32_t *a, const uint32_t *b)
{
    const uint32_t *active = lanes->active, nan = m->nan, flip_a = m->flip[0], flip_b = m->flip[1];
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float sum = float_of(a[i] ^ flip_a) + float_of(b[i] ^ flip_b);
        d[i] = lane_blend(active[i], canonical(nan, word_of(sum)), d[i]);
    }
}

LANEWISE static void mul_plain(const struct ieee_lanes *lanes, const struct binary32_modifiers *m,
                               uint32_t *d, const uint32_t *a, const uint32_t *b)
{
    const uint32_t *active = lanes->active, nan = m->nan, flip = m->flip[0] ^ m->flip[1];
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float product = float_of(a[i] ^ flip) * float_of(b[i]);
        d[i] = lane_blend(active[i], canonical(nan, word_of(product)), d[i]);
    }
}

LANEWISE static void fma_plain(const struct ieee_lanes *lanes, const struct binary32_modifiers *m,
                               uint32_t *d, const uint32_t *a, const uint32_t *b,
                               const uint32_t *c)
{
    const uint32_t *active = lanes->active, nan = m->nan, flip = m->flip[0] ^ m->flip[1];
    const uint32_t flip_c = m->flip[2];
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float result = fmaf(float_of(a[i] ^ flip), float_of(b[i]), float_of(c[i] ^ flip_c));
        d[i] = lane_blend(active[i], canonical(nan, word_of(result)), d[i]);
    }
}

LANEWISE static void add_full(const struct ieee_lanes *lanes, const struct binary32_modifiers *from,
                              uint32_t *d, const uint32_t *a, const uint32_t *b)
{
    const struct binary32_modifiers m = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float sum = float_of(operand(&m, 0, a[i])) + float_of(operand(&m, 1, b[i]));
        d[i] = lane_blend(active[i], finished(&m, word_of(sum)), d[i]);
    }
}

LANEWISE static void mul_full(const struct ieee_lanes *lanes, const struct binary32_modifiers *from,
                              uint32_t *d, const uint32_t *a, const uint32_t *b)
{
    const struct binary32_modifiers m = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t x = operand(&m, 0, a[i]), y = operand(&m, 1, b[i]);
        uint32_t kept = factors_kept(&m, x, y);
        float product = float_of(x & kept) * float_of(y & kept);
        d[i] = lane_blend(active[i], finished(&m, word_of(product)), d[i]);
    }
}

/* The product of two binary32 and a power of two is exact in binary64, so it rounds once. */
LANEWISE static void mul_scaled(const struct ieee_lanes *lanes,
                                const struct binary32_modifiers *from, double scale, uint32_t *d,
                                const uint32_t *a, const uint32_t *b)
{
    const struct binary32_modifiers m = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t x = operand(&m, 0, a[i]), y = operand(&m, 1, b[i]);
        uint32_t kept = factors_kept(&m, x, y);
        double product = (double)float_of(x & kept) * (double)float_of(y & kept);
        d[i] = lane_blend(active[i], finished(&m, word_of((float)(product * scale))), d[i]);
    }
}

LANEWISE static void fma_full(const struct ieee_lanes *lanes, const struct binary32_modifiers *from,
                              uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    const struct binary32_modifiers m = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t x = operand(&m, 0, a[i]), y = operand(&m, 1, b[i]);
        uint32_t kept = factors_kept(&m, x, y);
        float result = fmaf(float_of(x & kept), float_of(y & kept),
                            float_of(operand(&m, 2, c[i])));
        d[i] = lane_blend(active[i], finished(&m, word_of(result)), d[i]);
    }
}

void binary32_modified_add(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                           const struct binary32_modifiers *m, uint32_t *d, const uint32_t *a,
                           const uint32_t *b)
{
    struct host_rounding host = host_rounding_enter(rounding);

    if (is_plain(m))
        add_plain(lanes, m, d, a, b);
    else
        add_full(lanes, m, d, a, b);
    host_rounding_leave(host);
}

void binary32_modified_mul(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                           const struct binary32_modifiers *m, uint32_t *d, const uint32_t *a,
                           const uint32_t *b)
{
    struct host_rounding host = host_rounding_enter(rounding);

    if (is_plain(m))
        mul_plain(lanes, m, d, a, b);
    else if (m->scale == 0)
        mul_full(lanes, m, d, a, b);
    else
        mul_scaled(lanes, m, ldexp(1, m->scale), d, a, b);
    host_rounding_leave(host);
}

void binary32_modified_fma(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                           const struct binary32_modifiers *m, uint32_t *d, const uint32_t *a,
                           const uint32_t *b, const uint32_t *c)
{
    struct host_rounding host = host_rounding_enter(rounding);

    if (is_plain(m))
        fma_plain(lanes, m, d, a, b, c);
    else
        fma_full(lanes, m, d, a, b, c);
    host_rounding_leave(host);
}

/* The number that wins, or the canonical NaN. */
static inline uint32_t extreme_of(uint32_t nan, uint32_t min, uint32_t a, uint32_t b)
{
    uint32_t a_nan = lane_mask(binary32_is_nan(a)), b_nan = lane_mask(binary32_is_nan(b));
    uint32_t less = lane_mask(total_order(a) < total_order(b));
    uint32_t first = (~(less ^ min) | b_nan) & ~a_nan;

    return lane_blend(a_nan & b_nan, nan, lane_blend(first, a, b));
}

LANEWISE void binary32_modified_extreme(const struct ieee_lanes *lanes,
                                        const struct binary32_modifiers *from,
                                        const uint32_t *min, uint32_t *d, const uint32_t *a,
                                        const uint32_t *b)
{
    const struct binary32_modifiers m = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t x = operand(&m, 0, a[i]), y = operand(&m, 1, b[i]);
        uint32_t chosen = finished(&m, extreme_of(m.nan, min[i], x, y));
        d[i] = lane_blend(active[i], chosen, d[i]);
    }
}

static inline uint32_t relation_of(uint32_t a, uint32_t b)
{
    int32_t x = numeric_order(a), y = numeric_order(b);
    uint32_t unordered = lane_mask(binary32_is_nan(a)) | lane_mask(binary32_is_nan(b));
    uint32_t ordered = lane_mask(x < y) & IEEE_LESS;

    ordered |= lane_mask(x == y) & IEEE_EQUAL;
    ordered |= lane_mask(x > y) & IEEE_GREATER;
    return lane_blend(unordered, IEEE_UNORDERED, ordered);
}

/* Up to 32 lanes: vector code can shift words of 32 bits. */
static inline uint32_t compare_half(const struct binary32_modifiers *m, unsigned relations,
                                    const uint32_t *a, const uint32_t *b, size_t count)
{
    uint32_t holds = 0;

    for (size_t i = 0; i < count; i++) {
        uint32_t relation = relation_of(operand(m, 0, a[i]), operand(m, 1, b[i]));
        holds |= (uint32_t)((relation & relations) != 0) << i;
    }
    return holds;
}

LANEWISE uint64_t binary32_modified_compare(const struct ieee_lanes *lanes,
                                            const struct binary32_modifiers *from,
                                            unsigned relations, const uint32_t *a,
                                            const uint32_t *b)
{
    const struct binary32_modifiers m = *from;
    const size_t count = lane_count(lanes->lanes);

    if (count <= 32)
        return compare_half(&m, relations, a, b, count);
    return compare_half(&m, relations, a, b, 32) |
           (uint64_t)compare_half(&m, relations, a + 32, b + 32, lane_count(count - 32)) << 32;
}
