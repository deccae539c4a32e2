/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h - operands of GCN3 as rows of lanes, masks as pairs of scalars.
 *
 * A wavefront has GCN3_LANES lanes and rows of exactly that stride (the last one of a work-group
 * starts with a smaller EXEC), so every loop has a constant count and becomes a few vector
 * instructions. All of it is inlined into functions marked LANEWISE. Without SDWA and DPP a VGPR is
 * read and written in place; those two forms have their own functions (sdwa.c, dpp.c), so the plain
 * path stays one loop.
 *
 * Absolute value and sign of floating-point sources are not applied here: see floating.h. */
#ifndef WARPCLOCK_ISA_GCN3_LANES_H
#define WARPCLOCK_ISA_GCN3_LANES_H

#include "base/lanewise.h"
#include "isa/gcn3/gcn3.h"

#define GCN3_INLINE static inline __attribute__((always_inline))

/* One word per lane. */
struct gcn3_lanes {
    alignas(64) uint32_t lane[GCN3_LANES];
};

/* Two words per lane: the rows of the low and of the high words. */
struct gcn3_wide {
    const uint32_t *low, *high;
};

GCN3_INLINE struct gcn3_state *gcn3_state(const struct warp *warp) { return warp->state; }

GCN3_INLINE uint32_t *gcn3_vgpr(const struct warp *warp, uint32_t number)
{
    return warp->reg + (size_t)number * GCN3_LANES;
}

GCN3_INLINE uint32_t gcn3_blend(uint32_t active, uint32_t fresh, uint32_t old)
{
    return (fresh & active) | (old & ~active);
}

/* ---- Scalar operands ---- */

/* VCCZ, EXECZ, SCC, an aperture's base, or the value that LDS_DIRECT reads at the address in M0. */
uint64_t gcn3_special_value(const struct warp *warp, uint32_t code);

/* 32 bits that are the same in all lanes. */
GCN3_INLINE uint32_t gcn3_scalar(const struct warp *warp, const struct gcn3_operand *operand)
{
    if (operand->kind == GCN3_SGPR)
        return gcn3_state(warp)->scalar[operand->code];
    if (operand->kind == GCN3_SPECIAL)
        return (uint32_t)gcn3_special_value(warp, operand->code);
    return (uint32_t)operand->value;
}

/* The same, 64 bits. */
GCN3_INLINE uint64_t gcn3_scalar_wide(const struct warp *warp, const struct gcn3_operand *operand)
{
    if (operand->kind == GCN3_SGPR)
        return gcn3_scalar_pair(gcn3_state(warp), operand->code);
    if (operand->kind == GCN3_SPECIAL)
        return gcn3_special_value(warp, operand->code);
    return operand->value;
}

GCN3_INLINE void gcn3_scalar_put(struct warp *warp, const struct gcn3_operand *operand,
                                 uint32_t value)
{
    gcn3_write_scalar(warp, operand->code, value);
}

GCN3_INLINE void gcn3_scalar_put_wide(struct warp *warp, const struct gcn3_operand *operand,
                                      uint64_t value)
{
    struct gcn3_state *state = gcn3_state(warp);
    state->scalar[operand->code] = (uint32_t)value;
    state->scalar[operand->code + 1] = (uint32_t)(value >> 32);
    if (operand->code == GCN3_EXEC)
        gcn3_apply_exec(warp);
}

/* Adds M0 to the register number of a VGPR or SGPR. False outside of the wavefront's VGPRs, or of
 * the SGPRs: the number is then 0, the register that is read there; nothing is written. */
bool gcn3_index_by_m0(const struct warp *warp, struct gcn3_operand *operand);

/* ---- Sources of lanes ---- */

GCN3_INLINE const uint32_t *gcn3_broadcast(struct gcn3_lanes *scratch, uint32_t word)
{
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        scratch->lane[lane] = word;
    return scratch->lane;
}

GCN3_INLINE const uint32_t *gcn3_source_plain(const struct warp *warp,
                                              const struct gcn3_operand *operand,
                                              struct gcn3_lanes *scratch)
{
    if (operand->kind == GCN3_VGPR)
        return gcn3_vgpr(warp, operand->code);
    return gcn3_broadcast(scratch, gcn3_scalar(warp, operand));
}

/* The selected part of a register, sign-extended if the instruction says so (SDWA). */
void gcn3_sdwa_source(const struct warp *warp, const struct gcn3_operand *operand,
                      struct gcn3_lanes *out);
