/* SPDX-License-Identifier: Apache-2.0 */
/* run.c - the beginning and the end of a launch, clocked or not. */
#include <string.h>

#include "machine/common/taint.h"
#include "machine/vortex/clock.h"

/* Local memory of every core has labels while values are followed. */
static enum wc_status label_local(struct vortex *vortex)
{
    uint64_t bytes = vortex->numbers.local_bytes;
    uint8_t *labels;
    enum wc_status status = taint_label(&vortex->run, vortex->numbers.cores * bytes, &labels);
    for (uint32_t i = 0; status == WC_OK && i < vortex->numbers.cores; i++) {
        struct allocation *local = &vortex->cores[i].port.local;
        local->labels = labels ? labels + i * bytes : NULL;
        local->first_label = LABEL_MEMORY;
    }
    return status;
}

enum wc_status vortex_prepare(struct run_state *run)
{
    struct vortex *vortex = (struct vortex *)run;
    uint32_t entry;
    run->outcome->statistics.has = (vortex->clock->oracle.on ? VORTEX_HAS_ORACLE : 0) |
                                   (vortex->clock->has_l2 ? VORTEX_HAS_L2 : 0);
    enum wc_status status = label_local(vortex);
    if (status != WC_OK)
        return status;
    for (uint32_t i = 0; i < vortex->numbers.cores; i++) {
        struct vortex_core *core = &vortex->cores[i];
        memory_port_reset(&core->port, run->memory);
        for (uint32_t slot = 0; slot < vortex->numbers.warps; slot++)
            core->warps[slot].resident.port = core->port;
    }
    status = vortex_place_launch(vortex, &entry);
    if (status != WC_OK)
        return status;
    vortex->dispatch = (struct vortex_dispatch){0};
    for (uint32_t i = 0; i < vortex->numbers.cores; i++)
        vortex_core_reset(&vortex->cores[i]);
    if (vortex_is_dispatched(run->launch))
        vortex_dispatch_begin(vortex, entry);
    else /* every core starts on its own */
        for (uint32_t i = 0; i < vortex->numbers.cores; i++)
            vortex_warp_start(&vortex->cores[i], 0, entry, 1, vortex->mscratch);
    for (uint32_t i = 0; i < vortex->barrier_total; i++)
        barrier_reset(&vortex->global_barriers[i]);
    return WC_OK;
}

/* The purpose of SWaS: no cycle deviates from the policy (SWAS-42, SWAS-54). */
static enum wc_status check_policy(struct vortex *vortex)
{
    uint64_t errors = vortex->run.outcome->statistics.count[STAT_SWAS_ERRORS];
    if (vortex->clock->frontend != FRONT_SWAS || !errors)
        return WC_OK;
    return fail(vortex->run.err, WC_INTERNAL, "SWaS violated its policy in %llu cycles",
                (unsigned long long)errors);
}

enum wc_status vortex_finish(struct run_state *run, enum wc_status status)
{
    struct vortex *vortex = (struct vortex *)run;
    if (status == WC_OK)
        status = check_policy(vortex);
    vortex_console_flush(vortex);
    if (status == WC_OK)
        vortex_exit_code(vortex);
    return status;
}

/* A test for an extension that the machine lacks fails in its trap handler. */
static uint64_t find_illegal(const struct vortex *vortex)
{
    for (uint32_t slot = 0; slot < vortex->numbers.warps; slot++) {
        const struct rv32_state *state = &vortex->cores[0].warps[slot].state;
        if (state->mcause == RV32_CAUSE_ILLEGAL)
            return state->mepc;
    }
    return 0;
}

bool vortex_check_verdict(struct run_state *run)
{
    const struct vortex *vortex = (const struct vortex *)run;
    uint64_t value = 0;
    memcpy(&value, vortex->tohost, sizeof value);
    taint_read(run, vortex->tohost_address, sizeof value, "tohost");
    if (!value)
        return false;
    run->outcome->has_verdict = true;
    run->outcome->verdict = value >> 1 > UINT32_MAX ? UINT32_MAX : (uint32_t)(value >> 1);
    run->outcome->illegal_at = run->outcome->verdict ? find_illegal(vortex) : 0;
    run->stopped = true;
    return true;
}
