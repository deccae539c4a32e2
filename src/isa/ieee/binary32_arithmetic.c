/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary32_arithmetic.c - the operations that round: + - * / sqrt, the fused ones, from integer.
 *
 * Each has a lane loop that runs on the host's floating-point unit and a scalar function in
 * integers for cases that the unit cannot handle. The loops give inactive lanes 1.0, for which no
 * operation raises a flag, and blend before and after in integers: then the compiler needs no guard
 * around the arithmetic and vectorises it although arithmetic may trap.
 *
 * Compiled with -ffp-contract=off (one rounding per operation), -ftrapping-math (no operation is
 * added or removed) and -fno-math-errno (sqrtf and fmaf become instructions where the host has
 * them; elsewhere the fmaf of the C library also rounds once). Not with -frounding-math: gcc 12
 * does not vectorise sqrtf and fmaf under it, and it would guard only against folding constants and
 * rewriting expressions, of which the loops have none.
 */
#include <math.h>
#include <string.h>

#include "base/lanewise.h"
#include "isa/ieee/binary32_bits.h"
#include "isa/ieee/host_environment.h"
#include "isa/ieee/soft_binary32.h"

typedef void host_unary(const struct ieee_lanes *, uint32_t *d, const uint32_t *a);
typedef void host_binary(const struct ieee_lanes *, uint32_t *d, const uint32_t *a,
                         const uint32_t *b);
typedef uint32_t soft_unary(enum ieee_rounding, uint32_t a, unsigned *flags);
typedef uint32_t soft_binary(enum ieee_rounding, uint32_t a, uint32_t b, unsigned *flags);

/* The signs that turn a*b + c into the four fused operations. */
struct fused_signs {
    uint32_t product; /* 0 or BINARY32_SIGN */
    uint32_t addend;
};

static inline float float_of(uint32_t word)
{
    float value;

    memcpy(&value, &word, sizeof value);
    return value;
}

/* An operand of a lane, or 1.0 where the lane is inactive. */
static inline float lane_operand(uint32_t active, uint32_t word)
{
    return float_of(lane_blend(active, word, BINARY32_ONE));
}

/* The new destination of a lane: the result, with NaNs made canonical, or the old value. */
static inline uint32_t lane_result(uint32_t active, float result, uint32_t before)
{
    uint32_t word;

    memcpy(&word, &result, sizeof word);
    word = lane_blend(lane_mask(binary32_is_nan(word)), BINARY32_CANONICAL_NAN, word);
    return lane_blend(active, word, before);
}

LANEWISE static void add_lanes(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                               const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float sum = lane_operand(active[i], a[i]) + lane_operand(active[i], b[i]);
        d[i] = lane_result(active[i], sum, d[i]);
    }
}

LANEWISE static void sub_lanes(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                               const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float difference = lane_operand(active[i], a[i]) - lane_operand(active[i], b[i]);
        d[i] = lane_result(active[i], difference, d[i]);
    }
}

LANEWISE static void mul_lanes(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                               const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float product = lane_operand(active[i], a[i]) * lane_operand(active[i], b[i]);
        d[i] = lane_result(active[i], product, d[i]);
    }
}

LANEWISE static void div_lanes(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a,
                               const uint32_t *b)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        float quotient = lane_operand(active[i], a[i]) / lane_operand(active[i], b[i]);
        d[i] = lane_result(active[i], quotient, d[i]);
    }
}

LANEWISE static void sqrt_lanes(const struct ieee_lanes *lanes, uint32_t *d, const uint32_t *a)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++)
        d[i] = lane_result(active[i], sqrtf(lane_operand(active[i], a[i])), d[i]);
}

/*
 * The addend of a lane, or a signalling NaN where the factors are infinity and zero: IEEE 754
 * (section 7.2) leaves open whether that is invalid when the addend is a quiet NaN; the host says
 * no, RISC-V says yes. With a signalling NaN the host raises the flag; the result is NaN either
 * way.
 */
static inline uint32_t fused_addend(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t a_size = binary32_magnitude(a), b_size = binary32_magnitude(b);
    uint32_t smaller = a_size < b_size ? a_size : b_size;
    uint32_t larger = a_size < b_size ? b_size : a_size;
    uint32_t infinity_by_zero = lane_mask((smaller == 0) & (larger == BINARY32_INFINITY));

    return lane_blend(infinity_by_zero, BINARY32_SIGNALLING_NAN, c);
}

LANEWISE static void fma_lanes(const struct ieee_lanes *lanes, struct fused_signs signs,
                               uint32_t *d, const uint32_t *a, const uint32_t *b,
                               const uint32_t *c)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t addend = fused_addend(a[i], b[i], c[i] ^ signs.addend);
        float result = fmaf(lane_operand(active[i], a[i] ^ signs.product),
                            lane_operand(active[i], b[i]), lane_operand(active[i], addend));
        d[i] = lane_result(active[i], result, d[i]);
    }
}

LANEWISE static void from_i32_lanes(const struct ieee_lanes *lanes, uint32_t *d,
                                    const uint32_t *a)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++)
        d[i] = lane_result(active[i], (float)(int32_t)(a[i] & active[i]), d[i]);
}

/* In two exact halves, so that only the sum rounds: not all x86-64 levels convert unsigned
 * words. */
