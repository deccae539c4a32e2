/* SPDX-License-Identifier: Apache-2.0 */
/* published.h - the figures of the PWS paper in papers/pws/published.yaml. */
#ifndef WARPCLOCK_PAPER_PWS_PUBLISHED_H
#define WARPCLOCK_PAPER_PWS_PUBLISHED_H

#include <stdint.h>

#include "paper/claims.h"

enum {
    PWS_BLOCKS_MAX = 32,
    PWS_MARKS = 4,
    PWS_STEPS = 5,
    PWS_TABLE_2_ROWS = 3,
    PWS_TABLE_3_ROWS = 3,
    PWS_EQUATION_2 = 4,
    PWS_TABLE_3_MODES = 3, /* no splitting, DWS, PWS */
};

/* A program of the text: its shape, and a cost for each block (example.h has the notation). */
struct published_program {
    const char *shape;
    double costs[PWS_BLOCKS_MAX];
    size_t blocks;
};

struct pws_published {
    struct {
        struct published_program program;
        double none, dws_best, dws_worst, marks[3];
    } figure_2;
    const char *figure_5[PWS_STEPS]; /* "SWF1 1101, SWF2 0010" */
    struct {
        struct published_program program;
        double marks[PWS_MARKS];
    } figure_8;
    struct {
        double splits, none, dws, pws, over_none, over_dws;
    } table_2[PWS_TABLE_2_ROWS];
    double equation_2[PWS_EQUATION_2]; /* base SIMDs by contexts used: 4 SIMDs, S = 3 */
    struct {
        double splits, observed[PWS_TABLE_3_MODES], analytical[PWS_TABLE_3_MODES], over_dws;
    } table_3[PWS_TABLE_3_ROWS]; /* thousand cycles, and percent */
    struct {
        double geometric, arithmetic, bfs;
    } figure_11; /* percent, percent, factor */
    double figure_12; /* percent */
    struct claims claims;
};

enum wc_status pws_published_load(struct error *err, struct arena *arena, const char *path,
                                  struct pws_published *out);

#endif
