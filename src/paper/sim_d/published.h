/* SPDX-License-Identifier: Apache-2.0 */
/* published.h - the figures of the Sim-D paper in papers/sim-d/published.yaml. */
#ifndef WARPCLOCK_PAPER_SIM_D_PUBLISHED_H
#define WARPCLOCK_PAPER_SIM_D_PUBLISHED_H

#include "paper/claims.h"

enum { SIM_D_BENCHMARKS = 15, SIM_D_TIMINGS_MAX = 24, SIM_D_ROWS_MAX = 16, SIM_D_FEATURES = 10,
       SIM_D_DEVICES = 3 };

struct sim_d_benchmark {
    const char *key, *title;
    double ndrange[2], width, groups;
    double cycles, gtx780, speed_up; /* Table 4 */
    const char *better;              /* policy of Sec. 6.2, or NULL: not named there */
    bool outlier;                    /* of Table 5 */
    const char *difference;          /* why ours differs, or NULL */
    /* Table 5: unconstrained, L, U, then cycles, WCET and % as access and as compute. */
    double worst[9];
};

struct sim_d_timing {
    const char *name; /* "nRCD" */
    double value[2];  /* of two and of four bank groups */
};

struct sim_d_published {
    struct sim_d_timing timing[SIM_D_TIMINGS_MAX];
    size_t timing_count;
    const char *feature[SIM_D_FEATURES][SIM_D_DEVICES]; /* Table 3 */
    struct sim_d_benchmark benchmark[SIM_D_BENCHMARKS];
    double mean_speed_up;
    double equation_15[SIM_D_ROWS_MAX][4], equation_16[SIM_D_ROWS_MAX][3];
    size_t count_15, count_16;
    /* Figures of the text. */
    double utilisation, bus_use, crossover[2], refresh, pairwise[2], access, compute, worst,
        best[2], depth2vertex, pessimism[2], simulator, analysis;
    struct claims claims;
};

/* The lines of Table 3 by their keys. */
extern const char *const sim_d_features[SIM_D_FEATURES];

enum wc_status sim_d_published_load(struct error *err, struct arena *arena, const char *path,
                                    struct sim_d_published *out);

#endif
