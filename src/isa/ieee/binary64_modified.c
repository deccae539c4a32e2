/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary64_modified.c - binary64 add, multiply, fused multiply-add and comparisons with modifiers,
 * on rows of low and high words. One loop per operation; compiled like binary32_arithmetic.c.
 */
#include <math.h>
#include <string.h>

#include "base/lanewise.h"
#include "isa/ieee/binary32_bits.h"
#include "isa/ieee/host_rounding.h"
#include "isa/ieee/modified.h"

#define BINARY64_SIGN 0x8000000000000000u
#define BINARY64_INFINITY 0x7ff0000000000000u
#define BINARY64_QUIET_BIT 0x0008000000000000u

static inline uint64_t wide_mask(bool condition)
{
    return -(uint64_t)condition;
}

static inline uint64_t wide_blend(uint64_t mask, uint64_t when_set, uint64_t when_clear)
{
    return (when_set & mask) | (when_clear & ~mask);
}

static inline bool is_nan(uint64_t word)
{
    return (word & ~BINARY64_SIGN) > BINARY64_INFINITY;
}

static inline uint64_t word_at(struct wide_source x, size_t lane)
{
    return (uint64_t)x.high[lane] << 32 | x.low[lane];
}

static inline uint64_t operand(const struct binary64_modifiers *m, int which, uint64_t word)
{
    return (word & m->keep[which]) ^ m->flip[which];
}

static inline double number(const struct binary64_modifiers *m, int which, uint64_t word)
{
    double value;

    word = operand(m, which, word);
    memcpy(&value, &word, sizeof value);
    return value;
}

/* `word` made quiet where it is a NaN, otherwise `result`. */
static inline uint64_t nan_or(uint64_t word, uint64_t result)
{
    return wide_blend(wide_mask(is_nan(word)), word | BINARY64_QUIET_BIT, result);
}

static inline uint64_t result_of(const struct binary64_modifiers *m, double value)
{
    uint64_t word;

    memcpy(&word, &value, sizeof word);
    return wide_blend(wide_mask(is_nan(word)), m->invalid, word);
}

static inline void put(struct wide_row d, size_t lane, uint32_t active, uint64_t word)
{
    d.low[lane] = lane_blend(active, (uint32_t)word, d.low[lane]);
    d.high[lane] = lane_blend(active, (uint32_t)(word >> 32), d.high[lane]);
}

LANEWISE static void add_lanes(const struct ieee_lanes *lanes,
                               const struct binary64_modifiers *from, struct wide_row d,
                               struct wide_source a, struct wide_source b)
{
    const struct binary64_modifiers m = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint64_t x = word_at(a, i), y = word_at(b, i);
        uint64_t sum = result_of(&m, number(&m, 0, x) + number(&m, 1, y));
        put(d, i, active[i], nan_or(y, nan_or(x, sum)));
    }
}

LANEWISE static void mul_lanes(const struct ieee_lanes *lanes,
                               const struct binary64_modifiers *from, struct wide_row d,
                               struct wide_source a, struct wide_source b)
{
    const struct binary64_modifiers m = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint64_t x = word_at(a, i), y = word_at(b, i);
        uint64_t product = result_of(&m, number(&m, 0, x) * number(&m, 1, y));
        put(d, i, active[i], nan_or(y, nan_or(x, product)));
    }
}

LANEWISE static void fma_lanes(const struct ieee_lanes *lanes,
                               const struct binary64_modifiers *from, struct wide_row d,
                               struct wide_source a, struct wide_source b, struct wide_source c)
{
    const struct binary64_modifiers m = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint64_t x = word_at(a, i), y = word_at(b, i), z = word_at(c, i);
        uint64_t sum = result_of(&m, fma(number(&m, 0, x), number(&m, 1, y), number(&m, 2, z)));
        put(d, i, active[i], nan_or(y, nan_or(z, nan_or(x, sum))));
    }
}

void binary64_modified_add(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                           const struct binary64_modifiers *m, struct wide_row d,
                           struct wide_source a, struct wide_source b)
{
    struct host_rounding host = host_rounding_enter(rounding);

    add_lanes(lanes, m, d, a, b);
    host_rounding_leave(host);
}

void binary64_modified_mul(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                           const struct binary64_modifiers *m, struct wide_row d,
                           struct wide_source a, struct wide_source b)
{
    struct host_rounding host = host_rounding_enter(rounding);

    mul_lanes(lanes, m, d, a, b);
    host_rounding_leave(host);
}

void binary64_modified_fma(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                           const struct binary64_modifiers *m, struct wide_row d,
                           struct wide_source a, struct wide_source b, struct wide_source c)
{
    struct host_rounding host = host_rounding_enter(rounding);

    fma_lanes(lanes, m, d, a, b, c);
    host_rounding_leave(host);
}

/* An integer in the order of the numbers, with -0 just below +0. NaNs: meaningless. */
static inline int64_t wide_total_order(uint64_t word)
{
    return (int64_t)(word ^ (wide_mask(word >> 63) & ~BINARY64_SIGN));
}

/* The same with both zeros equal. */
static inline int64_t wide_numeric_order(uint64_t word)
{
    int64_t magnitude = (int64_t)(word & ~BINARY64_SIGN);

    return word >> 63 ? -magnitude : magnitude;
}

LANEWISE void binary64_modified_extreme(const struct ieee_lanes *lanes,
                                        const struct binary64_modifiers *from,
                                        const uint32_t *min, struct wide_row d,
                                        struct wide_source a, struct wide_source b)
{
    const struct binary64_modifiers m = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint64_t x = operand(&m, 0, word_at(a, i)), y = operand(&m, 1, word_at(b, i));
        uint64_t x_nan = wide_mask(is_nan(x)), y_nan = wide_mask(is_nan(y));
        uint64_t less = wide_mask(wide_total_order(x) < wide_total_order(y));
        uint64_t first = (~(less ^ wide_mask(min[i] != 0)) | y_nan) & ~x_nan;
        uint64_t both = word_at(b, i) | BINARY64_QUIET_BIT;
        put(d, i, active[i], wide_blend(x_nan & y_nan, both, wide_blend(first, x, y)));
    }
}

static inline unsigned relation_of(uint64_t a, uint64_t b)
{
    int64_t x = wide_numeric_order(a), y = wide_numeric_order(b);

    if (is_nan(a) || is_nan(b))
        return IEEE_UNORDERED;
    return x < y ? IEEE_LESS : x == y ? IEEE_EQUAL : IEEE_GREATER;
}

uint64_t binary64_modified_compare(const struct ieee_lanes *lanes,
                                   const struct binary64_modifiers *m, unsigned relations,
                                   struct wide_source a, struct wide_source b)
{
    uint64_t holds = 0;

    for (size_t i = 0; i < lanes->lanes; i++) {
        unsigned relation = relation_of(operand(m, 0, word_at(a, i)), operand(m, 1, word_at(b, i)));
        holds |= (uint64_t)((relation & relations) != 0) << i;
    }
    return holds;
}
