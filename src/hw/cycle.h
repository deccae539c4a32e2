/* SPDX-License-Identifier: Apache-2.0 */
/* cycle.h - time, counted in cycles of the core's clock.
 *
 * Blocks answer a request with the cycle in which its result is available. A shared resource keeps
 * the cycle in which it is free again, so idle cycles need no step. */
#ifndef WARPCLOCK_HW_CYCLE_H
#define WARPCLOCK_HW_CYCLE_H

#include <stdint.h>

typedef uint64_t cycle_t;

#define NEVER UINT64_MAX

static inline cycle_t later(cycle_t a, cycle_t b)
{
    return a > b ? a : b;
}

static inline cycle_t earlier(cycle_t a, cycle_t b)
{
    return a < b ? a : b;
}

#endif
