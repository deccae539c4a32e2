/* SPDX-License-Identifier: Apache-2.0 */
/* plan_names.h - names of machines and parameters, checked before the first run. */
#ifndef WARPCLOCK_SWEEP_PLAN_NAMES_H
#define WARPCLOCK_SWEEP_PLAN_NAMES_H

#include "sweep/plan.h"
#include "warpclock.h"

/* The own machine of each job that can be opened. */
void sweep_name_machines(struct sweep_plan *plan, wc_context *context);
/* Refuses a machine that does not exist, and a parameter that no machine of the sweep has. One that
 * only some of them have is refused by the runs on the others. */
enum wc_status sweep_check_names(struct error *err, struct sweep_plan *plan, wc_context *context);

#endif
