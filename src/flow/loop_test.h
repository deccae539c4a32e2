/* SPDX-License-Identifier: Apache-2.0 */
/* loop_test.h - what decides at a branch that can leave a loop.
 *
 * A compiler that joins several ways out, or several loops, computes a flag on the way and asks it
 * once. The branch then says little: what counts is who set the flag. The search goes back over the
 * registers to comparisons and constants, and tells the loop whose condition has failed from a nest
 * of loops in which another condition keeps control inside. */
#ifndef WARPCLOCK_FLOW_LOOP_TEST_H
#define WARPCLOCK_FLOW_LOOP_TEST_H

#include "flow/cfg.h"

enum { LOOP_TEST_INSNS_MAX = 16 };

/* The instructions whose source lines may stand for the test. */
struct loop_test {
    uint32_t insn[LOOP_TEST_INSNS_MAX];
    uint32_t count;
};

/* `block` lies in the loop and ends in a branch of which one way leaves it. False when control may
 * stay although a condition has failed, or when that cannot be told. *budget counts down by the
 * instructions looked at; at 0 nothing can be told. */
bool loop_test_find(const struct cfg *cfg, uint32_t loop, uint32_t block, uint32_t *budget,
                    struct loop_test *out);

#endif
