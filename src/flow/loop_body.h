/* SPDX-License-Identifier: Apache-2.0 */
/* loop_body.h - which arrivals in a machine loop are runs of the source loop's body.
 *
 * Who says "at most N times" counts runs of the body. In machine code a loop that is tested at the
 * top comes to its header once more than the body runs; one that the compiler has rotated, or that
 * is tested at the bottom, comes there as often as the body runs. What the code looks like does not
 * always tell which one it is:
 *
 * - `do`, and a loop without a test: each arrival at the header is a run of the body. A test in
 *   front of a loop without one is that of its first run, which the compiler has moved there.
 * - A loop tested at the top was rotated if its code begins with lines of its body; one of a single
 *   block if a test of its own stands in front of it.
 * - Otherwise a run of the body begins behind the tests that the loop begins with.
 * - Without a statement of the source the loop is what its code is: tested at the top if its first
 *   block can leave it, unless it is also the last one.
 * - Where the tests cannot be told from the body, a run is counted when it is over. */
#ifndef WARPCLOCK_FLOW_LOOP_BODY_H
#define WARPCLOCK_FLOW_LOOP_BODY_H

#include "flow/cfg.h"
#include "flow/loop_name.h"

struct loop_body {
    bool at_header; /* each arrival at the header is a run */
    uint32_t before; /* at_header: runs of the body in front of the loop */
    /* Not at_header: a run begins with any block of the loop but these; none: at its back edge. */
    uint32_t *tests;
    uint32_t test_count;
};

struct loop_body loop_body_find(struct arena *arena, const struct cfg *cfg, uint32_t loop,
                                const struct loop_name *name);

#endif
