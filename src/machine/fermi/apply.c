/* SPDX-License-Identifier: Apache-2.0 */
/* apply.c - applies an instruction's effect to the lanes of a warp and to its group.
 *
 * A barrier is complete only after the arriving lanes have moved behind it: then they can be
 * released like all others. */
#include "machine/fermi/model.h"

static const char *const no_warp_control =
    "%s is an instruction of Vortex; this machine dispatches threads itself and runs plain RV32";

static enum wc_status refuse(struct run_state *run, struct resident *w, const struct insn *insn)
{
    return run_fail(run, w, insn, no_warp_control, insn->op->name);
}

/* The lanes of the running split go on; with a full heap they go to memory. */
static enum wc_status follow(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                             const struct effect *effect)
{
    struct fermi_turn turn;
    if (!fermi->numbers.frontier)
        return fermi_stack_go(fermi, w, insn, effect);
    enum wc_status status = fermi_turn(fermi, w, insn, effect, &turn);
    if (status != WC_OK)
        return status;
    turn.move.spill = true;
    fermi_go(fermi, w, 0, &turn, fermi->run.cycle);
    return WC_OK;
}

static enum wc_status move(struct fermi *fermi, struct fermi_warp *w, const struct insn *insn,
                           struct effect *effect)
{
    enum wc_status status = fermi_resolve(fermi, w, insn, effect);
    if (status == WC_OK && effect->kind == EFFECT_BARRIER)
        status = fermi_arrive(fermi, w, insn, effect);
    if (status == WC_OK)
        status = follow(fermi, w, insn, effect);
    if (status != WC_OK)
        return status;
    fermi_rest(fermi, w);
    if (effect->kind == EFFECT_BARRIER || (effect->kind == EFFECT_EXIT && w->live))
        fermi_leave_barriers(fermi, fermi_group_of(&w->resident));
    if (w->live && w->hot[0].mask)
        fermi_take(w, &w->hot[0]);
    return WC_OK;
}

enum wc_status fermi_apply(struct run_state *run, struct resident *resident,
                           const struct insn *insn, const struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_FAULT:
        return run_fault(run, resident, insn, &effect->fault);
    case EFFECT_MASK:
    case EFFECT_SPLIT:
    case EFFECT_JOIN:
    case EFFECT_PREDICATE:
    case EFFECT_SPAWN:
    case EFFECT_TRAP:
        return refuse(run, resident, insn);
    default:
        return move((struct fermi *)run, fermi_warp_of(resident), insn, &run->effect);
    }
}

void fermi_describe_wait(const struct run_state *run, const struct resident *w, struct text *out)
{
    const struct fermi_warp *warp = (const struct fermi_warp *)w;
    const struct fermi_group *group = fermi_group_of(w);
    const struct fermi_barrier *barrier = &group->barrier[warp->barrier];
    uint32_t here = 0, live = 0;
    (void)run;
    for (uint32_t i = 0; i < group->group.warps; i++) {
        here += (uint32_t)__builtin_popcountll(barrier->arrived[i]);
        live += (uint32_t)__builtin_popcountll(fermi_warp_of(group->group.warp[i])->live);
    }
    text_add(out, "at barrier %u, where %u of %u threads have arrived", warp->barrier, here, live);
}
