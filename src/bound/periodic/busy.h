/* SPDX-License-Identifier: Apache-2.0 */
/* busy.h - sums of work in an interval, and how long a search may take. */
#ifndef WARPCLOCK_BOUND_PERIODIC_BUSY_H
#define WARPCLOCK_BOUND_PERIODIC_BUSY_H

#include "bound/periodic/periodic.h"

/* Steps of all searches for one kernel, and the longest interval: then there is no bound. */
enum { BUSY_STEPS_MAX = 1 << 22 };
#define BUSY_LONGEST (UINT64_C(1) << 56)

/* `count` arrivals of a kernel; BUSY_LONGEST and more: too long. */
static inline uint64_t busy_work(uint64_t count, uint64_t cycles)
{
    unsigned __int128 work = (unsigned __int128)count * cycles;
    return work > BUSY_LONGEST ? BUSY_LONGEST : (uint64_t)work;
}

static inline uint64_t busy_divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

/* fixed_priority.c, edf.c: the response of one kernel, apart from `met`. */
struct periodic_response fixed_priority_response(const struct periodic_kernel *kernels,
                                                 size_t count, size_t kernel);
struct periodic_response edf_response(const struct periodic_kernel *kernels, size_t count,
                                      size_t kernel);

#endif
