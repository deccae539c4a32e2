/* SPDX-License-Identifier: Apache-2.0 */
/* trap.c - what happens when an instruction cannot execute.
 *
 * A program that put an address into mtvec gets a trap, as on Vortex 3.0 (the architecture tests
 * need that); for all others it is a fault of the kernel, which the machine reports. */
#include "isa/rv32/run.h"

void rv32_state_reset(struct rv32_state *state)
{
    struct rv32_state fresh = {
        .environment = state->environment, .group = state->group, .mscratch = state->mscratch,
    };
    *state = fresh;
}

void rv32_raise(struct warp *warp, const struct insn *insn, struct effect *effect,
                enum rv32_cause cause, uint32_t value, const struct fault *fault)
{
    struct rv32_state *state = rv32_state(warp);
    if (!state->environment->traps || state->mtvec == 0) {
        effect->kind = EFFECT_FAULT;
        effect->fault = *fault;
        effect->fault.lane = warp_deciding_lane(warp);
        return;
    }
    state->mepc = (uint32_t)insn->pc;
    state->mcause = cause;
    state->mtval = value;
    effect->kind = EFFECT_TRAP;
    effect->target = state->mtvec & ~3u;
}

void rv32_raise_illegal(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    struct fault fault = {.kind = FAULT_ILLEGAL, .bytes = 4, .address = insn->bits};
    rv32_raise(warp, insn, effect, RV32_CAUSE_ILLEGAL, (uint32_t)insn->bits, &fault);
}

void rv32_illegal(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    rv32_raise_illegal(warp, insn, effect);
}

void rv32_missing_feature(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    rv32_raise_illegal(warp, insn, effect);
}

static void raise_call(struct warp *warp, const struct insn *insn, struct effect *effect,
                       enum rv32_cause cause)
{
    struct fault fault = {.kind = FAULT_UNHANDLED_TRAP, .address = cause};
    rv32_raise(warp, insn, effect, cause, 0, &fault);
}

void rv32_ecall(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    raise_call(warp, insn, effect, RV32_CAUSE_ECALL);
}

void rv32_ebreak(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    raise_call(warp, insn, effect, RV32_CAUSE_BREAKPOINT);
}

/* Back to mepc, for all lanes. */
void rv32_mret(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    struct rv32_state *state = rv32_state(warp);
    if (!state->environment->traps) {
        rv32_raise_illegal(warp, insn, effect);
        return;
    }
    for (unsigned lane = 0; lane < LANES_MAX; lane++)
        state->lane_target[lane] = state->mepc;
    effect->kind = EFFECT_JUMP;
    effect->target = state->mepc;
    effect->lane_target = state->lane_target;
}
