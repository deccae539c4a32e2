/* SPDX-License-Identifier: Apache-2.0 */
/* lane_check.h - vector instructions against a model of one lane, in all their forms: SDWA and DPP
 * have models of their own here, which share nothing with the code they test. */
#ifndef WARPCLOCK_TESTS_GCN3_LANE_CHECK_H
#define WARPCLOCK_TESTS_GCN3_LANE_CHECK_H

#include "fixture.h"

/* What one lane computes. `carry` goes in by the mask, out into it. */
struct lane_values {
    uint64_t a, b, c, d;
    bool carry, clamp;
    unsigned lane;
};
typedef void model_fn(struct lane_values *v);

struct lane_case {
    const char *name;
    model_fn *model;
};

/* ---- DPP ---- */

/* The lane that `lane` reads under a control, or -1. */
static inline int dpp_lane(unsigned control, int lane)
{
    int row = lane & ~15, at = lane & 15, n = control & 15;
    if (control <= 0xff)
        return (lane & ~3) + (int)(control >> 2 * (lane & 3) & 3);
    switch (control >> 4) {
    case 0x10: return at + n < 16 ? lane + n : -1;
    case 0x11: return at >= n ? lane - n : -1;
    case 0x12: return row + ((at - n) & 15);
    }
    switch (control) {
    case 0x130: return lane < 63 ? lane + 1 : -1;
    case 0x134: return (lane + 1) & 63;
    case 0x138: return lane - 1;
    case 0x13c: return (lane - 1) & 63;
    case 0x140: return row + 15 - at;
    case 0x141: return (lane & ~7) + 7 - (lane & 7);
    case 0x142: return row - 1;
    default: return lane >= 32 ? 31 : -1;
    }
}

static inline int dpp_source(const struct fixture *f, unsigned lane)
{
    int from = dpp_lane(f->own.dpp_control, (int)lane);
    return from >= 0 && f->mask_before >> from & 1 ? from : -1;
}

static inline bool writes(const struct fixture *f, unsigned lane)
{
    if (!(f->mask_before >> lane & 1))
        return false;
    if (f->own.encoding != GCN3_DPP)
        return true;
    bool chosen = f->own.dpp_row_mask & 1 << lane / 16 && f->own.dpp_bank_mask & 1 << lane % 16 / 4;
    return chosen && (f->own.dpp_bound_control || dpp_source(f, lane) >= 0);
}

/* ---- SDWA ---- */

static inline uint32_t part_mask(unsigned select)
{
    static const uint32_t masks[] = {0xff, 0xff00, 0xff0000, 0xff000000, 0xffff, 0xffff0000, ~0u};
    return masks[select];
}

static inline uint32_t selected(const struct gcn3_operand *operand, uint32_t word)
{
    uint32_t mask = part_mask(operand->select), unit = mask & -mask;
    uint32_t value = (word & mask) / unit, top = (mask / unit + 1) >> 1;
    if (operand->sign_extend && operand->select != GCN3_DWORD && value & top)
        value |= ~(mask / unit);
    return value;
}

static inline uint32_t placed(const struct fixture *f, uint32_t value, uint32_t old)
{
    uint32_t mask = part_mask(f->own.dst_select), unit = mask & -mask, inside = value * unit & mask;
    bool negative = inside & (mask ^ mask >> 1) & ~(mask >> 1);
    if (f->own.dst_unused == GCN3_UNUSED_PRESERVE)
        return inside | (old & ~mask);
    if (f->own.dst_unused == GCN3_UNUSED_SEXT && negative)
        for (uint32_t bit = unit; bit; bit <<= 1)
            if (bit > mask)
                inside |= bit;
    return inside;
}

/* ---- All forms ---- */

static inline uint64_t held(const struct fixture *f, unsigned slot, unsigned lane)
{
    const struct gcn3_operand *operand = &f->own.src[slot];
    if (operand->kind != GCN3_VGPR)
        return scalar_held(f, operand);
    if (f->own.encoding == GCN3_SDWA)
        return selected(operand, (uint32_t)vgpr_held(f, operand, lane));
    if (f->own.encoding == GCN3_DPP && slot == 0) {
        int from = dpp_source(f, lane);
        return from < 0 ? 0 : vgpr_held(f, operand, (unsigned)from);
    }
    return vgpr_held(f, operand, lane);
}

static inline void roll_sdwa(struct fixture *f)
{
    f->own.encoding = GCN3_SDWA;
    for (unsigned i = 0; i < 2; i++) {
        struct gcn3_operand *operand = &f->own.src[i];
        if (operand->kind == GCN3_NONE)
            continue;
        *operand = roll_vgpr(f, operand->type);
        operand->select = (uint8_t)roll_below(f, GCN3_DWORD + 1);
        operand->sign_extend = !gcn3_type_is_float(operand->type) && roll_below(f, 2);
    }
    if (f->own.format != GCN3_VOPC) {
        f->own.dst_select = (uint8_t)roll_below(f, GCN3_DWORD + 1);
        f->own.dst_unused = (uint8_t)roll_below(f, GCN3_UNUSED_PRESERVE + 1);
    }
}

