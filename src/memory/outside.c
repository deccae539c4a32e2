/* SPDX-License-Identifier: Apache-2.0 */
/* outside.c - zeroed bytes instead of a fault. */
#include "memory/outside.h"

#include <string.h>

#include "memory/port_wide.h"

bool outside_tell(struct warp *warp, struct effect *effect, unsigned lane)
{
    struct outside *outside = warp->memory->memory->outside;
    memory_wide_fault(effect, FAULT_OUT_OF_BOUNDS, lane);
    if (!outside)
        return false;
    effect->kind = EFFECT_MEMORY;
    outside->tell(outside->user, warp, &effect->fault);
    return true;
}

struct allocation *outside_at(struct outside *outside, uint64_t address)
{
    memset(outside->bytes, 0, sizeof outside->bytes);
    outside->allocation = (struct allocation){.base = address, .size = sizeof outside->bytes,
                                              .bytes = outside->bytes, .writable = true};
    return &outside->allocation;
}
