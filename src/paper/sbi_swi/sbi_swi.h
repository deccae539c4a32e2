/* SPDX-License-Identifier: Apache-2.0 */
/* sbi_swi.h - the tables of the paper on branch and warp interweaving. */
#ifndef WARPCLOCK_PAPER_SBI_SWI_SBI_SWI_H
#define WARPCLOCK_PAPER_SBI_SWI_SBI_SWI_H

#include "hw/frontend_cost.h"
#include "paper/paper.h"
#include "paper/sbi_swi/published.h"
#include "paper/sbi_swi/runs.h"

struct sbi_swi {
    struct arena *arena;
    struct sbi_swi_published published;
    struct sbi_swi_runs runs;
    bool collecting; /* tables only say which runs they need */
};

typedef void sbi_swi_table_fn(struct sbi_swi *sbi_swi, struct paper_table *table);

sbi_swi_table_fn sbi_swi_table_acceptance, sbi_swi_table_speed, sbi_swi_table_slots,
    sbi_swi_table_compilers, sbi_swi_table_constraints, sbi_swi_table_shuffle,
    sbi_swi_table_lookup, sbi_swi_table_readings, sbi_swi_table_limits, sbi_swi_table_cost,
    sbi_swi_table_area;

/* acceptance.c: refuses claims that nothing measures. */
enum wc_status sbi_swi_check_claims(struct error *err, const char *file,
                                    const struct sbi_swi_published *published);

const char *sbi_swi_design_name(size_t design);
const char *sbi_swi_component_name(size_t component);
/* A design of the paper with so many warps of 64 threads, or twice as many of 32. */
struct frontend_design sbi_swi_design(size_t design, uint32_t warps);

#endif
