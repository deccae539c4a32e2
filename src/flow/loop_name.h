/* SPDX-License-Identifier: Apache-2.0 */
/* loop_name.h - the source line that names a machine loop.
 *
 * A bound for a line must apply to the intended loop and no other. Compilers rotate loops, so that
 * the header has a line of the body, unroll inner loops into outer ones, and merge several exits
 * into one flag. Hence:
 *
 * - A loop whose own code is inside one loop statement of the source belongs to that statement if
 *   the statement contains no loop and no call, and each loop around the statement has become one
 *   around the code.
 * - For other loops only branches that can leave the loop count, and only if each path around the
 *   loop has one of them. A branch on a flag is replaced by what set the flag (flow/loop_test.h).
 *   The loop belongs to the innermost statement around the lines of these tests.
 * - Lines above the function's own, or of another file, come from inlining; they count if there
 *   are no others. Without notes about statements, the loop has the smallest line of its tests:
 *   the statement is above its body.
 * - Code of a called function without its own lines has the position of the call: where the source
 *   may have a call, a loop whose whole code has one line and column is not the loop at that
 *   position. If a loop and one inside it have the same line, neither gets it, unless nothing else
 *   can have become the two (a `continue` makes two loops of one).
 * - A loop in assembly text (Sim-D) has the line of its last test.
 * - Otherwise the loop has an address and no line. */
#ifndef WARPCLOCK_FLOW_LOOP_NAME_H
#define WARPCLOCK_FLOW_LOOP_NAME_H

#include "flow/cfg.h"
#include "load/image.h"

struct loop_name {
    struct source_line line; /* `file` NULL: the loop has none */
    const struct loop_statement *statement; /* NULL: unknown */
};

/* By loop of the graph. */
struct loop_name *loop_names(struct arena *arena, const struct cfg *cfg);

/* Whether `file:line` names a loop of that name: its own line, or another line of the statement's
 * head. */
bool loop_is_called(const struct loop_name *name, const char *file, size_t file_length,
                    uint64_t line);

#endif
