/* SPDX-License-Identifier: Apache-2.0 */
/* invariants.h - an observer that holds a clocked run to what must be true of every one.
 *
 * At most one issue and one fetch a core and cycle (SWAS-1); issues and waits of a warp tile time
 * from the launch to its end; nothing issues before the start, behind the end, at a barrier or with
 * no lane; queues neither overflow nor run below zero (SWAS-5); no fetch between a miss and its
 * line (SWAS-19); nothing is done before it began. A breach is a defect of warpclock, not of the
 * kernel. */
#ifndef WARPCLOCK_MACHINE_COMMON_INVARIANTS_H
#define WARPCLOCK_MACHINE_COMMON_INVARIANTS_H

#include "base/error.h"
#include "machine/common/observer.h"

struct invariants;

/* For any number of launches, one after the other. NULL: no memory. */
struct invariants *invariants_new(void);
struct observer *invariants_observer(struct invariants *invariants);
/* WC_INTERNAL with the first breach: cycle, core, warp, what. A launch that was cut short is held
 * to the same, except that its warps need not have ended. */
enum wc_status invariants_result(struct error *err, const struct invariants *invariants);
void invariants_free(struct invariants *invariants);

#endif
