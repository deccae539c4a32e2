/* SPDX-License-Identifier: Apache-2.0 */
/* vector_bits.c - logic, shifts, bit fields, bit counts and searches, byte permutations, and
 * moves. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

/* ---- Logic and shifts ---- */

GCN3_INLINE uint32_t same(uint32_t a) { return a; }
GCN3_INLINE uint32_t complement(uint32_t a) { return ~a; }
GCN3_INLINE uint32_t both(uint32_t a, uint32_t b) { return a & b; }
GCN3_INLINE uint32_t either(uint32_t a, uint32_t b) { return a | b; }
GCN3_INLINE uint32_t odd(uint32_t a, uint32_t b) { return a ^ b; }
GCN3_INLINE uint32_t left(uint32_t a, uint32_t b) { return b << (a & 31); }
GCN3_INLINE uint32_t right(uint32_t a, uint32_t b) { return b >> (a & 31); }
GCN3_INLINE uint32_t right_signed(uint32_t a, uint32_t b)
{
    return (uint32_t)((int32_t)b >> (a & 31));
}

LANEWISE void gcn3_v_mov_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unary(warp, insn, effect, same);
}

LANEWISE void gcn3_v_not_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unary(warp, insn, effect, complement);
}

LANEWISE void gcn3_v_and_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, both);
}

LANEWISE void gcn3_v_or_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, either);
}

LANEWISE void gcn3_v_xor_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, odd);
}

LANEWISE void gcn3_v_lshlrev_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, left);
}

LANEWISE void gcn3_v_lshrrev_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, right);
}

LANEWISE void gcn3_v_ashrrev_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, right_signed);
}

typedef uint64_t shift_fn(uint64_t value, uint32_t amount);

GCN3_INLINE uint64_t left_pair(uint64_t value, uint32_t amount) { return value << (amount & 63); }
GCN3_INLINE uint64_t right_pair(uint64_t value, uint32_t amount) { return value >> (amount & 63); }
GCN3_INLINE uint64_t right_signed_pair(uint64_t value, uint32_t amount)
{
    return (uint64_t)((int64_t)value >> (amount & 63));
}

GCN3_INLINE void shift_pair(struct warp *warp, const struct insn *insn, struct effect *effect,
                            shift_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa, sb[2], low, high;
    const uint32_t *a = gcn3_source_plain(warp, &own->src[0], &sa);
    const struct gcn3_wide b = gcn3_source_wide(warp, own, 1, sb);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t d = f(gcn3_wide_lane(&b, lane), a[lane]);
        low.lane[lane] = (uint32_t)d;
        high.lane[lane] = (uint32_t)(d >> 32);
    }
    gcn3_write_wide(warp, own, low.lane, high.lane);
    effect->kind = EFFECT_NONE;
}

LANEWISE void gcn3_v_lshlrev_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shift_pair(warp, insn, effect, left_pair);
}

LANEWISE void gcn3_v_lshrrev_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shift_pair(warp, insn, effect, right_pair);
}

LANEWISE void gcn3_v_ashrrev_i64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shift_pair(warp, insn, effect, right_signed_pair);
}

/* ---- Fields ---- */

GCN3_INLINE uint32_t ones(uint32_t count) { return (1u << (count & 31)) - 1; }

GCN3_INLINE uint32_t field(uint32_t a, uint32_t b, uint32_t c)
{
    return a >> (b & 31) & ones(c);
}

/* A field that extends past the top is filled with the sign. */
GCN3_INLINE uint32_t field_signed(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t unused = 32 - (c & 31);
    uint32_t value = (uint32_t)((int32_t)a >> (b & 31)) << (unused & 31);
    return unused == 32 ? 0 : (uint32_t)((int32_t)value >> unused);
}

GCN3_INLINE uint32_t field_mask(uint32_t a, uint32_t b) { return ones(a) << (b & 31); }
GCN3_INLINE uint32_t inserted(uint32_t a, uint32_t b, uint32_t c)
{
    return (a & b) | (~a & c);
}
GCN3_INLINE uint32_t aligned(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)(((uint64_t)a << 32 | b) >> (c & 31));
}
GCN3_INLINE uint32_t aligned_bytes(uint32_t a, uint32_t b, uint32_t c)
{
    return (uint32_t)(((uint64_t)a << 32 | b) >> 8 * (c & 3));
}

/* One byte of a:b (0..7), the sign of one of its halves (8..11), 0 (12), or all ones. */
GCN3_INLINE uint32_t chosen_byte(uint64_t bytes, uint32_t select)
{
    if (select < 8)
        return bytes >> 8 * select & 255;
    if (select < 12)
        return bytes >> (16 * (select - 8) + 15) & 1 ? 255 : 0;
    return select == 12 ? 0 : 255;
}

