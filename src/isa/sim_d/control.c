/* SPDX-License-Identifier: Apache-2.0 */
/* control.c - control flow as effects: which lanes want what. The machine keeps masks and stack. */
#include "isa/sim_d/arithmetic.h"
#include "isa/sim_d/run.h"
#include "isa/sim_d/table.h"

void sim_d_jump(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    effect->kind = EFFECT_BRANCH;
    effect->taken = warp->mask | 1;
}

SIM_D_INLINE void branch(struct warp *warp, const struct insn *insn, struct effect *effect,
                         sim_d_unary *f)
{
    effect->kind = EFFECT_BRANCH;
    effect->taken = f(sim_d_scalar(warp, &sim_d_of(insn)->operand[1]));
}

void sim_d_sicj_ez(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, word_ez);
}

void sim_d_sicj_nz(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, word_nz);
}

void sim_d_sicj_g(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, word_g);
}

void sim_d_sicj_ge(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, word_ge);
}

void sim_d_sicj_l(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, word_l);
}

void sim_d_sicj_le(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    branch(warp, insn, effect, word_le);
}

/* The predicate operand, which is always the last one. */
static bool predicate(const struct warp *warp, const struct insn *insn, uint64_t *out)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    for (unsigned i = 0; i < SIM_D_OPERANDS; i++) {
        if (own->operand[i].kind != SIM_D_KIND_P)
            continue;
        *out = sim_d_state(warp)->predicate[own->operand[i].value];
        return true;
    }
    return false;
}

/* Without a predicate the mask of the entry's type is pushed as it is. */
void sim_d_cpush(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const enum sim_d_stack_type type = (enum sim_d_stack_type)sim_d_of(insn)->row->stack;
    effect->kind = EFFECT_TOKEN;
    effect->value = type;
    effect->taken = sim_d_state(warp)->mask[sim_d_stack_mask(type)];
    predicate(warp, insn, &effect->taken);
}

/* Without a predicate: all lanes. */
void sim_d_predicate_effect(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    effect->kind = EFFECT_LEAVE;
    effect->taken = ~UINT64_C(0);
    predicate(warp, insn, &effect->taken);
}

void sim_d_cpop(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp;
    (void)insn;
    effect->kind = EFFECT_JOIN;
}
