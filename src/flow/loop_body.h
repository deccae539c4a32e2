/* SPDX-License-Identifier: Apache-2.0 */
/* loop_body.h - which arrivals in a machine loop are iterations of the source loop.
 *
 * "At most N times" counts iterations of the body. In machine code a loop tested at the top reaches
 * its header once more than the body runs; a loop that the compiler has rotated, or that is tested
 * at the bottom, reaches it as often as the body runs. The code alone does not always show which:
 *
 * - `do`, and a loop without a test: each arrival at the header is an iteration. A test before a
 *   loop without one belongs to its first iteration; the compiler has moved it there.
 * - A loop tested at the top was rotated if its code starts with lines of its body; a loop of a
 *   single block if one of its own tests precedes it.
 * - Otherwise an iteration starts after the tests at the start of the loop.
 * - Without a source statement the code decides: tested at the top if its first block can leave the
 *   loop, unless it is also the last one.
 * - If tests and body cannot be separated, an iteration is counted at its end. */
#ifndef WARPCLOCK_FLOW_LOOP_BODY_H
#define WARPCLOCK_FLOW_LOOP_BODY_H

#include "flow/cfg.h"
#include "flow/loop_name.h"

struct loop_body {
    bool at_header; /* each arrival at the header is an iteration */
    uint32_t before; /* at_header: iterations of the body before the loop */
    /* Not at_header: an iteration starts with any block of the loop except these; none: at its back
     * edge. */
    uint32_t *tests;
    uint32_t test_count;
};

struct loop_body loop_body_find(struct arena *arena, const struct cfg *cfg, uint32_t loop,
                                const struct loop_name *name);

#endif
