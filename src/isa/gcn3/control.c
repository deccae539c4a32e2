/* SPDX-License-Identifier: Apache-2.0 */
/* control.c - control flow, barriers, and instructions that only take time. Scalar control is
 * uniform: all lanes go the same way, whatever EXEC says (gcn3.h lists the effects). */
#include "isa/gcn3/lanes.h"
#include "isa/gcn3/run.h"

void gcn3_nothing(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn;
    effect->kind = EFFECT_NONE;
}

void gcn3_s_endpgm(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    effect->kind = EFFECT_EXIT;
    effect->taken = lanes_all(warp->lanes);
}

/* ---- Branches ---- */

static void branch(const struct warp *warp, struct effect *effect, bool taken)
{
    effect->kind = EFFECT_BRANCH;
    effect->taken = taken ? lanes_all(warp->lanes) : 0;
}

void gcn3_s_branch(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    branch(warp, effect, true);
}

void gcn3_s_cbranch_scc0(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    branch(warp, effect, !gcn3_state(warp)->scc);
}

void gcn3_s_cbranch_scc1(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    branch(warp, effect, gcn3_state(warp)->scc);
}

void gcn3_s_cbranch_vccz(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    branch(warp, effect, gcn3_scalar_pair(gcn3_state(warp), GCN3_VCC) == 0);
}

void gcn3_s_cbranch_vccnz(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    branch(warp, effect, gcn3_scalar_pair(gcn3_state(warp), GCN3_VCC) != 0);
}

/* EXEC of this wavefront's own lanes (PWS-6). */
void gcn3_s_cbranch_execz(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    branch(warp, effect, warp->mask == 0);
}

void gcn3_s_cbranch_execnz(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    branch(warp, effect, warp->mask != 0);
}

/* There is no debugger to set a flag. */
void gcn3_s_cbranch_cdbg(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)insn;
    branch(warp, effect, false);
}

/* ---- Addresses ---- */

static uint64_t address_behind(const struct insn *insn)
{
    return insn->pc + gcn3_of(insn)->bytes;
}

static void jump(struct effect *effect, uint64_t address)
{
    effect->kind = EFFECT_JUMP;
    effect->target = address;
    effect->lane_target = NULL;
}

void gcn3_s_getpc_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_scalar_put_wide(warp, &gcn3_of(insn)->dst, address_behind(insn));
    effect->kind = EFFECT_NONE;
}

void gcn3_s_setpc_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    jump(effect, gcn3_scalar_wide(warp, &gcn3_of(insn)->src[0]));
}

void gcn3_s_swappc_b64(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    jump(effect, gcn3_scalar_wide(warp, &gcn3_of(insn)->src[0]));
    gcn3_scalar_put_wide(warp, &gcn3_of(insn)->dst, address_behind(insn));
}

/* ---- Others ---- */

void gcn3_s_barrier(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp, (void)insn;
    effect->kind = EFFECT_BARRIER;
    effect->value = 0;
    effect->count = 0;
}

/* There is no trap handler; a trap is how programs give up. */
void gcn3_s_trap(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    gcn3_unsupported(warp, insn, effect);
    effect->fault.kind = FAULT_BREAKPOINT;
}

/* PWS-4: the mask's words are two operands. */
void gcn3_s_pws_split(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    const struct gcn3_insn *own = gcn3_of(insn);
    effect->kind = EFFECT_SPLIT;
    effect->value = 0;
    effect->taken = gcn3_scalar(warp, &own->src[0]) |
                    (uint64_t)gcn3_scalar(warp, &own->src[1]) << 32;
}

void gcn3_s_pws_merge(struct warp *warp, const struct insn *insn, struct effect *effect)
{
    (void)warp;
    effect->kind = EFFECT_JOIN;
    effect->value = gcn3_of(insn)->simm16;
}
