/* SPDX-License-Identifier: Apache-2.0 */
/* diverge.h - SPLIT, JOIN and PRED for compiler assembly (warpclock diverge).
 *
 * Stock compilers know nothing of a warp: a branch on which the lanes differ follows the last
 * active lane. This pass reads RV32 assembly of a structured program, finds the branches on which
 * lanes may differ, and inserts Vortex's warp-control instructions around them:
 *
 *   an if:    predicate into t6; SPLIT sN, t6; the branch itself; JOIN sN on the edges into the
 *             branch's immediate post-dominator;
 *   a loop:   sN = active lanes, on the edges into the header; PRED stay, sN before the one branch
 *             that leaves. Where no lane stays PRED turns all lanes back on. Each of them has been
 *             frozen since it left, so its branch operands still say "leave", and all lanes agree.
 *
 * sN is one of s2..s11 that the function itself does not touch, by nesting depth; masks for which
 * there is none live in stack words. The compiler must keep s11 and t6 free (-ffixed-x27 and x31),
 * and as many of s2..s10 as masks are to have registers. A line "# warpclock-kernel NAME" marks a
 * kernel: its arguments are the same in all lanes, and its caller expects nothing in s2..s11.
 * Other functions keep their caller's. */
#ifndef WARPCLOCK_PASS_DIVERGE_DIVERGE_H
#define WARPCLOCK_PASS_DIVERGE_DIVERGE_H

#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

/* `name` is the file's name for messages. On failure `out` holds nothing new. */
enum wc_status diverge(struct error *err, const char *name, const char *text, size_t length,
                       struct text *out);

#endif
