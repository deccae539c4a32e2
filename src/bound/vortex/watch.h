/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h - the observer of a run that counts what the bound of its launch predicts. */
#ifndef WARPCLOCK_BOUND_VORTEX_WATCH_H
#define WARPCLOCK_BOUND_VORTEX_WATCH_H

#include "bound/vortex/counts.h"

/* Everything that outlives the analysis. */
struct vortex_watch {
    struct bound_watch watch; /* first */
    struct vortex_costs costs;
    struct footprint footprint;
    struct vortex_counts predicted;
    struct watched *seen; /* while the launch runs, and after it */
};

struct vortex_watch *vortex_watch_new(struct arena *arena);

#endif
