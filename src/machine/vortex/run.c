/* SPDX-License-Identifier: Apache-2.0 */
/* run.c - the beginning and the end of a launch, clocked or not. */
#include <string.h>

#include "machine/common/steps.h"
#include "machine/vortex/clock.h"

void vortex_begin(struct vortex *vortex, struct error *err, struct memory *memory,
                  const struct launch *launch, const struct run_control *control,
                  struct outcome *outcome)
{
    vortex->err = err;
    vortex->memory = memory;
    vortex->launch = launch;
    vortex->control = control;
    vortex->outcome = outcome;
    vortex->limits = (struct limits){.err = err, .machine = &vortex->machine, .control = control,
                                     .outcome = outcome, .describe = vortex_describe_warps,
                                     .warps = "warp"};
    vortex->stopped = false;
    outcome->statistics.systems =
        SYSTEM_SWAS | (vortex->clock->oracle.on ? SYSTEM_SWAS_ORACLE : 0);
    if (control->steps)
        steps_launch(control->steps, launch);
}

void vortex_log_step(const struct vortex_core *core, const struct vortex_warp *w,
                     const struct insn *insn, const struct effect *effect)
{
    struct step_warp who = {.group = {core->id}, .warp = w->warp.slot};
    steps_after(core->machine->control->steps, &w->warp, insn, effect, &who);
}

enum wc_status vortex_start_cores(struct vortex *vortex)
{
    uint32_t entry;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        struct vortex_core *core = &vortex->cores[i];
        memory_port_reset(&core->port, vortex->memory);
        for (uint32_t slot = 0; slot < vortex->numbers.warps; slot++)
            core->warps[slot].port = core->port;
    }
    enum wc_status status = vortex_prepare(vortex, &entry);
    if (status != WC_OK)
        return status;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        struct vortex_core *core = &vortex->cores[i];
        vortex_core_reset(core);
        vortex_warp_start(core, 0, entry, vortex->mscratch); /* every core starts on its own */
    }
    for (uint32_t i = 0; i < vortex->barrier_total; i++)
        barrier_reset(&vortex->global_barriers[i]);
    return WC_OK;
}

enum wc_status vortex_finish(struct vortex *vortex, enum wc_status status)
{
    vortex_console_flush(vortex);
    if (status == WC_OK)
        vortex_exit_code(vortex);
    return status;
}

bool vortex_any_active(const struct vortex *vortex)
{
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        if (vortex->cores[i].active)
            return true;
    }
    return false;
}

bool vortex_check_verdict(struct vortex *vortex)
{
    uint64_t value = 0;
    memcpy(&value, vortex->tohost, sizeof value);
    if (!value)
        return false;
    vortex->outcome->has_verdict = true;
    vortex->outcome->verdict = value >> 1 > UINT32_MAX ? UINT32_MAX : (uint32_t)(value >> 1);
    vortex->stopped = true;
    return true;
}
