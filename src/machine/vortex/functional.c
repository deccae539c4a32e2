/* SPDX-License-Identifier: Apache-2.0 */
/* functional.c - runs Vortex without a clock: results only, as fast as possible.
 *
 * Cores take turns; in each turn a core's scheduler picks a warp that can run (parameter
 * functional.order), which then runs a slice of instructions or until it waits or ends. The order
 * is fixed, so every run of a job gives the same memory and the same counts. */
#include "machine/common/limits.h"
#include "machine/common/slice.h"
#include "machine/vortex/model.h"

static inline void tick(struct run_state *run, struct resident *w, const struct insn *insn)
{
    struct vortex_core *core = &((struct vortex *)run)->cores[w->warp.core];
    (void)insn;
    vortex_retire(core, &w->warp);
    core->cycle++;
}

static inline bool stops(struct run_state *run, const struct insn *insn)
{
    return ((struct vortex *)run)->tohost && insn->flags & INSN_STORE &&
           vortex_check_verdict(run);
}

static enum wc_status run_silent(struct run_state *run, struct resident *w, uint64_t max)
{
    return slice_run(run, w, max, false, (struct slice_ops){.tick = tick, .stops = stops});
}

static enum wc_status run_logged(struct run_state *run, struct resident *w, uint64_t max)
{
    return slice_run(run, w, max, true, (struct slice_ops){.tick = tick, .stops = stops});
}

/* One slice for a warp of every core that can run one; *ran: there was one. */
static enum wc_status run_round(struct vortex *vortex, bool *ran)
{
    struct run_state *run = &vortex->run;
    for (uint32_t i = 0; i < vortex->numbers.cores && !run->stopped; i++) {
        struct vortex_core *core = &vortex->cores[i];
        int slot = scheduler_turn(&core->scheduler, core->active & ~core->blocked);
        if (slot < 0)
            continue;
        *ran = true;
        uint64_t slice = 0;
        enum wc_status status = limits_slice(run, &slice);
        if (status == WC_OK)
            status = (run->control->steps ? run_logged : run_silent)(
                run, &core->warps[slot].resident, slice);
        if (status != WC_OK)
            return status;
    }
    vortex_console_drain(run);
    return WC_OK;
}

enum wc_status vortex_run_functional(struct run_state *run)
{
    struct vortex *vortex = (struct vortex *)run;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        scheduler_reset(&vortex->cores[i].scheduler, vortex->numbers.functional_order,
                        vortex->numbers.warps);
    while (run->live && !run->stopped) {
        bool ran = false;
        enum wc_status status = run_round(vortex, &ran);
        if (status != WC_OK)
            return status;
        if (!ran)
            return limits_deadlock(run);
    }
    return WC_OK;
}
