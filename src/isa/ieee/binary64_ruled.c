/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary64_ruled.c - binary64 arithmetic under the rules of rules.h, on rows of low and high words.
 *
 * One loop per operation computes and rounds; a second one scales and clamps where needed, which is
 * rare. Compiled like binary32_arithmetic.c.
 */
#include <math.h>
#include <string.h>

#include "base/lanewise.h"
#include "isa/ieee/host_rounding.h"
#include "isa/ieee/rules.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))
#define BINARY64_SIGN 0x8000000000000000u
#define BINARY64_INFINITY 0x7ff0000000000000u
#define BINARY64_HIDDEN_BIT 0x0010000000000000u
#define BINARY64_QUIET_BIT 0x0008000000000000u
#define BINARY64_QUIET_NAN 0x7ff8000000000000u

/* The rules in the form that the loops use. */
struct plan {
    uint64_t keep[3], flip[3];
    uint64_t flush_operands, flush_results; /* magnitudes below are zeros */
};

ALWAYS_INLINE uint64_t wide_blend(bool condition, uint64_t when_set, uint64_t when_clear)
{
    uint64_t mask = -(uint64_t)condition;

    return (when_set & mask) | (when_clear & ~mask);
}

ALWAYS_INLINE double double_of(uint64_t word)
{
    double value;

    memcpy(&value, &word, sizeof value);
    return value;
}

ALWAYS_INLINE uint64_t word_of(double value)
{
    uint64_t word;

    memcpy(&word, &value, sizeof word);
    return word;
}

ALWAYS_INLINE bool is_nan(uint64_t word)
{
    return (word & ~BINARY64_SIGN) > BINARY64_INFINITY;
}

ALWAYS_INLINE uint64_t flushed(uint64_t limit, uint64_t word)
{
    return wide_blend((word & ~BINARY64_SIGN) < limit, word & BINARY64_SIGN, word);
}

ALWAYS_INLINE uint64_t operand(const struct plan *p, int which, struct wide_source from,
                               size_t lane)
{
    uint64_t word = (uint64_t)from.high[lane] << 32 | from.low[lane];

    return flushed(p->flush_operands, (word & p->keep[which]) ^ p->flip[which]);
}

ALWAYS_INLINE uint64_t nan_or(uint64_t word, uint64_t result)
{
    return wide_blend(is_nan(word), word | BINARY64_QUIET_BIT, result);
}

typedef double operation(double x, double y, double z);

ALWAYS_INLINE double add(double x, double y, double z)
{
    (void)z;
    return x + y;
}

ALWAYS_INLINE double mul(double x, double y, double z)
{
    (void)z;
    return x * y;
}

ALWAYS_INLINE double fused(double x, double y, double z)
{
    return fma(x, y, z);
}

/* `operands` is a constant where this is inlined. */
ALWAYS_INLINE void loop(const struct ieee_lanes *lanes, const struct plan *from, operation *f,
                        int operands, struct wide_row d, struct wide_source a,
                        struct wide_source b, struct wide_source c)
{
    const struct plan p = *from;
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint64_t x = operand(&p, 0, a, i), y = operand(&p, 1, b, i);
        uint64_t z = operands > 2 ? operand(&p, 2, c, i) : 0;
        uint64_t result = word_of(f(double_of(x), double_of(y), double_of(z)));
        result = wide_blend(is_nan(result), BINARY64_QUIET_NAN, flushed(p.flush_results, result));
        result = nan_or(x, nan_or(y, nan_or(z, result)));
        d.low[i] = lane_blend(active[i], (uint32_t)result, d.low[i]);
        d.high[i] = lane_blend(active[i], (uint32_t)(result >> 32), d.high[i]);
    }
}

typedef void loop_fn(const struct ieee_lanes *, const struct plan *, struct wide_row d,
                     struct wide_source a, struct wide_source b, struct wide_source c);

LANEWISE static void add_lanes(const struct ieee_lanes *lanes, const struct plan *p,
                               struct wide_row d, struct wide_source a, struct wide_source b,
                               struct wide_source c)
{
    loop(lanes, p, add, 2, d, a, b, c);
}

LANEWISE static void mul_lanes(const struct ieee_lanes *lanes, const struct plan *p,
                               struct wide_row d, struct wide_source a, struct wide_source b,
                               struct wide_source c)
{
    loop(lanes, p, mul, 2, d, a, b, c);
}

LANEWISE static void fma_lanes(const struct ieee_lanes *lanes, const struct plan *p,
                               struct wide_row d, struct wide_source a, struct wide_source b,
                               struct wide_source c)
{
    loop(lanes, p, fused, 3, d, a, b, c);
}

static void finish(const struct ieee_lanes *lanes, const struct ieee_rules *rules,
                   struct wide_row d)
{
    for (unsigned i = 0; i < lanes->lanes; i++) {
        if (!lanes->active[i])
            continue;
        uint64_t word = ieee_finished(ieee_binary64, rules, (uint64_t)d.high[i] << 32 | d.low[i]);
        d.low[i] = (uint32_t)word;
        d.high[i] = (uint32_t)(word >> 32);
    }
}

static void run(const struct ieee_lanes *lanes, const struct ieee_rules *rules, loop_fn *f,
                struct wide_row d, struct wide_source a, struct wide_source b,
                struct wide_source c)
{
    struct plan plan = {
        .flush_operands = rules->flush_operands ? BINARY64_HIDDEN_BIT : 0,
        .flush_results = rules->flush_results ? BINARY64_HIDDEN_BIT : 0,
    };
    memcpy(plan.keep, rules->keep, sizeof plan.keep);
    memcpy(plan.flip, rules->flip, sizeof plan.flip);
    struct host_rounding host = host_rounding_enter(rules->rounding);

    f(lanes, &plan, d, a, b, c);
    host_rounding_leave(host);
    if (rules->scale || rules->clamp)
        finish(lanes, rules, d);
}

void binary64_ruled_add(const struct ieee_lanes *lanes, const struct ieee_rules *rules,
                        struct wide_row d, struct wide_source a, struct wide_source b,
                        struct wide_source c)
{
    run(lanes, rules, add_lanes, d, a, b, c);
}

void binary64_ruled_mul(const struct ieee_lanes *lanes, const struct ieee_rules *rules,
                        struct wide_row d, struct wide_source a, struct wide_source b,
                        struct wide_source c)
{
    run(lanes, rules, mul_lanes, d, a, b, c);
}

void binary64_ruled_fma(const struct ieee_lanes *lanes, const struct ieee_rules *rules,
                        struct wide_row d, struct wide_source a, struct wide_source b,
                        struct wide_source c)
{
    run(lanes, rules, fma_lanes, d, a, b, c);
}
