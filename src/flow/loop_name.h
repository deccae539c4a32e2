/* SPDX-License-Identifier: Apache-2.0 */
/* loop_name.h - the source line by which a machine loop is called.
 *
 * A bound for a line must reach the loop that was meant and no other one. Compilers rotate loops,
 * so that the header carries a line of the body, unroll inner loops into outer ones, and join
 * several ways out in one flag. Hence:
 *
 * - A loop whose own code lies inside one loop statement of the source is that statement's,
 *   whatever else its code looks like, if there is no loop in the statement, no call, and each loop
 *   around the statement has become one around the code.
 * - Of others only branches that can leave the loop count, and only when each way round passes one
 *   of them. A branch that asks a flag stands for what set the flag (flow/loop_test.h). The loop is
 *   that of the innermost statement around the lines of these tests.
 * - Lines above the function's own, or of another file, came in by inlining; they count when there
 *   are no others. Where nothing is known about statements, the loop is called by the smallest line
 *   of its tests: the statement stands above its body.
 * - Code of a called function that has no lines of its own carries the place of the call: where the
 *   source may have called one, a loop whose whole code has one line and column is not the loop
 *   that stands there. Nor is it certain which loop a line means when a loop and one inside it have
 *   the same: neither is called by it, unless nothing else can have become the two (a `continue`
 *   makes two loops of one).
 * - Where that gives nothing, the loop has an address and no line. */
#ifndef WARPCLOCK_FLOW_LOOP_NAME_H
#define WARPCLOCK_FLOW_LOOP_NAME_H

#include "flow/cfg.h"
#include "load/image.h"

struct loop_name {
    struct source_line line; /* `file` NULL: the loop has none */
    const struct loop_statement *statement; /* NULL: not known */
};

/* By loop of the graph. */
struct loop_name *loop_names(struct arena *arena, const struct cfg *cfg);

/* Whether `file:line` calls a loop of that name: its own line, or another one of the statement's
 * head. */
bool loop_is_called(const struct loop_name *name, const char *file, size_t file_length,
                    uint64_t line);

#endif
