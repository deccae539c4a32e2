/* SPDX-License-Identifier: Apache-2.0 */
/* vector_half.c - F16 arithmetic, in integers, one lane at a time. v_mad and v_mac round twice and
 * flush subnormals, as in F32; min and max do not flush operands. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"

static struct ieee_number number(uint64_t word) { return ieee_unpack(ieee_binary16, word); }

static uint64_t rounded(const struct gcn3_float *x, struct ieee_number result, uint64_t a,
                        uint64_t b, uint64_t c)
{
    return ieee_result(ieee_binary16, x->rules.rounding, result, a, b, c);
}

static uint64_t add(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return rounded(x, ieee_sum(x->rules.rounding, number(a), number(b)), a, b, 0);
}

static uint64_t sub(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    return add(x, a, b ^ ieee_sign(ieee_binary16, true), c);
}

static uint64_t subrev(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    return add(x, a ^ ieee_sign(ieee_binary16, true), b, c);
}

static uint64_t mul(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return rounded(x, ieee_product(number(a), number(b)), a, b, 0);
}

static uint64_t fused(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    return rounded(x, ieee_fused(x->rules.rounding, number(a), number(b), number(c)), a, b, c);
}

static uint64_t mad(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    uint64_t product = ieee_flushed(ieee_binary16, mul(x, a, b, 0));
    struct ieee_number sum = ieee_sum(x->rules.rounding, number(product), number(c));
    return rounded(x, sum, a, b, c);
}

static uint64_t min(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return ieee_extreme(ieee_binary16, &x->rules, true, a, b);
}

static uint64_t max(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return ieee_extreme(ieee_binary16, &x->rules, false, a, b);
}

void gcn3_v_add_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, add);
}

void gcn3_v_sub_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, sub);
}

void gcn3_v_subrev_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, subrev);
}

void gcn3_v_mul_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, mul);
}

void gcn3_v_fma_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_BY_MODE, fused);
}

void gcn3_v_mac_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_FLUSH_SUBNORMALS, mad);
}

void gcn3_v_mad_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_FLUSH_SUBNORMALS, mad);
}

void gcn3_v_madmk_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_FLUSH_SUBNORMALS, mad);
}

void gcn3_v_madak_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_FLUSH_SUBNORMALS, mad);
}

void gcn3_v_min_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_KEEP_SUBNORMALS, min);
}

void gcn3_v_max_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_KEEP_SUBNORMALS, max);
}
