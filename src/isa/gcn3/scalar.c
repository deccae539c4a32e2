/* SPDX-License-Identifier: Apache-2.0 */
/* scalar.c - scalar arithmetic and logic with two sources (SOP2), and their SOPK forms. Scalar
 * instructions ignore EXEC. SCC follows the GCN3 ISA manual: sums write their carry or overflow,
 * min and max which source was chosen, logic and shifts whether the result is not 0. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

typedef uint32_t word_fn(uint32_t a, uint32_t b);
typedef uint64_t pair_fn(uint64_t a, uint64_t b);

/* dst := f(src0, src1) */
GCN3_INLINE uint32_t move_word(struct warp *warp, const struct insn *insn, struct effect *effect,
                               word_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint32_t d = f(gcn3_scalar(warp, &own->src[0]), gcn3_scalar(warp, &own->src[1]));
    gcn3_scalar_put(warp, &own->dst, d);
    effect->kind = EFFECT_NONE;
    return d;
}

/* The same for 64 bits; a source of 32 is zero-extended. */
GCN3_INLINE uint64_t move_pair(struct warp *warp, const struct insn *insn, struct effect *effect,
                               pair_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t a = own->src[0].words == 1 ? gcn3_scalar(warp, &own->src[0])
                                        : gcn3_scalar_wide(warp, &own->src[0]);
    uint64_t b = own->src[1].words == 1 ? gcn3_scalar(warp, &own->src[1])
                                        : gcn3_scalar_wide(warp, &own->src[1]);
    uint64_t d = f(a, b);
    gcn3_scalar_put_wide(warp, &own->dst, d);
    effect->kind = EFFECT_NONE;
    return d;
}

/* Both with SCC := the result is not 0. */
GCN3_INLINE void word(struct warp *warp, const struct insn *insn, struct effect *effect,
                      word_fn *f)
{
    gcn3_state(warp)->scc = move_word(warp, insn, effect, f) != 0;
}

GCN3_INLINE void pair(struct warp *warp, const struct insn *insn, struct effect *effect,
                      pair_fn *f)
{
    gcn3_state(warp)->scc = move_pair(warp, insn, effect, f) != 0;
}

/* ---- Sums ---- */

static void put_sum(struct warp *warp, const struct gcn3_operand *dst, struct effect *effect,
                    uint32_t sum, bool scc)
{
    gcn3_scalar_put(warp, dst, sum);
    gcn3_state(warp)->scc = scc;
    effect->kind = EFFECT_NONE;
}

static void add_with(struct warp *warp, const struct insn *insn, struct effect *effect,
                     uint32_t carry)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t sum = (uint64_t)gcn3_scalar(warp, &own->src[0]) + gcn3_scalar(warp, &own->src[1]) +
                   carry;
    put_sum(warp, &own->dst, effect, (uint32_t)sum, sum >> 32);
}

static void subtract_with(struct warp *warp, const struct insn *insn, struct effect *effect,
                          uint32_t borrow)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t difference = (uint64_t)gcn3_scalar(warp, &own->src[0]) -
                          gcn3_scalar(warp, &own->src[1]) - borrow;
    put_sum(warp, &own->dst, effect, (uint32_t)difference, difference >> 63);
}

static void add_signed(struct warp *warp, const struct gcn3_operand *dst, struct effect *effect,
                       uint32_t a, uint32_t b)
{
    int32_t sum;
    bool overflow = __builtin_add_overflow((int32_t)a, (int32_t)b, &sum);
    put_sum(warp, dst, effect, (uint32_t)sum, overflow);
}

void gcn3_s_add_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    add_with(warp, insn, effect, 0);
}

void gcn3_s_addc_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    add_with(warp, insn, effect, gcn3_state(warp)->scc);
}

void gcn3_s_sub_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    subtract_with(warp, insn, effect, 0);
}

void gcn3_s_subb_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    subtract_with(warp, insn, effect, gcn3_state(warp)->scc);
}

