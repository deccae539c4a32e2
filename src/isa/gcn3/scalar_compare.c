/* SPDX-License-Identifier: Apache-2.0 */
/* scalar_compare.c - scalar comparisons (SOPC), also with a constant (SOPK): SCC := the result. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

typedef bool holds_fn(int64_t a, int64_t b);

static bool equal(int64_t a, int64_t b) { return a == b; }
static bool differ(int64_t a, int64_t b) { return a != b; }
static bool above(int64_t a, int64_t b) { return a > b; }
static bool above_or_equal(int64_t a, int64_t b) { return a >= b; }
static bool below(int64_t a, int64_t b) { return a < b; }
static bool below_or_equal(int64_t a, int64_t b) { return a <= b; }
static bool bit_is_clear(int64_t a, int64_t b) { return !((uint64_t)a >> (b & 63) & 1); }
static bool bit_is_set(int64_t a, int64_t b) { return (uint64_t)a >> (b & 63) & 1; }

static void put(struct warp *warp, struct effect *effect, bool holds)
{
    gcn3_state(warp)->scc = holds;
    effect->kind = EFFECT_NONE;
}

static void compare_signed(struct warp *warp, const struct insn *insn, struct effect *effect,
                           holds_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    put(warp, effect, f((int32_t)gcn3_scalar(warp, &own->src[0]),
                        (int32_t)gcn3_scalar(warp, &own->src[1])));
}

static void compare(struct warp *warp, const struct insn *insn, struct effect *effect, holds_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    put(warp, effect, f(gcn3_scalar(warp, &own->src[0]), gcn3_scalar(warp, &own->src[1])));
}

/* 64 bits, equal or not. */
static void compare_pair(struct warp *warp, const struct insn *insn, struct effect *effect,
                         holds_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    put(warp, effect, f((int64_t)gcn3_scalar_wide(warp, &own->src[0]),
                        (int64_t)gcn3_scalar_wide(warp, &own->src[1])));
}

/* With the constant, sign-extended. */
static void compare_constant_signed(struct warp *warp, const struct insn *insn,
                                    struct effect *effect, holds_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    put(warp, effect, f((int32_t)gcn3_scalar(warp, &own->src[0]), (int16_t)own->simm16));
}

/* With the constant, zero-extended. */
static void compare_constant(struct warp *warp, const struct insn *insn, struct effect *effect,
                             holds_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    put(warp, effect, f(gcn3_scalar(warp, &own->src[0]), own->simm16));
}

/* For a word only 5 bits of src1 are used. */
static void test_bit(struct warp *warp, const struct insn *insn, struct effect *effect, holds_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    put(warp, effect, f(gcn3_scalar(warp, &own->src[0]), gcn3_scalar(warp, &own->src[1]) & 31));
}

static void test_bit_of_pair(struct warp *warp, const struct insn *insn, struct effect *effect,
                             holds_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    put(warp, effect, f((int64_t)gcn3_scalar_wide(warp, &own->src[0]),
                        gcn3_scalar(warp, &own->src[1])));
}

void gcn3_s_cmp_eq_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_signed(warp, insn, effect, equal);
}

void gcn3_s_cmp_lg_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_signed(warp, insn, effect, differ);
}

void gcn3_s_cmp_gt_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_signed(warp, insn, effect, above);
}

void gcn3_s_cmp_ge_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_signed(warp, insn, effect, above_or_equal);
}

void gcn3_s_cmp_lt_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_signed(warp, insn, effect, below);
}

void gcn3_s_cmp_le_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_signed(warp, insn, effect, below_or_equal);
}

void gcn3_s_cmp_eq_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, equal);
}

void gcn3_s_cmp_lg_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, differ);
}

void gcn3_s_cmp_gt_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, above);
}

void gcn3_s_cmp_ge_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, above_or_equal);
}

void gcn3_s_cmp_lt_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, below);
}

void gcn3_s_cmp_le_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, below_or_equal);
}

void gcn3_s_cmp_eq_u64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_pair(warp, insn, effect, equal);
}

void gcn3_s_cmp_lg_u64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_pair(warp, insn, effect, differ);
}

void gcn3_s_cmpk_eq_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant_signed(warp, insn, effect, equal);
}

void gcn3_s_cmpk_lg_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant_signed(warp, insn, effect, differ);
}

void gcn3_s_cmpk_gt_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant_signed(warp, insn, effect, above);
}

void gcn3_s_cmpk_ge_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant_signed(warp, insn, effect, above_or_equal);
}

void gcn3_s_cmpk_lt_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant_signed(warp, insn, effect, below);
}

void gcn3_s_cmpk_le_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant_signed(warp, insn, effect, below_or_equal);
}

void gcn3_s_cmpk_eq_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant(warp, insn, effect, equal);
}

void gcn3_s_cmpk_lg_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant(warp, insn, effect, differ);
}

void gcn3_s_cmpk_gt_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant(warp, insn, effect, above);
}

void gcn3_s_cmpk_ge_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant(warp, insn, effect, above_or_equal);
}

void gcn3_s_cmpk_lt_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant(warp, insn, effect, below);
}

void gcn3_s_cmpk_le_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_constant(warp, insn, effect, below_or_equal);
}

void gcn3_s_bitcmp0_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    test_bit(warp, insn, effect, bit_is_clear);
}

void gcn3_s_bitcmp1_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    test_bit(warp, insn, effect, bit_is_set);
}

void gcn3_s_bitcmp0_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    test_bit_of_pair(warp, insn, effect, bit_is_clear);
}

void gcn3_s_bitcmp1_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    test_bit_of_pair(warp, insn, effect, bit_is_set);
}
