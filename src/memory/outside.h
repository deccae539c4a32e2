/* SPDX-License-Identifier: Apache-2.0 */
/* outside.h - accesses to addresses in no allocation, where a job tolerates them
 * (`on_out_of_bounds: warn`).
 *
 * Every such access gets zeroed bytes of its own: loads and atomics read 0, and what is stored
 * there is gone with the next access. */
#ifndef WARPCLOCK_MEMORY_OUTSIDE_H
#define WARPCLOCK_MEMORY_OUTSIDE_H

#include "isa/warp.h"
#include "memory/memory.h"

enum { OUTSIDE_BYTES = 64 }; /* the largest access: a scalar load of 16 words */

struct outside {
    /* An access of the warp's current instruction, as the fault that it would have been. */
    void (*tell)(void *user, struct warp *warp, const struct fault *fault);
    void *user;
    struct allocation allocation;
    alignas(16) uint8_t bytes[OUTSIDE_BYTES];
};

/* Reports the access of a lane in effect->access; false: it is not tolerated, and now the effect's
 * fault. */
bool outside_tell(struct warp *warp, struct effect *effect, unsigned lane);
/* Zeroed bytes at the address, up to the next call. */
struct allocation *outside_at(struct outside *outside, uint64_t address);

#endif