void gcn3_s_add_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    add_signed(warp, &own->dst, effect, gcn3_scalar(warp, &own->src[0]),
               gcn3_scalar(warp, &own->src[1]));
}

void gcn3_s_sub_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    int32_t difference;
    bool overflow = __builtin_sub_overflow((int32_t)gcn3_scalar(warp, &own->src[0]),
                                           (int32_t)gcn3_scalar(warp, &own->src[1]), &difference);
    put_sum(warp, &own->dst, effect, (uint32_t)difference, overflow);
}

void gcn3_s_addk_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    add_signed(warp, &own->dst, effect, gcn3_scalar(warp, &own->dst),
               (uint32_t)(int16_t)own->simm16);
}

void gcn3_s_mulk_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    gcn3_scalar_put(warp, &own->dst,
                    gcn3_scalar(warp, &own->dst) * (uint32_t)(int16_t)own->simm16);
    effect->kind = EFFECT_NONE;
}

static uint32_t product(uint32_t a, uint32_t b) { return a * b; }
static uint32_t high_product(uint32_t a, uint32_t b) { return (uint32_t)((uint64_t)a * b >> 32); }
static uint32_t high_signed_product(uint32_t a, uint32_t b)
{
    return (uint32_t)((int64_t)(int32_t)a * (int32_t)b >> 32);
}

static uint32_t distance(uint32_t a, uint32_t b)
{
    uint32_t d = a - b;
    return (int32_t)d < 0 ? -d : d;
}

void gcn3_s_mul_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_word(warp, insn, effect, product);
}

void gcn5_s_mul_hi_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_word(warp, insn, effect, high_product);
}

void gcn5_s_mul_hi_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_word(warp, insn, effect, high_signed_product);
}

void gcn3_s_absdiff_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, distance);
}

/* ---- A shift and a sum, and two halves ---- */

static void shift_and_add(struct warp *warp, const struct insn *insn, struct effect *effect,
                          unsigned by)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint64_t sum = ((uint64_t)gcn3_scalar(warp, &own->src[0]) << by) +
                   gcn3_scalar(warp, &own->src[1]);
    put_sum(warp, &own->dst, effect, (uint32_t)sum, sum >> 32);
}

void gcn5_s_lshl1_add_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shift_and_add(warp, insn, effect, 1);
}

void gcn5_s_lshl2_add_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shift_and_add(warp, insn, effect, 2);
}

void gcn5_s_lshl3_add_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shift_and_add(warp, insn, effect, 3);
}

void gcn5_s_lshl4_add_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    shift_and_add(warp, insn, effect, 4);
}

static uint32_t pack_low_low(uint32_t a, uint32_t b) { return (a & 0xffff) | b << 16; }
static uint32_t pack_low_high(uint32_t a, uint32_t b) { return (a & 0xffff) | (b >> 16 << 16); }
static uint32_t pack_high_high(uint32_t a, uint32_t b) { return a >> 16 | (b >> 16 << 16); }

void gcn5_s_pack_ll_b32_b16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_word(warp, insn, effect, pack_low_low);
}

void gcn5_s_pack_lh_b32_b16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_word(warp, insn, effect, pack_low_high);
}

void gcn5_s_pack_hh_b32_b16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_word(warp, insn, effect, pack_high_high);
}

/* ---- The smaller and the larger one ---- */

static void choose(struct warp *warp, const struct insn *insn, struct effect *effect, bool first)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    put_sum(warp, &own->dst, effect, gcn3_scalar(warp, &own->src[first ? 0 : 1]), first);
}

static bool is_less_signed(const struct warp *warp, const struct insn *insn, unsigned a,
                           unsigned b)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    return (int32_t)gcn3_scalar(warp, &own->src[a]) < (int32_t)gcn3_scalar(warp, &own->src[b]);
}

static bool is_less(const struct warp *warp, const struct insn *insn, unsigned a, unsigned b)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    return gcn3_scalar(warp, &own->src[a]) < gcn3_scalar(warp, &own->src[b]);
}

