/* SPDX-License-Identifier: Apache-2.0 */
/* float_fixture.h - one warp, an instruction that tests fill in, and numbers that are hard. */
#ifndef WARPCLOCK_TESTS_SASS_FLOAT_FIXTURE_H
#define WARPCLOCK_TESTS_SASS_FLOAT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/sass/run.h"

#include "float_reference.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { REGISTERS = 16, ROWS = SASS_R0 + REGISTERS };
/* Sources and target in pairs, so that both sizes have the same registers. */
enum { RD = 0, RA = 2, RB = 4, RC = 6 };

struct fixture {
    uint64_t dice;
    uint8_t bank[64];
    struct sass_launch launch;
    struct sass_state state;
    struct warp warp;
    struct effect effect;
    struct insn insn;
    struct sass_insn own;
    alignas(64) uint32_t immediate[SASS_LANES];
    alignas(64) uint32_t reg[ROWS * SASS_LANES], before[ROWS * SASS_LANES];
};

/* SplitMix64, so that a failure comes back at the next run. */
static inline uint64_t roll(struct fixture *f)
{
    uint64_t z = f->dice += 0x9e3779b97f4a7c15ull;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ z >> 27) * 0x94d049bb133111ebull;
    return z ^ z >> 31;
}

static inline unsigned below(struct fixture *f, unsigned limit)
{
    return (unsigned)(roll(f) >> 33) % limit;
}

static inline uint32_t *row(struct fixture *f, unsigned reg)
{
    return f->reg + (SASS_R0 + reg) * SASS_LANES;
}

static inline uint64_t pair(struct fixture *f, unsigned reg, unsigned lane)
{
    return (uint64_t)row(f, reg + 1)[lane] << 32 | row(f, reg)[lane];
}

static inline void set_pair(struct fixture *f, unsigned reg, unsigned lane, uint64_t word)
{
    row(f, reg)[lane] = (uint32_t)word;
    row(f, reg + 1)[lane] = (uint32_t)(word >> 32);
}

/* An instruction without modifiers, RD from RA, RB and RC, that no predicate takes part in. */
static inline void clear_instruction(struct fixture *f)
{
    const struct sass_predicate always = {SASS_PT, false};
    f->own = (struct sass_insn){
        .guard = always, .pd = always, .pd2 = always, .p = always, .p2 = always, .p3 = always,
        .rd = SASS_R0 + RD,
        .a = {.kind = SASS_REGISTER, .row = SASS_R0 + RA},
        .b = {.kind = SASS_REGISTER, .row = SASS_R0 + RB},
        .c = {.kind = SASS_REGISTER, .row = SASS_R0 + RC},
    };
}

static inline int set_up(void **state)
{
    struct fixture *f = aligned_alloc(64, (sizeof *f + 63) / 64 * 64);
    assert_non_null(f);
    memset(f, 0, sizeof *f);
    f->launch.bank[3] = (struct sass_bank){f->bank, sizeof f->bank};
    f->state.launch = &f->launch;
    f->state.predicate[SASS_PT] = ~0ull;
    f->warp = (struct warp){.lanes = SASS_LANES, .stride = SASS_LANES, .reg = f->reg,
                            .state = &f->state};
    f->insn.own = &f->own;
    warp_set_mask(&f->warp, 0xffffffff);
    clear_instruction(f);
    *state = f;
    return 0;
}

static inline int tear_down(void **state)
{
    free(*state);
    return 0;
}

static inline void run(struct fixture *f, run_fn *function)
{
    memcpy(f->before, f->reg, sizeof f->reg);
    f->own.run = f->insn.run = function;
    memset(&f->effect, 0, sizeof f->effect);
    f->effect.kind = EFFECT_FAULT; /* it has to say that there is none */
    function(&f->warp, &f->insn, &f->effect);
    assert_int_equal(f->effect.kind, EFFECT_NONE);
}

/* All registers but `count` from `target` on, and those in inactive lanes, are as before. */
static inline void assert_others_kept(struct fixture *f, unsigned target, unsigned count)
{
    for (unsigned r = 0; r < REGISTERS; r++) {
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            bool written = r >= target && r < target + count && f->warp.mask >> lane & 1;
            if (!written && row(f, r)[lane] != f->before[(SASS_R0 + r) * SASS_LANES + lane])
                fail_msg("R%u of lane %u changed", r, lane);
        }
    }
}

/* A number of a format that is likely to be hard: special, short, or near `exponent` (biased). */
static inline uint64_t roll_number(struct fixture *f, enum float_format format, int exponent)
{
    const struct format_numbers n = format_numbers[format];
    uint64_t fraction_mask = ((uint64_t)1 << n.fraction_bits) - 1, infinity = n.infinity;
    uint64_t sign = (uint64_t)below(f, 2) << (n.bits - 1), fraction = roll(f) & fraction_mask;
    const uint64_t special[] = {0, 1, fraction_mask, fraction_mask + 1, n.one, n.one + 1, n.one - 1,
                                infinity - 1, infinity, infinity + 1, infinity | fraction_mask,
                                n.one / 2 + 1, infinity | (fraction_mask + 1) / 2};
    switch (below(f, 8)) {
    case 0:
        return sign | special[below(f, sizeof special / sizeof special[0])];
    case 1:
        return sign | (roll(f) & (((uint64_t)1 << (n.bits - 1)) - 1));
    case 2:
        fraction &= fraction_mask << below(f, (unsigned)n.fraction_bits);
        break;
    case 3:
        fraction = fraction_mask & ~(fraction_mask >> below(f, (unsigned)n.fraction_bits));
        break;
    default:
        break;
    }
    exponent += (int)below(f, 7) - 3;
    int max = (int)(infinity >> n.fraction_bits) - 1;
    exponent = exponent < 0 ? 0 : exponent > max ? max : exponent;
    return sign | (uint64_t)exponent << n.fraction_bits | fraction;
}

static inline int roll_exponent(struct fixture *f, enum float_format format)
{
    int all = (int)(format_numbers[format].infinity >> format_numbers[format].fraction_bits);
    switch (below(f, 4)) {
    case 0:
        return (int)below(f, 30);
    case 1:
        return all - 1 - (int)below(f, 4);
    default:
        return (int)below(f, (unsigned)all);
    }
}

/* Three operands whose exponents make sums, products and fused ones meet, over- and underflow. */
static inline void roll_operands(struct fixture *f, enum float_format format, uint64_t x[3])
{
    const struct format_numbers n = format_numbers[format];
    int bias = (int)(n.one >> n.fraction_bits), exponent = roll_exponent(f, format);
    int spread = (int)below(f, 2 * (unsigned)n.fraction_bits + 8) - n.fraction_bits - 4;
    x[0] = roll_number(f, format, exponent);
    bool sum = below(f, 2);
    int second = sum ? exponent + spread : roll_exponent(f, format) + bias - exponent;
    x[1] = roll_number(f, format, second);
    x[2] = roll_number(f, format, (sum ? 2 * exponent : exponent + second) - bias + 2 * spread);
    if (below(f, 16) == 0)
        x[1] = x[0] ^ (uint64_t)1 << (n.bits - 1);
}

static inline void roll_mask(struct fixture *f)
{
    warp_set_mask(&f->warp, below(f, 3) ? (uint32_t)roll(f) : 0xffffffff);
}

#endif
