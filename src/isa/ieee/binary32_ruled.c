/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_ruled.c - binary32 arithmetic under the rules of rules.h, all lanes in one loop.
 *
 * Each operation is compiled twice: once for nearly all instructions, without scaling, clamping and
 * priority of zeros, and once with everything. Compiled like binary32_arithmetic.c: the product of
 * mad must not be fused with the sum.
 */
#include <math.h>
#include <string.h>

#include "base/lanewise.h"
#include "isa/ieee/binary32_bits.h"
#include "isa/ieee/host_rounding.h"
#include "isa/ieee/rules.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* The rules in the form that the loops use: limits below which magnitudes are zeros, masks, a
 * factor. */
struct plan {
    uint32_t keep[3], flip[3];
    uint32_t flush_operands, flush_results;
    uint32_t clamp, clamp_nan, zero_wins, scale;
    float factor;
};

ALWAYS_INLINE float float_of(uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof value);
    return value;
}

ALWAYS_INLINE uint32_t word_of(float value)
{
    uint32_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

static struct plan plan_of(const struct ieee_rules *rules)
{
    struct plan plan = {
        .flush_operands = rules->flush_operands ? BINARY32_HIDDEN_BIT : 0,
        .flush_results = rules->flush_results ? BINARY32_HIDDEN_BIT : 0,
        .clamp = lane_mask(rules->clamp),
        .clamp_nan = lane_mask(rules->clamp && rules->clamp_nan),
        .zero_wins = lane_mask(rules->zero_wins),
        .scale = lane_mask(rules->scale != 0),
        .factor = float_of((uint32_t)(127 + rules->scale) << 23),
    };

    for (int i = 0; i < 3; i++) {
        plan.keep[i] = (uint32_t)rules->keep[i];
        plan.flip[i] = (uint32_t)rules->flip[i];
    }
    return plan;
}

static bool is_plain(const struct ieee_rules *rules)
{
    return !(rules->scale || rules->clamp || rules->zero_wins);
}

ALWAYS_INLINE uint32_t flushed(uint32_t limit, uint32_t word)
{
    return lane_blend(lane_mask(binary32_magnitude(word) < limit), word & BINARY32_SIGN, word);
}

ALWAYS_INLINE uint32_t operand(const struct plan *p, int which, uint32_t word)
{
    return flushed(p->flush_operands, (word & p->keep[which]) ^ p->flip[which]);
}

ALWAYS_INLINE uint32_t nan_or(uint32_t word, uint32_t result)
{
    return lane_blend(lane_mask(binary32_is_nan(word)), word | BINARY32_QUIET_BIT, result);
}

ALWAYS_INLINE uint32_t canonical(uint32_t word)
{
    return lane_blend(lane_mask(binary32_is_nan(word)), BINARY32_CANONICAL_NAN, word);
}

ALWAYS_INLINE uint32_t scaled(const struct plan *p, uint32_t word)
{
    uint32_t product = flushed(BINARY32_HIDDEN_BIT, word_of(float_of(word) * p->factor));
    uint32_t zero = lane_mask(binary32_magnitude(product) == 0);

    return lane_blend(p->scale & ~lane_mask(binary32_is_nan(word)), product & ~zero, word);
}

ALWAYS_INLINE uint32_t clamped(const struct plan *p, uint32_t word)
{
    uint32_t nan = lane_mask(binary32_is_nan(word)), negative = lane_mask(word >> 31);
    uint32_t number = lane_blend(lane_mask(word > BINARY32_ONE), BINARY32_ONE, word) & ~negative;

    return lane_blend(nan, word & ~p->clamp_nan, lane_blend(p->clamp, number, word));
}

typedef uint32_t operation(const struct plan *p, uint32_t x, uint32_t y, uint32_t z);

ALWAYS_INLINE uint32_t add(const struct plan *p, uint32_t x, uint32_t y, uint32_t z)
{
    (void)p, (void)z;
    return word_of(float_of(x) + float_of(y));
}

ALWAYS_INLINE uint32_t mul(const struct plan *p, uint32_t x, uint32_t y, uint32_t z)
{
    (void)p, (void)z;
    return word_of(float_of(x) * float_of(y));
}

ALWAYS_INLINE uint32_t fused(const struct plan *p, uint32_t x, uint32_t y, uint32_t z)
{
    (void)p;
    return word_of(fmaf(float_of(x), float_of(y), float_of(z)));
}

ALWAYS_INLINE uint32_t mad(const struct plan *p, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t product = flushed(p->flush_results, word_of(float_of(x) * float_of(y)));

    return word_of(float_of(product) + float_of(z));
}

/* One lane; `operands` and `full` are constants where this is inlined. */
ALWAYS_INLINE uint32_t lane(const struct plan *p, operation *f, int operands, bool full, uint32_t a,
                            uint32_t b, uint32_t c)
{
    uint32_t x = operand(p, 0, a), y = operand(p, 1, b), z = operands > 2 ? operand(p, 2, c) : 0;
    uint32_t result;

    if (full) {
        uint32_t zero = lane_mask(binary32_magnitude(x) == 0) |
                        lane_mask(binary32_magnitude(y) == 0);
        x &= ~(zero & p->zero_wins);
        y &= ~(zero & p->zero_wins);
    }
    result = flushed(p->flush_results, canonical(f(p, x, y, z)));
    result = nan_or(x, nan_or(y, operands > 2 ? nan_or(z, result) : result));
    return full ? clamped(p, scaled(p, result)) : result;
}

ALWAYS_INLINE void loop(const struct ieee_lanes *lanes, const struct plan *from, operation *f,
                        int operands, bool full, uint32_t *d, const uint32_t *a,
                        const uint32_t *b, const uint32_t *c)
{
    const struct plan p = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t result = lane(&p, f, operands, full, a[i], b[i], operands > 2 ? c[i] : 0);
        d[i] = lane_blend(active[i], result, d[i]);
    }
}

