/* SPDX-License-Identifier: Apache-2.0 */
/* symptoms.h - what a clocked run suffers from, by the numbers of its result. A sentence says it
 * (advice_use.c), and runs with something changed show what would help (api/what_if.c). */
#ifndef WARPCLOCK_REPORT_SYMPTOMS_H
#define WARPCLOCK_REPORT_SYMPTOMS_H

#include "bound/engine/explain.h"
#include "report/result.h"

enum symptom {
    SYMPTOM_FETCH, /* much waiting for one reason */
    SYMPTOM_MEMORY,
    SYMPTOM_UNIT,
    SYMPTOM_CONFLICTS, /* many passes through banks are for conflicts */
    SYMPTOM_SLOTS,     /* slots are empty for much of the time */
    SYMPTOM_ROOM,      /* ... because a core has no room for more groups */
    SYMPTOM_LANES,     /* many lanes are idle */
};

/* Of a result with a profile. */
bool result_suffers(const struct wc_result *result, enum symptom symptom);

/* Passes through banks of local memory that conflicts add, as a share of all. */
double result_conflict_share(const struct wc_result *result);
/* Cycles of slots without a warp, as a share of all cycles of slots. */
double result_idle_share(const struct wc_result *result);

/* The run went round a loop as often as its given bound allows: a smaller one would not hold. */
bool result_needs_bound(const struct wc_result *result, const struct explain_loop *loop,
                        const struct result_loop *given);

/* Groups of the launch with most warps, and the slots of the machine. */
struct occupancy {
    uint64_t slots, groups, group_warps, group_threads, resident;
    uint64_t warps; /* of all groups; without groups: those that the program started */
};

struct occupancy result_occupancy(const struct wc_result *result);

#endif
