/* SPDX-License-Identifier: Apache-2.0 */
/* waits.c - what a warp waits for. */
#include "machine/vortex/model.h"

void vortex_describe_wait(const struct run_state *run, const struct resident *resident,
                          struct text *out)
{
    const struct vortex *vortex = (const struct vortex *)run;
    const struct vortex_warp *w = (const struct vortex_warp *)resident;
    const struct vortex_core *core = &vortex->cores[resident->warp.core];
    const struct barrier *barrier = &core->barriers[w->wait_value % vortex->barrier_total];
    switch (w->wait) {
    case WAIT_BARRIER:
        text_add(out, "at barrier %u, where %u of %u warps have arrived", w->wait_value,
                 barrier->arrived, barrier->expected);
        break;
    case WAIT_PHASE:
        text_add(out, "for the end of phase %u of barrier %u", barrier->phase, w->wait_value);
        break;
    case WAIT_GLOBAL_BARRIER:
        text_add(out, "at global barrier %u", w->wait_value);
        break;
    default:
        text_add(out, "for all other warps of the core to end before WSPAWN");
    }
}
