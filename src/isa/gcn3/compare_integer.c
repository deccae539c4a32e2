/* SPDX-License-Identifier: Apache-2.0 */
/* compare_integer.c - vector comparisons of integers: one bit per lane into a pair of scalars, 0
 * for inactive lanes; v_cmpx also writes it to EXEC.
 *
 * The three low bits of a condition say whether it holds for less, equal and greater, so one
 * function per type serves all eight. */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

struct condition {
    uint32_t less, equal, greater;
};

GCN3_INLINE struct condition condition_of(const struct insn *insn)
{
    return (struct condition){insn->aux & 1, insn->aux >> 1 & 1, insn->aux >> 2 & 1};
}

GCN3_INLINE uint32_t holds(const struct condition *c, bool less, bool equal)
{
    return less ? c->less : equal ? c->equal : c->greater;
}

typedef int32_t order_fn(uint32_t a);

/* Signed numbers in the order of the type: unsigned ones have their top bit inverted. */
GCN3_INLINE int32_t order_i32(uint32_t a) { return (int32_t)a; }
GCN3_INLINE int32_t order_u32(uint32_t a) { return (int32_t)(a ^ 0x80000000u); }
GCN3_INLINE int32_t order_i16(uint32_t a) { return (int16_t)a; }
GCN3_INLINE int32_t order_u16(uint32_t a) { return (uint16_t)a; }

GCN3_INLINE void compare(struct warp *warp, const struct insn *insn, struct effect *effect,
                         order_fn *f)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct condition c = condition_of(insn);
    struct gcn3_lanes sa, sb, flags;
    const uint32_t *a = gcn3_source(warp, own, 0, &sa), *b = gcn3_source(warp, own, 1, &sb);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        int32_t x = f(a[lane]), y = f(b[lane]);
        flags.lane[lane] = holds(&c, x < y, x == y);
    }
    gcn3_mask_put(warp, own, gcn3_gather(flags.lane));
    effect->kind = EFFECT_NONE;
}

GCN3_INLINE void compare_wide(struct warp *warp, const struct insn *insn, struct effect *effect,
                              uint64_t turn)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    const struct condition c = condition_of(insn);
    struct gcn3_lanes sa[2], sb[2], flags;
    const struct gcn3_wide a = gcn3_source_wide(warp, own, 0, sa);
    const struct gcn3_wide b = gcn3_source_wide(warp, own, 1, sb);
    for (size_t lane = 0; lane < GCN3_LANES; lane++) {
        int64_t x = (int64_t)(gcn3_wide_lane(&a, lane) ^ turn);
        int64_t y = (int64_t)(gcn3_wide_lane(&b, lane) ^ turn);
        flags.lane[lane] = holds(&c, x < y, x == y);
    }
    gcn3_mask_put(warp, own, gcn3_gather(flags.lane));
    effect->kind = EFFECT_NONE;
}

LANEWISE void gcn3_v_cmp_i32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, order_i32);
}

LANEWISE void gcn3_v_cmp_u32(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, order_u32);
}

LANEWISE void gcn3_v_cmp_i16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, order_i16);
}

LANEWISE void gcn3_v_cmp_u16(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare(warp, insn, effect, order_u16);
}

LANEWISE void gcn3_v_cmp_i64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_wide(warp, insn, effect, 0);
}

LANEWISE void gcn3_v_cmp_u64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    compare_wide(warp, insn, effect, 1ull << 63);
}
