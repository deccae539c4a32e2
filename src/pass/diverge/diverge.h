/* SPDX-License-Identifier: Apache-2.0 */
/* diverge.h - SPLIT, JOIN and PRED for compiler assembly (warpclock diverge).
 *
 * Stock compilers know nothing of warps: a branch on which the lanes differ follows the last active
 * lane. This pass reads RV32 assembly of a structured program, finds the branches on which lanes
 * may differ, and inserts Vortex's warp-control instructions around them:
 *
 *   an if:    predicate into t6; SPLIT sN, t6; the branch itself; JOIN sN on the edges into the
 *             branch's immediate post-dominator;
 *   a loop:   sN = active lanes, on the edges into the header; PRED stay, sN before the one branch
 *             that leaves. If no lane stays, PRED reactivates all lanes. Each of them has been
 *             inactive since it left, so its branch operands still say "leave": all lanes agree.
 *
 * sN is one of s2..s11 that the function itself does not use, by nesting depth; masks without a
 * register are in stack words. The compiler must not use s11 and t6 (-ffixed-x27 and x31), nor as
 * many of s2..s10 as masks need registers. A line "# warpclock-kernel NAME" marks a kernel: its
 * arguments are the same in all lanes, and its caller expects nothing in s2..s11. Other functions
 * preserve them. */
#ifndef WARPCLOCK_PASS_DIVERGE_DIVERGE_H
#define WARPCLOCK_PASS_DIVERGE_DIVERGE_H

#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

/* `name` is the file name for messages. On failure `out` is unchanged. */
enum wc_status diverge(struct error *err, const char *name, const char *text, size_t length,
                       struct text *out);

#endif
