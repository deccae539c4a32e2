/* SPDX-License-Identifier: Apache-2.0 */
/* vector_integer.c - sums with carries, products, and the smallest and largest of integers. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

/* ---- Sums ---- */

/* dst := a + b + carry or a - b - carry, where `in` has 0 or ~0 per lane (NULL: no carry); sdst :=
 * the carries or borrows. With clamp the result saturates. */
GCN3_INLINE void add(struct warp *warp, const struct gcn3_insn *own, const uint32_t *a,
                     const uint32_t *b, const uint32_t *in, bool subtract)
{
    const uint32_t end = subtract ? 0 : ~0u, clamp = -(uint32_t)own->clamp;
    struct gcn3_lanes out, carry;
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        uint32_t x = a[lane], y = b[lane], c = in ? in[lane] & 1 : 0;
        uint32_t s = subtract ? x - y - c : x + y + c;
        uint32_t over = subtract ? (~x & y) | ((~x | y) & s) : (x & y) | ((x | y) & ~s);
        uint32_t stop = (uint32_t)((int32_t)over >> 31) & clamp;
        out.lane[lane] = (s & ~stop) | (end & stop);
        carry.lane[lane] = over >> 31;
    }
    gcn3_write(warp, own, out.lane);
    gcn3_mask_put(warp, own, gcn3_gather(carry.lane));
}

GCN3_INLINE void sum(struct warp *warp, const struct insn *insn, struct effect *effect,
                     bool subtract, bool reverse)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa, sb;
    const uint32_t *a = gcn3_source(warp, own, 0, &sa), *b = gcn3_source(warp, own, 1, &sb);
    add(warp, own, reverse ? b : a, reverse ? a : b, NULL, subtract);
    effect->kind = EFFECT_NONE;
}

GCN3_INLINE void sum_with_carry(struct warp *warp, const struct insn *insn, struct effect *effect,
                                bool subtract, bool reverse)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa, sb, in;
    const uint32_t *a = gcn3_source(warp, own, 0, &sa), *b = gcn3_source(warp, own, 1, &sb);
    gcn3_spread(gcn3_mask(warp, &own->src[2]), in.lane);
    add(warp, own, reverse ? b : a, reverse ? a : b, in.lane, subtract);
    effect->kind = EFFECT_NONE;
}

LANEWISE void gcn3_v_add_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sum(warp, insn, effect, false, false);
}

LANEWISE void gcn3_v_sub_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sum(warp, insn, effect, true, false);
}

LANEWISE void gcn3_v_subrev_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sum(warp, insn, effect, true, true);
}

LANEWISE void gcn3_v_addc_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sum_with_carry(warp, insn, effect, false, false);
}

LANEWISE void gcn3_v_subb_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sum_with_carry(warp, insn, effect, true, false);
}

LANEWISE void gcn3_v_subbrev_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sum_with_carry(warp, insn, effect, true, true);
}

/* ---- Products ---- */

GCN3_INLINE int64_t signed_24(uint32_t a) { return (int32_t)(a << 8) >> 8; }
GCN3_INLINE uint64_t unsigned_24(uint32_t a) { return a & 0xffffff; }

GCN3_INLINE uint32_t low_24(uint32_t a, uint32_t b)
{
    return (uint32_t)(signed_24(a) * signed_24(b));
}
GCN3_INLINE uint32_t high_24(uint32_t a, uint32_t b)
{
    return (uint32_t)((signed_24(a) * signed_24(b)) >> 32);
}
GCN3_INLINE uint32_t low_u24(uint32_t a, uint32_t b)
{
    return (uint32_t)(unsigned_24(a) * unsigned_24(b));
}
GCN3_INLINE uint32_t high_u24(uint32_t a, uint32_t b)
{
    return (uint32_t)(unsigned_24(a) * unsigned_24(b) >> 32);
}
GCN3_INLINE uint32_t mad_24(uint32_t a, uint32_t b, uint32_t c)
{
    return low_24(a, b) + c;
}
GCN3_INLINE uint32_t mad_u24(uint32_t a, uint32_t b, uint32_t c)
{
    return low_u24(a, b) + c;
}
GCN3_INLINE uint32_t low(uint32_t a, uint32_t b) { return a * b; }
GCN3_INLINE uint32_t high(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b >> 32); }
GCN3_INLINE uint32_t high_signed(uint32_t a, uint32_t b)
{
    return (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32);
}

GCN3_INLINE uint32_t clamped(int64_t value)
{
    return (uint32_t)(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
}

GCN3_INLINE uint32_t clamped_unsigned(uint64_t value)
{
    return value > UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

GCN3_INLINE uint32_t low_24_clamped(uint32_t a, uint32_t b)
{
    return clamped(signed_24(a) * signed_24(b));
}
GCN3_INLINE uint32_t low_u24_clamped(uint32_t a, uint32_t b)
{
    return clamped_unsigned(unsigned_24(a) * unsigned_24(b));
}
GCN3_INLINE uint32_t mad_24_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return clamped(signed_24(a) * signed_24(b) + (int32_t)c);
}
GCN3_INLINE uint32_t mad_u24_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return clamped_unsigned(unsigned_24(a) * unsigned_24(b) + c);
}

