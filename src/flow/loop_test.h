/* SPDX-License-Identifier: Apache-2.0 */
/* loop_test.h - what decides at a branch that can leave a loop.
 *
 * A compiler that merges several exits, or several loops, computes a flag on the way and tests it
 * once. The branch alone then says little: what matters is who set the flag. The search goes back
 * over the registers to comparisons and constants. It distinguishes a loop whose condition has
 * failed from a nest of loops in which another condition keeps control inside. */
#ifndef WARPCLOCK_FLOW_LOOP_TEST_H
#define WARPCLOCK_FLOW_LOOP_TEST_H

#include "flow/cfg.h"

enum { LOOP_TEST_INSNS_MAX = 16 };

/* The instructions whose source lines may represent the test. */
struct loop_test {
    uint32_t insn[LOOP_TEST_INSNS_MAX];
    uint32_t count;
};

/* `block` is in the loop and ends in a branch with one target outside it. False if control may stay
 * although a condition has failed, or if that is unknown. *budget decreases by the instructions
 * visited; at 0 nothing is known. */
bool loop_test_find(const struct cfg *cfg, uint32_t loop, uint32_t block, uint32_t *budget,
                    struct loop_test *out);

#endif
