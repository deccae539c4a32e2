/* SPDX-License-Identifier: Apache-2.0 */
/* integer.c - RV32I arithmetic and logic, and the conditional zeroes of Zicond.
 * RISC-V unprivileged ISA 20191213, chapter 2; Zicond 1.0. */
#include "isa/rv32/lanes.h"
#include "isa/rv32/run.h"

static inline uint32_t op_add(uint32_t a, uint32_t b) { return a + b; }
static inline uint32_t op_sub(uint32_t a, uint32_t b) { return a - b; }
static inline uint32_t op_xor(uint32_t a, uint32_t b) { return a ^ b; }
static inline uint32_t op_or(uint32_t a, uint32_t b) { return a | b; }
static inline uint32_t op_and(uint32_t a, uint32_t b) { return a & b; }
/* Shifts use only the low five bits of the amount. */
static inline uint32_t op_sll(uint32_t a, uint32_t b) { return a << (b & 31); }
static inline uint32_t op_srl(uint32_t a, uint32_t b) { return a >> (b & 31); }
static inline uint32_t op_sra(uint32_t a, uint32_t b) { return (uint32_t)((int32_t)a >> (b & 31)); }
static inline uint32_t op_slt(uint32_t a, uint32_t b) { return (int32_t)a < (int32_t)b; }
static inline uint32_t op_sltu(uint32_t a, uint32_t b) { return a < b; }
static inline uint32_t op_czero_eqz(uint32_t a, uint32_t b) { return b == 0 ? 0 : a; }
static inline uint32_t op_czero_nez(uint32_t a, uint32_t b) { return b != 0 ? 0 : a; }

LANEWISE void warp_write_uniform(struct warp *warp, uint32_t row, uint32_t value)
{
    uint32_t *d = warp_row(warp, row);
    const uint32_t *active = warp->active;
    const size_t lanes = lane_count(warp->stride);
    LANE_LOOP
    for (size_t lane = 0; lane < lanes; lane++)
        d[lane] = blend(active[lane], value, d[lane]);
}

void rv32_lui(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    warp_write_uniform(warp, insn->rd, (uint32_t)insn->imm);
    effect->kind = EFFECT_NONE;
}

void rv32_auipc(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    warp_write_uniform(warp, insn->rd, (uint32_t)insn->pc + (uint32_t)insn->imm);
    effect->kind = EFFECT_NONE;
}

LANEWISE void rv32_addi(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_add);
}

LANEWISE void rv32_slti(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_slt);
}

LANEWISE void rv32_sltiu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_sltu);
}

LANEWISE void rv32_xori(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_xor);
}

LANEWISE void rv32_ori(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_or);
}

LANEWISE void rv32_andi(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_and);
}

LANEWISE void rv32_slli(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_sll);
}

LANEWISE void rv32_srli(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_srl);
}

LANEWISE void rv32_srai(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_immediate(warp, insn, effect, op_sra);
}

LANEWISE void rv32_add(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_add);
}

LANEWISE void rv32_sub(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_sub);
}

LANEWISE void rv32_sll(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_sll);
}

LANEWISE void rv32_slt(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_slt);
}

LANEWISE void rv32_sltu(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_sltu);
}

LANEWISE void rv32_xor(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_xor);
}

LANEWISE void rv32_srl(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_srl);
}

LANEWISE void rv32_sra(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_sra);
}

LANEWISE void rv32_or(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_or);
}

LANEWISE void rv32_and(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_and);
}

LANEWISE void rv32_czero_eqz(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_czero_eqz);
}

LANEWISE void rv32_czero_nez(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    lanes_binary(warp, insn, effect, op_czero_nez);
}