static inline void roll_dpp(struct fixture *f)
{
    static const uint16_t others[] = {0x130, 0x134, 0x138, 0x13c, 0x140, 0x141, 0x142, 0x143};
    unsigned kind = roll_below(f, 5);
    f->own.encoding = GCN3_DPP;
    f->own.src[0] = roll_vgpr(f, f->own.src[0].type);
    if (f->own.src[1].kind)
        f->own.src[1] = roll_vgpr(f, f->own.src[1].type);
    f->own.dpp_control = (uint16_t)(kind == 0   ? roll_below(f, 256)
                                    : kind == 4 ? others[roll_below(f, 8)]
                                                : 0xf0 + 0x10 * kind + 1 + roll_below(f, 15));
    f->own.dpp_bound_control = roll_below(f, 2);
    f->own.dpp_bank_mask = roll_below(f, 3) ? 15 : (uint8_t)roll_below(f, 16);
    f->own.dpp_row_mask = roll_below(f, 3) ? 15 : (uint8_t)roll_below(f, 16);
}

/* Random operands and a random form of those that the row has. */
static inline void roll_form(struct fixture *f)
{
    const struct gcn3_row *row = f->own.row;
    const unsigned form = roll_below(f, 4);
    for (unsigned i = 0; i < 3; i++)
        f->own.src[i] = roll_source(f, row->src[i]);
    if (row->dst)
        f->own.dst = roll_vgpr(f, row->dst);
    if (row->flags & CARRY_OUT)
        f->own.sdst = roll_source(f, GCN3_MASK);
    f->own.clamp = row->flags & CLAMP && roll_below(f, 2);
    if (form == 0 && row->forms & FORM_SDWA)
        roll_sdwa(f);
    else if (form == 1 && row->forms & FORM_DPP)
        roll_dpp(f);
}

static inline struct lane_values values_of(const struct fixture *f, unsigned lane)
{
    struct lane_values v = {.a = held(f, 0, lane), .b = held(f, 1, lane), .c = held(f, 2, lane),
                            .clamp = f->own.clamp, .lane = lane};
    if (f->own.row->src[2] == GCN3_MASK)
        v.carry = v.c >> lane & 1;
    return v;
}

static inline void assert_lane(const struct fixture *f, unsigned lane, uint64_t want)
{
    const uint32_t words = f->own.dst.words;
    for (uint32_t i = 0; i < words && i < 2; i++) {
        uint32_t at = (f->own.dst.code + i) * GCN3_LANES + lane, value = (uint32_t)(want >> 32 * i);
        if (f->own.encoding == GCN3_SDWA)
            value = placed(f, value, f->before[at]);
        if (f->reg[at] != value)
            fail_msg("%s: lane %u word %u is 0x%x instead of 0x%x (form %u)", f->insn.op->name,
                     lane, i, f->reg[at], value, f->own.encoding);
    }
}

/* Runs the instruction and compares every lane of everything with the model. */
static inline void check_lanes(struct fixture *f, model_fn *model)
{
    uint64_t lanes = 0, carries = 0;
    run(f);
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        struct lane_values v = values_of(f, lane);
        if (!writes(f, lane))
            continue;
        lanes |= 1ull << lane;
        model(&v);
        carries |= (uint64_t)v.carry << lane;
        if (f->own.dst.kind)
            assert_lane(f, lane, v.d);
    }
    assert_only_vgprs(f, f->own.dst.code, f->own.dst.words, lanes);
    assert_int_equal(f->state.scc, f->state_before.scc);
    if (!f->own.sdst.kind) {
        assert_only_scalars(f, 0, 0);
        return;
    }
    assert_true(gcn3_scalar_pair(&f->state, f->own.sdst.code) == carries);
    if (f->own.writes_exec) {
        assert_true(gcn3_scalar_pair(&f->state, GCN3_EXEC) == carries);
        assert_true(f->warp.mask == carries);
    } else {
        assert_only_scalars(f, f->own.sdst.code, 2);
    }
}

/* Every case many times, in forms that it has. */
static inline void check_cases(const struct lane_case *cases, size_t count)
{
    struct fixture *f = new_fixture();
    for (size_t i = 0; i < count; i++)
        for (unsigned round = 0; round < ROUNDS; round++) {
            shuffle(f);
            begin(f, cases[i].name);
            roll_form(f);
            check_lanes(f, cases[i].model);
        }
    free_fixture(f);
}

#endif
