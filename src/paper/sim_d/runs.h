/* SPDX-License-Identifier: Apache-2.0 */
/* runs.h - the runs behind the tables: the paper's benchmarks on configurations of Sim-D. */
#ifndef WARPCLOCK_PAPER_SIM_D_RUNS_H
#define WARPCLOCK_PAPER_SIM_D_RUNS_H

#include "paper/runs.h"
#include "paper/sim_d/published.h"

/* Policies in the paper's size, then other memories, for which a part of the long benchmark is
 * enough. */
enum sim_d_configuration {
    CONFIGURATION_FREE, CONFIGURATION_PAIRWISE, CONFIGURATION_ACCESS, CONFIGURATION_COMPUTE,
    CONFIGURATION_BRIEF,  /* as FREE */
    CONFIGURATION_SLOW,   /* DDR4-1866M */
    CONFIGURATION_GROUPS, /* four bank groups */
    CONFIGURATION_NARROW, /* scratchpad lines of four words */
    CONFIGURATION_SAFE, CONFIGURATION_ORIGINAL, /* bounds without a run, in both readings */
    CONFIGURATIONS
};

/* NAN: not known. */
struct sim_d_run {
    double cycles;
    double groups;    /* work-groups */
    double dram_busy; /* share of the cycles */
    double pad_busy;
    double rate;      /* cycles of the job per second of the host */
};

/* Bounds of a benchmark in one reading. NAN: not known. */
struct sim_d_worst {
    double lower, upper, access, compute;
    double seconds; /* of the host, for all launches of the job */
};

struct sim_d_runs {
    struct paper_runs made;
    bool wanted[CONFIGURATIONS];
    struct sim_d_run run[SIM_D_BENCHMARKS][CONFIGURATIONS];
    struct sim_d_worst safe[SIM_D_BENCHMARKS], original[SIM_D_BENCHMARKS];
};

/* Whether every published benchmark can be run; *missing: the first one that cannot. */
bool sim_d_has_benchmarks(const struct sim_d_published *published, const char **missing);
/* Makes the runs of all wanted configurations. */
void sim_d_runs_make(struct sim_d_runs *runs, const struct sim_d_published *published);

/* What cycles are multiplied with to have the paper's size: 1, but for computeQ. */
double sim_d_scale(const struct sim_d_published *published, size_t benchmark);
/* The share of performance that a policy costs: 1 - t_unconstrained / t_policy (A22). */
double sim_d_cost(const struct sim_d_runs *runs, size_t benchmark,
                  enum sim_d_configuration policy);
/* The cheaper one of both policies. */
double sim_d_best_cost(const struct sim_d_runs *runs, size_t benchmark);

#endif
