/* SPDX-License-Identifier: Apache-2.0 */
/* fixture.h - one warp with random registers, and words run on it one at a time. */
#ifndef WARPCLOCK_TESTS_RV32_FIXTURE_H
#define WARPCLOCK_TESTS_RV32_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/rv32/csr.h"
#include "isa/rv32/table.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { T0 = 5, T1 = 6, T2 = 7, A0 = 10, A1 = 11, A2 = 12, A3 = 13 };

struct fixture {
    uint64_t dice;
    uint64_t cycle, instret, active_warps;
    struct rv32_environment environment;
    struct rv32_state state;
    struct warp warp;
    struct effect effect;
    struct insn insn; /* the last one run */
    alignas(64) uint32_t reg[RV32_ROWS * LANES_MAX], before[RV32_ROWS * LANES_MAX];
};

static inline uint64_t roll(struct fixture *f) { return dice_roll(&f->dice); }

/* Random words, with a taste for those where arithmetic turns over. */
static inline uint32_t roll_word(struct fixture *f)
{
    static const uint32_t edges[] = {0, 1, 2, 31, 32, 0x7fffffff, 0x80000000, 0x80000001, ~0u};
    uint64_t r = roll(f);
    return r >> 32 & 3 ? (uint32_t)r : edges[(uint32_t)r % (sizeof edges / sizeof edges[0])];
}

static inline void shuffle_registers(struct fixture *f)
{
    for (uint32_t i = 0; i < RV32_ROWS * f->warp.stride; i++)
        f->reg[i] = i < f->warp.stride ? 0 : roll_word(f);
}

static inline struct fixture *new_fixture(uint32_t lanes)
{
    struct fixture *f = aligned_alloc(64, (sizeof *f + 63) / 64 * 64);
    assert_non_null(f);
    memset(f, 0, sizeof *f);
    f->environment = (struct rv32_environment){
        .threads = lanes, .warps = 8, .cores = 2, .barriers = 4, .local_base = 0xffff0000u,
        .traps = true, .cycle = &f->cycle, .instret = &f->instret,
        .active_warps = &f->active_warps,
    };
    f->state.environment = &f->environment;
    f->warp = (struct warp){.lanes = lanes, .stride = (lanes + 15) / 16 * 16, .slot = 3, .core = 1};
    f->warp.reg = f->reg;
    f->warp.state = &f->state;
    shuffle_registers(f);
    warp_set_mask(&f->warp, lanes_all(lanes));
    return f;
}

static inline uint32_t *lanes_of_register(struct fixture *f, uint32_t reg)
{
    return warp_row(&f->warp, reg);
}

static inline void decode_word(struct fixture *f, uint32_t bits)
{
    struct rv32_lookup lookup;
    rv32_lookup_build(&lookup);
    rv32_decode_word(&lookup, bits, 0x80000100u, RV32_ALL, &f->insn);
}

/* Runs a word at 0x80000100; what the registers held before is kept in `before`. */
static inline void run_word(struct fixture *f, uint32_t bits)
{
    decode_word(f, bits);
    memcpy(f->before, f->reg, sizeof f->reg);
    f->effect.kind = (enum effect_kind)-1;
    f->insn.run(&f->warp, &f->insn, &f->effect);
    for (uint32_t lane = 0; lane < f->warp.stride; lane++)
        assert_int_equal(f->reg[lane], 0); /* x0 */
}

/* No register but `reg` has changed, and that one not in lanes that are not active. */
static inline void assert_only_active_lanes_of(struct fixture *f, uint32_t reg)
{
    for (uint32_t row = 0; row < RV32_REGISTERS; row++)
        for (uint32_t lane = 0; lane < f->warp.stride; lane++) {
            uint32_t i = row * f->warp.stride + lane;
            if (row != reg || !(f->warp.active[lane]))
                assert_int_equal(f->reg[i], f->before[i]);
        }
}

static inline uint32_t r_type(uint32_t match, uint32_t rd, uint32_t rs1, uint32_t rs2)
{
    return match | rd << 7 | rs1 << 15 | rs2 << 20;
}

static inline uint32_t i_type(uint32_t match, uint32_t rd, uint32_t rs1, int32_t imm)
{
    return match | rd << 7 | rs1 << 15 | (uint32_t)imm << 20;
}

static inline const struct rv32_row *row_named(const char *name)
{
    for (size_t i = 0; i < rv32_row_count; i++)
        if (!strcmp(rv32_rows[i].op.name, name))
            return &rv32_rows[i];
    fail_msg("no row is called %s", name);
    return NULL;
}

#endif
