/* SPDX-License-Identifier: Apache-2.0 */
/* fixture.h - one wavefront with random registers, on which instructions of the table, with random
 * operands and modifiers, are run and compared lane by lane with a plain model. */
#ifndef WARPCLOCK_TESTS_GCN3_FIXTURE_H
#define WARPCLOCK_TESTS_GCN3_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "isa/gcn3/run.h"
#include "isa/gcn3/table.h"
#include "memory/port.h"
#include "tests/dice.h"

#include <cmocka.h> /* last: it has a macro named fail */

enum { VGPRS = 24, LDS_BYTES = 1024, PRIVATE_BYTES = 64, ROUNDS = 200 };

struct fixture {
    uint64_t dice;
    struct gcn3_launch launch;
    struct gcn3_group group;
    struct gcn3_state state, state_before;
    struct warp warp;
    uint64_t mask_before;
    struct effect effect;
    struct insn insn;
    struct gcn3_insn own;
    struct memory memory;
    struct memory_port port;
    struct error err;
    uint8_t lds[LDS_BYTES], lds_before[LDS_BYTES];
    uint8_t scratch[PRIVATE_BYTES * GCN3_LANES];
    alignas(64) uint32_t reg[VGPRS * GCN3_LANES], before[VGPRS * GCN3_LANES];
};

static inline uint64_t roll(struct fixture *f) { return dice_roll(&f->dice); }

static inline uint32_t roll_below(struct fixture *f, uint32_t end) { return roll(f) % end; }

/* Random words, with a taste for those where arithmetic turns over. */
static inline uint32_t roll_word(struct fixture *f)
{
    static const uint32_t edges[] = {0, 1, 2, 31, 32, 33, 64, 0xffff, 0x10000, 0x7fff, 0x8000,
                                     0x7fffff, 0x800000, 0xffffff, 0x7fffffff, 0x80000000,
                                     0x80000001, ~0u};
    uint64_t r = roll(f);
    if ((r >> 32 & 3) == 0)
        return edges[(uint32_t)r % (sizeof edges / sizeof edges[0])];
    return (r >> 34 & 3) == 0 ? (uint32_t)r % 80 : (uint32_t)r;
}

/* All lanes, one lane, none, or any set. */
static inline uint64_t roll_mask(struct fixture *f)
{
    switch (roll_below(f, 8)) {
    case 0: case 1: case 2: return ~0ull;
    case 3: return 1ull << roll_below(f, GCN3_LANES);
    case 4: return 0;
    default: return roll(f);
    }
}

static inline void set_exec(struct fixture *f, uint64_t mask)
{
    f->state.scalar[GCN3_EXEC] = (uint32_t)mask;
    f->state.scalar[GCN3_EXEC + 1] = (uint32_t)(mask >> 32);
    gcn3_apply_exec(&f->warp);
}

/* New registers, scalars, memory and active lanes. */
static inline void shuffle(struct fixture *f)
{
    for (uint32_t i = 0; i < VGPRS * GCN3_LANES; i++)
        f->reg[i] = roll_word(f);
    for (uint32_t i = 0; i < GCN3_EXEC; i++)
        f->state.scalar[i] = roll_word(f);
    for (uint32_t i = 0; i < LDS_BYTES; i++)
        f->lds[i] = (uint8_t)roll(f);
    for (uint32_t i = 0; i < sizeof f->scratch; i++)
        f->scratch[i] = (uint8_t)roll(f);
    f->state.scalar[GCN3_M0] = ~0u;
    f->state.scc = roll_below(f, 2);
    set_exec(f, roll_mask(f));
}

static inline struct fixture *new_fixture(void)
{
    struct fixture *f = aligned_alloc(64, (sizeof *f + 63) / 64 * 64);
    assert_non_null(f);
    memset(f, 0, sizeof *f);
    f->launch = (struct gcn3_launch){.private_bytes = PRIVATE_BYTES, .vgprs = VGPRS,
                                     .shared_aperture = 0x10000, .private_aperture = 0x20000};
    f->group = (struct gcn3_group){f->lds, LDS_BYTES};
    f->state.launch = &f->launch;
    f->state.group = &f->group;
    f->state.scratch = f->scratch;
    f->state.scratch_address = 0x7000000000;
    f->warp = (struct warp){.lanes = GCN3_LANES, .stride = GCN3_LANES, .reg = f->reg,
                            .state = &f->state, .memory = &f->port};
    f->insn.own = &f->own;
    memory_port_reset(&f->port, &f->memory);
    gcn3_state_reset(&f->state);
    shuffle(f);
    return f;
}

static inline void free_fixture(struct fixture *f)
{
    memory_free(&f->memory);
    error_clear(&f->err);
    free(f);
}

static inline uint32_t *lanes_of(struct fixture *f, uint32_t vgpr)
{
    return f->reg + vgpr * GCN3_LANES;
}

/* ---- Instructions ---- */

static inline const struct gcn3_row *row_named(const char *name)
{
    const struct gcn3_row *row;
    for (size_t i = 0; (row = gcn3_row(i)); i++)
        if (strcmp(row->op.name, name) == 0)
            return row;
    fail_msg("the table has no %s", name);
    return NULL;
}

