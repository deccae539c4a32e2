/* SPDX-License-Identifier: Apache-2.0 */
/* points.h - a report on the divergent branches of a file and which of them split.
 *
 * JSON: file, depth, select, tags, branches, allowed, chosen, contexts and kernels; a kernel has
 * name, problem, chosen, contexts, removed (addresses of split instructions that marked nothing)
 * and branches; a branch has address, file, line, nesting, sides, marked, state ("chosen",
 * "not selected", "not marked", "refused"), reason and reason_at. */
#ifndef WARPCLOCK_REPORT_POINTS_H
#define WARPCLOCK_REPORT_POINTS_H

#include "pass/points/points.h"

void points_write(const struct points *points, enum wc_format format, struct text *out);

#endif
