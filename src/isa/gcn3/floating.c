/* SPDX-License-Identifier: Apache-2.0 */
/* floating.c - rules from MODE and modifiers; floats of any type, one lane at a time. */
#include "isa/gcn3/floating.h"

#include <string.h>

/* 1, 2, 4, 1/2 as powers of two. */
static int output_scale(const struct warp *warp, const struct gcn3_insn *own, bool flush_results)
{
    static const int8_t scale[] = {0, 1, 2, -1};
    return flush_results && !gcn3_mode_bit(warp, GCN3_MODE_IEEE) ? scale[own->omod & 3] : 0;
}

struct ieee_rules gcn3_rules(const struct warp *warp, const struct gcn3_insn *own,
                             enum gcn3_type type)
{
    const uint64_t sign = ieee_sign(gcn3_format(type), true);
    const unsigned subnormals = gcn3_subnormals(warp, type);
    struct ieee_rules rules = {
        .rounding = gcn3_rounding(warp, type),
        .flush_operands = !(subnormals & 1),
        .flush_results = !(subnormals & 2),
        .clamp = own->clamp,
        .clamp_nan = gcn3_mode_bit(warp, GCN3_MODE_DX10_CLAMP),
        .signalling_wins = gcn3_mode_bit(warp, GCN3_MODE_IEEE),
    };
    rules.scale = output_scale(warp, own, rules.flush_results);
    for (unsigned i = 0; i < 3; i++) {
        rules.keep[i] = own->src[i].absolute ? ~sign : ~(uint64_t)0;
        rules.flip[i] = own->src[i].negate ? sign : 0;
    }
    return rules;
}

LANEWISE static void load_raw(const struct warp *warp, const struct gcn3_insn *own, unsigned slot,
                              struct gcn3_words *out)
{
    struct gcn3_lanes scratch[2];
    if (own->src[slot].words == 2) {
        struct gcn3_wide wide = gcn3_source_wide(warp, own, slot, scratch);
        for (size_t lane = 0; lane < GCN3_LANES; lane++)
            out->lane[lane] = gcn3_wide_lane(&wide, lane);
        return;
    }
    const uint32_t *row = slot == 2 ? gcn3_source_plain(warp, gcn3_third(own), scratch)
                                    : gcn3_source(warp, own, slot, scratch);
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        out->lane[lane] = row[lane];
}

static bool flushes_operands(const struct warp *warp, enum gcn3_type type,
                             enum gcn3_flushing flushing)
{
    if (flushing == GCN3_BY_MODE)
        return !(gcn3_subnormals(warp, type) & 1);
    return flushing == GCN3_FLUSH_SUBNORMALS;
}

/* Words of a float: `keep` and `flip` for the signs, magnitudes below `flush` are zeros. */
LANEWISE static void modify(struct gcn3_words *words, uint64_t keep, uint64_t flip, uint64_t sign,
                            uint64_t flush)
{
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t word = (words->lane[lane] & keep) ^ flip;
        uint64_t zero = -(uint64_t)((word & (sign - 1)) < flush);
        words->lane[lane] = word & ~(zero & (sign - 1));
    }
}

void gcn3_float_load(const struct warp *warp, const struct gcn3_insn *own, unsigned slot,
                     enum gcn3_flushing flushing, struct gcn3_words *out)
{
    const struct gcn3_operand *operand = slot == 2 ? gcn3_third(own) : &own->src[slot];
    const enum gcn3_type type = (enum gcn3_type)operand->type;
    if (own->src[slot < 2 ? slot : 1].kind == GCN3_NONE) { /* one source: there is no third */
        memset(out, 0, sizeof *out);
        return;
    }
    load_raw(warp, own, slot, out);
    if (!gcn3_is_float(type))
        return;
    const struct ieee_format format = gcn3_format(type);
    const uint64_t sign = ieee_sign(format, true);
    const uint64_t keep = operand->absolute ? sign - 1 : sign | (sign - 1);
    const uint64_t flip = operand->negate ? sign : 0;
    const bool flush = flushes_operands(warp, type, flushing);
    modify(out, keep, flip, sign, flush ? ieee_smallest_normal(format) : 0);
}

LANEWISE void gcn3_float_store(const struct warp *warp, const struct gcn3_insn *own,
                               const struct gcn3_words *from)
{
    const uint32_t keep = own->dst.type == GCN3_F16 || own->dst.type == GCN3_B16 ? 0xffff : ~0u;
    struct gcn3_lanes low, high;
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        low.lane[lane] = (uint32_t)from->lane[lane] & keep;
        high.lane[lane] = (uint32_t)(from->lane[lane] >> 32);
    }
    if (own->dst.words == 2)
        gcn3_write_wide(warp, own, low.lane, high.lane);
    else
        gcn3_write(warp, own, low.lane);
}

struct gcn3_float gcn3_float_of(const struct warp *warp, const struct gcn3_insn *own,
                                enum gcn3_flushing flushing)
{
    const enum gcn3_type from = (enum gcn3_type)own->src[0].type;
    const enum gcn3_type to = (enum gcn3_type)own->dst.type;
    struct gcn3_float x = {
        .format = gcn3_format(gcn3_is_float(from) ? from : to),
        .rules = gcn3_rules(warp, own, gcn3_is_float(to) ? to : from),
    };
    if (flushing != GCN3_BY_MODE)
        x.rules.flush_operands = x.rules.flush_results = flushing == GCN3_FLUSH_SUBNORMALS;
    return x;
}

void gcn3_float_run(struct warp *warp, const struct insn *insn, struct effect *effect,
                    enum gcn3_flushing flushing, gcn3_float_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct gcn3_float x = gcn3_float_of(warp, own, flushing);
    const enum gcn3_type to = (enum gcn3_type)own->dst.type;
    const bool unfinished =
        gcn3_is_float(to) && (x.rules.flush_results || x.rules.scale || x.rules.clamp);
    struct gcn3_words a, b, c, out;
    effect->kind = EFFECT_NONE;
    gcn3_float_load(warp, own, 0, flushing, &a);
    gcn3_float_load(warp, own, 1, flushing, &b);
    gcn3_float_load(warp, own, 2, flushing, &c);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        out.lane[lane] = 0;
        if (!warp->active[lane])
            continue;
        uint64_t result = f(&x, a.lane[lane], b.lane[lane], c.lane[lane]);
        out.lane[lane] = unfinished ? ieee_finished(gcn3_format(to), &x.rules, result) : result;
    }
    gcn3_float_store(warp, own, &out);
}
