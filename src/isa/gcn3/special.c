/* SPDX-License-Identifier: Apache-2.0 */
/* special.c - reciprocals, roots, exponentials, logarithms, sines.
 *
 * The hardware has an error of about one unit in the last place (F64: half of the bits); these are
 * the functions of isa/ieee/binary32_special.h, more exact and the same on every host. F32
 * functions flush subnormals, whatever MODE says: compilers scale around it. Results round to
 * nearest. Arguments of sines are in turns, from -256 to 256; beyond, the sine is 0 and the cosine
 * 1. The legacy forms are older, less exact algorithms of the same functions. */
#include "isa/gcn3/floating.h"
#include "isa/gcn3/run.h"
#include "isa/ieee/binary32_special.h"

/* ---- F32, and F16 through it ---- */

static inline uint64_t single_of(struct ieee_format format, uint64_t word)
{
    if (format.fraction_bits == ieee_binary32.fraction_bits)
        return word;
    struct ieee_number number = ieee_unpack(format, word);
    if (number.kind == IEEE_NAN)
        return ieee_quiet_nan(ieee_binary32);
    return ieee_pack(ieee_binary32, IEEE_NEAREST_EVEN, number);
}

static bool is_beyond_turns(uint32_t word)
{
    const uint32_t max = 0x43800000; /* 256 */
    uint32_t magnitude = binary32_magnitude(word);
    return magnitude > max && magnitude < BINARY32_INFINITY;
}

/* Arguments outside of the sine's domain: zeros have the same results. */
static void leave_domain(struct gcn3_lanes *lanes)
{
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        if (is_beyond_turns(lanes->lane[lane]))
            lanes->lane[lane] = 0;
}

/* The remaining steps for a result whose argument may have been a NaN. */
static inline uint64_t finished(struct ieee_format format, const struct ieee_rules *rules,
                                uint64_t argument, uint32_t single)
{
    struct ieee_number number = ieee_unpack(ieee_binary32, single);
    uint64_t word = ieee_result(format, IEEE_NEAREST_EVEN, number, argument, 0, 0);
    return ieee_finished(format, rules, word);
}

/* `words` holds the arguments, then the results. */
static inline __attribute__((always_inline)) void compute(
    const struct warp *warp, struct ieee_format format, const struct ieee_rules *rules,
    enum ieee_special special, struct gcn3_words *words)
{
    const struct ieee_lanes lanes = gcn3_ieee_lanes(warp);
    struct gcn3_lanes single;
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        single.lane[lane] = (uint32_t)single_of(format, words->lane[lane]);
    if (special == IEEE_SIN_TURNS || special == IEEE_COS_TURNS)
        leave_domain(&single);
    binary32_special(&lanes, special, single.lane, single.lane);
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        words->lane[lane] = finished(format, rules, words->lane[lane], single.lane[lane]);
}

static void run(struct warp *warp, const struct insn *insn, struct effect *effect,
                enum ieee_special special)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const enum gcn3_flushing flushing =
        own->dst.type == GCN3_F32 ? GCN3_FLUSH_SUBNORMALS : GCN3_BY_MODE;
    const struct gcn3_float x = gcn3_float_of(warp, own, flushing);
    struct gcn3_words words;
    effect->kind = EFFECT_NONE;
    gcn3_float_load(warp, own, 0, flushing, &words);
    if (own->dst.type == GCN3_F32)
        compute(warp, ieee_binary32, &x.rules, special, &words);
    else
        compute(warp, ieee_binary16, &x.rules, special, &words);
    gcn3_float_store(warp, own, &words);
}

void gcn3_v_rcp_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_RECIPROCAL);
}

void gcn3_v_rcp_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_RECIPROCAL);
}

void gcn3_v_sqrt_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_SQUARE_ROOT);
}

void gcn3_v_sqrt_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_SQUARE_ROOT);
}

void gcn3_v_rsq_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_RECIPROCAL_ROOT);
}

void gcn3_v_rsq_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_RECIPROCAL_ROOT);
}

void gcn3_v_exp_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_EXP2);
}

void gcn3_v_exp_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_EXP2);
}

void gcn3_v_log_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_LOG2);
}

void gcn3_v_log_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_LOG2);
}

void gcn3_v_sin_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_SIN_TURNS);
}

void gcn3_v_sin_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_SIN_TURNS);
}

void gcn3_v_cos_f16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_COS_TURNS);
}

void gcn3_v_cos_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_COS_TURNS);
}

void gcn3_v_rcp_iflag_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_RECIPROCAL);
}

void gcn3_v_exp_legacy_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_EXP2);
}

void gcn3_v_log_legacy_f32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run(warp, insn, effect, IEEE_LOG2);
}

/* ---- F64 ---- */

static void run_double(struct warp *warp, const struct insn *insn, struct effect *effect,
                       enum ieee_special special)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct gcn3_float x = gcn3_float_of(warp, own, GCN3_BY_MODE);
    struct gcn3_words from, words;
    effect->kind = EFFECT_NONE;
    gcn3_float_load(warp, own, 0, GCN3_BY_MODE, &from);
    words = from;
    binary64_special(special, words.lane, GCN3_LANES);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t word = words.lane[lane];
        if (ieee_is_nan(ieee_binary64, word))
            word = ieee_nan_or(ieee_binary64, from.lane[lane], ieee_quiet_nan(ieee_binary64));
        words.lane[lane] = ieee_finished(ieee_binary64, &x.rules, word);
    }
    gcn3_float_store(warp, own, &words);
}

void gcn3_v_rcp_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_double(warp, insn, effect, IEEE_RECIPROCAL);
}

void gcn3_v_sqrt_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_double(warp, insn, effect, IEEE_SQUARE_ROOT);
}

void gcn3_v_rsq_f64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    run_double(warp, insn, effect, IEEE_RECIPROCAL_ROOT);
}