/* An instruction of the table that has no operands yet. */
static inline void begin(struct fixture *f, const char *name)
{
    const struct gcn3_row *row = row_named(name);
    f->own = (struct gcn3_insn){
        .version = gcn3_row_is_of(row, GCN3_GFX8) ? GCN3_GFX8 : GCN3_GFX906, .row = row,
        .format = row->format, .opcode = row->opcode, .bytes = 4,
        .element_bytes = row->bytes, .element_signed = row->flags & SIGNED_ELEMENT,
        .atomic = row->atomic, .dst_select = GCN3_DWORD, .dpp_bank_mask = 15, .dpp_row_mask = 15,
        .writes_exec = row->format == GCN3_VOPC && row->flags & WRITES_EXEC,
        .offset_scale = (uint16_t)(row->bytes * (row->flags & STRIDE_64 ? 64 : 1)),
    };
    f->insn = (struct insn){.own = &f->own, .op = &row->op, .run = row->op.run, .pc = 0x1000,
                            .aux = row->format == GCN3_VOPC ? row->opcode & 7 : 0};
}

/* A source by its code; a literal is random. */
static inline struct gcn3_operand source(struct fixture *f, enum gcn3_type type, uint32_t code)
{
    struct gcn3_operand operand;
    uint32_t literal = roll_word(f);
    assert_true(gcn3_decode_source(&operand, type, code, &literal));
    return operand;
}

static inline struct gcn3_operand vgpr(enum gcn3_type type, uint32_t number)
{
    struct gcn3_operand operand;
    assert_true(gcn3_decode_vgpr(&operand, type, number));
    return operand;
}

static inline struct gcn3_operand sgpr(enum gcn3_type type, uint32_t code)
{
    struct gcn3_operand operand;
    assert_true(gcn3_decode_scalar_register(&operand, type, code));
    return operand;
}

static inline struct gcn3_operand roll_vgpr(struct fixture *f, enum gcn3_type type)
{
    return vgpr(type, roll_below(f, VGPRS - gcn3_type_words(type) + 1));
}

/* Scalars, constants, SCC and its like; no VGPR. */
static inline struct gcn3_operand roll_scalar(struct fixture *f, enum gcn3_type type)
{
    switch (roll_below(f, 6)) {
    case 0: return source(f, type, GCN3_ZERO + roll_below(f, 81));
    case 1: return source(f, type, GCN3_FLOATS + roll_below(f, 9));
    case 2: return source(f, type, GCN3_LITERAL_FOLLOWS);
    case 3: return source(f, type, GCN3_VCCZ + roll_below(f, 3));
    case 4: return sgpr(type, GCN3_VCC);
    default: return sgpr(type, roll_below(f, GCN3_SGPRS - 1) & ~1u);
    }
}

static inline struct gcn3_operand roll_source(struct fixture *f, enum gcn3_type type)
{
    if (type == GCN3_NOTHING)
        return (struct gcn3_operand){0};
    if (type == GCN3_MASK)
        return sgpr(type, roll_below(f, 2) ? GCN3_VCC : roll_below(f, GCN3_SGPRS - 1) & ~1u);
    if (type == GCN3_S32 || (type != GCN3_V32 && type != GCN3_V128 && roll_below(f, 3) == 0))
        return roll_scalar(f, type == GCN3_S32 ? GCN3_B32 : type);
    return roll_vgpr(f, type);
}

/* ---- What operands held before the instruction ran ---- */

static inline uint64_t scalar_held(const struct fixture *f, const struct gcn3_operand *operand)
{
    const uint32_t *scalar = f->state_before.scalar;
    if (operand->kind == GCN3_CONSTANT)
        return operand->value;
    if (operand->kind == GCN3_SPECIAL)
        return operand->code == GCN3_SCC ? f->state_before.scc
               : operand->code == GCN3_EXECZ ? f->mask_before == 0
                                             : !(scalar[GCN3_VCC] | scalar[GCN3_VCC + 1]);
    uint64_t high = operand->words >= 2 ? scalar[operand->code + 1] : 0;
    return scalar[operand->code] | high << 32;
}

static inline uint64_t vgpr_held(const struct fixture *f, const struct gcn3_operand *operand,
                                 unsigned lane)
{
    const uint32_t *row = f->before + operand->code * GCN3_LANES;
    return row[lane] | (operand->words >= 2 ? (uint64_t)row[GCN3_LANES + lane] << 32 : 0);
}

/* ---- Running ---- */

static inline void run(struct fixture *f)
{
    memcpy(f->before, f->reg, sizeof f->reg);
    memcpy(f->lds_before, f->lds, sizeof f->lds);
    f->state_before = f->state;
    f->mask_before = f->warp.mask;
    f->effect.kind = (enum effect_kind)-1;
    f->insn.run(&f->warp, &f->insn, &f->effect);
}

/* No VGPR but `count` from `first` on has changed, and those in the given lanes alone. */
static inline void assert_only_vgprs(const struct fixture *f, uint32_t first, uint32_t count,
                                     uint64_t lanes)
{
    for (uint32_t r = 0; r < VGPRS; r++)
        for (unsigned lane = 0; lane < GCN3_LANES; lane++) {
            uint32_t i = r * GCN3_LANES + lane;
            bool may = r >= first && r < first + count && lanes >> lane & 1;
            if (!may && f->reg[i] != f->before[i])
                fail_msg("%s: v%u changed in lane %u", f->insn.op->name, r, lane);
        }
}

/* No scalar but `count` from `first` on has changed. */
static inline void assert_only_scalars(const struct fixture *f, uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < GCN3_SCALARS; i++)
        if ((i < first || i >= first + count) && f->state.scalar[i] != f->state_before.scalar[i])
            fail_msg("%s: scalar %u changed", f->insn.op->name, i);
}

#endif
