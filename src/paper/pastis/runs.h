/* SPDX-License-Identifier: Apache-2.0 */
/* runs.h - the runs for the PasTiS paper's tables: each is made once, when a table needs its group,
 * and kept. */
#ifndef WARPCLOCK_PAPER_PASTIS_RUNS_H
#define WARPCLOCK_PAPER_PASTIS_RUNS_H

#include "paper/pastis/published.h"
#include "paper/runs.h"

enum pastis_policy { PASTIS_RUN_TO_BARRIER, PASTIS_LRR, PASTIS_GTO, PASTIS_POLICIES };

/* Before and after what the paper says it lacks (its section V, L5 of the requirements). */
enum pastis_network_kind {
    NETWORK_PAPER,      /* the paper's model: one warp at a time, FP64 as wide as the others */
    NETWORK_PAPER_FP64, /* ... with its one FP64 lane */
    NETWORK_HIDING,     /* the paper's model with warps that hide latency */
    NETWORK_HIDING_FP64,
    NETWORK_FULL,       /* the machine as it is */
    NETWORK_PREFETCH,   /* ... and lines prefetched after an instruction miss */
    NETWORK_PREFETCH_DATA, /* ... after a load miss */
    PASTIS_NETWORKS
};

enum pastis_run_id {
    RUN_TABLE_1,
    RUN_TABLE_2,
    RUN_CYCLES,   /* table II's accesses by the kernel's clock */
    RUN_OVERHEAD, /* the same when each takes PASTIS_KNOWN_CYCLES: what reading the clock adds */
    RUN_STRIDES,
    RUN_FIGURE_8,
    RUN_ARMS,     /* PBK and BRK, nested */
    RUN_SIDES,    /* SSY and SYNC */
    RUN_COLD,     /* + size, as the following ones */
    RUN_WARM = RUN_COLD + PASTIS_SIZES,
    RUN_PAPER = RUN_WARM + PASTIS_SIZES, /* mode=paper */
    RUN_POLICY = RUN_PAPER + PASTIS_SIZES, /* + policy * PASTIS_SIZES + size */
    RUN_SUITE = RUN_POLICY + PASTIS_POLICIES * PASTIS_SIZES, /* + policy */
    RUN_ROWS = RUN_SUITE + PASTIS_POLICIES, /* 32 x 32 */
    RUN_COLUMNS,
    RUN_PADDED,
    RUN_NETWORK, /* + network */
    PASTIS_RUNS = RUN_NETWORK + PASTIS_NETWORKS
};

enum { PASTIS_KNOWN_CYCLES = 101 };

/* Groups of runs, a bit each. */
enum {
    GROUP_NONE = 0,
    GROUP_TABLE_1 = 1 << 0,
    GROUP_TABLE_2 = 1 << 1,
    GROUP_CYCLES = 1 << 2,
    GROUP_STRIDES = 1 << 3,
    GROUP_FIGURE_8 = 1 << 4,
    GROUP_ARMS = 1 << 5,
    GROUP_MATMUL = 1 << 6,
    GROUP_POLICIES = 1 << 7,
    GROUP_CONFLICTS = 1 << 8,
    GROUP_MLP = 1 << 9,
    GROUP_ALL = (1 << 10) - 1
};

struct pastis_run {
    wc_result *result; /* NULL: there was none, or it failed */
    struct paper_image image;
};

struct pastis_runs {
    struct paper_runs made;
    struct pastis_run run[PASTIS_RUNS];
};

void pastis_runs_begin(struct pastis_runs *runs, wc_context *context, const char *folder,
                       struct arena *arena);
void pastis_runs_make(struct pastis_runs *runs, unsigned groups);
void pastis_runs_end(struct pastis_runs *runs);

/* NAN when there is no such run or statistic. */
double pastis_value(const struct pastis_runs *runs, unsigned id, const char *name);
double pastis_launch_value(const struct pastis_runs *runs, unsigned id, size_t launch,
                           const char *name);
/* NULL when there is no such run, or the buffer has another size. */
const void *pastis_buffer(const struct pastis_runs *runs, unsigned id, const char *name,
                          size_t bytes);

const char *pastis_policy_name(enum pastis_policy policy);

#endif
