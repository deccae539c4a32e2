/* SPDX-License-Identifier: Apache-2.0 */
/* timeline.h - a run over time, small enough for a page: what every warp slot, unit, memory and
 * bank of DRAM did, in a fixed number of bins.
 *
 * A bin is one cycle at first. When the run outgrows the bins, neighbours are added together and a
 * bin has twice the cycles. So memory and page stay small for runs of any length, nothing is
 * allocated while the launch runs, and a short run keeps every cycle. */
#ifndef WARPCLOCK_REPORT_TIMELINE_H
#define WARPCLOCK_REPORT_TIMELINE_H

#include <jansson.h>

#include "machine/common/observer.h"
#include "machine/common/topology.h"

/* What a warp slot does in a cycle: it issues, or it has a reason to wait, STALL_IDLE aside. */
enum { TIMELINE_ISSUE, TIMELINE_WAIT, TIMELINE_STATES = TIMELINE_WAIT + STALL_IDLE };

struct timeline;

/* NULL: no memory. */
struct timeline *timeline_new(const struct topology *topology);
struct observer *timeline_observer(struct timeline *timeline);
/* NULL: memory ran out, or nothing was launched. */
json_t *timeline_json(const struct timeline *timeline);
/* NULL is allowed. */
void timeline_free(struct timeline *timeline);

#endif
