/* SPDX-License-Identifier: Apache-2.0 */
/* vector_integral.c - the parts of a floating-point number, of all three types: its integral part
 * in four rounding modes, its fraction, mantissa and exponent, and ldexp. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"

/* ---- F32, all lanes in one loop ---- */

/* Whether a magnitude with a fraction rounds up to the next integer; all words ~0 or 0. */
struct rounding {
    uint32_t positive, negative; /* always */
    uint32_t nearest;            /* from a half on, at a half to even */
};

static struct rounding rounding_of(enum ieee_rounding rounding)
{
    return (struct rounding){.positive = -(uint32_t)(rounding == IEEE_UP),
                             .negative = -(uint32_t)(rounding == IEEE_DOWN),
                             .nearest = -(uint32_t)(rounding == IEEE_NEAREST_EVEN)};
}

/* Magnitudes below 1, from 1 on, and from 2^23 on, which have no fraction, differ in the integers
 * next to them; a carry out of the fraction increments the exponent. */
static inline uint32_t integral_single(struct rounding rounding, uint32_t flush, uint32_t word)
{
    const uint32_t one = 127u << 23, half = 126u << 23, infinity = 255u << 23;
    uint32_t sign = word & BINARY32_SIGN, magnitude = word & ~BINARY32_SIGN;
    magnitude = magnitude < flush ? 0 : magnitude;
    uint32_t exponent = magnitude >> 23, unit = 1u << ((150 - exponent) & 31);
    bool small = magnitude < one, whole = exponent >= 150;
    uint32_t rest = small ? magnitude : whole ? 0 : magnitude & (unit - 1);
    uint32_t base = small ? 0 : magnitude - rest;
    uint32_t middle = small ? half : unit >> 1, odd = small ? 0 : base & unit;
    bool up = (rest > middle) | ((rest == middle) & (odd != 0));
    uint32_t always = sign ? rounding.negative : rounding.positive;
    uint32_t grow = (rounding.nearest & -(uint32_t)up) | (always & -(uint32_t)(rest != 0));
    uint32_t result = whole ? magnitude : base + (grow & (small ? one : unit));
    return magnitude > infinity ? word | BINARY32_QUIET_BIT : sign | result;
}

LANEWISE static void run_single(const struct warp *warp, const struct gcn3_insn *own,
                                enum ieee_rounding mode)
{
    const struct rounding rounding = rounding_of(mode);
    const uint32_t flush = gcn3_subnormals(warp, GCN3_F32) & 1 ? 0 : BINARY32_HIDDEN_BIT;
    const uint32_t keep = own->src[0].absolute ? ~BINARY32_SIGN : ~0u;
    const uint32_t flip = (uint32_t)own->src[0].negate << 31;
    struct gcn3_lanes scratch, out;
    const uint32_t *a = gcn3_source(warp, own, 0, &scratch);
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        out.lane[lane] = integral_single(rounding, flush, (a[lane] & keep) ^ flip);
    gcn3_write(warp, own, out.lane);
}

static void run_integral(struct warp *warp, const struct insn *insn, struct effect *effect,
                         enum ieee_rounding rounding, gcn3_float_fn *otherwise)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    effect->kind = EFFECT_NONE;
    if (own->clamp || own->omod)
        gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, otherwise);
    else
        run_single(warp, own, rounding);
}

/* ---- All types, one lane at a time ---- */

static uint64_t integral(const struct gcn3_float *x, enum ieee_rounding rounding, uint64_t a)
{
    struct ieee_number number = ieee_integral(rounding, ieee_unpack(x->format, a));
    return ieee_result(x->format, rounding, number, a, 0, 0);
}

static uint64_t trunc_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return integral(x, IEEE_TOWARD_ZERO, a);
}

static uint64_t ceil_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return integral(x, IEEE_UP, a);
}

static uint64_t rndne_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return integral(x, IEEE_NEAREST_EVEN, a);
}

static uint64_t floor_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    return integral(x, IEEE_DOWN, a);
}

/* Never 1, to which the fraction of a small negative number would round: the largest number
 * below. */
static uint64_t fract_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    struct ieee_number whole = ieee_integral(IEEE_DOWN, ieee_unpack(x->format, a));
    whole.negative = !whole.negative;
    struct ieee_number rest = ieee_sum(x->rules.rounding, ieee_unpack(x->format, a), whole);
    uint64_t word = ieee_result(x->format, x->rules.rounding, rest, a, 0, 0);
    return word == ieee_one(x->format) ? word - 1 : word;
}

static uint64_t mantissa_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    struct ieee_number number = ieee_unpack(x->format, a);
    number.exponent = -1;
    return ieee_result(x->format, IEEE_NEAREST_EVEN, number, a, 0, 0);
}

static uint64_t exponent_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)b, (void)c;
    struct ieee_number number = ieee_unpack(x->format, a);
    return number.kind == IEEE_FINITE ? (uint32_t)(number.exponent + 1) : 0;
}

/* Exponents beyond any format's are limited, so that they add without overflow. */
static uint64_t scaled(const struct gcn3_float *x, uint64_t a, int32_t exponent)
{
    const int32_t max = 1 << 14;
    struct ieee_number number = ieee_unpack(x->format, a);
    number.exponent += exponent > max ? max : exponent < -max ? -max : exponent;
    return ieee_result(x->format, x->rules.rounding, number, a, 0, 0);
}

static uint64_t ldexp_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return scaled(x, a, (int32_t)b);
}

static uint64_t ldexp_half(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return scaled(x, a, (int16_t)b);
}

void gcn3_v_trunc_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, trunc_of);
}

void gcn3_v_trunc_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_integral(warp, insn, effect, IEEE_TOWARD_ZERO, trunc_of);
}

void gcn3_v_trunc_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, trunc_of);
}

void gcn3_v_ceil_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, ceil_of);
}

void gcn3_v_ceil_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_integral(warp, insn, effect, IEEE_UP, ceil_of);
}

void gcn3_v_ceil_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, ceil_of);
}

void gcn3_v_rndne_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, rndne_of);
}

void gcn3_v_rndne_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_integral(warp, insn, effect, IEEE_NEAREST_EVEN, rndne_of);
}

void gcn3_v_rndne_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, rndne_of);
}

void gcn3_v_floor_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, floor_of);
}

void gcn3_v_floor_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_integral(warp, insn, effect, IEEE_DOWN, floor_of);
}

void gcn3_v_floor_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, floor_of);
}

void gcn3_v_fract_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, fract_of);
}

void gcn3_v_fract_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, fract_of);
}

void gcn3_v_fract_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, fract_of);
}

void gcn3_v_frexp_mant_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, mantissa_of);
}

void gcn3_v_frexp_mant_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, mantissa_of);
}

void gcn3_v_frexp_mant_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, mantissa_of);
}

void gcn3_v_frexp_exp_i16_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, exponent_of);
}

void gcn3_v_frexp_exp_i32_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, exponent_of);
}

void gcn3_v_frexp_exp_i32_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, exponent_of);
}

void gcn3_v_ldexp_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, ldexp_half);
}

void gcn3_v_ldexp_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, ldexp_of);
}

void gcn3_v_ldexp_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, ldexp_of);
}
