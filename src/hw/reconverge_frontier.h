/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_frontier.h - thread frontiers as a reader of effects: the split of lowest key runs.
 *
 * For machines that run one split of a warp at a time; those that interweave splits use the heap
 * of contexts itself (contexts.h). */
#ifndef WARPCLOCK_HW_RECONVERGE_FRONTIER_H
#define WARPCLOCK_HW_RECONVERGE_FRONTIER_H

#include "hw/contexts.h"

/* One warp of a heap. */
struct frontier {
    struct contexts *contexts;
    uint32_t warp;
    cycle_t now; /* set by a machine with a clock; counts effects otherwise */
};

#endif
