/* SPDX-License-Identifier: Apache-2.0 */
/* division.c - the three steps around Newton's method that make a quotient correctly rounded:
 * v_div_scale keeps the steps away from the ends of the range, v_div_fmas does the last step and
 * scales back, v_div_fixup inserts the special results.
 *
 * Follows the manual, with our own interpretations, each needed for a correct quotient: v_div_fmas
 * scales up or down as the quotient is large or small, rounds once and flushes no operand; where
 * both reciprocal and quotient would be subnormal the denominator is scaled down, since scaling up
 * would overflow; and v_div_fixup treats a NaN quotient as an overflow in the steps. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"

/* Constants that depend on the type. Exponents are biased. */
struct limits {
    int scale;       /* exponents are moved by this */
    int far;         /* numerator and denominator so far apart: the quotient is near the end */
    int tiny;        /* numerators up to this exponent are small */
    int underflow;   /* quotients of this difference and below are less than any number */
};

static const struct limits limits_single = {64, 96, 23, -151};
static const struct limits limits_double = {128, 768, 53, -1076};

static const struct limits *limits_of(struct ieee_format f)
{
    return f.fraction_bits == ieee_binary64.fraction_bits ? &limits_double : &limits_single;
}

static int exponent_of(struct ieee_format f, uint64_t word)
{
    return (int)(ieee_magnitude_of(f, word) >> f.fraction_bits);
}

static bool is_zero(struct ieee_format f, uint64_t word)
{
    return ieee_magnitude_of(f, word) == 0;
}

static bool is_infinite(struct ieee_format f, uint64_t word)
{
    return ieee_magnitude_of(f, word) == ieee_infinity(f);
}

/* ---- Scaling ---- */

/* 1 / word, exact, is below the smallest normal number. */
static bool reciprocal_is_subnormal(struct ieee_format f, uint64_t word)
{
    uint64_t largest = (uint64_t)(2 * ieee_bias(f) - 1) << f.fraction_bits;
    return ieee_magnitude_of(f, word) > largest && !ieee_is_nan(f, word);
}

/* numerator / denominator, exact and both nonzero, is below the smallest normal number. */
static bool quotient_is_subnormal(struct ieee_format f, uint64_t numerator, uint64_t denominator)
{
    struct ieee_number n = ieee_unpack(f, numerator), d = ieee_unpack(f, denominator);
    if (n.kind != IEEE_FINITE || d.kind != IEEE_FINITE)
        return false;
    return n.exponent - d.exponent - (n.significand < d.significand) < 1 - ieee_bias(f);
}

struct scaling {
    int numerator, denominator; /* powers of two */
    bool scale_back;            /* v_div_fmas must scale */
};

static struct scaling scaling_of(struct ieee_format f, uint64_t numerator, uint64_t denominator)
{
    const struct limits *limits = limits_of(f);
    const int up = limits->scale, down = -limits->scale;
    bool small_reciprocal = reciprocal_is_subnormal(f, denominator);
    bool small_quotient = quotient_is_subnormal(f, numerator, denominator);
    if (exponent_of(f, numerator) - exponent_of(f, denominator) >= limits->far)
        return (struct scaling){0, up, true};
    if (ieee_is_subnormal(f, denominator))
        return (struct scaling){up, up, false};
    if (small_reciprocal && small_quotient)
        return (struct scaling){0, down, true};
    if (small_reciprocal)
        return (struct scaling){down, down, false};
    if (small_quotient)
        return (struct scaling){up, 0, true};
    if (exponent_of(f, numerator) <= limits->tiny)
        return (struct scaling){up, up, false};
    return (struct scaling){0, 0, false};
}

/* The power of two by which a is scaled; if a is neither denominator nor numerator, only as both
 * are. */
static int scale_of(const struct scaling *scaling, bool is_denominator, bool is_numerator)
{
    if (is_denominator || scaling->numerator == scaling->denominator)
        return scaling->denominator;
    return is_numerator ? scaling->numerator : 0;
}

/* Exponents so close to the exponent of 1 that nothing is scaled: the common case. */
static bool is_ordinary(struct ieee_format f, uint64_t word)
{
    return (unsigned)(exponent_of(f, word) - ieee_bias(f) + 40) < 80;
}

/* a, which is the denominator b or the numerator c, scaled. */
static uint64_t scaled(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c,
                       bool *scale_back)
{
    const struct ieee_format f = x->format;
    *scale_back = false;
    if (is_ordinary(f, a) && is_ordinary(f, b) && is_ordinary(f, c))
        return a;
    if (is_zero(f, b) || is_zero(f, c))
        return ieee_quiet_nan(f);
    struct scaling scaling = scaling_of(f, c, b);
    struct ieee_number number = ieee_unpack(f, a);
    number.exponent += scale_of(&scaling, a == b, a == c);
    *scale_back = scaling.scale_back;
    return ieee_result(f, x->rules.rounding, number, a, 0, 0);
}

static void run_scale(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct gcn3_float x = gcn3_float_of(warp, own, GCN3_BY_MODE);
    struct gcn3_words a, b, c;
    uint64_t mask = 0;
    effect->kind = EFFECT_NONE;
    gcn3_float_load(warp, own, 0, GCN3_BY_MODE, &a);
    gcn3_float_load(warp, own, 1, GCN3_BY_MODE, &b);
    gcn3_float_load(warp, own, 2, GCN3_BY_MODE, &c);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        bool scale_back;
        uint64_t word = scaled(&x, a.lane[lane], b.lane[lane], c.lane[lane], &scale_back);
        a.lane[lane] = ieee_finished(x.format, &x.rules, word);
        mask |= (uint64_t)scale_back << lane;
    }
    gcn3_float_store(warp, own, &a);
    gcn3_mask_put(warp, own, mask);
}

