/* SPDX-License-Identifier: Apache-2.0 */
/* invariants.h - an observer that checks the invariants of every clocked run.
 *
 * At most one issue and one fetch per core and cycle (SWAS-1); issues and waits of a warp cover the
 * time from the launch to its end without gaps; nothing issues before the start, after the end, at
 * a barrier or without lanes; queues neither overflow nor underflow (SWAS-5); no fetch between a
 * miss and its line (SWAS-19); nothing ends before it began. A violation is a bug of warpclock, not
 * of the kernel. */
#ifndef WARPCLOCK_MACHINE_COMMON_INVARIANTS_H
#define WARPCLOCK_MACHINE_COMMON_INVARIANTS_H

#include "base/error.h"
#include "machine/common/observer.h"

struct invariants;

/* For any number of consecutive launches. NULL: out of memory. */
struct invariants *invariants_new(void);
struct observer *invariants_observer(struct invariants *invariants);
/* WC_INTERNAL with the first violation: cycle, core, warp, what. The same holds for a launch that
 * was stopped, except that its warps need not have ended. */
enum wc_status invariants_result(struct error *err, const struct invariants *invariants);
void invariants_free(struct invariants *invariants);

#endif
