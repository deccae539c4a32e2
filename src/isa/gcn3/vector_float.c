/* SPDX-License-Identifier: Apache-2.0 */
/* vector_float.c - F32 arithmetic: sums, products, extremes. The lane loops are in isa/ieee:
 * binary32_quick.c for the common case, else binary32_ruled.c. v_mad and v_mac round twice and
 * flush subnormals whatever MODE says; min, max and their forms of three do not flush operands
 * (LLVM lists gfx9 as the first whose min and max follow MODE). assumed: subtraction also inverts
 * the sign of a NaN. */
#include <string.h>

#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"
#include "isa/ieee/binary32_bits.h"

/* The sources of an instruction. */
struct rows {
    struct gcn3_lanes scratch[3];
    const uint32_t *a, *b, *c;
};

static void find_rows(const struct warp *warp, const struct gcn3_insn *own, struct rows *rows)
{
    rows->a = gcn3_source(warp, own, 0, &rows->scratch[0]);
    rows->b = gcn3_source(warp, own, 1, &rows->scratch[1]);
    rows->c = gcn3_source_plain(warp, gcn3_third(own), &rows->scratch[2]);
}

static void apply(struct warp *warp, const struct gcn3_insn *own, const struct ieee_rules *rules,
                  const struct rows *rows, binary32_ruled_fn *f)
{
    const struct ieee_lanes lanes = gcn3_ieee_lanes(warp);
    struct gcn3_lanes out;
    if (gcn3_is_plain(own)) {
        f(&lanes, rules, gcn3_vgpr(warp, own->dst.code), rows->a, rows->b, rows->c);
        return;
    }
    memset(&out, 0, sizeof out);
    f(&lanes, rules, out.lane, rows->a, rows->b, rows->c);
    gcn3_write(warp, own, out.lane);
}

/* Treatment of subnormals: as MODE says, always or never flushed. */
struct operation {
    binary32_quick_fn *quick;
    binary32_ruled_fn *ruled;
    uint32_t flip[2]; /* signs that it inverts */
    enum gcn3_flushing flushing;
    bool zero_wins;
};

/* The bits that keep subnormal operands and results. */
static unsigned subnormals_of(const struct warp *warp, const struct operation *operation)
{
    if (operation->flushing == GCN3_BY_MODE)
        return gcn3_subnormals(warp, GCN3_F32);
    return operation->flushing == GCN3_KEEP_SUBNORMALS ? 3 : 0;
}

static bool is_quick(const struct warp *warp, const struct gcn3_insn *own,
                     const struct operation *operation, unsigned subnormals)
{
    const struct gcn3_operand *src = own->src;
    bool modified = own->clamp | (own->omod != 0) | src[0].absolute | src[1].absolute |
                    src[2].absolute | operation->zero_wins;
    return !modified && gcn3_is_plain(own) && (subnormals == 0 || subnormals == 3) &&
           gcn3_rounding(warp, GCN3_F32) == IEEE_NEAREST_EVEN;
}

static bool run_quick(struct warp *warp, const struct gcn3_insn *own, const struct rows *rows,
                      const struct operation *operation, unsigned subnormals)
{
    const struct ieee_lanes lanes = gcn3_ieee_lanes(warp);
    const struct binary32_quick quick = {
        .flip = {(uint32_t)own->src[0].negate << 31 ^ operation->flip[0],
                 (uint32_t)own->src[1].negate << 31 ^ operation->flip[1],
                 (uint32_t)own->src[2].negate << 31},
        .flush = subnormals == 0 ? BINARY32_HIDDEN_BIT : 0,
    };
    return operation->quick(&lanes, &quick, gcn3_vgpr(warp, own->dst.code), rows->a, rows->b,
                            rows->c);
}