void gcn3_s_min_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    choose(warp, insn, effect, is_less_signed(warp, insn, 0, 1));
}

void gcn3_s_max_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    choose(warp, insn, effect, is_less_signed(warp, insn, 1, 0));
}

void gcn3_s_min_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    choose(warp, insn, effect, is_less(warp, insn, 0, 1));
}

void gcn3_s_max_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    choose(warp, insn, effect, is_less(warp, insn, 1, 0));
}

void gcn3_s_cselect_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    gcn3_scalar_put(warp, &own->dst,
                    gcn3_scalar(warp, &own->src[gcn3_state(warp)->scc ? 0 : 1]));
    effect->kind = EFFECT_NONE;
}

void gcn3_s_cselect_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    gcn3_scalar_put_wide(warp, &own->dst,
                         gcn3_scalar_wide(warp, &own->src[gcn3_state(warp)->scc ? 0 : 1]));
    effect->kind = EFFECT_NONE;
}

/* ---- Shifts and bit fields ---- */

static uint32_t left(uint32_t a, uint32_t b) { return a << (b & 31); }
static uint32_t right(uint32_t a, uint32_t b) { return a >> (b & 31); }
static uint32_t right_signed(uint32_t a, uint32_t b)
{
    return (uint32_t)((int32_t)a >> (b & 31));
}
static uint64_t left_pair(uint64_t a, uint64_t b) { return a << (b & 63); }
static uint64_t right_pair(uint64_t a, uint64_t b) { return a >> (b & 63); }
static uint64_t right_signed_pair(uint64_t a, uint64_t b)
{
    return (uint64_t)((int64_t)a >> (b & 63));
}

static uint32_t field_mask(uint32_t a, uint32_t b)
{
    return ((1u << (a & 31)) - 1) << (b & 31);
}

static uint64_t field_mask_pair(uint64_t a, uint64_t b)
{
    return ((1ull << (a & 63)) - 1) << (b & 63);
}

/* Bits 22:16 of b are the width of a field, its lowest bits the position. */
static unsigned width_of(uint64_t b) { return b >> 16 & 127; }

static uint64_t ones(unsigned count) { return count >= 64 ? ~0ull : (1ull << count) - 1; }

static uint64_t field_pair(uint64_t a, uint64_t b) { return a >> (b & 63) & ones(width_of(b)); }

/* A field that extends past the top is filled with the sign. */
static uint64_t field_signed_pair(uint64_t a, uint64_t b)
{
    unsigned width = width_of(b);
    uint64_t value = (uint64_t)((int64_t)a >> (b & 63));
    if (width == 0 || width >= 64)
        return width ? value : 0;
    return (uint64_t)((int64_t)(value << (64 - width)) >> (64 - width));
}

static uint32_t field(uint32_t a, uint32_t b)
{
    return (uint32_t)(a >> (b & 31) & ones(width_of(b)));
}

static uint32_t field_signed(uint32_t a, uint32_t b)
{
    return (uint32_t)field_signed_pair((uint64_t)(int64_t)(int32_t)a, (b & ~32u));
}

void gcn3_s_lshl_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, left);
}

void gcn3_s_lshl_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, left_pair);
}

void gcn3_s_lshr_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, right);
}

void gcn3_s_lshr_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, right_pair);
}

void gcn3_s_ashr_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, right_signed);
}

void gcn3_s_ashr_i64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, right_signed_pair);
}

void gcn3_s_bfm_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_word(warp, insn, effect, field_mask);
}

void gcn3_s_bfm_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_pair(warp, insn, effect, field_mask_pair);
}

void gcn3_s_bfe_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, field);
}

void gcn3_s_bfe_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    word(warp, insn, effect, field_signed);
}

void gcn3_s_bfe_u64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, field_pair);
}

void gcn3_s_bfe_i64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    pair(warp, insn, effect, field_signed_pair);
}
