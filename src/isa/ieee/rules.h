/* SPDX-License-Identifier: Apache-2.0 */
/*
 * rules.h - arithmetic under rules that a mode register and an instruction set together: rounding,
 * flushing of subnormal operands, of subnormal results, or neither, a result scaled by a power of
 * two, a result clamped.
 *
 * Operands are made absolute or negated, then flushed; the result is rounded once, flushed, scaled
 * and clamped in this order. A NaN among the operands is the result, made quiet; the first operand
 * has priority over the second, the second over the third. An invalid operation gives the positive
 * quiet NaN without payload. The same bits on every host.
 */
#ifndef WARPCLOCK_ISA_IEEE_RULES_H
#define WARPCLOCK_ISA_IEEE_RULES_H

#include "isa/ieee/format_arithmetic.h"
#include "isa/ieee/modified.h"

struct ieee_rules {
    uint64_t keep[3], flip[3]; /* an operand becomes (word & keep) ^ flip */
    enum ieee_rounding rounding;
    bool flush_operands, flush_results;
    int scale;            /* not 0: subnormals and -0 then become +0 */
    bool clamp;           /* to 0 .. 1 */
    bool clamp_nan;       /* with clamp: NaN to 0 */
    bool zero_wins;       /* zero times anything, NaN included, is +0 */
    bool signalling_wins; /* the smaller or larger of a signalling NaN and anything is that NaN */
};

/* ---- One word at a time, any format ---- */

static inline uint64_t ieee_quiet_bit(struct ieee_format f)
{
    return ieee_smallest_normal(f) >> 1;
}

static inline uint64_t ieee_quiet_nan(struct ieee_format f)
{
    return ieee_infinity(f) | ieee_quiet_bit(f);
}

static inline uint64_t ieee_one(struct ieee_format f)
{
    return (uint64_t)ieee_bias(f) << f.fraction_bits;
}

static inline uint64_t ieee_magnitude_of(struct ieee_format f, uint64_t word)
{
    return word & (ieee_sign(f, true) - 1);
}

static inline bool ieee_is_negative(struct ieee_format f, uint64_t word)
{
    return (word & ieee_sign(f, true)) != 0;
}

static inline bool ieee_is_signalling(struct ieee_format f, uint64_t word)
{
    return ieee_is_nan(f, word) && !(word & ieee_quiet_bit(f));
}

static inline bool ieee_is_subnormal(struct ieee_format f, uint64_t word)
{
    uint64_t magnitude = ieee_magnitude_of(f, word);

    return magnitude != 0 && magnitude < ieee_smallest_normal(f);
}

static inline uint64_t ieee_operand(struct ieee_format f, const struct ieee_rules *rules, int which,
                                    uint64_t word)
{
    word = (word & rules->keep[which]) ^ rules->flip[which];
    return rules->flush_operands ? ieee_flushed(f, word) : word;
}

/* `word` made quiet where it is a NaN, otherwise `result`. */
static inline uint64_t ieee_nan_or(struct ieee_format f, uint64_t word, uint64_t result)
{
    return ieee_is_nan(f, word) ? word | ieee_quiet_bit(f) : result;
}

/* A number as a word; for a NaN, the first one among the operands. */
static inline uint64_t ieee_result(struct ieee_format f, enum ieee_rounding rounding,
                                   struct ieee_number number, uint64_t a, uint64_t b, uint64_t c)
{
    if (number.kind != IEEE_NAN)
        return ieee_pack(f, rounding, number);
    return ieee_nan_or(f, a, ieee_nan_or(f, b, ieee_nan_or(f, c, ieee_quiet_nan(f))));
}

static inline uint64_t ieee_scaled(struct ieee_format f, const struct ieee_rules *rules,
                                   uint64_t word)
{
    struct ieee_number number = ieee_unpack(f, word);

    number.exponent += rules->scale;
    word = ieee_flushed(f, ieee_pack(f, rules->rounding, number));
    return ieee_magnitude_of(f, word) == 0 ? 0 : word;
}