static void run(struct warp *warp, const struct insn *insn, struct effect *effect,
                const struct operation *operation)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const unsigned subnormals = subnormals_of(warp, operation);
    struct rows rows;
    effect->kind = EFFECT_NONE;
    find_rows(warp, own, &rows);
    if (is_quick(warp, own, operation, subnormals) &&
        run_quick(warp, own, &rows, operation, subnormals))
        return;
    struct ieee_rules rules = gcn3_rules(warp, own, GCN3_F32);
    rules.flip[0] ^= operation->flip[0];
    rules.flip[1] ^= operation->flip[1];
    rules.flush_operands = !(subnormals & 1);
    rules.flush_results = !(subnormals & 2);
    rules.zero_wins = operation->zero_wins;
    apply(warp, own, &rules, &rows, operation->ruled);
}

static const struct operation add = {
    binary32_quick_add, binary32_ruled_add, {0, 0}, GCN3_BY_MODE, false};
static const struct operation subtract = {
    binary32_quick_add, binary32_ruled_add, {0, BINARY32_SIGN}, GCN3_BY_MODE, false};
static const struct operation subtract_reverse = {
    binary32_quick_add, binary32_ruled_add, {BINARY32_SIGN, 0}, GCN3_BY_MODE, false};
static const struct operation multiply = {
    binary32_quick_mul, binary32_ruled_mul, {0, 0}, GCN3_BY_MODE, false};
static const struct operation multiply_legacy = {
    binary32_quick_mul, binary32_ruled_mul, {0, 0}, GCN3_BY_MODE, true};
static const struct operation fused = {
    binary32_quick_fma, binary32_ruled_fma, {0, 0}, GCN3_BY_MODE, false};
static const struct operation multiply_add = {
    binary32_quick_mad, binary32_ruled_mad, {0, 0}, GCN3_FLUSH_SUBNORMALS, false};
static const struct operation multiply_add_legacy = {
    binary32_quick_mad, binary32_ruled_mad, {0, 0}, GCN3_FLUSH_SUBNORMALS, true};
static const struct operation smaller = {
    binary32_quick_min, binary32_ruled_min, {0, 0}, GCN3_KEEP_SUBNORMALS, false};
static const struct operation larger = {
    binary32_quick_max, binary32_ruled_max, {0, 0}, GCN3_KEEP_SUBNORMALS, false};

void gcn3_v_add_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &add);
}

void gcn3_v_sub_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &subtract);
}

void gcn3_v_subrev_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &subtract_reverse);
}

void gcn3_v_mul_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &multiply);
}

void gcn3_v_mul_legacy_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &multiply_legacy);
}

void gcn3_v_fma_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &fused);
}

void gcn5_v_fmac_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &fused);
}

void gcn3_v_mac_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &multiply_add);
}

void gcn3_v_mad_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &multiply_add);
}

void gcn3_v_madmk_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &multiply_add);
}

void gcn3_v_madak_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &multiply_add);
}

void gcn3_v_mad_legacy_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &multiply_add_legacy);
}

/* ---- Extremes ---- */

void gcn3_v_min_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &smaller);
}

void gcn3_v_max_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, &larger);
}

static uint64_t extreme(const struct gcn3_float *x, bool min, uint64_t a, uint64_t b)
{
    return ieee_extreme(ieee_binary32, &x->rules, min, a, b);
}

static uint64_t least_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    return extreme(x, true, extreme(x, true, a, b), c);
}

static uint64_t most_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    return extreme(x, false, extreme(x, false, a, b), c);
}

static bool equal(uint64_t a, uint64_t b)
{
    return ieee_relation_of(ieee_binary32, a, b) == IEEE_EQUAL;
}

/* The smallest if one of them is a NaN. */
static uint64_t middle_of(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    if (ieee_is_nan(ieee_binary32, a) || ieee_is_nan(ieee_binary32, b) ||
        ieee_is_nan(ieee_binary32, c))
        return least_of(x, a, b, c);
    uint64_t max = most_of(x, a, b, c);
    if (equal(max, a))
        return extreme(x, false, b, c);
    return equal(max, b) ? extreme(x, false, a, c) : extreme(x, false, a, b);
}

void gcn3_v_min3_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_KEEP_SUBNORMALS, least_of);
}

void gcn3_v_max3_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_KEEP_SUBNORMALS, most_of);
}

void gcn3_v_med3_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_KEEP_SUBNORMALS, middle_of);
}
