/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h - loops over the lanes of a warp, shared by most instructions.
 *
 * Always inlined into functions marked LANEWISE together with the operation, so that each
 * instruction becomes one loop of vector code without a branch: inactive lanes compute too and are
 * masked out. The stride is a multiple of LANE_PADDING, which the compiler knows. */
#ifndef WARPCLOCK_ISA_RV32_LANES_H
#define WARPCLOCK_ISA_RV32_LANES_H

#include "base/lanewise.h"
#include "isa/warp.h"

typedef uint32_t lane_fn(uint32_t a, uint32_t b);

static inline uint32_t blend(uint32_t active, uint32_t fresh, uint32_t old)
{
    return (fresh & active) | (old & ~active);
}

/* rd := f(rs1, rs2) */
static inline __attribute__((always_inline)) void
lanes_binary(struct warp *warp, const struct insn *insn, struct effect *effect, lane_fn *f)
{
    uint32_t *d = warp_row(warp, insn->rd);
    const uint32_t *a = warp_row(warp, insn->rs1), *b = warp_row(warp, insn->rs2);
    const uint32_t *active = warp->active;
    const size_t lanes = lane_count(warp->stride);
    LANE_LOOP
    for (size_t lane = 0; lane < lanes; lane++)
        d[lane] = blend(active[lane], f(a[lane], b[lane]), d[lane]);
    effect->kind = EFFECT_NONE;
}

/* rd := f(rs1, imm) */
static inline __attribute__((always_inline)) void
lanes_immediate(struct warp *warp, const struct insn *insn, struct effect *effect, lane_fn *f)
{
    uint32_t *d = warp_row(warp, insn->rd);
    const uint32_t *a = warp_row(warp, insn->rs1);
    const uint32_t *active = warp->active;
    uint32_t b = (uint32_t)insn->imm;
    const size_t lanes = lane_count(warp->stride);
    LANE_LOOP
    for (size_t lane = 0; lane < lanes; lane++)
        d[lane] = blend(active[lane], f(a[lane], b), d[lane]);
    effect->kind = EFFECT_NONE;
}

/* The lanes of at most 32 for which f holds (1, not 0). */
static inline __attribute__((always_inline)) uint32_t
lanes_compare_half(const uint32_t *a, const uint32_t *b, size_t lanes, lane_fn *f)
{
    uint32_t mask = 0;
    for (size_t lane = 0; lane < lanes; lane++)
        mask |= f(a[lane], b[lane]) << lane;
    return mask;
}

/* The same for all lanes, active or not. Vector code can shift words of 32 bits. */
static inline __attribute__((always_inline)) uint64_t
lanes_compare(const struct warp *warp, const uint32_t *a, const uint32_t *b, lane_fn *f)
{
    const size_t lanes = lane_count(warp->stride);
    if (lanes <= 32)
        return lanes_compare_half(a, b, lanes, f);
    return lanes_compare_half(a, b, 32, f) |
           (uint64_t)lanes_compare_half(a + 32, b + 32, lane_count(lanes - 32), f) << 32;
}

#endif
