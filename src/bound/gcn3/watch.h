/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h - counts in a run what the bound of a GCN3 launch predicts. */
#ifndef WARPCLOCK_BOUND_GCN3_WATCH_H
#define WARPCLOCK_BOUND_GCN3_WATCH_H

#include "bound/gcn3/sum.h"
#include "bound/gcn3/walk.h"

struct gcn3_watch {
    struct bound_watch watch; /* first */
    struct arena *arena;
    const struct program *program;
    struct gcn3_costs costs;
    bool splits; /* at branches: whether they do is not known, and merges take slots */
    /* Predicted. */
    uint64_t quantity[QUANTITIES];
    uint64_t *runs;             /* by instruction */
    struct gcn3_widest *widest; /* by instruction, of one access */
    uint64_t waves, waiting, cycles;
    /* Observed. */
    struct gcn3_seen *seen;
};

struct gcn3_watch *gcn3_watch_new(struct arena *arena, const struct gcn3_program *program,
                                  const struct gcn3_sum *sum, const struct gcn3_widest *widest,
                                  const struct term *tree);

#endif
