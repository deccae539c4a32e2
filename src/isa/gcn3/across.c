/* SPDX-License-Identifier: Apache-2.0 */
/* across.c - values that move between lanes, or between lanes and scalars: v_readlane and similar
 * instructions, permutations through the local data share's crossbar (without memory), and VGPRs
 * indexed by M0. */
#include <string.h>

#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

/* ---- One lane ---- */

void gcn3_v_readfirstlane_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    unsigned lane = warp->mask ? (unsigned)__builtin_ctzll(warp->mask) : 0;
    gcn3_scalar_put(warp, &own->dst, gcn3_vgpr(warp, own->src[0].code)[lane]);
    effect->kind = EFFECT_NONE;
}

/* The lane need not be active. */
void gcn3_v_readlane_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint32_t lane = gcn3_scalar(warp, &own->src[1]) % GCN3_LANES;
    gcn3_scalar_put(warp, &own->dst, gcn3_vgpr(warp, own->src[0].code)[lane]);
    effect->kind = EFFECT_NONE;
}

void gcn3_v_writelane_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    uint32_t lane = gcn3_scalar(warp, &own->src[1]) % GCN3_LANES;
    gcn3_vgpr(warp, own->dst.code)[lane] = gcn3_scalar(warp, &own->src[0]);
    effect->kind = EFFECT_NONE;
}

/* ---- Permutations ---- */

enum { SWIZZLE_QUAD = 1 << 15 };

/* GCN3 ISA manual, ds_swizzle_b32: any permutation in each quad, or masks on the five low bits of
 * the lane's number. */
static unsigned swizzled(unsigned lane, unsigned offset)
{
    if (offset & SWIZZLE_QUAD)
        return (lane & ~3u) | (offset >> 2 * (lane & 3) & 3);
    unsigned low = ((lane & 31 & offset) | (offset >> 5 & 31)) ^ (offset >> 10 & 31);
    return (lane & 32) | low;
}

static uint32_t lane_value(const struct warp *warp, const uint32_t *row, unsigned lane)
{
    return warp->mask >> lane & 1 ? row[lane] : 0;
}

/* Inactive lanes read as 0. */
void gcn3_ds_swizzle(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint32_t *row = gcn3_vgpr(warp, own->src[0].code);
    struct gcn3_lanes out;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        out.lane[lane] = lane_value(warp, row, swizzled(lane, own->offset));
    gcn3_write_row(warp, own->dst.code, out.lane);
    effect->kind = EFFECT_NONE;
}

static unsigned named_lane(const struct gcn3_insn *own, uint32_t address)
{
    return (address + own->offset) / 4 % GCN3_LANES;
}

/* Lanes push; the highest one wins, and a lane that receives nothing has 0. */
void gcn3_ds_permute(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint32_t *address = gcn3_vgpr(warp, own->src[0].code);
    const uint32_t *data = gcn3_vgpr(warp, own->src[1].code);
    struct gcn3_lanes out;
    memset(&out, 0, sizeof out);
    for (uint64_t rest = warp->mask; rest; rest &= rest - 1) {
        unsigned lane = (unsigned)__builtin_ctzll(rest);
        out.lane[named_lane(own, address[lane])] = data[lane];
    }
    gcn3_write_row(warp, own->dst.code, out.lane);
    effect->kind = EFFECT_NONE;
}

/* Lanes pull; inactive ones give 0. */
void gcn3_ds_bpermute(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const uint32_t *address = gcn3_vgpr(warp, own->src[0].code);
    const uint32_t *data = gcn3_vgpr(warp, own->src[1].code);
    struct gcn3_lanes out;
    for (unsigned lane = 0; lane < GCN3_LANES; lane++)
        out.lane[lane] = lane_value(warp, data, named_lane(own, address[lane]));
    gcn3_write_row(warp, own->dst.code, out.lane);
    effect->kind = EFFECT_NONE;
}

/* ---- Registers indexed by M0 ---- */

bool gcn3_index_by_m0(const struct warp *warp, struct gcn3_operand *operand)
{
    const struct gcn3_state *state = gcn3_state(warp);
    uint64_t at = (uint64_t)operand->code + state->scalar[GCN3_M0];
    uint64_t end = operand->kind == GCN3_VGPR ? state->launch->vgprs : GCN3_SGPRS;
    bool is_inside = at + operand->words <= end;
    operand->code = is_inside ? (uint16_t)at : 0;
    return is_inside;
}

static void move_relative(struct warp *warp, const struct insn *insn, struct effect *effect,
                          bool from_behind, bool to_behind)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_operand from = own->src[0], to = own->dst;
    struct gcn3_lanes scratch, out;
    effect->kind = EFFECT_NONE;
    if (from_behind)
        gcn3_index_by_m0(warp, &from);
    if (to_behind && !gcn3_index_by_m0(warp, &to))
        return;
    memcpy(out.lane, gcn3_source_plain(warp, &from, &scratch), sizeof out.lane);
    gcn3_write_row(warp, to.code, out.lane);
}

void gcn3_v_movreld_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_relative(warp, insn, effect, false, true);
}

void gcn3_v_movrels_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_relative(warp, insn, effect, true, false);
}

void gcn3_v_movrelsd_b32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    move_relative(warp, insn, effect, true, true);
}
