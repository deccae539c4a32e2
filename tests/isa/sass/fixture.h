/* SPDX-License-Identifier: Apache-2.0 */
/* fixture.h - one warp with random registers, predicates and flags, on which instructions built by
 * hand are run and compared lane by lane with a plain model. */
#ifndef WARPCLOCK_TESTS_SASS_FIXTURE_H
#define WARPCLOCK_TESTS_SASS_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/sass/run.h"
#include "memory/port.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { REGISTERS = 24, ROWS = SASS_R0 + REGISTERS, BANK_BYTES = 64, IMMEDIATES = 3 };

struct fixture {
    uint64_t dice;
    struct sass_launch launch;
    struct sass_block block;
    struct sass_state state, state_before;
    struct warp warp;
    struct effect effect;
    struct insn insn;
    struct sass_insn own;
    struct memory memory;
    struct memory_port port;
    struct error err;
    uint8_t bank[BANK_BYTES];
    alignas(64) uint32_t immediate[IMMEDIATES][SASS_LANES];
    alignas(64) uint32_t reg[ROWS * SASS_LANES], before[ROWS * SASS_LANES];
};

static inline uint64_t roll(struct fixture *f) { return dice_roll(&f->dice); }

static inline uint32_t roll_below(struct fixture *f, uint32_t end) { return roll(f) % end; }

/* Random words, with a taste for those where arithmetic turns over. */
static inline uint32_t roll_word(struct fixture *f)
{
    static const uint32_t edges[] = {0, 1, 2, 31, 32, 33, 64, 0xffff, 0x10000, 0x7fff, 0x8000,
                                     0x7fffffff, 0x80000000, 0x80000001, ~0u};
    uint64_t r = roll(f);
    if ((r >> 32 & 3) == 0)
        return edges[(uint32_t)r % (sizeof edges / sizeof edges[0])];
    return (r >> 34 & 3) == 0 ? (uint32_t)r % 80 : (uint32_t)r;
}

/* All lanes, one lane, or any set that is not empty. */
static inline uint64_t roll_mask(struct fixture *f)
{
    switch (roll_below(f, 4)) {
    case 0:
        return 0xffffffff;
    case 1:
        return 1ull << roll_below(f, SASS_LANES);
    default:
        return (uint32_t)roll(f) | 1ull << roll_below(f, SASS_LANES);
    }
}

/* New registers, flags, predicates, constants and active lanes, and an instruction that does not
 * say anything yet. */
static inline void shuffle(struct fixture *f)
{
    for (uint32_t i = 0; i < ROWS * SASS_LANES; i++)
        f->reg[i] = i < SASS_LANES ? 0 : roll_word(f);
    for (unsigned i = 0; i < SASS_PT; i++)
        f->state.predicate[i] = (uint32_t)roll(f);
    f->state.zero = (uint32_t)roll(f);
    f->state.sign = (uint32_t)roll(f);
    f->state.carry = (uint32_t)roll(f);
    f->state.carry_two = 0;
    f->state.overflow = (uint32_t)roll(f);
    for (unsigned i = 0; i < BANK_BYTES; i += 4) {
        uint32_t word = roll_word(f);
        memcpy(f->bank + i, &word, 4);
    }
    warp_set_mask(&f->warp, roll_mask(f));
    f->own = (struct sass_insn){.guard = {SASS_PT, false}, .pd = {SASS_PT, false},
                                .pd2 = {SASS_PT, false}, .p = {SASS_PT, false},
                                .p2 = {SASS_PT, false}, .p3 = {SASS_PT, false},
                                .rd = SASS_SINK};
}

static inline struct fixture *new_fixture(void)
{
    struct fixture *f = aligned_alloc(64, (sizeof *f + 63) / 64 * 64);
    assert_non_null(f);
    memset(f, 0, sizeof *f);
    f->launch.bank[3] = (struct sass_bank){f->bank, BANK_BYTES};
    f->state.launch = &f->launch;
    f->state.block = &f->block;
    f->warp = (struct warp){.lanes = SASS_LANES, .stride = SASS_LANES, .reg = f->reg,
                            .state = &f->state, .memory = &f->port};
    f->insn.own = &f->own;
    memory_port_reset(&f->port, &f->memory);
    sass_state_reset(&f->state);
    shuffle(f);
    return f;
}

static inline void free_fixture(struct fixture *f)
{
    memory_free(&f->memory);
    error_clear(&f->err);
    free(f);
}

static inline uint32_t *lanes_of(struct fixture *f, uint32_t reg)
{
    return f->reg + (SASS_R0 + reg) * SASS_LANES;
}

/* ---- Operands ---- */

static inline struct sass_source from_register(uint32_t reg)
{
    return (struct sass_source){.kind = SASS_REGISTER, .row = (uint16_t)(SASS_R0 + reg)};
}

static inline struct sass_source from_zero(void)
{
    return (struct sass_source){.kind = SASS_REGISTER, .row = SASS_ZERO};
}

static inline struct sass_source from_immediate(struct fixture *f, unsigned slot, uint32_t value)
{
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        f->immediate[slot][lane] = value;
    return (struct sass_source){.kind = SASS_IMMEDIATE, .value = value,
                                .lanes = f->immediate[slot]};
}

static inline struct sass_source from_constant(uint32_t offset)
{
    return (struct sass_source){.kind = SASS_CONSTANT, .bank = 3, .value = offset};
}

