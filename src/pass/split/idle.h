/* SPDX-License-Identifier: Apache-2.0 */
/* idle.h - what a side computes when it has no lanes (PWS-31).
 *
 * Compilers leave out the branch over a short side, which then runs even if it has no lanes. A
 * split adds that branch. So such a side must compute no scalar then that is read after the join.
 * Updates of lane masks do not count: without lanes they change nothing. */
#ifndef WARPCLOCK_PASS_SPLIT_IDLE_H
#define WARPCLOCK_PASS_SPLIT_IDLE_H

#include "pass/split/liveness.h"

/* Refuses a site with such a side. */
void idle_check(const struct liveness *live, struct split_site *site);

#endif
