/* SPDX-License-Identifier: Apache-2.0 */
/* float_fixture.h - one wavefront with numbers that are hard, and an instruction that tests fill
 * in. */
#ifndef WARPCLOCK_TESTS_GCN3_FLOAT_FIXTURE_H
#define WARPCLOCK_TESTS_GCN3_FLOAT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/gcn3/run.h"

#include "hard_numbers.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { REGISTERS = 16, REGISTER_WORDS = REGISTERS * GCN3_LANES };
/* Target and sources in pairs, so that all sizes have the same registers. */
enum { VD = 0, VA = 2, VB = 4, VC = 6, SA = 40 };

struct fixture {
    uint64_t dice;
    struct gcn3_launch launch;
    struct gcn3_group group;
    struct gcn3_state state, state_before;
    struct warp warp;
    struct effect effect;
    struct insn insn;
    struct gcn3_insn own;
    alignas(64) uint32_t reg[REGISTER_WORDS], before[REGISTER_WORDS];
};

static inline uint64_t roll(struct fixture *f) { return dice_roll(&f->dice); }

static inline unsigned below(struct fixture *f, unsigned limit)
{
    return (unsigned)(roll(f) >> 33) % limit;
}

static inline uint32_t *row(struct fixture *f, unsigned reg) { return f->reg + reg * GCN3_LANES; }

/* ---- Instructions ---- */

static inline enum gcn3_type type_of(enum float_format format)
{
    return format == FORMAT_16 ? GCN3_F16 : format == FORMAT_32 ? GCN3_F32 : GCN3_F64;
}

static inline struct gcn3_operand vgpr(unsigned number, enum gcn3_type type)
{
    uint8_t words = type == GCN3_F64 || type == GCN3_B64 ? 2 : 1;
    return (struct gcn3_operand){.kind = GCN3_VGPR, .type = (uint8_t)type, .words = words,
                                 .select = GCN3_DWORD, .code = (uint16_t)number};
}

/* VD := VA, VB, VC, as many of them as there are, all of one type. */
static inline void clear_instruction(struct fixture *f, enum gcn3_type type, int sources)
{
    static const uint8_t number[] = {VA, VB, VC};
    f->own = (struct gcn3_insn){.encoding = GCN3_E64, .bytes = 8, .dst = vgpr(VD, type)};
    for (int i = 0; i < sources; i++)
        f->own.src[i] = vgpr(number[i], type);
    f->insn = (struct insn){.own = &f->own};
}

static inline int set_up(void **state)
{
    struct fixture *f = aligned_alloc(64, (sizeof *f + 63) / 64 * 64);
    assert_non_null(f);
    memset(f, 0, sizeof *f);
    f->state.launch = &f->launch;
    f->state.group = &f->group;
    f->state.split_mask = ~0ull;
    f->warp = (struct warp){.lanes = GCN3_LANES, .stride = GCN3_LANES, .reg = f->reg,
                            .state = &f->state};
    *state = f;
    return 0;
}

static inline int tear_down(void **state)
{
    free(*state);
    return 0;
}

static inline void set_exec(struct fixture *f, uint64_t exec)
{
    f->state.scalar[GCN3_EXEC] = (uint32_t)exec;
    f->state.scalar[GCN3_EXEC + 1] = (uint32_t)(exec >> 32);
    gcn3_apply_exec(&f->warp);
}

static inline void roll_exec(struct fixture *f) { set_exec(f, below(f, 3) ? roll(f) : ~0ull); }

static inline void set_mode(struct fixture *f, enum gcn3_mode lowest_bit, unsigned bits,
                            unsigned value)
{
    uint32_t mask = ((1u << bits) - 1) << lowest_bit;
    f->state.mode = (f->state.mode & ~mask) | value << lowest_bit;
}

static inline void run(struct fixture *f, run_fn *function)
{
    memcpy(f->before, f->reg, sizeof f->reg);
    f->state_before = f->state;
    f->insn.run = function;
    memset(&f->effect, 0, sizeof f->effect);
    f->effect.kind = EFFECT_FAULT; /* it has to say that there is none */
    function(&f->warp, &f->insn, &f->effect);
    assert_int_equal(f->effect.kind, EFFECT_NONE);
}

/* All registers but `count` from VD on, and those in inactive lanes, are as before. */
static inline void assert_others_kept(struct fixture *f, unsigned count)
{
    for (unsigned r = 0; r < REGISTERS; r++) {
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            bool written = r < count && f->warp.mask >> lane & 1;
            if (!written && row(f, r)[lane] != f->before[r * GCN3_LANES + lane])
                fail_msg("v%u of lane %u changed", r, lane);
        }
    }
}

/* ---- Words ---- */

static inline uint64_t word_at(const uint32_t *registers, enum float_format format, unsigned reg,
                               unsigned lane)
{
    const uint32_t *low = registers + reg * GCN3_LANES;
    if (format == FORMAT_64)
        return (uint64_t)low[GCN3_LANES + lane] << 32 | low[lane];
    return format == FORMAT_16 ? low[lane] & 0xffff : low[lane];
}

static inline void set_word(struct fixture *f, enum float_format format, unsigned reg,
                            unsigned lane, uint64_t word)
{
    if (format == FORMAT_16) /* what stands above a half does not matter */
        word |= roll(f) << 16;
    row(f, reg)[lane] = (uint32_t)word;
    if (format == FORMAT_64)
        row(f, reg + 1)[lane] = (uint32_t)(word >> 32);
}

static inline uint64_t roll_number(struct fixture *f, enum float_format format, int exponent)
{
    return hard_number(&f->dice, format, exponent);
}

static inline int roll_exponent(struct fixture *f, enum float_format format)
{
    return hard_exponent(&f->dice, format);
}

/* Registers VA, VB, VC for sums, products and fused ones; any word in VD. */
static inline void roll_sources(struct fixture *f, enum float_format format)
{
    for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
        uint64_t x[3];
        hard_operands(&f->dice, format, x);
        set_word(f, format, VA, lane, x[0]);
        set_word(f, format, VB, lane, x[1]);
        set_word(f, format, VC, lane, x[2]);
        set_word(f, FORMAT_64, VD, lane, roll(f));
    }
}

/* Any MODE, modifiers and EXEC, a source that is sometimes scalar. */
static inline void roll_modes(struct fixture *f)
{
    f->state.mode = (uint32_t)roll(f) & 0x3ff;
    f->own.clamp = below(f, 3) == 0;
    f->own.omod = (uint8_t)(below(f, 2) ? below(f, 4) : 0);
    roll_exec(f);
}

static inline void roll_modifiers(struct fixture *f, int sources)
{
    for (int i = 0; i < sources; i++) {
        f->own.src[i].absolute = below(f, 4) == 0;
        f->own.src[i].negate = below(f, 4) == 0;
    }
}

/* Source `slot` becomes a pair of scalars or a constant that holds a number like those in lanes. */
static inline void make_uniform(struct fixture *f, enum float_format format, int slot)
{
    struct gcn3_operand *operand = &f->own.src[slot];
    uint64_t word = word_at(f->reg, format, operand->code, below(f, GCN3_LANES));
    if (below(f, 2)) {
        operand->kind = GCN3_CONSTANT;
        operand->value = word;
    } else {
        operand->kind = GCN3_SGPR;
        operand->code = SA;
        f->state.scalar[SA] = (uint32_t)word;
        f->state.scalar[SA + 1] = (uint32_t)(word >> 32);
    }
}

#endif
