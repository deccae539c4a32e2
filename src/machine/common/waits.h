/* SPDX-License-Identifier: Apache-2.0 */
/* waits.h - the cycles that warps waited, by the instruction that they waited to issue.
 *
 * A machine counts them beside its sums by reason, where it knows the instruction anyway: one more
 * addition per wait. Observers could count the same from events (report/profile.h has more), but
 * events cost a multiple of that. */
#ifndef WARPCLOCK_MACHINE_COMMON_WAITS_H
#define WARPCLOCK_MACHINE_COMMON_WAITS_H

#include "machine/common/run_state.h"

/* Counts of an instruction by its index, by reason; where nobody reads them if it is not counted or
 * there is no such instruction (a slot without a warp). */
static inline uint64_t *waits_of(struct run_state *run, uint32_t index)
{
    uint64_t *waits = run->control->waits;
    return waits && index < run->launch->program->count ? &waits[(size_t)index * STALL_COUNT]
                                                        : run->uncounted;
}

#endif