/* The remaining steps after rounding. */
static inline uint64_t ieee_finished(struct ieee_format f, const struct ieee_rules *rules,
                                     uint64_t word)
{
    if (ieee_is_nan(f, word))
        return rules->clamp && rules->clamp_nan ? 0 : word;
    if (rules->flush_results)
        word = ieee_flushed(f, word);
    if (rules->scale)
        word = ieee_scaled(f, rules, word);
    if (!rules->clamp)
        return word;
    if (ieee_is_negative(f, word))
        return 0;
    return word > ieee_one(f) ? ieee_one(f) : word;
}

/* One bit of enum ieee_relation. */
static inline unsigned ieee_relation_of(struct ieee_format f, uint64_t a, uint64_t b)
{
    int64_t x = (int64_t)ieee_magnitude_of(f, a), y = (int64_t)ieee_magnitude_of(f, b);

    if (ieee_is_nan(f, a) || ieee_is_nan(f, b))
        return IEEE_UNORDERED;
    x = ieee_is_negative(f, a) ? -x : x;
    y = ieee_is_negative(f, b) ? -y : y;
    return x < y ? IEEE_LESS : x == y ? IEEE_EQUAL : IEEE_GREATER;
}

/* The smaller or the larger of two operands: -0 < +0, a number wins over a NaN. */
static inline uint64_t ieee_extreme(struct ieee_format f, const struct ieee_rules *rules,
                                    bool min, uint64_t a, uint64_t b)
{
    if (rules->signalling_wins && ieee_is_signalling(f, a))
        return a | ieee_quiet_bit(f);
    if (rules->signalling_wins && ieee_is_signalling(f, b))
        return b | ieee_quiet_bit(f);
    if (ieee_is_nan(f, a))
        return b;
    if (ieee_is_nan(f, b))
        return a;
    unsigned relation = ieee_relation_of(f, a, b);
    if (relation == IEEE_EQUAL) /* the zeros */
        relation = ieee_is_negative(f, a) ? IEEE_LESS : IEEE_GREATER;
    return (relation == IEEE_LESS) == min ? a : b;
}

/* ---- All lanes at once ---- */

/* Written and read as in modified.h. A function of two operands ignores c; mad rounds and flushes
 * the product before it adds. */
typedef void binary32_ruled_fn(const struct ieee_lanes *, const struct ieee_rules *, uint32_t *d,
                               const uint32_t *a, const uint32_t *b, const uint32_t *c);
binary32_ruled_fn binary32_ruled_add, binary32_ruled_mul, binary32_ruled_fma, binary32_ruled_mad;
binary32_ruled_fn binary32_ruled_min, binary32_ruled_max; /* no operand or result is flushed */

/* The same for the common case: rounded to nearest, only sign modifiers, magnitudes below `flush`
 * (0, or the smallest normal number) are zeros before and after. If a result of an active lane is a
 * NaN, returns false and writes nothing. At most 64 lanes. */
struct binary32_quick {
    uint32_t flip[3];
    uint32_t flush;
};
typedef bool binary32_quick_fn(const struct ieee_lanes *, const struct binary32_quick *,
                               uint32_t *d, const uint32_t *a, const uint32_t *b,
                               const uint32_t *c);
binary32_quick_fn binary32_quick_add, binary32_quick_mul, binary32_quick_fma, binary32_quick_mad;
binary32_quick_fn binary32_quick_min, binary32_quick_max; /* false also where an operand is a NaN */

typedef void binary64_ruled_fn(const struct ieee_lanes *, const struct ieee_rules *,
                               struct wide_row d, struct wide_source a, struct wide_source b,
                               struct wide_source c);
binary64_ruled_fn binary64_ruled_add, binary64_ruled_mul, binary64_ruled_fma;

#endif