/* The first source, which each lane takes from another lane (DPP). */
void gcn3_dpp_source(const struct warp *warp, const struct gcn3_insn *own, struct gcn3_lanes *out);

/* The lanes of source `slot`: its register in place, or its value, spread over `scratch`. */
GCN3_INLINE const uint32_t *gcn3_source(const struct warp *warp, const struct gcn3_insn *own,
                                        unsigned slot, struct gcn3_lanes *scratch)
{
    const struct gcn3_operand *operand = &own->src[slot];
    if (own->encoding == GCN3_SDWA && operand->select != GCN3_DWORD) {
        gcn3_sdwa_source(warp, operand, scratch);
        return scratch->lane;
    }
    if (own->encoding == GCN3_DPP && slot == 0) {
        gcn3_dpp_source(warp, own, scratch);
        return scratch->lane;
    }
    return gcn3_source_plain(warp, operand, scratch);
}

/* A source of 64 bits; it has neither SDWA nor DPP. */
GCN3_INLINE struct gcn3_wide gcn3_source_wide(const struct warp *warp, const struct gcn3_insn *own,
                                              unsigned slot, struct gcn3_lanes scratch[2])
{
    const struct gcn3_operand *operand = &own->src[slot];
    if (operand->kind == GCN3_VGPR)
        return (struct gcn3_wide){gcn3_vgpr(warp, operand->code),
                                  gcn3_vgpr(warp, operand->code + 1u)};
    uint64_t value = gcn3_scalar_wide(warp, operand);
    return (struct gcn3_wide){gcn3_broadcast(&scratch[0], (uint32_t)value),
                              gcn3_broadcast(&scratch[1], (uint32_t)(value >> 32))};
}

GCN3_INLINE uint64_t gcn3_wide_lane(const struct gcn3_wide *wide, size_t lane)
{
    return (uint64_t)wide->high[lane] << 32 | wide->low[lane];
}

/* ---- Targets ---- */

/* True when the target is written in place: neither SDWA nor DPP. */
GCN3_INLINE bool gcn3_is_plain(const struct gcn3_insn *own)
{
    return own->encoding != GCN3_SDWA && own->encoding != GCN3_DPP;
}

/* The active lanes that write a result: under DPP not all do. */
uint64_t gcn3_dpp_writes(const struct warp *warp, const struct gcn3_insn *own);

GCN3_INLINE uint64_t gcn3_writing_lanes(const struct warp *warp, const struct gcn3_insn *own)
{
    return own->encoding == GCN3_DPP ? gcn3_dpp_writes(warp, own) : warp->mask;
}

void gcn3_sdwa_write(const struct warp *warp, const struct gcn3_insn *own, const uint32_t *fresh);
void gcn3_dpp_write(const struct warp *warp, const struct gcn3_insn *own, const uint32_t *fresh);

/* Row `vgpr` takes `fresh` in the active lanes. */
GCN3_INLINE void gcn3_write_row(const struct warp *warp, uint32_t vgpr, const uint32_t *fresh)
{
    uint32_t *d = gcn3_vgpr(warp, vgpr);
    const uint32_t *active = warp->active;
    LANE_LOOP
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        d[lane] = gcn3_blend(active[lane], fresh[lane], d[lane]);
}

/* The target of 32 or fewer bits takes `fresh`, which is outside of the register file. */
GCN3_INLINE void gcn3_write(const struct warp *warp, const struct gcn3_insn *own,
                            const uint32_t *fresh)
{
    if (own->encoding == GCN3_SDWA)
        gcn3_sdwa_write(warp, own, fresh);
    else if (own->encoding == GCN3_DPP)
        gcn3_dpp_write(warp, own, fresh);
    else
        gcn3_write_row(warp, own->dst.code, fresh);
}

GCN3_INLINE void gcn3_write_wide(const struct warp *warp, const struct gcn3_insn *own,
                                 const uint32_t *low, const uint32_t *high)
{
    gcn3_write_row(warp, own->dst.code, low);
    gcn3_write_row(warp, own->dst.code + 1u, high);
}

/* ---- Masks ---- */

/* One bit per lane: carries and conditions. */
GCN3_INLINE uint64_t gcn3_mask(const struct warp *warp, const struct gcn3_operand *operand)
{
    return gcn3_scalar_wide(warp, operand);
}

