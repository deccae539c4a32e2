/* SPDX-License-Identifier: Apache-2.0 */
/* vector_double.c - F64 arithmetic in pairs of registers. The lane loops are in
 * isa/ieee/binary64_ruled.c; min and max do not flush operands. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"

static struct wide_source source(const struct warp *warp, const struct gcn3_insn *own,
                                 unsigned slot, struct gcn3_lanes scratch[2])
{
    struct gcn3_wide wide = gcn3_source_wide(warp, own, slot, scratch);
    return (struct wide_source){wide.low, wide.high};
}

static void run(struct warp *warp, const struct insn *insn, struct effect *effect,
                binary64_ruled_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct ieee_lanes lanes = gcn3_ieee_lanes(warp);
    const struct ieee_rules rules = gcn3_rules(warp, own, GCN3_F64);
    struct gcn3_lanes a[2], b[2], c[2];
    struct wide_row d = {gcn3_vgpr(warp, own->dst.code), gcn3_vgpr(warp, own->dst.code + 1u)};
    effect->kind = EFFECT_NONE;
    f(&lanes, &rules, d, source(warp, own, 0, a), source(warp, own, 1, b),
      source(warp, own, 2, c));
}

void gcn3_v_add_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, binary64_ruled_add);
}

void gcn3_v_mul_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, binary64_ruled_mul);
}

void gcn3_v_fma_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, binary64_ruled_fma);
}

static uint64_t min(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return ieee_extreme(ieee_binary64, &x->rules, true, a, b);
}

static uint64_t max(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c)
{
    (void)c;
    return ieee_extreme(ieee_binary64, &x->rules, false, a, b);
}

void gcn3_v_min_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_KEEP_SUBNORMALS, min);
}

void gcn3_v_max_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_float_run(warp, insn, effect, GCN3_KEEP_SUBNORMALS, max);
}
