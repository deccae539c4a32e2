/* SPDX-License-Identifier: Apache-2.0 */
/* vector_short.c - integers of 16 bits. The high half of a source is ignored; the target's becomes
 * 0. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

enum { HALF = 0xffff };

GCN3_INLINE int32_t extended(uint32_t a) { return (int16_t)a; }

/* Saturates to 16 bits. */
GCN3_INLINE uint32_t clamped(int64_t value)
{
    return value < 0 ? 0 : value > HALF ? HALF : (uint32_t)value;
}

GCN3_INLINE uint32_t clamped_signed(int32_t value)
{
    return (uint32_t)(value < INT16_MIN ? INT16_MIN : value > INT16_MAX ? INT16_MAX : value) & HALF;
}

GCN3_INLINE uint32_t sum(uint32_t a, uint32_t b) { return (a + b) & HALF; }
GCN3_INLINE uint32_t difference(uint32_t a, uint32_t b) { return (a - b) & HALF; }
GCN3_INLINE uint32_t difference_reversed(uint32_t a, uint32_t b) { return (b - a) & HALF; }
GCN3_INLINE uint32_t sum_clamped(uint32_t a, uint32_t b)
{
    return clamped((int64_t)(a & HALF) + (b & HALF));
}
GCN3_INLINE uint32_t difference_clamped(uint32_t a, uint32_t b)
{
    return clamped((int64_t)(a & HALF) - (b & HALF));
}
GCN3_INLINE uint32_t difference_reversed_clamped(uint32_t a, uint32_t b)
{
    return clamped((int64_t)(b & HALF) - (a & HALF));
}
GCN3_INLINE uint32_t product(uint32_t a, uint32_t b) { return a * b & HALF; }
GCN3_INLINE uint32_t mad(uint32_t a, uint32_t b, uint32_t c)
{
    return (a * b + c) & HALF;
}
GCN3_INLINE uint32_t mad_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return clamped((int64_t)((a & HALF) * (b & HALF)) + (c & HALF));
}
GCN3_INLINE uint32_t mad_signed_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return clamped_signed(extended(a) * extended(b) + extended(c));
}
GCN3_INLINE uint32_t left(uint32_t a, uint32_t b) { return b << (a & 15) & HALF; }
GCN3_INLINE uint32_t right(uint32_t a, uint32_t b) { return (b & HALF) >> (a & 15); }
GCN3_INLINE uint32_t right_signed(uint32_t a, uint32_t b)
{
    return (uint32_t)(extended(b) >> (a & 15)) & HALF;
}
GCN3_INLINE uint32_t min(uint32_t a, uint32_t b)
{
    return ((a & HALF) < (b & HALF) ? a : b) & HALF;
}
GCN3_INLINE uint32_t greatest(uint32_t a, uint32_t b)
{
    return ((a & HALF) > (b & HALF) ? a : b) & HALF;
}
GCN3_INLINE uint32_t min_signed(uint32_t a, uint32_t b)
{
    return (extended(a) < extended(b) ? a : b) & HALF;
}
GCN3_INLINE uint32_t greatest_signed(uint32_t a, uint32_t b)
{
    return (extended(a) > extended(b) ? a : b) & HALF;
}

LANEWISE void gcn3_v_add_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, sum_clamped);
    else
        gcn3_binary(warp, insn, effect, sum);
}

LANEWISE void gcn3_v_sub_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, difference_clamped);
    else
        gcn3_binary(warp, insn, effect, difference);
}

LANEWISE void gcn3_v_subrev_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, difference_reversed_clamped);
    else
        gcn3_binary(warp, insn, effect, difference_reversed);
}

LANEWISE void gcn3_v_mul_lo_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, product);
}

LANEWISE void gcn3_v_mad_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, mad_clamped);
    else
        gcn3_ternary(warp, insn, effect, mad);
}

LANEWISE void gcn3_v_mad_i16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, mad_signed_clamped);
    else
        gcn3_ternary(warp, insn, effect, mad);
}

LANEWISE void gcn3_v_lshlrev_b16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, left);
}

LANEWISE void gcn3_v_lshrrev_b16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, right);
}

LANEWISE void gcn3_v_ashrrev_i16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, right_signed);
}

LANEWISE void gcn3_v_min_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, min);
}

LANEWISE void gcn3_v_max_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, greatest);
}

LANEWISE void gcn3_v_min_i16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, min_signed);
}

LANEWISE void gcn3_v_max_i16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, greatest_signed);
}