void gcn3_v_div_scale_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_scale(warp, insn, effect);
}

void gcn3_v_div_scale_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_scale(warp, insn, effect);
}

/* ---- The last step ---- */

/* c is the quotient so far; if it was scaled, c gives the direction. a, the remainder of the
 * numerator, may be subnormal and is not flushed: compilers turn subnormals off before this step,
 * and flushing would make some quotients wrong by one unit. */
static uint64_t last_step(const struct gcn3_float *x, bool scale_back, uint64_t a, uint64_t b,
                          uint64_t c)
{
    const struct ieee_format f = x->format;
    const int scale = limits_of(f)->scale;
    struct ieee_number number = ieee_fused(x->rules.rounding, ieee_unpack(f, a),
                                           ieee_unpack(f, b), ieee_unpack(f, c));
    if (scale_back)
        number.exponent += exponent_of(f, c) > ieee_bias(f) ? scale : -scale;
    return ieee_result(f, x->rules.rounding, number, a, b, c);
}

static void run_scaling_back(struct warp *warp, const struct gcn3_insn *own,
                             const struct gcn3_float *x, uint64_t mask)
{
    struct gcn3_words a, b, c;
    gcn3_float_load(warp, own, 0, GCN3_KEEP_SUBNORMALS, &a);
    gcn3_float_load(warp, own, 1, GCN3_KEEP_SUBNORMALS, &b);
    gcn3_float_load(warp, own, 2, GCN3_KEEP_SUBNORMALS, &c);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t word = last_step(x, mask >> lane & 1, a.lane[lane], b.lane[lane], c.lane[lane]);
        a.lane[lane] = ieee_finished(x->format, &x->rules, word);
    }
    gcn3_float_store(warp, own, &a);
}

/* Where no lane is scaled back, this is a fused multiply-add. */
static void run_fma_single(struct warp *warp, const struct gcn3_insn *own,
                           const struct gcn3_float *x)
{
    const struct ieee_lanes lanes = gcn3_ieee_lanes(warp);
    struct gcn3_lanes a, b, c;
    binary32_ruled_fma(&lanes, &x->rules, gcn3_vgpr(warp, own->dst.code),
                       gcn3_source_plain(warp, &own->src[0], &a),
                       gcn3_source_plain(warp, &own->src[1], &b),
                       gcn3_source_plain(warp, &own->src[2], &c));
}

static void run_fma_double(struct warp *warp, const struct gcn3_insn *own,
                           const struct gcn3_float *x)
{
    const struct ieee_lanes lanes = gcn3_ieee_lanes(warp);
    const struct wide_row d = {gcn3_vgpr(warp, own->dst.code),
                               gcn3_vgpr(warp, own->dst.code + 1u)};
    struct gcn3_lanes scratch[3][2];
    struct wide_source source[3];
    for (unsigned i = 0; i < 3; i++) {
        struct gcn3_wide wide = gcn3_source_wide(warp, own, i, scratch[i]);
        source[i] = (struct wide_source){wide.low, wide.high};
    }
    binary64_ruled_fma(&lanes, &x->rules, d, source[0], source[1], source[2]);
}

static void run_fmas(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint64_t mask = gcn3_scalar_pair(gcn3_state(warp), GCN3_VCC) & warp->mask;
    struct gcn3_float x = gcn3_float_of(warp, own, GCN3_BY_MODE);
    x.rules.flush_operands = false;
    effect->kind = EFFECT_NONE;
    if (mask)
        run_scaling_back(warp, own, &x, mask);
    else if (own->dst.type == GCN3_F32)
        run_fma_single(warp, own, &x);
    else
        run_fma_double(warp, own, &x);
}

void gcn3_v_div_fmas_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_fmas(warp, insn, effect);
}

void gcn3_v_div_fmas_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_fmas(warp, insn, effect);
}

/* ---- NaN, infinity, overflow ---- */

/* The sign is ignored here. a: the quotient, b: the denominator, c: the numerator. */
static uint64_t fixed(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c, bool negative)
{
    const struct ieee_format f = x->format;
    const struct ieee_number min = {IEEE_FINITE, negative, -(1 << 14), (uint64_t)1 << 63};
    if (is_zero(f, b) || is_infinite(f, c))
        return ieee_infinity(f);
    if (is_infinite(f, b) || is_zero(f, c))
        return 0;
    if (f.fraction_bits != ieee_binary16.fraction_bits &&
        exponent_of(f, c) - exponent_of(f, b) <= limits_of(f)->underflow)
        return ieee_magnitude_of(f, ieee_pack(f, x->rules.rounding, min));
    if (ieee_is_nan(f, a))
        return ieee_overflow(f, x->rules.rounding, negative);
    return ieee_magnitude_of(f, a);
}

static uint64_t fixup(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    const struct ieee_format f = x->format;
    bool negative = ieee_is_negative(f, b) != ieee_is_negative(f, c);
    if (ieee_is_nan(f, b) || ieee_is_nan(f, c))
        return ieee_nan_or(f, c, b | ieee_quiet_bit(f));
    if ((is_zero(f, b) && is_zero(f, c)) || (is_infinite(f, b) && is_infinite(f, c)))
        return ieee_sign(f, true) | ieee_quiet_nan(f);
    return ieee_sign(f, negative) | fixed(x, a, b, c, negative);
}

void gcn3_v_div_fixup_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, fixup);
}

void gcn3_v_div_fixup_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, fixup);
}

void gcn3_v_div_fixup_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, fixup);
}
