/* SPDX-License-Identifier: Apache-2.0 */
/* control.c - branches, jumps and the instructions that only wait.
 *
 * The machine decides where the lanes go: a branch reports which lanes want its target, an indirect
 * jump reports the address of each lane. */
#include "isa/rv32/lanes.h"
#include "isa/rv32/run.h"

static inline uint32_t is_equal(uint32_t a, uint32_t b) { return a == b; }
static inline uint32_t is_different(uint32_t a, uint32_t b) { return a != b; }
static inline uint32_t is_less(uint32_t a, uint32_t b) { return (int32_t)a < (int32_t)b; }
static inline uint32_t is_not_less(uint32_t a, uint32_t b) { return (int32_t)a >= (int32_t)b; }
static inline uint32_t is_below(uint32_t a, uint32_t b) { return a < b; }
static inline uint32_t is_not_below(uint32_t a, uint32_t b) { return a >= b; }

static inline __attribute__((always_inline)) void
branch(struct warp *warp, const struct insn *insn, struct effect *effect, lane_fn *holds)
{
    const uint32_t *a = warp_row(warp, insn->rs1), *b = warp_row(warp, insn->rs2);
    effect->kind = EFFECT_BRANCH;
    effect->taken = lanes_compare(warp, a, b, holds) & warp->mask;
}

LANEWISE void rv32_beq(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, is_equal);
}

LANEWISE void rv32_bne(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, is_different);
}

LANEWISE void rv32_blt(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, is_less);
}

LANEWISE void rv32_bge(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, is_not_less);
}

LANEWISE void rv32_bltu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, is_below);
}

LANEWISE void rv32_bgeu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, is_not_below);
}

/* rd := the next address; continue at a place known since decoding. */
void rv32_jal(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    warp_write_uniform(warp, insn->rd, (uint32_t)insn->pc + 4);
    effect->kind = EFFECT_BRANCH;
    effect->taken = warp->mask;
}

/* Continue at rs1 + imm with bit 0 cleared; rd := the next address, and rd may be rs1. */
LANEWISE void rv32_jalr(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    uint32_t *target = rv32_state(warp)->lane_target;
    const uint32_t *base = warp_row(warp, insn->rs1);
    const size_t lanes = lane_count(warp->stride);
    uint32_t offset = (uint32_t)insn->imm;
    LANE_LOOP
    for (size_t lane = 0; lane < lanes; lane++)
        target[lane] = (base[lane] + offset) & ~1u;
    warp_write_uniform(warp, insn->rd, (uint32_t)insn->pc + 4);
    effect->kind = EFFECT_JUMP;
    effect->target = target[warp_deciding_lane(warp)];
    effect->lane_target = target;
}

/* wfi, wsync: only time passes. */
void rv32_nothing(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp;
    (void)insn;
    effect->kind = EFFECT_NONE;
}

/* Memory is in program order already; the clock may care. */
void rv32_fence(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp;
    (void)insn;
    effect->kind = EFFECT_FENCE;
}
