/* SPDX-License-Identifier: Apache-2.0 */
/* float.c - single precision: FADD FMUL FFMA FMNMX, comparisons, FCHK.
 *
 * Arithmetic is isa/ieee/modified.h, exact to the bit in every rounding mode (PAS-34). .FTZ flushes
 * subnormal sources and results to zeros of their sign; .FMZ does so too and makes a product with a
 * zero +0. */
#include <math.h>

#include "isa/ieee/host_rounding.h"
#include "isa/sass/floating.h"
#include "isa/sass/run.h"

/* ---- Plain forms, the common case: rounded to nearest, operands at most negated ---- */

SASS_INLINE float float_of(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

/* The result as a word, NaN made canonical, or the lane's old value. */
SASS_INLINE uint32_t result_of(uint32_t active, float value, uint32_t before)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    word = lane_blend(lane_mask(binary32_is_nan(word)), SASS_NAN32, word);
    return sass_blend(active, word, before);
}

SASS_INLINE uint32_t sign_flip(const struct sass_insn *own, enum sass_modifier negation)
{
    return (uint32_t)own->modifier[negation] << 31;
}

LANEWISE void sass_fadd_plain(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint32_t *active = warp->active;
    uint32_t *d = sass_row(warp, own->rd);
    uint32_t flip_a = sign_flip(own, SASS_NEG_A), flip_b = sign_flip(own, SASS_NEG_B);
    struct sass_lanes sa, sb;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);
    SASS_EACH_LANE(i, warp)
        d[i] = result_of(active[i], float_of(a[i] ^ flip_a) + float_of(b[i] ^ flip_b), d[i]);
    host_rounding_leave(host);
}

LANEWISE void sass_fmul_plain(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint32_t *active = warp->active;
    uint32_t *d = sass_row(warp, own->rd);
    uint32_t flip = sign_flip(own, SASS_NEG_A) ^ sign_flip(own, SASS_NEG_B);
    struct sass_lanes sa, sb;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);
    SASS_EACH_LANE(i, warp)
        d[i] = result_of(active[i], float_of(a[i] ^ flip) * float_of(b[i]), d[i]);
    host_rounding_leave(host);
}

LANEWISE void sass_ffma_plain(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    const uint32_t *active = warp->active;
    uint32_t *d = sass_row(warp, own->rd);
    uint32_t flip = sign_flip(own, SASS_NEG_A) ^ sign_flip(own, SASS_NEG_B);
    uint32_t flip_c = sign_flip(own, SASS_NEG_C);
    struct sass_lanes sa, sb, sc;
    effect->kind = EFFECT_NONE;
    const uint32_t *a = sass_source(warp, &own->a, &sa, effect);
    const uint32_t *b = sass_source(warp, &own->b, &sb, effect);
    const uint32_t *c = sass_source(warp, &own->c, &sc, effect);
    struct host_rounding host = host_rounding_enter(IEEE_NEAREST_EVEN);
    SASS_EACH_LANE(i, warp) {
        float sum = fmaf(float_of(a[i] ^ flip), float_of(b[i]), float_of(c[i] ^ flip_c));
        d[i] = result_of(active[i], sum, d[i]);
    }
    host_rounding_leave(host);
}

bool sass_is_plain(const struct sass_insn *own)
{
    const uint8_t *m = own->modifier;
    return !(m[SASS_ABS_A] | m[SASS_ABS_B] | m[SASS_ROUND] | m[SASS_FTZ] | m[SASS_SAT] |
             m[SASS_SCALE] | m[SASS_CC]);
}

/* ---- All forms ---- */

static struct binary32_modifiers modifiers_of(const struct sass_insn *own)
{
    const uint8_t *m = own->modifier;
    return (struct binary32_modifiers){
        .keep = {m[SASS_ABS_A] ? ~BINARY32_SIGN : ~0u, m[SASS_ABS_B] ? ~BINARY32_SIGN : ~0u, ~0u},
        .flip = {(uint32_t)m[SASS_NEG_A] << 31, (uint32_t)m[SASS_NEG_B] << 31,
                 (uint32_t)m[SASS_NEG_C] << 31},
        .flush = m[SASS_FTZ] ? BINARY32_HIDDEN_BIT : 0,
        .nan = SASS_NAN32,
        .zero_wins = m[SASS_FTZ] == 2,
        .saturate = m[SASS_SAT],
    };
}

/* Z and S of a number; both set: NaN. */
static void put_condition(const struct warp *warp, const struct sass_insn *own)
{
    const uint32_t *result = sass_row(warp, own->rd);
    struct sass_lanes zero, sign;
    if (!own->modifier[SASS_CC])
        return;
    SASS_EACH_LANE(lane, warp) {
        uint32_t nan = binary32_is_nan(result[lane]);
        zero.lane[lane] = nan | (binary32_magnitude(result[lane]) == 0);
        sign.lane[lane] = nan | result[lane] >> 31;
    }
    sass_put(warp, &sass_state(warp)->zero, sass_gather(warp, zero.lane));
    sass_put(warp, &sass_state(warp)->sign, sass_gather(warp, sign.lane));
    sass_put_carry_overflow(warp, 0, 0);
}

