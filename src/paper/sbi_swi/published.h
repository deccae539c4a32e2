/* SPDX-License-Identifier: Apache-2.0 */
/* published.h - the figures of the SBI and SWI paper in papers/sbi-swi/published.yaml. */
#ifndef WARPCLOCK_PAPER_SBI_SWI_PUBLISHED_H
#define WARPCLOCK_PAPER_SBI_SWI_PUBLISHED_H

#include "paper/published.h"

enum { DESIGN_BASELINE, DESIGN_SBI, DESIGN_SWI, DESIGN_BOTH, DESIGNS };

/* Components of tables 3 and 4, in their order. */
enum {
    COMPONENT_REGISTER_FILE, COMPONENT_SCOREBOARD, COMPONENT_SCHEDULER,
    COMPONENT_CONTEXTS, /* the warp pool, or the hot context table */
    COMPONENT_WAITING,  /* the stack, or the cold context table */
    COMPONENT_BUFFER,
    COMPONENTS
};

struct sbi_swi_published {
    const char *requirement[COMPONENTS][DESIGNS]; /* table 3 */
    double area[COMPONENTS][DESIGNS];             /* table 4, 1000 um2 */
    double total[DESIGNS], overhead[DESIGNS];
    double sm_area;                          /* mm2 */
    double overhead_percent[DESIGNS];
};

enum wc_status sbi_swi_published_load(struct error *err, struct arena *arena, const char *path,
                                      struct sbi_swi_published *out);

#endif