typedef void loop_fn(const struct ieee_lanes *, const struct plan *, uint32_t *d, const uint32_t *a,
                     const uint32_t *b, const uint32_t *c);

LANEWISE static void add_plain(const struct ieee_lanes *lanes, const struct plan *p, uint32_t *d,
                               const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    loop(lanes, p, add, 2, false, d, a, b, c);
}

LANEWISE static void add_full(const struct ieee_lanes *lanes, const struct plan *p, uint32_t *d,
                              const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    loop(lanes, p, add, 2, true, d, a, b, c);
}

LANEWISE static void mul_plain(const struct ieee_lanes *lanes, const struct plan *p, uint32_t *d,
                               const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    loop(lanes, p, mul, 2, false, d, a, b, c);
}

LANEWISE static void mul_full(const struct ieee_lanes *lanes, const struct plan *p, uint32_t *d,
                              const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    loop(lanes, p, mul, 2, true, d, a, b, c);
}

LANEWISE static void fma_plain(const struct ieee_lanes *lanes, const struct plan *p, uint32_t *d,
                               const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    loop(lanes, p, fused, 3, false, d, a, b, c);
}

LANEWISE static void fma_full(const struct ieee_lanes *lanes, const struct plan *p, uint32_t *d,
                              const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    loop(lanes, p, fused, 3, true, d, a, b, c);
}

LANEWISE static void mad_plain(const struct ieee_lanes *lanes, const struct plan *p, uint32_t *d,
                               const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    loop(lanes, p, mad, 3, false, d, a, b, c);
}

LANEWISE static void mad_full(const struct ieee_lanes *lanes, const struct plan *p, uint32_t *d,
                              const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    loop(lanes, p, mad, 3, true, d, a, b, c);
}

/* The number that wins, or a NaN. */
ALWAYS_INLINE uint32_t extreme_of(uint32_t signalling_wins, uint32_t min, uint32_t a, uint32_t b)
{
    uint32_t a_nan = lane_mask(binary32_is_nan(a)), b_nan = lane_mask(binary32_is_nan(b));
    uint32_t less = lane_mask(total_order(a) < total_order(b));
    uint32_t first = (~(less ^ min) | b_nan) & ~a_nan;
    uint32_t result = lane_blend(first, a, b);
    uint32_t a_wins = lane_mask(binary32_is_signalling(a)) & signalling_wins;
    uint32_t b_wins = lane_mask(binary32_is_signalling(b)) & signalling_wins;

    result = lane_blend(b_wins, b | BINARY32_QUIET_BIT, result);
    return lane_blend(a_wins, a | BINARY32_QUIET_BIT, result);
}

LANEWISE static void extreme(const struct ieee_lanes *lanes, const struct ieee_rules *rules,
                             uint32_t min, uint32_t *d, const uint32_t *a, const uint32_t *b)
{
    const struct plan p = plan_of(rules);
    const uint32_t *active = lanes->active, signalling_wins = lane_mask(rules->signalling_wins);
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t x = (a[i] & p.keep[0]) ^ p.flip[0], y = (b[i] & p.keep[1]) ^ p.flip[1];
        uint32_t result = clamped(&p, scaled(&p, extreme_of(signalling_wins, min, x, y)));
        d[i] = lane_blend(active[i], result, d[i]);
    }
}

static void run(const struct ieee_lanes *lanes, const struct ieee_rules *rules, loop_fn *plain,
                loop_fn *full, uint32_t *d, const uint32_t *a, const uint32_t *b,
                const uint32_t *c)
{
    const struct plan plan = plan_of(rules);
    struct host_rounding host = host_rounding_enter(rules->rounding);

    (is_plain(rules) ? plain : full)(lanes, &plan, d, a, b, c);
    host_rounding_leave(host);
}

void binary32_ruled_add(const struct ieee_lanes *lanes, const struct ieee_rules *rules, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    run(lanes, rules, add_plain, add_full, d, a, b, c);
}

void binary32_ruled_mul(const struct ieee_lanes *lanes, const struct ieee_rules *rules, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    run(lanes, rules, mul_plain, mul_full, d, a, b, c);
}

void binary32_ruled_fma(const struct ieee_lanes *lanes, const struct ieee_rules *rules, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    run(lanes, rules, fma_plain, fma_full, d, a, b, c);
}

void binary32_ruled_mad(const struct ieee_lanes *lanes, const struct ieee_rules *rules, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    run(lanes, rules, mad_plain, mad_full, d, a, b, c);
}

void binary32_ruled_min(const struct ieee_lanes *lanes, const struct ieee_rules *rules, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    struct host_rounding host = host_rounding_enter(rules->rounding);

    (void)c;
    extreme(lanes, rules, ~0u, d, a, b);
    host_rounding_leave(host);
}

void binary32_ruled_max(const struct ieee_lanes *lanes, const struct ieee_rules *rules, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    struct host_rounding host = host_rounding_enter(rules->rounding);

    (void)c;
    extreme(lanes, rules, 0, d, a, b);
    host_rounding_leave(host);
}