LANEWISE void gcn3_v_mul_i32_i24(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, low_24_clamped);
    else
        gcn3_binary(warp, insn, effect, low_24);
}

LANEWISE void gcn3_v_mul_hi_i32_i24(struct warp *warp, const struct insn *insn,
                                    struct effect *effect)
{
    gcn3_binary(warp, insn, effect, high_24);
}

LANEWISE void gcn3_v_mul_u32_u24(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, low_u24_clamped);
    else
        gcn3_binary(warp, insn, effect, low_u24);
}

LANEWISE void gcn3_v_mul_hi_u32_u24(struct warp *warp, const struct insn *insn,
                                    struct effect *effect)
{
    gcn3_binary(warp, insn, effect, high_u24);
}

LANEWISE void gcn3_v_mad_i32_i24(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, mad_24_clamped);
    else
        gcn3_ternary(warp, insn, effect, mad_24);
}

LANEWISE void gcn3_v_mad_u32_u24(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, mad_u24_clamped);
    else
        gcn3_ternary(warp, insn, effect, mad_u24);
}

LANEWISE void gcn3_v_mul_lo_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, low);
}

LANEWISE void gcn3_v_mul_hi_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, high);
}

LANEWISE void gcn3_v_mul_hi_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, high_signed);
}

/* A product of 64 bits and a sum with it. The carry is the 65th bit; for signed numbers it is from
 * the sum of 65 bits. assumed: with clamp the result saturates */
GCN3_INLINE void mad_wide(struct warp *warp, const struct insn *insn, struct effect *effect,
                          bool is_signed)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa, sb, sc[2], low, high, carry;
    const uint32_t *a = gcn3_source_plain(warp, &own->src[0], &sa);
    const uint32_t *b = gcn3_source_plain(warp, &own->src[1], &sb);
    const struct gcn3_wide c = gcn3_source_wide(warp, own, 2, sc);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t x = is_signed ? (uint64_t)((int64_t)(int32_t)a[lane] * (int32_t)b[lane])
                               : (uint64_t)a[lane] * b[lane];
        uint64_t y = gcn3_wide_lane(&c, lane), s = x + y;
        bool over = is_signed ? (~(x ^ y) & (x ^ s)) >> 63 : s < x;
        uint64_t end = is_signed ? (x >> 63) + INT64_MAX : UINT64_MAX;
        s = own->clamp && over ? end : s;
        low.lane[lane] = (uint32_t)s;
        high.lane[lane] = (uint32_t)(s >> 32);
        carry.lane[lane] = over;
    }
    gcn3_write_wide(warp, own, low.lane, high.lane);
    gcn3_mask_put(warp, own, gcn3_gather(carry.lane));
    effect->kind = EFFECT_NONE;
}

LANEWISE void gcn3_v_mad_u64_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    mad_wide(warp, insn, effect, false);
}

LANEWISE void gcn3_v_mad_i64_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    mad_wide(warp, insn, effect, true);
}

/* ---- Min, max, median ---- */

GCN3_INLINE uint32_t min(uint32_t a, uint32_t b) { return a < b ? a : b; }
GCN3_INLINE uint32_t greatest(uint32_t a, uint32_t b) { return a > b ? a : b; }
GCN3_INLINE uint32_t min_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}
GCN3_INLINE uint32_t greatest_signed(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b ? a : b;
}
GCN3_INLINE uint32_t least3(uint32_t a, uint32_t b, uint32_t c)
{
    return min(min(a, b), c);
}
GCN3_INLINE uint32_t greatest3(uint32_t a, uint32_t b, uint32_t c)
{
    return greatest(greatest(a, b), c);
}
GCN3_INLINE uint32_t middle3(uint32_t a, uint32_t b, uint32_t c)
{
    return greatest(min(a, b), min(greatest(a, b), c));
}
GCN3_INLINE uint32_t least3_signed(uint32_t a, uint32_t b, uint32_t c)
{
    return min_signed(min_signed(a, b), c);
}
GCN3_INLINE uint32_t greatest3_signed(uint32_t a, uint32_t b, uint32_t c)
{
    return greatest_signed(greatest_signed(a, b), c);
}
GCN3_INLINE uint32_t middle3_signed(uint32_t a, uint32_t b, uint32_t c)
{
    return greatest_signed(min_signed(a, b), min_signed(greatest_signed(a, b), c));
}

LANEWISE void gcn3_v_min_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, min);
}

LANEWISE void gcn3_v_max_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, greatest);
}

LANEWISE void gcn3_v_min_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, min_signed);
}

LANEWISE void gcn3_v_max_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, greatest_signed);
}

LANEWISE void gcn3_v_min3_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, least3);
}

LANEWISE void gcn3_v_max3_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, greatest3);
}

LANEWISE void gcn3_v_med3_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, middle3);
}

LANEWISE void gcn3_v_min3_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, least3_signed);
}

LANEWISE void gcn3_v_max3_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, greatest3_signed);
}

LANEWISE void gcn3_v_med3_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, middle3_signed);
}
