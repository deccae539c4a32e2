/* SPDX-License-Identifier: Apache-2.0 */
/* busy.h - sums of work in an interval, and how long a search may take. */
#ifndef WARPCLOCK_BOUND_PERIODIC_BUSY_H
#define WARPCLOCK_BOUND_PERIODIC_BUSY_H

#include "bound/periodic/periodic.h"

/* The longest interval, and the steps of all searches for one kernel: then it is given up. */
#define BUSY_LONGEST (UINT64_C(1) << 56)
enum { BUSY_STEPS_MAX = 1 << 22 };

/* A search in steps. It ends early when it has had too many or the watch says so. */
struct busy_effort {
    struct watch *watch; /* or NULL */
    uint32_t steps;
    enum watch_verdict verdict;
};

static inline bool busy_goes_on(struct busy_effort *effort)
{
    if (effort->verdict == WATCH_GO_ON)
        effort->verdict = watch_look(effort->watch, 0);
    return effort->verdict == WATCH_GO_ON && ++effort->steps < BUSY_STEPS_MAX;
}

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

/* What is known of a share of time that was added up in integers. */
enum busy_load {
    BUSY_LOAD_BELOW, /* less than all, or too close to tell */
    BUSY_LOAD_FULL,  /* all of it */
    BUSY_LOAD_ABOVE, /* more */
};

/* Shares in units of 2^-64, rounded down and up. */
struct busy_share {
    unsigned __int128 min, max;
};

/* More than twice all of the time counts as twice: sums stay small. */
static inline void busy_add_share(struct busy_share *share, const struct periodic_kernel *kernel)
{
    const uint64_t cycles =
        kernel->cycles / 2 < kernel->period ? kernel->cycles : 2 * kernel->period;
    const unsigned __int128 work = (unsigned __int128)cycles << 64;
    share->min += work / kernel->period;
    share->max += work / kernel->period + (work % kernel->period != 0);
}

static inline enum busy_load busy_load_of(const struct busy_share *share)
{
    const unsigned __int128 all = (unsigned __int128)1 << 64;
    return share->min > all                          ? BUSY_LOAD_ABOVE
           : share->min == all && share->max == all ? BUSY_LOAD_FULL
                                                     : BUSY_LOAD_BELOW;
}

/* fixed_priority.c, edf.c: the response of one kernel. */
struct periodic_response fixed_priority_response(const struct periodic_kernel *kernels,
                                                 size_t count, size_t kernel,
                                                 struct busy_effort *effort);
struct periodic_response fixed_priority_sufficient(const struct periodic_kernel *kernels,
                                                   size_t count, size_t kernel,
                                                   struct busy_effort *effort);
struct periodic_response edf_response(const struct periodic_kernel *kernels, size_t count,
                                      size_t kernel, struct busy_effort *effort);

#endif
