/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.c - why a warp waited (machine/common/stalls.h). */
#include "machine/vortex/stalls.h"

void vortex_stalls_count(struct vortex_core *core, uint32_t slot, cycle_t now)
{
    struct vortex_timing *t = &core->pipeline->warp[slot];
    struct stalls wait = vortex_stalls_begin(core, slot, now);
    enum vortex_wait held = core->warps[slot].wait;
    t->counted = later(t->counted, now);
    if (!(core->active >> slot & 1)) {
        stalls_until(&wait, now, STALL_IDLE);
        return;
    }
    stalls_until(&wait, t->started, STALL_IDLE);
    if (held != WAIT_NONE)
        stalls_until(&wait, now, STALL_BARRIER);
    vortex_stalls_own(core, slot, &wait);
}
