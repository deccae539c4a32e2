/* SPDX-License-Identifier: Apache-2.0 */
/* swas_published.h - the figures of the SWaS paper as papers/swas/published.yaml has them. */
#ifndef WARPCLOCK_PAPER_SWAS_PUBLISHED_H
#define WARPCLOCK_PAPER_SWAS_PUBLISHED_H

#include "base/arena.h"
#include "base/error.h"

enum { SWAS_BENCHMARKS = 6, SWAS_LIMITS_MOST = 6, SWAS_CLAIMS_MOST = 32 };

struct published_span {
    double least, most;
};

struct published_benchmark {
    const char *name;
    double instructions; /* Table I */
    double ratio, errors; /* Table II */
    struct published_span latency; /* mean load latency, cycles */
};

/* A headline figure, and what of ours counts as the same. */
struct published_claim {
    const char *id;       /* "A7" */
    const char *headline;
    const char *paper;    /* theirs, in words */
    const char *pass;     /* what ours must be, in words ... */
    double limits[SWAS_LIMITS_MOST]; /* ... and in numbers, in the order of those words */
    size_t limit_count;
    const char *outside;  /* why ours may not be; NULL: that would be a mistake of ours */
    const char *inside;   /* what a pass does not mean; or NULL */
};

struct published {
    struct published_benchmark benchmarks[SWAS_BENCHMARKS]; /* in the file's order */
    struct published_span ipc, error_rate, lowest_errors;
    double gtlo_fetch; /* IPC of psort with GTLO fetch over LRR fetch */
    double worst_ratio;
    struct published_claim claims[SWAS_CLAIMS_MOST];
    size_t claim_count;
};

enum wc_status published_load(struct error *err, struct arena *arena, const char *path,
                              struct published *published);

#endif
