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

#include "hard_numbers.h"
#include "tests/dice.h"

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

static inline uint64_t roll(struct fixture *f) { return dice_roll(&f->dice); }

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

static inline uint64_t roll_number(struct fixture *f, enum float_format format, int exponent)
{
    return hard_number(&f->dice, format, exponent);
}

static inline int roll_exponent(struct fixture *f, enum float_format format)
{
    return hard_exponent(&f->dice, format);
}

static inline void roll_operands(struct fixture *f, enum float_format format, uint64_t x[3])
{
    hard_operands(&f->dice, format, x);
}

static inline void roll_mask(struct fixture *f)
{
    warp_set_mask(&f->warp, below(f, 3) ? (uint32_t)roll(f) : 0xffffffff);
}

#endif
