/* SPDX-License-Identifier: Apache-2.0 */
/* published.h - the figures of the SBI and SWI paper in papers/sbi-swi/published.yaml. */
#ifndef WARPCLOCK_PAPER_SBI_SWI_PUBLISHED_H
#define WARPCLOCK_PAPER_SBI_SWI_PUBLISHED_H

#include "paper/claims.h"

enum { DESIGN_BASELINE, DESIGN_SBI, DESIGN_SWI, DESIGN_BOTH, DESIGNS };

/* Components of tables 3 and 4, in their order. */
enum {
    COMPONENT_REGISTER_FILE, COMPONENT_SCOREBOARD, COMPONENT_SCHEDULER,
    COMPONENT_CONTEXTS, /* the warp pool, or the hot context table */
    COMPONENT_WAITING,  /* the stack, or the cold context table */
    COMPONENT_BUFFER,
    COMPONENTS
};

/* A figure for regular and one for irregular programs, in percent. */
struct sbi_swi_speed {
    const char *key;
    double regular, irregular;
};
enum { SBI_SWI_SPEEDS = 7 };

struct sbi_swi_published {
    struct claims claims;
    struct sbi_swi_speed speed[SBI_SWI_SPEEDS];   /* section 5.1 */
    const char *requirement[COMPONENTS][DESIGNS]; /* table 3 */
    double area[COMPONENTS][DESIGNS];             /* table 4, 1000 um2 */
    double total[DESIGNS], overhead[DESIGNS];
    double sm_area;                          /* mm2 */
    double overhead_percent[DESIGNS];
};

enum wc_status sbi_swi_published_load(struct error *err, struct arena *arena, const char *path,
                                      struct sbi_swi_published *out);

/* The figure of that key; NAN: the paper has none, or the key is NULL. */
double sbi_swi_published_speed(const struct sbi_swi_published *published, const char *key,
                               bool regular);

#endif
