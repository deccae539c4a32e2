/* SPDX-License-Identifier: Apache-2.0 */
/* lanes.h - operands of vector instructions as rows, and loops over the lanes of a warp.
 *
 * Loops are inlined into functions marked LANEWISE together with the operation: one loop of vector
 * code without a branch; lanes that are off compute too and keep their old value. */
#ifndef WARPCLOCK_ISA_SIM_D_LANES_H
#define WARPCLOCK_ISA_SIM_D_LANES_H

#include "isa/sim_d/sim_d.h"

#define SIM_D_INLINE static inline __attribute__((always_inline))

/* One word per lane. */
struct sim_d_lanes {
    alignas(64) uint32_t word[SIM_D_WARP_LANES];
};

/* A scalar operand: register, special register or number. */
SIM_D_INLINE uint32_t sim_d_scalar(const struct warp *warp, const struct sim_d_operand *operand)
{
    const struct sim_d_group *group = sim_d_state(warp)->group;
    switch (operand->kind) {
    case SIM_D_KIND_S: return group->scalar[operand->value];
    case SIM_D_KIND_SC: return group->special[operand->value];
    default: return operand->value;
    }
}

SIM_D_INLINE const uint32_t *sim_d_fill(uint32_t value, struct sim_d_lanes *room)
{
    for (size_t lane = 0; lane < SIM_D_WARP_LANES; lane++)
        room->word[lane] = value;
    return room->word;
}

/* Control masks have no row: 1 where the lane is enabled. */
SIM_D_INLINE const uint32_t *sim_d_bits(uint64_t mask, struct sim_d_lanes *room)
{
    for (size_t lane = 0; lane < SIM_D_WARP_LANES; lane++)
        room->word[lane] = mask >> lane & 1;
    return room->word;
}

/* The row of an operand; what is the same in all lanes fills `room`. */
SIM_D_INLINE const uint32_t *sim_d_source(const struct warp *warp,
                                          const struct sim_d_operand *operand,
                                          struct sim_d_lanes *room)
{
    if (operand->kind == SIM_D_KIND_V)
        return warp_row(warp, SIM_D_NAME_V + operand->value);
    if (operand->kind == SIM_D_KIND_VC && operand->value >= SIM_D_MASKS)
        return warp_row(warp, SIM_D_NAME_VC + operand->value);
    if (operand->kind == SIM_D_KIND_VC)
        return sim_d_bits(sim_d_state(warp)->mask[operand->value], room);
    return sim_d_fill(sim_d_scalar(warp, operand), room);
}

SIM_D_INLINE uint32_t sim_d_blend(uint32_t active, uint32_t fresh, uint32_t old)
{
    return (fresh & active) | (old & ~active);
}

typedef uint32_t sim_d_unary(uint32_t a);
typedef uint32_t sim_d_binary(uint32_t a, uint32_t b);
typedef uint32_t sim_d_ternary(uint32_t a, uint32_t b, uint32_t c);

SIM_D_INLINE void sim_d_each1(struct warp *warp, const struct insn *insn, struct effect *effect,
                              sim_d_unary *f)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    struct sim_d_lanes room;
    uint32_t *d = warp_row(warp, insn->rd);
    const uint32_t *a = sim_d_source(warp, &own->operand[1], &room);
    LANE_LOOP
    for (size_t i = 0; i < SIM_D_WARP_LANES; i++)
        d[i] = sim_d_blend(warp->active[i], f(a[i]), d[i]);
    effect->kind = EFFECT_NONE;
}

SIM_D_INLINE void sim_d_each2(struct warp *warp, const struct insn *insn, struct effect *effect,
                              sim_d_binary *f)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    struct sim_d_lanes room;
    uint32_t *d = warp_row(warp, insn->rd);
    const uint32_t *a = warp_row(warp, own->operand[1].value);
    const uint32_t *b = sim_d_source(warp, &own->operand[2], &room);
    LANE_LOOP
    for (size_t i = 0; i < SIM_D_WARP_LANES; i++)
        d[i] = sim_d_blend(warp->active[i], f(a[i], b[i]), d[i]);
    effect->kind = EFFECT_NONE;
}

SIM_D_INLINE void sim_d_each3(struct warp *warp, const struct insn *insn, struct effect *effect,
                              sim_d_ternary *f)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    struct sim_d_lanes room;
    uint32_t *d = warp_row(warp, insn->rd);
    const uint32_t *a = warp_row(warp, own->operand[1].value);
    const uint32_t *b = sim_d_source(warp, &own->operand[2], &room);
    const uint32_t *c = warp_row(warp, own->operand[3].value);
    LANE_LOOP
    for (size_t i = 0; i < SIM_D_WARP_LANES; i++)
        d[i] = sim_d_blend(warp->active[i], f(a[i], b[i], c[i]), d[i]);
    effect->kind = EFFECT_NONE;
}

/* Enabled lanes of a predicate register := `fresh`. */
SIM_D_INLINE void sim_d_set_predicate(struct warp *warp, const struct insn *insn, uint64_t fresh,
                                      struct effect *effect)
{
    uint64_t *to = &sim_d_state(warp)->predicate[sim_d_of(insn)->operand[0].value];
    *to = (fresh & warp->mask) | (*to & ~warp->mask);
    effect->kind = EFFECT_NONE;
}

/* 32 lanes for which f holds (1, not 0): vector code can shift words of 32 bits. */
SIM_D_INLINE uint32_t sim_d_half_test(const uint32_t *a, sim_d_unary *f)
{
    uint32_t mask = 0;
    for (size_t i = 0; i < 32; i++)
        mask |= f(a[i]) << i;
    return mask;
}

SIM_D_INLINE void sim_d_each_test(struct warp *warp, const struct insn *insn,
                                  struct effect *effect, sim_d_unary *f)
{
    const uint32_t *a = warp_row(warp, sim_d_of(insn)->operand[1].value);
    uint64_t low = sim_d_half_test(a, f), high = sim_d_half_test(a + 32, f);
    sim_d_set_predicate(warp, insn, low | high << 32, effect);
}

#endif
