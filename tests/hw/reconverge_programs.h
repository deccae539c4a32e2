/* SPDX-License-Identifier: Apache-2.0 */
/* reconverge_programs.h - random structured programs: choices, loops, calls, and lanes that
 * leave them early by sync, break, continue, return and exit. */
#ifndef WARPCLOCK_TEST_RECONVERGE_PROGRAMS_H
#define WARPCLOCK_TEST_RECONVERGE_PROGRAMS_H

#include <stdint.h>

#include "hw/reconverge_tokens.h"

/* How often the trials saw what they are about. */
struct programs_seen {
    uint64_t branches_parted, indirect_parted, exits_parted;
    uint64_t leaves_parted[TOKEN_CAL + 1];  /* by the kind of token: some lanes leave */
    uint64_t past_other_tokens;             /* lanes leave with another kind of token open above */
    uint32_t deepest;
};

/* Makes a program of `seed` and runs it for 32 lanes on a token stack, and lane after lane by an
 * interpreter of its structure that has no stack. NULL: every lane went the same way in both, lanes
 * that are at the same place of the same iterations were always together, and the stack kept its
 * order and its limit. Otherwise what was wrong. */
const char *program_trial(uint64_t seed, enum token_rule rule, struct programs_seen *seen);

#endif