LANEWISE static void from_u32_lanes(const struct ieee_lanes *lanes, uint32_t *d,
                                    const uint32_t *a)
{
    const uint32_t *active = lanes->active;
    const size_t count = lane_count(lanes->lanes);

    LANE_LOOP
    for (size_t i = 0; i < count; i++) {
        uint32_t word = a[i] & active[i];
        float high = (float)(int32_t)(word >> 16) * 65536.0f;
        float low = (float)(int32_t)(word & 0xffff);
        d[i] = lane_result(active[i], high + low, d[i]);
    }
}

static unsigned soft_unary_lanes(soft_unary *soft, const struct ieee_lanes *lanes,
                                 enum ieee_rounding rounding, uint32_t *d, const uint32_t *a)
{
    unsigned flags = 0;

    for (unsigned i = 0; i < lanes->lanes; i++) {
        if (lanes->active[i])
            d[i] = soft(rounding, a[i], &flags);
    }
    return flags;
}

static unsigned soft_binary_lanes(soft_binary *soft, const struct ieee_lanes *lanes,
                                  enum ieee_rounding rounding, uint32_t *d, const uint32_t *a,
                                  const uint32_t *b)
{
    unsigned flags = 0;

    for (unsigned i = 0; i < lanes->lanes; i++) {
        if (lanes->active[i])
            d[i] = soft(rounding, a[i], b[i], &flags);
    }
    return flags;
}

static unsigned soft_fma_lanes(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                               struct fused_signs signs, uint32_t *d, const uint32_t *a,
                               const uint32_t *b, const uint32_t *c)
{
    unsigned flags = 0;

    for (unsigned i = 0; i < lanes->lanes; i++) {
        if (lanes->active[i])
            d[i] = soft_binary32_fma(rounding, a[i] ^ signs.product, b[i], c[i] ^ signs.addend,
                                     &flags);
    }
    return flags;
}

static inline unsigned unary(host_unary *host, soft_unary *soft, const struct ieee_lanes *lanes,
                             enum ieee_rounding rounding, uint32_t *d, const uint32_t *a)
{
    if (!host_rounds(rounding))
        return soft_unary_lanes(soft, lanes, rounding, d, a);
    struct host_environment environment = host_environment_enter(rounding);
    host(lanes, d, a);
    return host_environment_leave(environment);
}

static inline unsigned binary(host_binary *host, soft_binary *soft, const struct ieee_lanes *lanes,
                              enum ieee_rounding rounding, uint32_t *d, const uint32_t *a,
                              const uint32_t *b)
{
    if (!host_rounds(rounding))
        return soft_binary_lanes(soft, lanes, rounding, d, a, b);
    struct host_environment environment = host_environment_enter(rounding);
    host(lanes, d, a, b);
    return host_environment_leave(environment);
}

static inline unsigned fused(struct fused_signs signs, const struct ieee_lanes *lanes,
                             enum ieee_rounding rounding, uint32_t *d, const uint32_t *a,
                             const uint32_t *b, const uint32_t *c)
{
    if (!host_rounds(rounding))
        return soft_fma_lanes(lanes, rounding, signs, d, a, b, c);
    struct host_environment environment = host_environment_enter(rounding);
    fma_lanes(lanes, signs, d, a, b, c);
    return host_environment_leave(environment);
}

unsigned binary32_add(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                      const uint32_t *a, const uint32_t *b)
{
    return binary(add_lanes, soft_binary32_add, lanes, rounding, d, a, b);
}

unsigned binary32_sub(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                      const uint32_t *a, const uint32_t *b)
{
    return binary(sub_lanes, soft_binary32_sub, lanes, rounding, d, a, b);
}

unsigned binary32_mul(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                      const uint32_t *a, const uint32_t *b)
{
    return binary(mul_lanes, soft_binary32_mul, lanes, rounding, d, a, b);
}

unsigned binary32_div(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                      const uint32_t *a, const uint32_t *b)
{
    return binary(div_lanes, soft_binary32_div, lanes, rounding, d, a, b);
}

unsigned binary32_sqrt(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                       const uint32_t *a)
{
    return unary(sqrt_lanes, soft_binary32_sqrt, lanes, rounding, d, a);
}

unsigned binary32_fmadd(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return fused((struct fused_signs){0, 0}, lanes, rounding, d, a, b, c);
}

unsigned binary32_fmsub(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                        const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return fused((struct fused_signs){0, BINARY32_SIGN}, lanes, rounding, d, a, b, c);
}

unsigned binary32_fnmsub(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                         const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return fused((struct fused_signs){BINARY32_SIGN, 0}, lanes, rounding, d, a, b, c);
}

unsigned binary32_fnmadd(const struct ieee_lanes *lanes, enum ieee_rounding rounding, uint32_t *d,
                         const uint32_t *a, const uint32_t *b, const uint32_t *c)
{
    return fused((struct fused_signs){BINARY32_SIGN, BINARY32_SIGN}, lanes, rounding, d, a, b, c);
}

unsigned binary32_from_i32(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                           uint32_t *d, const uint32_t *a)
{
    return unary(from_i32_lanes, soft_binary32_from_i32, lanes, rounding, d, a);
}

unsigned binary32_from_u32(const struct ieee_lanes *lanes, enum ieee_rounding rounding,
                           uint32_t *d, const uint32_t *a)
{
    return unary(from_u32_lanes, soft_binary32_from_u32, lanes, rounding, d, a);
}
