/* SPDX-License-Identifier: Apache-2.0 */
/* float.c - binary32 in all lanes, rounded to nearest.
 *
 * Compiled without contraction: mad rounds its product. */
#include <math.h>
#include <string.h>

#include "isa/sim_d/lanes.h"
#include "isa/sim_d/run.h"

SIM_D_INLINE float number(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

SIM_D_INLINE uint32_t bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

enum { SIGN = INT32_MIN };

SIM_D_INLINE uint32_t op_mad(uint32_t a, uint32_t b, uint32_t c)
{
    return bits(number(a) * number(b) + number(c));
}

SIM_D_INLINE uint32_t op_mad_neg(uint32_t a, uint32_t b, uint32_t c)
{
    return op_mad(a, b ^ (uint32_t)SIGN, c);
}

SIM_D_INLINE uint32_t op_mul(uint32_t a, uint32_t b) { return bits(number(a) * number(b)); }
SIM_D_INLINE uint32_t op_mul_neg(uint32_t a, uint32_t b) { return op_mul(a, b ^ (uint32_t)SIGN); }
SIM_D_INLINE uint32_t op_add(uint32_t a, uint32_t b) { return bits(number(a) + number(b)); }
SIM_D_INLINE uint32_t op_add_neg(uint32_t a, uint32_t b) { return op_add(a, b ^ (uint32_t)SIGN); }
SIM_D_INLINE uint32_t op_min(uint32_t a, uint32_t b) { return number(b) < number(a) ? b : a; }
SIM_D_INLINE uint32_t op_max(uint32_t a, uint32_t b) { return number(a) < number(b) ? b : a; }
SIM_D_INLINE uint32_t op_abs(uint32_t a) { return a & ~(uint32_t)SIGN; }
SIM_D_INLINE uint32_t op_rcp(uint32_t a) { return bits(1.0f / number(a)); }
SIM_D_INLINE uint32_t op_rsqrt(uint32_t a) { return bits(1.0f / sqrtf(number(a))); }
SIM_D_INLINE uint32_t op_sin(uint32_t a) { return bits(sinf(number(a))); }
SIM_D_INLINE uint32_t op_cos(uint32_t a) { return bits(cosf(number(a))); }

LANEWISE void sim_d_mad(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each3(warp, insn, effect, op_mad);
}

LANEWISE void sim_d_mad_neg(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each3(warp, insn, effect, op_mad_neg);
}

LANEWISE void sim_d_mul(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, op_mul);
}

LANEWISE void sim_d_mul_neg(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, op_mul_neg);
}

LANEWISE void sim_d_add(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, op_add);
}

LANEWISE void sim_d_add_neg(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, op_add_neg);
}

LANEWISE void sim_d_min(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, op_min);
}

LANEWISE void sim_d_max(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each2(warp, insn, effect, op_max);
}

LANEWISE void sim_d_abs(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, op_abs);
}

LANEWISE void sim_d_rcp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, op_rcp);
}

LANEWISE void sim_d_rsqrt(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, op_rsqrt);
}

LANEWISE void sim_d_sin(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, op_sin);
}

LANEWISE void sim_d_cos(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, op_cos);
}


/* ---- conversions ---- */

SIM_D_INLINE uint32_t op_cvt_i2f(uint32_t a) { return bits((float)(int32_t)a); }
SIM_D_INLINE uint32_t op_cvt_i2f_unsigned(uint32_t a) { return bits((float)a); }

/* What does not fit, NaN included, becomes the smallest integer, as on the original's host. */
SIM_D_INLINE uint32_t op_cvt_f2i(uint32_t a)
{
    float value = number(a);
    bool fits = value >= -0x1p31f && value < 0x1p31f;
    return fits ? (uint32_t)(int32_t)(fits ? value : 0) : (uint32_t)SIGN;
}

LANEWISE void sim_d_cvt_i2f(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, op_cvt_i2f);
}

LANEWISE void sim_d_cvt_i2f_unsigned(struct warp *warp, const struct insn *insn,
                                     struct effect *effect)
{
    sim_d_each1(warp, insn, effect, op_cvt_i2f_unsigned);
}

LANEWISE void sim_d_cvt_f2i(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, op_cvt_f2i);
}


SIM_D_INLINE void convert(struct warp *warp, const struct insn *insn, struct effect *effect,
                          sim_d_unary *f)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    sim_d_state(warp)->group->scalar[own->operand[0].value] =
        f(sim_d_scalar(warp, &own->operand[1]));
    effect->kind = EFFECT_NONE;
}

void sim_d_scvt_i2f(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    convert(warp, insn, effect, op_cvt_i2f);
}

void sim_d_scvt_i2f_unsigned(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    convert(warp, insn, effect, op_cvt_i2f_unsigned);
}

void sim_d_scvt_f2i(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    convert(warp, insn, effect, op_cvt_f2i);
}

/* ---- comparisons with 0 ---- */

SIM_D_INLINE uint32_t op_test_ez(uint32_t a) { return number(a) == 0; }
SIM_D_INLINE uint32_t op_test_nz(uint32_t a) { return number(a) != 0; }
SIM_D_INLINE uint32_t op_test_g(uint32_t a) { return number(a) > 0; }
SIM_D_INLINE uint32_t op_test_ge(uint32_t a) { return number(a) >= 0; }
SIM_D_INLINE uint32_t op_test_l(uint32_t a) { return number(a) < 0; }
SIM_D_INLINE uint32_t op_test_le(uint32_t a) { return number(a) <= 0; }

LANEWISE void sim_d_test_ez(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, op_test_ez);
}

LANEWISE void sim_d_test_nz(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, op_test_nz);
}

LANEWISE void sim_d_test_g(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, op_test_g);
}

LANEWISE void sim_d_test_ge(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, op_test_ge);
}

LANEWISE void sim_d_test_l(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, op_test_l);
}

LANEWISE void sim_d_test_le(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each_test(warp, insn, effect, op_test_le);
}
