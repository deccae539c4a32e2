/* SPDX-License-Identifier: Apache-2.0 */
/* loop_name.h - the source line by which a machine loop is called.
 *
 * A loop is called by the line of the test that ends it, `for (...)` or `while (...)`: a bound for
 * a line must reach the loop that was meant and no other one. Compilers rotate loops, so that
 * the header carries a line of the body, unroll inner loops into outer ones, and join several ways
 * out in one flag. Hence:
 *
 * - Only branches that can leave the loop count, and only when each way round passes one of them.
 *   A branch that asks a flag stands for what set the flag (flow/loop_test.h).
 * - Of several lines the smallest one of the function itself counts: the statement stands above its
 *   body. Lines above the function's own, or of another file, came in by inlining; they count
 *   when there are no others.
 * - Code of a called function that has no lines of its own carries the place of the call: a loop
 *   whose whole code has one line and column is not the loop that stands there. Nor is it certain
 *   which loop a line means when a loop and one inside it have the same: neither is called by it.
 * - Where that gives nothing (an endless loop, no line of the function), the loop has an address
 *   and no line. */
#ifndef WARPCLOCK_FLOW_LOOP_NAME_H
#define WARPCLOCK_FLOW_LOOP_NAME_H

#include "flow/cfg.h"
#include "load/image.h"

/* By loop of the graph; `file` is NULL for a loop without a line. */
struct source_line *loop_names(struct arena *arena, const struct cfg *cfg);

#endif