/* Spreads a mask to 0 or ~0 per lane. Vector code can shift words of 32 bits. */
GCN3_INLINE void gcn3_spread(uint64_t mask, uint32_t *row)
{
    const uint32_t half[2] = {(uint32_t)mask, (uint32_t)(mask >> 32)};
    for (size_t h = 0; h < 2; h++)
        for (uint32_t lane = 0; lane < 32; lane++)
            row[32 * h + lane] = -(half[h] >> lane & 1);
}

/* The inverse: gathers 0 or 1 per lane into a mask, active or not. */
GCN3_INLINE uint64_t gcn3_gather(const uint32_t *flags)
{
    uint32_t half[2] = {0, 0};
    for (size_t h = 0; h < 2; h++)
        for (uint32_t lane = 0; lane < 32; lane++)
            half[h] |= flags[32 * h + lane] << lane;
    return half[0] | (uint64_t)half[1] << 32;
}

/* The mask that a carry or a comparison writes: 0 for inactive lanes. */
GCN3_INLINE void gcn3_mask_put(struct warp *warp, const struct gcn3_insn *own, uint64_t mask)
{
    mask &= gcn3_writing_lanes(warp, own);
    gcn3_scalar_put_wide(warp, &own->sdst, mask);
    if (own->writes_exec && own->sdst.code != GCN3_EXEC) {
        struct gcn3_state *state = gcn3_state(warp);
        state->scalar[GCN3_EXEC] = (uint32_t)mask;
        state->scalar[GCN3_EXEC + 1] = (uint32_t)(mask >> 32);
        gcn3_apply_exec(warp);
    }
}

/* ---- Whole instructions ---- */

typedef uint32_t gcn3_unary_fn(uint32_t a);
typedef uint32_t gcn3_binary_fn(uint32_t a, uint32_t b);
typedef uint32_t gcn3_ternary_fn(uint32_t a, uint32_t b, uint32_t c);

/* dst := f(src0) */
GCN3_INLINE void gcn3_unary(struct warp *warp, const struct insn *insn, struct effect *effect,
                            gcn3_unary_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa, out;
    const uint32_t *a = gcn3_source(warp, own, 0, &sa), *active = warp->active;
    uint32_t *d = gcn3_vgpr(warp, own->dst.code);
    effect->kind = EFFECT_NONE;
    if (gcn3_is_plain(own)) {
        LANE_LOOP
        for (size_t lane = 0; lane < GCN3_LANES; lane++)
            d[lane] = gcn3_blend(active[lane], f(a[lane]), d[lane]);
        return;
    }
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        out.lane[lane] = f(a[lane]);
    gcn3_write(warp, own, out.lane);
}

/* dst := f(src0, src1) */
GCN3_INLINE void gcn3_binary(struct warp *warp, const struct insn *insn, struct effect *effect,
                             gcn3_binary_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa, sb, out;
    const uint32_t *a = gcn3_source(warp, own, 0, &sa), *b = gcn3_source(warp, own, 1, &sb);
    const uint32_t *active = warp->active;
    uint32_t *d = gcn3_vgpr(warp, own->dst.code);
    effect->kind = EFFECT_NONE;
    if (gcn3_is_plain(own)) {
        LANE_LOOP
        for (size_t lane = 0; lane < GCN3_LANES; lane++)
            d[lane] = gcn3_blend(active[lane], f(a[lane], b[lane]), d[lane]);
        return;
    }
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        out.lane[lane] = f(a[lane], b[lane]);
    gcn3_write(warp, own, out.lane);
}

/* dst := f(src0, src1, src2): only VOP3, without SDWA and DPP */
GCN3_INLINE void gcn3_ternary(struct warp *warp, const struct insn *insn, struct effect *effect,
                              gcn3_ternary_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    struct gcn3_lanes sa, sb, sc;
    const uint32_t *a = gcn3_source_plain(warp, &own->src[0], &sa);
    const uint32_t *b = gcn3_source_plain(warp, &own->src[1], &sb);
    const uint32_t *c = gcn3_source_plain(warp, &own->src[2], &sc);
    const uint32_t *active = warp->active;
    uint32_t *d = gcn3_vgpr(warp, own->dst.code);
    effect->kind = EFFECT_NONE;
    LANE_LOOP
    for (size_t lane = 0; lane < GCN3_LANES; lane++)
        d[lane] = gcn3_blend(active[lane], f(a[lane], b[lane], c[lane]), d[lane]);
}

#endif
