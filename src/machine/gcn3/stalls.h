/* SPDX-License-Identifier: Apache-2.0 */
/* stalls.h - why a wavefront waited (machine/common/stalls.h). */
#ifndef WARPCLOCK_MACHINE_GCN3_STALLS_H
#define WARPCLOCK_MACHINE_GCN3_STALLS_H

#include "machine/common/stalls.h"
#include "machine/gcn3/clock.h"

/* Gives every cycle from the last counted one up to `now` - 1 its reason. */
static inline void gcn3_stalls_count(struct gcn3_simd *simd, uint32_t slot, cycle_t now)
{
    const struct partition *p = &simd->partition;
    struct stalls wait;
    if (!stalls_count(&simd->partition, slot, now, &wait))
        return;
    /* The rest of the wait was for a busy unit or for the SIMD's turn. */
    stalls_until(&wait, partition_unit_free(p, p->timing[slot]->unit), STALL_UNIT);
    stalls_until(&wait, now, STALL_NOT_SELECTED);
}

#endif
