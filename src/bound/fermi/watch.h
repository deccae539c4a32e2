/* SPDX-License-Identifier: Apache-2.0 */
/* watch.h - counts in a run what the bound of its launch predicts. */
#ifndef WARPCLOCK_BOUND_FERMI_WATCH_H
#define WARPCLOCK_BOUND_FERMI_WATCH_H

#include "bound/engine/expectation.h"
#include "bound/fermi/tally.h"

struct fermi_watch {
    struct bound_watch watch; /* first */
    const struct program *program;
    uint64_t *runs, *seen;    /* by instruction: predicted, observed */
    uint64_t predicted[FERMI_WORKS], observed[FERMI_WORKS];
    uint64_t misses, missed;  /* of loads */
};

struct fermi_watch *fermi_watch_new(struct arena *arena, const struct fermi_tally *tally,
                                    uint64_t misses, const struct reach *reach);

#endif
