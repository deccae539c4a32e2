/* SPDX-License-Identifier: Apache-2.0 */
/* move.c - moves between registers, special registers and the table of mapped buffers. */
#include "isa/sim_d/lanes.h"
#include "isa/sim_d/run.h"

enum { STRIDE_BITS = 20 }; /* of sd_words, sd_period and sd_period_cnt */

SIM_D_INLINE uint32_t same(uint32_t a)
{
    return a;
}

LANEWISE void sim_d_mov(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, same);
}

LANEWISE void sim_d_movvsp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_each1(warp, insn, effect, same);
}

void sim_d_smov(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    sim_d_state(warp)->group->scalar[own->operand[0].value] =
        sim_d_scalar(warp, &own->operand[1]);
    effect->kind = EFFECT_NONE;
}

void sim_d_smovssp(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct sim_d_insn *own = sim_d_of(insn);
    sim_d_state(warp)->group->special[own->operand[0].value] =
        sim_d_scalar(warp, &own->operand[1]) & ((1u << STRIDE_BITS) - 1);
    effect->kind = EFFECT_NONE;
}

static const struct sim_d_buffer *queried(const struct warp *warp, const struct insn *insn)
{
    return &sim_d_state(warp)->group->dram[sim_d_of(insn)->operand[1].value];
}

void sim_d_bufquery_x(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_state(warp)->group->scalar[sim_d_of(insn)->operand[0].value] =
        queried(warp, insn)->dim_x;
    effect->kind = EFFECT_NONE;
}

void sim_d_bufquery_y(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    sim_d_state(warp)->group->scalar[sim_d_of(insn)->operand[0].value] =
        queried(warp, insn)->dim_y;
    effect->kind = EFFECT_NONE;
}
