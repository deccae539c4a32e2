/* SPDX-License-Identifier: Apache-2.0 */
/* plan_axes.h - reads the values of axes. */
#ifndef WARPCLOCK_SWEEP_PLAN_AXES_H
#define WARPCLOCK_SWEEP_PLAN_AXES_H

#include "sweep/plan.h"

/* One axis with one name. `values` is a scalar, a list, or a range. */
enum wc_status plan_read_axis(struct error *err, struct sweep_plan *plan, const char *name,
                              const struct yaml_node *values);
/* `seeds: N` is 0 to N-1. */
enum wc_status plan_read_seeds(struct error *err, struct sweep_plan *plan,
                               const struct yaml_node *values);
/* One axis of paired names: a mapping of names to lists of the same length. */
enum wc_status plan_read_pairs(struct error *err, struct sweep_plan *plan,
                               const struct yaml_node *pairs);

#endif
