/* SPDX-License-Identifier: Apache-2.0 */
/* runs.h - the runs for the SWaS paper's tables: each is made once, on first use.
 *
 * Six benchmarks under nine pairs of policies of the baseline core, under three policies of SWaS,
 * with the other way of counting for LRR issue, and on the stock core (SWAS-20, AMB-4). */
#ifndef WARPCLOCK_PAPER_SWAS_RUNS_H
#define WARPCLOCK_PAPER_SWAS_RUNS_H

#include "paper/runs.h"
#include "paper/swas/published.h"

enum { SWAS_POLICIES = 3, SWAS_PAIRS = SWAS_POLICIES * SWAS_POLICIES };
enum swas_policy { SWAS_LRR, SWAS_GTLRR, SWAS_GTLO };

/* The configurations: baseline pairs first, fetch policy by fetch policy. */
enum {
    CONFIGURATION_SWAS = SWAS_PAIRS,                         /* + policy */
    CONFIGURATION_SYNC = CONFIGURATION_SWAS + SWAS_POLICIES, /* + fetch policy; issue is LRR */
    CONFIGURATION_STOCK = CONFIGURATION_SYNC + SWAS_POLICIES,
    CONFIGURATIONS
};

static inline unsigned swas_pair(enum swas_policy fetch, enum swas_policy issue)
{
    return (unsigned)fetch * SWAS_POLICIES + (unsigned)issue;
}

/* Sets of configurations, a bit each. */
enum {
    RUNS_NONE = 0,
    RUNS_BASELINE = (1 << SWAS_PAIRS) - 1,
    RUNS_SWAS = ((1 << SWAS_POLICIES) - 1) << CONFIGURATION_SWAS,
    RUNS_SYNC = ((1 << SWAS_POLICIES) - 1) << CONFIGURATION_SYNC,
    RUNS_STOCK = 1 << CONFIGURATION_STOCK,
    RUNS_ALL = (1 << CONFIGURATIONS) - 1
};

/* What is read from a result; NAN where the run has no such statistic, or there was no run. */
struct swas_run {
    double kernel_cycles, committed_warp, committed_thread, ipc, load_latency;
    double nops_start, nops_miss, nops_flush, nop_share, slot_utilisation;
    double discrepancies, errors, error_rate;
    double cause_miss, cause_branch, cause_sync;
    double warps_started, icache_misses, wrong_path, branches;
    bool done;       /* to its end, with the outputs that the job expects */
    bool same_image; /* all buffers as after the benchmark's first run */
};

struct swas_runs {
    struct paper_runs made;
    const struct swas_published *published;
    struct swas_run run[SWAS_BENCHMARKS][CONFIGURATIONS];
    struct paper_image image[SWAS_BENCHMARKS]; /* after the first run */
};

void swas_runs_begin(struct swas_runs *runs, wc_context *context, const char *folder,
                     struct arena *arena, const struct swas_published *published);
/* Makes the runs of a set that are missing. A failed run is noted and leaves a gap; an interrupt
 * ends all. */
void swas_runs_make(struct swas_runs *runs, uint32_t set);
void swas_runs_end(struct swas_runs *runs);

/* "lrr", and "lrr-gtlrr", "swas gtlo", "stock" */
const char *swas_policy_name(enum swas_policy policy);
const char *swas_configuration_name(unsigned configuration);

#endif