void sass_fadd(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary32_modifiers modifiers = modifiers_of(own);
    struct sass_lanes a, b;
    effect->kind = EFFECT_NONE;
    binary32_modified_add(&lanes, sass_rounding(own), &modifiers, sass_row(warp, own->rd),
                          sass_source(warp, &own->a, &a, effect),
                          sass_source(warp, &own->b, &b, effect));
    put_condition(warp, own);
}

void sass_fmul(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    static const int8_t scale[] = {0, -1, -2, -3, 3, 2, 1, 0}; /* - D2 D4 D8 M8 M4 M2 - */
    const struct sass_insn *own = sass_of(insn);
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary32_modifiers modifiers = modifiers_of(own);
    struct sass_lanes a, b;
    effect->kind = EFFECT_NONE;
    modifiers.scale = scale[own->modifier[SASS_SCALE] & 7];
    binary32_modified_mul(&lanes, sass_rounding(own), &modifiers, sass_row(warp, own->rd),
                          sass_source(warp, &own->a, &a, effect),
                          sass_source(warp, &own->b, &b, effect));
    put_condition(warp, own);
}

void sass_ffma(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary32_modifiers modifiers = modifiers_of(own);
    struct sass_lanes a, b, c;
    effect->kind = EFFECT_NONE;
    binary32_modified_fma(&lanes, sass_rounding(own), &modifiers, sass_row(warp, own->rd),
                          sass_source(warp, &own->a, &a, effect),
                          sass_source(warp, &own->b, &b, effect),
                          sass_source(warp, &own->c, &c, effect));
    put_condition(warp, own);
}

/* The smaller where the predicate holds, otherwise the larger. */
LANEWISE void sass_fmnmx(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary32_modifiers modifiers = modifiers_of(own);
    struct sass_lanes a, b, min;
    effect->kind = EFFECT_NONE;
    sass_spread(warp, sass_predicate(warp, own->p), min.lane);
    binary32_modified_extreme(&lanes, &modifiers, min.lane, sass_row(warp, own->rd),
                              sass_source(warp, &own->a, &a, effect),
                              sass_source(warp, &own->b, &b, effect));
    put_condition(warp, own);
}

static uint64_t compare(struct warp *warp, const struct sass_insn *own, struct effect *effect)
{
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary32_modifiers modifiers = modifiers_of(own);
    struct sass_lanes a, b;
    effect->kind = EFFECT_NONE;
    return binary32_modified_compare(&lanes, &modifiers, sass_relations(own),
                                               sass_source(warp, &own->a, &a, effect),
                                               sass_source(warp, &own->b, &b, effect));
}

void sass_fsetp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    sass_compare_put(warp, own, compare(warp, own, effect));
}

LANEWISE void sass_fset(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    uint64_t holds = compare(warp, own, effect), with = sass_predicate(warp, own->p);
    sass_write_truth(warp, own, sass_combine(own->modifier[SASS_COMBINE], holds, with));
}

/* a or b, depending on c compared with zero. */
LANEWISE void sass_fcmp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct ieee_lanes lanes = sass_ieee_lanes(warp);
    struct binary32_modifiers modifiers = {
        .keep = {~0u, ~0u, ~0u},
        .flush = own->modifier[SASS_FTZ] ? BINARY32_HIDDEN_BIT : 0,
    };
    struct sass_lanes a, b, c, chosen;
    effect->kind = EFFECT_NONE;
    const uint32_t *first = sass_source(warp, &own->a, &a, effect);
    const uint32_t *second = sass_source(warp, &own->b, &b, effect);
    uint64_t holds = binary32_modified_compare(&lanes, &modifiers, sass_relations(own),
                                               sass_source(warp, &own->c, &c, effect),
                                               sass_row(warp, SASS_ZERO));
    sass_spread(warp, holds, chosen.lane);
    SASS_EACH_LANE(lane, warp)
        chosen.lane[lane] = sass_blend(chosen.lane[lane], first[lane], second[lane]);
    sass_write(warp, own->rd, chosen.lane);
}

static int biased_exponent(uint32_t word)
{
    return (int)(binary32_magnitude(word) >> 23);
}

/* True where a / b by Newton's method and a last correction in FFMA may be wrong: an operand is
 * zero, subnormal or not finite; the reciprocal, the quotient or the remainder a - q*b, whose last
 * bit is worth 2^-47 of a, is near the ends of the range. assumed: the hardware's limits are not
 * known; the other path, which the compiler provides, is correct everywhere. */
static bool division_is_hard(uint32_t a, uint32_t b)
{
    int x = biased_exponent(a), y = biased_exponent(b);
    return x < 27 || x == 255 || y == 0 || y > 251 || x - y > 125 || x - y < -123;
}

void sass_fchk(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sass_insn *own = sass_of(insn);
    struct sass_lanes a, b;
    effect->kind = EFFECT_NONE;
    const uint32_t *dividend = sass_source(warp, &own->a, &a, effect);
    const uint32_t *divisor = sass_source(warp, &own->b, &b, effect);
    uint64_t hard = 0;
    SASS_EACH_LANE(lane, warp)
        hard |= (uint64_t)division_is_hard(dividend[lane], divisor[lane]) << lane;
    sass_predicate_put(warp, own->pd, hard);
}
