/* SPDX-License-Identifier: Apache-2.0 */
/* analysis.h - the paper's hybrid analysis: measured times in static equations (PWS-61). */
#ifndef WARPCLOCK_PAPER_PWS_ANALYSIS_H
#define WARPCLOCK_PAPER_PWS_ANALYSIS_H

#include "bound/pws/compare.h"
#include "machine/gcn3/model.h"
#include "paper/pws/measure.h"

/* Of all launches of a job. */
struct pws_times {
    const char *problem;   /* why there are none, or NULL */
    int64_t none;          /* both sides of every branch one after the other */
    int64_t pws_paper, pws; /* with the split points that the code has: Equation 3, and ours */
    int64_t reprovisioned; /* ours, with idle SpSIMDs as SIMDs */
    int64_t dws[DWS_READINGS], dws_crowded;
    struct split_timing timing; /* the max of all kernels */
    uint32_t points;       /* split points in the code */
    uint32_t branches;     /* divergent ones in the code */
    uint32_t blocks, blocks_run;
};

/* Adds the launches of one kernel. */
void pws_analyse(struct arena *arena, const struct gcn3_numbers *numbers,
                 const struct measured_kernel *kernel, struct pws_times *times);

#endif
