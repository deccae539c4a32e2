/* SPDX-License-Identifier: Apache-2.0 */
/* compare_float.c - comparisons of floats, and class tests. The 16 conditions are numbered as sets
 * of the relations of isa/ieee, one bit each. Subnormal operands are flushed as MODE says, except
 * in class tests. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"

_Static_assert((int)GCN3_CMP_LT == IEEE_LESS && (int)GCN3_CMP_EQ == IEEE_EQUAL &&
               (int)GCN3_CMP_GT == IEEE_GREATER && (int)GCN3_CMP_U == IEEE_UNORDERED,
               "a condition is the set of relations it holds for");

void gcn3_v_cmp_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct ieee_lanes lanes = gcn3_ieee_lanes(warp);
    const struct ieee_rules rules = gcn3_rules(warp, own, GCN3_F32);
    const struct binary32_modifiers modifiers = {
        .keep = {(uint32_t)rules.keep[0], (uint32_t)rules.keep[1], ~0u},
        .flip = {(uint32_t)rules.flip[0], (uint32_t)rules.flip[1], 0},
        .flush = rules.flush_operands ? BINARY32_HIDDEN_BIT : 0,
    };
    struct gcn3_lanes a, b;
    effect->kind = EFFECT_NONE;
    gcn3_mask_put(warp, own,
                  binary32_modified_compare(&lanes, &modifiers, insn->aux,
                                            gcn3_source(warp, own, 0, &a),
                                            gcn3_source(warp, own, 1, &b)));
}

/* The other types, which are rarer: one lane at a time. */
static void compare(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct ieee_format format = gcn3_format((enum gcn3_type)own->src[0].type);
    struct gcn3_words a, b;
    uint64_t holds = 0;
    effect->kind = EFFECT_NONE;
    gcn3_float_load(warp, own, 0, GCN3_BY_MODE, &a);
    gcn3_float_load(warp, own, 1, GCN3_BY_MODE, &b);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        unsigned relation = ieee_relation_of(format, a.lane[lane], b.lane[lane]);
        holds |= (uint64_t)((relation & insn->aux) != 0) << lane;
    }
    gcn3_mask_put(warp, own, holds);
}

void gcn3_v_cmp_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect);
}

void gcn3_v_cmp_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect);
}

/* The number of a class: signalling and quiet NaN, then from -infinity to +infinity. */
static unsigned class_of(struct ieee_format format, uint64_t word)
{
    enum { SIGNALLING, QUIET, NEGATIVE_INFINITY, POSITIVE_INFINITY = 9 };
    uint64_t magnitude = ieee_magnitude_of(format, word);
    unsigned from_infinity = 0;
    if (ieee_is_nan(format, word))
        return ieee_is_signalling(format, word) ? SIGNALLING : QUIET;
    if (magnitude < ieee_infinity(format))
        from_infinity = magnitude >= ieee_smallest_normal(format) ? 1 : magnitude != 0 ? 2 : 3;
    return ieee_is_negative(format, word) ? NEGATIVE_INFINITY + from_infinity
                                          : POSITIVE_INFINITY - from_infinity;
}

/* src1: the classes to test for, one bit each. */
static void compare_class(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct ieee_format format = gcn3_format((enum gcn3_type)own->src[0].type);
    struct gcn3_words a, classes;
    uint64_t holds = 0;
    effect->kind = EFFECT_NONE;
    gcn3_float_load(warp, own, 0, GCN3_KEEP_SUBNORMALS, &a);
    gcn3_float_load(warp, own, 1, GCN3_KEEP_SUBNORMALS, &classes);
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        holds |= (classes.lane[lane] >> class_of(format, a.lane[lane]) & 1) << lane;
    gcn3_mask_put(warp, own, holds);
}

void gcn3_v_cmp_class_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_class(warp, insn, effect);
}

void gcn3_v_cmp_class_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_class(warp, insn, effect);
}

void gcn3_v_cmp_class_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_class(warp, insn, effect);
}
