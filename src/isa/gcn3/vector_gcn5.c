/* SPDX-License-Identifier: Apache-2.0 */
/* vector_gcn5.c - what GCN5 adds for integers: sums without carries, and two operations in one. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

/* ---- Sums ---- */

GCN3_INLINE uint32_t sum(uint32_t a, uint32_t b) { return a + b; }
GCN3_INLINE uint32_t sum_clamped(uint32_t a, uint32_t b) { return a > ~b ? ~0u : a + b; }
GCN3_INLINE uint32_t difference(uint32_t a, uint32_t b) { return a - b; }
GCN3_INLINE uint32_t difference_clamped(uint32_t a, uint32_t b) { return a < b ? 0 : a - b; }
GCN3_INLINE uint32_t reverse(uint32_t a, uint32_t b) { return difference(b, a); }
GCN3_INLINE uint32_t reverse_clamped(uint32_t a, uint32_t b) { return difference_clamped(b, a); }

GCN3_INLINE uint32_t clamped(int64_t value)
{
    return (uint32_t)(value < INT32_MIN ? INT32_MIN : value > INT32_MAX ? INT32_MAX : value);
}
GCN3_INLINE uint32_t signed_sum_clamped(uint32_t a, uint32_t b)
{
    return clamped((int64_t)(int32_t)a + (int32_t)b);
}
GCN3_INLINE uint32_t signed_difference_clamped(uint32_t a, uint32_t b)
{
    return clamped((int64_t)(int32_t)a - (int32_t)b);
}

LANEWISE void gcn5_v_add_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, sum_clamped);
    else
        gcn3_binary(warp, insn, effect, sum);
}

LANEWISE void gcn5_v_sub_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, difference_clamped);
    else
        gcn3_binary(warp, insn, effect, difference);
}

LANEWISE void gcn5_v_subrev_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, reverse_clamped);
    else
        gcn3_binary(warp, insn, effect, reverse);
}

LANEWISE void gcn5_v_add_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, signed_sum_clamped);
    else
        gcn3_binary(warp, insn, effect, sum);
}

LANEWISE void gcn5_v_sub_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_binary(warp, insn, effect, signed_difference_clamped);
    else
        gcn3_binary(warp, insn, effect, difference);
}

/* ---- Two operations ---- */

GCN3_INLINE uint32_t equal_bits(uint32_t a, uint32_t b) { return ~(a ^ b); }
GCN3_INLINE uint32_t xor_add(uint32_t a, uint32_t b, uint32_t c) { return (a ^ b) + c; }
GCN3_INLINE uint32_t shift_add(uint32_t a, uint32_t b, uint32_t c) { return (a << (b & 31)) + c; }
GCN3_INLINE uint32_t add_shift(uint32_t a, uint32_t b, uint32_t c) { return (a + b) << (c & 31); }
GCN3_INLINE uint32_t add3(uint32_t a, uint32_t b, uint32_t c) { return a + b + c; }
GCN3_INLINE uint32_t shift_or(uint32_t a, uint32_t b, uint32_t c) { return a << (b & 31) | c; }
GCN3_INLINE uint32_t and_or(uint32_t a, uint32_t b, uint32_t c) { return (a & b) | c; }
GCN3_INLINE uint32_t or3(uint32_t a, uint32_t b, uint32_t c) { return a | b | c; }

GCN3_INLINE uint32_t mad(uint32_t a, uint32_t b, uint32_t c)
{
    return (a & 0xffff) * (b & 0xffff) + c;
}
GCN3_INLINE uint32_t mad_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return sum_clamped((a & 0xffff) * (b & 0xffff), c);
}
GCN3_INLINE uint32_t mad_signed(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)((int16_t)a * (int16_t)b) + c;
}
GCN3_INLINE uint32_t mad_signed_clamped(uint32_t a, uint32_t b, uint32_t c)
{
    return clamped((int64_t)((int16_t)a * (int16_t)b) + (int32_t)c);
}

LANEWISE void gcn5_v_xnor_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, equal_bits);
}

LANEWISE void gcn5_v_xad_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, xor_add);
}

LANEWISE void gcn5_v_lshl_add_u32(struct warp *warp, const struct insn *insn,
                                  struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, shift_add);
}

LANEWISE void gcn5_v_add_lshl_u32(struct warp *warp, const struct insn *insn,
                                  struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, add_shift);
}

LANEWISE void gcn5_v_add3_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, add3);
}

LANEWISE void gcn5_v_lshl_or_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, shift_or);
}

LANEWISE void gcn5_v_and_or_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, and_or);
}

LANEWISE void gcn5_v_or3_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, or3);
}

LANEWISE void gcn5_v_mad_u32_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, mad_clamped);
    else
        gcn3_ternary(warp, insn, effect, mad);
}

LANEWISE void gcn5_v_mad_i32_i16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    if (gcn3_of(insn)->clamp)
        gcn3_ternary(warp, insn, effect, mad_signed_clamped);
    else
        gcn3_ternary(warp, insn, effect, mad_signed);
}