GCN3_INLINE uint32_t permuted(uint32_t a, uint32_t b, uint32_t c)
{
    uint64_t bytes = (uint64_t)a << 32 | b;
    uint32_t d = 0;
    for (unsigned i = 0; i < 4; i++)
        d |= chosen_byte(bytes, c >> 8 * i & 255) << 8 * i;
    return d;
}

LANEWISE void gcn3_v_bfe_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, field);
}

LANEWISE void gcn3_v_bfe_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, field_signed);
}

LANEWISE void gcn3_v_bfm_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, field_mask);
}

LANEWISE void gcn3_v_bfi_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, inserted);
}

LANEWISE void gcn3_v_alignbit_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, aligned);
}

LANEWISE void gcn3_v_alignbyte_b32(struct warp *warp, const struct insn *insn,
                                   struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, aligned_bytes);
}

LANEWISE void gcn3_v_perm_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_ternary(warp, insn, effect, permuted);
}

/* ---- Bit counts and searches ---- */

GCN3_INLINE uint32_t reversed(uint32_t a)
{
    a = a >> 16 | a << 16;
    a = (a >> 8 & 0x00ff00ff) | (a & 0x00ff00ff) << 8;
    a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    return (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
}

GCN3_INLINE uint32_t leading(uint32_t a) { return a ? (uint32_t)__builtin_clz(a) : ~0u; }
GCN3_INLINE uint32_t leading_signed(uint32_t a)
{
    return leading(a ^ (uint32_t)((int32_t)a >> 31));
}
GCN3_INLINE uint32_t trailing(uint32_t a) { return a ? (uint32_t)__builtin_ctz(a) : ~0u; }

GCN3_INLINE uint32_t population(uint32_t a, uint32_t b)
{
    return (uint32_t)__builtin_popcount(a) + b;
}

LANEWISE void gcn3_v_bfrev_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unary(warp, insn, effect, reversed);
}

LANEWISE void gcn3_v_ffbh_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unary(warp, insn, effect, leading);
}

LANEWISE void gcn3_v_ffbh_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unary(warp, insn, effect, leading_signed);
}

LANEWISE void gcn3_v_ffbl_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unary(warp, insn, effect, trailing);
}

LANEWISE void gcn3_v_bcnt_u32_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_binary(warp, insn, effect, population);
}

/* Ones of src0 in the bits of lanes below this one, for the 32 lanes from `first` on; + src1. */
GCN3_INLINE void count_below(struct warp *warp, const struct insn *insn, struct effect *effect,
                             uint32_t first)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa, sb, out;
    const uint32_t *a = gcn3_source_plain(warp, &own->src[0], &sa);
    const uint32_t *b = gcn3_source_plain(warp, &own->src[1], &sb);
    for (uint32_t lane = 0; lane < GCN3_LANES; lane++) {
        uint32_t below = lane <= first ? 0 : lane - first >= 32 ? ~0u : ones(lane - first);
        out.lane[lane] = population(a[lane] & below, b[lane]);
    }
    gcn3_write(warp, own, out.lane);
    effect->kind = EFFECT_NONE;
}

LANEWISE void gcn3_v_mbcnt_lo_u32_b32(struct warp *warp, const struct insn *insn,
                                      struct effect *effect)
{
    count_below(warp, insn, effect, 0);
}

LANEWISE void gcn3_v_mbcnt_hi_u32_b32(struct warp *warp, const struct insn *insn,
                                      struct effect *effect)
{
    count_below(warp, insn, effect, 32);
}

/* ---- Choice ---- */

/* The sources may have float modifiers: negation and absolute value. */
LANEWISE void gcn3_v_cndmask_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa, sb, holds, out;
    const uint32_t *a = gcn3_source(warp, own, 0, &sa), *b = gcn3_source(warp, own, 1, &sb);
    const uint32_t keep_a = ~((uint32_t)own->src[0].absolute << 31),
                   keep_b = ~((uint32_t)own->src[1].absolute << 31),
                   turn_a = (uint32_t)own->src[0].negate << 31,
                   turn_b = (uint32_t)own->src[1].negate << 31;
    gcn3_spread(gcn3_mask(warp, &own->src[2]), holds.lane);
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        out.lane[lane] = gcn3_blend(holds.lane[lane], (b[lane] & keep_b) ^ turn_b,
                                    (a[lane] & keep_a) ^ turn_a);
    gcn3_write(warp, own, out.lane);
    effect->kind = EFFECT_NONE;
}
