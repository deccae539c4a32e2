/* SPDX-License-Identifier: Apache-2.0 */
/* published.h - the figures of the SWaS paper in papers/swas/published.yaml. */
#ifndef WARPCLOCK_PAPER_SWAS_PUBLISHED_H
#define WARPCLOCK_PAPER_SWAS_PUBLISHED_H

#include "paper/claims.h"

enum { SWAS_BENCHMARKS = 6 };

struct published_benchmark {
    const char *name;
    double instructions; /* Table I */
    double ratio, errors; /* Table II */
    struct published_span latency; /* mean load latency, cycles */
};

struct swas_published {
    struct published_benchmark benchmarks[SWAS_BENCHMARKS]; /* in the file's order */
    struct published_span ipc, error_rate, lowest_errors;
    double gtlo_fetch; /* IPC of psort with GTLO fetch over LRR fetch */
    double worst_ratio;
    struct claims claims;
};

enum wc_status swas_published_load(struct error *err, struct arena *arena, const char *path,
                                   struct swas_published *published);

#endif
