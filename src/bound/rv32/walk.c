/* SPDX-License-Identifier: Apache-2.0 */
/* walk.c - where the operands of RV32 instructions are, and what its calling convention keeps. */
#include "bound/rv32/walk.h"

#include <string.h>

#include "isa/rv32/table.h"

static void operands(const struct insn *insn, struct walk_operand operand[2])
{
    bool immediate = strpbrk(rv32_row_of(insn->op)->operands, "ih");
    operand[0] = (struct walk_operand){.is_row = true, .row = insn->rs1};
    operand[1] = (struct walk_operand){.is_row = !immediate, .row = insn->rs2,
                                       .number = (uint32_t)insn->imm};
}

/* imm is 0 where there is none: atomics. */
static struct walk_address address(const struct insn *insn)
{
    return (struct walk_address){.row = insn->rs1, .offset = (uint32_t)insn->imm};
}

static bool jump_target(const struct walk *walk, const struct walk_state *state,
                        const struct insn *insn, uint64_t *target)
{
    uint32_t base;
    if (!walk_uniform(walk, state, insn->rs1, &base))
        return false;
    *target = (base + (uint32_t)insn->imm) & ~1u;
    return true;
}

static bool is_kept_by_callee(uint32_t reg)
{
    return reg == RV32_RA || reg == 8 || reg == 9 || (reg >= 18 && reg <= 27); /* s0..s11 */
}

static bool saves(const struct insn *insn)
{
    return insn->rs1 == RV32_SP && insn->op->bytes == 4 && is_kept_by_callee(insn->rs2);
}

const struct walk_isa rv32_walk = {
    .rows = RV32_ROWS,
    .stack_pointer = RV32_SP,
    .operands = operands,
    .address = address,
    .jump_target = jump_target,
    .status = rv32_walk_status,
    .saves = saves,
};

struct walk_state *rv32_walk_start(struct walk *walk, const struct warp *warp, bool zeroed)
{
    struct walk_state *state = walk_state_start(walk, warp, zeroed);
    walk_facts(state, RV32_X0)->known = lanes_all(warp->lanes);
    return state;
}

bool rv32_walk_same_status(const struct rv32_state *a, const struct rv32_state *b)
{
    return a->frm == b->frm && a->mscratch == b->mscratch && a->mstatus == b->mstatus &&
           a->mtvec == b->mtvec && a->mepc == b->mepc && a->mcause == b->mcause &&
           a->mtval == b->mtval;
}