/* Any kind of source. */
static inline struct sass_source roll_source(struct fixture *f, unsigned slot)
{
    switch (roll_below(f, 8)) {
    case 0:
        return from_zero();
    case 1:
        return from_immediate(f, slot, roll_word(f));
    case 2:
        return from_constant(4 * roll_below(f, BANK_BYTES / 4));
    default:
        return from_register(roll_below(f, REGISTERS));
    }
}

/* Sources and target of an instruction, which may be the same register. */
static inline void roll_operands(struct fixture *f)
{
    f->own.a = roll_source(f, 0);
    f->own.b = roll_source(f, 1);
    f->own.c = roll_source(f, 2);
    f->own.rd = roll_below(f, 8) ? (uint16_t)(SASS_R0 + roll_below(f, REGISTERS)) : SASS_SINK;
}

static inline struct sass_predicate roll_predicate(struct fixture *f)
{
    return (struct sass_predicate){(uint8_t)roll_below(f, 8), roll_below(f, 2)};
}

static inline void roll_modifiers(struct fixture *f, const uint8_t *which, size_t count)
{
    for (size_t i = 0; i < count; i++)
        f->own.modifier[which[i]] = (uint8_t)roll_below(f, 2);
}

/* What a source held before the instruction ran. */
static inline uint32_t held(const struct fixture *f, const struct sass_source *source,
                            unsigned lane)
{
    uint32_t word;
    switch (source->kind) {
    case SASS_REGISTER:
        return f->before[source->row * SASS_LANES + lane];
    case SASS_IMMEDIATE:
        return source->value;
    case SASS_CONSTANT:
        memcpy(&word, f->bank + source->value, 4);
        return word;
    default:
        return 0;
    }
}

static inline bool held_predicate(const struct fixture *f, struct sass_predicate p, unsigned lane)
{
    bool holds = p.index == SASS_PT || (f->state_before.predicate[p.index] >> lane & 1);
    return holds != p.negated;
}

static inline bool combined(unsigned how, bool a, bool b)
{
    return how == 0 ? a && b : how == 1 ? a || b : a != b;
}

/* ---- Running ---- */

static inline void run(struct fixture *f, run_fn *fn)
{
    memcpy(f->before, f->reg, sizeof f->reg);
    f->state_before = f->state;
    f->effect.kind = (enum effect_kind)-1;
    f->own.run = fn;
    fn(&f->warp, &f->insn, &f->effect);
    for (unsigned lane = 0; lane < SASS_LANES; lane++)
        assert_int_equal(f->reg[lane], 0); /* RZ */
}

/* No register but the `count` from row `row` on has changed, and those not in inactive lanes. */
static inline void assert_only_rows(struct fixture *f, uint32_t row, uint32_t count)
{
    for (uint32_t r = 0; r < ROWS; r++)
        for (unsigned lane = 0; lane < SASS_LANES; lane++) {
            uint32_t i = r * SASS_LANES + lane;
            bool may = r == SASS_SINK || (r >= row && r < row + count && f->warp.active[lane]);
            if (!may && f->reg[i] != f->before[i])
                fail_msg("row %u lane %u changed", r, lane);
        }
}

/* What one lane should get. */
struct outcome {
    uint32_t d;
    bool zero, sign, carry, overflow;
    bool p, p2; /* for the two targets */
};
typedef void model_fn(const struct fixture *f, unsigned lane, struct outcome *out);

static inline void assert_flag(const struct fixture *f, unsigned lane, uint64_t now,
                               uint64_t before, bool written, bool want, const char *name)
{
    bool expected = written && f->warp.active[lane] ? want : before >> lane & 1;
    if ((now >> lane & 1) != expected)
        fail_msg("%s of lane %u is %d", name, lane, !expected);
}

static inline void assert_flags(const struct fixture *f, unsigned lane, const struct outcome *want)
{
    const struct sass_state *now = &f->state, *then = &f->state_before;
    bool cc = f->own.modifier[SASS_CC];
    assert_flag(f, lane, now->zero, then->zero, cc, want->zero, "Z");
    assert_flag(f, lane, now->sign, then->sign, cc, want->sign, "S");
    assert_flag(f, lane, now->carry, then->carry, cc, want->carry, "C");
    assert_flag(f, lane, now->overflow, then->overflow, cc, want->overflow, "O");
    for (unsigned i = 0; i < SASS_PT; i++) {
        bool first = f->own.pd.index == i, second = f->own.pd2.index == i;
        assert_flag(f, lane, now->predicate[i], then->predicate[i], first || second,
                    second ? want->p2 : want->p, "predicate");
    }
    assert_true(now->predicate[SASS_PT] == ~0ull);
}

/* Runs the instruction and compares every lane of everything with the model. */
static inline void check(struct fixture *f, run_fn *fn, model_fn *model)
{
    run(f, fn);
    assert_int_equal(f->effect.kind, EFFECT_NONE);
    assert_only_rows(f, f->own.rd, 1);
    for (unsigned lane = 0; lane < SASS_LANES; lane++) {
        struct outcome want = {0};
        model(f, lane, &want);
        uint32_t got = f->reg[f->own.rd * SASS_LANES + lane];
        if (f->own.rd >= SASS_R0 && f->warp.active[lane] && got != want.d)
            fail_msg("lane %u: 0x%x instead of 0x%x (a 0x%x, b 0x%x, c 0x%x)", lane, got, want.d,
                     held(f, &f->own.a, lane), held(f, &f->own.b, lane),
                     held(f, &f->own.c, lane));
        assert_flags(f, lane, &want);
    }
}

/* Z and S as nearly all instructions set them; C and O are 0. */
static inline void plain_flags(struct outcome *out)
{
    out->zero = out->d == 0;
    out->sign = out->d >> 31;
}

#endif
