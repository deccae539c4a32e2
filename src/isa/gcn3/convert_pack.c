/* SPDX-License-Identifier: Apache-2.0 */
/* convert_pack.c - conversions that put two results, or one of four bytes, into a word. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"

/* ---- A byte of four ---- */

/* assumed: rounded as MODE says; the manual leaves it open. */
static uint32_t byte_of(const struct gcn3_float *x, uint64_t a)
{
    struct ieee_number number = ieee_unpack(ieee_binary32, a);
    if (number.kind == IEEE_NAN || number.negative)
        return 0;
    if (number.kind == IEEE_INFINITE || number.exponent >= 8)
        return UINT8_MAX;
    uint64_t value = ieee_magnitude(x->rules.rounding, number);
    return value > UINT8_MAX ? UINT8_MAX : (uint32_t)value;
}

/* c with byte b of it replaced. */
static uint64_t pack_byte(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    unsigned shift = 8 * (b & 3);
    return (c & ~((uint64_t)UINT8_MAX << shift)) | byte_of(x, a) << shift;
}

void gcn3_v_cvt_pk_u8_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, pack_byte);
}

void gcn3_v_cvt_pkaccum_u8_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, pack_byte);
}

/* ---- Two halves ---- */

/* -1 .. 1, or 0 .. 1, scaled to the largest integer, to nearest even. */
static uint32_t normalised(uint64_t word, bool is_signed, uint32_t max)
{
    struct ieee_number number = ieee_unpack(ieee_binary32, word);
    if (number.kind == IEEE_NAN || (number.negative && !is_signed))
        return 0;
    uint32_t magnitude = max;
    if (number.kind != IEEE_INFINITE && number.exponent < 0)
        magnitude = (uint32_t)ieee_magnitude(
            IEEE_NEAREST_EVEN, ieee_product(number, ieee_from_integer(false, max)));
    if (number.kind == IEEE_ZERO)
        magnitude = 0;
    return number.negative ? -magnitude & UINT16_MAX : magnitude;
}

static uint64_t pack_signed(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)x, (void)c;
    return normalised(a, true, INT16_MAX) | normalised(b, true, INT16_MAX) << 16;
}

static uint64_t pack_unsigned(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)x, (void)c;
    return normalised(a, false, UINT16_MAX) | normalised(b, false, UINT16_MAX) << 16;
}

void gcn3_v_cvt_pknorm_i16_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, pack_signed);
}

void gcn3_v_cvt_pknorm_u16_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, pack_unsigned);
}

static uint32_t half_of(uint64_t word, bool flush)
{
    struct ieee_number number = ieee_unpack(ieee_binary32, word);
    if (number.kind == IEEE_NAN) {
        uint64_t payload = (word & (ieee_smallest_normal(ieee_binary32) - 1)) >> 13;
        return (uint32_t)(ieee_sign(ieee_binary16, number.negative) |
                          ieee_quiet_nan(ieee_binary16) | payload);
    }
    uint64_t half = ieee_pack(ieee_binary16, IEEE_TOWARD_ZERO, number);
    return (uint32_t)(flush ? ieee_flushed(ieee_binary16, half) : half);
}

/* Two results of a type that the target, a plain word, does not show. */
void gcn3_v_cvt_pkrtz_f16_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const bool flush = !(gcn3_subnormals(warp, GCN3_F16) & 2);
    struct gcn3_words a, b;
    effect->kind = EFFECT_NONE;
    gcn3_float_load(warp, own, 0, GCN3_BY_MODE, &a);
    gcn3_float_load(warp, own, 1, GCN3_BY_MODE, &b);
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        a.lane[lane] = half_of(a.lane[lane], flush) | half_of(b.lane[lane], flush) << 16;
    gcn3_float_store(warp, own, &a);
}

/* ---- Integers ---- */

static inline uint32_t pack_u16(uint32_t a, uint32_t b)
{
    a = a > UINT16_MAX ? UINT16_MAX : a;
    b = b > UINT16_MAX ? UINT16_MAX : b;
    return a | b << 16;
}

static inline uint32_t saturated_i16(uint32_t word)
{
    int32_t value = (int32_t)word;
    value = value > INT16_MAX ? INT16_MAX : value;
    return (uint32_t)(value < INT16_MIN ? INT16_MIN : value) & UINT16_MAX;
}

static inline uint32_t pack_i16(uint32_t a, uint32_t b)
{
    return saturated_i16(a) | saturated_i16(b) << 16;
}

LANEWISE void gcn3_v_cvt_pk_u16_u32(struct warp *warp, const struct insn *insn,
                                    struct effect *effect)
{
    gcn3_binary(warp, insn, effect, pack_u16);
}

LANEWISE void gcn3_v_cvt_pk_i16_i32(struct warp *warp, const struct insn *insn,
                                    struct effect *effect)
{
    gcn3_binary(warp, insn, effect, pack_i16);
}
