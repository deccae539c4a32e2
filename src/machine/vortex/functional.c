/* SPDX-License-Identifier: Apache-2.0 */
/* functional.c - running Vortex without a clock: results only, as fast as they come.
 *
 * Cores take turns; in each turn a core's scheduler picks a warp that can run (parameter
 * functional.order), which then runs a slice of instructions or until it waits or ends. The order
 * is fixed, so the same job gives the same memory and the same counts every time. */
#include "machine/common/steps.h"
#include "machine/vortex/model.h"

/* Runs one warp until it waits, ends, or its slice is over. One body, compiled with and without a
 * log of its steps. */
static inline __attribute__((always_inline)) enum wc_status
run_slice(struct vortex_core *core, struct vortex_warp *w, uint64_t max, struct effect *effect,
          bool logged)
{
    struct vortex *vortex = core->machine;
    const struct insn *insns = vortex->launch->program->insns;
    const uint64_t bit = 1ull << w->warp.slot;
    for (uint64_t i = 0; i < max; i++) {
        const struct insn *insn = &insns[w->warp.pc];
        effect->kind = EFFECT_NONE;
        vortex_count_instruction(core, &w->warp, insn);
        core->cycle++;
        if (logged)
            steps_before(vortex->control->steps, &w->warp, insn);
        insn->run(&w->warp, insn, effect);
        if (effect->kind <= EFFECT_FENCE && insn->next >= 0) {
            w->warp.pc = (uint32_t)insn->next;
            if (logged)
                vortex_log_step(core, w, insn, effect);
            if (vortex->tohost && insn->flags & INSN_STORE && vortex_check_verdict(vortex))
                return WC_OK;
            continue;
        }
        enum wc_status status = vortex_apply(core, w, insn, effect);
        if (logged)
            vortex_log_step(core, w, insn, effect);
        if (status != WC_OK)
            return status;
        if (!(core->active & ~core->blocked & bit))
            break;
    }
    return WC_OK;
}

static enum wc_status run_silent(struct vortex_core *core, struct vortex_warp *w, uint64_t max,
                                 struct effect *effect)
{
    return run_slice(core, w, max, effect, false);
}

static enum wc_status run_logged(struct vortex_core *core, struct vortex_warp *w, uint64_t max,
                                 struct effect *effect)
{
    return run_slice(core, w, max, effect, true);
}

/* One slice for a warp of every core that has one to run; *ran tells whether there was one. */
static enum wc_status run_round(struct vortex *vortex, struct effect *effect, bool *ran)
{
    for (uint32_t i = 0; i < vortex->numbers.cores && !vortex->stopped; i++) {
        struct vortex_core *core = &vortex->cores[i];
        int slot = scheduler_turn(&core->scheduler, core->active & ~core->blocked);
        if (slot < 0)
            continue;
        *ran = true;
        uint64_t slice = 0;
        enum wc_status status = limits_slice(&vortex->limits, &slice);
        if (status == WC_OK)
            status = (vortex->control->steps ? run_logged : run_silent)(
                core, &core->warps[slot], slice, effect);
        if (status != WC_OK)
            return status;
    }
    vortex_console_drain(vortex);
    return WC_OK;
}

static enum wc_status run_to_end(struct vortex *vortex)
{
    static const struct effect nothing;
    struct effect effect = nothing;
    while (vortex_any_active(vortex) && !vortex->stopped) {
        bool ran = false;
        enum wc_status status = run_round(vortex, &effect, &ran);
        if (status != WC_OK)
            return status;
        if (!ran)
            return limits_deadlock(&vortex->limits);
    }
    return WC_OK;
}

enum wc_status vortex_run_functional(struct error *err, struct machine *machine,
                                     struct memory *memory, const struct launch *launch,
                                     const struct run_control *control, struct outcome *outcome)
{
    struct vortex *vortex = (struct vortex *)machine;
    vortex_begin(vortex, err, memory, launch, control, outcome);
    enum wc_status status = vortex_start_cores(vortex);
    if (status != WC_OK)
        return status;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        scheduler_reset(&vortex->cores[i].scheduler, vortex->numbers.functional_order,
                        vortex->numbers.warps);
    return vortex_finish(vortex, run_to_end(vortex));
}
