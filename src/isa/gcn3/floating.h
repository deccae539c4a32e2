/* SPDX-License-Identifier: Apache-2.0 */
/* floating.h - shared by the floating-point instructions: translation of the MODE register and of
 * modifiers to the rules of isa/ieee/rules.h, and the path, one lane at a time, for instructions
 * without their own vector loop.
 *
 * MODE has a rounding mode and a subnormal mode for F32, and another pair for F16 and F64. Absolute
 * value comes before the sign. Output modifiers are ignored in IEEE mode and where subnormal
 * results are kept; otherwise they flush, and make -0 positive. With DX10_CLAMP, clamp turns NaN
 * into 0. assumed: which of several NaN operands is passed on (the first), and that an invalid
 * operation gives the positive NaN; the manual does not say. */
#ifndef WARPCLOCK_ISA_GCN3_FLOATING_H
#define WARPCLOCK_ISA_GCN3_FLOATING_H

#include "isa/gcn3/lanes.h"
#include "isa/ieee/rules.h"

static inline struct ieee_format gcn3_format(enum gcn3_type type)
{
    return type == GCN3_F16 ? ieee_binary16 : type == GCN3_F64 ? ieee_binary64 : ieee_binary32;
}

static inline bool gcn3_is_float(enum gcn3_type type)
{
    return type == GCN3_F16 || type == GCN3_F32 || type == GCN3_F64;
}

/* A two-bit field of MODE: there is one for F32 and one for F16 and F64. */
static inline unsigned gcn3_mode_of(const struct warp *warp, enum gcn3_type type,
                                    enum gcn3_mode single, enum gcn3_mode others)
{
    return gcn3_state(warp)->mode >> (type == GCN3_F32 ? single : others) & 3;
}

static inline bool gcn3_mode_bit(const struct warp *warp, enum gcn3_mode bit)
{
    return gcn3_state(warp)->mode >> bit & 1;
}

/* Nearest, up, down, towards zero. */
static inline enum ieee_rounding gcn3_rounding(const struct warp *warp, enum gcn3_type type)
{
    static const uint8_t rounding[] = {IEEE_NEAREST_EVEN, IEEE_UP, IEEE_DOWN, IEEE_TOWARD_ZERO};
    unsigned mode = gcn3_mode_of(warp, type, GCN3_MODE_ROUND_32, GCN3_MODE_ROUND_16_64);
    return (enum ieee_rounding)rounding[mode];
}

/* The first bit keeps subnormal operands, the second one keeps results. */
static inline unsigned gcn3_subnormals(const struct warp *warp, enum gcn3_type type)
{
    return gcn3_mode_of(warp, type, GCN3_MODE_DENORM_32, GCN3_MODE_DENORM_16_64);
}

/* For results of `type`, and also operands of that type. */
struct ieee_rules gcn3_rules(const struct warp *warp, const struct gcn3_insn *own,
                             enum gcn3_type type);

static inline struct ieee_lanes gcn3_ieee_lanes(const struct warp *warp)
{
    return (struct ieee_lanes){.active = warp->active, .lanes = GCN3_LANES};
}

/* The third source; v_mac has none and takes the target. */
static inline const struct gcn3_operand *gcn3_third(const struct gcn3_insn *own)
{
    return own->src[2].kind == GCN3_NONE ? &own->dst : &own->src[2];
}

/* ---- One lane at a time ---- */

/* Treatment of subnormals: as MODE says, all kept, or all flushed to zero. */
enum gcn3_flushing { GCN3_BY_MODE, GCN3_KEEP_SUBNORMALS, GCN3_FLUSH_SUBNORMALS };

/* `format` is the first source's, or the target's if that source is not a float. Sources have their
 * modifiers applied and are flushed, integers are passed as in the register. */
struct gcn3_float {
    struct ieee_format format;
    struct ieee_rules rules; /* of the result */
};
typedef uint64_t gcn3_float_fn(const struct gcn3_float *x, uint64_t a, uint64_t b, uint64_t c);

/* dst := f(src0, src1, src2) in active lanes; a result that is a float is flushed, scaled and
 * clamped. */
void gcn3_float_run(struct warp *warp, const struct insn *insn, struct effect *effect,
                    enum gcn3_flushing flushing, gcn3_float_fn *f);

/* Source `slot` of all lanes in the form that f gets, in words of its type. */
struct gcn3_words {
    alignas(64) uint64_t lane[GCN3_LANES];
};
void gcn3_float_load(const struct warp *warp, const struct gcn3_insn *own, unsigned slot,
                     enum gcn3_flushing flushing, struct gcn3_words *out);
void gcn3_float_store(const struct warp *warp, const struct gcn3_insn *own,
                      const struct gcn3_words *from);
struct gcn3_float gcn3_float_of(const struct warp *warp, const struct gcn3_insn *own,
                                enum gcn3_flushing flushing);

#endif
