/* SPDX-License-Identifier: Apache-2.0 */
/* first_diff.h - the first difference of two step logs (machine/common/steps.h): the first
 * instruction of a warp after which a register or memory differs, to find a wrong instruction
 * (PAS-33). */
#ifndef WARPCLOCK_REPORT_FIRST_DIFF_H
#define WARPCLOCK_REPORT_FIRST_DIFF_H

#include "base/error.h"
#include "base/text.h"

/* WC_OK: equal, and `out` says how much was compared. WC_MISMATCH: `out` names warp, instruction,
 * lane and register. Other statuses are failures in `err`. Warps are compared in the order of the
 * first log; lines that begin with '#' are ignored. */
enum wc_status first_diff(struct error *err, const char *path_a, const char *path_b,
                          struct text *out);

#endif
