/* SPDX-License-Identifier: Apache-2.0 */
/* condition.h - tests of the condition codes, for branches, SYNC, EXIT, CSETP. */
#ifndef WARPCLOCK_ISA_SASS_CONDITION_H
#define WARPCLOCK_ISA_SASS_CONDITION_H

#include "isa/sass/sass.h"

enum { SASS_CONDITION_TRUE = 15, SASS_CONDITIONS = 24 };

/* The lanes for which a test holds, active or not; false when there is no such test. */
bool sass_condition(const struct sass_state *state, unsigned test, uint64_t *lanes);

#endif
