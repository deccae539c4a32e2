/* SPDX-License-Identifier: Apache-2.0 */
/* fail_alloc.h - allocations of the process fail on request: see fail_alloc.c. */
#ifndef WARPCLOCK_TESTS_EXHAUSTION_FAIL_ALLOC_H
#define WARPCLOCK_TESTS_EXHAUSTION_FAIL_ALLOC_H

/* From now on counts from 1; allocations `from` to `to` fail (from 0: none; to 0: no end). Returns
 * how many were made since the last call. */
unsigned long fail_alloc_at(unsigned long from, unsigned long to);

#endif
