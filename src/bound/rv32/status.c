/* SPDX-License-Identifier: Apache-2.0 */
/* status.c - CSRs on an abstract state: numbers of thread and warp are known, time is not. */
#include "bound/rv32/walk.h"
#include "isa/rv32/csr.h"

static bool depends_on_time(uint32_t number)
{
    return number == CSR_MCYCLE || number == CSR_MCYCLE + CSR_HIGH_HALF ||
           number == CSR_MINSTRET || number == CSR_MINSTRET + CSR_HIGH_HALF ||
           number == CSR_ACTIVE_WARPS || number == CSR_FFLAGS || number == CSR_FCSR;
}

/* Setting or clearing no bits is a read; `aux` is the immediate operand. */
static bool writes(const struct insn *insn)
{
    return insn->op->value == VALUE_MOVE || insn->rs1 != RV32_X0 || insn->aux != 0;
}

/* The CSR has 32 bits, and a machine at most that many lanes. */
static void tag_mask(struct walk_state *state, uint32_t row)
{
    walk_facts(state, row)->tag = (struct walk_tag){
        .kind = TAG_MASK, .certain = state->certain, .mask = (uint32_t)state->warp.mask,
        .depth = (uint8_t)state->warp.depth, .parked = (uint8_t)state->parked_count};
    if (state->parked_count > state->newest)
        state->newest = state->parked_count;
}

enum wc_status rv32_walk_status(struct walk *walk, struct walk_state *state, uint32_t index)
{
    const struct insn *insn = &walk->insns[index];
    uint32_t number = (uint32_t)insn->imm, operand;
    bool matters = writes(insn) && number != CSR_FFLAGS;
    if (matters && !walk_uniform(walk, state, insn->rs1, &operand))
        return walk_fail(walk, state, index,
                         "cannot be bounded: the value written to this CSR is unknown");
    if (matters && state->warp.depth)
        return walk_fail(walk, state, index, /* the other side would see it */
                         "cannot be bounded: a CSR is written between SPLIT and JOIN");
    insn->run(&state->warp, insn, &walk->effect);
    if (walk->effect.kind != EFFECT_NONE)
        return walk_fail(walk, state, index, "cannot be bounded: no such CSR");
    bool is_mask = number == CSR_ACTIVE_THREADS;
    if (!depends_on_time(number) && (!is_mask || state->certain))
        walk_know(state, insn->rd);
    else
        walk_forget(state, insn->rd);
    if (is_mask)
        tag_mask(state, insn->rd);
    return WC_OK;
}
